"""Who is asking: sessions by an opaque cookie, invitations by a secret, and requests only from our own pages."""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from dogfight.core.printable import visible
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, World
from dogfight.server.storage.ledger import Ledger, Person

TOKEN_BYTES = 32
_PLAIN, _SECURE = "dogfight", "__Host-dogfight"
_YEAR = 365 * 24 * 3600
_LONGEST_NAME = 24


def new_secret(world: World) -> str:
    """256 random bits as a word that can stand in a cookie or a link."""
    return base64.urlsafe_b64encode(world.entropy(TOKEN_BYTES)).rstrip(b"=").decode()


def hashed(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def cookie_name(request: HTTPConnection) -> str:
    return _SECURE if request.url.scheme in ("https", "wss") else _PLAIN


def token_hash(request: HTTPConnection) -> bytes | None:
    """The hash of the session the request comes with."""
    token = request.cookies.get(cookie_name(request))
    return hashed(token) if token else None


def person_asking(request: HTTPConnection, ledger: Ledger) -> Person | None:
    """Whose session the request comes with; None without one, or with one that was ended."""
    found = token_hash(request)
    return None if found is None else ledger.person_of(found)


def cookie(request: HTTPConnection, token: str) -> str:
    """The header that keeps a session; an empty token ends it."""
    secure = "; Secure" if cookie_name(request) == _SECURE else ""
    age = _YEAR if token else 0
    return f"{cookie_name(request)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def check_origin(request: HTTPConnection, settings: Settings) -> None:
    """Refuse whatever does not come from our own pages."""
    origin = request.headers.get("origin", "")
    if origin in settings.origins:
        return
    parts = urlsplit(origin)
    host = request.headers.get("host", "")
    if parts.scheme not in ("http", "https") or not host or parts.netloc.lower() != host.lower():
        raise Refused("bad_origin", "expected an Origin header that names this server")


def clean_name(text: str) -> str:
    """A name as it is shown: one line, no invisible characters, at most 24 long."""
    name = visible(text)
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise Refused("bad_request", f"expected a name of 1 to {_LONGEST_NAME} letters")
    return name


def clean_text(text: str) -> str:
    """A line of chat without invisible characters."""
    line = visible(text)
    if not line:
        raise Refused("bad_request", "expected something to say")
    return line
