"""What people are to be told while they are away, as it is stored: browsers that take push
messages, addresses, the games that wait for them, and who sends what when.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from dogfight.server.storage.store import Reader, Steps

Way = Literal["push", "mail", "confirm"]
"""How a person is reached: a push message, a mail, or the mail that asks whether they want any."""
NOT_CONFIRMED, REFUSED = 0, -1
"""What `confirmed` of an address is beside a time."""
_FLAGS: dict[Way, str] = {"push": "pushed", "mail": "mailed"}
_REACHABLE: dict[Way, str] = {
    "push": "EXISTS (SELECT 1 FROM push_subscription AS own WHERE own.person = notice.person)",
    "mail": "EXISTS (SELECT 1 FROM email AS own WHERE own.person = notice.person AND"
    " own.confirmed > 0)",
}
_SUBSCRIPTIONS = (
    "SELECT id, person, session, endpoint, public_key, auth, label, created, failures"
    " FROM push_subscription"
)
_EMAIL = "SELECT person, address, salt, created, confirmed FROM email"


class Subscription(NamedTuple):
    """A browser that takes push messages."""

    id: bytes
    person: int
    session: bytes
    endpoint: str
    public_key: bytes
    auth: bytes
    label: str
    created: int
    failures: int = 0


class EmailRow(NamedTuple):
    """The address at which a person wants mail."""

    person: int
    address: str
    salt: bytes
    created: int
    confirmed: int


class RunningGame(NamedTuple):
    """A running game of a person who can be reached, and how far it had come when looked at."""

    person: int
    code: str
    head: int
    known_head: int
    since: int


class PendingGame(NamedTuple):
    """A game that waits for a person, since when."""

    code: str
    since: int


class DeliveryClaim(NamedTuple):
    """A delivery that this node carries out, until when, and how many tries have failed."""

    person: int
    way: Way
    until: int
    tries: int


class NoticeRows:
    """The rows of notices in whichever database."""

    def __init__(self, store: Reader) -> None:
        self._store = store

    async def server_key(self, name: str, make: Callable[[], bytes], at: int) -> bytes:
        """A secret that all nodes have in common, made by whichever asks first."""
        sql = "SELECT body FROM server_key WHERE name = ?"
        if rows := await self._store.read(sql, (name,)):
            return bytes(rows[0][0])

        def job() -> Steps[bytes]:
            yield (
                "INSERT INTO server_key (name, body, created) VALUES (?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (name, make(), at),
            )
            stored = yield sql, (name,)
            return bytes(stored[0][0])

        return await self._store.write(job)

    # --- browsers ----------------------------------------------------------------------------

    async def subscriptions_of(self, person: int) -> list[Subscription]:
        rows = await self._store.read(
            f"{_SUBSCRIPTIONS} WHERE person = ? ORDER BY created, id", (person,)
        )
        return [
            Subscription(
                bytes(row[0]), row[1], bytes(row[2]), row[3], bytes(row[4]), bytes(row[5]), *row[6:]
            )
            for row in rows
        ]

    async def put_subscription(self, row: Subscription, most: int) -> bool:
        """Keep a browser, in the place of what was known of it; False if a person has too many."""

        def job() -> Steps[bool]:
            others = yield (
                "SELECT id FROM push_subscription WHERE person = ? AND session <> ? AND id <> ?",
                (row.person, row.session, row.id),
            )
            if len(others) >= most:
                return False
            yield (
                "DELETE FROM push_subscription WHERE id = ? OR (person = ? AND session = ?)",
                (row.id, row.person, row.session),
            )
            yield (
                "INSERT INTO push_subscription (id, person, session, endpoint, public_key, auth,"
                " label, created, failures) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                tuple(row),
            )
            return True

        return await self._store.write(job, _key(row.person))

    async def drop_subscription(self, person: int, id: bytes) -> None:
        sql = "DELETE FROM push_subscription WHERE person = ? AND id = ?"
        await self._run(person, sql, person, id)

    async def drop_subscriptions_of(self, session: bytes) -> None:
        """Forget the browser of a session."""
        await self._run(0, "DELETE FROM push_subscription WHERE session = ?", session)

    async def count_failure(self, row: Subscription, most: int) -> None:
        """A service did not take a message; a browser whose service never does is forgotten."""

        def job() -> Steps[None]:
            yield "UPDATE push_subscription SET failures = failures + 1 WHERE id = ?", (row.id,)
            sql = "DELETE FROM push_subscription WHERE id = ? AND failures >= ?"
            yield sql, (row.id, most)

        await self._store.write(job, _key(row.person))

    async def count_success(self, row: Subscription) -> None:
        if row.failures:
            sql = "UPDATE push_subscription SET failures = 0 WHERE id = ?"
            await self._run(row.person, sql, row.id)

    # --- addresses ---------------------------------------------------------------------------

    async def email_of(self, person: int) -> EmailRow | None:
        rows = await self._store.read(f"{_EMAIL} WHERE person = ?", (person,))
        return EmailRow(rows[0][0], rows[0][1], bytes(rows[0][2]), *rows[0][3:]) if rows else None

    async def put_email(self, row: EmailRow, confirm_hash: bytes, off_hash: bytes) -> None:
        """Keep an address in the place of the one before, and have its owner asked."""

        def job() -> Steps[None]:
            yield from _without_email(row.person)
            yield (
                "INSERT INTO email (person, address, salt, confirm_hash, off_hash, created,"
                " confirmed) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    *(row.person, row.address, row.salt, confirm_hash, off_hash),
                    *(row.created, row.confirmed),
                ),
            )
            yield (
                "INSERT INTO delivery (person, way, due, claimed, tries) VALUES (?, 'confirm', ?,"
                " 0, 0)",
                (row.person, row.created),
            )

        await self._store.write(job, _key(row.person))

    async def confirm_email(self, confirm_hash: bytes, now: int, since: int) -> bool:
        """Whether an address that was entered since then waits for this answer; it has it now."""

        def job() -> Steps[bool]:
            rows = yield (
                "UPDATE email SET confirmed = ? WHERE confirm_hash = ? AND created >= ? AND"
                " confirmed = 0 RETURNING person",
                (now, confirm_hash, since),
            )
            return bool(rows)

        return await self._store.write(job)

    async def refuse_email(self, person: int) -> None:
        """The mail server takes nothing for a person's address."""
        sql = "UPDATE email SET confirmed = ? WHERE person = ?"
        await self._run(person, sql, REFUSED, person)

    async def drop_email(self, person: int) -> None:
        await self._store.write(lambda: _without_email(person), _key(person))

    async def drop_email_by(self, off_hash: bytes) -> bool:
        """Forget the address that a link was made for; False if there is none."""

        def job() -> Steps[bool]:
            rows = yield "SELECT person FROM email WHERE off_hash = ?", (off_hash,)
            for (person,) in rows:
                yield from _without_email(int(person))
            return bool(rows)

        return await self._store.write(job)

    # --- games that wait ---------------------------------------------------------------------

    async def moved_games(self, most: int) -> list[RunningGame]:
        """Running games of people who can be reached that went on since they were looked at."""
        rows = await self._store.read(
            "SELECT DISTINCT player.person, game.code, game.head, coalesce(notice.head, -1),"
            " coalesce(notice.since, 0) FROM (SELECT person FROM push_subscription UNION SELECT"
            " person FROM email WHERE confirmed > 0) AS reached JOIN player ON player.person ="
            " reached.person JOIN game ON game.code = player.code AND game.status = 'live'"
            " LEFT JOIN notice ON notice.person = player.person AND notice.code = player.code"
            " WHERE notice.head IS NULL OR notice.head <> game.head LIMIT ?",
            (most,),
        )
        return [RunningGame(*row) for row in rows]

    async def look_at(self, game: RunningGame, asked: bool, now: int) -> None:
        """Note whether a game waits for a person. What was sent about a move is sent again
        only if they, or the clock for them, have moved since.
        """

        def job() -> Steps[None]:
            again = yield (
                "SELECT 1 FROM entry WHERE code = ? AND seq > ? AND (command_id LIKE ? OR body"
                ' LIKE \'{"do":"clock"%\') LIMIT 1',
                (game.code, game.known_head, f"{game.person}/%"),
            )
            same = asked and game.since > 0 and not again
            kept = "notice" if same else "excluded"
            yield (
                "INSERT INTO notice (person, code, head, since, pushed, mailed) VALUES (?, ?, ?, ?,"
                " 0, 0) ON CONFLICT (person, code) DO UPDATE SET head = excluded.head, since ="
                f" {kept}.since, pushed = {kept}.pushed, mailed = {kept}.mailed"
                " WHERE notice.head < excluded.head",
                (game.person, game.code, game.head, now if asked else 0),
            )

        await self._store.write(job, _key(game.person))

    async def forget_ended(self) -> None:
        """Forget what was noted of games that are over, or whose people have left."""
        gone = (
            "FROM notice WHERE NOT EXISTS (SELECT 1 FROM game JOIN player ON player.code ="
            " game.code WHERE game.code = notice.code AND game.status = 'live' AND player.person ="
            " notice.person)"
        )
        if await self._store.read(f"SELECT 1 {gone} LIMIT 1"):
            await self._run(0, f"DELETE {gone}")

    async def pending(self, person: int, way: Way, before: int) -> list[PendingGame]:
        """The games that have waited for a person since then, and that they were not told of."""
        rows = await self._store.read(
            "SELECT code, since FROM notice WHERE person = ? AND since > 0 AND since <= ? AND"
            f" {_FLAGS[way]} = 0 ORDER BY since, code",
            (person, before),
        )
        return [PendingGame(*row) for row in rows]

    # --- deliveries --------------------------------------------------------------------------

    async def due(self, way: Way, before: int, now: int, most: int) -> list[int]:
        """The people who may be sent something now."""
        free = "delivery.due <= ? AND delivery.claimed < ?"
        if way == "confirm":
            rows = await self._store.read(
                f"SELECT person FROM delivery WHERE way = 'confirm' AND {free} ORDER BY due"
                " LIMIT ?",
                (now, now, most),
            )
        else:
            rows = await self._store.read(
                "SELECT notice.person FROM notice LEFT JOIN delivery ON delivery.person ="
                " notice.person AND delivery.way = ? WHERE since > 0 AND since <= ? AND"
                f" {_FLAGS[way]} = 0 AND {_REACHABLE[way]} AND (delivery.person IS NULL OR {free})"
                " GROUP BY notice.person ORDER BY min(since) LIMIT ?",
                (way, before, now, now, most),
            )
        return [int(row[0]) for row in rows]

    async def claim(self, person: int, way: Way, now: int, until: int) -> DeliveryClaim | None:
        """Take a delivery, unless another node has it or it is not due any more."""

        def job() -> Steps[DeliveryClaim | None]:
            if way != "confirm":  # an address that is withdrawn takes its question along
                yield (
                    "INSERT INTO delivery (person, way, due, claimed, tries) SELECT id, ?, 0, 0, 0"
                    " FROM person WHERE id = ? ON CONFLICT DO NOTHING",
                    (way, person),
                )
            rows = yield (
                "UPDATE delivery SET claimed = ? WHERE person = ? AND way = ? AND due <= ? AND"
                " claimed < ? RETURNING tries",
                (until, person, way, now, now),
            )
            return DeliveryClaim(person, way, until, int(rows[0][0])) if rows else None

        return await self._store.write(job, _key(person))

    async def settle(
        self, claim: DeliveryClaim, due: int, tries: int, games: Sequence[PendingGame] = ()
    ) -> None:
        """Give a delivery back: when the next is due, and the games of which a person was told."""

        def job() -> Steps[None]:
            held = yield (
                "UPDATE delivery SET due = ?, tries = ?, claimed = 0 WHERE person = ? AND way = ?"
                " AND claimed = ? RETURNING person",
                (due, tries, claim.person, claim.way, claim.until),
            )
            if not held:
                return
            for game in games:
                yield (
                    f"UPDATE notice SET {_FLAGS[claim.way]} = 1 WHERE person = ? AND code = ? AND"
                    " since = ?",
                    (claim.person, game.code, game.since),
                )

        await self._store.write(job, _key(claim.person))

    async def end(self, claim: DeliveryClaim) -> None:
        """Forget a delivery that is done for good."""
        await self._run(
            claim.person,
            "DELETE FROM delivery WHERE person = ? AND way = ? AND claimed = ?",
            *(claim.person, claim.way, claim.until),
        )

    async def _run(self, person: int, sql: str, *values: int | str | bytes) -> None:
        def job() -> Steps[None]:
            yield sql, values

        await self._store.write(job, _key(person))


def _key(person: int) -> str:
    """What jobs about a person go by, so that those of several nodes run in one order."""
    return f"notice {person}"


def _without_email(person: int) -> Steps[None]:
    """Forget an address and what was to be sent to it."""
    yield "DELETE FROM email WHERE person = ?", (person,)
    yield "DELETE FROM delivery WHERE person = ? AND way IN ('mail', 'confirm')", (person,)
