"""What needs a page that browsers call secure, under a name."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

LOCAL_NAME = "localhost"


def host_of(request: HTTPConnection) -> str:
    """The name or number that the server was reached by; empty if that is none."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def why_insecure(request: HTTPConnection, what: str) -> str:
    """Why a browser does not allow something at this address, for a person; empty where it does."""
    host = host_of(request)
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return f"{what} need a server with a name; this one is reached by a number."
    if request.url.scheme != "https" and host != LOCAL_NAME:
        return f"{what} need a secure page (https)."
    return ""
