"""The table page by keys: playing, typing, taking back, reading, saving, leaving, ending."""

import asyncio
from pathlib import Path

import pytest
from rich.text import Text
from textual.events import Key
from textual.widgets import Input, Static

import dogfight
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.tui.app import DogfightApp
from dogfight.tui.screens.sheets import QuestionSheet, Reading
from dogfight.tui.screens.table import TableScreen
from dogfight.tui.widgets import ActionList
from tui.table import screen_text, set_up, settled, table_of
from tui.toy import Toy
from tui.wrecks import wreck

pytestmark = pytest.mark.asyncio
SIZE = (100, 30)
SHORT = 35
"""A seed with which always taking the first action makes a short game."""


async def test_a_whole_game_of_squadrons_by_keys() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=SHORT))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        for _ in range(1000):
            if isinstance(app.screen, QuestionSheet):
                break
            app.post_message(Key("enter", None))
            await asyncio.sleep(0.02)
        await pilot.pause()
        table = table_of(pilot).session.table
        assert table.record.result is not None
        shown = screen_text(pilot)
        assert table.record.result.text.split(":")[0] in shown
        assert table.record.result.rule in shown
        assert "new game" in shown and "save the record" in shown
        assert verify(table.game, parse(table.record.to_text())) is not None


async def test_numbers_pick_and_enter_plays() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        page = table_of(pilot)
        expected = page.shown.legal[2]  # type: ignore[union-attr]
        await pilot.press("3")
        assert page.query_one(ActionList).highlighted == 2
        await pilot.press("enter")
        await settled(pilot)
        assert page.session.table.record.moves[-1].notation == expected.notation


async def test_a_hint_names_the_best_actions_and_marks_them() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        page = table_of(pilot)
        assert page.shown is not None
        await pilot.press("h")
        await page.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        shown = screen_text(pilot)
        assert "An estimate of the bot" in shown and shown.count("of the stake") == 3
        await pilot.press("escape")
        await pilot.pause()
        assert (
            all(f"★{rank}" in screen_text(pilot) for rank in (1, 2, 3))
            or len(page.shown.legal) > SIZE[1] // 3
        )
        actions = page.query_one(ActionList)
        assert actions.highlighted is not None
        best = page.shown.legal[actions.highlighted]
        assert best.notation in shown
        moves = len(page.session.table.record.moves)
        assert page.session.table.record.moves[moves:] == [], "asking plays nothing"
        await pilot.press("enter")
        await settled(pilot)
        assert page.session.table.record.moves[moves].notation == best.notation


async def test_many_actions_are_reached_by_several_digits() -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        actions = table_of(pilot).query_one(ActionList)
        legal = table_of(pilot).shown.legal * 15  # type: ignore[union-attr]
        actions.show(legal)
        await pilot.press("2", "7")
        assert actions.highlighted == 26
        await pilot.press("9")
        assert actions.highlighted == 8
        await pilot.press("0")
        assert actions.highlighted == 8


async def test_typed_notation_plays() -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"high", "enter")
        await settled(pilot)
        page = table_of(pilot)
        assert page.session.table.position.state.bids[0] == "high"
        assert page.query_one("#entry", Input).value == ""
        await pilot.press("slash", "1", "enter")
        await settled(pilot)
        assert page.session.table.position.state.ended == "low"


async def test_typing_narrows_the_list_and_escape_leaves_it() -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"hig")
        actions = table_of(pilot).query_one(ActionList)
        assert actions.option_count == 1
        await pilot.press("escape")
        await pilot.pause()
        assert actions.option_count == 2
        assert app.focused is actions
        await pilot.press("slash", "enter")
        assert app.focused is actions


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("nonsense", "expected one of low, high; got 'nonsense'"),
        ("3", "got action 2"),
        ("hihg", "Nearest: high"),
    ],
)
async def test_bad_notation_says_why_and_changes_nothing(word: str, said: str) -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        page = table_of(pilot)
        before = page.session.table.game.notation.write(page.session.table.position)
        await pilot.press("slash", *word, "enter")
        await pilot.pause()
        assert said in screen_text(pilot)
        assert "[SQ-1.2]" in screen_text(pilot)
        assert page.session.table.game.notation.write(page.session.table.position) == before


async def test_the_question_mark_shows_the_rule_that_was_broken() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"TL", "enter", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        assert "SQ-3.6" in screen_text(pilot)
        assert "A plane is named before a card is drawn" in screen_text(pilot)


