"""Pictures as pixels, for videos: the shapes that SVG shows, drawn as PDF, rendered by PDFium."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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

    try:
        document_of = import_module("pypdfium2").PdfDocument
    except ImportError as error:
        raise BadOption(
            "pictures as pixels need the extra `video`: pip install 'dogfight[video]'"
        ) from error
    width, height = size
    scale = min(width / picture.width, height / picture.height)
    with document_of(picture_pdf(picture)) as document:
        drawn = document[0].render(scale=scale, rev_byteorder=True).to_numpy()
        drawn = drawn[:height, :width, :3]
        frame = numpy.empty((height, width, 3), numpy.uint8)
        frame[:] = drawn[0, 0]
        frame[: drawn.shape[0], : drawn.shape[1]] = drawn
    return frame
