"""Picking on the board by keys and by mouse, at 80 by 24 and at 160 by 50, in every game."""

from collections import deque
from collections.abc import Iterable
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

import dogfight
from dogfight.boards.text.canvas import HitArea
from dogfight.boards.text.columns import goal
from dogfight.boards.text.lookup import board
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View
from dogfight.tui.app import DogfightApp
from dogfight.tui.board_pane import STEPS, BoardPane, actions_at, next_spot
from dogfight.tui.help_text import NEEDED
from dogfight.tui.screens.board_page import BoardPage
from dogfight.tui.screens.sheets import Reading
from dogfight.tui.screens.table import TableScreen
from dogfight.tui.setup import HUMAN, GameSetup
from dogfight.tui.widgets import ActionList
from tui.table import pressed, screen_text, set_up, settled, table_of, widget_text

SIZES = [(80, 24), (160, 50)]
GAMES: list[tuple[str, dict[str, object]]] = [
    ("squadrons", {}),
    ("biplanes", {"p1": "red", "p2": "blue"}),
    ("starfighters", {"players": 3}),
    ("paws", {"timer": 0}),
    ("boots", {"battle": "hill"}),
    ("boots", {"battle": "convoy"}),
]
BOTH = [
    pytest.param(
        name, options, size, id=f"{name}{''.join(map(str, options.values()))}-{size[0]}x{size[1]}"
    )
    for name, options in GAMES
    for size in SIZES
]


def app_for(name: str, options: dict[str, object]) -> DogfightApp:
    """A person on the first chair and on those that go with it, bots on the others."""
    game = dogfight.load(name)
    chosen = game.options(options)
    seats = game.seats(chosen)
    players = tuple(HUMAN if info.player == seats[0].player else "random" for info in seats)
    return DogfightApp(GameSetup(game, chosen, players, 5))


def squeezed(words: str) -> str:
    """Without blanks and line ends: wrapped words read the same."""
    return "".join(words.split())


def ways(spots: tuple[HitArea, ...], start: HitArea) -> dict[HitArea, list[str]]:
    """The arrow keys from one place to each that can be reached, the nearest first."""
    result: dict[HitArea, list[str]] = {start: []}
    open_ = deque([start])
    while open_:
        here = open_.popleft()
        for key, step in STEPS.items():
            there = next_spot(spots, here, step)
            if there not in result:
                result[there] = [*result[here], key]
                open_.append(there)
    return result


def able(spots: Iterable[HitArea], legal: tuple[Legal, ...]) -> HitArea:
    """The first place where exactly one thing can be done, or else several."""
    here = {spot: actions_at(legal, spot) for spot in spots}
    item = [spot for spot, result in here.items() if len(result) == 1 and not result[0].declines]
    return (item or [spot for spot, result in here.items() if result])[0]


def shown(pilot: Pilot[None]) -> View[Any]:
    view = table_of(pilot).shown
    assert view is not None
    return view


def moves(pilot: Pilot[None]) -> list[str]:
    """What the first seat's person has played."""
    session = table_of(pilot).session
    names = {session.seats[seat].name for seat in session.humans}
    return [move.notation for move in session.table.record.moves if move.seat in names]


LARGE: list[tuple[str, dict[str, object]]] = [
    ("boots", {"battle": "crossroads"}),
    ("starfighters", {"players": 6}),
    ("paws", {"players": 8, "timer": 0}),
]


@pytest.mark.parametrize(("name", "options"), [*GAMES, *LARGE, ("boots", {"battle": "orchard"})])
def test_every_place_is_reached_by_arrow_keys(name: str, options: dict[str, object]) -> None:
    table = dogfight.Match(dogfight.load(name), options, seed=5)
    table.advance()
    view = table.view(table.view(0).waiting[0])
    for columns, lines in ((76, 14), (106, 43)):
        spots = board(table.game)(view, BoardTheme(columns=columns, lines=lines), None).spots
        assert spots
        assert set(ways(spots, spots[0])) == set(spots)
        for spot in spots:
            assert all(item is spot or not item.covers(spot.x, spot.y) for item in spots)


@pytest.mark.asyncio
@pytest.mark.parametrize(("name", "options", "size"), BOTH)
async def test_board_plays_by_keys_and_clicks_and_is_not_cut_off(
    name: str, options: dict[str, object], size: tuple[int, int]
) -> None:
    app = app_for(name, options)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.pause()
        check_nothing_is_cut_off(pilot)
        await play_by_keys(pilot)
        await settled(pilot)
        await pilot.pause()
        check_nothing_is_cut_off(pilot)
        await play_by_mouse(pilot)
        check_nothing_is_cut_off(pilot)


