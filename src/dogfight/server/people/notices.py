"""Telling people who are away that it is their move, by push messages and mail.

Every node looks which games wait for people who can be reached, and sends what is due. A delivery
is claimed in the database before it is sent and settled after, so one node sends it, and another
does if that one dies.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec
from starlette.requests import HTTPConnection

from dogfight.core.errors import DogfightError
from dogfight.server import logs, messages, metrics
from dogfight.server.auth import hashed
from dogfight.server.limits import Bucket, RateLimits
from dogfight.server.people import web_push
from dogfight.server.people.devices import device_id
from dogfight.server.people.mail import (
    CONFIRM_MS,
    Mailer,
    links,
    mailbox,
    read_address,
)
from dogfight.server.people.notice_text import notice
from dogfight.server.people.push_service import PushService
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import Person
from dogfight.server.storage.notice_rows import (
    NOT_CONFIRMED,
    DeliveryClaim,
    EmailRow,
    NoticeRows,
    PendingGame,
    Subscription,
    Way,
)
from dogfight.server.storage.people_rows import PeopleRows
from dogfight.server.storage.store import StorageFailed
from dogfight.server.tables.table_manager import TableManager

_POLL_SECONDS, _LEAST_POLL_SECONDS = 5.0, 0.2
_CLAIM_MS = 30_000
"""A node that has claimed a delivery and does not settle it for so long has died."""
_MOST_GAMES, _MOST_DELIVERIES, _AT_ONCE = 500, 100, 16
"""What one look takes up at most, and how much is sent at a time."""
_MOST_TRIES = 8
_MOST_FAILURES = 20
"""A browser whose service takes so many messages in a row not is forgotten."""
_LONGEST_RETRY_MS = 3_600_000
_SALT_BYTES = 16
_TOPIC = "your-move"
_OFF = "This server sends no mail."


class Notices:
    """What people choose about notices, and the sending of them."""

    def __init__(
        self,
        rows: NoticeRows,
        people: PeopleRows,
        tables: TableManager,
        settings: Settings,
        sources: SystemSources,
        budget: RateLimits,
    ) -> None:
        self._rows = rows
        self._people = people
        self._tables = tables
        self._settings = settings
        self._sources = sources
        self._budget = budget
        """For those who enter browsers and addresses, and for mailboxes that are asked."""
        self._mailer = Mailer(settings) if settings.smtp else None
        self._mail_key = b""
        self._push: PushService
        self._buckets: dict[Way, Bucket] = {
            "push": _bucket(settings.pushes_per_minute / 60, 60),
            "mail": _bucket(settings.mails_per_hour / 3600, 600),
        }
        self._chore: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._claimed: set[tuple[int, Way]] = set()

    async def open(self) -> None:
        """Find the keys of this server, or make them at its first start; a database that goes
        away at this very moment is waited for.
        """
        while True:
            try:
                self._push = await self._opened()
                break
            except StorageFailed as error:
                logs.warning("notices_wait", why=error.message)
                await asyncio.sleep(_LEAST_POLL_SECONDS)
        self._chore = asyncio.ensure_future(self._poll())

    async def _opened(self) -> PushService:
        now = self._sources.ms()
        raw_key = await self._rows.server_key("push", web_push.new_key, now)
        self._mail_key = await self._rows.server_key(
            "mail", lambda: secrets.token_bytes(web_push.KEY_BYTES), now
        )
        settings = self._settings
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else ""
        return PushService(
            raw_key,
            contact or web_push.public_origin(settings),
            settings.push_private,
            self._sources,
        )

    async def close(self) -> None:
        """Send nothing more; what was claimed and not settled is sent later, or by others."""
        if self._chore is None:
            return
        for task in (self._chore, *self._sending):
            task.cancel()
        await self._push.close()

    # --- what people choose ------------------------------------------------------------------

    async def state(
        self, person: Person, session: bytes | None, request: HTTPConnection
    ) -> messages.NoticeSettings:
        """How a person learns of their moves."""
        off = web_push.why_off(request, self._settings)
        row = await self._rows.email_of(person.id)
        return messages.NoticeSettings(
            push_key="" if off else web_push.b64(web_push.public_point(self._push.key)),
            push_off=off,
            browsers=tuple(
                messages.PushBrowser(
                    device_id(item.id), item.label, item.created, item.session == session
                )
                for item in await self._rows.subscriptions_of(person.id)
            ),
            email=row.address if row is not None else "",
            email_state=_email_state(row),
            email_off="" if self._mailer is not None else _OFF,
        )

    async def subscribe(
        self, person: Person, session: bytes, label: str, body: messages.PushBody, address: str
    ) -> None:
        """Keep a browser that takes push messages."""
        web_push.check_endpoint(body.endpoint, self._settings.push_private)
        point = web_push.read_key(body.p256dh, web_push.POINT_BYTES, "p256dh")
        web_push.check_point(point)
        auth = web_push.read_key(body.auth, web_push.AUTH_BYTES, "auth")
        self._budget.spend(f"p{person.id}", address)
        row = Subscription(
            *(hashed(body.endpoint), person.id, session, body.endpoint, point, auth, label),
            self._sources.ms(),
        )
        most = self._settings.push_browsers
        if not await self._rows.put_subscription(row, most):
            raise Refused("rate", f"{most} browsers of yours take messages; remove one first.")

    async def drop_browser(self, person: Person, name: str) -> None:
        for row in await self._rows.subscriptions_of(person.id):
            if device_id(row.id) == name:
                return await self._rows.drop_subscription(person.id, row.id)
        raise Refused("unknown", "That browser takes no messages any more.")

    async def drop_browser_of(self, session: bytes) -> None:
        await self._rows.drop_subscriptions_of(session)

    async def enter_email(self, person: Person, text: str, address: str) -> None:
        """Ask the owner of an address whether they want mail about a person's moves."""
        if self._mailer is None:
            raise Refused("not_now", _OFF)
        email = read_address(text)
        self._budget.spend(f"p{person.id}", address)
        self._budget.spend(f"mailbox {mailbox(email)}")
        salt = self._sources.entropy(_SALT_BYTES)
        secrets = links(self._mail_key, salt)
        row = EmailRow(person.id, email, salt, self._sources.ms(), NOT_CONFIRMED)
        await self._rows.put_email(row, hashed(secrets.confirm), hashed(secrets.off))

    async def drop_email(self, person: Person) -> None:
        await self._rows.drop_email(person.id)

    async def confirm(self, secret: str) -> None:
        """The owner of an address wants mail."""
        now = self._sources.ms()
        if not await self._rows.confirm_email(hashed(secret), now, now - CONFIRM_MS):
            raise Refused("unknown", "This link was used already, or it is older than a day.")

    async def stop_mail(self, secret: str) -> None:
        """The owner of an address wants no mail any more."""
        if not await self._rows.drop_email_by(hashed(secret)):
            raise Refused("unknown", "No more mail is sent to you; this link is of no use now.")

    # --- looking and sending -----------------------------------------------------------------

    async def _poll(self) -> None:
        settings = self._settings
        delay = min(settings.notice_delay, settings.email_delay)
        pause = max(_LEAST_POLL_SECONDS, min(_POLL_SECONDS, delay / 2))
        while True:
            try:
                await self.look()
            except StorageFailed as error:
                logs.warning("notices_wait", why=error.message)
            except Exception as error:
                logs.error("notices_failed", why=repr(error))
            await asyncio.sleep(pause)

    async def look(self) -> None:
        """Note which games wait for whom, and begin to send what is due."""
        for game in await self._rows.moved_games(_MOST_GAMES):
            await self._rows.look_at(
                game, await self._asks(game.person, game.code), self._sources.ms()
            )
        await self._rows.forget_ended()
        await self._begin("push", self._settings.notice_delay, self._send_push)
        if self._mailer is not None:
            await self._begin("confirm", 0.0, self._send_question)
            await self._begin("mail", self._settings.email_delay, self._send_mail)

    async def _asks(self, person: int, code: str) -> bool:
        try:
            return await self._tables.listings.asks(person, code)
        except StorageFailed:
            raise
        except DogfightError as error:
            logs.warning("notice_not_made", table=code, why=error.message)
            return False

    async def _begin(
        self, way: Way, delay: float, send: Callable[[DeliveryClaim], Awaitable[None]]
    ) -> None:
        """Claim what is due and send it beside, as much as the budget of this server allows."""
        bucket = self._buckets["push" if way == "push" else "mail"]
        now = self._sources.ms()
        before = now - int(delay * 1000)
        for person in await self._rows.due(way, before, now, _MOST_DELIVERIES):
            if len(self._sending) >= _AT_ONCE or (person, way) in self._claimed:
                continue
            if way != "confirm" and not await self._waiting(person, way):
                continue
            if not bucket.take():
                return
            claim = await self._rows.claim(person, way, now, now + _CLAIM_MS)
            if claim is not None:
                self._claimed.add((person, way))
                task = asyncio.ensure_future(self._carry_out(claim, send))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _carry_out(
        self, claim: DeliveryClaim, send: Callable[[DeliveryClaim], Awaitable[None]]
    ) -> None:
        try:
            await send(claim)
        except StorageFailed as error:
            logs.warning("notice_not_settled", why=error.message)
        except Exception as error:
            logs.error("notice_failed", why=repr(error))
        finally:
            self._claimed.discard((claim.person, claim.way))

    async def _waiting(self, person: int, way: Way) -> list[PendingGame]:
        """The games a person is to be told of now: nothing about a table they are at."""
        delay = self._settings.notice_delay if way == "push" else self._settings.email_delay
        games = await self._rows.pending(person, way, self._sources.ms() - int(delay * 1000))
        return [game for game in games if not self._is_present(person, game.code)]

    def _is_present(self, person: int, code: str) -> bool:
        """Whether a person is at a table, through whichever node, or was a moment ago."""
        table = self._tables.tables.get(code)
        if table is None:
            return person in self._tables.services.nodes.people(code)
        away = table.presence.away(person)
        return away is None or away < self._settings.notice_delay

    async def _tables_of(
        self, claim: DeliveryClaim
    ) -> tuple[list[PendingGame], list[messages.TableLine]]:
        """The games that a notice names, as they are now."""
        games = await self._waiting(claim.person, claim.way)
        person = await self._people.person(claim.person)
        if person is None or not games:
            return [], []
        codes = {game.code for game in games}
        lines = [
            line
            for line in await self._tables.listings.mine(person)
            if line.code in codes and line.your_turn and line.status == "live"
        ]
        return games, lines

    async def _send_push(self, claim: DeliveryClaim) -> None:
        games, lines = await self._tables_of(claim)
        browsers = await self._rows.subscriptions_of(claim.person) if lines else []
        body = msgspec.json.encode(notice(lines)) if lines else b""
        outcomes = await asyncio.gather(*(self._push_to(browser, body) for browser in browsers))
        await self._settle(claim, games, outcomes, self._settings.push_pause)

    async def _push_to(self, browser: Subscription, body: bytes) -> str:
        outcome = await self._push.send(browser, body, _TOPIC)
        metrics.NOTICES.labels("push", outcome).inc()
        if outcome == "gone":
            await self._rows.drop_subscription(browser.person, browser.id)
        elif outcome == "failed":
            await self._rows.count_failure(browser, _MOST_FAILURES)
        else:
            await self._rows.count_success(browser)
        return outcome

    async def _send_mail(self, claim: DeliveryClaim) -> None:
        assert self._mailer is not None
        games, lines = await self._tables_of(claim)
        row = await self._rows.email_of(claim.person) if lines else None
        outcomes = []
        if row is not None and row.confirmed > 0:
            said = notice(lines)
            mail = self._mailer.your_move(
                row.address, said.title, said.lines, said.path, links(self._mail_key, row.salt)
            )
            outcomes.append(await self._mailer.send(mail, row.address))
            metrics.NOTICES.labels("mail", outcomes[0]).inc()
        if "refused" in outcomes:
            await self._rows.refuse_email(claim.person)
        await self._settle(claim, games, outcomes, self._settings.email_pause)

    async def _send_question(self, claim: DeliveryClaim) -> None:
        assert self._mailer is not None
        row = await self._rows.email_of(claim.person)
        outcome = "sent"
        if row is not None and row.confirmed == NOT_CONFIRMED:
            mail = self._mailer.question(row.address, links(self._mail_key, row.salt))
            outcome = await self._mailer.send(mail, row.address)
            metrics.NOTICES.labels("question", outcome).inc()
        if outcome == "failed" and claim.tries + 1 < _MOST_TRIES:
            await self._retry(claim)
            return
        if outcome != "sent":
            logs.warning("question_not_sent", outcome=outcome)
            await self._rows.refuse_email(claim.person)
        await self._rows.end(claim)

    async def _settle(
        self,
        claim: DeliveryClaim,
        games: Sequence[PendingGame],
        outcomes: Iterable[str],
        pause: float,
    ) -> None:
        """Note what came of a delivery: told, to be tried again, or given up."""
        results = set(outcomes)
        if "failed" in results and "sent" not in results:
            if claim.tries + 1 < _MOST_TRIES:
                await self._retry(claim)
                return
            logs.warning("notice_given_up", way=claim.way, tries=claim.tries + 1)
        sent = bool(results)
        due = self._sources.ms() + int(pause * 1000) if sent else 0
        await self._rows.settle(claim, due, 0, games if sent else ())

    async def _retry(self, claim: DeliveryClaim) -> None:
        delay = min(_LONGEST_RETRY_MS, int(self._settings.notice_retry * 1000) * 2**claim.tries)
        await self._rows.settle(claim, self._sources.ms() + delay, claim.tries + 1)


def _bucket(rate: float, seconds: float) -> Bucket:
    """A budget that holds what comes together in so many seconds, and at least one."""
    return Bucket(rate, max(1.0, rate * seconds))


def _email_state(row: EmailRow | None) -> messages.EmailState:
    if row is None:
        return "none"
    if row.confirmed > 0:
        return "confirmed"
    return "asked" if row.confirmed == NOT_CONFIRMED else "refused"
