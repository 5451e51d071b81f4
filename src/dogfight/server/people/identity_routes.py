"""The part of the HTTP API that is about the identity of people."""

from __future__ import annotations

from starlette.responses import Response

from dogfight.server import auth, messages
from dogfight.server.people.devices import device_label
from dogfight.server.refusals import Refused
from dogfight.server.route import Json, RequestContext, Route
from dogfight.server.storage.ledger import Person


async def identity(context: RequestContext) -> messages.Identity:
    session = auth.token_hash(context.request)
    return await context.server.accounts.identity(context.me, session, context.request)


async def put_settings(context: RequestContext) -> messages.Ok:
    context.spend(context.server.commands)
    await context.server.people.put_settings(context.me.id, context.body.settings)
    return messages.Ok()


async def make_phrase(context: RequestContext) -> messages.PhraseMade:
    context.server.guesses.spend(context.server.address(context.request))
    return await context.server.accounts.make_phrase(context.me)


async def drop_phrase(context: RequestContext) -> messages.Ok:
    await context.server.people.drop_phrase(context.me.id)
    return messages.Ok()


async def carry(context: RequestContext) -> Response:
    address = context.server.address(context.request)
    person = await context.server.accounts.person_with_phrase(context.body.phrase, address)
    return await _become(context, person, context.body.join)


async def passkey_options(context: RequestContext) -> Response:
    context.spend(context.server.commands)
    options = await context.server.accounts.creation_options(context.me, context.request)
    return Response(options, media_type="application/json")


async def add_passkey(context: RequestContext) -> messages.Identity:
    context.spend(context.server.commands)
    label = device_label(context.request)
    await context.server.accounts.add_passkey(
        context.me, context.request, context.body.credential, label
    )
    return await identity(context)


async def drop_passkey(context: RequestContext) -> messages.Ok:
    await context.server.accounts.drop_passkey(context.me, context.request.path_params["passkey"])
    return messages.Ok()


async def sign_in_options(context: RequestContext) -> Response:
    address = context.server.address(context.request)
    options = await context.server.accounts.request_options(context.request, address)
    return Response(options, media_type="application/json")


async def sign_in(context: RequestContext) -> Response:
    address = context.server.address(context.request)
    person = await context.server.accounts.person_with_passkey(
        context.request, context.body.credential, address
    )
    return await _become(context, person, context.body.join)


async def _become(context: RequestContext, person: Person, join: bool) -> Response:
    """Let this browser be a person; the guest it was is joined to them, or signed out here."""
    server, before = context.server, context.person
    answer = Response(messages.encode(messages.Me(person.name)), media_type="application/json")
    if before is not None and before.id == person.id:
        return answer
    session = auth.token_hash(context.request)
    if before is not None and join:
        joined = await server.accounts.join(person, before)
        await server.nodes.changed_beside(joined.codes)
        for moved in joined.sessions:
            server.move_session(moved)
        return answer
    token = auth.new_secret(server.sources)
    await server.people.add_session(
        person.id, auth.hashed(token), device_label(context.request), server.sources.ms()
    )
    if before is not None and session is not None:
        await server.ledger.end_session(session)
        server.close_session(session)
    answer.headers["set-cookie"] = auth.cookie(context.request, token)
    return answer


async def end_device(context: RequestContext) -> messages.Ok:
    session = await context.server.accounts.session_of(
        context.me, context.request.path_params["device"]
    )
    await context.server.ledger.end_session(session)
    context.server.close_session(session)
    return messages.Ok()


async def export_me(context: RequestContext) -> Response:
    context.spend(context.server.uploads)
    export = await context.server.accounts.export(context.me)
    headers = {"content-disposition": f'attachment; filename="{export.name}"'}
    return Response(export.body, media_type="application/json", headers=headers)


async def delete_me(context: RequestContext) -> Response:
    server, person = context.server, context.me
    if context.body.name != person.name:
        raise Refused("unfit", "expected your name as it stands, to be sure that you mean it")
    sessions = [row.hash for row in await server.people.sessions_of(person.id)]
    codes = await server.accounts.delete(person, server.table_manager)
    await server.nodes.changed_beside(codes)
    for session in sessions:
        server.close_session(session)
    answer = Response(messages.encode(messages.Ok()), media_type="application/json")
    answer.headers["set-cookie"] = auth.cookie(context.request, "")
    return answer


PEOPLE_ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/me/identity",
        "guest",
        "Devices, passkeys and settings of mine",
        identity,
        answer=messages.Identity,
    ),
    Route(
        "POST",
        "/api/me/settings",
        "guest",
        "Keep my settings for other devices",
        put_settings,
        body=messages.SettingsBody,
        answer=messages.Ok,
    ),
    Route(
        "POST",
        "/api/me/phrase",
        "guest",
        "Make the words that carry me to another device",
        make_phrase,
        answer=messages.PhraseMade,
    ),
    Route(
        "DELETE",
        "/api/me/phrase",
        "guest",
        "Make my words worthless",
        drop_phrase,
        answer=messages.Ok,
    ),
    Route(
        "POST",
        "/api/carry",
        "anyone",
        "Be the person whose words these are",
        carry,
        body=messages.CarryBody,
        answer=messages.Me,
    ),
    Route(
        "POST",
        "/api/me/passkey_options",
        "guest",
        "What a browser makes a passkey with",
        passkey_options,
        answer=Json,
    ),
    Route(
        "POST",
        "/api/me/passkeys",
        "guest",
        "Keep a passkey that was just made",
        add_passkey,
        body=messages.PasskeyBody,
        answer=messages.Identity,
    ),
    Route(
        "DELETE",
        "/api/me/passkeys/{passkey}",
        "guest",
        "Remove a passkey",
        drop_passkey,
        answer=messages.Ok,
    ),
    Route(
        "POST",
        "/api/passkey/options",
        "anyone",
        "What a browser signs in with",
        sign_in_options,
        answer=Json,
    ),
    Route(
        "POST",
        "/api/passkey",
        "anyone",
        "Be the person whose passkey has signed",
        sign_in,
        body=messages.PasskeyBody,
        answer=messages.Me,
    ),
    Route(
        "DELETE",
        "/api/me/devices/{device}",
        "guest",
        "Sign a device of mine out",
        end_device,
        answer=messages.Ok,
    ),
    Route(
        "GET",
        "/api/me/export",
        "guest",
        "Everything that is kept about me",
        export_me,
        answer=Json,
    ),
    Route(
        "POST",
        "/api/me/delete",
        "guest",
        "Delete everything that is kept about me",
        delete_me,
        body=messages.DeleteBody,
        answer=messages.Ok,
    ),
)
