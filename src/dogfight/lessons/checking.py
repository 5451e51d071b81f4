"""Hold lessons against the rules: every way through every step is played, and every sentence is
read.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import dogfight
from dogfight import rulebook
from dogfight.core.decision import Chance, Choose, Commit, Over, acting
from dogfight.core.errors import DogfightError
from dogfight.core.event import visible_events
from dogfight.core.registry import AnyGame, manifest_of
from dogfight.core.seat import CHANCE, Seat, SeatInfo, seat_called, seat_name
from dogfight.lessons.courses import Course, FirstGame, Lesson, Sentence, Step, place
from dogfight.lessons.play import laid_out
from dogfight.match.match import Match

MOST_SAID, MOST_NUDGED, MOST_BRIEF = 25, 20, 20
"""The most words in what the coach says or tells, in a nudge, and in a sentence of the brief."""
STEPS, MORE_STEPS, SENTENCES, MISTAKES = range(8, 15), range(4, 9), range(8, 15), range(3, 4)
PARTS = (
    "hand",
    "damage",
    "deck",
    "discards",
    "score",
    "turns",
    "log",
    "hint",
    "rules",
    "track",
    "cards",
    "odds",
)
"""Parts of the table that a step may point at as control:NAME; control:WORD may also be an
action of the moment.
"""
_ON_THE_TABLE = ("unit", "tile", "card", "plane", "ship", "space")
"""Kinds whose names have to stand in the learner's view."""
_LEVELS = ("easy", "random")
_JARGON = re.compile(
    r"\b(seats?|notation|action"
    r" words?|opcode|engine|RNG|legal|illegal|commit(s|ted)?|enum|slots?|bot)\b",
    re.I,
)


def words_in(text: str) -> int:
    """How many words a text has; a hyphenated one counts once."""
    return len(re.findall(r"[\w’'/,.%-]*\w[\w’'/%-]*", text))


def faults(course: Course) -> tuple[str, ...]:
    """Everything that is wrong with a course, each in one line: file, step, key, what was
    expected and what came.
    """
    return tuple(f"{course.source}{where}: {text}" for where, text in _Checker(course).found())


Fault = tuple[str, str]
"""Where in the file, and what is wrong there."""


