"""The menu: which game, with which options, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import dogfight
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionField, Options, OptionValue, value_word
from dogfight.core.registry import AnyGame
from dogfight.tui.screens.base import Page
from dogfight.tui.setup import GameSetup, fitting, player_names, usual_players
from dogfight.tui.widgets import PickList

MOST_SEED = 999_999


class MenuScreen(Page[str]):
    """The games there are; answers with the name of the chosen one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "quit_menu", "Quit")]

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet menu"):
            yield Static(self.theme.text("DOGFIGHT", "act"), classes="title")
            yield Static(self.theme.text("Which game?", "strong"))
            yield PickList(*self._lines(), id="games")
            yield Static("↑↓ pick   Enter choose   q quit", classes="keys", markup=False)

    def _lines(self) -> list[Option]:
        games = [dogfight.load(name) for name in dogfight.names()]
        return [
            Option(
                self.theme.text(game.title, "strong")
                + self.theme.text(f"\n  {game.about}", "soft"),
                id=game.name,
            )
            for game in games
        ]

    def on_mount(self) -> None:
        games = self.query_one("#games", OptionList)
        games.highlighted = 0 if games.option_count else None
        games.focus()

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_quit_menu(self) -> None:
        self.dismiss(None)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the form: a field, its value, and what to do with a new one."""

    field: OptionField
    value: OptionValue
    change: Callable[[OptionValue], None]

    def stepped(self, step: int) -> OptionValue:
        """The value before or after this one."""
        if self.field.kind == "integer":
            return min(self.field.maximum, max(self.field.minimum, int(self.value) + step))
        values: Sequence[OptionValue] = self.field.choices or (False, True)
        return values[(values.index(self.value) + step) % len(values)]

    def typed(self, digit: int) -> OptionValue:
        """A number with one more digit, or that digit alone where this would be too much."""
        if self.field.kind != "integer":
            return self.value
        longer = int(self.value) * 10 + digit
        return max(self.field.minimum, longer if longer <= self.field.maximum else digit)

    def line(self, theme: BoardTheme) -> Text:
        """The row as it is shown."""
        value = value_word(self.value)
        shown = theme.text(f"{self.field.title:24}") + theme.text(theme.sign("◂ ", "< "), "soft")
        return shown + theme.text(value, "act") + theme.text(theme.sign(" ▸", " >"), "soft")


class Form(PickList):
    """Rows whose values left, right and digits change; the last row starts the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Before", show=False),
        Binding("right", "step(1)", "After", show=False),
    ]

    def __init__(self, theme: BoardTheme) -> None:
        super().__init__(id="form")
        self._theme = theme
        self.rows: list[Row] = []

    def show(self, rows: list[Row]) -> None:
        """Show these rows, staying on the same line."""
        at = self.highlighted if self.highlighted is not None else len(rows)
        same = len(rows) == len(self.rows)
        self.rows = rows
        start = Option(
            self._theme.text(self._theme.sign("▶ Start the game", "> Start the game"), "strong")
        )
        self.set_options([*(Option(row.line(self._theme)) for row in rows), start])
        self.highlighted = at if same else min(at, len(rows))

    def row(self) -> Row | None:
        """The row picked now; None on the last line."""
        if self.highlighted is None or self.highlighted >= len(self.rows):
            return None
        return self.rows[self.highlighted]

    def action_step(self, step: int) -> None:
        if (row := self.row()) is not None:
            row.change(row.stepped(step))

    def on_key(self, event: Key) -> None:
        if (
            event.character is not None
            and event.character.isdecimal()
            and (row := self.row()) is not None
        ):
            row.change(row.typed(int(event.character)))
            event.stop()


class SetupScreen(Page[GameSetup]):
    """Options and players of one game; the fields follow the values. Answers with the set-up."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "back", "Back")]

    def __init__(self, game: AnyGame, seed: int) -> None:
        super().__init__()
        self.game = game
        self.seed = seed
        self.options: Options = {}
        self.players: list[str] = []
        self.play_forced = True

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet menu"):
            yield Static(self.theme.text(self.game.title, "act"), classes="title")
            yield Static(self.theme.text(self.game.about, "strong"))
            yield Form(self.theme)
            yield Static(id="help")
            keys = "↑↓ pick   ←→ or digits change   Enter on the last line starts   Esc back"
            yield Static(keys, classes="keys", markup=False)

    def on_mount(self) -> None:
        self.refresh_rows()
        self.query_one(Form).focus()

    def refresh_rows(self) -> None:
        """Make the rows anew from the values."""
        fields, self.options = fitting(self.game, self.options)
        seats = self.game.seats(self.options)
        if len(self.players) != len(seats):
            self.players = list(usual_players(seats))
        rows = [
            Row(field, self.options[field.name], self._option_changer(field.name))
            for field in fields
        ]
        rows += [self._player_row(seat, info.title) for seat, info in enumerate(seats)]
        rows.append(Row(_FORCED, self.play_forced, self._change_forced))
        rows.append(Row(_SEED, self.seed, self._change_seed))
        self.query_one(Form).show(rows)

    def _player_row(self, seat: int, title: str) -> Row:
        field = OptionField(
            name=f"seat {seat}",
            title=title,
            kind="choice",
            default="random",
            help=f"Who plays {title}: a person at this screen, or a bot.",
            choices=player_names(),
        )
        return Row(field, self.players[seat], self._player_changer(seat))

    def _option_changer(self, name: str) -> Callable[[OptionValue], None]:
        def change(value: OptionValue) -> None:
            self.options[name] = value
            self.refresh_rows()

        return change

    def _player_changer(self, seat: int) -> Callable[[OptionValue], None]:
        def change(value: OptionValue) -> None:
            self.players[seat] = str(value)
            self.refresh_rows()

        return change

    def _change_forced(self, value: OptionValue) -> None:
        self.play_forced = bool(value)
        self.refresh_rows()

    def _change_seed(self, value: OptionValue) -> None:
        self.seed = int(value)
        self.refresh_rows()

    @on(OptionList.OptionHighlighted)
    def explain(self) -> None:
        row = self.query_one(Form).row()
        text = (
            "Enter begins."
            if row is None
            else " ".join(part for part in (row.field.help, row.field.rule) if part)
        )
        self._say(text, "soft")

    def _say(self, text: str, ink: str) -> None:
        self.query_one("#help", Static).update(self.theme.text(text, ink))

    @on(OptionList.OptionSelected)
    def start(self) -> None:
        form = self.query_one(Form)
        if form.row() is not None:
            form.action_step(1)
            return
        try:
            options = self.game.options(self.options)
        except BadOption as error:
            self._say(str(error), "danger")
            return
        self.dismiss(
            GameSetup(
                self.game, options, tuple(self.players), self.seed, play_forced=self.play_forced
            )
        )

    def action_back(self) -> None:
        self.dismiss(None)


_FORCED = OptionField(
    name="forced",
    title="Only moves by themselves",
    kind="boolean",
    default=True,
    help="A move that is the only one plays itself where nobody learns anything by that.",
)
_SEED = OptionField(
    name="seed",
    title="Seed of the dice",
    kind="integer",
    default=0,
    help="The same seed gives the same dice and cards.",
    maximum=MOST_SEED,
)
