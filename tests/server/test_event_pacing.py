"""Clocks stand until people have seen what happened: by the slowest pace at the table, and never
for long.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from harness import Line, Server

import dogfight
from dogfight.client import Client
from dogfight.core.event import Event, EventCause
from dogfight.core.registry import manifest_of
from dogfight.core.seat import Seat
from dogfight.server.messages import Play
from dogfight.server.nodes.nodes import one_server
from dogfight.server.packs import PackGames
from dogfight.server.services import Services
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import GameRow, Ledger, Person, PlayerRow
from dogfight.server.storage.sqlite import SqliteStore
from dogfight.server.tables.bots import BotPool
from dogfight.server.tables.clocks import Timers
from dogfight.server.tables.event_pacing import MOST_SECONDS, animation_seconds, slowest
from dogfight.server.tables.live import LiveTable

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"


def reveal(section: int) -> Event:
    return Event("reveal", "", facts={"section": section, "card": "shoot_pc"})


def test_event_pacing_gives_time_to_sections_not_draws() -> None:
    item = animation_seconds("paws", [reveal(1), Event("plane", "")])
    assert 1.0 < item < 3.0
    assert animation_seconds("paws", [reveal(1), Event("plane", ""), reveal(2)]) > item + 2.0
    assert animation_seconds("paws", [Event("draw", ""), Event("sealed", "")]) == 0.0
    assert animation_seconds("paws", [reveal(n % 4) for n in range(100)]) == MOST_SECONDS


def test_event_pacing_gives_time_to_a_phase_in_which_nothing_happened() -> None:
    silence = EventCause("Nobody can shoot: both are on m3.", "BD-7.5", empty=True)
    moved = Event("moved", "Blue: m1 to m3.")
    plain = animation_seconds("biplanes", [moved])
    assert animation_seconds("biplanes", [moved.because(silence)]) == plain + 2.0
    assert animation_seconds("biplanes", [moved.because(silence)], "off") == 0.0


def test_event_pacing_follows_the_slowest_animation_speed() -> None:
    events = [Event("attack", ""), Event("rally", "")]
    calm, quick, none = (
        animation_seconds("boots", events, pace) for pace in ("normal", "fast", "off")
    )
    assert calm > quick > none == 0.0
    assert slowest(["off", "fast"]) == "fast"
    assert slowest(["off", "normal", "fast"]) == "normal"
    assert slowest(["off"]) == "off"
    assert slowest([]) == "normal"
    assert animation_seconds("goofspiel", events) == 0.0


@pytest.mark.parametrize("game", [name for name in dogfight.names() if manifest_of(name).has_page])
def test_everything_that_a_board_shows_is_given_time(game: str) -> None:
    """The kinds that have a cue in the page are those that the server counts."""
    (page,) = (GAMES / game).glob("animation.ts*")
    cues = re.search(
        r"const cues[^{]*\{\n(.*?)\n\}\)?;", page.read_text(), re.DOTALL | re.IGNORECASE
    )
    assert cues is not None
    kinds = manifest_of(game).load("events") or {}
    timed = {name for name, kind in kinds.items() if kind.seconds}
    assert set(re.findall(r"^  (\w+):", cues[1], re.MULTILINE)) == timed


LIMIT = 60
CODE = "LARK-2222"


class Moment:
    """A time of day that stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1000.0


