"""The part of the HTTP API that is about positions set up by hand."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from dogfight.bots.hints import best, reason
from dogfight.bots.registry import LEVELS
from dogfight.core.errors import BadOption
from dogfight.processes.queue import Caller
from dogfight.server import messages
from dogfight.server.jobs import LookAtPosition
from dogfight.server.refusals import Refused
from dogfight.server.route import JSON, RequestContext, Route

_MOST_LINES = 40


async def look(context: RequestContext) -> Response:
    context.spend(context.server.commands)
    return Response(await _state(context, context.body), media_type=JSON)


async def _state(context: RequestContext, ask: messages.SandboxAsk) -> bytes:
    """What a worker says of a position, encoded."""
    seed = int.from_bytes(context.server.sources.entropy(8), "big")
    job = LookAtPosition(context.named_game().name, ask, seed)
    return await context.server.table_manager.jobs.run(job, context.me)


async def opinion(context: RequestContext) -> messages.SandboxOpinion:
    context.spend(context.server.hints)
    body: messages.SandboxOpinionAsk = context.body
    if body.bot not in LEVELS:
        raise BadOption(f"expected a bot out of {', '.join(LEVELS)}; got {body.bot!r}")
    ask = messages.SandboxAsk(body.position, seat=body.seat, all_open=False)
    state = msgspec.json.decode(await _state(context, ask), type=dict[str, msgspec.Raw])
    view = msgspec.json.decode(state["view"], type=context.named_game().views.view_type())
    if view.seat != body.seat or body.seat not in view.waiting or not view.legal:
        raise Refused("not_now", "There is nothing for this seat to choose here.")
    bots = context.server.table_manager.services.bots
    estimates = await bots.advise(body.bot, view, Caller(context.me.id))
    legal = {entry.action: entry for entry in view.legal}
    if not estimates or any(estimate.action not in legal for estimate in estimates):
        raise Refused("hint_failed", "The bot has no answer. Ask again in a moment.")
    preferred = best(estimates, _MOST_LINES)
    return messages.SandboxOpinion(
        body.bot,
        body.seat,
        tuple(
            messages.HintLine(
                estimate.action,
                legal[estimate.action].notation,
                legal[estimate.action].text,
                estimate.chance,
                estimate.value,
                reason(legal[estimate.action], preferred, rank),
            )
            for rank, estimate in enumerate(preferred)
        ),
    )


SANDBOX_ROUTES: tuple[Route, ...] = (
    Route(
        "POST",
        "/api/sandbox/{game}",
        "guest",
        "What can happen in a position, after a move where one is named; nothing is stored",
        look,
        body=messages.SandboxAsk,
        answer=messages.SandboxState,
    ),
    Route(
        "POST",
        "/api/sandbox/{game}/opinion",
        "guest",
        "What a bot thinks of a seat's choices in a position",
        opinion,
        body=messages.SandboxOpinionAsk,
        answer=messages.SandboxOpinion,
    ),
)
