"""One learner at one lesson: the real rules, a scripted partner, and a coach who accepts one
thing at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

import dogfight
from dogfight.core.decision import Chance
from dogfight.core.errors import BadOption, DogfightError, IllegalAction
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat, seat_called
from dogfight.core.view import Legal, View
from dogfight.lessons.courses import Course, Lesson, Step
from dogfight.match.match import Match

Doing = Literal["asked", "explained", "finished"]
_NUDGES_BEFORE_A_HINT = 2
_MOST_NAMED = 3
"""So many of the moves that are accepted a hint names at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a learner is: the step, and the words played in each step since the table was last laid
    out.

    The last of these are the words of the present step; `explained` says that it is done and the
    coach has explained what happened.
    """

    step: int = 0
    words: tuple[tuple[str, ...], ...] = ((),)
    explained: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a move: whether it was played, and what the coach says to one that was not.

    The second nudge to one question, and every later one, comes with a hint.
    """

    played: bool
    retry_text: str = ""
    hint: str = ""


def laid_out(game: AnyGame, position: Any) -> Match:
    """A table that begins at a position; its draws are settled by the script, never by dice."""
    return Match(game, game.options_of(position), draw=_no_dice, start=position)


def _no_dice(_: Chance) -> NoReturn:
    raise AssertionError("the script of a lesson settles every draw")


class LessonTable:
    """A lesson in progress.

    Nothing here can be lost, and no clock runs; what is kept of it is its `place`.
    """

    def __init__(self, course: Course, number: int, at: Place | None = None) -> None:
        self.course = course
        self.number = number
        self.lesson: Lesson = course.lesson(number)
        self.game = dogfight.load(course.game)
        self.place = Place()
        self.driver = self._laid(0)
        self._nudged: tuple[Place, int] = (self.place, 0)
        """How often the coach has nudged, and where that was."""
        if at is not None:
            self._go_to(at)

    # --- questions ---------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        return self.lesson.step[self.place.step]

    @property
    def doing(self) -> Doing:
        """Whether the step waits for a move, is done and explained, or was the last one."""
        if not self.place.explained:
            return "asked"
        return "finished" if self.place.step + 1 == len(self.lesson.step) else "explained"

    @property
    def seat(self) -> Seat:
        return seat_called(self.driver.seats, self.step.seat)

    @property
    def played(self) -> tuple[str, ...]:
        """The words of the present step so far."""
        return self.place.words[-1]

    def accepted(self) -> tuple[str, ...]:
        """The words that the coach takes now, in their order."""
        if self.place.explained:
            return ()
        done = self.played
        going = [
            texts
            for texts in self.step.series()
            if texts[: len(done)] == done and len(texts) > len(done)
        ]
        return tuple(dict.fromkeys(texts[len(done)] for texts in going))

    def view(self) -> View[Any]:
        """What the learner's seat may know, and nothing else."""
        return self.driver.view(self.seat)

    @property
    def can_take_back(self) -> bool:
        """Whether something was played since the table was laid out."""
        return any(self.place.words)

    def wanted(self) -> tuple[Legal, ...]:
        """What is accepted now, as it stands among the legal actions."""
        words = self.accepted()
        return tuple(entry for entry in self.view().legal if entry.notation in words)

    def hint(self) -> str:
        """What to do now, in plain words; empty where nothing is asked."""
        entries = self.wanted()
        if not entries:
            return ""
        named = "; or ".join(entry.text for entry in entries[:_MOST_NAMED])
        return (
            f"Here is what to do: {named}."
            if len(entries) == 1
            else f"Any of these will do: {named}."
        )

    @property
    def helps(self) -> bool:
        """Whether the coach has nudged so often that it gives the hint unasked."""
        return self._nudged[0] == self.place and self._nudged[1] >= _NUDGES_BEFORE_A_HINT

    # --- going on and back -------------------------------------------------------------------

    def play(self, action: int | str) -> Answer:
        """Play a move if the coach accepts it; another that the rules allow is not played and gets
        the nudge.

        What the rules forbid is refused in their words.
        """
        if self.place.explained:
            raise IllegalAction("this step is done; go on to the next one")
        seat, position = self.seat, self.driver.position
        number = (
            self.game.notation.read_action(position, seat, action)
            if isinstance(action, str)
            else action
        )
        self.game.check(position, seat, number)
        word = self.game.notation.write_action(position, seat, number)
        if word not in self.accepted():
            before = self._nudged[1] if self._nudged[0] == self.place else 0
            self._nudged = self.place, before + 1
            return Answer(False, self.step.retry_text, self.hint() if self.helps else "")
        self.driver.play(seat, number)
        self._nudged = self.place, 0
        self._keep((*self.played, word), reported=False)
        if self.played in self.step.series():
            for who, scripted in self.step.scripted_moves():
                self.driver.play(seat_called(self.driver.seats, who), scripted)
            self._keep(self.played, reported=True)
        return Answer(True)

    def go_on(self) -> None:
        """To the next step, once this one has been told."""
        if self.doing != "explained":
            raise IllegalAction(
                "there is something to do first"
                if not self.place.explained
                else "the lesson is finished"
            )
        step = self.place.step + 1
        if self.lesson.step[step].position:
            self.place, self.driver = Place(step), self._laid(step)
        else:
            self.place = Place(step, (*self.place.words, ()))

    def take_back(self) -> None:
        """Take back the last word, whatever it led to; at the beginning of a step, the end of
        the one before.
        """
        words = list(self.place.words)
        if words[-1]:
            self._go_to(Place(self.place.step, (*words[:-1], words[-1][:-1])))
        elif len(words) > 1:
            self._go_to(Place(self.place.step - 1, (*words[:-2], words[-2][:-1])))
        else:
            raise IllegalAction("nothing to take back: the table has just been laid out")

    def begin_at(self, step: int) -> None:
        """Lay the table out anew for a step, or for the one before it that has a position."""
        if not 0 <= step < len(self.lesson.step):
            raise BadOption(f"expected a step from 0 to {len(self.lesson.step) - 1}, got {step}")
        at = self.lesson.laid_at(step)
        self.place, self.driver = Place(at), self._laid(at)

    def _keep(self, words: tuple[str, ...], *, reported: bool) -> None:
        self.place = Place(self.place.step, (*self.place.words[:-1], words), reported)

    def _laid(self, step: int) -> Match:
        return laid_out(self.game, self.game.notation.read(self.lesson.step[step].position))

    def _go_to(self, place: Place) -> None:
        """Play up to a place; where that cannot be any more, to the last position before it."""
        try:
            self._replay(place)
        except (DogfightError, IndexError, KeyError):
            self.begin_at(min(max(place.step, 0), len(self.lesson.step) - 1))

    def _replay(self, place: Place) -> None:
        first = self.lesson.laid_at(place.step)
        if place.step != first + len(place.words) - 1:
            raise BadOption("expected the words of every step since the table was laid out")
        self.place, self.driver = Place(first), self._laid(first)
        for number, words in enumerate(place.words):
            if number:
                self.go_on()
            self._say(words)
        if place.explained and self.doing == "asked":
            raise BadOption("expected the words of a whole step")

    def _say(self, words: Sequence[str]) -> None:
        for word in words:
            if not self.play(word).played:
                raise BadOption(f"expected one of {', '.join(self.accepted())}, got {word!r}")
