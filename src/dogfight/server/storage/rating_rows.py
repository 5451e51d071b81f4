"""Ratings as they are stored. A game is rated in one transaction, once, on whichever node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from dogfight.server.storage.pairing_rows import MUTEX
from dogfight.server.storage.store import Reader, Steps

MILLION = 1_000_000
_DAY_MS = 86_400_000


def person_subject(person: int) -> str:
    """What a person's ratings stand under."""
    return f"p{person}"


def bot_subject(bot: str) -> str:
    """What a bot's ratings stand under."""
    return f"b{bot}"


class Rating(NamedTuple):
    """How strong a subject is thought to be, and how sure that is, in millionths."""

    mu: int
    sigma: int
    games: int = 0


class GameOutcome(NamedTuple):
    """What a finished game says: its teams of subjects and the place of each, or why it says
    nothing.
    """

    game: str
    kind: str
    teams: tuple[tuple[str, ...], ...] = ()
    places: tuple[int, ...] = ()
    reason: str = ""


class RatingChange(NamedTuple):
    """A subject's rating after a game."""

    code: str
    game: str
    kind: str
    at: int
    place: int
    mu: int
    sigma: int


class LadderRow(NamedTuple):
    """A line of a ladder: the name of a person who is shown, or of a bot."""

    subject: str
    name: str
    mu: int
    sigma: int
    games: int


Rate = Callable[[Sequence[Sequence[Rating]], Sequence[int]], list[list[Rating]]]
"""Ratings after a game, from those before it and the place of each team."""


class RatingRows:
    """The rows of ratings in whichever database."""

    def __init__(self, store: Reader) -> None:
        self._store = store

    # --- what people want --------------------------------------------------------------------

    async def choice(self, person: int) -> tuple[bool, bool]:
        """Whether a person's games may count, and whether ladders show them."""
        rows = await self._store.read("SELECT rated, ranked FROM person WHERE id = ?", (person,))
        return (bool(rows[0][0]), bool(rows[0][1])) if rows else (False, False)

    async def choose(self, person: int, rated: bool, ranked: bool) -> None:
        def job() -> Steps[None]:
            sql = "UPDATE person SET rated = ?, ranked = ? WHERE id = ?"
            yield sql, (int(rated), int(ranked), person)

        await self._store.write(job)

    async def agree(self, code: str, person: int, yes: bool) -> None:
        """A person agrees that a game counts, or takes that back."""
        sql = "DELETE FROM agreement WHERE code = ? AND person = ?"
        if yes:
            sql = "INSERT INTO agreement (code, person) VALUES (?, ?) ON CONFLICT DO NOTHING"

        def job() -> Steps[None]:
            yield sql, (code, person)

        await self._store.write(job)

    async def agreed(self, code: str) -> set[int]:
        """The people who agreed that a game counts."""
        rows = await self._store.read("SELECT person FROM agreement WHERE code = ?", (code,))
        return {int(row[0]) for row in rows}

    # --- rating ------------------------------------------------------------------------------

    async def pending(self) -> list[str]:
        """Finished games that people wanted to count and that are not rated yet, as they ended."""
        rows = await self._store.read(
            "SELECT DISTINCT game.changed, game.code FROM agreement JOIN game ON game.code ="
            " agreement.code WHERE game.status = 'over' ORDER BY game.changed, game.code"
        )
        return [str(code) for _, code in rows]

    async def settle(self, code: str, at: int, outcome: GameOutcome, rate: Rate, most: int) -> bool:
        """Rate a game, unless that is done; a group that has played `most` games that counted
        within a day plays on without its ratings moving.
        """

        def job() -> Steps[bool]:
            yield MUTEX, ()
            waiting = yield "SELECT code FROM agreement WHERE code = ?", (code,)
            done = yield "SELECT code FROM rated_game WHERE code = ?", (code,)
            yield "DELETE FROM agreement WHERE code = ?", (code,)
            if done or not waiting:
                return False
            reason = outcome.reason or (yield from _repeated(outcome, at, most))
            numbers = yield "SELECT coalesce(max(n), 0) FROM rated_game", ()
            yield (
                "INSERT INTO rated_game (code, n, at, game, kind, reason) VALUES (?,?,?,?,?,?)",
                (code, int(numbers[0][0]) + 1, at, outcome.game, outcome.kind, reason),
            )
            if not reason:
                yield from _rate(code, outcome, rate)
            return not reason

        return await self._store.write(job)

    async def reason(self, code: str) -> str | None:
        """Why a game does not count; empty where it did, None where it is not rated."""
        rows = await self._store.read("SELECT reason FROM rated_game WHERE code = ?", (code,))
        return str(rows[0][0]) if rows else None

    # --- reading -----------------------------------------------------------------------------

    async def ratings_of(self, subject: str) -> dict[tuple[str, str], Rating]:
        """The ratings of a subject by game and kind."""
        rows = await self._store.read(
            "SELECT game, kind, mu, sigma, games FROM rating WHERE subject = ?", (subject,)
        )
        return {(row[0], row[1]): Rating(*row[2:]) for row in rows}

    async def changes_of(self, subject: str, most: int) -> list[RatingChange]:
        """The last changes of a subject's ratings, oldest first."""
        rows = await self._store.read(
            "SELECT change.code, rated_game.game, rated_game.kind, rated_game.at, change.place,"
            " change.mu, change.sigma FROM rating_change AS change JOIN rated_game ON"
            " rated_game.code = change.code WHERE change.subject = ? ORDER BY rated_game.n DESC"
            " LIMIT ?",
            (subject, most),
        )
        return [RatingChange(*row) for row in reversed(rows)]

    async def opponents_of(self, person: int, most: int) -> list[tuple[str, int]]:
        """Whom a person has met most often in finished games, by name, and how often."""
        rows = await self._store.read(
            "SELECT person.name, count(DISTINCT game.code) FROM player AS own JOIN game ON"
            " game.code = own.code AND game.status = 'over' JOIN player AS other ON other.code ="
            " own.code AND other.person <> own.person JOIN person ON person.id = other.person"
            " WHERE own.person = ? GROUP BY person.id, person.name ORDER BY 2 DESC, 1 LIMIT ?",
            (person, most),
        )
        return [(str(name), int(count)) for name, count in rows]

    async def finished_by_game(self, person: int) -> dict[str, int]:
        """How many finished games of each game a person has played."""
        rows = await self._store.read(
            "SELECT game.game, count(DISTINCT game.code) FROM player JOIN game ON game.code ="
            " player.code WHERE player.person = ? AND game.status = 'over' GROUP BY game.game",
            (person,),
        )
        return {str(game): int(count) for game, count in rows}

    async def ladder(self, game: str, kind: str, widest: int, most: int) -> list[LadderRow]:
        """The people who are shown, and the bots, whose rating is sure enough; the best first."""
        rows = await self._store.read(
            "SELECT rating.subject, coalesce(person.name, ''), rating.mu, rating.sigma,"
            " rating.games FROM rating LEFT JOIN person ON rating.subject = 'p' || person.id AND"
            " person.ranked = 1 AND person.rated = 1 WHERE rating.game = ? AND rating.kind = ? AND"
            " rating.sigma <= ? AND (person.id IS NOT NULL OR rating.subject LIKE 'b%')"
            " ORDER BY rating.mu DESC, rating.subject LIMIT ?",
            (game, kind, widest, most),
        )
        return [LadderRow(*row) for row in rows]


