"""The kits of the games: what has to be printed to play with one set of data files."""

from __future__ import annotations

from collections.abc import Callable

from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame, manifest_of, names
from dogfight.printing.kit import Kit


def printed() -> tuple[str, ...]:
    """The names of the games with printed parts."""
    return tuple(name for name in names() if manifest_of(name).print_kit)


def kit_of(game: AnyGame, options: Options | None = None) -> Kit:
    """All boards and parts of a game with its data; with options what they need alone."""
    make: Callable[..., Kit] | None = game.manifest.load("print_kit")
    if make is None:
        raise BadOption(
            f"expected a game with printed parts out of {', '.join(printed())}; got {game.name!r}"
        )
    if options is None:
        return make(game)
    booklet: Callable[..., Kit] | None = game.manifest.load("booklet")
    if booklet is None:
        raise BadOption(f"{game.title} is printed whole: expected no options")
    return booklet(game, options)
