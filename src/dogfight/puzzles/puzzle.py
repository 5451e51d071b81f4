"""What a puzzle is, and the collections of puzzles that games bring along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import msgspec

from dogfight.bots.hints import listed, merit, targets_and_threats
from dogfight.core.errors import BadData, BadOption
from dogfight.core.options import OptionValue
from dogfight.core.registry import AnyGame, manifest_of
from dogfight.core.seat import Seat
from dogfight.core.view import Legal, View

FILE: Final = "puzzles.jsonl"
"""The puzzles of a game, in its folder: one a line."""
THEMES: Final[Mapping[str, str]] = {
    "exact": "worked out exactly",
    "secret": "chosen in secret, at the same time as others",
    "open": "chosen in the open",
    "ahead": "keep the lead",
    "behind": "turn it round",
    "level": "anybody's game",
    "passive": "the quiet move",
    "narrow": "few choices",
    "wide": "many choices",
}
"""What the themes of a puzzle mean."""


class PuzzleOption(msgspec.Struct, frozen=True):
    """One choice, what it is worth to the seat, and the standard error of that."""

    notation: str
    value: float
    error: float


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position from a game, a seat that has to choose, and what is known about its choices.

    `options` come best first; the first is the answer. Those that a search ruled out are left out.
    `lead` is how far the answer is ahead of the next, with its error.
    """

    id: str
    game: str
    rules: str
    data: str
    settings: dict[str, OptionValue]
    position: str
    seat: Seat
    options: tuple[PuzzleOption, ...]
    lead: float
    lead_error: float
    exact: bool
    simulations: int
    themes: tuple[str, ...]
    solved_by: dict[str, float]
    """How often each level of the bots finds the answer."""
    source: str

    @property
    def answer(self) -> str:
        """The best choice, in notation."""
        return self.options[0].notation

    @property
    def stars(self) -> int:
        """How difficult it is, from 1 to 3, by how often the bots find it."""
        return self.stars_after(0, 0)

    def stars_after(self, tries: int, solved: int) -> int:
        """How difficult it is, from 1 to 3, once so many people have tried and solved it too."""
        share = sum(self.solved_by.values()) / max(1, len(self.solved_by))
        blended = (share * BOTS_TRIES + solved) / (BOTS_TRIES + tries)
        return 1 if blended >= _EASY else 2 if blended >= _HARD else 3

    def view(self, game: AnyGame) -> View[Any]:
        """What the seat knows: nothing else of the position may be shown."""
        return game.view(game.notation.read(self.position), self.seat)

    def check(self, notation: str) -> None:
        """Raise `BadOption` if this is none of the choices."""
        legal = [entry.notation for entry in self.view(_loaded(self.game)).legal]
        if notation not in legal:
            raise BadOption(f"expected one of {', '.join(legal)}; got {notation!r}")


BOTS_TRIES: Final = 20
"""What the bots find counts like the tries of so many people."""
_CERTAIN: Final = 0.9995
_EASY: Final = 0.4
_HARD: Final = 0.25


def _loaded(name: str) -> AnyGame:
    import dogfight

    return dogfight.load(name)


def reason(puzzle: Puzzle, view: View[Any]) -> str:
    """Why the answer is best: the figures first, then what it promises."""
    entries = {entry.notation: entry for entry in view.legal}
    best, second = (entries[option.notation] for option in puzzle.options[:2])
    own, other = (100 * option.value for option in puzzle.options[:2])
    figures = f"{own:.0f} % against {other:.0f} % for the next best, “{second.text}”."
    rest = certainty(puzzle) or contrast(best, second)
    return " ".join(part for part in (figures, merit(best), rest) if part)


def certainty(puzzle: Puzzle) -> str:
    """What is certain where everything was worked out, in a sentence; empty where nothing is."""
    if not puzzle.exact:
        return ""
    values = [option.value for option in puzzle.options]
    if values[0] >= _CERTAIN:
        return "It wins for certain."
    if values[1] <= 1 - _CERTAIN:
        return "Every other choice loses for certain."
    lost = sum(value <= 1 - _CERTAIN for value in values)
    return f"{lost} of the {len(values)} choices lose for certain." if lost > 1 else ""


def contrast(best: Legal, second: Legal) -> str:
    """What the next best choice lacks, in a sentence, by whom it aims at, who aims at it and what
    its guns cover; empty where both are alike.
    """
    own, foes = targets_and_threats(best)
    other_own, other_foes = targets_and_threats(second)
    exposed = tuple(foe for foe in other_foes if foe not in foes)
    missed = tuple(target for target in own if target not in other_own)
    covered = tuple(place for place in best.bears if place not in second.bears)
    if missed:
        other = f"does not aim at {listed(missed)}" if other_own else "aims at nobody"
        return f"The next best {other}."
    if exposed:
        return f"After the next best, {listed(exposed)} could shoot as well."
    if (other_own and not own) or (second.bears and not best.bears):
        return "The next best aims at something, but that is worth less here."
    if covered:
        other = f"does not cover {listed(covered)}" if second.bears else "covers nothing"
        return f"The next best {other}."
    if best.odds_text and second.odds_text and best.odds_text != second.odds_text:
        return f"The next best: {second.odds_text}."
    return ""


def matching(
    puzzles: Iterable[Puzzle], theme: str = "", stars: int | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles with a theme and a difficulty, where those are named."""
    if theme and theme not in THEMES:
        raise BadOption(f"expected a theme out of {', '.join(THEMES)}; got {theme!r}")
    return tuple(
        puzzle
        for puzzle in puzzles
        if (not theme or theme in puzzle.themes) and stars in (None, puzzle.stars)
    )


def id_of(game: str, position: str, seat: Seat) -> str:
    """A short name that stands for a position and a seat."""
    return sha256(f"{game} {seat} {position}".encode()).hexdigest()[:8]


def written(puzzles: Iterable[Puzzle]) -> bytes:
    """The lines of a file of puzzles."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in ordered)


def read(lines: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file; `BadData` says which line is none."""
    decoder = msgspec.json.Decoder(Puzzle)
    puzzles = []
    for number, line in enumerate(lines.splitlines(), 1):
        try:
            puzzles.append(decoder.decode(line))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadData(f"line {number}: expected a puzzle as JSON; {error}") from None
    return tuple(puzzles)


@lru_cache(maxsize=64)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that a game brings along; those made for other rules or data are left out, and
    those of another game in the same folder.
    """
    file = manifest_of(game).file(FILE)
    if not file.is_file():
        return ()
    loaded = _loaded(game)
    return tuple(
        puzzle
        for puzzle in read(file.read_bytes())
        if (puzzle.game, puzzle.rules, puzzle.data)
        == (game, loaded.rules_version, loaded.data_digest)
    )


def puzzle_of(game: str, name: str) -> Puzzle:
    """The puzzle of a game with this id."""
    for puzzle in puzzles_of(game):
        if puzzle.id == name:
            return puzzle
    raise BadOption(f"expected a puzzle of {game}; there is no {name[:40]!r}")


def puzzle_for_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of the day: the same everywhere, and none twice before all were shown."""
    rounds, place = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: sha256(f"{rounds} {puzzle.id}".encode()).digest())
    return order[place]
