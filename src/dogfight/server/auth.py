"""Who is asking: sessions by an opaque cookie, invitations by a secret, and requests only from
our own pages.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
from functools import cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from dogfight.core.text_safety import visible
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import Ledger, Person

TOKEN_BYTES = 32
_PLAIN, _SECURE = "dogfight", "__Host-dogfight"
_HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]?#]+))(?::[0-9]*)?")
_PROXY_HEADERS = frozenset({"forwarded", "via", "x-real-ip"})
_YEAR = 365 * 24 * 3600
_LONGEST_NAME = 24


def new_secret(sources: SystemSources) -> str:
    """256 random bits as a word that can stand in a cookie or a link."""
    return base64.urlsafe_b64encode(sources.entropy(TOKEN_BYTES)).rstrip(b"=").decode()


def hashed(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def cookie_name(request: HTTPConnection) -> str:
    return _SECURE if request.url.scheme in ("https", "wss") else _PLAIN


def token_hash(request: HTTPConnection) -> bytes | None:
    """The hash of the session the request comes with."""
    token = request.cookies.get(cookie_name(request))
    return hashed(token) if token else None


async def person_asking(request: HTTPConnection, ledger: Ledger) -> Person | None:
    """Whose session the request comes with; None without one, or with one that was ended."""
    token = token_hash(request)
    return None if token is None else await ledger.person_of(token)


def cookie(request: HTTPConnection, token: str) -> str:
    """The header that keeps a session; an empty token ends it."""
    secure = "; Secure" if cookie_name(request) == _SECURE else ""
    age = _YEAR if token else 0
    return f"{cookie_name(request)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def check_host(request: HTTPConnection, settings: Settings) -> None:
    """Refuse requests for a server of another name, where ours is known: a page elsewhere may have
    had its name lead here. It is known from `origins`, and without them where only this machine can
    ask; on a network it may be any.
    """
    name = host_name(request)
    if is_loopback(name):
        return
    if settings.origins and name not in _names_of(settings.origins):
        raise Refused("bad_host", "expected the name of this server in the Host header")
    if not settings.origins and is_loopback(settings.host):
        raise Refused(
            "bad_host",
            "expected localhost, 127.0.0.1 or [::1] in the Host header; a server that others reach,"
            " through a proxy or by another name, has to have that name in its setting `origins`",
        )


def host_name(request: HTTPConnection) -> str:
    """Return the name in the Host header without its port; empty if there is none that could be
    one.
    """
    result = _HOST.fullmatch(request.headers.get("host", "").lower())
    return (result["address"] or result["name"]) if result else ""


def is_loopback(name: str) -> bool:
    """Whether a name, or an address without brackets, is this machine's own and can lead nowhere
    else.
    """
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_forwarded(request: HTTPConnection) -> bool:
    """Whether a proxy passed the request on."""
    return any(name in _PROXY_HEADERS or name.startswith("x-forwarded") for name in request.headers)


@cache
def _names_of(origins: tuple[str, ...]) -> frozenset[str]:
    return frozenset(result for origin in origins if (result := urlsplit(origin).hostname))


def serves_this_machine_only(settings: Settings) -> bool:
    """Whether nobody else is meant to reach the server."""
    return is_loopback(settings.host) and not settings.origins and not settings.proxies


def is_open_to(request: HTTPConnection, settings: Settings, to_others: bool) -> bool:
    """Whether something is open to a request that is meant for this machine alone unless the
    settings open it to others.

    Behind a proxy that the settings do not name everybody seems to be on this machine, so what was
    passed on, or asks for another name, is not.
    """
    if to_others or not serves_this_machine_only(settings):
        return to_others
    return is_loopback(host_name(request)) and not is_forwarded(request)


def check_origin(request: HTTPConnection, settings: Settings) -> None:
    """Refuse whatever does not come from our own pages."""
    origin = request.headers.get("origin", "")
    if origin in settings.origins:
        return
    scheme, _, netloc = origin.partition("://")
    host = request.headers.get("host", "")
    if scheme.lower() not in ("http", "https") or not host or netloc.lower() != host.lower():
        raise Refused("bad_origin", "expected an Origin header that names this server")


def clean_name(text: str) -> str:
    """A name as it is shown: one line, no invisible characters, at most 24 long."""
    name = visible(text)
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise Refused("unfit", f"expected a name of 1 to {_LONGEST_NAME} letters")
    return name


def clean_text(text: str) -> str:
    """A line of chat without invisible characters."""
    line = visible(text)
    if not line:
        raise Refused("unfit", "expected something to say")
    return line
