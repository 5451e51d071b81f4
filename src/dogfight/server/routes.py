"""The HTTP API as one table: each route says who may call it, what it takes, what it answers,
and how.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import dogfight
from dogfight import rulebook
from dogfight.bots.registry import bot_names
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame
from dogfight.core.view import View
from dogfight.core.why import why_not_at, why_not_word
from dogfight.server import auth, lessons, messages, openapi
from dogfight.server.desk import ReplayPage
from dogfight.server.limits import RateLimits
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.live import LiveTable

if TYPE_CHECKING:
    from dogfight.server.app import ServerContext

Who = Literal["anyone", "guest", "holder", "host", "holder_or_host"]
Json = dict[str, Any]


@dataclass(slots=True)
class RequestContext:
    """A request that was let in: who asks, about which table, with what."""

    house: ServerContext
    request: Request
    person: Person | None
    table: LiveTable | None
    body: Any

    @property
    def me(self) -> Person:
        assert self.person is not None
        return self.person

    @property
    def at(self) -> LiveTable:
        assert self.table is not None
        return self.table

    def spend(self, budgets: RateLimits) -> None:
        """Count one for the person who asks and for the address; `Refused` when it is too many."""
        budgets.spend(str(self.me.id), self.house.address(self.request))

    def query(self, name: str, default: str) -> str:
        return self.request.query_params.get(name, default)

    def number(self, name: str, default: int) -> int:
        """A whole number from the query."""
        return int(self.query(name, str(default)))


Handler = Callable[[RequestContext], Awaitable[msgspec.Struct | Response]]


@dataclass(frozen=True, slots=True)
class Route:
    """A row of the API."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    who: Who
    about: str
    handler: Handler
    body: Any = None
    answer: Any = None
    query: tuple[tuple[str, str], ...] = ()
    plain: bool = False
    """The body is plain text, not JSON."""
    media: str = "text/plain"
    """What an answer in words is."""
    stranger: bool = False
    """Nobody is looked up in the database before it is answered."""


# --- the house -------------------------------------------------------------------------------


async def healthz(ask: RequestContext) -> Response:
    house = ask.house
    why = await house.ailment()
    health = messages.Health(
        not why,
        dogfight.__version__,
        int(house.hall.lag * 1000),
        house.sockets,
        len(house.hall.tables),
        why,
    )
    return Response(messages.encode(health), 503 if why else 200, media_type="application/json")


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
    )


def _game_at(ask: RequestContext) -> AnyGame:
    """The game that the address names."""
    name = ask.request.path_params["game"]
    if name not in dogfight.names():
        raise Refused(
            "unknown", f"expected a game out of {', '.join(dogfight.names())}; got {name[:40]!r}"
        )
    return dogfight.load(name)


async def options(ask: RequestContext) -> messages.OptionsInfo:
    """Options that do not go together are put right rather than refused, so that a form can
    always be drawn.
    """
    game = _game_at(ask)
    texts = dict(ask.request.query_params)
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


async def rules(ask: RequestContext) -> Response:
    return Response(_rules(_game_at(ask).name), media_type="application/json")


@cache
def _rules(game: str) -> bytes:
    texts = {rule: rulebook.for_players(text) for rule, text in rulebook.rules(game).items()}
    return msgspec.json.encode(texts)


async def chapters(ask: RequestContext) -> Response:
    texts = rulebook.chapters(_game_at(ask).name)
    return Response(msgspec.json.encode(texts), media_type="application/json")


async def rule(ask: RequestContext) -> Response:
    game, expected = _game_at(ask).name, ask.request.path_params["rule"]
    try:
        text = "\n".join(
            rulebook.for_players(line) for line in rulebook.rule(game, expected).splitlines()
        )
    except BadOption as error:
        raise Refused("unknown", error.words) from None
    return Response(
        msgspec.json.encode({"id": expected, "text": text}), media_type="application/json"
    )


# --- the lab ----------------------------------------------------------------------------------


async def lab_studies(ask: RequestContext) -> messages.LabStudies:
    return ask.house.lab.all(ask.me.id, ask.request)


async def lab_ask(ask: RequestContext) -> messages.LabStudy:
    ask.spend(ask.house.uploads)
    ask.house.lab.check_open(ask.request)
    return await ask.house.lab.ask(ask.body, ask.me.id)


async def lab_study(ask: RequestContext) -> messages.LabStudy:
    ask.house.lab.check_open(ask.request)
    return ask.house.lab.look(ask.request.path_params["study"], ask.me.id)


async def lab_report(ask: RequestContext) -> Response:
    ask.house.lab.check_open(ask.request)
    return Response(
        ask.house.lab.page(ask.request.path_params["study"], ask.me.id), media_type="text/html"
    )


