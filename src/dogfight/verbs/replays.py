"""`dogfight replay` and `dogfight verify`: records read from files and played again."""

from __future__ import annotations

from pathlib import Path

import dogfight
from dogfight.core.decision import Over
from dogfight.core.errors import BadOption, BadRecord
from dogfight.core.event import Event, told_to
from dogfight.core.fair import Checked, check_draws
from dogfight.core.record import Record, check_header, parse, play_move, verify
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, Seat, seat_called


def read_record(path: Path) -> Record:
    """A record from a file."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRecord(f"{path}: expected a record file, found none") from None
    except (IsADirectoryError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path}: expected a text file; {error}") from None


def game_of(record: Record, data: Path | None) -> AnyGame:
    """The game a record was played with."""
    return dogfight.load(record.header.game, data)


def verified(path: Path, data: Path | None) -> tuple[Record, Over | None, Checked | None]:
    """Check a record from the first line to the last, and its draws where it names the seed they come from.

    A record that makes a promise of which nothing can be checked is refused.
    """
    record = read_record(path)
    game = game_of(record, data)
    end, draws = verify(game, record), check_draws(game, record)
    if draws is not None and draws.elsewhere and not draws.draws:
        raise BadRecord(
            f"it promises its draws, but none of the {draws.elsewhere} could be checked:"
            f" it says that all were made at another table ({record.header.onward})"
        )
    return record, end, draws


def draws_words(record: Record, draws: Checked | None) -> str:
    """What could be checked about the draws, and what could not."""
    if draws is None:
        return "No promise of its draws: they were not checked."
    words = [f"{draws.draws} draws, all as promised by the seed."]
    if draws.elsewhere:
        words.append(f"{draws.elsewhere} draws could not be checked: they were made at another table.")
    if isinstance(record.header.retaken, list) and record.header.retaken:
        words.append(f"Draws were made anew {len(record.header.retaken)} times after a take-back by consent.")
    return " ".join(words)


class Replayed:
    """A record played up to a move: the position there and what one seat was told on the way."""

    def __init__(self, record: Record, data: Path | None, to: int | None, seat_word: str | None) -> None:
        self.game = game_of(record, data)
        check_header(self.game, record.header)
        self.seat = self._seat(record, seat_word)
        self.position = self.game.new(record.header.options)
        self.told: list[tuple[int, Event]] = []
        moves = record.moves if to is None else record.moves[:to]
        if to is not None and not 0 <= to <= len(record.moves):
            raise BadOption(f"expected a move from 0 to {len(record.moves)}, got {to}")
        for n, move in enumerate(moves, 1):
            events = play_move(self.game, self.position, move, n)
            self.told += [(n, event) for event in told_to(events, self.seat)]

    def _seat(self, record: Record, word: str | None) -> Seat:
        if word is None:
            return OPEN
        seats = self.game.seats(record.header.options)
        try:
            return seat_called(seats, word)
        except KeyError:
            known = ", ".join(info.name for info in seats)
            raise BadOption(f"expected a seat out of {known}; got {word!r}") from None
