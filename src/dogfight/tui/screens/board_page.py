"""What all pages with a board share: the drawing, the choices, picking either way, and pages to
read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.widgets import Input, Static

from dogfight.boards.text.canvas import HitArea
from dogfight.boards.text.columns import goal
from dogfight.boards.text.lookup import board
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.errors import DogfightError, IllegalAction
from dogfight.core.event import Event
from dogfight.core.registry import AnyGame
from dogfight.core.view import Legal, Prompt, View
from dogfight.match.explain import (
    Explanation,
    nearest_words,
    why_not_at,
    why_not_with,
    why_not_word,
)
from dogfight.match.plans import is_plan
from dogfight.tui.board_pane import BoardPane, actions_at
from dogfight.tui.choices import first_choice
from dogfight.tui.help_text import Keys, help_text
from dogfight.tui.screens.base import Page, R
from dogfight.tui.screens.sheets import Reading, rule_text
from dogfight.tui.status_lines import prompt_text
from dogfight.tui.walks import Walk, walk_of
from dogfight.tui.widgets import ActionList, CachedText, LogPane, NotationInput, log_text

STACKED = 100
"""In a terminal with fewer columns the board stands above the prompt and the actions, not beside
them.
"""


class BoardPage(Page[R]):
    """A page with a board, what is asked, what can be done, and what happened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rule", "Rule"),
        Binding("l", "log", "Log"),
        Binding("b", "board", "Board"),
        Binding("slash", "type", "Type"),
        Binding("tab,shift+tab", "other_pane", "Board", show=False),
        Binding("escape", "show_all", "All", show=False),
        Binding("f1,k", "keys", "Keys"),
    ]
    ALL_KEYS: ClassVar[Keys] = ()
    """All keys of the page, for its help."""
    LIST: ClassVar[type[ActionList]] = ActionList
    """The list of choices."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game = game
        self._board = board(game)
        self.shown: View[Any] | None = None
        """What the person at the screen sees; None while there is nothing to see."""
        self._picked: Legal | None = None
        self._drawn_for: BoardTheme | None = None
        self._trouble_rule = ""
        self._typed = ""
        """The word that was typed last, until it is known what came of it."""
        self._walk: Walk | None = None
        """The whole move that is being played."""

    def compose(self) -> ComposeResult:
        yield CachedText(id="bar")
        yield CachedText(id="seats")
        with Horizontal(id="middle"):
            yield BoardPane(self.theme)
            with Vertical(id="side"):
                yield CachedText(id="prompt")
                yield self.LIST(self.theme)
                yield LogPane(self.theme)
        yield CachedText(id="note")
        yield NotationInput()
        yield CachedText(id="keys")

    def on_mount(self) -> None:
        self.query_one(ActionList).focus()

    # --- what a page of this kind has to say ---------------------------------------------------

    @abstractmethod
    def play(self, action: int | str) -> None:
        """Play what was picked or typed."""

    @abstractmethod
    def keys_line(self, width: int) -> Text:
        """The keys that do something now, in one line."""

    @abstractmethod
    def events(self) -> tuple[Sequence[Event], int]:
        """What happened as far as it may be known, and how many events of that are new."""

    def is_several(self, line: str) -> bool:
        """Whether what was typed is more than one action."""
        return is_plan(line)

    def play_words(self, words: list[str]) -> None:
        """Play several words at once, where that means something."""
        raise IllegalAction(f"expected one action at a time, got {' '.join(words)!r}")

    # --- showing -------------------------------------------------------------------------------

    def show_view(self, view: View[Any]) -> None:
        """Show what is seen, asked and possible now."""
        self.shown, self._typed = view, ""
        self.query_one("#prompt", Static).update(self.prompt_words(view))
        actions = self.query_one(ActionList)
        actions.show(view.legal)
        self.query_one(LogPane).show(*self.events())
        self._show_keys()
        self.draw(actions.picked())
        self.call_after_refresh(self._redraw)
        if self._walk is not None:
            self.call_later(self._go_on_walking)

    def prompt_words(self, view: View[Any]) -> Text:
        """What is asked."""
        return prompt_text(view, self.theme)

    def draw(self, picked: Legal | None) -> None:
        """Draw the board, with what is picked on it."""
        if self.shown is not None:
            self._picked = picked
            self._drawn_for = self._board_look()
            sheet = self._board(self.shown, self._drawn_for, picked)
            self.query_one(BoardPane).show(sheet, self.marked(), goal(picked), self.pointed_at())

    def marked(self) -> Sequence[Legal]:
        """The actions whose places stand out on the board."""
        return self.shown.legal if self.shown is not None else ()

    def pointed_at(self) -> frozenset[str]:
        """Places and pieces under the pointer."""
        return frozenset()

    def _board_look(self) -> BoardTheme:
        """How the board may be drawn: it grows with the room there is."""
        room = self.query_one(BoardPane).content_size
        return replace(self.theme, columns=room.width - 1, lines=room.height)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < STACKED, "-stacked")
        self.call_after_refresh(self._redraw)

    def _redraw(self) -> None:
        """Draw the board anew if there is more or less room for it than there was."""
        self._show_keys()
        if self._drawn_for != self._board_look():
            self.draw(self._picked)

    def _show_keys(self) -> None:
        self.query_one("#keys", Static).update(self.keys_line(self.size.width))

    def note(self, text: str, ink: str = "soft") -> None:
        """Say something in the line below the board."""
        self.query_one("#note", Static).update(self.theme.text(text, ink))

    def trouble(self, error: DogfightError) -> None:
        """Say why something was refused, by which rule, and what comes nearest to a word that
        was typed.
        """
        typed, self._typed = self._typed, ""
        instead = (
            why_not_word(self.game, self.shown, typed).nearest_action
            if self.shown is not None and typed
            else None
        )
        self._say_why_not(Explanation(error.message, error.rule, instead))

    def _say_why_not(self, why: Explanation) -> None:
        self._trouble_rule = why.rule
        text = f"{why.text} [{why.rule}] (? shows the rule)" if why.rule else why.text
        legal = self.shown.legal if self.shown is not None else ()
        self.note(f"{text} {nearest_words(why, legal)}".strip(), "danger")

    def forget_trouble(self) -> None:
        """What was wrong has been put right."""
        self._trouble_rule = ""
        self.note("")

    # --- picking -------------------------------------------------------------------------------

    @on(ActionList.Chosen)
    def play_chosen(self, event: ActionList.Chosen) -> None:
        self._typed = ""
        self.play(event.legal.action)

    @on(ActionList.Unpicked)
    def ask_to_pick(self) -> None:
        self.note("Pick one first: Enter ends nothing by itself.")

    @on(ActionList.Picked)
    def follow_list(self, event: ActionList.Picked) -> None:
        self.look_at(event.legal)

    def look_at(self, legal: Legal | None) -> None:
        """Show on the board what was picked in the list."""
        if legal != self._picked:
            self.draw(legal)

    @on(BoardPane.Pointed)
    def point_at(self, event: BoardPane.Pointed) -> None:
        """Pick in the list what can be done at the place the cursor has come to."""
        actions = self.query_one(ActionList)
        here = actions_at(actions.shown, event.spot)
        if (at := first_choice(here)) is not None:
            actions.pick(here[at])

    @on(BoardPane.Chosen)
    def follow_board(self, event: BoardPane.Chosen) -> None:
        if self.shown is not None:
            self.choose(event.spot, self.shown)

    def choose(self, spot: HitArea, view: View[Any]) -> None:
        """Play what can be done at a place, ask which if that is several things, or say why
        there is nothing.
        """
        actions = self.query_one(ActionList)
        here = actions_at(actions.shown, spot) or actions_at(view.legal, spot)
        if not here:
            why = (
                why_not_with(view, spot.name)
                if spot.piece
                else why_not_at(self.game, view, spot.name)
            )
            self._say_why_not(why)
        elif len(here) == 1 and not here[0].declines:
            self.play(here[0].action)
        else:
            actions.only(here)
            actions.focus()
            self.note(
                f"{spot.name}: pick one of {len(here)}, Esc shows all."
                if here[1:]
                else "Enter plays it."
            )

    def action_other_pane(self) -> None:
        """From the list to the board, and back."""
        pane = self.query_one(BoardPane)
        (self.query_one(ActionList) if pane.has_focus else pane).focus()

    def action_show_all(self) -> None:
        """Show all actions again."""
        actions = self.query_one(ActionList)
        if actions.narrowed:
            actions.narrow("")
            self.note("")
        actions.focus()

    # --- typing --------------------------------------------------------------------------------

    @on(Input.Changed, "#entry")
    def narrow(self, event: Input.Changed) -> None:
        self.query_one(ActionList).narrow("" if event.value.isdecimal() else event.value)

    @on(Input.Submitted, "#entry")
    def play_typed(self, event: Input.Submitted) -> None:
        word, self._typed = event.value.strip(), ""
        if self._walk is not None and self.shown is not None and self.shown.seat == self._walk.seat:
            self._walk = None
        if not word:
            self.action_untype()
        elif self._begins_walk(word):
            self._go_on_walking()
        elif self.shown is not None and self.is_several(word):
            self.attempt(lambda: self.play_words(word.split()))
        elif self.shown is not None:
            legal = self.query_one(ActionList).numbered(int(word)) if word.isdecimal() else None
            known = any(entry.notation == word for entry in self.shown.legal)
            self._typed = "" if known or legal is not None else word
            self.play(legal.action if legal is not None and not known else word)

    def _begins_walk(self, line: str) -> bool:
        """Whether a line names a whole move, which begins then."""
        if self.shown is None:
            return False
        walk = walk_of(self.game, self.shown, line, len(self.events()[0]))
        self._walk = walk or self._walk
        return walk is not None

    def _go_on_walking(self) -> None:
        """Play the next step of a whole move; stop where something has happened on the way."""
        walk, events = self._walk, self.events()[0]
        if walk is None or self.shown is None or walk.waits(self.shown, events):
            return
        disturbance = walk.disturbance(events)
        entry = walk.next(self.shown, events) if disturbance is None else None
        if entry is None or not walk.steps:
            self._walk = None
        if entry is not None:
            self.play(entry.action)
        elif disturbance is not None:
            self.note(f"Stopped: {disturbance.text} Type the destination again to go on.", "act")

    def attempt(self, act: Callable[[], None]) -> bool:
        """Carry something out, or say why it is refused; whether it was carried out."""
        try:
            act()
        except DogfightError as error:
            self.trouble(error)
            return False
        self.forget_trouble()
        self.query_one(NotationInput).value = ""
        if not self.query_one(BoardPane).has_focus:
            self.action_untype()
        return True

    @on(NotationInput.Left)
    def action_untype(self) -> None:
        self.query_one(ActionList).focus()

    def action_type(self) -> None:
        self.query_one(NotationInput).focus()

    # --- reading -------------------------------------------------------------------------------

    def action_rule(self) -> None:
        prompt = self.shown.prompt if self.shown is not None else Prompt("", "")
        words = rule_text(self.game.name, (self._trouble_rule, prompt.rule), self.theme)
        self.app.push_screen(Reading("The rule behind this", words))

    def action_keys(self) -> None:
        words = help_text(self.game, self.shown, self.ALL_KEYS, self.theme)
        self.app.push_screen(Reading("Keys, and how to win", words))

    def action_log(self) -> None:
        if self.shown is not None:
            self.app.push_screen(
                Reading("What happened", log_text(*self.events(), self.theme), at_end=True)
            )

    def action_board(self) -> None:
        if self.shown is not None:
            theme = replace(self.theme, columns=self.size.width - 14, lines=self.size.height - 8)
            self.app.push_screen(
                Reading("The board", self._board(self.shown, theme, self._picked).text)
            )
