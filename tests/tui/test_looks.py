"""Colour and no colour, all characters and ASCII only, large and small terminals."""

import pytest
from rich.text import Text
from textual.app import App
from textual.geometry import Region, Size
from textual.visual import VisualType
from textual.widgets import Static

import dogfight
from dogfight.boards.text.theme import INKS, BoardTheme, plain
from dogfight.core.errors import BadOption
from dogfight.tui import play
from dogfight.tui.app import DogfightApp
from dogfight.tui.widgets import ActionList, CachedText
from tui.table import screen_styles, screen_text, set_up, settled
from tui.toy import Toy

pytestmark = pytest.mark.asyncio


async def open_everything(app: DogfightApp) -> tuple[str, set[str]]:
    """The text and the colours of the table and the pages over it."""
    text, colours = "", set()
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        for key in (
            "down",
            "question_mark",
            "escape",
            "l",
            "escape",
            "b",
            "escape",
            "s",
            "escape",
            "q",
        ):
            await pilot.press(key)
            await pilot.pause()
            text += screen_text(pilot)
            for style in screen_styles(pilot):
                colours |= {item.name for item in (style.color, style.bgcolor) if item is not None}
    return text, colours


async def test_colour_theme_uses_colours() -> None:
    text, colours = await open_everything(
        DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    )
    assert "#f5be41" in colours
    assert "↓" in text


async def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    _, colours = await open_everything(app)
    assert colours <= {"default"}


async def test_without_colour_the_picked_action_still_stands_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press("down")
        actions = app.screen.query_one(ActionList)
        lines = actions.render_lines(Region(0, 0, 20, 2))
        assert not any(segment.style.reverse for segment in lines[0] if segment.style)
        assert all(segment.style.reverse for segment in lines[1] if segment.style)


async def test_ascii_only(monkeypatch: pytest.MonkeyPatch) -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3), ascii_only=True)
    text, _ = await open_everything(app)
    assert text.isascii()
    assert "R1s" in text


async def test_plain_words_keep_their_columns() -> None:
    words = "–│┼→♦…é✈“q”"
    assert plain(words).isascii()
    assert len(plain(words)) == len(words)


async def test_styles_without_colour_name_none() -> None:
    theme = BoardTheme(colour=False)
    assert not any("#" in theme.ink(name) for name in INKS)
    assert theme.tint("#123456", "bold") == "bold"


async def test_a_terminal_made_too_small_says_what_it_needs() -> None:
    app = DogfightApp(set_up(Toy(), "human,random"))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.resize_terminal(70, 20)
        await pilot.pause()
        shown = " ".join(screen_text(pilot).split())
        assert "needs a terminal of 80 columns and 24 lines" in shown
        assert "70 columns and 20 lines" in shown
        assert "Bid low or high" not in shown
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Bid low or high" in screen_text(pilot)


async def test_a_terminal_too_small_at_the_start_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(play.shutil, "get_terminal_size", lambda: Terminal(60, 20))
    with pytest.raises(BadOption, match="60 columns and 20 lines"):
        play.check_terminal()


async def test_no_terminal_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with pytest.raises(BadOption, match="expected a terminal"):
        play.check_terminal()


class Terminal:
    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.lines = lines


async def test_the_board_takes_the_room_there_is() -> None:
    app = DogfightApp(set_up(dogfight.load("squadrons"), "human,random", seed=3))
    async with app.run_test(size=(140, 45)) as pilot:
        await settled(pilot)
        await pilot.pause()
        rows = [
            n
            for n, line in enumerate(screen_text(pilot).splitlines())
            if line.startswith((" 12 ", "  1 "))
        ]
        assert rows[1] - rows[0] == 22
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        await pilot.pause()
        assert app.size == Size(100, 30)
        rows = [
            n
            for n, line in enumerate(screen_text(pilot).splitlines())
            if line.startswith((" 12 ", "  1 "))
        ]
        assert rows[1] - rows[0] == 11


async def test_foreign_text_is_escaped_in_the_terminal() -> None:
    for theme in (BoardTheme(), BoardTheme(ascii=True)):
        assert theme.text("\x1b[2J\u202e\nend").plain == r"\u001b[2J\u202e" + "\nend"


async def test_text_is_redrawn_only_when_content_or_style_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[object] = []
    update = Static.update

    def watched(words: Static, content: VisualType, *, layout: bool) -> None:
        drawn.append(content)
        update(words, content, layout=layout)

    monkeypatch.setattr(Static, "update", watched)
    several = [Text("a"), Text("a"), Text("a", "bold"), Text("a", "bold"), "a", "a", Text("b")]
    async with App[None]().run_test() as pilot:
        await pilot.app.mount(words := CachedText())
        for item in several:
            words.update(item)
    assert [id(item) for item in drawn] == [id(several[at]) for at in (0, 2, 4, 6)]
