"""`dogfight join`: a seat at a real server's table, on the board."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

import dogfight
from dogfight.client import Client, RemoteTable
from dogfight.client.line_client import seated
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.tui.app import OnePageApp
from dogfight.tui.board_pane import BoardPane, actions_at
from dogfight.tui.screens.join import JoinScreen
from dogfight.tui.screens.saving import SaveSheet
from dogfight.tui.screens.sheets import QuestionSheet
from dogfight.tui.session import FORCED
from tui.house import Server, serving
from tui.table import all_text, screen_text
from tui.terminal import CommandInTerminal


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("house")) as item:
        yield item


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait until something has come from the server, and is drawn."""
    for _ in range(600):
        await pilot.pause()
        if true():
            await pilot.pause()
            return
        await asyncio.sleep(0.05)
    raise AssertionError(screen_text(pilot))


def my_turn(page: JoinScreen) -> bool:
    return (
        page.shown is not None and page.shown.seat in page.shown.waiting and bool(page.shown.legal)
    )


def page_for(table: RemoteTable) -> JoinScreen:
    assert table.info is not None
    return JoinScreen(table, dogfight.load(table.info.game))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_link_leads_to_the_board_and_a_place_on_it_plays(
    server: Server, size: tuple[int, int]
) -> None:
    with Client(server.url, "Ana") as ana:
        made = ana.create("squadrons", {}, ["open", "me"], forced_moves=size == (80, 24))
        link = f"{server.url}/join/{made.table.code}#{made.invites[0].secret}"
        with ana.join(made.table.code) as hers, seated(link, "Bob") as table:
            page = page_for(table)
            async with OnePageApp(page).run_test(size=size) as pilot:
                for number in range(4):
                    await until(pilot, lambda: page.shown is not None)
                    assert page.play_forced == (size == (80, 24))
                    while not my_turn(page):
                        view = await asyncio.to_thread(hers.turn)
                        if view is not None:
                            await asyncio.to_thread(hers.play, view.seat, view.legal[0].action)
                        await asyncio.to_thread(hers.pump, 0.05)
                        await pilot.pause()
                    assert (
                        "Bob" not in screen_text(pilot)
                        and "Ana" in screen_text(pilot)
                        and "you" in screen_text(pilot)
                    )
                    pane, view = page.query_one(BoardPane), page.shown
                    assert view is not None
                    spot = next(
                        item
                        for item in pane.spots
                        if (here := actions_at(view.legal, item)) and not here[0].declines
                    )
                    if number % 2:
                        await pilot.press("tab" if not pane.has_focus else "escape")
                        pane.focus()
                        pane.cursor = spot
                        await pilot.press("enter")
                    else:
                        await pilot.click("#drawing", offset=(spot.x, spot.y))
                    await until(pilot, lambda: page.shown is not view)  # noqa: B023
                page.action_chat()
                await pilot.pause()
                await pilot.press(*"hello", "enter")
                await until(
                    pilot, lambda: any("Bob: hello" in event.text for event in page.events()[0])
                )
            while hers.pump(0.2):
                pass
            assert [line.text for line in hers.chat] == ["hello"]
            assert len(hers.views[1].log) > 0


@pytest.mark.asyncio
async def test_joined_game_against_bot_ends_and_record_is_saved(
    server: Server, tmp_path: Path
) -> None:
    with Client(server.url, "Cleo") as cleo:
        code = cleo.create("goofspiel", {"cards": 3}, ["me", "bot:random"]).table.code
        with cleo.join(code) as table:
            page = page_for(table)
            app = OnePageApp(page)
            async with app.run_test(size=(100, 30)) as pilot:
                for _ in range(2):
                    await until(
                        pilot, lambda: my_turn(page) or isinstance(app.screen, QuestionSheet)
                    )
                    before = page.shown
                    await pilot.press("enter")
                    await until(pilot, lambda: page.shown is not before)  # noqa: B023
                await until(pilot, lambda: isinstance(app.screen, QuestionSheet))
                assert any(event.kind == FORCED for event in page.events()[0]), (
                    "the last bid is the only one"
                )
                await pilot.press("s")
                await until(pilot, lambda: isinstance(app.screen, SaveSheet))
                app.screen.query_one("#path", Input).value = str(tmp_path / "game.record")
                await pilot.press("enter")
                await until(pilot, lambda: (tmp_path / "game.record").exists())
            record = parse((tmp_path / "game.record").read_text())
            assert verify(dogfight.load("goofspiel"), record) is not None


