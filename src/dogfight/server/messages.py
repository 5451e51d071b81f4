"""Everything that travels: what clients send, what the server answers.

Nothing else is ever encoded.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from dogfight.core.calls import Call
from dogfight.core.event import Event, EventCause, Fact
from dogfight.core.options import OptionField, OptionValue
from dogfight.core.seat import SeatInfo
from dogfight.core.view import Result
from dogfight.match.record import LONGEST_POSITION
from dogfight.review.report import Analysis
from dogfight.server.storage.ledger import Draft

PROTO = 2

CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
PlayerNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Action = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Word = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Channel = Literal["table", "watchers"]
Bank = Annotated[int, msgspec.Meta(ge=0, le=30 * 24 * 3600)]
Increment = Annotated[int, msgspec.Meta(ge=0, le=24 * 3600)]
DaysOff = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], ...], msgspec.Meta(max_length=6)
]
PositionText = Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)]
Nonce = Annotated[str, msgspec.Meta(pattern=r"^(|[0-9a-f]{32,64})\Z")]
"""What a player adds to the seed: 128 to 256 bits in hexadecimal digits, or nothing."""
PeerName = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\Z")]
"""Names a page that takes part in voice, from when it is turned on until it is turned off."""
SignalBody = Annotated[str, msgspec.Meta(min_length=1, max_length=8192)]
SignalKind = Literal["offer", "answer", "candidates"]
Attempt = Annotated[int, msgspec.Meta(ge=0, le=10**6)]

# --- from the client over the socket ---------------------------------------------------------


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Play a legal action, given by its number or by its word."""

    id: CommandId
    seat: SeatNumber
    question: Count
    action: Action | None = None
    word: Word | None = None


