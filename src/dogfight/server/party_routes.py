"""The part of the HTTP API that is about the end of a game among friends."""

from __future__ import annotations

from starlette.responses import Response

from dogfight.server import messages
from dogfight.server.previews import check_public
from dogfight.server.route import RequestContext, Route

_AT = "/api/tables/{code}"


def _check_seen(context: RequestContext) -> None:
    """Refuse those who may not look on; crawlers come without a session."""
    if context.person is None:
        check_public(context.at)
    else:
        context.at.views.perspectives_of(context.person)


async def party(context: RequestContext) -> messages.Party:
    _check_seen(context)
    return await context.at.parties.party()


async def card_svg(context: RequestContext) -> Response:
    _check_seen(context)
    return Response(await context.at.parties.card_svg(), media_type="image/svg+xml")


async def card_png(context: RequestContext) -> Response:
    _check_seen(context)
    return Response(await context.at.parties.card_png(), media_type="image/png")


PARTY_ROUTES = (
    Route(
        "GET",
        f"{_AT}/party",
        "anyone",
        "Highlights of a finished game, with names",
        party,
        answer=messages.Party,
    ),
    Route(
        "GET",
        f"{_AT}/card.svg",
        "anyone",
        "The card of a finished game with its board, to share",
        card_svg,
        answer=str,
        media="image/svg+xml",
    ),
    Route(
        "GET",
        f"{_AT}/card.png",
        "anyone",
        "The same card as a PNG, for previews of links",
        card_png,
        answer=str,
        media="image/png",
    ),
)
