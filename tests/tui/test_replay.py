"""The replay page: forth and back on the board, and nothing that the chosen seat did not know."""

from pathlib import Path

import pytest
from textual.widgets import Static

import dogfight
from dogfight.bots.random import RandomBot
from dogfight.core.errors import BadOption
from dogfight.core.seat import OPEN
from dogfight.match.record import Record
from dogfight.tui.app import OnePageApp
from dogfight.tui.replay import Steps
from dogfight.tui.screens.replay import ReplayScreen
from dogfight.tui.screens.sheets import Reading
from dogfight.tui.widgets import ActionList
from tui.table import all_text, screen_text
from tui.terminal import CommandInTerminal

SHORT: dict[str, dict[str, object]] = {
    "biplanes": {"p1": "red", "p2": "blue"},
    "squadrons": {},
    "starfighters": {"players": 3},
    "paws": {"players": 4},
    "boots": {"battle": "orchard"},
    "goofspiel": {"cards": 4},
}


def recorded(name: str, most: int = 30) -> Record:
    """The beginning of a random game, with some moves."""
    table = dogfight.Match(dogfight.load(name), SHORT[name], seed=4)
    bots = [RandomBot(seat) for seat in range(len(table.seats))]
    while len(table.record.moves) < most and (seat := table.next_seat()) is not None:
        table.play(seat, bots[seat].choose(table.view(seat)))
    return table.record


def drawn(page: ReplayScreen) -> str:
    return str(page.query_one("#drawing", Static).render())


def test_every_step_of_a_replay_is_the_game_as_it_stood() -> None:
    record = recorded("squadrons")
    game = dogfight.load("squadrons")
    steps = Steps(game, record, OPEN)
    position = game.new(record.header.options)
    assert steps.last == len(record.moves)
    for n, move in enumerate(record.moves, 1):
        seat = {"R": 0, "G": 1}.get(move.seat, -1)
        game.play(position, seat, game.notation.read_action(position, seat, move.notation))
        assert steps.view(n).board == game.view(position, OPEN).board
        assert steps.view(n).legal == ()
    with pytest.raises(BadOption, match=f"expected a move from 0 to {steps.last}, got 99999"):
        steps.check(99999)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("name", dogfight.names())
async def test_a_replay_steps_forth_and_back_on_the_board(name: str, size: tuple[int, int]) -> None:
    steps = Steps(dogfight.load(name), recorded(name), OPEN)
    page = ReplayScreen(steps)
    app = OnePageApp(page)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        beginning = drawn(page)
        assert f"move 0 of {steps.last}" in screen_text(pilot) and beginning.strip()
        await pilot.press("end")
        await pilot.pause()
        assert page.at == steps.last
        end = drawn(page)
        await pilot.press("left", "left", "right", "space", "home")
        await pilot.pause()
        assert page.at == 0 and drawn(page) == beginning != end
        await pilot.press("left")
        assert page.at == 0
        await pilot.press("pagedown", "backspace")
        assert page.at == 9 and page.shown == steps.view(9)
        actions = page.query_one(ActionList)
        await pilot.press("down")
        await pilot.pause()
        picked = actions.picked()
        assert picked is not None and int(picked.notation) == page.at > 0, (
            "picking a line goes to its move"
        )
        await pilot.press("tab", "right", "enter", "tab", "l")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        await pilot.press("escape", "q")
    assert not app.is_running


@pytest.mark.asyncio
async def test_a_replay_as_a_seat_shows_no_other_hand() -> None:
    steps = Steps(dogfight.load("biplanes"), recorded("biplanes", 200), 0)
    page = ReplayScreen(steps)
    async with OnePageApp(page).run_test(size=(120, 45)) as pilot:
        hidden = 0
        whole = Steps(steps.game, steps.record, OPEN)
        for n in range(0, steps.last + 1, 6):
            page.go_to(n)
            await pilot.pause()
            view = page.shown
            assert view is not None and (
                view.result is not None or view.board.sides[1].hand is None
            )
            if view.result is None:
                open_hand = whole.view(n).board.sides[1].hand
                if open_hand and len(open_hand) > 1:
                    hidden += 1
                    assert f"hand {' '.join(open_hand)}" not in all_text(pilot)
        assert hidden > 2


def test_replay_draws_board_in_terminal_and_lines_in_pipe(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(recorded("squadrons", 20).to_text())
    command = CommandInTerminal("replay", str(path), "--to", "5")
    try:
        command.wait_for("move 5 of")
        command.type("q")
        assert command.status() == 0
    finally:
        command.close()
    command = CommandInTerminal("replay", str(path), "--lines")
    try:
        assert command.status() == 0
    finally:
        command.close()
