"""Ratings of people and bots by OpenSkill, for those who want them: which games count, and how.

A game counts if everybody in it agreed before it began. Nobody can keep a result from counting by
leaving: it belongs to the person who sat there at the start.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from statistics import fmean

from dogfight.core.decision import Over
from dogfight.core.errors import DogfightError
from dogfight.core.registry import load, names
from dogfight.server import logs, messages
from dogfight.server.people.groups import Kind, kind_of
from dogfight.server.refusals import Refused
from dogfight.server.settings import SystemSources
from dogfight.server.storage.ledger import Person
from dogfight.server.storage.rating_rows import (
    MILLION,
    NEW,
    GameOutcome,
    Rating,
    RatingRows,
    bot_subject,
    person_subject,
    places_of,
)
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.live import LiveTable
from dogfight.server.tables.table_manager import TableManager

_POLL_SECONDS = 2.0
_SAME_GAMES_A_DAY = 10
"""So many games of the same people count within a day, so that two cannot lift each other."""
_PROVISIONAL = 5 * MILLION
"""A rating that is less sure is marked, and stands on no ladder."""
_MOST_CHANGES, _MOST_OPPONENTS, _MOST_LINES = 500, 5, 100
_CENTRE, _SCALE = 1000, 40
"""A new player is shown as 1000; one step of OpenSkill's scale is 40."""


