"""Everything that leaves the server towards somebody, gathered byte by byte."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass, field

from harness import Line, wait_until

from dogfight.client import Client

LAG = re.compile(rb'"lag_ms":\d+')
"""With the hour of an answer the only thing that may differ: how late the server's own clock
runs.
"""


@dataclass
class Told:
    """Everything that left the server towards the other seat, the watcher and a stranger."""

    frames: list[str] = field(default_factory=list)
    answers: list[tuple[int, bytes, dict[str, str]]] = field(default_factory=list)

    def everything(self) -> str:
        return "\n".join([*self.frames, *(str(answer) for answer in self.answers)])


def lines_of(stack: ExitStack, clients: list[Client], code: str) -> list[Line]:
    """Everybody comes to a table, one after the other: before the next one all know who is
    there, at whichever node.
    """
    lines: list[Line] = []

    def everybody_knows() -> bool:
        tables = [item.table(code) for item in clients]
        return all(
            sum(player.online for player in table.players) + table.watchers == len(lines)
            for table in tables
        )

    for client in clients:
        lines.append(stack.enter_context(Line(client, code)))
        wait_until(everybody_knows)
    return lines


def look_around(responses: Told, client: Client, code: str) -> None:
    """Ask for everything one may ask for, and try what one may not."""
    paths = ["", "/view", "/view?seat=0", "/chat", "/record", "/review", "/review?perspective=open"]
    asked = [client.http.get(f"/api/tables/{code}{path}") for path in paths]
    asked += [
        client.http.get(path) for path in ("/api/tables", "/api/lobby", "/api/live", "/healthz")
    ]
    asked.append(client.http.post(f"/api/tables/{code}/hint", json={"seat": 0, "question": 1}))
    asked.append(client.http.post(f"/api/tables/{code}/continue", json={"step": 0}))
    command = {"type": "play", "id": "x", "seat": 0, "question": 1, "action": 0}
    asked.append(client.http.post(f"/api/tables/{code}/command", json=command))
    for item in asked:
        body, busy = LAG.subn(b'"lag_ms":0', item.content)
        other = (
            "date",
            "x-request-id",
            *(("content-length",) if busy else ()),
        )  # the id is drawn, and tells nothing
        headers = {name: value for name, value in item.headers.items() if name not in other}
        responses.answers.append((item.status_code, body, headers))


def seen(line: Line) -> list[str]:
    """Every frame in order, but for the news of who sits where: several are gathered in one; `GET`
    compares them.

    Answers to our own pings are left out too: whether one overtakes a view depends on how busy the
    machine is.
    """
    return [
        frame
        for frame in line.frames
        if '"type":"table"' not in frame and '"type":"pong"' not in frame
    ]
