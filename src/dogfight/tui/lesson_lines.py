"""A lesson in plain lines: the board, what the coach says, a numbered list, and a prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from dogfight import rulebook
from dogfight.boards.text.lookup import board
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.errors import DogfightError
from dogfight.core.view import View
from dogfight.lessons.play import LessonTable
from dogfight.lessons.progress import ProgressFile
from dogfight.match.explain import nearest_words, why_not_word

_HELP = (
    "A number or a word plays. Enter goes on, h gives a hint, u takes back, l lists all moves, ?"
    " shows the rules, q leaves."
)
_LISTED = 12
"""As many moves are listed unasked; the accepted ones are always among them."""


class LessonLines:
    """Plays a lesson on standard input and output; what has been done is kept after every line."""

    def __init__(
        self,
        table: LessonTable,
        progress: ProgressFile,
        console: Console,
        theme: BoardTheme,
        typed: Callable[[], str],
    ) -> None:
        self._table = table
        self._progress = progress
        self._console = console
        self._theme = theme
        self._typed = typed
        self._board = board(table.game)

    def run(self) -> bool:
        """Play until the lesson is finished, or the learner leaves; whether it was finished."""
        table = self._table
        self._say(f"{table.lesson.title} ({len(table.lesson.step)} steps). {_HELP}", "soft")
        self._show()
        while True:
            if table.doing == "finished":
                return True
            try:
                line = self._typed().strip()
            except EOFError:
                return False
            if line == "q":
                self._say("Progress is kept. The same command goes on here.", "soft")
                return False
            self._do(line)

    # --- showing -----------------------------------------------------------------------------

    def _say(self, text: str, ink: str = "ink") -> None:
        self._console.print(self._theme.text(text, ink))

    def _show(self) -> None:
        """The board, the coach and the moves, as they stand."""
        table, view = self._table, self._table.view()
        self._console.print()
        self._console.print(self._board(view, self._theme, None).text)
        if table.doing != "asked":
            self._tell()
            return
        number = f"{table.place.step + 1}/{len(table.lesson.step)}"
        self._console.print(
            self._theme.text(f"[{number}] ", "act") + self._theme.text(table.step.say, "strong")
        )
        if table.played:
            self._say(f"So far: {' '.join(table.played)}", "soft")
        self._list(view, all_of_them=False)

    def _list(self, view: View[Any], *, all_of_them: bool) -> None:
        texts = self._table.accepted()
        shown = [
            (number, item)
            for number, item in enumerate(view.legal, 1)
            if all_of_them or number <= _LISTED or item.notation in texts
        ]
        for number, entry in shown:
            self._say(f"{number:3}  {entry.notation:14} {entry.text}")
        if len(shown) < len(view.legal):
            self._say(f"     and {len(view.legal) - len(shown)} more (l lists them)", "soft")

    def _tell(self) -> None:
        """What came of the step."""
        table = self._table
        self._say(table.step.outcome, "ok")
        self._say(f"[{', '.join(table.step.rules)}]", "soft")
        if table.doing == "finished":
            self._say("The lesson is finished.", "strong")
        else:
            self._say("Enter goes on.", "soft")

    # --- doing -------------------------------------------------------------------------------

    def _do(self, line: str) -> None:
        try:
            self._carry_out(line)
        except DogfightError as error:
            self._say(str(error), "danger")

    def _carry_out(self, line: str) -> None:
        table = self._table
        if line == "?":
            self._rules()
        elif line == "l":
            self._list(table.view(), all_of_them=True)
        elif line == "h":
            self._say(table.hint() or "Press Enter to go on.", "act")
        elif line == "u":
            table.take_back()
            self._keep()
        elif table.doing == "explained":
            if line:
                self._say("Press Enter to go on, or u to take back.", "soft")
                return
            table.go_on()
            self._keep()
        elif not line:
            self._say(_HELP, "soft")
        else:
            self._play(line)

    def _play(self, line: str) -> None:
        table, view = self._table, self._table.view()
        words = [entry.notation for entry in view.legal]
        numbered = line.isdecimal() and line not in words and 1 <= int(line) <= len(words)
        reported = len(view.log)
        for word in [words[int(line) - 1]] if numbered else line.split():
            try:
                answer = table.play(word)
            except DogfightError as error:
                now = table.view()
                near = nearest_words(why_not_word(table.game, now, word), now.legal)
                self._say(f"{error} {near}".strip(), "danger")
                return
            if not answer.played:
                self._say(f"{answer.retry_text} {answer.hint}".strip(), "act")
                return
            log = table.view().log
            for event in log[reported:]:
                self._say(f"  {event.text}", "soft")
                for cause in event.causes:
                    self._say(f"    {cause.words}", "soft")
            reported = len(log)
            self._progress.keep(table)
        self._show()

    def _keep(self) -> None:
        self._progress.keep(self._table)
        self._show()

    def _rules(self) -> None:
        for rule in self._table.step.rules:
            self._console.print(
                self._theme.text(f"{rule}  ", "link")
                + Text(rulebook.for_players(rulebook.rule(self._table.course.game, rule)))
            )