def in_sight(pane: BoardPane, spot: HitArea) -> bool:
    there = Region(spot.x, spot.y, spot.width, spot.height).translate(-pane.scroll_offset)
    return Region(0, 0, *pane.content_size).contains_region(there)


@pytest.mark.asyncio
@pytest.mark.parametrize(("name", "options"), LARGE)
async def test_large_board_scrolls_with_list_and_cursor(
    name: str, options: dict[str, object]
) -> None:
    app = app_for(name, options)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        pane, actions = table_of(pilot).query_one(BoardPane), table_of(pilot).query_one(ActionList)
        assert pane.virtual_size.height > pane.content_size.height
        placed = [item for item in actions.shown if item.places]
        for legal in (placed[-1], placed[len(placed) // 2], placed[0]):
            spot = next(item for item in pane.spots if item.name == goal(legal))
            pane.scroll_to(
                0,
                0 if spot.y > pane.content_size.height else pane.max_scroll_y,
                animate=False,
                force=True,
            )
            await pilot.pause()
            actions.pick(legal)
            await pilot.pause()
            await pilot.pause()
            assert in_sight(pane, spot), legal.notation
        await pressed(pilot, "tab")
        assert pane.cursor is not None
        result = ways(pane.spots, pane.cursor)
        for there in (max(result, key=lambda item: item.y), min(result, key=lambda item: item.y)):
            assert pane.cursor is not None
            await pressed(pilot, *ways(pane.spots, pane.cursor)[there])
            assert pane.cursor == there and in_sight(pane, there)


async def play_by_keys(pilot: Pilot[None]) -> None:
    """Go to a place with the arrow keys, and play what can be done there."""
    await pressed(pilot, "tab")
    pane, actions = table_of(pilot).query_one(BoardPane), table_of(pilot).query_one(ActionList)
    assert pilot.app.focused is pane and pane.cursor is not None
    legal, before = shown(pilot).legal, len(moves(pilot))
    result = ways(pane.spots, pane.cursor)
    spot = able(list(result)[1:], legal)
    expected = {item.notation for item in actions_at(legal, spot)}
    await pressed(pilot, *result[spot])
    assert pane.cursor == spot
    assert in_sight(pane, spot), "the cursor is in sight"
    await pressed(pilot, "enter")
    if len(expected) > 1:
        assert {
            item.notation for item in actions.shown
        } == expected and pilot.app.focused is actions
        assert len(moves(pilot)) == before
        await pressed(pilot, *(["enter"] if actions.picked() else ["down", "enter"]))
    assert moves(pilot)[before] in expected


async def play_by_mouse(pilot: Pilot[None]) -> None:
    """Click on a place, and play what can be done there; on the list where the board says
    nothing of the question.
    """
    pane, actions = table_of(pilot).query_one(BoardPane), table_of(pilot).query_one(ActionList)
    legal, before = shown(pilot).legal, len(moves(pilot))
    if not any(actions_at(legal, spot) for spot in pane.spots):
        await pilot.click(ActionList, offset=(3, 0))
        await settled(pilot)
        assert moves(pilot)[before] == legal[0].notation
        return
    spot = able(pane.spots, legal)
    expected = {item.notation for item in actions_at(legal, spot)}
    pane.scroll_to_region(
        Region(spot.x, spot.y, spot.width, spot.height), animate=False, force=True
    )
    await pilot.pause()
    await pilot.click("#drawing", offset=(spot.x + spot.width // 2, spot.y))
    await settled(pilot)
    if len(expected) > 1:
        assert {item.notation for item in actions.shown} == expected and len(moves(pilot)) == before
        await pilot.click(ActionList, offset=(3, 0))
        await settled(pilot)
    assert moves(pilot)[before] in expected


def check_nothing_is_cut_off(pilot: Pilot[None]) -> None:
    """The question, what is picked and the keys can be read whole, and every part of the page is
    on the screen.
    """
    page = table_of(pilot)
    actions, keys = page.query_one(ActionList), page.query_one("#keys", Static)
    assert squeezed(shown(pilot).prompt.text) in squeezed(
        widget_text(pilot, page.query_one("#prompt"))
    )
    picked = actions.picked()
    assert picked is None or squeezed(picked.text) in squeezed(widget_text(pilot, actions))
    assert widget_text(pilot, keys).rstrip() == str(keys.render()) and "F1 all keys" in str(
        keys.render()
    )
    for widget in (
        page.query_one("#prompt"),
        actions,
        page.query_one("#note"),
        page.query_one(BoardPane),
    ):
        assert page.region.contains_region(widget.region), widget
    assert (
        actions.size.height >= min(3, actions.option_count)
        and page.query_one(BoardPane).size.height >= 8
    )


@pytest.mark.asyncio
async def test_place_without_action_shows_reason_and_rule() -> None:
    app = app_for("squadrons", {})
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        pane = table_of(pilot).query_one(BoardPane)
        empty = next(spot for spot in pane.spots if spot.name == "f6")
        await pilot.click("#drawing", offset=(empty.x + 1, empty.y))
        await pilot.pause()
        assert "no plane stands on f6" in screen_text(pilot) and "[SQ-" in screen_text(pilot)
        await pressed(pilot, "question_mark")
        assert isinstance(app.screen, Reading)
        assert moves(pilot) == []


@pytest.mark.asyncio
async def test_escape_restores_the_list_narrowed_by_a_place() -> None:
    app = app_for("paws", {"timer": 0})
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        while shown(pilot).board.phase != "action":
            await pressed(pilot, "enter")
        pane, actions = table_of(pilot).query_one(BoardPane), table_of(pilot).query_one(ActionList)
        legal = shown(pilot).legal
        card = next(spot for spot in pane.spots if spot.piece and spot.name.startswith("plane_"))
        await pilot.click("#drawing", offset=(card.x, card.y))
        await pilot.pause()
        assert actions.narrowed and {item.piece for item in actions.shown} == {card.name}
        section = next(spot for spot in pane.spots if spot.name == "jaws.2")
        await pilot.click("#drawing", offset=(section.x, section.y))
        await settled(pilot)
        assert {(item.piece, item.places) for item in actions.shown} == {
            (card.name, ("jaws.2",))
        }, "of those, here"
        await pressed(pilot, "escape")
        assert not actions.narrowed and len(actions.shown) == len(legal)


@pytest.mark.asyncio
async def test_click_does_not_play_an_action_that_ends_something() -> None:
    app = app_for("starfighters", {"players": 3})
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        page = table_of(pilot)
        actions = page.query_one(ActionList)
        stop = Legal(
            kind="stop",
            action=0,
            notation="stop",
            text="stop here",
            places=("0,0",),
            declines=True,
        )
        actions.show(
            [stop, Legal(kind="fly", action=1, notation="F", text="fly", places=("0,0", "1,0"))]
        )
        spot = next(item for item in page.query_one(BoardPane).spots if item.name == "0,0")
        before = len(page.session.table.record.moves)
        page.choose(spot, shown(pilot))
        await pilot.pause()
        assert [item.notation for item in actions.shown] == ["stop"] and len(
            page.session.table.record.moves
        ) == before


@pytest.mark.asyncio
async def test_text_board_has_no_cursor_and_plays_from_list() -> None:
    app = DogfightApp(set_up(dogfight.load("goofspiel"), "human,random"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pressed(pilot, "tab", "down", "right", "enter")
        pane = table_of(pilot).query_one(BoardPane)
        assert pane.cursor is None and moves(pilot) == []
        await pressed(pilot, "tab", "enter")
        assert len(moves(pilot)) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("name", dogfight.names())
async def test_a_page_lists_all_keys_and_says_how_to_win(name: str) -> None:
    app = app_for(name, {})
    async with app.run_test(size=(100, 60)) as pilot:
        await settled(pilot)
        bindings = [*TableScreen.BINDINGS, *BoardPage.BINDINGS]
        bound = {key for keys in bindings for key in keys.key.split(",")}  # type: ignore[union-attr]
        await pressed(pilot, "f1")
        assert isinstance(app.screen, Reading)
        words = str(app.screen.query_one("#reading > Static", Static).render())
        assert words.startswith("How to win") and "win" in words.split("Keys")[0].lower()
        named = {"slash": "/", "question_mark": "?", "tab": "Tab", "f1": "F1", "escape": "Esc"}
        without = {
            key for key, needed in NEEDED.items() if not isinstance(dogfight.load(name), needed)
        }
        for key in bound - {"shift+tab"} - without:
            assert any(
                word in words.split("Signs")[0].split() for word in (named.get(key, key), f"{key}")
            )
        await pressed(pilot, "escape")
        assert app.screen is table_of(pilot)
