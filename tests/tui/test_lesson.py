"""Lessons on the board: played through, with nudges, taken back, left and come back to."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from dogfight.lessons.courses import course, games_with_lessons
from dogfight.lessons.play import LessonTable
from dogfight.lessons.progress import ProgressFile
from dogfight.tui.app import OnePageApp
from dogfight.tui.board_pane import BoardPane, actions_at
from dogfight.tui.screens.lesson import LessonScreen
from dogfight.tui.screens.sheets import Reading
from dogfight.tui.widgets import ActionList
from tui.table import screen_text, widget_text
from tui.terminal import CommandInTerminal

LESSONS = [
    (game, number)
    for game in games_with_lessons()
    for number in range(1, len(course(game).lessons) + 1)
]


def lesson(game: str, number: int, folder: Path) -> LessonScreen:
    kept = ProgressFile(folder / "progress.json")
    before = kept.of(game, number)
    return LessonScreen(LessonTable(course(game), number, before.place if before else None), kept)


async def do_what_is_asked(pilot: Pilot[None], page: LessonScreen) -> bool:
    """Play what the coach asks for, on the board where it has a place there, else in the list;
    whether on the board.
    """
    expected, legal = page.table.wanted()[0], page.table.view().legal
    pane, actions = page.query_one(BoardPane), page.query_one(ActionList)
    here = {spot: actions_at(legal, spot) for spot in pane.spots}
    spot = min(
        (item for item in here if expected in here[item]),
        key=lambda item: len(here[item]),
        default=None,
    )
    if spot is not None:
        pane.focus()
        pane.cursor = spot
        await pilot.press("enter")
    if spot is None or len(here[spot]) > 1 or expected.declines:
        actions.focus()
        actions.pick(expected)
        await pilot.press("enter")
    await pilot.pause()
    return spot is not None


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "number"), LESSONS)
async def test_a_lesson_is_played_through_on_the_board(
    game: str, number: int, tmp_path: Path
) -> None:
    page = lesson(game, number, tmp_path)
    app = OnePageApp(page)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pointed = on_board = 0
        while page.table.doing != "finished":
            said = "".join(page.table.step.say.split())
            assert said in "".join(widget_text(pilot, page.query_one("#prompt")).split())
            steps = len(page.table.lesson.step)
            assert f"Step {page.table.place.step + 1} of {steps}" in screen_text(pilot)
            pointed += len(
                page.pointed_at() & {spot.name for spot in page.query_one(BoardPane).spots}
            )
            while page.table.doing == "asked":
                on_board += await do_what_is_asked(pilot, page)
            reported = "".join(page.table.step.outcome.split())
            assert reported in "".join(widget_text(pilot, page.query_one("#prompt")).split())
            if page.table.doing == "explained":
                page.query_one(ActionList).focus()
                await pilot.press("enter")
                await pilot.pause()
        assert pointed > 3 and on_board > 0
        assert "The lesson is finished." in screen_text(pilot)
        page.query_one(ActionList).focus()
        await pilot.press("enter")
    kept = ProgressFile(tmp_path / "progress.json").of(game, number)
    assert kept is not None and kept.done


@pytest.mark.asyncio
async def test_lesson_nudges_other_move_and_cites_rule_if_illegal(tmp_path: Path) -> None:
    page = lesson("squadrons", 1, tmp_path)
    async with OnePageApp(page).run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        while not page.table.step.retry_text or len(page.table.view().legal) < 2:
            await do_what_is_asked(pilot, page)
            page.query_one(ActionList).focus()
            await pilot.press("enter")
            await pilot.pause()
        place = page.table.place
        other = next(
            entry
            for entry in page.table.view().legal
            if entry.notation not in page.table.accepted()
        )
        page.query_one(ActionList).focus()
        page.query_one(ActionList).pick(other)
        await pilot.press("enter")
        await pilot.pause()
        note = "".join(str(page.query_one("#note", Static).render()).split())
        assert note == "".join(page.table.step.retry_text.split()) and page.table.place == place
        await pilot.press("h")
        await pilot.pause()
        assert page.table.wanted()[0].text in str(page.query_one("#note", Static).render())
        assert page.query_one(ActionList).picked() == page.table.wanted()[0]
        page.query_one(ActionList).pick(other)
        await pilot.press("enter")
        await pilot.pause()
        assert page.table.hint() == str(page.query_one("#note", Static).render()), (
            "the second nudge brings it unasked"
        )
        await pilot.press("slash", *"zz9", "enter")
        await pilot.pause()
        assert "zz9" in str(page.query_one("#note", Static).render()) and page.table.place == place
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert page.table.step.rules[0] in screen_text(pilot)


@pytest.mark.asyncio
async def test_a_lesson_is_left_and_come_back_to_and_taken_back(tmp_path: Path) -> None:
    page = lesson("biplanes", 1, tmp_path)
    app = OnePageApp(page)
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        await do_what_is_asked(pilot, page)
        assert page.table.doing == "explained"
        await pilot.press("u")
        await pilot.pause()
        assert page.table.doing == "asked" and "Taken back." in screen_text(pilot)
        await do_what_is_asked(pilot, page)
        await pilot.press("tab", "enter")
        await pilot.pause()
        place = page.table.place
        assert place.step == 1
        await pilot.press("q")
    again = lesson("biplanes", 1, tmp_path)
    async with OnePageApp(again).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert again.table.place == place and "Step 2 of" in screen_text(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Reading)


def test_lesson_in_terminal_has_board_and_keeps_progress(tmp_path: Path) -> None:
    for step in ("Step 1 of", "Step 1 of"):
        command = CommandInTerminal("lesson", "squadrons", home=tmp_path)
        try:
            command.wait_for(step)
            command.type("q")
            assert command.status() == 0
        finally:
            command.close()