class _Checker:
    def __init__(self, course: Course) -> None:
        self.course = course
        self.known: set[str] = set()

    def found(self) -> Iterator[Fault]:
        course = self.course
        taught = [name for name in dogfight.names() if manifest_of(name).lesson_targets]
        if course.game not in taught:
            yield "", f"game: expected one of {', '.join(taught)}, got {course.game!r}"
            return
        self.game: AnyGame = dogfight.load(course.game)
        self.known = set(rulebook.rules(course.game))
        for number, lesson in enumerate(course.lessons, 1):
            yield from self._lesson(lesson, number)
        yield from self._brief(course.brief.rule, "brief.rule", SENTENCES)
        yield from self._brief(course.brief.mistake, "brief.mistake", MISTAKES)
        yield from ((" first_game", text) for text in self._first_game(course.first_game))

    # --- sentences ---------------------------------------------------------------------------

    def _words(self, key: str, text: str, most: int) -> Iterator[str]:
        """Check a text for people: not empty, short, in players' words."""
        if not text.strip():
            yield f"{key}: expected a sentence, got nothing"
        if words_in(text) > most:
            yield f"{key}: expected at most {most} words, got {words_in(text)}"
        if match := _JARGON.search(text):
            yield f"{key}: expected players' words, got {match[0]!r}"

    def _rules(self, ids: Sequence[str]) -> Iterator[str]:
        if not ids:
            yield "rules: expected at least one rule id, got none"
        for id_ in ids:
            if id_ not in self.known:
                yield f"rules: expected ids of {self.game.title}, got {id_!r}"

    def _brief(self, sentences: Sequence[Sentence], key: str, sizes: range) -> Iterator[Fault]:
        if len(sentences) not in sizes:
            yield "", f"{key}: expected {_span(sizes)} sentences, got {len(sentences)}"
        for number, sentence in enumerate(sentences, 1):
            where = f" {key} {number}"
            yield from (
                (where, text)
                for text in (
                    *self._words("say", sentence.say, MOST_BRIEF),
                    *self._rules(sentence.rules),
                )
            )
            if (full := len(re.findall(r"[.!?](?=\s|$)", sentence.say))) != 1:
                yield where, f"say: expected one sentence, got {full}"

    def _first_game(self, first: FirstGame) -> Iterator[str]:
        yield from self._words("say", first.say, MOST_SAID)
        try:
            options = self.game.options(first.options)
        except DogfightError as error:
            yield f"options: {error}"
            return
        position = self.game.new(options)
        while isinstance(decision := self.game.decision(position), Chance):
            position.apply(CHANCE, decision.odds[0][0])
        if isinstance(decision, Choose | Commit) and decision.clock is not None:
            yield f"options: expected no clock, got {decision.clock.seconds:g} s"
        names = [seat.name for seat in self.game.seats(options)]
        if first.seat not in names:
            yield f"seat: expected one of {', '.join(names)}, got {first.seat!r}"
        if first.others not in _LEVELS:
            yield f"others: expected {' or '.join(_LEVELS)}, got {first.others!r}"

    # --- lessons -----------------------------------------------------------------------------

    def _lesson(self, lesson: Lesson, number: int) -> Iterator[Fault]:
        above = place(number)
        for key, text in (("title", lesson.title), ("teaches", lesson.teaches)):
            if not text:
                yield above, f"{key}: expected something, got nothing"
        sizes = STEPS if number == 1 else MORE_STEPS
        if len(lesson.step) not in sizes:
            yield above, f"step: expected {_span(sizes)} steps, got {len(lesson.step)}"
        reached: list[Any] = []
        for n, step in enumerate(lesson.step, 1):
            visit = _Visit(self.game, step, reached)
            where = place(number, n)
            yield from ((where, words) for words in self._sentences(step))
            yield from ((where, words) for words in visit.found())
            reached = visit.ends()

    def _sentences(self, step: Step) -> Iterator[str]:
        yield from self._words("say", step.say, MOST_SAID)
        yield from self._words("outcome", step.outcome, MOST_SAID)
        yield from self._rules(step.rules)
        if step.retry_text:
            yield from self._words("retry_text", step.retry_text, MOST_NUDGED)
        if not step.accept or not all(step.series()):
            yield f"accept: expected at least one word in each entry, got {list(step.accept)}"