async def lab_forget(ask: RequestContext) -> messages.Ok:
    ask.house.lab.check_open(ask.request)
    await ask.house.lab.remove(ask.request.path_params["study"], ask.me.id)
    return messages.Ok()


# --- lessons ---------------------------------------------------------------------------------


async def brief(ask: RequestContext) -> messages.BriefPage:
    return lessons.brief(_game_at(ask).name)


async def courses(ask: RequestContext) -> messages.Courses:
    return await ask.house.lessons.courses(ask.person)


def _lesson_at(ask: RequestContext) -> tuple[str, int]:
    """The game and the number of the lesson that the address names."""
    game, number = _game_at(ask).name, ask.request.path_params["lesson"]
    if not number.isdecimal() or len(number) > 3:
        raise Refused("unknown", f"expected the number of a lesson, got {number[:40]!r}")
    return game, int(number)


async def lesson(ask: RequestContext) -> messages.LessonTableInfo:
    return await ask.house.lessons.look(ask.me, *_lesson_at(ask))


async def lesson_play(ask: RequestContext) -> messages.LessonTableInfo:
    ask.spend(ask.house.commands)
    return await ask.house.lessons.play(ask.me, *_lesson_at(ask), ask.body)


async def lesson_on(ask: RequestContext) -> messages.LessonTableInfo:
    ask.spend(ask.house.commands)
    return await ask.house.lessons.go_on(ask.me, *_lesson_at(ask), ask.body.phase)


async def lesson_back(ask: RequestContext) -> messages.LessonTableInfo:
    ask.spend(ask.house.commands)
    return await ask.house.lessons.take_back(ask.me, *_lesson_at(ask), ask.body.phase)


async def lesson_why(ask: RequestContext) -> messages.Reason:
    ask.spend(ask.house.commands)
    view = await ask.house.lessons.view(ask.me, *_lesson_at(ask))
    return _reason(_game_at(ask), view, ask.body)


async def lesson_begin(ask: RequestContext) -> messages.LessonTableInfo:
    ask.spend(ask.house.commands)
    return await ask.house.lessons.begin(ask.me, *_lesson_at(ask), ask.body.step)


# --- people ----------------------------------------------------------------------------------


async def me(ask: RequestContext) -> messages.Me:
    return messages.Me(ask.me.name)


async def name_me(ask: RequestContext) -> Response:
    name = auth.clean_name(ask.body.name)
    answer = Response(messages.encode(messages.Me(name)), media_type="application/json")
    if ask.person is not None:
        await ask.house.hall.rename(ask.person, name)
        return answer
    ask.house.guests.spend(ask.house.address(ask.request))
    token = auth.new_secret(ask.house.world)
    await ask.house.ledger.new_person(name, auth.hashed(token), ask.house.world.ms())
    answer.headers["set-cookie"] = auth.cookie(ask.request, token)
    return answer


async def forget_me(ask: RequestContext) -> Response:
    session = auth.token_hash(ask.request)
    assert session is not None
    await ask.house.ledger.end_session(session)
    ask.house.hang_up(session)
    answer = Response(messages.encode(messages.Ok()), media_type="application/json")
    answer.headers["set-cookie"] = auth.cookie(ask.request, "")
    return answer


# --- tables ----------------------------------------------------------------------------------


async def my_tables(ask: RequestContext) -> messages.TableList:
    return messages.TableList(await ask.house.hall.listings.mine(ask.me))


async def lobby(ask: RequestContext) -> messages.TableList:
    return messages.TableList(await ask.house.hall.listings.open(ask.me))


async def live(ask: RequestContext) -> messages.TableList:
    return messages.TableList(await ask.house.hall.listings.live(ask.me))


async def lay(ask: RequestContext) -> messages.TableCreated:
    table, invites = await ask.house.hall.lay(ask.me, ask.body)
    return messages.TableCreated(table.views.info(ask.me), invites)


async def table(ask: RequestContext) -> messages.TableInfo:
    if ask.at.row.status != "open":
        ask.at.views.eyes_of(ask.me)
    return ask.at.views.info(ask.me)


async def claim(ask: RequestContext) -> messages.TableCreated:
    await ask.at.seat_changes.claim(ask.me, ask.body.secret)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def sit(ask: RequestContext) -> messages.TableCreated:
    await ask.at.seat_changes.sit(ask.me, ask.body.player)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def nonce(ask: RequestContext) -> messages.TableCreated:
    await ask.at.beginning.add_nonce(ask.me, ask.body.commit, ask.body.nonce)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def leave(ask: RequestContext) -> messages.Ok:
    await ask.at.seat_changes.leave(ask.me, ask.body.player)
    return messages.Ok()


