"""`dogfight replay` and `dogfight verify`: records read from files and played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dogfight
from dogfight.cli.common_options import AsciiOnly, AsJson, Data, InLines
from dogfight.cli.console import has_screen, print_status, read_text, show_json
from dogfight.core.decision import Over
from dogfight.core.errors import BadOption, BadRecord, DogfightError
from dogfight.core.event import Event, visible_events
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, Seat
from dogfight.match.draws import DrawCheck, check_draws
from dogfight.match.record import Record, parse
from dogfight.match.replay import replay as replay_record
from dogfight.match.replay import start_position, version_notice
from dogfight.match.replay import verify as verify_record

RecordFile = Annotated[
    Path, typer.Argument(help="A record, as text or as JSON lines.", show_default=False)
]
RECORD = "a record file"


def verify(file: RecordFile, data: Data = None, as_json: AsJson = False) -> None:
    """Check a record move by move; exit status 1 if it is damaged or was changed."""
    text = read_text(file, RECORD)
    try:
        record, end, draws = verified(text, data)
    except DogfightError as error:
        if as_json:
            show_json({"ok": False, "error": error.message, "rule": error.rule})
        print_status(f"dogfight: {file}: {error}")
        raise typer.Exit(1) from None
    words, notice = (
        end.text if end else "unfinished",
        version_notice(game_of(record, data), record.header),
    )
    if as_json:
        result = {
            "ok": True,
            "moves": record.move_count,
            "hash": record.last_hash(),
            "result": words,
        }
        checked = {} if draws is None else {"draws": draws.draws, "unchecked": draws.elsewhere}
        show_json(result | checked | ({"notice": notice} if notice else {}))
    else:
        order = f"{record.header.game}, {record.move_count} moves, all in order."
        print(f"{file}: {order} {draws_words(record, draws)} {words}")
        say_version(notice)


def replay(
    file: RecordFile,
    to: Annotated[
        int | None, typer.Option(help="Stop after this many moves.", min=0, max=1_000_000_000)
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="Tell only what this seat knew: its name, or its number from 0."
        ),
    ] = None,
    data: Data = None,
    ascii_only: AsciiOnly = False,
    lines: InLines = False,
    as_json: AsJson = False,
) -> None:
    """Play a record again and show what happened, in full or as one seat knew it."""
    if not lines and not as_json and has_screen():
        _on_the_board(file, to, seat, data, ascii_only=ascii_only)
        return
    done = Replayed(parse(read_text(file, RECORD)), data, to, seat)
    notice = version_notice(done.game, done.header)
    if as_json:
        view = done.game.view(done.position, done.seat)
        reported = {
            "events": [{"move": n, "event": event} for n, event in done.events],
            "view": view,
        }
        show_json(reported | ({"notice": notice} if notice else {}))
        return
    say_version(notice)
    for n, event in done.events:
        print(f"{n:4}  {event.text}" + (f"  [{event.rule}]" if event.rule else ""))
        for cause in event.causes:
            print(f"        {cause.words}  [{cause.rule}]")
    if done.seat == OPEN:
        print(done.game.notation.write(done.position))
    print(done.game.text.prompt(done.position, done.seat).text)


def _on_the_board(
    file: Path, to: int | None, seat: str | None, data: Path | None, *, ascii_only: bool
) -> None:
    """Show the game on its board, to go forth and back in."""
    from dogfight.tui.app import OnePageApp  # Textual is slow to load
    from dogfight.tui.replay import Steps
    from dogfight.tui.screens.replay import ReplayScreen

    record = parse(read_text(file, RECORD))
    game = game_of(record, data)
    steps = Steps(game, record, _seat(game, record, seat))
    OnePageApp(ReplayScreen(steps, to or 0), ascii_only=ascii_only).run()


def say_version(notice: str) -> None:
    """Say beside the result that a record was written with older rules."""
    if notice:
        print_status(f"dogfight: {notice}")


def game_of(record: Record, data: Path | None) -> AnyGame:
    """The game a record was played with."""
    return dogfight.load(record.header.game, data)


def verified(text: str, data: Path | None) -> tuple[Record, Over | None, DrawCheck | None]:
    """Check a record from the first line to the last, and its draws where it names the seed they
    come from.

    A record that makes a promise of which nothing can be checked is refused.
    """
    record = parse(text)
    game = game_of(record, data)
    end, draws = verify_record(game, record), check_draws(game, record)
    if draws is not None and draws.elsewhere and not draws.draws:
        raise BadRecord(
            f"it promises its draws, but none of the {draws.elsewhere} could be checked:"
            f" it says that all were made at another table ({record.header.continued_from})"
        )
    return record, end, draws


def draws_words(record: Record, draws: DrawCheck | None) -> str:
    """What could be checked about the draws, and what could not."""
    if draws is None:
        return "No promise of its draws: they were not checked."
    words = [f"{draws.draws} draws, all as promised by the seed."]
    if draws.elsewhere:
        words.append(
            f"{draws.elsewhere} draws could not be checked: they were made at another table."
        )
    if isinstance(record.header.retake_points, list) and record.header.retake_points:
        words.append(
            f"Draws were made anew {len(record.header.retake_points)} times after a take-back by"
            " consent."
        )
    return " ".join(words)


class Replayed:
    """A record played up to a move: the position there and the events that a seat saw so far."""

    def __init__(
        self, record: Record, data: Path | None, to: int | None, seat_word: str | None
    ) -> None:
        self.game = game_of(record, data)
        self.header = record.header
        self.position = start_position(self.game, record.header)
        self.seat = _seat(self.game, record, seat_word)
        if to is not None and not 0 <= to <= record.move_count:
            raise BadOption(f"expected a move from 0 to {record.move_count}, got {to}")
        self.events: list[tuple[int, Event]] = []
        for step in replay_record(self.game, record, until=to):
            self.position = step.after
            events = visible_events(step.events, self.seat)
            self.events += [(step.number, event) for event in events]


def _seat(game: AnyGame, record: Record, word: str | None) -> Seat:
    """The seat with this name or number; everything is open to nobody in particular."""
    if word is None:
        return OPEN
    seats = game.seats(record.header.options)
    for called in ([info.name for info in seats], [str(number) for number in range(len(seats))]):
        if word in called:
            return called.index(word)
    known = ", ".join(f"{info.name} ({number})" for number, info in enumerate(seats))
    raise BadOption(f"expected a seat out of {known}; got {word!r}")
