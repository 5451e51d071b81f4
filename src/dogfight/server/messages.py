"""Everything that travels: what clients send, what the server answers.

Nothing else is ever encoded.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from dogfight.core.event import Event, Fact
from dogfight.core.options import OptionField, OptionValue
from dogfight.core.seat import SeatInfo
from dogfight.core.view import Result
from dogfight.review.report import Analysis
from dogfight.server.storage.ledger import Draft

PROTO = 1

CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
PlayerNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Action = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Word = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Channel = Literal["table", "watchers"]
Nonce = Annotated[str, msgspec.Meta(pattern=r"^(|[0-9a-f]{32,64})\Z")]
"""What a player adds to the seed: 128 to 256 bits in hexadecimal digits, or nothing."""

# --- from the client over the socket ---------------------------------------------------------


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Play a legal action, given by its number or by its word."""

    id: CommandId
    seat: SeatNumber
    phase: Count
    action: Action | None = None
    word: Word | None = None


class TakeBack(msgspec.Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """Take my last action back, as long as nothing was revealed since."""

    id: CommandId
    seat: SeatNumber
    phase: Count


class SetUp(msgspec.Struct, frozen=True, tag="set_up", forbid_unknown_fields=True):
    """Place all that I have to set up now as the game recommends it, by ordinary actions."""

    id: CommandId
    seat: SeatNumber
    phase: Count


class SaveDraft(msgspec.Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """Keep a plan that is not sealed yet; the highest `n` stays."""

    seat: SeatNumber
    phase: Count
    n: Count
    actions: Annotated[tuple[Action, ...], msgspec.Meta(max_length=64)] = ()
    note: Annotated[str, msgspec.Meta(max_length=4096)] = ""
    id: CommandId = "draft"


class SendPlan(msgspec.Struct, frozen=True, tag="plan", forbid_unknown_fields=True):
    """Lay a whole plan in the place of my last one, or confirm the one with this number, or
    both.
    """

    id: CommandId
    seat: SeatNumber
    round: Count
    n: Count
    parts: (
        Annotated[tuple[tuple[SeatNumber, Action | Word], ...], msgspec.Meta(max_length=64)] | None
    ) = None
    """Each part with its seat; a player who holds several seats plans for all of them at once."""
    ready: bool = False


class Say(msgspec.Struct, frozen=True, tag="chat", forbid_unknown_fields=True):
    """Say something at the table, or among the watchers."""

    id: CommandId
    text: Text
    channel: Channel = "table"


class SetPace(msgspec.Struct, frozen=True, tag="pace", forbid_unknown_fields=True):
    """Says how fast this page shows what happened; clocks stand as long as the slowest of those
    who play looks.
    """

    pace: Literal["calm", "quick", "none"]
    id: CommandId = "pace"


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Asks for the time."""

    id: CommandId = "ping"


Command = Play | TakeBack | SetUp | SaveDraft | SendPlan
Incoming = Play | TakeBack | SetUp | SaveDraft | SendPlan | Say | SetPace | Ping

# --- from the server over the socket ---------------------------------------------------------


class Fair(msgspec.Struct, frozen=True):
    """The promise of the seed; what players added to it once the game has begun; the seed itself
    when it is over.

    `wanted` are the players who have seen the promise and have not said yet what they add.
    """

    commit: str
    seed: str = ""
    nonces: tuple[str, ...] = ()
    wanted: tuple[int, ...] = ()


class PlayerInfo(msgspec.Struct, frozen=True):
    """Who holds a player's chairs."""

    player: int
    seats: tuple[int, ...]
    name: str
    bot: str
    you: bool
    online: bool
    resigned: bool


class OfferInfo(msgspec.Struct, frozen=True):
    """A player asks the others to let them take back; `n` names the question in answers to it."""

    player: int
    n: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as anyone may know it; `you` and `you_host` are about the caller."""

    code: str
    game: str
    title: str
    status: Literal["open", "live", "over"]
    options: dict[str, OptionValue]
    rules: str
    created: int
    limit: int
    open: bool
    watch: bool
    watch_delay: float
    listed: bool
    hints: bool
    forced: bool
    early: bool
    host: str
    you_host: bool
    seats: tuple[SeatInfo, ...]
    players: tuple[PlayerInfo, ...]
    watchers: int
    turn: int
    result: Result | None
    ended: str
    next: str
    offer: OfferInfo | None
    onward: str
    fair: Fair


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    n: int
    at: int
    name: str
    channel: Channel
    text: str
    you: bool


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its kind, plain words, the rule, the same news as data, where,
    and about whom.
    """

    kind: str
    words: str
    rule: str = ""
    facts: dict[str, Fact] = {}
    places: tuple[str, ...] = ()
    who: tuple[str, ...] = ()


def event_line(event: Event) -> EventLine:
    """Return an event as it is sent, without the seats that may see it."""
    return EventLine(event.kind, event.words, event.rule, event.facts, event.places, event.who)


class Log(msgspec.Struct, frozen=True):
    """Keep the first `from` events, then append these."""

    start: int = msgspec.field(name="from")
    events: tuple[EventLine, ...]


class ViewBody(msgspec.Struct, frozen=True, tag="view"):
    """What one seat sees now; `view` is the game's own `View` without its log."""

    seat: int
    phase: int
    deadline: int | None
    clock: str
    take_back: bool
    draft: Draft | None
    view: Any
    order: str = ""
    """The seat's standing order on reactions, where the game has them."""
    starts: int | None = None
    """When the pause before this question ends; until then nobody can act."""
    sets_up: bool = False
    """Whether the game can set up for this seat what it has to place now."""
    locks: int | None = None
    """When the phase ends early because everybody is ready; until then any player can stop the
    count.
    """
    board_svg: str = ""
    """The board as the game draws it for this seat, where the page has none for the game."""


class ViewMessage(ViewBody, frozen=True, kw_only=True, tag="view"):
    """The same with the version of all this and the log, as it travels."""

    v: str
    log: Log


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The first message on every socket."""

    now: int
    table: TableInfo
    seats: tuple[int, ...]
    chat: tuple[ChatLine, ...]
    watchers_chat: tuple[ChatLine, ...] | None
    proto: int = PROTO


class TableMessage(msgspec.Struct, frozen=True, tag="table"):
    """A person sat down, left, came or went, or the game began or ended."""

    table: TableInfo


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """The command is durable and has taken effect."""

    id: str


class Reject(msgspec.Struct, frozen=True, tag="reject"):
    """The command was refused and nothing has changed."""

    id: str
    code: str
    error: str
    rule: str = ""


class Busy(msgspec.Struct, frozen=True, tag="busy"):
    """Not now: send it again with the same id after a moment."""

    id: str
    retry_ms: int = 200


class ChatMessage(msgspec.Struct, frozen=True, tag="chat"):
    line: ChatLine


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    id: str
    now: int


Answer = Ack | Reject | Busy
Outgoing = Welcome | ViewMessage | TableMessage | Ack | Reject | Busy | ChatMessage | Pong

# --- bodies of HTTP requests and answers -----------------------------------------------------


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is laid; `players` has `me`, `open` or `bot:NAME` for each player."""

    game: Name
    options: dict[str, str | int | bool] = {}
    players: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()
    limit: Annotated[int, msgspec.Meta(ge=0, le=14 * 24 * 3600)] = 0
    open: bool = False
    watch: bool = True
    watch_delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = None
    listed: bool | None = None
    hints: bool | None = None
    forced: bool | None = None
    early: bool = True
    """Whether a timed phase ends early, after a count that anybody can stop, once everybody is
    ready.
    """


class SecretBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: Annotated[str, msgspec.Meta(max_length=100)]


class NonceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What I add to the table's seed, whose promise is the one I have seen; an empty word adds
    nothing.
    """

    commit: Annotated[str, msgspec.Meta(max_length=64)]
    nonce: Nonce


class PlayerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: PlayerNumber


class BotBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: PlayerNumber
    bot: Annotated[str, msgspec.Meta(max_length=100)]


class HintBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber
    phase: Count


class OrderBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A standing order on reactions: pass by itself never, always, or when no shot is better
    than so many per cent.
    """

    seat: SeatNumber
    order: Annotated[str, msgspec.Meta(pattern=r"^(never|always|[0-9]|[1-9][0-9]|100)$")]


class ConsentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question `n` whether a player may take back."""

    n: Count
    yes: bool


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a finished game after so many of its moves; `players` as for a new table."""

    step: Count
    players: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()


class RematchBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    swap: bool = True


class SayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Text
    channel: Channel = "table"


class ErrorBody(msgspec.Struct, frozen=True):
    """Every error, on every route."""

    code: str
    error: str
    rule: str = ""
    ok: bool = False


class Ok(msgspec.Struct, frozen=True):
    ok: bool = True


class Health(msgspec.Struct, frozen=True):
    ok: bool
    version: str
    lag_ms: int
    sockets: int
    tables: int
    why: str = ""
    """What is wrong, where something is."""


class Me(msgspec.Struct, frozen=True):
    name: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game in a list; `first_options` are those in which a newcomer's first game differs from
    the usual ones.
    """

    name: str
    title: str
    about: str
    rules: str
    players: int
    order: int
    first_options: dict[str, OptionValue]
    lessons: int
    """How many lessons teach it."""


class Games(msgspec.Struct, frozen=True):
    games: tuple[GameInfo, ...]
    bots: tuple[str, ...]


class OptionsInfo(msgspec.Struct, frozen=True):
    """The fields to ask for, the options as they stand, and the chairs these give."""

    fields: tuple[OptionField, ...]
    options: dict[str, OptionValue]
    seats: tuple[SeatInfo, ...]


class Invite(msgspec.Struct, frozen=True):
    """A seat for the first person who brings the secret; it is shown only here."""

    player: int
    secret: str
    path: str


class TableCreated(msgspec.Struct, frozen=True):
    table: TableInfo
    invites: tuple[Invite, ...] = ()


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list."""

    code: str
    game: str
    title: str
    status: str
    created: int
    changed: int
    limit: int
    players: tuple[PlayerInfo, ...]
    your_turn: bool
    turn: int
    watchers: int
    watch_delay: float


class TableLog(msgspec.Struct, frozen=True):
    """The first line of a table's stored log; one line for each entry follows."""

    code: str
    game: str
    rules: str
    data: str
    options: dict[str, OptionValue]
    commit: str
    seed: str
    ended: str


class TableList(msgspec.Struct, frozen=True):
    tables: tuple[TableLine, ...]


class HintLine(msgspec.Struct, frozen=True):
    """A preferred action: how often the bot would play it, and its estimate of the share of the
    stake.
    """

    action: int
    word: str
    words: str
    chance: float
    value: float


class Hint(msgspec.Struct, frozen=True):
    """What the bot would do in this seat's place; an estimate, from this seat's view alone."""

    seat: int
    phase: int
    bot: str
    best: tuple[HintLine, ...]


class ChatLines(msgspec.Struct, frozen=True):
    lines: tuple[ChatLine, ...]


class ReviewStep(msgspec.Struct, frozen=True):
    """One move: who, in a word and in words, what happened, and the table after it."""

    n: int
    seat: str
    word: str
    words: str
    turn: int
    events: tuple[EventLine, ...]
    view: Any
    board_svg: str = ""
    """The board as the game draws it, where the page has none for the game."""


class Review(msgspec.Struct, frozen=True):
    """Some steps of a game; `at` is the one in which the line of the log that was asked for was
    told.
    """

    moves: int
    eye: str
    seats: tuple[SeatInfo, ...]
    steps: tuple[ReviewStep, ...]
    at: int = 0


class Analysed(msgspec.Struct, frozen=True):
    """How far a finished game is explained: while it is worked on the luck and the curve come
    first.
    """

    state: Literal["working", "done", "failed"]
    analysis: Analysis | None


class WhyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants to do and cannot: a word, or a place of the board."""

    seat: SeatNumber
    phase: Count
    word: Word = ""
    place: Word = ""


class Reason(msgspec.Struct, frozen=True):
    """Why something cannot be done, by which rule, and the legal action that comes nearest; no
    words if it can.
    """

    words: str
    rule: str
    instead: int | None


class LabQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question to the lab: is a game fair with these options, or what do values of a key do to
    it.
    """

    kind: Literal["balance", "sweep"]
    game: Name
    options: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    swept: Annotated[tuple[Word, ...], msgspec.Meta(max_length=4)] = ()
    bots: Annotated[tuple[Word, ...], msgspec.Meta(min_length=2, max_length=5)] = (
        "random",
        "medium",
        "hard",
    )
    minutes: Annotated[float, msgspec.Meta(gt=0, le=120)] = 3.0
    seed: Count = 0


LabState = Literal["waiting", "running", "done", "failed"]


class LabStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study: what was asked, how far it is, and in a sentence what came of it."""

    id: str
    kind: str
    game: str
    asks: str
    bots: tuple[str, ...]
    minutes: float
    asked: int
    state: LabState
    part: float
    words: str


class LabStudies(msgspec.Struct, frozen=True):
    """The studies of this server, the newest first; none where its lab is closed."""

    allowed: bool
    studies: tuple[LabStudy, ...]


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson in a list: what it teaches, at which step I am, and whether I have finished it."""

    number: int
    title: str
    minutes: int
    teaches: tuple[str, ...]
    steps: int
    at: int
    done: bool


class CourseInfo(msgspec.Struct, frozen=True):
    """The lessons of one game."""

    game: str
    title: str
    lessons: tuple[LessonInfo, ...]


class Courses(msgspec.Struct, frozen=True):
    courses: tuple[CourseInfo, ...]


class BriefLine(msgspec.Struct, frozen=True):
    """One sentence of the rules in brief, and the rules behind it."""

    say: str
    rules: tuple[str, ...]


class BriefPage(msgspec.Struct, frozen=True):
    """The rules of a game in brief, and what newcomers often do wrong."""

    game: str
    title: str
    rules: tuple[BriefLine, ...]
    mistakes: tuple[BriefLine, ...]


class FirstGameInfo(msgspec.Struct, frozen=True):
    """The game that is offered after a lesson, as a table is laid for it."""

    say: str
    game: str
    options: dict[str, OptionValue]
    players: tuple[str, ...]


class Coach(msgspec.Struct, frozen=True, kw_only=True):
    """What the coach says now: `wanted` are the actions that are taken, `points` what to look at.

    `doing` is `asked` while the step waits for something, `told` when it is done, `finished` after
    the last one; `nudge` answers a move that was not played. `hint` says in plain words what to do,
    on request; after some nudges the coach `helps` unasked.
    """

    number: int
    title: str
    step: int
    steps: int
    doing: Literal["asked", "told", "finished"]
    say: str
    told: str
    nudge: str
    hint: str
    helps: bool
    points: tuple[str, ...]
    rules: tuple[str, ...]
    wanted: tuple[int, ...]
    first_game: FirstGameInfo


class LessonTableInfo(msgspec.Struct, frozen=True):
    """A lesson as it stands for the caller: a table like any other, and the coach."""

    table: TableInfo
    coach: Coach
    view: ViewMessage


class LessonPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play something in a lesson, as an answer to the question with this number."""

    phase: Count
    action: Action | Word


class LessonPhase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on or back in a lesson from the question with this number."""

    phase: Count


class LessonBegin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lay a lesson out anew, at a step or the one before it that has a position of its own."""

    step: Count = 0


_encoder = msgspec.json.Encoder()
_decode_incoming = msgspec.json.Decoder(Incoming).decode


def read_incoming(text: str) -> Incoming:
    """A message from a socket."""
    try:
        message: Incoming = _decode_incoming(text)
    except msgspec.ValidationError:
        message = read(text, Incoming)
    return message


def read(text: str | bytes, kind: Any) -> Any:
    """A body of some kind.

    A whole number may be written as JSON lets it be: `2`, `2.0` or `2e0`.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError:
        return msgspec.convert(_with_whole_numbers(msgspec.json.decode(text)), kind)


def _with_whole_numbers(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {name: _with_whole_numbers(item) for name, item in value.items()}
        case list():
            return [_with_whole_numbers(item) for item in value]
    return value


def encode(message: msgspec.Struct) -> bytes:
    """A message as it travels."""
    return _encoder.encode(message)
