"""What may travel between two pages that connect their voices: one description of audio, or
candidates, of bounded size; and what they connect by.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from dogfight.core.errors import BadOption
from dogfight.server.messages import IceServer, SignalKind
from dogfight.server.settings import Settings

_MOST_LINES = 200
_MOST_CANDIDATES = 32
_LINE = re.compile(r"[a-z]=[\x20-\x7e]+")
_CANDIDATE = re.compile(
    r"candidate:\S{1,64} [12] (?:udp|tcp) [0-9]{1,10} (?P<address>\S{1,100}) [0-9]{1,5}"
    r" typ (?P<kind>host|srflx|prflx|relay)(?: raddr (?P<related>\S{1,100}) rport [0-9]{1,5})?"
    r"(?: [\x20-\x7e]{1,300})?",
    re.I,
)
_ADDRESS_LINE = re.compile(r"(?:c=|a=rtcp:[0-9]{1,5} )IN IP[46] (\S+)")
_HIDDEN = ("0.0.0.0", "::")


def check_signal(kind: SignalKind, body: str, relay_only: bool) -> None:
    """Refuse what cannot be part of a voice connection, and where voice goes through relays alone
    whatever shows another address.
    """
    if kind == "candidates":
        lines = body.split("\n")
        candidates = [_candidate(line) for line in lines]
    else:
        lines = _description(body)
        candidates = [_candidate(line[2:]) for line in lines if line.startswith("a=candidate:")]
    if len(candidates) > _MOST_CANDIDATES:
        raise BadOption(f"expected at most {_MOST_CANDIDATES} candidates, got {len(candidates)}")
    if relay_only:
        _check_relayed(lines, candidates)


def _description(body: str) -> list[str]:
    """The lines of a session description with one encrypted audio line and nothing else."""
    lines = body.removesuffix("\r\n").split("\r\n")
    if len(lines) > _MOST_LINES:
        raise BadOption(f"expected at most {_MOST_LINES} lines, got {len(lines)}")
    if lines[0] != "v=0" or not all(_LINE.fullmatch(line) for line in lines):
        raise BadOption("expected a session description, got other lines")
    media = [line for line in lines if line.startswith("m=")]
    if len(media) != 1 or not media[0].startswith("m=audio "):
        raise BadOption(f"expected one audio line, got {len(media)} lines of media")
    if not any(line.startswith("a=fingerprint:") for line in lines):
        raise BadOption("expected the fingerprint of an encrypted connection, got none")
    return lines


def _candidate(line: str) -> re.Match[str]:
    candidate = _CANDIDATE.fullmatch(line)
    if candidate is None:
        raise BadOption("expected candidates, got other lines")
    return candidate


def _check_relayed(lines: list[str], candidates: list[re.Match[str]]) -> None:
    relays = {candidate["address"] for candidate in candidates}
    related = {candidate["related"] or _HIDDEN[0] for candidate in candidates}
    shown = {match[1] for line in lines if (match := _ADDRESS_LINE.fullmatch(line))}
    relayed = all(candidate["kind"].lower() == "relay" for candidate in candidates)
    if not relayed or not related <= {*_HIDDEN} or not shown <= {*_HIDDEN, *relays}:
        raise BadOption("expected addresses of relays alone, got others")


def ice_servers(settings: Settings, peer: str, now_ms: int) -> tuple[IceServer, ...]:
    """The servers that a page connects by, with a password of its own where they share a secret.

    The scheme is that of "A REST API For Access To TURN Services": the name is the time when the
    password ends and who it is for, the password its keyed hash.
    """
    servers = []
    if settings.stun_servers:
        servers.append(IceServer(settings.stun_servers))
    if settings.turn_servers:
        name, password = settings.turn_user, settings.turn_password
        if settings.turn_secret:
            name = f"{now_ms // 1000 + int(settings.turn_seconds)}:{peer}"
            key = hmac.new(settings.turn_secret.encode(), name.encode(), hashlib.sha1)
            password = base64.b64encode(key.digest()).decode()
        servers.append(IceServer(settings.turn_servers, name, password))
    return tuple(servers)
