"""The voice of a table: which pages take part, and what they send each other to connect.

Sound travels between the pages themselves. Only people with seats take part, each through one page
at a time; nothing of it is stored or logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dogfight.server.messages import (
    SendSignal,
    Signal,
    VoiceEnd,
    VoicePeer,
    VoiceReady,
    VoiceState,
    encode,
)
from dogfight.server.nodes.bus import VoiceMember
from dogfight.server.refusals import Refused
from dogfight.server.tables.viewers import Listener
from dogfight.server.voice_signals import check_signal, ice_servers

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable

MOST_VOICES = 8
"""Every page sends its sound to every other one, so there cannot be many."""
_PEER_BYTES = 8
_SILENT = VoiceState("", ())


class TableVoice:
    """The pages of one table that take part in voice, those of this node with their sockets."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._here: dict[Listener, VoiceMember] = {}
        self._shown: dict[Listener, VoiceState] = {}
        """What each socket was told last."""

    @property
    def way(self) -> Literal["", "direct", "relay"]:
        """How voice travels at this server."""
        settings = self._table.services.settings
        if not settings.voice:
            return ""
        return "relay" if settings.voice_relay_only else "direct"

    # --- what a page asks --------------------------------------------------------------------

    def start(self, socket: Listener) -> None:
        """Let a page take part; another page of the same person stops."""
        table, person = self._table, socket.person.id
        if not self.way:
            raise Refused("not_now", "This server carries no voice.")
        if not table.seating.held_by(person):
            raise Refused("not_yours", "Voice is for those who sit at the table.")
        members = self._members()
        if sum(member.person != person for member in members) >= MOST_VOICES:
            raise Refused("not_now", f"{MOST_VOICES} people use voice already; no more can.")
        own = [member.since + 1 for member in members if member.person == person]
        services = table.services
        now = services.sources.ms()
        peer = services.sources.entropy(_PEER_BYTES).hex()
        self._here[socket] = VoiceMember(peer, person, max((now, *own)))
        servers = ice_servers(services.settings, peer, now)
        socket.send(encode(VoiceReady(servers, services.settings.voice_relay_only)))
        self.update()

    def stop(self, socket: Listener) -> None:
        """Let a page take part no more."""
        if self._here.pop(socket, None) is not None:
            self.update()

    def leave(self, socket: Listener) -> None:
        """A socket has gone."""
        self._shown.pop(socket, None)
        self.stop(socket)

    def pass_on(self, socket: Listener, message: SendSignal) -> None:
        """Send something to another page that takes part, at whichever node."""
        own = self._here.get(socket)
        if own is None:
            raise Refused("not_now", "Turn voice on first.")
        settings = self._table.services.settings
        check_signal(message.kind, message.body, settings.voice_relay_only)
        others = {member.peer for member in self._members()} - {own.peer}
        if message.to not in others:
            raise Refused("unknown", "That person does not use voice any more.")
        frame = encode(Signal(own.peer, message.attempt, message.kind, message.body))
        if not self.deliver(message.to, frame):
            self._table.services.nodes.pass_signal_on(self._table.code, message.to, frame)

    def deliver(self, peer: str, frame: bytes) -> bool:
        """Send something to a page of this node; return whether it is one."""
        for socket, member in self._here.items():
            if member.peer == peer:
                socket.send(frame)
                return True
        return False

    # --- who takes part ----------------------------------------------------------------------

    def _members(self) -> list[VoiceMember]:
        """All who take part, through whichever node, in the order in which they came; of each
        person the latest page.
        """
        table = self._table
        every = (*self._here.values(), *table.services.nodes.voices(table.code))
        latest: dict[int, VoiceMember] = {}
        for member in sorted(every, key=_order):
            if table.seating.held_by(member.person):
                latest[member.person] = member
        return sorted(latest.values(), key=_order)

    def update(self) -> None:
        """End what may not go on, and tell everybody with a seat who takes part."""
        table = self._table
        members = self._members()
        if not (members or self._here or self._shown):
            return
        ended = self._end_others(members)
        table.services.nodes.voices_changed(table.code, self._here.values())
        peers = tuple(
            VoicePeer(member.peer, table.room.guest_of(member.person))
            for member in members[:MOST_VOICES]
        )
        players = {row.person for row in table.seating}
        for socket in tuple(table.viewers.sockets):
            own = self._here.get(socket)
            seated = socket.person.id in players
            state = VoiceState(own.peer if own else "", peers if seated else ())
            if state != self._shown.get(socket, _SILENT):
                self._shown[socket] = state
                socket.send(encode(VoiceState(state.me, state.peers, ended.get(socket, ""))))

    def _end_others(self, members: list[VoiceMember]) -> dict[Listener, VoiceEnd]:
        """End the pages of this node that may not take part any more; return why, for each."""
        ended: dict[Listener, VoiceEnd] = {}
        for socket, own in tuple(self._here.items()):
            if own not in members[:MOST_VOICES]:
                seated = bool(self._table.seating.held_by(own.person))
                ended[socket] = "full" if own in members else "moved" if seated else "seat"
                del self._here[socket]
        return ended


def _order(member: VoiceMember) -> tuple[int, str]:
    return member.since, member.peer
