"""What a link to a table shows where links are previewed: title, players, and a finished board.

Anybody who knows the link reads it, so only tables that strangers may watch say anything; it needs
no scripts.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from dogfight.core.errors import DogfightError
from dogfight.server import static
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.live import LiveTable
from dogfight.server.tables.parties import HEIGHT, WIDTH

if TYPE_CHECKING:
    from dogfight.server.app import ServerContext

STRANGER = Person(-1, "")
"""A person without a session."""
PAGES = ("/table/{code}", "/review/{code}", "/join/{code}")
_END = "</head>"


async def page(server: ServerContext, request: Request) -> Response:
    """The page for a table with the tags of its preview; without them where it shows none."""
    try:
        server.requests.spend(server.address(request), server.address(request))
        table = await server.table_manager.table(request.path_params["code"])
        tags = await _tags(table, _base(server, request))
    except DogfightError:
        tags = {}
    if not tags or not (index := static.FOLDER / "index.html").is_file():
        return static.page(request)
    meta = "".join(
        f'<meta property="{escape(name)}" content="{escape(text)}" />\n'
        for name, text in tags.items()
    )
    text = index.read_text().replace(_END, meta + _END, 1)
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


def _base(server: ServerContext, request: Request) -> str:
    """The address of this server as others know it."""
    origins = server.settings.origins
    return origins[0].rstrip("/") if origins else str(request.base_url).rstrip("/")


async def _tags(table: LiveTable, base: str) -> dict[str, str]:
    """The tags by name; `Refused` where strangers may not look on."""
    check_public(table)
    title, code = table.game.title, table.code
    tags = {"og:site_name": "Dogfight", "og:type": "website", "og:url": f"{base}/table/{code}"}
    players = ", ".join(
        table.parties.who(row.player) for row in table.seating if row.person or row.bot
    )
    if table.row.status == "over":
        party = await table.parties.party()
        lines = "; ".join(f"{item.title}: {item.value}, {item.who}" for item in party.lines)
        tags |= {
            "og:title": f"{title}: {party.headline}",
            "og:description": f"{players}. {party.ending} {lines}".strip(),
            "og:image": f"{base}/api/tables/{code}/card.png",
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": f"The board of {title} at the end. {party.headline}",
            "twitter:card": "summary_large_image",
        }
        return tags if await _has_picture(table) else _without_picture(tags)
    now = "You are invited" if table.row.status == "open" else "In play"
    return tags | {"og:title": f"{title}, table {code}", "og:description": f"{now}: {players}."}


def check_public(table: LiveTable) -> None:
    """Refuse strangers a table that they may not watch, and a room whose link was renewed."""
    table.views.perspectives_of(STRANGER)
    if table.room.is_open and table.room.row is not None and table.room.row.key:
        raise Refused("no_watchers", "The link to this room was renewed.")


async def _has_picture(table: LiveTable) -> bool:
    """Whether this server can make the picture; it is kept for the next request."""
    try:
        return bool(await table.parties.card_png())
    except Refused:
        return False


def _without_picture(tags: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in tags.items() if "image" not in f"{name} {text}"}
