"""Every game through a real table: whatever a seat keeps to itself, the messages to all others
stay the same bytes.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Commit
from dogfight.core.dice import Dice
from dogfight.core.event import visible_events
from dogfight.core.options import as_words
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER
from dogfight.server.messages import Play
from dogfight.server.nodes.nodes import one_server
from dogfight.server.packs import PackGames
from dogfight.server.services import Services
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import GameRow, Ledger, Person, PlayerRow
from dogfight.server.storage.sqlite import SqliteStore
from dogfight.server.tables.bots import BotPool
from dogfight.server.tables.clocks import Timers
from dogfight.server.tables.live import LiveTable
from dogfight.server.tables.views import TableViews

ANA = Person(1, "Ana")
CODE = "LARK-2222"
CASES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in dogfight.names()
    for options in dogfight.load(name).samples()[:3]
]
SEALS, BRANCHES = 6, 3


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    store, settings = SqliteStore(tmp_path), Settings()
    world = SystemSources(now=lambda: 1_800_000_000.0)
    ledger = Ledger(store)
    timers = Timers(world, 3600.0)
    yield Services(
        *(ledger, world, settings, BotPool(settings), timers),
        *(one_server(ledger, world), PackGames(store)),
    )
    await store.close()


async def lay(services: Services, game: AnyGame, options: Any) -> LiveTable:
    """A table where one person holds every seat."""
    players = sorted({seat.player for seat in game.seats(options)})
    await services.ledger.new_person("Ana", b"a", 1)
    row = GameRow(
        CODE,
        game.name,
        game.rules_version,
        game.data_digest,
        options,
        b"s" * 32,
        "",
        1,
        0,
        0,
        False,
        True,
    )
    await services.ledger.new_game(
        row, [PlayerRow(CODE, player, 1, "Ana", nonce="") for player in players], []
    )
    table = await load(services, game)
    await table.start_countdown.begin()
    return table


async def load(services: Services, game: AnyGame) -> LiveTable:
    stored = await services.ledger.table(CODE)
    assert stored is not None
    return LiveTable(services, game, stored)


async def frames(table: LiveTable, eyes: list[int]) -> dict[int, bytes]:
    return {eye: table.viewers.feed(eye, table.match.table.events).frame(0) for eye in eyes}


async def branch(
    services: Services, game: AnyGame, seat: int, action: int
) -> tuple[LiveTable, tuple[Any, ...]]:
    """The same stored table with one more sealed choice in memory only, and the events of it."""
    table = await load(services, game)
    table.services = replace(services, ledger=Unstored(services.ledger))
    before = len(table.match.table.events)
    answer = await table.command(ANA, Play("x", seat, table.match.question(seat), action))
    assert answer.__struct_config__.tag == "ack", answer
    return table, tuple(table.match.table.events[before:])


class Unstored(Ledger):
    """Says yes to every entry and keeps none."""

    def __init__(self, real: Ledger) -> None:
        super().__init__(real.store)

    async def append(self, *_: Any) -> bool:
        return True


@pytest.mark.parametrize(("name", "options"), CASES)
async def test_sealed_choice_changes_no_byte_for_others(
    services: Services, name: str, options: Any
) -> None:
    game = dogfight.load(name)
    table = await lay(services, game, game.options(options))
    dice = Dice(7)
    compared = seals = 0
    for step in range(250):
        decision = table.match.decision
        if table.match.over or compared >= SEALS * BRANCHES:
            break
        if isinstance(decision, Commit) and len(decision.waiting) > 1:
            seals += 1
            if seals % 3 == 1:
                compared += await compare(services, game, decision.waiting[0], dice)
        await play_on(table, dice, step)
    assert compared > 0 or not seals


async def play_on(table: LiveTable, dice: Dice, step: int) -> None:
    """One random choice of a seat that owes one, or the end of a clock that all are waiting for."""
    waiting = table.match.waiting
    if not waiting:
        assert table.row.deadline is not None
        await table.clock.time_up(table.row.deadline)
        return
    seat = waiting[dice.below(len(waiting))]
    legal = table.game.legal(table.match.table.position, seat)
    play = Play(f"c{step}", seat, table.match.question(seat), legal[dice.below(len(legal))])
    assert (await table.command(ANA, play)).__struct_config__.tag == "ack"


async def compare(services: Services, game: AnyGame, seat: int, dice: Dice) -> int:
    """Seal several choices on copies of one table; those who were told the same must be sent the
    same.
    """
    start = await load(services, game)
    legal = game.legal(start.match.table.position, seat)
    eyes = [
        WATCHER,
        *(
            number
            for number in range(len(start.match.table.seats))
            if not same_player(start, number, seat)
        ),
    ]
    heard: dict[tuple[int, tuple[str, ...]], bytes] = {}
    for _ in range(BRANCHES):
        twin, events = await branch(services, game, seat, legal[dice.below(len(legal))])
        for eye, frame in (await frames(twin, eyes)).items():
            key = (eye, tuple(event.text for event in visible_events(events, eye)))
            assert heard.setdefault(key, frame) == frame
    return BRANCHES


def same_player(table: LiveTable, seat: int, other: int) -> bool:
    seats = table.match.table.seats
    return seats[seat].player == seats[other].player


async def test_the_comparison_finds_a_planted_leak(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number made from the word that was sealed, in the place of the phase, is enough."""
    real = TableViews._body

    def leaky(self: TableViews, view: Any) -> Any:
        result = real(self, view)
        last = self._table.match.table.record.moves[-1].notation
        return type(result)(
            result.seat, len(last) + ord(last[-1]), None, "", False, None, result.view
        )

    monkeypatch.setattr(TableViews, "_body", leaky)
    game = dogfight.load("biplanes")
    await lay(services, game, game.options())
    with pytest.raises(AssertionError):
        await asyncio.gather(*(compare(services, game, 0, Dice(seed)) for seed in range(20)))
