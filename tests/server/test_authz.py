"""Every route and message for every part one can have at a table, against the grid; and requests
from elsewhere.
"""

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from harness import Line, Server, address, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dogfight.client import Client
from dogfight.server import messages
from dogfight.server.routes import ROUTES

GRID = tomllib.loads((Path(__file__).parent / "grid.toml").read_text())
ROLES = ("nobody", "ended", "guest", "other", "holder", "host")
BODIES: dict[str, Any] = {
    "POST /api/me": {"name": "Zoe"},
    "POST /api/me/settings": {"settings": {"theme": "dark"}},
    "POST /api/carry": {"phrase": " ".join(["zoo"] * 6)},
    "POST /api/me/passkeys": {"credential": {}},
    "POST /api/passkey": {"credential": {}},
    "POST /api/me/push": {"endpoint": "https://push.example/a", "p256dh": "A", "auth": "A"},
    "POST /api/me/email": {"address": "ana@mail.example"},
    "POST /api/me/delete": {"name": "somebody else"},
    "POST /api/pairing": {"game": "toy"},
    "POST /api/me/rating": {"rated": True},
    "POST /api/tables/{code}/rated": {"yes": True},
    "POST /api/tables": {"game": "toy"},
    "POST /api/tables/{code}/claim": {"secret": "guess"},
    "POST /api/tables/{code}/nonce": {"commit": "0" * 64, "nonce": ""},
    "POST /api/tables/{code}/plans": {"seat": 0, "question": 1},
    "POST /api/tables/{code}/room/leave": {},
    "POST /api/tables/{code}/room/not_ready": {},
    "POST /api/tables/{code}/room/options": {"options": {}},
    "POST /api/tables/{code}/room/move": {"guest": "0", "player": 0},
    "POST /api/tables/{code}/room/remove": {"guest": "0"},
    "POST /api/tables/{code}/room/host": {"guest": "0"},
    "POST /api/tables/{code}/room/link": {},
    "POST /api/tables/{code}/room/start": {},
    "POST /api/tables/{code}/go_on": {},
    "POST /api/tables/{code}/silence": {"guest": "0"},
    "POST /api/tables/{code}/bot": {"player": 0, "bot": "random"},
    "POST /api/tables/{code}/rematch": {"swap": True},
    "POST /api/tables/{code}/hint": {"seat": 0, "question": 1},
    "POST /api/tables/{code}/standing_order": {"seat": 0, "standing_order": "always"},
    "POST /api/tables/{code}/take_back_reply": {"n": 1, "yes": True},
    "POST /api/tables/{code}/continue": {"step": 0},
    "POST /api/tables/{code}/command": {
        "type": "play",
        "id": "g",
        "seat": 0,
        "question": 1,
        "action": 1,
    },
    "POST /api/tables/{code}/chat": {"text": "hello"},
    "POST /api/tables/{code}/explain": {"seat": 0, "question": 1, "notation": "nothing"},
    "POST /api/lessons/{game}/{lesson}/explain": {"seat": 0, "question": 0, "place": "m2"},
    "POST /api/pack_texts": {"name": "A", "author": "B", "game": "toy", "files": {}},
    "POST /api/packs/{pack}/listed": {"listed": True},
    "POST /api/workshop/check": {"game": "squadrons", "files": {}},
    "POST /api/workshop/read": {"text": "a = 1"},
    "POST /api/workshop/write": {"values": {"a": 1}},
    "POST /api/workshop/picture": {"game": "squadrons", "files": {}},
    "POST /api/workshop/ask": {"game": "squadrons", "files": {}, "question": "any"},
    "POST /api/puzzles/{game}/{puzzle}": {"notation": "nothing"},
    "POST /api/sandbox/{game}": {},
    "POST /api/sandbox/{game}/opinion": {"position": "", "seat": 0, "bot": "nobody"},
    "POST /api/lab": {"kind": "balance", "game": "nowhere"},
    "POST /api/lessons/{game}/{lesson}/play": {"question": 0, "action": "1/0"},
    "POST /api/lessons/{game}/{lesson}/next": {"question": 0},
    "POST /api/lessons/{game}/{lesson}/undo": {"question": 0},
    "POST /api/lessons/{game}/{lesson}/restart": {"step": 0},
}
SENDS: dict[str, dict[str, Any]] = {
    "play": {"seat": 0, "question": 1, "action": 1},
    "take_back": {"seat": 0, "question": 1},
    "set_up": {"seat": 0, "question": 1},
    "draft": {"seat": 0, "question": 1, "n": 1},
    "plan": {"seat": 0, "round": 1, "n": 1, "parts": []},
    "chat": {"text": "hello"},
    "call": {"call": "luck"},
    "voice_on": {},
    "voice_off": {},
    "signal": {"to": "0" * 16, "attempt": 0, "kind": "offer", "body": "x"},
    "animation_speed": {"speed": "fast"},
    "ping": {},
}