async def invite(ask: RequestContext) -> messages.Invite:
    return await ask.at.seat_changes.invite(ask.me, ask.body.player)


async def bot(ask: RequestContext) -> messages.TableCreated:
    await ask.at.seat_changes.bot(ask.me, ask.body.player, ask.body.bot)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def resign(ask: RequestContext) -> messages.TableCreated:
    await ask.at.commands.resign(ask.me, ask.body.player)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def rematch(ask: RequestContext) -> messages.TableCreated:
    following = await ask.house.hall.rematch(ask.at, ask.me, ask.body.swap)
    return messages.TableCreated(following.views.info(ask.me))


async def hint(ask: RequestContext) -> messages.Hint:
    ask.spend(ask.house.hints)
    return await ask.at.hints.hint(ask.me, ask.body.seat, ask.body.phase)


async def why(ask: RequestContext) -> messages.Reason:
    ask.spend(ask.house.commands)
    view = await ask.at.views.seat_view(ask.me, ask.body.seat, ask.body.phase)
    return _reason(ask.at.game, view, ask.body)


def _reason(game: AnyGame, view: View[Any], intent: messages.WhyBody) -> messages.Reason:
    """Explain why what a player wants cannot be done, from the view of their seat alone."""
    explanation = (
        why_not_word(game, view, intent.word)
        if intent.word
        else why_not_at(game, view, intent.place)
    )
    return messages.Reason(explanation.words, explanation.rule, explanation.instead)


async def order(ask: RequestContext) -> messages.Ok:
    ask.spend(ask.house.commands)
    await ask.at.orders.give(ask.me, ask.body.seat, ask.body.order)
    return messages.Ok()


async def ask_back(ask: RequestContext) -> messages.TableCreated:
    ask.spend(ask.house.commands)
    await ask.at.take_backs.ask(ask.me, ask.body.player)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def answer_back(ask: RequestContext) -> messages.TableCreated:
    ask.spend(ask.house.commands)
    await ask.at.take_backs.answer(ask.me, ask.body.n, ask.body.yes)
    return messages.TableCreated(ask.at.views.info(ask.me))


async def command(ask: RequestContext) -> messages.Ack:
    ask.spend(ask.house.commands)
    answer = await ask.house.command(ask.at, ask.me, ask.body)
    match answer:
        case messages.Reject(code=code, error=error, rule=by):
            raise Refused(code, error, rule=by)
        case messages.Busy():
            raise Refused("busy", "The table is busy. Send it again with the same id.")
        case _:
            return answer


async def view(ask: RequestContext) -> Response:
    """The view of one of my seats, or the watchers'; waits while nothing has changed."""
    eyes = ask.at.views.eyes_of(ask.me)
    expected = ask.query("seat", str(eyes[0]))
    seat = next((eye for eye in eyes if str(eye) == expected), None)
    if seat is None:
        raise Refused("not_your_seat", "That is not your seat.")
    loop = asyncio.get_running_loop()
    until = loop.time() + ask.house.settings.poll_seconds
    while True:
        if await auth.person_asking(ask.request, ask.house.ledger) is None:
            raise Refused("no_session", "The session has ended.")
        changed = ask.at.audience.changed
        v, frame = await ask.at.views.frame(ask.me, seat)
        left = until - loop.time()
        if v != ask.query("after", "") or left <= 0:
            return Response(frame, media_type="application/json")
        try:
            async with asyncio.timeout(left):
                await changed.wait()
        except TimeoutError:
            continue


async def chat(ask: RequestContext) -> messages.ChatLines:
    channel: messages.Channel = (
        "watchers" if ask.query("channel", "table") == "watchers" else "table"
    )
    return messages.ChatLines(await ask.at.talk.lines(ask.me, channel))


async def say(ask: RequestContext) -> messages.Ok:
    ask.spend(ask.house.commands)
    text = auth.clean_text(ask.body.text)
    await ask.at.talk.say(ask.me, auth.new_secret(ask.house.world), ask.body.channel, text)
    return messages.Ok()


# --- finished games --------------------------------------------------------------------------


async def record(ask: RequestContext) -> Response:
    ask.at.views.eyes_of(ask.me)
    form = ask.query("form", "text")
    result = ask.at.records.record()
    text = result.to_text() if form == "text" else result.to_json_lines()
    ending = "txt" if form == "text" else "jsonl"
    name = f'attachment; filename="{ask.at.row.game}-{ask.at.code}.{ending}"'
    return Response(
        text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name}
    )