@pytest.mark.asyncio
async def test_refusals_take_backs_and_questions_of_others(server: Server) -> None:
    with Client(server.url, "Dora") as dora:
        made = dora.create("biplanes", {"p1": "red", "p2": "blue"}, ["open", "me"])
        link = f"{server.url}/join/{made.table.code}#{made.invites[0].secret}"
        with dora.join(made.table.code) as hers, seated(link, "Emil") as table:
            page = page_for(table)
            app = OnePageApp(page)
            async with app.run_test(size=(120, 40)) as pilot:
                await until(pilot, lambda: my_turn(page))
                hand = hers.views[1].seen.board["sides"][1]["hand"] if 1 in hers.views else None
                await pilot.press("slash", *"9/9", "enter")
                await until(
                    pilot, lambda: "9/9" in screen_text(pilot) and "BD-" in screen_text(pilot)
                )
                await pilot.press("escape")
                before = page.shown
                await pilot.press("enter")
                await until(pilot, lambda: page.shown is not before)
                sealed = page.shown
                await pilot.press("u")
                await until(pilot, lambda: page.shown is not sealed and my_turn(page))
                await pilot.press("enter")
                await until(pilot, lambda: not my_turn(page))
                assert not hand or f"hand {' '.join(hand)}" not in all_text(pilot)

                def answer() -> None:
                    view = hers.wait_for_turn()
                    assert view is not None
                    hers.play(view.seat, view.legal[0].action)
                    dora.request_take_back(made.table.code, 1)

                await asyncio.to_thread(answer)
                await until(pilot, lambda: isinstance(app.screen, QuestionSheet))
                assert "Dora asks to take back" in screen_text(pilot)
                await pilot.press("n")
                await until(
                    pilot, lambda: page.snapshot is not None and page.snapshot.info.offer is None
                )
                await pilot.press("f1")
                await pilot.pause()
                assert "say something to the table" in screen_text(pilot)
                await pilot.press("escape", "q")
                await pilot.pause()
                await pilot.press("y")
            assert not page.link.is_alive()


def test_between_people_a_forced_secret_waits_for_its_owner(server: Server) -> None:
    with Client(server.url, "Fay") as fay:
        made = fay.create("goofspiel", {"cards": 2}, ["open", "me"])
        link = f"{server.url}/join/{made.table.code}#{made.invites[0].secret}"
        with seated(link, "Gus") as table, fay.join(made.table.code):
            while table.turn() is None:
                table.pump(0.1)
            page = page_for(table)
            snapshot = page.link._snapshot()
            page.snapshot = snapshot
            now = snapshot.shown()
            assert now is not None and not snapshot.alone_with_bots()
            assert not page._tells_nobody(now.view)


def test_join_in_a_terminal_draws_the_board(server: Server) -> None:
    with Client(server.url, "Hal") as hal:
        made = hal.create("squadrons", {}, ["open", "bot:random"])
        link = f"{server.url}/join/{made.table.code}#{made.invites[0].secret}"
        command = CommandInTerminal("join", link, "--name", "Ida")
        try:
            command.wait_for("Choose the plane")
            assert "R6" in command.written
            command.type("q")
            command.wait_for("Leave this table?")
            command.type("y")
            assert command.status() == 0
        finally:
            command.close()


@pytest.mark.asyncio
async def test_a_set_up_is_one_key_and_a_whole_plan_one_line(server: Server) -> None:
    with Client(server.url, "Jan") as jan:
        with jan.join(jan.create("boots", {}, ["me", "bot:random"]).table.code) as table:
            page = page_for(table)
            async with OnePageApp(page).run_test(size=(120, 40)) as pilot:
                await until(pilot, lambda: (now := page._now()) is not None and now.can_set_up)
                await pilot.press("r")
                await until(pilot, lambda: (now := page._now()) is not None and not now.can_set_up)
        options = {"timer": 0, "players": 2}
        with jan.join(jan.create("paws", options, ["me", "bot:random"]).table.code) as table:
            page = page_for(table)
            async with OnePageApp(page).run_test(size=(120, 40)) as pilot:
                await until(pilot, lambda: my_turn(page))
                if page.shown is not None and page.shown.legal[0].kind == "sun":
                    await pilot.press("enter")
                await until(pilot, lambda: my_turn(page) and page.shown.legal[-1].kind == "lay")  # type: ignore[union-attr]
                assert page.shown is not None
                lays = [entry for entry in page.shown.legal if entry.kind == "lay"]
                third = [lay for lay in lays if lay.piece != lays[0].piece and "3:" in lay.notation]
                plan = [
                    lays[0],
                    *third[:1],
                ]  # hardly ever a hand is dealt that has nothing else for section 3
                await pilot.press("slash", *" ".join(item.notation for item in plan), "enter")

                def laid() -> bool:
                    track = page.shown.board.teams[0].track if page.shown is not None else ()
                    return {item.section for item in track} == ({1, 3} if third else {1})

                await until(pilot, laid)