class Cast:
    """A table with its host and the holder of its seat, and whoever else is asked for."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._clients: list[Client] = []
        self.host, self.holder = self._come_in("Hal"), self._come_in("Ana")
        made = self.host.create("toy", {"rounds": 9}, ["open", "bot:random"])
        self.code = made.table.code
        self.holder.claim(self.code, made.invites[0].secret)

    def _come_in(self, name: str) -> Client:
        self._clients.append(Client(self._server.url, name))
        return self._clients[-1]

    @cached_property
    def other(self) -> Client:
        """Somebody who sits at another table."""
        client = self._come_in("Ben")
        client.create("toy", {"rounds": 9}, ["me", "me"])
        return client

    @cached_property
    def guest(self) -> Client:
        return self._come_in("Eve")

    @cached_property
    def ended(self) -> Client:
        """Somebody with the cookie of a session that has ended."""
        client = self._come_in("Ina")
        cookies = dict(client.http.cookies)
        client.http.request("DELETE", "/api/me")
        client.http.cookies.update(cookies)
        return client

    @cached_property
    def nobody(self) -> Client:
        client = self._come_in("Noe")
        client.http.cookies.clear()
        return client

    def close(self) -> None:
        for client in self._clients:
            client.close()


@pytest.fixture
def cast(server: Server) -> Any:
    cast = Cast(server)
    yield cast
    cast.close()


def test_the_grid_has_a_row_for_every_route_and_message() -> None:
    assert set(GRID["http"]) == {f"{route.method} {route.path}" for route in ROUTES}
    tags = {get_arg.__struct_config__.tag for get_arg in get_args(messages.Incoming)}
    assert set(GRID["socket"]) == tags == set(SENDS)
    assert all(set(row) == set(ROLES) for table in GRID.values() for row in table.values())


def ask(client: Client, code: str, key: str) -> httpx.Response:
    method, path = key.split(" ")
    path = address(path, code) + ("?seat=0" if path.endswith("/view") else "")
    if method == "GET" or method == "DELETE":
        return client.http.request(method, path)
    if key == "POST /api/records":
        return client.http.post(path, content="nonsense", headers={"content-type": "text/plain"})
    if key == "POST /api/packs":
        return client.http.post(path, content=b"no", headers={"content-type": "application/zip"})
    return client.http.post(path, json=BODIES.get(key, {"player": 0}))


def hear(client: Client, code: str, kind: str) -> str:
    """What comes back for a message: `ack`, the code of a refusal, or the number the socket is
    closed with.
    """
    try:
        with Line(client, code) as line:
            answer = line.ask(type=kind, id="m", **SENDS[kind])
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return str(closed.rcvd.code)
    return str(answer["code"] if answer["type"] == "reject" else answer["type"])


@pytest.mark.parametrize("role", ROLES)
def test_every_cell_of_the_grid(server: Server, role: str) -> None:
    wrong = []
    for key, row in GRID["http"].items():
        cast = Cast(server)
        got = ask(getattr(cast, role), cast.code, key)
        fault = got.status_code != 200 and set(got.json()) != {"ok", "code", "error", "rule"}
        if got.status_code != row[role] or fault:
            wrong.append((key, row[role], got.status_code, got.text))
        cast.close()
    for kind, row in GRID["socket"].items():
        cast = Cast(server)
        heard = hear(getattr(cast, role), cast.code, kind)
        if heard != row[role]:
            wrong.append((kind, row[role], heard, ""))
        cast.close()
    assert wrong == []


def test_the_grid_would_find_a_forgotten_check(tmp_path: Path) -> None:
    with serving(tmp_path, plant="seat_check_forgotten") as server:
        cast = Cast(server)
        assert hear(cast.guest, cast.code, "play") != GRID["socket"]["play"]["guest"]
        cast.close()


def test_requests_from_elsewhere_are_refused(cast: Cast) -> None:
    for origin in ("http://evil.example", "null", ""):
        headers = {"origin": origin}
        refused = cast.holder.http.post("/api/tables", json={"game": "toy"}, headers=headers)
        assert refused.status_code == 403 and refused.json()["code"] == "bad_origin"
        assert cast.holder.http.request("DELETE", "/api/me", headers=headers).status_code == 403
    real, cast.holder.origin = cast.holder.origin, "http://evil.example"
    target = f"/ws/tables/{cast.code}"
    with pytest.raises(InvalidStatus) as refusal:
        foreign(cast.holder, real, target)
    assert refusal.value.response.status_code == 403
    cast.holder.origin = real


def foreign(client: Client, real: str, path: str) -> None:
    """A handshake with this person's cookie from a page of somebody else."""
    from websockets.sync.client import connect

    cookies = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    url = real.replace("http", "ws", 1) + path
    with connect(url, origin=client.origin, additional_headers={"cookie": cookies}, proxy=None):  # type: ignore[arg-type]
        pass


def test_cookie_is_http_only_and_token_is_not_stored(server: Server) -> None:
    url = server.url
    answer = httpx.post(
        f"{url}/api/me", json={"name": "Ana"}, headers={"origin": url}, trust_env=False
    )
    cookie = answer.headers["set-cookie"]
    assert (
        "HttpOnly" in cookie and "SameSite=Lax" in cookie and len(answer.cookies["dogfight"]) == 43
    )
    token = answer.cookies["dogfight"].encode()
    assert token not in server.stored()
    assert token.decode() not in server.log()
