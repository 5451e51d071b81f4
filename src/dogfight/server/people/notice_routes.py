"""The part of the HTTP API that is about telling people of their moves while they are away."""

from __future__ import annotations

from dogfight.server import auth, messages
from dogfight.server.people.devices import device_label
from dogfight.server.route import RequestContext, Route


def _session(context: RequestContext) -> bytes:
    session = auth.token_hash(context.request)
    assert session is not None
    return session


async def notices(context: RequestContext) -> messages.NoticeSettings:
    return await context.server.notices.state(context.me, _session(context), context.request)


async def subscribe(context: RequestContext) -> messages.NoticeSettings:
    context.spend(context.server.commands)
    await context.server.notices.subscribe(
        *(context.me, _session(context), device_label(context.request), context.body),
        context.server.address(context.request),
    )
    return await notices(context)


async def unsubscribe(context: RequestContext) -> messages.Ok:
    await context.server.notices.drop_browser_of(_session(context))
    return messages.Ok()


async def drop_browser(context: RequestContext) -> messages.Ok:
    await context.server.notices.drop_browser(context.me, context.request.path_params["browser"])
    return messages.Ok()


async def enter_email(context: RequestContext) -> messages.NoticeSettings:
    context.spend(context.server.commands)
    address = context.server.address(context.request)
    await context.server.notices.enter_email(context.me, context.body.address, address)
    return await notices(context)


async def drop_email(context: RequestContext) -> messages.Ok:
    await context.server.notices.drop_email(context.me)
    return messages.Ok()


async def confirm_email(context: RequestContext) -> messages.Ok:
    context.server.guesses.spend(context.server.address(context.request))
    await context.server.notices.confirm(context.request.path_params["mail"])
    return messages.Ok()


async def stop_mail(context: RequestContext) -> messages.Ok:
    await context.server.notices.stop_mail(context.request.path_params["mail"])
    return messages.Ok()


NOTICE_ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/me/notices",
        "guest",
        "How I am told of my moves while I am away",
        notices,
        answer=messages.NoticeSettings,
    ),
    Route(
        "POST",
        "/api/me/push",
        "guest",
        "Send push messages to this browser",
        subscribe,
        body=messages.PushBody,
        answer=messages.NoticeSettings,
    ),
    Route(
        "DELETE",
        "/api/me/push",
        "guest",
        "Send this browser no push messages",
        unsubscribe,
        answer=messages.Ok,
    ),
    Route(
        "DELETE",
        "/api/me/push/{browser}",
        "guest",
        "Send a browser of mine no push messages",
        drop_browser,
        answer=messages.Ok,
    ),
    Route(
        "POST",
        "/api/me/email",
        "guest",
        "Ask the owner of an address whether they want mail about my moves",
        enter_email,
        body=messages.EmailBody,
        answer=messages.NoticeSettings,
    ),
    Route(
        "DELETE",
        "/api/me/email",
        "guest",
        "Send me no mail, and forget my address",
        drop_email,
        answer=messages.Ok,
    ),
    Route(
        "POST",
        "/api/mail/{mail}/confirm",
        "anyone",
        "I want mail at the address that this link came to",
        confirm_email,
        answer=messages.Ok,
    ),
    Route(
        "POST",
        "/api/mail/{mail}/off",
        "anyone",
        "I want no mail at the address that this link came to",
        stop_mail,
        answer=messages.Ok,
        foreign=True,
    ),
)
