"""The HTTP API as one table: each route says who may call it, what it takes, what it answers,
and how.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

import dogfight
from dogfight import rulebook
from dogfight.bots.registry import bot_names
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.match.explain import why_not_at, why_not_word
from dogfight.match.move_plans import move_plans
from dogfight.planning.parts import MovePlans
from dogfight.server import auth, lessons, messages, openapi
from dogfight.server.jobs import Paper, ReplayPage
from dogfight.server.packs import LoadedPack
from dogfight.server.party_routes import PARTY_ROUTES
from dogfight.server.people.devices import device_label
from dogfight.server.people.feed_routes import FEED_ROUTES
from dogfight.server.people.identity_routes import PEOPLE_ROUTES
from dogfight.server.people.notice_routes import NOTICE_ROUTES
from dogfight.server.people.pairing import groups_of
from dogfight.server.people.pairing_routes import PAIRING_ROUTES
from dogfight.server.people.rating_routes import RATING_ROUTES
from dogfight.server.puzzle_routes import PUZZLE_ROUTES
from dogfight.server.refusals import Refused
from dogfight.server.route import ZIP, Json, RequestContext, Route
from dogfight.server.sandbox_routes import SANDBOX_ROUTES
from dogfight.workshop.forms import GameForms
from dogfight.workshop.requests import (
    AskAboutFiles,
    Checked,
    CheckFiles,
    DataAnswer,
    DrawStart,
    ReadToml,
    StartPicture,
    TomlText,
    TomlValues,
    WriteToml,
)

# --- the server -------------------------------------------------------------------------------


async def healthz(context: RequestContext) -> Response:
    server = context.server
    problem = await server.health_problem()
    health = messages.Health(
        not problem,
        dogfight.__version__,
        int(server.table_manager.lag * 1000),
        server.sockets,
        len(server.table_manager.tables),
        problem,
    )
    return Response(messages.encode(health), 503 if problem else 200, media_type="application/json")


async def openapi_json(_: RequestContext) -> Response:
    return Response(_openapi(), media_type="application/json")


@cache
def _openapi() -> bytes:
    return openapi.as_json(ROUTES)


async def games(_: RequestContext) -> messages.Games:
    infos = [_game_info(dogfight.load(name)) for name in dogfight.names()]
    return messages.Games(tuple(sorted(infos, key=lambda info: info.order)), bot_names())


def _game_info(game: AnyGame) -> messages.GameInfo:
    taught = lessons.teaching(game.name)
    return messages.GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        rules=game.rules_version,
        players=len({seat.player for seat in game.seats(game.options())}),
        order=game.manifest.order,
        first_options=taught.first_options,
        lessons=taught.lessons,
        groups=groups_of(game),
    )


async def options(context: RequestContext) -> messages.OptionsInfo:
    return _options_of(
        context,
        context.server.table_manager.services.packs.server.usual_game(context.named_game().name),
    )


def _options_of(context: RequestContext, game: AnyGame) -> messages.OptionsInfo:
    """Options that do not go together are put right rather than refused, so that a form can
    always be drawn.
    """
    texts = dict(context.request.query_params)
    chosen: dict[str, str | int | bool] = {}
    while (
        field := next(
            (
                option_field
                for option_field in game.option_fields(chosen)
                if option_field.name not in chosen
            ),
            None,
        )
    ) is not None:
        try:
            chosen[field.name] = field.read(texts.get(field.name, field.default))
        except BadOption:
            chosen[field.name] = field.default
    return messages.OptionsInfo(
        game.option_fields(chosen), chosen, game.seats(game.options(chosen))
    )


async def rules(context: RequestContext) -> Response:
    return Response(_rules(context.named_game().name), media_type="application/json")


@cache
def _rules(game: str) -> bytes:
    texts = {rule: rulebook.for_players(text) for rule, text in rulebook.rules(game).items()}
    return msgspec.json.encode(texts)


async def chapters(context: RequestContext) -> Response:
    texts = rulebook.chapters(context.named_game().name)
    return Response(msgspec.json.encode(texts), media_type="application/json")


async def rule(context: RequestContext) -> Response:
    game, expected = context.named_game().name, context.request.path_params["rule"]
    try:
        text = "\n".join(
            rulebook.for_players(line) for line in rulebook.rule(game, expected).splitlines()
        )
    except BadOption as error:
        raise Refused("unknown", error.message) from None
    return Response(
        msgspec.json.encode({"id": expected, "text": text}), media_type="application/json"
    )


# --- packs ------------------------------------------------------------------------------------


async def packs(context: RequestContext) -> messages.PackList:
    return await context.server.packs.all(context.me, context.request)


async def pack_upload(context: RequestContext) -> messages.PackLine:
    context.spend(context.server.uploads)
    return await context.server.packs.upload(context.body, context.me, context.request)


async def pack_make(context: RequestContext) -> messages.PackLine:
    context.spend(context.server.uploads)
    return await context.server.packs.make(context.body, context.me, context.request)


async def pack(context: RequestContext) -> messages.PackLine:
    return await context.server.packs.line(_pack_word(context), context.me)


def _pack_word(context: RequestContext) -> str:
    """How the address names a pack."""
    word: str = context.request.path_params["pack"]
    return word


async def _pack_at(context: RequestContext) -> LoadedPack:
    return await context.server.packs.loaded(_pack_word(context), context.me)


async def pack_file(context: RequestContext) -> Response:
    return _download(await _pack_at(context))


def _download(loaded: LoadedPack) -> Response:
    name = f'attachment; filename="{loaded.pack.file_name}"'
    return Response(loaded.file.body, media_type=ZIP, headers={"content-disposition": name})


async def pack_picture(context: RequestContext) -> Response:
    loaded = await _pack_at(context)
    if not loaded.pack.picture:
        raise Refused("unknown", "This pack has no picture.")
    return Response(loaded.pack.picture, media_type=loaded.pack.picture_type)


async def pack_options(context: RequestContext) -> messages.OptionsInfo:
    return _options_of(context, (await _pack_at(context)).game)


async def pack_print(context: RequestContext) -> Response:
    context.spend(context.server.uploads)
    loaded = await _pack_at(context)
    paper: Paper = "letter" if context.query("paper", "a4") == "letter" else "a4"
    body = await context.server.packs.printed(loaded, paper, context.me)
    name = f'attachment; filename="{loaded.pack.file_name.removesuffix(".zip")}.pdf"'
    return Response(body, media_type="application/pdf", headers={"content-disposition": name})


async def pack_listed(context: RequestContext) -> messages.PackLine:
    context.spend(context.server.commands)
    return await context.server.packs.list(_pack_word(context), context.me, context.body.listed)


async def pack_remove(context: RequestContext) -> messages.Ok:
    context.spend(context.server.commands)
    await context.server.packs.remove(_pack_word(context), context.me)
    return messages.Ok()


async def table_options(context: RequestContext) -> messages.OptionsInfo:
    context.at.views.perspectives_of(context.me)
    return _options_of(context, context.at.game)


async def table_pack(context: RequestContext) -> Response:
    if context.at.pack is None:
        raise Refused("unknown", "This table is played with the data of the game.")
    return _download(context.at.pack)


# --- the lab ----------------------------------------------------------------------------------


async def lab_studies(context: RequestContext) -> messages.LabStudies:
    return context.server.lab.all(context.me.id, context.request)


async def lab_ask(context: RequestContext) -> messages.LabStudy:
    context.spend(context.server.uploads)
    context.server.lab.check_open(context.request)
    question: messages.LabQuestion = context.body
    loaded = await context.server.packs.for_table(question.pack, question.game, context.me)
    return await context.server.lab.ask(
        question, context.me.id, None if loaded is None else loaded.pack
    )


async def lab_study(context: RequestContext) -> messages.LabStudy:
    context.server.lab.check_open(context.request)
    return context.server.lab.study(context.request.path_params["study"], context.me.id)


async def lab_report(context: RequestContext) -> Response:
    context.server.lab.check_open(context.request)
    return Response(
        context.server.lab.page(context.request.path_params["study"], context.me.id),
        media_type="text/html",
    )


async def lab_forget(context: RequestContext) -> messages.Ok:
    context.server.lab.check_open(context.request)
    await context.server.lab.remove(context.request.path_params["study"], context.me.id)
    return messages.Ok()


# --- the workshop -----------------------------------------------------------------------------


async def workshop(context: RequestContext) -> messages.WorkshopInfo:
    return messages.WorkshopInfo(context.server.workshop.is_open(context.request))


async def workshop_schema(context: RequestContext) -> GameForms:
    context.server.workshop.check_open(context.request)
    context.spend(context.server.commands)
    return await context.server.workshop.forms(context.named_game().name)


async def _worked_out(context: RequestContext) -> Response:
    """The answer to a request of the workshop, out of a process with limits."""
    context.server.workshop.check_open(context.request)
    context.spend(context.server.commands)
    result = await context.server.workshop.answer(context.body, context.me)
    return Response(result, media_type="application/json")


async def workshop_check(context: RequestContext) -> Response:
    return await _worked_out(context)


async def workshop_read(context: RequestContext) -> Response:
    return await _worked_out(context)


async def workshop_write(context: RequestContext) -> Response:
    return await _worked_out(context)


async def workshop_picture(context: RequestContext) -> Response:
    return await _worked_out(context)


async def workshop_ask(context: RequestContext) -> Response:
    return await _worked_out(context)


# --- lessons ---------------------------------------------------------------------------------


async def brief(context: RequestContext) -> messages.BriefPage:
    return lessons.brief(context.named_game().name)


async def courses(context: RequestContext) -> messages.Courses:
    return await context.server.lessons.courses(context.person)


def _lesson_at(context: RequestContext) -> tuple[str, int]:
    """The game and the number of the lesson that the address names."""
    game, number = context.named_game().name, context.request.path_params["lesson"]
    if not number.isdecimal() or len(number) > 3:
        raise Refused("unknown", f"expected the number of a lesson, got {number[:40]!r}")
    return game, int(number)


async def lesson(context: RequestContext) -> messages.LessonTableInfo:
    return await context.server.lessons.state(context.me, *_lesson_at(context))


async def lesson_play(context: RequestContext) -> messages.LessonTableInfo:
    context.spend(context.server.commands)
    return await context.server.lessons.play(context.me, *_lesson_at(context), context.body)


async def lesson_next(context: RequestContext) -> messages.LessonTableInfo:
    context.spend(context.server.commands)
    return await context.server.lessons.go_on(
        context.me, *_lesson_at(context), context.body.question
    )


async def lesson_undo(context: RequestContext) -> messages.LessonTableInfo:
    context.spend(context.server.commands)
    return await context.server.lessons.take_back(
        context.me, *_lesson_at(context), context.body.question
    )


async def lesson_explain(context: RequestContext) -> messages.Reason:
    context.spend(context.server.commands)
    view = await context.server.lessons.view(context.me, *_lesson_at(context))
    return _reason(context.named_game(), view, context.body)


async def lesson_restart(context: RequestContext) -> messages.LessonTableInfo:
    context.spend(context.server.commands)
    return await context.server.lessons.restart(context.me, *_lesson_at(context), context.body.step)


# --- people ----------------------------------------------------------------------------------


async def me(context: RequestContext) -> messages.Me:
    return messages.Me(context.me.name)


async def name_me(context: RequestContext) -> Response:
    name = auth.clean_name(context.body.name)
    answer = Response(messages.encode(messages.Me(name)), media_type="application/json")
    if context.person is not None:
        await context.server.table_manager.rename(context.person, name)
        return answer
    context.server.guests.spend(context.server.address(context.request))
    token = auth.new_secret(context.server.sources)
    await context.server.ledger.new_person(
        name, auth.hashed(token), context.server.sources.ms(), device_label(context.request)
    )
    answer.headers["set-cookie"] = auth.cookie(context.request, token)
    return answer


async def forget_me(context: RequestContext) -> Response:
    session = auth.token_hash(context.request)
    assert session is not None
    await context.server.ledger.end_session(session)
    context.server.close_session(session)
    answer = Response(messages.encode(messages.Ok()), media_type="application/json")
    answer.headers["set-cookie"] = auth.cookie(context.request, "")
    return answer


# --- tables ----------------------------------------------------------------------------------


async def my_tables(context: RequestContext) -> messages.TableList:
    return messages.TableList(await context.server.table_manager.listings.mine(context.me))


async def lobby(context: RequestContext) -> messages.TableList:
    return messages.TableList(await context.server.table_manager.listings.open(context.me))


async def live(context: RequestContext) -> messages.TableList:
    return messages.TableList(await context.server.table_manager.listings.live(context.me))


async def create(context: RequestContext) -> messages.TableCreated:
    body, ratings = context.body, context.server.ratings
    if body.position:
        context.spend(context.server.commands)
        if body.rated or body.pack:
            raise Refused(
                "not_now",
                "A game from a position is never rated, and played with the game's own data.",
            )
    if body.rated:
        if body.pack:
            raise Refused("not_now", "A rated game is played with the game's own data.")
        await ratings.check_rated(context.me)
        body = msgspec.structs.replace(body, hints=False)
    pack = await context.server.packs.for_table(body.pack, body.game, context.me)
    table, invites = await context.server.table_manager.create(context.me, body, pack)
    if body.rated:
        await ratings.agree_for_new(table, context.me)
    return messages.TableCreated(table.views.info(context.me), invites)


async def table(context: RequestContext) -> messages.TableInfo:
    context.at.room.check_let_in(context.me.id)
    if context.at.row.status != "open":
        context.at.views.perspectives_of(context.me)
    return context.at.views.info(context.me)


async def claim(context: RequestContext) -> messages.TableCreated:
    await context.at.seat_changes.claim(context.me, context.body.secret)
    return messages.TableCreated(context.at.views.info(context.me))


async def sit(context: RequestContext) -> messages.TableCreated:
    await context.at.seat_changes.sit(context.me, context.body.player, context.body.key)
    return messages.TableCreated(context.at.views.info(context.me))


async def nonce(context: RequestContext) -> messages.TableCreated:
    await context.at.start_countdown.add_nonce(context.me, context.body.commit, context.body.nonce)
    return messages.TableCreated(context.at.views.info(context.me))


async def leave(context: RequestContext) -> messages.Ok:
    await context.at.seat_changes.leave(context.me, context.body.player)
    return messages.Ok()


async def room_leave(context: RequestContext) -> messages.Ok:
    await context.at.room.leave(context.me)
    return messages.Ok()


async def room_not_ready(context: RequestContext) -> messages.TableCreated:
    await context.at.room.not_ready(context.me)
    return messages.TableCreated(context.at.views.info(context.me))


async def room_options(context: RequestContext) -> messages.TableCreated:
    await context.at.room.set_options(context.me, context.body.options, context.body)
    return messages.TableCreated(context.at.views.info(context.me))


async def room_move(context: RequestContext) -> messages.TableCreated:
    await context.at.room.move(context.me, context.body.guest, context.body.player)
    return messages.TableCreated(context.at.views.info(context.me))


async def room_remove(context: RequestContext) -> messages.TableCreated:
    await context.at.room.remove(context.me, context.body.guest, context.body.bar)
    return messages.TableCreated(context.at.views.info(context.me))


async def room_host(context: RequestContext) -> messages.TableCreated:
    await context.at.room.hand_over(context.me, context.body.guest)
    return messages.TableCreated(context.at.views.info(context.me))


async def room_link(context: RequestContext) -> messages.TableCreated:
    await context.at.room.renew_link(context.me)
    return messages.TableCreated(context.at.views.info(context.me))


async def room_start(context: RequestContext) -> messages.TableCreated:
    await context.at.room.start(context.me, context.body.bot)
    return messages.TableCreated(context.at.views.info(context.me))


async def silence(context: RequestContext) -> messages.TableCreated:
    await context.at.chat.silence(context.me, context.body.guest, context.body.silenced)
    return messages.TableCreated(context.at.views.info(context.me))


async def invite(context: RequestContext) -> messages.Invite:
    return await context.at.seat_changes.invite(context.me, context.body.player)


async def bot(context: RequestContext) -> messages.TableCreated:
    await context.at.seat_changes.bot(context.me, context.body.player, context.body.bot)
    return messages.TableCreated(context.at.views.info(context.me))


async def resign(context: RequestContext) -> messages.TableCreated:
    await context.at.commands.resign(context.me, context.body.player)
    return messages.TableCreated(context.at.views.info(context.me))


async def rematch(context: RequestContext) -> messages.TableCreated:
    following = await context.server.table_manager.rematch(
        context.at, context.me, context.body.swap
    )
    return messages.TableCreated(following.views.info(context.me))


async def hint(context: RequestContext) -> messages.Hint:
    context.spend(context.server.hints)
    return await context.at.hints.hint(context.me, context.body.seat, context.body.question)


async def explain(context: RequestContext) -> messages.Reason:
    context.spend(context.server.commands)
    view = await context.at.views.seat_view(context.me, context.body.seat, context.body.question)
    return _reason(context.at.game, view, context.body)


def _reason(game: AnyGame, view: View[Any], intent: messages.ExplainBody) -> messages.Reason:
    """Explain why what a player wants cannot be done, from the view of their seat alone."""
    explanation = (
        why_not_word(game, view, intent.notation)
        if intent.notation
        else why_not_at(game, view, intent.place)
    )
    return messages.Reason(explanation.text, explanation.rule, explanation.nearest_action)


async def plans(context: RequestContext) -> MovePlans:
    context.spend(context.server.commands)
    view = await context.at.views.seat_view(context.me, context.body.seat, context.body.question)
    return move_plans(context.at.game, view, context.body.piece)


async def standing_order(context: RequestContext) -> messages.Ok:
    context.spend(context.server.commands)
    await context.at.orders.give(context.me, context.body.seat, context.body.standing_order)
    return messages.Ok()


async def take_back_request(context: RequestContext) -> messages.TableCreated:
    context.spend(context.server.commands)
    await context.at.take_backs.ask(context.me, context.body.player)
    return messages.TableCreated(context.at.views.info(context.me))


async def pause_request(context: RequestContext) -> messages.TableCreated:
    await context.at.take_backs.ask_pause(context.me, context.body.player)
    return messages.TableCreated(context.at.views.info(context.me))


async def go_on(context: RequestContext) -> messages.TableCreated:
    await context.at.clock.go_on(context.me)
    return messages.TableCreated(context.at.views.info(context.me))


async def draw_offer(context: RequestContext) -> messages.TableCreated:
    await context.at.take_backs.offer_draw(context.me, context.body.player)
    return messages.TableCreated(context.at.views.info(context.me))


async def take_back_reply(context: RequestContext) -> messages.TableCreated:
    context.spend(context.server.commands)
    await context.at.take_backs.answer(context.me, context.body.n, context.body.yes)
    return messages.TableCreated(context.at.views.info(context.me))


async def command(context: RequestContext) -> messages.Ack:
    context.spend(context.server.commands)
    answer = await context.server.command(context.at, context.me, context.body)
    match answer:
        case messages.Reject(code=code, error=error, rule=by):
            raise Refused(code, error, rule=by)
        case messages.Busy():
            raise Refused("busy", "The table is busy. Send it again with the same id.")
        case _:
            return answer


async def view(context: RequestContext) -> Response:
    """The view of one of my seats, or the watchers'; waits while nothing has changed."""
    perspectives = context.at.views.perspectives_of(context.me)
    expected = context.query("seat", str(perspectives[0]))
    seat = next((perspective for perspective in perspectives if str(perspective) == expected), None)
    if seat is None:
        raise Refused("not_your_seat", "That is not your seat.")
    loop = asyncio.get_running_loop()
    until = loop.time() + context.server.settings.poll_seconds
    while True:
        if await auth.person_asking(context.request, context.server.ledger) is None:
            raise Refused("no_session", "The session has ended.")
        changed = context.at.viewers.changed
        version, frame = await context.at.views.frame(context.me, seat)
        left = until - loop.time()
        if version != context.query("after", "") or left <= 0:
            return Response(frame, media_type="application/json")
        try:
            async with asyncio.timeout(left):
                await changed.wait()
        except TimeoutError:
            continue


