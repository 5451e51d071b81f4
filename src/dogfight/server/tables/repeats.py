"""Commands that come a second time: the same one is acknowledged again, another one under its id
is refused.
"""

from __future__ import annotations

import msgspec

from dogfight.server.messages import Command, Play, SendPlan, SetUp, TakeBack
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Entry

_DO: dict[type, str] = {Play: "play", TakeBack: "take_back", SendPlan: "plan", SetUp: "set_up"}
USED = (
    "That id has stood for another command here; every command needs an id of its own. Nothing was"
    " done."
)


def marked(entry: Entry, message: Command) -> Entry:
    """The entry with what its command asked for, so that a repetition is known even after a
    restart.
    """
    return msgspec.structs.replace(entry, asked=asked(message))


def asked(message: Command) -> str:
    """What a command asks for: the phase it answers, and the action or word; of a plan all but
    its id.
    """
    if isinstance(message, SendPlan):
        return msgspec.json.encode(
            (message.seat, message.round, message.n, message.parts, message.ready)
        ).decode()
    supplied = (
        (message.action if message.action is not None else message.word)
        if isinstance(message, Play)
        else None
    )
    return msgspec.json.encode((message.question, supplied)).decode()


def check_repeated(body: str, message: Command) -> None:
    """Refuse a command whose id stands in the log for another one."""
    entry = msgspec.json.decode(body, type=Entry)
    if entry.do != _DO[type(message)] or not _same(entry, message):
        raise Refused("id_used", USED)


def _same(entry: Entry, message: Command) -> bool:
    """Whether the same was asked; entries of earlier releases only know which action was played."""
    if isinstance(message, SendPlan):
        return entry.asked == asked(message)
    if entry.seat != message.seat:
        return False
    if entry.asked:
        return entry.asked == asked(message)
    return (
        not isinstance(message, Play)
        or message.action is None
        or entry.steps[0] == (message.seat, message.action)
    )