async def log(ask: RequestContext) -> Response:
    """Return a finished table as it is stored, for a client that has its rules; this server may
    have others.
    """
    text = await ask.house.hall.listings.log(ask.request.path_params["table"], ask.me)
    return Response(text, media_type="text/plain; charset=utf-8")


async def steps(ask: RequestContext) -> Response:
    ask.at.views.eyes_of(ask.me)
    start, count = ask.number("from", 0), ask.number("count", 50)
    eye = ask.query("eye", "open")
    at = ask.at.records.told_after(eye, ask.number("line", 0)) if ask.query("line", "") else 0
    notes = ask.at.records.notes_for(eye)
    result = await ask.house.hall.desk.look(
        ask.me, ReplayPage(ask.at.records.packed(), eye, start, count, at, notes)
    )
    return Response(result, media_type="application/json")


async def analysis(ask: RequestContext) -> Response:
    ask.at.views.eyes_of(ask.me)
    result = await ask.house.hall.analyst.explained(ask.at.code, ask.me, ask.at.records.record())
    return Response(result, media_type="application/json")


async def play_on(ask: RequestContext) -> messages.TableCreated:
    ask.at.views.eyes_of(ask.me)
    live_table, invites = await ask.house.hall.play_on(ask.at, ask.me, ask.body)
    return messages.TableCreated(live_table.views.info(ask.me), invites)


async def upload(ask: RequestContext) -> messages.TableCreated:
    ask.spend(ask.house.uploads)
    live_table = await ask.house.hall.upload(ask.me, ask.body)
    return messages.TableCreated(live_table.views.info(ask.me))


_AT = "/api/tables/{code}"
_LESSON = "/api/lessons/{game}/{lesson}"
_STUDY = "/api/lab/{study}"
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
    Route("GET", "/api/me", "guest", "Who I am", me, answer=messages.Me),
    Route(
        *("POST", "/api/me", "anyone", "Become a guest, or change my name", name_me),
        body=messages.NameBody,
        answer=messages.Me,
    ),
    Route("DELETE", "/api/me", "guest", "Forget this session", forget_me, answer=messages.Ok),
    Route("GET", "/api/tables", "guest", "My games", my_tables, answer=messages.TableList),
    Route("GET", "/api/lobby", "guest", "Open tables", lobby, answer=messages.TableList),
    Route("GET", "/api/live", "guest", "Public games in play", live, answer=messages.TableList),
    Route(
        "POST",
        "/api/tables",
        "guest",
        "Lay a table",
        lay,
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
        body=messages.PlayerBody,
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
        *("POST", f"{_AT}/order", "holder", "Leave reactions to a standing order", order),
        body=messages.OrderBody,
        answer=messages.Ok,
    ),
    Route(
        *("POST", f"{_AT}/ask_back", "holder", "Ask the others to let me take back", ask_back),
        body=messages.PlayerBody,
        answer=messages.TableCreated,
    ),
    Route(
        *(
            "POST",
            f"{_AT}/answer_back",
            "holder",
            "Agree to a take-back, decline or withdraw it",
            answer_back,
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
            ("eye", "open, watcher or a seat"),
            ("from", "the first step"),
            ("count", "how many, up to 200"),
            ("line", "a line of this eye's log, from 0: `at` is the step that told it"),
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
            f"{_AT}/play_on",
            "guest",
            "A new table that plays on from a finished game",
            play_on,
        ),
        body=messages.PlayOn,
        answer=messages.TableCreated,
    ),
    Route(
        *("POST", "/api/records", "guest", "Bring a record to review", upload),
        body=str,
        answer=messages.TableCreated,
        plain=True,
    ),
    Route(
        *("POST", f"{_AT}/why", "holder", "Why something cannot be done", why),
        body=messages.WhyBody,
        answer=messages.Reason,
    ),
    Route(
        *(
            "POST",
            f"{_LESSON}/why",
            "guest",
            "Why something cannot be done in a lesson",
            lesson_why,
        ),
        body=messages.WhyBody,
        answer=messages.Reason,
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
        *("POST", f"{_LESSON}/on", "guest", "Go on to the next step", lesson_on),
        body=messages.LessonPhase,
        answer=messages.LessonTableInfo,
    ),
    Route(
        *("POST", f"{_LESSON}/back", "guest", "Take the last word back", lesson_back),
        body=messages.LessonPhase,
        answer=messages.LessonTableInfo,
    ),
    Route(
        *("POST", f"{_LESSON}/begin", "guest", "Lay the lesson out anew", lesson_begin),
        body=messages.LessonBegin,
        answer=messages.LessonTableInfo,
    ),
)
