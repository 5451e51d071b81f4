"""`dogfight games` and `dogfight options`: which games there are, and what can be set."""

from __future__ import annotations

import dogfight
from dogfight.cli.common_options import AsJson, Data, GameName, Given
from dogfight.cli.console import show_json
from dogfight.cli.option_schema import json_schema
from dogfight.core.options import Options, read_word, value_word
from dogfight.core.registry import AnyGame


def given_options(game: AnyGame, texts: list[str]) -> Options:
    """The options of a call, as name=value words, checked and completed."""
    return game.options(dict(read_word(word) for word in texts))


def games(as_json: AsJson = False) -> None:
    """List the games."""
    result = [dogfight.load(name) for name in dogfight.names()]
    if as_json:
        show_json(
            [
                {
                    "name": item.name,
                    "title": item.title,
                    "about": item.about,
                    "rules": item.rules_version,
                }
                for item in result
            ]
        )
        return
    for game in result:
        print(f"{game.name:14} {game.about}")


def options(game: GameName, texts: Given = [], data: Data = None, as_json: AsJson = False) -> None:  # noqa: B006
    """Show the options of a game, given those already chosen; with --json as a JSON Schema."""
    loaded = dogfight.load(game, data)
    fields = loaded.option_fields(given_options(loaded, texts))
    if as_json:
        show_json(json_schema(loaded.title, fields))
        return
    for field in fields:
        print(
            f"{field.name:20} {value_word(field.default):12} {field.expected()}\n{'':20}"
            f" {field.help}"
        )
