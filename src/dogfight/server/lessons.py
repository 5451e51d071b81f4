"""Lessons online: real tables with a coach, one for each person and lesson; no game is ever
stored of them.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec

import dogfight
from dogfight.core.errors import BadOption, DogfightError, one_line
from dogfight.core.options import OptionValue
from dogfight.core.registry import manifest_of
from dogfight.core.view import Prompt, View
from dogfight.lessons.courses import Course, Lesson, Sentence, course, games_with_lessons
from dogfight.lessons.play import LessonTable
from dogfight.lessons.progress import Kept, kept
from dogfight.server import logs, messages
from dogfight.server.board_drawing import draw_board
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Ledger, Person

_MOST_LAID = 256
"""So many lessons lie ready in memory; any other is laid out again from what was kept of it."""
_QUESTIONS_A_STEP = 1000
PARTNER = "coach"
"""Who plays the other seats, as a bot is called."""
CODE = "LESSON"
"""What stands where a table has its code."""


class Teaching(NamedTuple):
    """What the lessons of a game say about it in a list."""

    lessons: int = 0
    first_options: dict[str, OptionValue] = {}


@cache
def teaching(name: str) -> Teaching:
    """Count the lessons of a game, and find in which options a newcomer's first game differs.

    A game from outside whose lessons cannot be read is one without lessons here.
    """
    if not manifest_of(name).lessons:
        return Teaching()
    game = dogfight.load(name)
    try:
        result = course(name)
        first = game.options(result.first_game.options)
    except (DogfightError, OSError) as error:
        logs.warning("lessons_unreadable", game=name, why=one_line(error))
        return Teaching()
    usual = game.options()
    differing = {key: value for key, value in first.items() if usual.get(key) != value}
    return Teaching(len(result.lessons), differing)


class Lessons:
    """The lessons of everybody. What a person has done is durable before it is shown."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._laid: OrderedDict[tuple[int, str, int], tuple[LessonTable, Kept | None]] = (
            OrderedDict()
        )
        """Lessons as they lie, each with how it was stored when it lay so."""
        self._turns: WeakValueDictionary[tuple[int, str, int], asyncio.Lock] = WeakValueDictionary()

    def _turn(self, person: Person, game: str, number: int) -> asyncio.Lock:
        """One thing after another at a lesson, so that nobody sees what is not stored yet."""
        return self._turns.setdefault((person.id, game, number), asyncio.Lock())

    async def courses(self, person: Person | None) -> messages.Courses:
        """Every lesson, and how far this person has come."""
        known = await self._ledger.lessons_of(person.id) if person else {}
        names = [name for name in games_with_lessons() if teaching(name).lessons]
        names.sort(key=lambda name: manifest_of(name).order)
        return messages.Courses(tuple(_course_info(course(name), known) for name in names))

    async def state(self, person: Person, game: str, number: int) -> messages.LessonTableInfo:
        """A lesson where the person left it."""
        async with self._turn(person, game, number):
            return shown(await self._table(person, game, number), person)

    async def view(self, person: Person, game: str, number: int) -> View[Any]:
        """What the learner's seat may know."""
        async with self._turn(person, game, number):
            return (await self._table(person, game, number)).view()

    async def play(
        self, person: Person, game: str, number: int, play: messages.LessonPlay
    ) -> messages.LessonTableInfo:
        """Play what the coach accepts; a nudge or a refusal changes nothing."""
        nudge = ""

        def act(table: LessonTable) -> bool:
            nonlocal nudge
            answer = table.play(play.action)
            nudge = answer.retry_text
            return answer.played

        async with self._turn(person, game, number):
            return shown(
                await self._change(person, game, number, play.question, act), person, nudge
            )

    async def go_on(
        self, person: Person, game: str, number: int, question: int
    ) -> messages.LessonTableInfo:
        """To the next step."""
        async with self._turn(person, game, number):
            return shown(
                await self._change(person, game, number, question, _done(LessonTable.go_on)), person
            )

    async def take_back(
        self, person: Person, game: str, number: int, question: int
    ) -> messages.LessonTableInfo:
        """Back by one word, whatever it led to."""
        async with self._turn(person, game, number):
            return shown(
                await self._change(person, game, number, question, _done(LessonTable.take_back)),
                person,
            )

    async def restart(
        self, person: Person, game: str, number: int, step: int
    ) -> messages.LessonTableInfo:
        """Lay a lesson out anew."""
        restart = _done(lambda table: table.begin_at(step))
        async with self._turn(person, game, number):
            return shown(await self._change(person, game, number, None, restart), person)

    async def _table(self, person: Person, game: str, number: int) -> LessonTable:
        key = (person.id, game, number)
        before = (await self._ledger.lessons_of(person.id)).get((game, number))
        table, stored = self._laid.get(key, (None, None))
        if table is None or stored != before:
            table = _laid_out(_course(game), _numbered(game, number), before)
        self._lay(key, table, before)
        return table

    def _lay(self, key: tuple[int, str, int], table: LessonTable, stored: Kept | None) -> None:
        self._laid[key] = table, stored
        self._laid.move_to_end(key)
        while len(self._laid) > _MOST_LAID:
            self._laid.popitem(last=False)

    async def _change(
        self,
        person: Person,
        game: str,
        number: int,
        question: int | None,
        act: Callable[[LessonTable], bool],
    ) -> LessonTable:
        """Do something at a lesson and store where it stands; what cannot be stored has not
        happened.
        """
        key = (person.id, game, number)
        table = await self._table(person, game, number)
        before = self._laid[key][1]
        if question is not None and question != question_of(table):
            raise Refused("question_closed", "The lesson has moved on.")
        try:
            changed = act(table)
        except BadOption:
            raise
        except DogfightError as error:
            raise Refused("illegal", error.message, rule=error.rule) from None
        if changed:
            try:
                after = kept(table, before)
                if not await self._ledger.put_lesson(person.id, game, number, after, before):
                    raise Refused("question_closed", "The lesson has moved on.")
            except BaseException:
                self._laid.pop(key, None)
                raise
            self._lay(key, table, after)
        return table