async def chat(context: RequestContext) -> messages.ChatLines:
    channel: messages.Channel = (
        "watchers" if context.query("channel", "table") == "watchers" else "table"
    )
    return messages.ChatLines(await context.at.chat.lines(context.me, channel))


async def say(context: RequestContext) -> messages.Ok:
    context.spend(context.server.commands)
    context.spend(context.server.talk)
    text = auth.clean_text(context.body.text)
    await context.at.chat.say(
        context.me, auth.new_secret(context.server.sources), context.body.channel, text
    )
    return messages.Ok()


# --- finished games --------------------------------------------------------------------------


async def record(context: RequestContext) -> Response:
    context.at.views.perspectives_of(context.me)
    form = context.query("form", "text")
    result = context.at.records.record()
    text = result.to_text() if form == "text" else result.to_json_lines()
    ending = "txt" if form == "text" else "jsonl"
    name = f'attachment; filename="{context.at.row.game}-{context.at.code}.{ending}"'
    return Response(
        text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name}
    )


async def log(context: RequestContext) -> Response:
    """Return a finished table as it is stored, for a client that has its rules; this server may
    have others.
    """
    text = await context.server.table_manager.listings.log(
        context.request.path_params["table"], context.me
    )
    return Response(text, media_type="text/plain; charset=utf-8")


