"""Pictures as pixels, for videos and shared cards: the shapes that SVG shows, drawn as PDF,
rendered by PDFium.
"""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

from dogfight.boards.shapes import Picture
from dogfight.core.errors import BadOption
from dogfight.printing.pdf import picture_pdf

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


def pixels(picture: Picture, size: tuple[int, int]) -> NDArray[numpy.uint8]:
    """Rows, columns and colours (red, green, blue) of a picture that is fitted into a width and a
    height; equal pictures give equal ones.
    """
    import numpy

    width, height = size
    with _document(picture) as document:
        scale = _scale(picture, size)
        drawn = document[0].render(scale=scale, rev_byteorder=True).to_numpy()
        drawn = drawn[:height, :width, :3]
        frame = numpy.empty((height, width, 3), numpy.uint8)
        frame[:] = drawn[0, 0]
        frame[: drawn.shape[0], : drawn.shape[1]] = drawn
    return frame


def png(picture: Picture, size: tuple[int, int]) -> bytes:
    """The picture, fitted into a width and a height, as a PNG."""
    out = BytesIO()
    with _document(picture) as document:
        document[0].render(scale=_scale(picture, size)).to_pil().save(out, "PNG")
    return out.getvalue()


def _scale(picture: Picture, size: tuple[int, int]) -> float:
    return min(size[0] / picture.width, size[1] / picture.height)


def _document(picture: Picture) -> Any:
    """The picture as the one page of an open PDF."""
    try:
        document_of = import_module("pypdfium2").PdfDocument
    except ImportError as error:
        raise BadOption(
            "pictures as pixels need the extra `pictures`: pip install 'dogfight[pictures]'"
        ) from error
    return document_of(picture_pdf(picture))