def prompt(page: JoinScreen) -> str:
    """The line above the list, without its line breaks."""
    return str(page.query_one("#prompt", Static).render())


@pytest.mark.asyncio
async def test_join_without_invitation_says_so_and_sits_down(server: Server) -> None:
    with Client(server.url, "Rosa") as rosa:
        code = rosa.create(
            "starfighters", {"players": 3}, ["me", "open", "open"], open=True
        ).table.code
        with rosa.join(code) as hers, seated(f"{server.url}/table/{code}", "Sven") as table:
            page = page_for(table)
            app = OnePageApp(page)
            async with app.run_test(size=(160, 40)) as pilot:
                await until(
                    pilot,
                    lambda: (
                        "You are watching. Free: Pilot 2, Pilot 3. t sits down." in prompt(page)
                    ),
                )
                assert "sit down" in screen_text(pilot), "among the keys"
                await pilot.press("t")
                await until(pilot, lambda: isinstance(app.screen, QuestionSheet))
                await pilot.press("2")
                await until(pilot, lambda: table.seats == (2,))
                rosa.bot(code, 1, "random")
                while not (page.shown is not None and page.shown.seat == 2):
                    await asyncio.to_thread(hers.pump, 0.05)
                    await pilot.pause()
                await until(pilot, lambda: "You are watching" not in prompt(page))
                await pilot.press("t")
                await until(pilot, lambda: "You have a seat" in screen_text(pilot))


@pytest.mark.asyncio
async def test_join_without_free_seats_watches_with_a_notice(server: Server) -> None:
    with Client(server.url, "Tove") as tove:
        code = tove.create("squadrons", {}, ["me", "open"]).table.code
        with seated(f"{server.url}/table/{code}", "Ulf") as table:
            page = page_for(table)
            async with OnePageApp(page).run_test(size=(160, 40)) as pilot:
                await until(pilot, lambda: "Seats at this table go by invitation" in prompt(page))
                await pilot.press("t")
                await pilot.pause()
                assert table.is_watching
                tove.bot(code, 1, "random")
                await until(pilot, lambda: "go by invitation" not in prompt(page))
                assert "You are watching." in prompt(page)


@pytest.mark.asyncio
async def test_jp_6_18_the_count_is_seen_and_stopped(server: Server) -> None:
    # JP-6.18
    with Client(server.url, "Kai") as kai:
        options: dict[str, str | int | bool] = {"timer": 600, "players": 2}
        code = kai.create("paws", options, ["me", "me"]).table.code
        with kai.join(code) as other, kai.join(code) as table:
            first = other.wait_for_turn()
            assert first is not None
            other.play(first.seat, first.legal[0].action)
            for seat in range(4):
                while not any(entry.notation == "ready" for entry in other.views[seat].legal):
                    other.pump(0.1)
            for seat in range(3):
                other.play(seat, "ready")
            page = page_for(table)
            async with OnePageApp(page).run_test(size=(120, 40)) as pilot:
                await until(pilot, lambda: "You are ready" in prompt(page))
                await asyncio.to_thread(other.play, 3, "ready")
                await until(pilot, lambda: (now := page._now()) is not None and now.counting)
                await until(
                    pilot,
                    lambda: "all ready" in screen_text(pilot) and "3 seconds" in screen_text(pilot),
                )
                await pilot.press("slash", *"not_ready", "enter")
                await until(pilot, lambda: (now := page._now()) is not None and not now.counting)
                await until(pilot, lambda: "all ready" not in screen_text(pilot))