class TakeBack(msgspec.Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """Take my last action back, as long as nothing was revealed since."""

    id: CommandId
    seat: SeatNumber
    question: Count


class SetUp(msgspec.Struct, frozen=True, tag="set_up", forbid_unknown_fields=True):
    """Place all that I have to set up now as the game recommends it, by ordinary actions."""

    id: CommandId
    seat: SeatNumber
    question: Count


class SaveDraft(msgspec.Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """Keep a plan that is not sealed yet; the highest `n` stays."""

    seat: SeatNumber
    question: Count
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


class MakeCall(msgspec.Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """Say one of the game's calls, for everybody to hear."""

    id: CommandId
    call: Annotated[str, msgspec.Meta(max_length=40)]
    targets: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=8)
    ] = ()


class StartVoice(msgspec.Struct, frozen=True, tag="voice_on", forbid_unknown_fields=True):
    """Turn voice on for this page; another page of mine at this table stops."""

    id: CommandId


class StopVoice(msgspec.Struct, frozen=True, tag="voice_off", forbid_unknown_fields=True):
    """Turn voice off for this page."""

    id: CommandId


class SendSignal(msgspec.Struct, frozen=True, tag="signal", forbid_unknown_fields=True):
    """Pass what two pages need for a voice connection on to another page.

    `body` is a session description, or lines of candidates; `attempt` counts the connections
    between the two.
    """

    id: CommandId
    to: PeerName
    attempt: Attempt
    kind: SignalKind
    body: SignalBody


class SetAnimationSpeed(
    msgspec.Struct, frozen=True, tag="animation_speed", forbid_unknown_fields=True
):
    """Says how fast this page shows what happened; clocks stand as long as the slowest of those
    who play looks.
    """

    speed: Literal["normal", "fast", "off"]
    id: CommandId = "animation_speed"


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Asks for the time."""

    id: CommandId = "ping"


Command = Play | TakeBack | SetUp | SaveDraft | SendPlan
VoiceRequest = StartVoice | StopVoice | SendSignal
Incoming = (
    Play
    | TakeBack
    | SetUp
    | SaveDraft
    | SendPlan
    | Say
    | MakeCall
    | StartVoice
    | StopVoice
    | SendSignal
    | SetAnimationSpeed
    | Ping
)

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


class PartyLine(msgspec.Struct, frozen=True):
    """One thing that is remembered of a finished game, how much, and whose it is by name."""

    title: str
    value: str
    who: str


class Party(msgspec.Struct, frozen=True):
    """A finished game for those who played it: who won, why it ended, what is remembered."""

    headline: str
    ending: str
    lines: tuple[PartyLine, ...]


class PlayerInfo(msgspec.Struct, frozen=True):
    """Who holds a player's chairs."""

    player: int
    seats: tuple[int, ...]
    name: str
    bot: str
    you: bool
    online: bool
    resigned: bool
    guest: str = ""
    """A name for the person that is good at this table only; empty where there is none."""
    silenced: bool = False
    """Whether the host lets this person say nothing here."""


OfferKind = Literal["take_back", "pause", "draw"]


class OfferInfo(msgspec.Struct, frozen=True):
    """A player asks the others to let them take back, for a pause or for a draw; `n` names the
    question in answers to it.
    """

    player: int
    n: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    kind: OfferKind = "take_back"


class TimeInfo(msgspec.Struct, frozen=True):
    """Time for the whole game: seconds at the start and for each new decision, weekdays without
    clocks (UTC, Monday is 0), and the milliseconds every player had when last asked.
    """

    bank_s: int
    increment_s: int
    days_off: tuple[int, ...]
    left_ms: dict[int, int]
    paused: bool


class RoomPerson(msgspec.Struct, frozen=True):
    """A person in a room: where they sit, if anywhere, and whether they are here now.

    `guest` names them at this table only.
    """

    guest: str
    name: str
    you: bool
    host: bool
    player: int | None
    online: bool


class RoomInfo(msgspec.Struct, frozen=True):
    """A table before its game: who is here, the link for others, who is ready, when it starts."""

    people: tuple[RoomPerson, ...]
    link: str
    ready: tuple[int, ...]
    starts_at: int | None


class PackName(msgspec.Struct, frozen=True):
    """What a pack is called, by whom it is, and its version; all of it is text, never markup."""

    name: str
    author: str
    version: str


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as anyone may know it; `you` and `is_host` are about the caller."""

    code: str
    game: str
    title: str
    status: Literal["open", "live", "over"]
    options: dict[str, OptionValue]
    rules: str
    created: int
    time_limit_s: int
    open: bool
    watch: bool
    watch_delay: float
    listed: bool
    hints: bool
    forced_moves: bool
    early: bool
    host: str
    is_host: bool
    seats: tuple[SeatInfo, ...]
    players: tuple[PlayerInfo, ...]
    watchers: int
    turn: int
    result: Result | None
    ended: str
    rematch_code: str
    offer: OfferInfo | None
    continued_from: str
    fair: Fair
    room: RoomInfo | None = None
    """None where there is no room, or the game has begun."""
    calls: tuple[Call, ...] = ()
    """What players can say with a tap."""
    pack: PackName | None = None
    """The pack it is played with; None for the data of the game."""
    from_position: bool = False
    """Whether it begins with a position that was set up."""
    time: TimeInfo | None = None
    draws: bool = False
    """Whether players may agree on a draw."""
    drawn: bool = False
    """Whether they have."""
    voice: Literal["", "direct", "relay"] = ""
    """How voice travels: directly between its people, who learn each other's network address, or
    through a relay alone; empty where the server has none.
    """


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    n: int
    at: int
    name: str
    channel: Channel
    text: str
    you: bool
    call: bool = False
    """Whether it is one of the game's calls, to be shown at the speaker's seat."""
    player: int | None = None
    """Who says it, where that is a player."""
    guest: str = ""
    """A name for the person that is good at this table only; empty for a bot."""


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its kind, plain words, the rule, the same news as data, where,
    about whom, and why it came out so.
    """

    kind: str
    text: str
    rule: str = ""
    facts: dict[str, Fact] = {}
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    causes: tuple[EventCause, ...] = ()


def event_line(event: Event) -> EventLine:
    """Return an event as it is sent, without the seats that may see it."""
    return EventLine(
        event.kind,
        event.text,
        event.rule,
        event.facts,
        event.places,
        event.pieces,
        event.causes,
    )


class Log(msgspec.Struct, frozen=True):
    """Keep the first `from` events, then append these."""

    start: int = msgspec.field(name="from")
    events: tuple[EventLine, ...]


class DraftInfo(msgspec.Struct, frozen=True):
    """A plan of this seat that is not sealed yet."""

    n: int
    question: int
    actions: tuple[int, ...] = ()
    note: str = ""

    @classmethod
    def of(cls, draft: Draft | None) -> DraftInfo | None:
        """Return a stored draft as it is sent, or None."""
        if draft is None:
            return None
        return cls(draft.n, draft.question, draft.actions, draft.note)


class ViewBody(msgspec.Struct, frozen=True, tag="view"):
    """What one seat sees now; `view` is the game's own `View` without its log."""

    seat: int
    question: int
    deadline: int | None
    clock: str
    take_back: bool
    draft: DraftInfo | None
    view: Any
    standing_order: str = ""
    """The seat's standing order on reactions, where the game has them."""
    starts_at: int | None = None
    """When the pause before this question ends; until then nobody can act."""
    can_set_up: bool = False
    """Whether the game can set up for this seat what it has to place now."""
    plans: bool = False
    """Whether the seat, which is asked, may ask for whole moves."""
    locks: int | None = None
    """When the phase ends early because everybody is ready; until then any player can stop the
    count.
    """
    board_svg: str = ""
    """The board as the game draws it for this seat, where the page has none for the game."""


class ViewMessage(ViewBody, frozen=True, kw_only=True, tag="view"):
    """The same with the version of all this and the log, as it travels."""

    version: str
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


class IceServer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A server that helps two pages to connect, as WebRTC names it."""

    urls: tuple[str, ...]
    username: str = ""
    credential: str = ""


class VoiceReady(msgspec.Struct, frozen=True, tag="voice_ready"):
    """Voice is on for this page: what it connects by."""

    servers: tuple[IceServer, ...]
    relay_only: bool


class VoicePeer(msgspec.Struct, frozen=True):
    """A page that takes part in voice, and whose it is."""

    peer: str
    guest: str


VoiceEnd = Literal["", "moved", "seat", "full"]
"""Why a page does not take part any more: another page of its person does, its person has no seat
any more, or too many people turned voice on at once.
"""


class VoiceState(msgspec.Struct, frozen=True, tag="voice"):
    """Who takes part in voice, for those with seats; `me` is this page, empty if it does not."""

    me: str
    peers: tuple[VoicePeer, ...]
    ended: VoiceEnd = ""


class Signal(msgspec.Struct, frozen=True, tag="signal"):
    """What another page needs for a voice connection with this one."""

    sender: str = msgspec.field(name="from")
    attempt: int
    kind: SignalKind
    body: str


Answer = Ack | Reject | Busy
Outgoing = (
    Welcome
    | ViewMessage
    | TableMessage
    | Ack
    | Reject
    | Busy
    | ChatMessage
    | VoiceReady
    | VoiceState
    | Signal
    | Pong
)

# --- bodies of HTTP requests and answers -----------------------------------------------------


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


PackWord = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{10}(\.[0-9a-f]{20})?)?$")]
"""A pack as a link names it: its code, and its key where it is not listed."""


class PackLine(msgspec.Struct, frozen=True, kw_only=True):
    """A pack in a list, as the person who asks may know it."""

    code: str
    name: str
    author: str
    version: str
    about: str
    game: str
    title: str
    """What its game is called."""
    bytes: int
    files: int
    picture: bool
    mine: bool
    listed: bool
    of_server: bool
    """Whether it came with the server rather than from a person."""
    word: str
    """What requests name it by: the code, and with its key for whom the link was made."""
    created: int


class PackList(msgspec.Struct, frozen=True):
    """The packs that a person may play with, their own first."""

    may_upload: bool
    packs: tuple[PackLine, ...]


class PackListed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether everybody on this server sees a pack."""

    listed: bool


class NewPack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pack by the texts of its files, for pages that make one: what `pack.toml` says, and data
    files by name.
    """

    name: Annotated[str, msgspec.Meta(max_length=60)]
    author: Annotated[str, msgspec.Meta(max_length=60)]
    version: Annotated[str, msgspec.Meta(max_length=20)] = "1"
    about: Annotated[str, msgspec.Meta(max_length=400)] = ""
    game: Name
    files: Annotated[dict[str, str], msgspec.Meta(max_length=64)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is laid; `players` has `me`, `open` or `bot:NAME` for each player."""

    game: Name
    options: dict[str, str | int | bool] = {}
    players: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()
    time_limit_s: Annotated[int, msgspec.Meta(ge=0, le=14 * 24 * 3600)] = 0
    open: bool = False
    watch: bool = True
    watch_delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = None
    listed: bool | None = None
    hints: bool | None = None
    forced_moves: bool | None = None
    early: bool = True
    """Whether a timed phase ends early, after a count that anybody can stop, once everybody is
    ready.
    """
    bank_s: Bank = 0
    """Seconds for all decisions of a player together; 0: no such limit."""
    increment_s: Increment = 0
    """Seconds that each new decision adds to them."""
    days_off: DaysOff = ()
    """Weekdays (UTC, Monday is 0) on which no clock runs."""
    room: bool = False
    """Whether it begins as a room, with one link for all, and starts when everybody is ready."""
    pack: PackWord = ""
    """The code of a pack to play with; one that is not listed needs the key of its link, as
    `code.key`.
    """
    rated: bool = False
    """Whether I agree that the game counts; it has no hints then."""
    position: PositionText = ""
    """The position it begins with, in notation, whose options it then has; empty: as the rules say.

    Where others may take a seat, what is hidden in it is dealt anew.
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


class SitBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat I want, in a room also any that is free; `key` is what the link of a room carries
    behind the #.
    """

    player: PlayerNumber | None = None
    key: Annotated[str, msgspec.Meta(max_length=100)] = ""


class GuestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person in a room, by the `guest` of the room's list."""

    guest: Annotated[str, msgspec.Meta(max_length=64)]


class RemoveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to take out of a room; one who is barred cannot come back."""

    guest: Annotated[str, msgspec.Meta(max_length=64)]
    bar: bool = False


class MoveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat a person in a room gets; one who sits there changes places with them."""

    guest: Annotated[str, msgspec.Meta(max_length=64)]
    player: PlayerNumber


class RoomOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other options of the game in a room, and the seconds for a decision."""

    options: dict[str, str | int | bool]
    time_limit_s: Annotated[int, msgspec.Meta(ge=0, le=14 * 24 * 3600)] | None = None
    bank_s: Bank | None = None
    increment_s: Increment | None = None
    days_off: DaysOff | None = None


class StartBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot for the free seats; empty where there are none."""

    bot: Annotated[str, msgspec.Meta(max_length=100)] = ""


class SilenceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who may say nothing at a table any more, or may again."""

    guest: Annotated[str, msgspec.Meta(max_length=64)]
    silenced: bool = True


class BotBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: PlayerNumber
    bot: Annotated[str, msgspec.Meta(max_length=100)]


class HintBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber
    question: Count


class OrderBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A standing order on reactions: pass by itself never, always, or when no shot is better
    than so many per cent.
    """

    seat: SeatNumber
    standing_order: Annotated[str, msgspec.Meta(pattern=r"^(never|always|[0-9]|[1-9][0-9]|100)$")]


class ConsentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question `n` whether a player may take back."""

    n: Count
    yes: bool


class ContinueGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a finished game after so many of its moves; `players` as for a new table."""

    step: Count
    players: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()


class RematchBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    swap: bool = False


class SayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Text
    channel: Channel = "table"


class ErrorBody(msgspec.Struct, frozen=True):
    """Every error, on every route."""

    code: str
    error: str
    rule: str = ""
    ok: bool = False


class NotationFault(ErrorBody, frozen=True):
    """An error in a notation that was sent: from which character up to which the fault stands."""

    at: tuple[int, int] | None = None


class Ok(msgspec.Struct, frozen=True):
    ok: bool = True


class Health(msgspec.Struct, frozen=True):
    ok: bool
    version: str
    lag_ms: int
    sockets: int
    tables: int
    problem: str = ""
    """What is wrong, where something is."""


class Me(msgspec.Struct, frozen=True):
    name: str


class Device(msgspec.Struct, frozen=True):
    """A browser or program I am signed in with; `id` names it in this list only."""

    id: str
    label: str
    created: int
    seen: int
    this: bool


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of mine."""

    id: str
    label: str
    created: int
    used: int


class Identity(msgspec.Struct, frozen=True):
    """All about me: when phrase and feed were made, my devices, why there are no passkeys."""

    name: str
    phrase_made: int | None
    feed_made: int | None
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...]
    passkeys_off: str
    settings: dict[str, str]


class PhraseMade(msgspec.Struct, frozen=True):
    """The words that carry me to another device, and the link with them; shown only here."""

    phrase: str
    path: str


class FeedMade(msgspec.Struct, frozen=True):
    """The secret addresses of my feed and of my calendar of deadlines; shown only here."""

    path: str
    calendar: str


EmailState = Literal["none", "asked", "confirmed", "refused"]


class PushBrowser(msgspec.Struct, frozen=True):
    """A browser of mine that takes push messages; `id` names it in this list only."""

    id: str
    label: str
    created: int
    this: bool


class NoticeSettings(msgspec.Struct, frozen=True):
    """How I am told of my move while I am away, and why not; the key is what browsers subscribe
    with.
    """

    push_key: str
    push_off: str
    browsers: tuple[PushBrowser, ...]
    email: str
    email_state: EmailState
    email_off: str


class PushBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser takes push messages, and its keys in base64url."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1024)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class EmailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address at which I want mail."""

    address: Annotated[str, msgspec.Meta(max_length=254)]


class CarryBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a person; `join` makes the guest of this browser part of them."""

    phrase: Annotated[str, msgspec.Meta(max_length=200)]
    join: bool = False


class DeleteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """My name, to say that I mean it."""

    name: Name


class SettingsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What my pages have set, to be found again on another device."""

    settings: Annotated[
        dict[
            Annotated[str, msgspec.Meta(max_length=40)],
            Annotated[str, msgspec.Meta(max_length=4096)],
        ],
        msgspec.Meta(max_length=40),
    ]


class PasskeyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser answers for a passkey, as WebAuthn's `toJSON()` writes it."""

    credential: dict[str, Any]
    join: bool = False


class LookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game, the group of it by its number, and the seconds for a decision I look for."""

    game: Name
    group: Annotated[int, msgspec.Meta(ge=0, le=63)] = 0
    time_limit_s: Annotated[int, msgspec.Meta(ge=0, le=14 * 24 * 3600)] = 60


class PoolInfo(msgspec.Struct, frozen=True):
    """How many people wait for a group of a game."""

    game: str
    group: int
    time_limit_s: int
    waiting: int
    needed: int


class Looking(msgspec.Struct, frozen=True):
    """What I look for: how many are here of how many, and how long it may take at the pace at
    which people came lately; null where too few came to tell. `code` is the table once it is laid.
    """

    game: str
    group: int
    time_limit_s: int
    since: int
    here: int
    needed: int
    estimate_s: int | None
    code: str


class PairingState(msgspec.Struct, frozen=True):
    """Whether I look for people to play with, and where others do."""

    state: Literal["none", "waiting", "paired"]
    pools: tuple[PoolInfo, ...]
    looking: Looking | None = None


class GroupInfo(msgspec.Struct, frozen=True):
    """A group that strangers are put together in."""

    players: int
    about: str


class RatingChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether my games may count, and whether ladders show my name."""

    rated: bool
    ranked: bool = False


class AgreeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether I agree."""

    yes: bool


class Agreement(msgspec.Struct, frozen=True):
    """Who of the people at a table agreed that its game counts, by player; once it was rated,
    why it did not count, or an empty text. `rated` says whether I have a rating.
    """

    rated: bool
    agreed: tuple[int, ...]
    people: tuple[int, ...]
    reason: str | None


class RatingInfo(msgspec.Struct, frozen=True):
    """A rating: 1000 for a new player; in 19 of 20 cases it lies between `low` and `high`."""

    rating: int
    low: int
    high: int
    provisional: bool
    games: int


class RatingPoint(msgspec.Struct, frozen=True):
    """My rating after a game, and the place I had in it."""

    code: str
    at: int
    place: int
    rating: RatingInfo


class RatedGame(msgspec.Struct, frozen=True):
    """My rating in a game, of one kind: pair, crew or free-for-all."""

    game: str
    kind: str
    now: RatingInfo
    curve: tuple[RatingPoint, ...]


class PlayedGames(msgspec.Struct, frozen=True):
    """How many games of a game I have finished."""

    game: str
    count: int


class Opponent(msgspec.Struct, frozen=True):
    """A person I have met, and in how many finished games."""

    name: str
    games: int


class Profile(msgspec.Struct, frozen=True):
    """My games, results and ratings; only I see it."""

    rated: bool
    ranked: bool
    played: tuple[PlayedGames, ...]
    ratings: tuple[RatedGame, ...]
    opponents: tuple[Opponent, ...]


class LadderLine(msgspec.Struct, frozen=True):
    """A person who chose to be shown, by name, or a bot."""

    name: str
    bot: str
    you: bool
    rating: RatingInfo


class Ladder(msgspec.Struct, frozen=True):
    """The strongest of a game, of one of its kinds."""

    game: str
    kind: str
    kinds: tuple[str, ...]
    lines: tuple[LadderLine, ...]


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
    groups: tuple[GroupInfo, ...]
    """The groups that strangers are put together in, by their numbers."""


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
    time_limit_s: int
    players: tuple[PlayerInfo, ...]
    your_turn: bool
    turn: int
    watchers: int
    watch_delay: float
    to_move: tuple[int, ...] = ()
    """In the list of my tables: the players whom it waits for."""
    deadline: int | None = None
    """In the list of my tables: when the running clock ends."""


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
    opening: str = ""
    """The position it begins with, in notation; empty: as the rules say."""


class TableList(msgspec.Struct, frozen=True):
    tables: tuple[TableLine, ...]


class HintLine(msgspec.Struct, frozen=True):
    """A preferred action: how often the bot would play it, its estimate of the share of the
    stake, and why in one sentence.
    """

    action: int
    notation: str
    text: str
    chance: float
    value: float
    why: str


class Hint(msgspec.Struct, frozen=True):
    """What the bot would do in this seat's place; an estimate, from this seat's view alone."""

    seat: int
    question: int
    bot: str
    best: tuple[HintLine, ...]


class ChatLines(msgspec.Struct, frozen=True):
    lines: tuple[ChatLine, ...]


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game with puzzles: how many, and the puzzle of the day."""

    game: str
    title: str
    count: int
    today: str


class PuzzleGames(msgspec.Struct, frozen=True):
    """The games with puzzles, and the day (UTC) of their puzzles of the day."""

    day: str
    games: tuple[PuzzleGame, ...]
    tried: tuple[str, ...] = ()
    """The ids of the puzzles that I have tried."""
    solved_days: tuple[str, ...] = ()
    """The days whose puzzle I have solved at the first try."""


class PuzzleLine(msgspec.Struct, frozen=True):
    """A puzzle in a list: how difficult it is, and how many people have tried and solved it."""

    id: str
    stars: int
    themes: tuple[str, ...]
    tries: int
    solved: int
    tried: bool
    """Whether I have tried it."""


class PuzzleList(msgspec.Struct, frozen=True):
    """The puzzles of a game, and what their themes mean."""

    game: str
    title: str
    themes: dict[str, str]
    puzzles: tuple[PuzzleLine, ...]


class PuzzleTask(msgspec.Struct, frozen=True):
    """A puzzle before it is solved: what the seat knows, and nothing of the answer."""

    id: str
    game: str
    title: str
    day: str
    """Whose puzzle of the day it is; empty for any other."""
    next: str
    """The puzzle that comes after it."""
    stars: int
    themes: tuple[str, ...]
    view: Any
    board_svg: str = ""


class PuzzleTry(msgspec.Struct, frozen=True):
    """A choice, in notation."""

    notation: str


class PuzzleChoice(msgspec.Struct, frozen=True):
    """A choice, what it is worth to the seat, and the error of that."""

    notation: str
    text: str
    value: float
    error: float


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The answer, why it is best, and what the choices are worth, best first."""

    right: bool
    answer: str
    why: str
    exact: bool
    choices: tuple[PuzzleChoice, ...]
    found_by: dict[str, float]
    """How often each level of the bots finds it."""
    position: str
    """The position in notation, to play on from."""
    tries: int
    """How many people have tried it."""
    solved: int
    """How many of them found the answer."""
    first: bool
    """Whether this was my first try, the one that counts."""
    solved_days: tuple[str, ...]
    """The days whose puzzle I have solved at the first try."""


class SandboxMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move by hand: the name of a seat, `chance` or `clock`, and the action in notation.

    Chance draws where no outcome is named.
    """

    seat: Word
    notation: Word = ""


class SandboxAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in notation, or the start of a game with these options, and what is played in
    it.

    `seat` is whose choices are shown, if it may choose; `all_open` says whether the board shows
    everything, or what that seat knows.
    """

    position: PositionText = ""
    options: Annotated[dict[Name, OptionValue], msgspec.Meta(max_length=64)] = {}
    move: SandboxMove | None = None
    seat: SeatNumber | None = None
    all_open: bool = True


class SandboxOutcome(msgspec.Struct, frozen=True):
    """An outcome of a draw or roll, and how likely it is."""

    notation: str
    share: float


class SandboxState(msgspec.Struct, frozen=True):
    """A position and what can happen in it; nothing of it is stored."""

    game: str
    title: str
    position: str
    view: Any
    acting: tuple[int, ...]
    """The seats that may choose now."""
    outcomes: tuple[SandboxOutcome, ...]
    """What can be drawn now, the likeliest first; no more than 60."""
    outcome_count: int
    has_clock: bool
    """Whether a clock of the game runs, so that its time can be up."""
    has_secrets: bool
    """Whether something in it would be hidden from a player."""
    events: tuple[EventLine, ...]
    """What the move told."""
    board_svg: str = ""


class SandboxOpinionAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot is asked what a seat should choose, by what that seat knows."""

    position: PositionText
    seat: SeatNumber
    bot: Name = "hard"


class SandboxOpinion(msgspec.Struct, frozen=True):
    """What a bot thinks of a seat's choices, the preferred ones first."""

    bot: str
    seat: int
    lines: tuple[HintLine, ...]


class ReviewStep(msgspec.Struct, frozen=True):
    """One move: who, in a word and in words, what happened, and the table after it."""

    n: int
    seat: str
    notation: str
    text: str
    turn: int
    events: tuple[EventLine, ...]
    view: Any
    board_svg: str = ""
    """The board as the game draws it, where the page has none for the game."""
    position: str = ""
    """The table in notation, where all is open; empty for the perspective of a seat."""


class Review(msgspec.Struct, frozen=True):
    """Some steps of a game; `at` is the one in which the line of the log that was asked for was
    told.
    """

    moves: int
    perspective: str
    seats: tuple[SeatInfo, ...]
    steps: tuple[ReviewStep, ...]
    at: int = 0


class Analysed(msgspec.Struct, frozen=True):
    """How far a finished game is explained: while it is worked on the luck and the curve come
    first.
    """

    state: Literal["working", "done", "failed"]
    analysis: Analysis | None


class ExplainBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants to do and cannot: a word, or a place of the board."""

    seat: SeatNumber
    question: Count
    notation: Word = ""
    place: Word = ""


class Reason(msgspec.Struct, frozen=True):
    """Why something cannot be done, by which rule, and the legal action that comes nearest; no
    words if it can.
    """

    text: str
    rule: str
    nearest_action: int | None


class PlansBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the whole moves of a piece; of all pieces where none is named."""

    seat: SeatNumber
    question: Count
    piece: Word = ""


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
    pack: PackWord = ""
    """The pack to ask about in place of the game's own data."""


LabState = Literal["waiting", "running", "done", "failed"]


class LabStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study: what was asked, how far it is, and in a sentence what came of it."""

    id: str
    kind: str
    game: str
    query: str
    bots: tuple[str, ...]
    minutes: float
    asked: int
    state: LabState
    progress: float
    summary: str
    pack: str = ""
    """The name of the pack it is about."""


class LabStudies(msgspec.Struct, frozen=True):
    """The studies of this server, the newest first; none where its lab is closed."""

    allowed: bool
    studies: tuple[LabStudy, ...]


class WorkshopInfo(msgspec.Struct, frozen=True):
    """Whether the workshop is open to the person who asks."""

    allowed: bool


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

    `doing` is `asked` while the step waits for something, `explained` when it is done, `finished`
    after the last one; `nudge` answers a move that was not played. `hint` says in plain words what
    to do, on request; after some nudges `shows_hint` is true.
    """

    number: int
    title: str
    step: int
    steps: int
    doing: Literal["asked", "explained", "finished"]
    say: str
    outcome_text: str
    nudge: str
    hint: str
    shows_hint: bool
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

    question: Count
    action: Action | Word


class LessonQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on or back in a lesson from the question with this number."""

    question: Count


class LessonRestart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