async def steps(context: RequestContext) -> Response:
    context.at.views.perspectives_of(context.me)
    start, count = context.number("from", 0), context.number("count", 50)
    perspective = context.query("perspective", "open")
    at = (
        context.at.records.step_of_log_line(perspective, context.number("line", 0))
        if context.query("line", "")
        else 0
    )
    notes = context.at.records.notes_for(perspective)
    page = ReplayPage(
        context.at.records.packed(), perspective, start, count, at, notes, context.at.data
    )
    result = await context.server.table_manager.jobs.run(page, context.me)
    return Response(result, media_type="application/json")


async def analysis(context: RequestContext) -> Response:
    context.at.views.perspectives_of(context.me)
    result = await context.server.table_manager.jobs.submit(
        context.at.code, context.at.records.record(), context.me, context.at.data
    )
    return Response(result, media_type="application/json")


async def continue_game(context: RequestContext) -> messages.TableCreated:
    context.at.views.perspectives_of(context.me)
    live_table, invites = await context.server.table_manager.continue_game(
        context.at, context.me, context.body
    )
    return messages.TableCreated(live_table.views.info(context.me), invites)


async def upload(context: RequestContext) -> messages.TableCreated:
    context.spend(context.server.uploads)
    live_table = await context.server.table_manager.upload(context.me, context.body)
    return messages.TableCreated(live_table.views.info(context.me))