def _laid_out(result: Course, number: int, before: Kept | None) -> LessonTable:
    """A lesson as it was left; where what was kept of it leads nowhere it begins anew."""
    try:
        return LessonTable(result, number, before.place if before else None)
    except Exception as error:
        if before is None:
            raise
        logs.warning("lesson_damaged", game=result.game, lesson=number, why=type(error).__name__)
        return LessonTable(result, number, None)


def _done(act: Callable[[LessonTable], None]) -> Callable[[LessonTable], bool]:
    """Something that changes a lesson whenever it is not refused."""

    def do(table: LessonTable) -> bool:
        act(table)
        return True

    return do


def _course(game: str) -> Course:
    try:
        return course(game)
    except BadOption as error:
        raise Refused("unknown", error.message) from None


def _numbered(game: str, number: int) -> int:
    try:
        _course(game).lesson(number)
    except BadOption as error:
        raise Refused("unknown", error.message) from None
    return number


def brief(game: str) -> messages.BriefPage:
    """The rules of a game in brief."""
    result = _course(game)
    rules, mistakes = _lines(result.brief.rule), _lines(result.brief.mistake)
    return messages.BriefPage(game, dogfight.load(game).title, rules, mistakes)


def _lines(sentences: tuple[Sentence, ...]) -> tuple[messages.BriefLine, ...]:
    return tuple(messages.BriefLine(sentence.say, sentence.rules) for sentence in sentences)


def _course_info(result: Course, known: dict[tuple[str, int], Kept]) -> messages.CourseInfo:
    lines = tuple(
        _lesson_info(lesson, number, known.get((result.game, number), Kept()))
        for number, lesson in enumerate(result.lessons, 1)
    )
    return messages.CourseInfo(result.game, dogfight.load(result.game).title, lines)


