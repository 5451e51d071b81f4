"""The part of the HTTP API that is about ratings."""

from __future__ import annotations

from dogfight.server import messages
from dogfight.server.route import RequestContext, Route


async def profile(context: RequestContext) -> messages.Profile:
    return await context.server.ratings.profile(context.me)


async def choose_rating(context: RequestContext) -> messages.Profile:
    context.spend(context.server.commands)
    body = context.body
    return await context.server.ratings.choose(context.me, body.rated, body.ranked)


async def ladder(context: RequestContext) -> messages.Ladder:
    game = context.request.path_params["game"]
    return await context.server.ratings.ladder(game, context.query("kind", ""), context.person)


async def agreement(context: RequestContext) -> messages.Agreement:
    context.at.room.check_let_in(context.me.id)
    return await context.server.ratings.agreement(context.at, context.me)


async def agree(context: RequestContext) -> messages.Agreement:
    context.spend(context.server.commands)
    return await context.server.ratings.agree(context.at, context.me, context.body.yes)


RATING_ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/me/profile",
        "guest",
        "My games, results and ratings",
        profile,
        answer=messages.Profile,
    ),
    Route(
        "POST",
        "/api/me/rating",
        "guest",
        "Say whether my games may count, and whether ladders show me",
        choose_rating,
        body=messages.RatingChoice,
        answer=messages.Profile,
    ),
    Route(
        "GET",
        "/api/games/{game}/ladder",
        "anyone",
        "The strongest of a game",
        ladder,
        answer=messages.Ladder,
        query=(("kind", "pair, crew or free-for-all"),),
    ),
    Route(
        "GET",
        "/api/tables/{code}/rated",
        "holder",
        "Who agrees that the game counts",
        agreement,
        answer=messages.Agreement,
    ),
    Route(
        "POST",
        "/api/tables/{code}/rated",
        "holder",
        "Agree that the game counts, or take that back",
        agree,
        body=messages.AgreeBody,
        answer=messages.Agreement,
    ),
)