_AT = "/api/tables/{code}"
_LESSON = "/api/lessons/{game}/{lesson}"
_STUDY = "/api/lab/{study}"
_PACK = "/api/packs/{pack}"
ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/healthz",
        "anyone",
        "Whether the server is well",
        healthz,
        answer=messages.Health,
        stranger=True,
    ),
    Route(
        "GET", "/api/openapi.json", "anyone", "This API in OpenAPI 3.1", openapi_json, answer=Json
    ),
    Route("GET", "/api/games", "anyone", "The games and the bots", games, answer=messages.Games),
    Route(
        *(
            "GET",
            "/api/games/{game}/options",
            "anyone",
            "The option fields given those chosen",
            options,
        ),
        answer=messages.OptionsInfo,
    ),
    Route(
        "GET",
        "/api/games/{game}/rules",
        "anyone",
        "Every numbered rule",
        rules,
        answer=dict[str, str],
    ),
    Route(
        "GET",
        "/api/games/{game}/chapters",
        "anyone",
        "What chapters are called",
        chapters,
        answer=dict[str, str],
    ),
    Route(
        "GET",
        "/api/games/{game}/rules/{rule}",
        "anyone",
        "One rule or chapter",
        rule,
        answer=dict[str, str],
    ),
    Route("GET", "/api/packs", "guest", "The packs", packs, answer=messages.PackList),
    Route(
        *("POST", "/api/packs", "guest", "Upload a pack", pack_upload),
        body=str,
        answer=messages.PackLine,
        takes=ZIP,
    ),
    Route(
        *("POST", "/api/pack_texts", "guest", "Make a pack of texts", pack_make),
        body=messages.NewPack,
        answer=messages.PackLine,
        large=True,
    ),
    Route("GET", _PACK, "guest", "A pack", pack, answer=messages.PackLine),
    Route(
        *("GET", f"{_PACK}/file", "guest", "A pack as one file", pack_file),
        answer=str,
        media=ZIP,
    ),
    Route(
        *("GET", f"{_PACK}/picture", "guest", "The picture of a pack", pack_picture),
        answer=str,
        media="image/png",
    ),
    Route(
        *("GET", f"{_PACK}/options", "guest", "The option fields with a pack", pack_options),
        answer=messages.OptionsInfo,
    ),
    Route(
        *("GET", f"{_PACK}/print", "guest", "A game with a pack, to cut out", pack_print),
        answer=str,
        media="application/pdf",
        query=(("paper", "a4 or letter"),),
    ),
    Route(
        *("POST", f"{_PACK}/listed", "guest", "List a pack for everybody, or not", pack_listed),
        body=messages.PackListed,
        answer=messages.PackLine,
    ),
    Route("DELETE", _PACK, "guest", "Remove a pack of mine", pack_remove, answer=messages.Ok),
    Route(
        *("GET", f"{_AT}/options", "guest", "The option fields of a table", table_options),
        answer=messages.OptionsInfo,
    ),
    Route(
        *("GET", f"{_AT}/pack", "holder_or_host", "The pack of a table", table_pack),
        answer=str,
        media=ZIP,
    ),
    Route(
        "GET",
        "/api/lab",
        "guest",
        "The studies of the lab",
        lab_studies,
        answer=messages.LabStudies,
    ),
    Route(
        *("POST", "/api/lab", "guest", "Ask the lab a question", lab_ask),
        body=messages.LabQuestion,
        answer=messages.LabStudy,
    ),
    Route("GET", _STUDY, "guest", "How far a study is", lab_study, answer=messages.LabStudy),
    Route(
        "GET",
        f"{_STUDY}/report",
        "guest",
        "Its report as a page",
        lab_report,
        answer=str,
        media="text/html",
    ),
    Route("DELETE", _STUDY, "guest", "Forget a study", lab_forget, answer=messages.Ok),
    Route(
        *("GET", "/api/workshop", "guest", "Whether the workshop is open to me", workshop),
        answer=messages.WorkshopInfo,
    ),
    Route(
        *("GET", "/api/workshop/schema/{game}", "guest", "Forms for the data files of a game"),
        workshop_schema,
        answer=GameForms,
    ),
    Route(
        *("POST", "/api/workshop/check", "guest", "What is wrong with data files", workshop_check),
        body=CheckFiles,
        answer=Checked,
        large=True,
    ),
    Route(
        *("POST", "/api/workshop/read", "guest", "The values of a TOML text", workshop_read),
        body=ReadToml,
        answer=TomlValues,
        large=True,
    ),
    Route(
        *("POST", "/api/workshop/write", "guest", "Values as TOML, comments kept", workshop_write),
        body=WriteToml,
        answer=TomlText,
        large=True,
    ),
    Route(
        *(
            "POST",
            "/api/workshop/picture",
            "guest",
            "The start of a game with data files",
            workshop_picture,
        ),
        body=DrawStart,
        answer=StartPicture,
        large=True,
    ),
    Route(
        *(
            "POST",
            "/api/workshop/ask",
            "guest",
            "What a game can tell about data files",
            workshop_ask,
        ),
        body=AskAboutFiles,
        answer=DataAnswer,
        large=True,
    ),
    Route("GET", "/api/me", "guest", "Who I am", me, answer=messages.Me),
    Route(
        *("POST", "/api/me", "anyone", "Become a guest, or change my name", name_me),
        body=messages.NameBody,
        answer=messages.Me,
    ),
    Route("DELETE", "/api/me", "guest", "Forget this session", forget_me, answer=messages.Ok),
    *PEOPLE_ROUTES,
    *FEED_ROUTES,
    *NOTICE_ROUTES,
    *PAIRING_ROUTES,
    *RATING_ROUTES,
    *PUZZLE_ROUTES,
    *PARTY_ROUTES,
    *SANDBOX_ROUTES,
    Route("GET", "/api/tables", "guest", "My games", my_tables, answer=messages.TableList),
    Route("GET", "/api/lobby", "guest", "Open tables", lobby, answer=messages.TableList),
    Route("GET", "/api/live", "guest", "Public games in play", live, answer=messages.TableList),
    Route(
        "POST",
        "/api/tables",
        "guest",
        "Create a table",
        create,
        body=messages.NewTable,
        answer=messages.TableCreated,
    ),
    Route("GET", _AT, "guest", "A table", table, answer=messages.TableInfo),
    Route(
        *("POST", f"{_AT}/claim", "guest", "Take the seat an invitation is for", claim),
        body=messages.SecretBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/sit", "guest", "Take a free seat, or mine back from a bot", sit),
        body=messages.SitBody,
        answer=messages.TableCreated,
    ),
    Route(
        *(
            "POST",
            f"{_AT}/nonce",
            "holder",
            "Add to the table's seed, having seen its promise",
            nonce,
        ),
        body=messages.NonceBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/leave", "holder", "Give a seat up", leave),
        body=messages.PlayerBody,
        answer=messages.Ok,
    ),
    Route(
        *("POST", f"{_AT}/room/leave", "guest", "Leave a room", room_leave),
        answer=messages.Ok,
    ),
    Route(
        *("POST", f"{_AT}/room/not_ready", "holder", "Say that I am not ready", room_not_ready),
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/room/options", "host", "Change a room's options", room_options),
        body=messages.RoomOptions,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/room/move", "host", "Give a person in a room a seat", room_move),
        body=messages.MoveBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/room/remove", "host", "Take a person out of a room", room_remove),
        body=messages.RemoveBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/room/host", "holder_or_host", "Hand a room over", room_host),
        body=messages.GuestBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/room/link", "host", "Make a new link to a room", room_link),
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/room/start", "host", "Start a room's game", room_start),
        body=messages.StartBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/silence", "host", "Silence a person at a table, or no more", silence),
        body=messages.SilenceBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/pause_request", "holder", "Ask everybody for a pause", pause_request),
        body=messages.PlayerBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/go_on", "holder", "Let a paused game go on", go_on),
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/draw_offer", "holder", "Offer a draw", draw_offer),
        body=messages.PlayerBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/invite", "host", "A fresh invitation", invite),
        body=messages.PlayerBody,
        answer=messages.Invite,
    ),
    Route(
        *("POST", f"{_AT}/bot", "holder_or_host", "Let a bot play a seat, or take it away", bot),
        body=messages.BotBody,
        answer=messages.TableCreated,
    ),
    Route(
        "POST",
        f"{_AT}/resign",
        "holder",
        "Resign",
        resign,
        body=messages.PlayerBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/rematch", "holder", "The next table with the same people", rematch),
        body=messages.RematchBody,
        answer=messages.TableCreated,
    ),
    Route(
        "POST",
        f"{_AT}/hint",
        "holder",
        "A hint",
        hint,
        body=messages.HintBody,
        answer=messages.Hint,
    ),
    Route(
        *(
            "POST",
            f"{_AT}/standing_order",
            "holder",
            "Leave reactions to a standing order",
            standing_order,
        ),
        body=messages.OrderBody,
        answer=messages.Ok,
    ),
    Route(
        *(
            "POST",
            f"{_AT}/take_back_request",
            "holder",
            "Ask the others to let me take back",
            take_back_request,
        ),
        body=messages.PlayerBody,
        answer=messages.TableCreated,
    ),
    Route(
        *(
            "POST",
            f"{_AT}/take_back_reply",
            "holder",
            "Agree to a take-back, decline or withdraw it",
            take_back_reply,
        ),
        body=messages.ConsentBody,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", f"{_AT}/command", "holder", "A command without a socket", command),
        body=messages.Command,
        answer=messages.Ack,
    ),
    Route(
        *("GET", f"{_AT}/view", "guest", "A view; waits while it is the one I have", view),
        answer=messages.ViewMessage,
        query=(("seat", "the number of my seat"), ("after", "the version I have")),
    ),
    Route(
        *("GET", f"{_AT}/chat", "guest", "What was said", chat),
        answer=messages.ChatLines,
        query=(("channel", "table or watchers"),),
    ),
    Route(
        "POST",
        f"{_AT}/chat",
        "guest",
        "Say something",
        say,
        body=messages.SayBody,
        answer=messages.Ok,
    ),
    Route(
        *("GET", f"{_AT}/record", "guest", "The record of a finished game", record),
        answer=str,
        query=(("form", "text or json"),),
    ),
    Route(
        "GET",
        "/api/logs/{table}",
        "guest",
        "A finished table as it is stored, whatever its rules",
        log,
        answer=str,
    ),
    Route(
        *("GET", f"{_AT}/review", "guest", "The steps of a finished game", steps),
        answer=messages.Review,
        query=(
            ("perspective", "open, watcher or a seat"),
            ("from", "the first step"),
            ("count", "how many, up to 200"),
            ("line", "a line of this perspective's log, from 0: `at` is the step that told it"),
        ),
    ),
    Route(
        *(
            "GET",
            f"{_AT}/analysis",
            "guest",
            "A finished game split into luck, guesses and choices",
            analysis,
        ),
        answer=messages.Analysed,
    ),
    Route(
        *(
            "POST",
            f"{_AT}/continue",
            "guest",
            "A new table that plays on from a finished game",
            continue_game,
        ),
        body=messages.ContinueGame,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", "/api/records", "guest", "Bring a record to review", upload),
        body=str,
        answer=messages.TableCreated,
        takes="text/plain",
    ),
    Route(
        *("POST", f"{_AT}/explain", "holder", "Why something cannot be done", explain),
        body=messages.ExplainBody,
        answer=messages.Reason,
    ),
    Route(
        *(
            "POST",
            f"{_LESSON}/explain",
            "guest",
            "Why something cannot be done in a lesson",
            lesson_explain,
        ),
        body=messages.ExplainBody,
        answer=messages.Reason,
    ),
    Route(
        *("POST", f"{_AT}/plans", "holder", "The whole moves of a piece", plans),
        body=messages.PlansBody,
        answer=MovePlans,
    ),
    Route(
        "GET",
        "/api/games/{game}/brief",
        "anyone",
        "The rules in brief",
        brief,
        answer=messages.BriefPage,
    ),
    Route(
        "GET",
        "/api/lessons",
        "anyone",
        "The lessons, and how far I have come",
        courses,
        answer=messages.Courses,
    ),
    Route(
        "GET", _LESSON, "guest", "A lesson where I left it", lesson, answer=messages.LessonTableInfo
    ),
    Route(
        *("POST", f"{_LESSON}/play", "guest", "Play what the coach accepts", lesson_play),
        body=messages.LessonPlay,
        answer=messages.LessonTableInfo,
    ),
    Route(
        *("POST", f"{_LESSON}/next", "guest", "Go on to the next step", lesson_next),
        body=messages.LessonQuestion,
        answer=messages.LessonTableInfo,
    ),
    Route(
        *("POST", f"{_LESSON}/undo", "guest", "Undo the last action", lesson_undo),
        body=messages.LessonQuestion,
        answer=messages.LessonTableInfo,
    ),
    Route(
        *("POST", f"{_LESSON}/restart", "guest", "Restart the lesson at a step", lesson_restart),
        body=messages.LessonRestart,
        answer=messages.LessonTableInfo,
    ),
)