class _Visit:
    """One step, played in every position that a learner may have come to, in every accepted way."""

    def __init__(self, game: AnyGame, step: Step, reached: list[Any]) -> None:
        self.game = game
        self.step = step
        self.reached = reached
        self._ends: dict[str, Any] = {}

    def ends(self) -> list[Any]:
        """The positions the step leads to, each once."""
        return list(self._ends.values())

    def found(self) -> Iterator[str]:
        starts = self.reached
        if self.step.position:
            try:
                starts = [self.game.notation.read(self.step.position)]
            except DogfightError as error:
                yield f"position: {error}"
                return
            if (usual := self.game.notation.write(starts[0])) != self.step.position:
                yield f"position: expected the usual form {usual!r}, got {self.step.position!r}"
        if not starts:
            yield "position: expected one, for nothing leads here; got none"
        for start in starts:
            yield from self._from(start)

    def _from(self, start: Any) -> Iterator[str]:
        seats = self.game.seats(self.game.options_of(start))
        names = [seat.name for seat in seats]
        if self.step.seat not in names:
            yield f"seat: expected one of {', '.join(names)}, got {self.step.seat!r}"
            return
        me = names.index(self.step.seat)
        decision = self.game.decision(start)
        if me not in acting(decision):
            able = (
                ", ".join(names[seat] for seat in acting(decision))
                or type(decision).__name__.lower()
            )
            yield f"seat: expected a seat that may act ({able}), got {self.step.seat!r}"
            return
        if isinstance(decision, Choose | Commit) and decision.clock is not None:
            yield f"position: expected no clock, got {decision.clock.seconds:g} s"
        yield from self._points(start, me)
        for series in self.step.series():
            yield from self._way(start, seats, me, series)
        legal = {
            self.game.notation.write_action(start, me, entry)
            for entry in self.game.legal(start, me)
        }
        first = {series[0] for series in self.step.series() if series}
        long = any(len(series) > 1 for series in self.step.series())
        if (legal - first or long) and not self.step.retry_text:
            yield (
                "retry_text: expected an answer to"
                f" {', '.join(sorted(legal - first)[:3]) or 'other words'}, got none"
            )

    def _way(
        self, start: Any, seats: tuple[SeatInfo, ...], me: Seat, series: tuple[str, ...]
    ) -> Iterator[str]:
        """One way through: the learner's words, the script, then what has been seen and where it
        ends.
        """
        driver = laid_out(self.game, start)
        for key, entries in (
            ("accept", [(self.step.seat, word) for word in series]),
            ("script", self.step.scripted_moves()),
        ):
            for who, word in entries:
                fault = self._play(driver, seats, me, who, word, key)
                if fault:
                    yield fault
                    return
        yield from self._seen(visible_events(tuple(driver.events), me), " ".join(series))
        decision = driver.decision()
        if isinstance(decision, Over | Chance):
            got = (
                "the end of the game"
                if isinstance(decision, Over)
                else "a draw or roll that is left open"
            )
            yield f"script: expected a question after {' '.join(series)}, got {got}"
            return
        self._ends.setdefault(self.game.notation.write(driver.position), driver.position)

    def _play(
        self, driver: Match, seats: tuple[SeatInfo, ...], me: Seat, who: str, word: str, key: str
    ) -> str:
        """Play one word of the learner or of the script; what is wrong with it, if that cannot
        be.
        """
        try:
            seat = seat_called(seats, who)
        except KeyError:
            names = ", ".join(seat_info.name for seat_info in seats)
            return f"{key}: expected {names} or chance before the word, got {who!r}"
        if seat == me and key == "script" and self._is_choice(driver.position, me, word):
            return (
                f"{key}: expected only what others play, got {word!r}, which is the learner's to"
                " choose"
            )
        try:
            driver.play(seat, word)
        except DogfightError as error:
            due = [seat_name(seats, number) for number in acting(driver.decision())]
            able = ", ".join(due) or type(driver.decision()).__name__.lower()
            return f"{key}: expected what {able} may play now, got {who} {word!r}: {error}"
        return ""

    def _is_choice(self, position: Any, me: Seat, word: str) -> bool:
        """Whether the learner has to choose here, and does not merely decline."""
        legal = [
            self.game.text.legal_entry(position, me, action)
            for action in self.game.legal(position, me)
        ]
        return len(legal) > 1 and not any(
            entry.notation == word and entry.declines for entry in legal
        )

    def _seen(self, log: Iterable[Any], series: str) -> Iterator[str]:
        lines = [event.text for event in log]
        for part in self.step.log_contains:
            if not any(part.lower() in line.lower() for line in lines):
                near = difflib.get_close_matches(part, lines, 1, 0.0)
                yield (
                    f"log_contains: expected {part!r} in the log after {series},"
                    f" got {', '.join(near)!r} at"
                    " most"
                )

    def _points(self, position: Any, me: Seat) -> Iterator[str]:
        kinds = self.game.manifest.lesson_targets
        words = [
            self.game.notation.write_action(position, me, entry)
            for entry in self.game.legal(position, me)
        ]
        words += [word for series in self.step.series() for word in series]
        table = self.game.view(position, me).as_json().decode()
        for point in self.step.point:
            kind, _, name = point.partition(":")
            if kind == "control":
                if name not in PARTS and name not in words:
                    yield (
                        "point: expected a part of the table or a move that is possible, got"
                        f" {point!r}"
                    )
            elif kind not in kinds or not re.fullmatch(kinds[kind], name):
                yield f"point: expected {', '.join(kinds)} or control, with a name, got {point!r}"
            elif kind in _ON_THE_TABLE and name not in table:
                yield f"point: expected what is on the table, got {point!r}"


def _span(sizes: range) -> str:
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
