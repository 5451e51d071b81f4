"""Private feeds, for readers and calendars that know nothing but an address: where it is a
person's move, and when the clocks of their games end.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from starlette.responses import Response

from dogfight.server import auth, messages
from dogfight.server.people.calendar import deadlines
from dogfight.server.refusals import Refused
from dogfight.server.route import RequestContext, Route
from dogfight.server.storage.ledger import Person

_FEEDS = "/api/feeds/"
_CALENDAR = "deadlines.ics"
_SECRETS = (_FEEDS, "/api/mail/")


def logged_path(path: str) -> str:
    """An address as it may stand in a log: without the secret of a feed or of a mail."""
    return next((f"{prefix}…" for prefix in _SECRETS if path.startswith(prefix)), path)


def atom(name: str, origin: str, lines: Iterable[messages.TableLine]) -> str:
    """The tables where it is a person's move, as an Atom feed."""
    moves = [line for line in lines if line.your_turn and line.status == "live"]
    entries = "".join(
        f"<entry><id>urn:dogfight:{line.code}:{line.changed}</id>"
        f"<title>{escape(f'Your move in {line.title}')}</title>"
        f"<updated>{_time(line.changed)}</updated>"
        f"<link href={quoteattr(f'{origin}/table/{line.code}')}/>"
        f"<summary>{line.code}, turn {line.turn}</summary></entry>"
        for line in moves
    )
    updated = max((line.changed for line in moves), default=0)
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        '<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:dogfight:your-moves</id>'
        f"<title>Your move</title><author><name>{escape(name)}</name></author>"
        f"<updated>{_time(updated)}</updated><link href={quoteattr(f'{origin}/games')}/>"
        f"{entries}</feed>"
    )


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")


async def make_feed(context: RequestContext) -> messages.FeedMade:
    context.spend(context.server.commands)
    secret = auth.new_secret(context.server.sources)
    await context.server.people.put_feed(
        context.me.id, auth.hashed(secret), context.server.sources.ms()
    )
    return messages.FeedMade(f"{_FEEDS}{secret}", f"{_FEEDS}{secret}/{_CALENDAR}")


async def drop_feed(context: RequestContext) -> messages.Ok:
    await context.server.people.drop_feed(context.me.id)
    return messages.Ok()


async def _tables_of_feed(
    context: RequestContext,
) -> tuple[Person, str, tuple[messages.TableLine, ...]]:
    """Whose feed it is, under which address the server was reached, and their tables."""
    secret = auth.hashed(context.request.path_params["feed"])
    person = await context.server.people.person_of_feed(secret)
    if person is None:
        raise Refused("unknown", "This feed has another address now, or none.")
    lines = await context.server.table_manager.listings.mine(person)
    return person, str(context.request.base_url).rstrip("/"), lines


async def feed(context: RequestContext) -> Response:
    person, origin, lines = await _tables_of_feed(context)
    return Response(atom(person.name, origin, lines), media_type="application/atom+xml")


async def calendar(context: RequestContext) -> Response:
    _, origin, lines = await _tables_of_feed(context)
    return Response(deadlines(origin, lines), media_type="text/calendar")


FEED_ROUTES: tuple[Route, ...] = (
    Route(
        "POST",
        "/api/me/feed",
        "guest",
        "Make a secret address of my feed",
        make_feed,
        answer=messages.FeedMade,
    ),
    Route(
        "DELETE",
        "/api/me/feed",
        "guest",
        "Make my feed's address worthless",
        drop_feed,
        answer=messages.Ok,
    ),
    Route(
        "GET",
        "/api/feeds/{feed}",
        "anyone",
        "Where it is my move, as an Atom feed",
        feed,
        answer=str,
        media="application/atom+xml",
    ),
    Route(
        "GET",
        f"/api/feeds/{{feed}}/{_CALENDAR}",
        "anyone",
        "When the clocks of my games end, as a calendar",
        calendar,
        answer=str,
        media="text/calendar",
    ),
)
