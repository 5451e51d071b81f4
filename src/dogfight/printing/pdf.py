"""Pages as a PDF: paths and text stay what they are, so they print sharp at any size."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from typing import Any

from dogfight.boards.shapes import Face, Group, Path, Picture, Shape, Words
from dogfight.core.errors import BadOption
from dogfight.printing.pages import BLEED, PaperPage, shapes_of

MM = 72 / 25.4
FONTS: dict[tuple[Face, bool], str] = {
    ("text", False): "Helvetica",
    ("text", True): "Helvetica-Bold",
    ("display", False): "Times-Roman",
    ("display", True): "Times-Bold",
    ("number", False): "Courier",
    ("number", True): "Courier-Bold",
}


def pdf(title: str, pages: Iterable[PaperPage]) -> bytes:
    """All pages; the same pages give the same bytes."""
    out = BytesIO()
    canvas = _canvas(out)
    canvas.setTitle(title)
    for page in pages:
        canvas.setPageSize((page.width * MM, page.height * MM))
        canvas.saveState()
        canvas.translate(0, page.height * MM)
        canvas.scale(MM, -MM)
        canvas.setLineJoin(1)
        _draw(canvas, page.bleeds())
        for placed in page.placed:
            canvas.saveState()
            clip = canvas.beginPath()
            clip.rect(
                placed.x - BLEED,
                placed.y - BLEED,
                placed.width + 2 * BLEED,
                placed.height + 2 * BLEED,
            )
            canvas.clipPath(clip, stroke=0, fill=0)
            _draw(canvas, [shapes_of(placed)])
            canvas.restoreState()
        _draw(canvas, page.marks())
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def picture_pdf(picture: Picture) -> bytes:
    """A picture as a page of its own size, a point for each unit."""
    out = BytesIO()
    canvas = _canvas(out)
    canvas.setPageSize((picture.width, picture.height))
    canvas.translate(0, picture.height)
    canvas.scale(1, -1)
    canvas.setLineJoin(1)
    _draw(canvas, picture.shapes)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _canvas(out: BytesIO) -> Any:
    try:
        canvas = import_module("reportlab.pdfgen.canvas").Canvas
    except ImportError as error:
        raise BadOption(
            "printing needs the extra `print`: pip install 'dogfight[print]'"
        ) from error
    return canvas(out, invariant=1)


def _draw(canvas: Any, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        if isinstance(shape, Group):
            canvas.saveState()
            canvas.translate(*shape.at)
            canvas.rotate(shape.turn)
            canvas.scale(shape.scale, shape.scale)
            _draw(canvas, shape.shapes)
            canvas.restoreState()
        elif isinstance(shape, Words):
            _draw_words(canvas, shape)
        else:
            _draw_path(canvas, shape)


def _draw_path(canvas: Any, path: Path) -> None:
    ink = path.ink
    way = canvas.beginPath()
    for letter, points in path.steps:
        if letter == "M":
            way.moveTo(*points[0])
        elif letter == "L":
            way.lineTo(*points[0])
        elif letter == "C":
            way.curveTo(*[number for point in points for number in point])
        else:
            way.close()
    canvas.saveState()
    if ink.fill != "none":
        canvas.setFillColor(ink.fill)
        canvas.setFillAlpha(ink.opacity)
    if ink.line != "none":
        canvas.setStrokeColor(ink.line)
        canvas.setStrokeAlpha(ink.opacity)
        canvas.setLineWidth(ink.width)
        canvas.setDash(list(ink.dash))
    canvas.drawPath(way, stroke=int(ink.line != "none"), fill=int(ink.fill != "none"))
    canvas.restoreState()


def _draw_words(canvas: Any, words: Words) -> None:
    canvas.saveState()
    canvas.translate(*words.at)
    canvas.scale(1, -1)
    canvas.setFillColor(words.colour)
    canvas.setFont(FONTS[words.face, words.bold], words.size)
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[words.align]
    draw(0, 0, printable(words.text))
    canvas.restoreState()


def printable(text: str) -> str:
    """The text in the letters that every reader of PDFs has; others without their marks, or as a
    question mark.
    """
    return "".join(item if _has(item) else _plain(item) for item in text)


def _has(text: str) -> bool:
    return bool(text.encode("cp1252", "ignore"))


def _plain(text: str) -> str:
    bare = "".join(
        part
        for part in unicodedata.normalize("NFKD", text)
        if _has(part) and not unicodedata.combining(part)
    )
    return bare or "?"
