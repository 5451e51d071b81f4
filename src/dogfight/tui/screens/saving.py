"""The sheet that asks where to save the record, and the writing of it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from dogfight.core.errors import BadOption
from dogfight.match.record import Record
from dogfight.tui.screens.sheets import ModalSheet

JSON_LINES = ".jsonl"


def free_path(path: Path) -> Path:
    """The path itself, or with a number added if there is already something."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def save(record: Record, path: Path) -> Path:
    """Write the record to a new file, as JSON lines if it is named .jsonl; says where it went."""
    path = free_path(path.expanduser())
    text = record.to_json_lines() if path.suffix == JSON_LINES else record.to_text()
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {path}: {error.strerror}") from None
    return path


class SaveSheet(ModalSheet[Path]):
    """Asks for a file name and writes the record there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static("Save the record as", classes="title", markup=False)
            yield Input(str(free_path(Path(f"{self._record.header.game}.record"))), id="path")
            yield Static("", id="trouble", markup=False)
            keys = (
                "Enter save   Esc back   A name ending in .jsonl gives JSON lines, any other text."
            )
            yield Static(keys, classes="keys", markup=False)

    @on(Input.Submitted)
    def write(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            self.query_one("#trouble", Static).update("Expected a file name.")
            return
        try:
            self.dismiss(save(self._record, Path(event.value.strip())))
        except BadOption as error:
            self.query_one("#trouble", Static).update(error.message)

    def action_cancel(self) -> None:
        self.dismiss(None)
