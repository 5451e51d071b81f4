"""HTML pages that need no other file, with their sections and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Literal

from dogfight.reporting.charts import FILL_PATTERNS

Layout = Literal["cards", "sheet"]
"""`cards` frames every section; `sheet` frames the whole page and is wider."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell whose content is markup; `kind` is its CSS class and `title` its tooltip."""

    markup: str
    kind: str = ""
    title: str = ""


def number_cell(text: str) -> Cell:
    """Return a cell with a figure."""
    return Cell(escape(text), "num")


def text_cell(text: str) -> Cell:
    """Return a left-aligned cell with escaped text."""
    return Cell(escape(text), "words")


def page(title: str, body: Iterable[str], layout: Layout = "cards", style: str = "") -> str:
    """Return a complete page; `style` is CSS in addition to the common stylesheet."""
    css = files("dogfight.reporting").joinpath("report.css").read_text(encoding="utf-8")
    content = "".join(body)
    patterns = FILL_PATTERNS if "url(#" in content else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>\n{css}{style}</style></head>"
        f'<body class="{layout}">{patterns}<main>{content}</main></body></html>\n'
    )


def simple_page(title: str, introduction: str, sections: Iterable[str]) -> str:
    """Return a page with a heading, a paragraph and sections."""
    return page(title, (f"<h1>{escape(title)}</h1>", paragraph(introduction), *sections))


def section(title: str, *parts: str, number: int | None = None) -> str:
    """Return a section with its heading, numbered if a number is passed."""
    prefix = "" if number is None else f'<span class="num">{number}</span> '
    return f"<section><h2>{prefix}{escape(title)}</h2>{''.join(parts)}</section>"


def paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph of escaped text."""
    return f"<p{_attribute('class', kind)}>{escape(text)}</p>"


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str | Cell]],
    caption: str = "",
    kind: str = "",
    text_columns: Collection[str] = (),
) -> str:
    """Return a table; strings are escaped, the first cell of a row is its heading.

    The headings of `text_columns` are aligned left, like that of the first column.
    """
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    top = "".join(
        f'<th scope="col"{_attribute("class", "" if at and name not in text_columns else "words")}>'
        f"{escape(name)}</th>"
        for at, name in enumerate(head)
    )
    body = "".join(
        f'<tr><th scope="row">{_as_cell(row[0]).markup}</th>'
        f"{''.join(_data_cell(cell) for cell in row[1:])}</tr>"
        for row in rows
    )
    return (
        f'<div class="wide"><table{_attribute("class", kind)}>{title}<thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _as_cell(content: str | Cell) -> Cell:
    return content if isinstance(content, Cell) else Cell(escape(content))


def _data_cell(content: str | Cell) -> str:
    cell = _as_cell(content)
    return (
        f"<td{_attribute('class', cell.kind)}{_attribute('title', cell.title)}>{cell.markup}</td>"
    )


def _attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"' if value else ""
