"""The spaces of learners: a number or an id that changes raises the version; the table in the docs
is up to date.

`python tests/test_spaces.py` writes the table anew.
"""

import re
from pathlib import Path

import pytest

import dogfight
from dogfight.core.manifest import Manifest
from dogfight.core.options import Options, as_words
from dogfight.core.registry import manifest_of, register
from dogfight.encoding.capabilities import HasFeatures
from dogfight.envs.versions import FIRST, env_version, spaces_digest

PAGE = Path(__file__).parents[1] / "docs" / "features.md"
HEAD = "| game | options | seats | features | actions |\n|---|---|---|---|---|\n"
TABLE = re.compile(rf"{re.escape(HEAD)}(?:\|.*\n)+")


@pytest.mark.parametrize("name", dogfight.names())
def test_a_change_of_spaces_raises_the_version(name: str) -> None:
    """A new digest is appended to `env_digests`, so that ids such as `dogfight/Biplanes-v1`
    become v2.
    """
    digests = manifest_of(name).env_digests
    assert spaces_digest(dogfight.load(name)) == digests[-1]
    assert env_version(name) == len(digests) >= FIRST
    assert len(set(digests)) == len(digests)


def test_a_game_from_elsewhere_has_the_first_version(own_registry: None) -> None:
    register(Manifest(package=__name__, name="mine", title="Mine", prefix="MI", game="Mine"))
    assert env_version("mine") == FIRST


def row(name: str, options: Options) -> str:
    game = dogfight.load(name)
    assert isinstance(game, HasFeatures)
    numbers = (
        len(game.seats(options)),
        game.features(options).size,
        game.action_space(options).count,
    )
    words = f"`{as_words(options)}`" if options else ""
    return f"| {game.title} | {words} | {' | '.join(f'{number:,}' for number in numbers)} |\n"


def table() -> str:
    return HEAD + "".join(
        row(name, options) for name in dogfight.names() for options in dogfight.load(name).samples()
    )


def test_the_table_of_spaces_in_the_docs_is_up_to_date() -> None:
    result = TABLE.search(PAGE.read_text())
    assert result is not None and result[0] == table()


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _: table(), PAGE.read_text()))
