"""Somebody who plays on whatever happens to the line or the server, and what the server has
written down of it.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import apsw
from harness import Line, Server

from dogfight.client import Client
from dogfight.core.options import Options
from dogfight.server.storage.sqlite import FILE

Lay = Callable[[Client], str]
"""Lays a table for somebody; its code."""


def lays(game: str, bots: bool = False) -> Lay:
    """A way to lay a table of a game for one person, who is all its players or plays against
    bots.
    """
    options: Options = {"timer": 0} if game == "paws" else {}

    def laid(client: Client) -> str:
        count = next(item.players for item in client.games().games if item.name == game)
        players = ["me", *(["bot:random"] * (count - 1))] if bots else ["me"] * count
        return client.create(game, options, players).table.code

    return laid


class Pilot(threading.Thread):
    """Plays game after game at a hot seat, sends commands up to three times, and keeps a diary
    of the answers.
    """

    def __init__(
        self,
        url: str,
        lay: Lay | None = None,
        most: int = 10**9,
        pause: float = 0.0,
        game: str = "toy",
    ) -> None:
        super().__init__()
        self.game = game
        self.client = Client(url, "Ana")
        self.create = lay or (
            lambda client: client.create("toy", {"rounds": 60}, ["me", "me"]).table.code
        )
        self.most = most
        """After so many answers a game is left for another one."""
        self.pause = pause
        self.codes: list[str] = []
        self.acked: list[str] = []
        self.stopped = threading.Event()
        self.dice = random.Random()
        self.new_game()

    def new_game(self) -> None:
        self.codes.append(self.create(self.client))

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                with Line(self.client, self.codes[-1]) as line:
                    self.fly(line)
                self.new_game()
            except Exception:
                time.sleep(0.05)
        self.client.close()

    def fly(self, line: Line) -> None:
        views: dict[int, Any] = {}
        asked: dict[int, Any] = {}
        """The views that were answered last: what could not be stored is chosen again."""
        pending: dict[str, dict[str, Any]] = {}
        enough = len(self.acked) + self.most
        while not self.stopped.is_set() and len(self.acked) < enough:
            message = line.next()
            if message["type"] == "view":
                views[message["seat"]] = message
                if message["view"]["decision_kind"] == "over" and not pending:
                    return
            elif message["type"] == "ack":
                if pending.pop(message["id"], None):
                    self.acked.append(message["id"])
                    time.sleep(self.pause)
            elif message["type"] == "reject":
                lost = pending.pop(message["id"], None)
                if lost is not None and message["code"] == "storage":
                    time.sleep(0.2)
                    views[lost["seat"]] = asked[lost["seat"]]
            turn = next(
                (view for view in views.values() if view["seat"] in view["view"]["waiting"]), None
            )
            if turn is not None and not pending:
                name = f"c{len(self.acked)}-{self.dice.getrandbits(40)}"
                action = self.dice.choice(turn["view"]["legal"])["action"]
                pending[name] = play(name, turn["seat"], turn["question"], action)
                for _ in range(self.dice.randint(1, 3)):
                    line.send(**pending[name])
                asked[turn["seat"]] = views.pop(turn["seat"])


def logged_ids(server: Server, code: str) -> list[str]:
    """The ids of the commands in a table's log, in order."""
    db = apsw.Connection(str(server.data / FILE), flags=apsw.SQLITE_OPEN_READONLY)
    rows = db.execute(
        "SELECT command_id FROM entry WHERE code = ? AND command_id IS NOT NULL ORDER BY seq",
        (code,),
    )
    result = [str(row[0]).split("/")[1] for row in rows]
    db.close()
    return result


def play(number: str, seat: int, question: int, action: int) -> dict[str, Any]:
    return {"type": "play", "id": number, "seat": seat, "question": question, "action": action}