def _repeated(outcome: GameOutcome, at: int, most: int) -> Steps[str]:
    """Why a game does not count that the same subjects have played again and again; or nothing."""
    subjects = sorted(subject for team in outcome.teams for subject in team)
    rows = yield (
        "SELECT change.code, change.subject FROM rating_change AS change JOIN rated_game ON"
        " rated_game.code = change.code WHERE rated_game.at > ? AND rated_game.game = ? AND"
        " change.code IN (SELECT code FROM rating_change WHERE subject = ?)",
        (at - _DAY_MS, outcome.game, subjects[0]),
    )
    games: dict[str, list[str]] = {}
    for code, subject in rows:
        games.setdefault(code, []).append(subject)
    same = sum(sorted(played) == subjects for played in games.values())
    return "repeated" if same >= most else ""


def _rate(code: str, outcome: GameOutcome, rate: Rate) -> Steps[None]:
    """Move the ratings of everybody in a game."""
    before: dict[str, Rating | None] = {}
    for subject in (subject for team in outcome.teams for subject in team):
        rows = yield (
            "SELECT mu, sigma, games FROM rating WHERE subject = ? AND game = ? AND kind = ?",
            (subject, outcome.game, outcome.kind),
        )
        before[subject] = Rating(*rows[0]) if rows else None
    teams = [[before[subject] or NEW for subject in team] for team in outcome.teams]
    after = rate(teams, outcome.places)
    for team, place, ratings in zip(outcome.teams, outcome.places, after, strict=True):
        for subject, rating in zip(team, ratings, strict=True):
            played = before[subject]
            yield (
                "INSERT INTO rating (subject, game, kind, mu, sigma, games) VALUES (?,?,?,?,?,?)"
                " ON CONFLICT (subject, game, kind) DO UPDATE SET mu = excluded.mu, sigma ="
                " excluded.sigma, games = excluded.games",
                (
                    *(subject, outcome.game, outcome.kind, rating.mu, rating.sigma),
                    (played.games if played is not None else 0) + 1,
                ),
            )
            yield (
                "INSERT INTO rating_change (code, subject, place, mu, sigma) VALUES (?,?,?,?,?)",
                (code, subject, place, rating.mu, rating.sigma),
            )


NEW = Rating(25 * MILLION, 25 * MILLION // 3)
"""Before the first game."""


def ratings_as(stays: int, goes: int) -> Steps[None]:
    """A person takes over the ratings of a guest, where they have none of their own."""
    own, other = person_subject(stays), person_subject(goes)
    moved = yield (
        "UPDATE rating SET subject = ? WHERE subject = ? AND NOT EXISTS (SELECT 1 FROM rating AS"
        " kept WHERE kept.subject = ? AND kept.game = rating.game AND kept.kind = rating.kind)"
        " RETURNING game, kind",
        (own, other, own),
    )
    for game, kind in moved:
        yield (
            "UPDATE rating_change SET subject = ? WHERE subject = ? AND code IN (SELECT code FROM"
            " rated_game WHERE game = ? AND kind = ?)",
            (own, other, game, kind),
        )
    yield (
        "UPDATE agreement SET person = ? WHERE person = ? AND code NOT IN (SELECT code FROM"
        " agreement AS kept WHERE kept.person = ?)",
        (stays, goes, stays),
    )


def places_of(scores: Mapping[int, float]) -> dict[int, int]:
    """The place of everybody by their score, 1 for the best; equal scores share one."""
    values = scores.values()
    return {key: 1 + sum(other > score for other in values) for key, score in scores.items()}
