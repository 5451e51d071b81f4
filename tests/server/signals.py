"""Descriptions of voice connections as browsers write them, for tests without a browser."""

from __future__ import annotations

from typing import Any

HOST = "candidate:1 1 udp 2122260223 192.0.2.7 50000 typ host generation 0 network-id 1"
RELAY = "candidate:2 1 udp 41885439 198.51.100.2 60000 typ relay raddr 0.0.0.0 rport 0"


def description(*candidates: str, media: str = "audio", word: str = "x", address: str = "") -> str:
    """A session description with these candidates; `word` tells it from others."""
    lines = [
        "v=0",
        "o=- 46117 2 IN IP4 127.0.0.1",
        f"s={word}",
        "t=0 0",
        f"m={media} 9 UDP/TLS/RTP/SAVPF 111",
        f"c=IN IP4 {address or '0.0.0.0'}",
        "a=rtcp:9 IN IP4 0.0.0.0",
        *(f"a={candidate}" for candidate in candidates),
        "a=ice-ufrag:abcd",
        "a=fingerprint:sha-256 00:11:22",
        "a=rtpmap:111 opus/48000/2",
    ]
    return "\r\n".join(lines) + "\r\n"


def offer(to: str, word: str = "x", id: str = "s1") -> dict[str, Any]:
    """An offer to a page, as it travels."""
    body = description(HOST, word=word)
    return {"type": "signal", "id": id, "to": to, "attempt": 0, "kind": "offer", "body": body}