async def test_taking_back_until_something_is_revealed() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        session = table_of(pilot).session
        before = session.table.game.notation.write(session.table.position)
        await pilot.press("enter")
        await settled(pilot)
        assert session.table.game.notation.write(session.table.position) != before
        await pilot.press("u")
        await settled(pilot)
        assert session.table.game.notation.write(session.table.position) == before
        assert "Taken back." in screen_text(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "nothing to take back" in screen_text(pilot)


async def test_the_question_mark_shows_the_rule_behind_the_prompt() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "SQ-3.5" in screen_text(pilot)
        assert "chooses the order of his planes freely" in screen_text(pilot)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)


async def test_log_and_board_full_screen() -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert "You hold the" in screen_text(pilot)
        await pilot.press("l", "b")
        await pilot.pause()
        assert "cards:" in screen_text(pilot)


async def test_the_newest_line_of_a_long_log_is_visible() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=5))
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(12):
            await settled(pilot)
            await pilot.press("enter")
        await settled(pilot)
        await pilot.pause()
        newest = table_of(pilot).shown.log[-1].text  # type: ignore[union-attr]
        assert newest.split(":")[0] in screen_text(pilot)


async def test_saving_the_record(tmp_path: Path) -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("s")
        path = app.screen.query_one("#path", Input)
        path.value = ""
        await pilot.press("enter")
        await pilot.pause()
        assert "Expected a file name." in screen_text(pilot)
        path.value = str(tmp_path / "no folder" / "one.record")
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot write" in screen_text(pilot)
        for name in ("one.record", "one.record", "one.jsonl"):
            app.screen.query_one("#path", Input).value = str(tmp_path / name)
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("s")
        assert parse((tmp_path / "one.record").read_text()).header.game == "toy"
        assert parse((tmp_path / "one-2.record").read_text()).header.game == "toy"
        assert parse((tmp_path / "one.jsonl").read_text()).header.game == "toy"


async def test_quitting_asks_first_and_keeps_the_record(tmp_path: Path) -> None:
    app = DogfightApp(set_up(Toy(), "human,random"), record=tmp_path / "kept.record")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("q")
        await pilot.pause()
        assert "Leave this game?" in screen_text(pilot)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "y")
        await pilot.pause()
    assert "kept.record" in app.keep_record()
    assert app.keep_record() == ""
    assert parse((tmp_path / "kept.record").read_text()).header.result == "unfinished"


async def test_the_end_saves_the_record_and_offers_a_new_game(tmp_path: Path) -> None:
    app = DogfightApp(set_up(Toy(), "human,random"), record=tmp_path / "kept.record")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        shown = screen_text(pilot)
        assert "Pilot 0 has had enough." in shown
        assert "SQ-8.9" in shown
        await pilot.press("b")
        await pilot.pause()
        assert "kept.record" in "".join(screen_text(pilot).split())
        await pilot.press("e", "n")
        await pilot.pause()
        assert "Which game?" in screen_text(pilot)
    assert "ended" in parse((tmp_path / "kept.record").read_text()).header.result


@pytest.mark.parametrize(
    ("how", "said"), [("crashed", "has crashed"), ("illegal", "answered nonsense")]
)
async def test_log_shows_an_engine_fault(tmp_path: Path, how: str, said: str) -> None:
    app = DogfightApp(
        set_up(dogfight.load("squadrons"), f"human,engine:path={wreck(tmp_path, how)}", seed=3)
    )
    async with app.run_test(size=(140, 45)) as pilot:
        page = table_of(pilot)
        for _ in range(6000):
            if page.shown is not None:
                if any("from now on" in event.text for event in page.session.log(0)):
                    break
                await pilot.press("enter")
            await asyncio.sleep(0.02)
        assert "it plays defaults from now on." in str(page.query_one("#note", Static).render())
        await pilot.press("l")
        await pilot.pause()
        words = " ".join(screen_text(pilot).split())
        title = page.session.seats[1].title
        assert (
            f"{title}: the engine {said}; a default is played in its place and it is started"
            " afresh." in words
        )
        assert (
            f"{title}: the engine {said}; a default is played in its place and it plays defaults"
            " from now on." in words
        )
        assert "none-of-these" not in words


async def test_there_is_no_hint_for_those_who_are_not_asked() -> None:
    app = DogfightApp(set_up(Toy(), "random,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        assert "Nothing to hint now." in screen_text(pilot)


async def test_watching_bots_play_to_the_end() -> None:
    app = DogfightApp(set_up(Toy(), "random,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert "Pilot 0 has had enough." in screen_text(pilot)


async def test_words_with_brackets_are_shown_as_they_are() -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        table_of(pilot).query_one("#note", Static).update(Text("[b]e4[/b]"))
        await pilot.pause()
        assert "[b]e4[/b]" in screen_text(pilot)