def _lesson_info(lesson: Lesson, number: int, at: Kept) -> messages.LessonInfo:
    return messages.LessonInfo(
        number, lesson.title, lesson.minutes, lesson.teaches, len(lesson.step), at.step, at.done
    )


# --- as it is shown --------------------------------------------------------------------------


def question_of(table: LessonTable) -> int:
    """The number of the present question: another one after every move, step and taking back."""
    words = sum(len(text) for text in table.place.words)
    return table.place.step * _QUESTIONS_A_STEP + 2 * words + table.place.explained


def shown(table: LessonTable, person: Person, nudge: str = "") -> messages.LessonTableInfo:
    """A lesson as the learner sees it: the view of the learner's seat, and nothing of any other."""
    return messages.LessonTableInfo(_info(table, person), _coach(table, nudge), _view(table))


def _view(table: LessonTable) -> messages.ViewMessage:
    view = table.view()
    events = tuple(messages.event_line(event) for event in view.log)
    bare = msgspec.structs.replace(view, log=(), seconds=None)
    if table.doing != "asked":
        prompt = Prompt("The coach has something to say.", view.prompt.rule)
        bare = msgspec.structs.replace(
            bare, decision_kind="chance", prompt=prompt, legal=(), waiting=()
        )
    return messages.ViewMessage(
        seat=table.seat,
        question=question_of(table),
        deadline=None,
        clock="",
        take_back=table.can_take_back,
        draft=None,
        view=bare,
        board_svg=draw_board(table.game, bare),
        version=hashlib.sha256(msgspec.json.encode((bare, events, table.place))).hexdigest()[:12],
        log=messages.Log(0, events),
    )


def _coach(table: LessonTable, nudge: str) -> messages.Coach:
    step = table.step
    asked = table.doing == "asked"
    return messages.Coach(
        number=table.number,
        title=table.lesson.title,
        step=table.place.step,
        steps=len(table.lesson.step),
        doing=table.doing,
        say=step.say,
        outcome_text="" if asked else step.outcome,
        nudge=nudge,
        hint=table.hint(),
        shows_hint=table.helps,
        points=step.point if asked else (),
        rules=step.rules,
        wanted=tuple(entry.action for entry in table.wanted()),
        first_game=_first_game(table.course),
    )


def _first_game(result: Course) -> messages.FirstGameInfo:
    first, game = result.first_game, dogfight.load(result.game)
    options = game.options(first.options)
    seats = game.seats(options)
    own = next(seat.player for seat in seats if seat.name == first.seat)
    players = sorted({seat.player for seat in seats})
    return messages.FirstGameInfo(
        first.say,
        result.game,
        options,
        tuple("me" if player == own else f"bot:{first.others}" for player in players),
    )


def _info(table: LessonTable, person: Person) -> messages.TableInfo:
    game, driver = table.game, table.driver
    own = driver.seats[table.seat].player
    return messages.TableInfo(
        code=CODE,
        game=game.name,
        title=game.title,
        status="live",
        options=driver.options,
        rules=game.rules_version,
        created=0,
        time_limit_s=0,
        open=False,
        watch=False,
        watch_delay=0.0,
        listed=False,
        hints=False,
        forced_moves=False,
        early=False,
        host=person.name,
        is_host=True,
        seats=driver.seats,
        players=tuple(
            messages.PlayerInfo(
                player=player,
                seats=tuple(n for n, seat in enumerate(driver.seats) if seat.player == player),
                name=person.name if player == own else "Coach",
                bot="" if player == own else PARTNER,
                you=player == own,
                online=True,
                resigned=False,
            )
            for player in sorted({seat.player for seat in driver.seats})
        ),
        watchers=0,
        turn=game.turn(driver.position),
        result=None,
        ended="",
        rematch_code="",
        offer=None,
        continued_from="",
        fair=messages.Fair(""),
    )