class Onlooker:
    """A socket of somebody who is here."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def send(self, message: bytes) -> None: ...
    def mark(self, seat: Seat) -> None: ...
    def close(self, code: int, why: str) -> None: ...


class House:
    """One table of Squadrons with two people and a limit of time, and a clock that we move."""

    def __init__(
        self, services: Services, moment: Moment, people: tuple[Person, Person], table: LiveTable
    ) -> None:
        self.services = services
        self.moment = moment
        self.people = people
        self.table = table
        self._given = 0

    @property
    def left(self) -> float:
        """The seconds until the present question's time is over."""
        assert self.table.row.deadline is not None
        return self.table.row.deadline / 1000 - self.moment.seconds

    async def fly(self) -> None:
        """Whoever moves names a plane and flies it, or flies the one that was named by itself."""
        for _ in range(2):
            match = self.table.match
            if not match.waiting:
                return
            seat = match.waiting[0]
            action = match.table.game.legal(match.table.position, seat)[0]
            self._given += 1
            command = Play(f"n{self._given}", seat, match.question(seat), action)
            await self.table.exclusively(
                lambda play=command, who=seat: self.table.commands.carry_out(self.people[who], play)
            )


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store, moment, game = SqliteStore(tmp_path), Moment(), dogfight.load("squadrons")
    settings, world = Settings(), SystemSources(lambda: moment.seconds)
    ledger = Ledger(store)
    services = Services(
        *(ledger, world, settings, BotPool(settings), Timers(world, 3600.0)),
        *(one_server(ledger, world), PackGames(store)),
    )
    people = (
        await services.ledger.new_person("Ana", b"a", 1),
        await services.ledger.new_person("Ben", b"b", 1),
    )
    rules = (game.rules_version, game.data_digest)
    row = GameRow(
        CODE,
        "squadrons",
        *rules,
        game.options(),
        b"s" * 32,
        "",
        people[0].id,
        0,
        LIMIT,
        False,
        True,
    )
    rows = [PlayerRow(CODE, n, item.id, item.name, nonce="") for n, item in enumerate(people)]
    await services.ledger.new_game(row, rows, [])
    stored = await services.ledger.table(CODE)
    assert stored is not None
    table = LiveTable(services, game, stored)
    await table.start_countdown.begin()
    for person in people:
        await table.presence.attach(Onlooker(person))
    yield House(services, moment, people, table)
    table.stop()
    await store.close()


async def test_time_limit_is_extended_by_animation_time(house: House) -> None:
    house.moment.seconds += 5
    await house.fly()
    assert LIMIT - 5 < house.left < LIMIT - 3, "the limit is that of the whole turn"


async def test_the_slowest_of_those_who_play_counts(house: House) -> None:
    ana, ben = house.people
    for person in (ana, ben):
        house.table.presence.set_animation_speed(person, "off")

    async def seconds_added() -> float:
        """What the animation of two actions adds to the time that is left of the turn."""
        before = house.left
        house.moment.seconds += 5
        await house.fly()
        return house.left - (before - 5)

    assert await seconds_added() == 0
    house.table.presence.set_animation_speed(ben, "fast")
    quick = await seconds_added()
    house.table.presence.set_animation_speed(ana, "normal")
    assert await seconds_added() > quick > 0
    house.table.presence.detach(
        next(socket for socket in house.table.viewers.sockets if socket.person == ana)
    )
    assert await seconds_added() == pytest.approx(quick), "who is away makes nobody wait"


async def test_event_pacing_queues_quick_events_up_to_a_limit(house: House) -> None:
    house.moment.seconds += 5
    longest = 0.0
    for _ in range(60):
        if not house.table.match.waiting:
            break
        before = house.left
        await house.fly()
        assert house.left >= before - 0.001
        longest = max(longest, house.left)
    assert LIMIT + 3 < longest <= LIMIT + MOST_SECONDS


async def test_watchers_do_not_slow_event_pacing(house: House) -> None:
    eve = await house.services.ledger.new_person("Eve", b"e", 1)
    for person in house.people:
        house.table.presence.set_animation_speed(person, "off")
    await house.table.presence.attach(Onlooker(eve))
    house.table.presence.set_animation_speed(eve, "normal")
    assert house.table.presence.animation_speed() == "off"


def test_animation_speed_message_is_validated(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 2}, ["me", "me"]).table.code
        with Line(ana, code) as line:
            assert line.ask(type="animation_speed", id="one", speed="fast") == {
                "type": "ack",
                "id": "one",
            }
            for wrong in ("slow", 3600, None):
                assert (
                    line.ask(type="animation_speed", id="two", speed=wrong)["code"] == "bad_message"
                )
            assert (
                line.ask(type="animation_speed", id="two", speed="normal", seconds=99)["code"]
                == "bad_message"
            )
