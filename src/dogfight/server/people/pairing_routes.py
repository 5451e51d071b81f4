"""The part of the HTTP API that finds people to play with."""

from __future__ import annotations

from dogfight.server import messages
from dogfight.server.route import RequestContext, Route


async def pairing(context: RequestContext) -> messages.PairingState:
    return await context.server.pairing.state(context.me)


async def look(context: RequestContext) -> messages.PairingState:
    context.spend(context.server.commands)
    return await context.server.pairing.look(context.me, context.body)


async def stop_looking(context: RequestContext) -> messages.Ok:
    context.spend(context.server.commands)
    await context.server.pairing.stop(context.me)
    return messages.Ok()


PAIRING_ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/pairing",
        "guest",
        "What I look for, and where others wait",
        pairing,
        answer=messages.PairingState,
    ),
    Route(
        "POST",
        "/api/pairing",
        "guest",
        "Look for people to play with, or go on looking",
        look,
        body=messages.LookBody,
        answer=messages.PairingState,
    ),
    Route("DELETE", "/api/pairing", "guest", "Look no more", stop_looking, answer=messages.Ok),
)