def rate(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """OpenSkill's Plackett-Luce, without its weights: they do not say how much a game counts."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    before = [
        [model.rating(mu=item.mu / MILLION, sigma=item.sigma / MILLION) for item in team]
        for team in teams
    ]
    after = model.rate(before, ranks=[float(place) for place in places])
    return [
        [Rating(round(item.mu * MILLION), round(item.sigma * MILLION)) for item in team]
        for team in after
    ]


def outcome_of(table: LiveTable, agreed: set[int]) -> GameOutcome:
    """What a finished game says about its players, or why it says nothing about them."""
    game, match = table.game.name, table.match
    kind = kind_of(match.table.seats)
    subjects = _subjects(table, agreed)
    reason = _why_not(table, kind, subjects)
    if reason:
        return GameOutcome(game, kind, reason=reason)
    sides = list(dict.fromkeys(seat.side for seat in match.table.seats))
    scores = _scores(table, sides)
    places = places_of(scores)
    teams = {
        number: tuple(
            dict.fromkeys(subjects[seat.player] for seat in match.table.seats if seat.side == side)
        )
        for number, side in enumerate(sides)
    }
    return GameOutcome(game, kind, tuple(teams.values()), tuple(places[number] for number in teams))


def _subjects(table: LiveTable, agreed: set[int]) -> dict[int, str]:
    """Whose result it is, by player: who held the seat at the start; empty where that is unclear
    or they did not agree.
    """
    subjects = {}
    for row in table.seating:
        people = {row.person} if row.person is not None else set()
        if row.player in table.match.sat:
            people = {*table.match.sat[row.player]}
        agreeing = people & agreed
        if len(agreeing) == 1:
            subjects[row.player] = person_subject(agreeing.pop())
        else:
            subjects[row.player] = bot_subject(row.bot) if row.bot and not people else ""
    return subjects


def _why_not(table: LiveTable, kind: Kind, subjects: dict[int, str]) -> str:
    """Why a game counts for nobody; empty if it does."""
    match = table.match
    if kind == "alone":
        return "alone"
    if not all(subjects.values()):
        return "not agreed"
    people = [subject for subject in subjects.values() if subject.startswith("p")]
    bots = [subject for subject in subjects.values() if subject.startswith("b")]
    if not people or len({*people}) < len(people):
        return "hot seat"
    if kind != "crew" and len({*bots}) < len(bots):
        return "same bots"
    if match.retaken:
        return "taken back"
    if match.origin or table.row.opening:
        return "played on"
    return "hints" if table.hints.given else ""


def _scores(table: LiveTable, sides: Sequence[str]) -> dict[int, float]:
    """What each side got: by the rules, or where everybody else has resigned, by that."""
    match = table.match
    end = match.table.decision()
    seats = match.table.seats
    if isinstance(end, Over) and not match.ended:
        return {
            number: fmean(end.payoffs[seat] for seat, info in enumerate(seats) if info.side == side)
            for number, side in enumerate(sides)
        }
    left = {info.side for info in seats if info.player not in match.resigned}
    return {number: float(side in left) for number, side in enumerate(sides)}


def shown(rating: Rating) -> messages.RatingInfo:
    """A rating as people see it: a number, and between which two it lies in 19 of 20 cases."""
    number = _CENTRE + (rating.mu - NEW.mu) / MILLION * _SCALE
    spread = 1.96 * rating.sigma / MILLION * _SCALE
    return messages.RatingInfo(
        rating=round(number),
        low=math.floor(number - spread),
        high=math.ceil(number + spread),
        provisional=rating.sigma > _PROVISIONAL,
        games=rating.games,
    )


class Ratings:
    """The ratings of this server; every node rates what has ended, and each game is rated once."""

    def __init__(self, rows: RatingRows, tables: TableManager, sources: SystemSources) -> None:
        self._rows = rows
        self._tables = tables
        self._sources = sources
        self._chore: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._chore = asyncio.ensure_future(self._poll())

    def close(self) -> None:
        if self._chore is not None:
            self._chore.cancel()

    async def _poll(self) -> None:
        while True:
            try:
                await self.settle()
            except StorageFailed as error:
                logs.warning("ratings_wait", why=error.message)
            except Exception as error:
                logs.error("ratings_failed", why=repr(error))
            await asyncio.sleep(_POLL_SECONDS)

    async def settle(self) -> None:
        """Rate all that has ended, in the order in which it ended."""
        for code in await self._rows.pending():
            agreed = await self._rows.agreed(code)
            outcome = await self._outcome(code, agreed)
            await self._rows.settle(code, self._sources.ms(), outcome, rate, _SAME_GAMES_A_DAY)

    async def _outcome(self, code: str, agreed: set[int]) -> GameOutcome:
        try:
            return outcome_of(await self._tables.table(code), agreed)
        except StorageFailed:
            raise
        except DogfightError as error:
            logs.warning("game_not_rated", table=code, why=error.message)
            return GameOutcome("", "", reason="unreadable")

    # --- what people choose ------------------------------------------------------------------

    async def choose(self, person: Person, rated: bool, ranked: bool) -> messages.Profile:
        await self._rows.choose(person.id, rated, rated and ranked)
        return await self.profile(person)

    async def check_rated(self, person: Person) -> None:
        """Refuse a person who has not asked for a rating."""
        if not (await self._rows.choice(person.id))[0]:
            raise Refused("not_now", "You have no rating. Ask for one on the page about you.")

    async def agree(self, table: LiveTable, person: Person, yes: bool) -> messages.Agreement:
        """Agree that the game that is about to begin counts."""
        if table.row.status != "open":
            raise Refused("not_now", "The game has begun; whether it counts is settled.")
        if yes and table.row.opening:
            raise Refused("not_now", "A game from a position is never rated.")
        if yes:
            await self.check_rated(person)
        await self._rows.agree(table.code, person.id, yes)
        return await self.agreement(table, person)

    async def agree_for_new(self, table: LiveTable, person: Person) -> None:
        """The person who lays a table wants its game to count."""
        await self._rows.agree(table.code, person.id, True)

    async def agreement(self, table: LiveTable, person: Person) -> messages.Agreement:
        """Who has agreed that a game counts, by player, and what became of that."""
        agreed = await self._rows.agreed(table.code)
        rated, _ = await self._rows.choice(person.id)
        return messages.Agreement(
            rated=rated,
            agreed=tuple(row.player for row in table.seating if row.person in agreed),
            people=tuple(row.player for row in table.seating if row.person is not None),
            reason=await self._rows.reason(table.code),
        )

    # --- what people see ---------------------------------------------------------------------

    async def profile(self, person: Person) -> messages.Profile:
        """A person's own games, results and ratings."""
        rated, ranked = await self._rows.choice(person.id)
        subject = person_subject(person.id)
        ratings = await self._rows.ratings_of(subject)
        changes = await self._rows.changes_of(subject, _MOST_CHANGES)
        finished = await self._rows.finished_by_game(person.id)
        return messages.Profile(
            rated=rated,
            ranked=ranked,
            played=tuple(
                messages.PlayedGames(game, count) for game, count in sorted(finished.items())
            ),
            ratings=tuple(
                messages.RatedGame(
                    game=game,
                    kind=kind,
                    now=shown(rating),
                    curve=tuple(
                        messages.RatingPoint(
                            change.code,
                            change.at,
                            change.place,
                            shown(Rating(change.mu, change.sigma)),
                        )
                        for change in changes
                        if (change.game, change.kind) == (game, kind)
                    ),
                )
                for (game, kind), rating in sorted(ratings.items())
            ),
            opponents=tuple(
                messages.Opponent(name, count)
                for name, count in await self._rows.opponents_of(person.id, _MOST_OPPONENTS)
            ),
        )

    async def ladder(self, game: str, kind: str, person: Person | None) -> messages.Ladder:
        """The strongest of a game: bots, and people who chose to be shown."""
        if game not in names():
            raise Refused("unknown", f"expected a game out of {', '.join(names())}")
        kinds = tuple(
            dict.fromkeys(
                kind_of(load(game).seats(load(game).options(group)))
                for group in load(game).manifest.groups
            )
        )
        chosen = kind or kinds[0]
        rows = await self._rows.ladder(game, chosen, _PROVISIONAL, _MOST_LINES)
        own = person_subject(person.id) if person is not None else ""
        return messages.Ladder(
            game,
            chosen,
            kinds,
            tuple(
                messages.LadderLine(
                    name=row.name,
                    bot=row.subject[1:] if row.subject.startswith("b") else "",
                    you=row.subject == own,
                    rating=shown(Rating(row.mu, row.sigma, row.games)),
                )
                for row in rows
            ),
        )
