"""The page of help: how to win, all keys, what the signs mean, and the rules in brief."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from dogfight import rulebook
from dogfight.boards.text.lookup import signs, victory
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.capabilities import Reactions, RecommendsSetup
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.lessons.courses import course, games_with_lessons

Keys = Sequence[tuple[str, str]]

BOARD_KEYS: Keys = (
    ("Tab", "from the list to the board and back"),
    ("← ↑ → ↓ on the board", "to the next space, piece, tile or card"),
    (
        "Enter, Space or a click there",
        "play what can be done there; if that is several things, they are listed",
    ),
)
TABLE_KEYS: Keys = (
    ("↑ ↓ or digits", "pick in the list"),
    ("Enter", "play what is picked; what ends something has to be picked first"),
    *BOARD_KEYS,
    ("Esc", "show the whole list again"),
    ("/", "type a move in notation, or its number"),
    ("?", "the rule behind the question, or behind the last refusal"),
    ("u", "take back"),
    ("h", "a hint"),
    ("l", "the whole log"),
    ("b", "the board on a page of its own"),
    ("n", "the next of your seats"),
    ("p", "hand the screen to another player who can act"),
    ("d", "done: give up the rest of your time"),
    ("a", "standing order on reactions"),
    ("f", "moves that are the only ones: play themselves, or are asked for"),
    ("r", "set everything up as recommended"),
    ("s", "save the record"),
    ("e", "the result again, after the end"),
    ("F1 or k", "this page"),
    ("q", "leave, after a question; Ctrl+Q leaves at once"),
)


JOIN_KEYS: Keys = (
    ("↑ ↓ or digits", "pick in the list"),
    ("Enter", "play what is picked; what ends something has to be picked first"),
    *BOARD_KEYS,
    ("Esc", "show the whole list again"),
    (
        "/",
        (
            "type a move in notation, or its number; where whole plans are laid several parts at"
            " once, - for none"
        ),
    ),
    ("?", "the rule behind the question, or behind the last refusal"),
    ("u", "take back, until something was revealed"),
    ("o", "ask the others to let you take back after that"),
    ("h", "a hint, where the table allows them"),
    ("c", "say something to the table"),
    ("l", "the whole log"),
    ("b", "the board on a page of its own"),
    ("n", "the next of your seats"),
    ("t", "take a free seat of an open table, while you watch"),
    ("a", "standing order on reactions"),
    ("f", "moves that are the only ones: play themselves, or are asked for"),
    ("r", "set everything up as recommended"),
    ("s", "save the record, after the end"),
    ("e", "the result again, after the end"),
    ("F1 or k", "this page"),
    ("q", "leave, after a question; the seat stays yours"),
)
"""The keys at a table of a server."""
LESSON_KEYS: Keys = (
    ("↑ ↓ or digits", "pick in the list"),
    ("Enter", "play what is picked, or go on to the next step"),
    *BOARD_KEYS,
    ("Esc", "show the whole list again"),
    ("/", "type a move in notation, or its number"),
    ("h", "a hint: what to do; it comes by itself after two other moves"),
    ("?", "the rules of this step"),
    ("u", "take back, as far as the table was laid out"),
    ("l", "the whole log"),
    ("b", "the board on a page of its own"),
    ("F1 or k", "this page"),
    ("q", "leave; what you have done is kept, and the same call goes on there"),
)
"""The keys of a lesson."""
REPLAY_KEYS: Keys = (
    ("→, Space", "one move forth"),
    ("←, Backspace", "one move back"),
    ("PgUp, PgDn", "ten moves back, ten forth"),
    ("Home, End", "to the beginning, to the end"),
    ("↑ ↓", "to another line of the log, and to its move"),
    ("Tab", "to the board, to look around on it, and back"),
    ("?", "the rule behind what is asked"),
    ("l", "the whole log up to here"),
    ("b", "the board on a page of its own"),
    ("F1 or k", "this page"),
    ("q", "leave"),
)
"""The keys of a replay."""

NEEDED: Mapping[str, type] = {"a": Reactions, "r": RecommendsSetup}
"""Keys that only games with a capability have."""


def help_text(game: AnyGame, view: View[Any] | None, keys: Keys, theme: BoardTheme) -> Text:
    """All of it, for the game on the table."""
    first, *others = _brief(game)
    won = victory(game, view) if view is not None else ""
    parts = [_part("How to win", [theme.text(f"{first} {won}".strip())], theme)]
    parts.append(_part("Keys", [_key_line(*pair, theme) for pair in keys_of(game, keys)], theme))
    if lines := signs(game):
        parts.append(_part("Signs on the board", [theme.text(line) for line in lines], theme))
    if others:
        parts.append(
            _part("The rules in brief", [theme.text(f"· {other}") for other in others], theme)
        )
    return Text("\n\n").join(parts)


def keys_of(game: AnyGame, keys: Keys) -> Keys:
    """The keys that do something in this game."""
    return [(key, what) for key, what in keys if key not in NEEDED or isinstance(game, NEEDED[key])]


def _part(title: str, lines: Sequence[Text], theme: BoardTheme) -> Text:
    return Text("\n").join([theme.text(title, "act"), *lines])


def _key_line(key: str, what: str, theme: BoardTheme) -> Text:
    return theme.text(f"  {key:30} ", "strong") + theme.text(what, "soft")


def _brief(game: AnyGame) -> list[str]:
    """The rules in brief, how to win first; where a game has none, its numbered rules, the last
    one first.
    """
    if game.name in games_with_lessons():
        return [sentence.say for sentence in course(game.name).brief.rule]
    rules = [
        f"{rulebook.for_players(text)} [{key}]" for key, text in rulebook.rules(game.name).items()
    ]
    return [*rules[-1:], *rules[:-1]] or [game.about]
