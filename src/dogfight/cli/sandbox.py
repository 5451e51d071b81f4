"""`dogfight sandbox`: a position of any game, what can happen in it, and a bot's opinion."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import dogfight
from dogfight.cli.common_options import AsciiOnly, AsJson, Data, GameName, Given, Seed
from dogfight.cli.console import show_json
from dogfight.cli.games import given_options
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, seat_called
from dogfight.core.view import View
from dogfight.sandbox.positions import (
    fault_span,
    opened,
    played,
    seat_asked,
    situation,
)


def sandbox(
    game: GameName,
    position: Annotated[
        str,
        typer.Argument(help="A position in notation; the start of the game without it."),
    ] = "",
    moves: Annotated[
        list[str],
        typer.Option(
            "--move",
            metavar="SEAT=ACTION",
            help="Play this first; repeat for more. The seat may be `chance`, which draws where no"
            " outcome follows, or `clock`.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="Whose choices are shown; the first otherwise.")
    ] = "",
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Ask this bot what it thinks of the choices.")
    ] = "",
    texts: Given = [],  # noqa: B006
    seed: Seed = 1,
    data: Data = None,
    as_json: AsJson = False,
    ascii_only: AsciiOnly = False,
) -> None:
    """Set up a position of any game: see what is legal, the odds and a bot's opinion."""
    loaded = dogfight.load(game, data)
    if position and texts:
        raise BadOption("expected a position or options, got both")
    try:
        here = opened(loaded, position, given_options(loaded, texts) if texts else None)
    except BadNotation as error:
        raise BadNotation(f"{error.message}{_place(position, error.message)}") from None
    dice, events_told = Dice(seed), []
    for word in moves:
        name, _, action = word.partition("=")
        here, events = played(loaded, here, name, action, dice)
        events_told += [event.text for event in events if event.visible_to(OPEN)]
    now = situation(loaded, here)
    asked = seat_asked(now, _seat(loaded, here, seat))
    view = loaded.view(here, asked)
    opinions = _opinions(loaded, view, bot, seed) if bot else []
    if as_json:
        show_json(
            {
                "position": now.notation,
                "acting": [view.seats[number].name for number in now.acting],
                "legal": [entry.notation for entry in view.legal],
                "outcomes": {item.notation: item.share for item in now.outcomes},
                "told": events_told,
                "opinions": [
                    {"notation": notation, "plays": chance, "worth": value}
                    for notation, chance, value in opinions
                ],
            }
        )
        return
    _show(loaded, here, view, events_told, ascii_only=ascii_only)
    for item in now.outcomes:
        print(f"{100 * item.share:6.2f} %  chance={item.notation}")
    for notation, chance, value in opinions:
        print(f"{bot} plays {notation} in {100 * chance:.0f} of 100, worth {100 * value:.1f} %")
    print(now.notation)


def _place(position: str, message: str) -> str:
    """Where in the notation a fault stands, in words; empty where that is not clear."""
    span = fault_span(position, message)
    return f" (character {span[0] + 1})" if span else ""


def _seat(game: AnyGame, position: object, name: str) -> int | None:
    """The seat with this name; None without a name."""
    if not name:
        return None
    seats = game.seats(game.options_of(position))
    try:
        return seat_called(seats, name)
    except KeyError:
        known = ", ".join(info.name for info in seats)
        raise BadOption(f"expected a seat out of {known}; got {name!r}") from None


def _opinions(
    game: AnyGame, view: View[Any], bot: str, seed: int
) -> list[tuple[str, float, float]]:
    """What a bot would play how often, and what it is worth, the preferred first."""
    from dogfight.bots.hints import adviser_called, best  # bots are slow to load

    adviser = adviser_called(bot, seed, game)
    estimates = best(adviser.opinions(view), len(view.legal)) if view.legal else []
    return [(item.notation, item.chance, item.value) for item in estimates]


def _show(
    game: AnyGame, position: object, view: View[Any], texts: list[str], *, ascii_only: bool
) -> None:
    """Print what happened, the board with all open, and the choices."""
    from rich.console import Console

    from dogfight.boards.text.lookup import board
    from dogfight.boards.text.theme import BoardTheme

    console = Console(highlight=False, soft_wrap=True)
    theme = BoardTheme(colour=console.is_terminal and not console.no_color, ascii=ascii_only)
    for text in texts:
        console.print(theme.text(text, "soft"))
    console.print(board(game)(game.view(position, OPEN), theme, None).text)
    if view.result is not None:
        console.print(theme.text(view.result.text, "strong"))
        return
    who = f"{view.seats[view.seat].title}: " if view.legal else ""
    console.print(theme.text(f"{who}{view.prompt.text}", "strong"))
    for entry in view.legal:
        name = view.seats[view.seat].name
        console.print(theme.text(f"  {name}={entry.notation:14} {entry.text}"))
