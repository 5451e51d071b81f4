"""A picture as SVG text: self-contained, and the same for the same picture."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from dogfight.boards.shapes import Face, Group, Path, Picture, Shape, Words

FACES: dict[Face, str] = {
    "text": "'Gill Sans', 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans Condensed', sans-serif",
    "display": "Rockwell, 'Roboto Slab', 'DejaVu Serif Condensed', Georgia, serif",
    "number": "'SF Mono', Consolas, 'DejaVu Sans Mono', monospace",
}


def svg(picture: Picture) -> str:
    """The whole picture."""
    width, height = _number(picture.width), _number(picture.height)
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": width,
            "height": height,
            "role": "img",
        },
    )
    SubElement(root, "title").text = _allowed(picture.title)
    for shape in picture.shapes:
        _add(root, shape)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _number(value: float) -> str:
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _add(parent: Element, shape: Shape) -> None:
    if isinstance(shape, Group):
        _add_group(parent, shape)
    elif isinstance(shape, Path):
        SubElement(parent, "path", {"d": path_data(shape), **_ink(shape)})
    else:
        _add_words(parent, shape)


def _add_group(parent: Element, group: Group) -> None:
    moves = []
    if group.at != (0.0, 0.0):
        moves.append(f"translate({_number(group.at[0])} {_number(group.at[1])})")
    if group.turn:
        moves.append(f"rotate({_number(group.turn)})")
    if group.scale != 1.0:
        moves.append(f"scale({group.scale:.4g})")
    names = {"data-place": group.place, "data-piece": group.piece}
    inner = SubElement(
        parent,
        "g",
        ({"transform": " ".join(moves)} if moves else {})
        | {key: _allowed(name) for key, name in names.items() if name},
    )
    if group.label:
        SubElement(inner, "title").text = _allowed(group.label)
    for shape in group.shapes:
        _add(inner, shape)


def path_data(path: Path) -> str:
    return "".join(
        letter + " ".join(f"{_number(x)} {_number(y)}" for x, y in points)
        for letter, points in path.steps
    )


def _ink(path: Path) -> dict[str, str]:
    ink = path.ink
    texts = {"fill": ink.fill}
    if ink.line != "none":
        texts |= {
            "stroke": ink.line,
            "stroke-width": _number(ink.width),
            "stroke-linejoin": "round",
        }
        if ink.dash:
            texts["stroke-dasharray"] = " ".join(_number(value) for value in ink.dash)
    if ink.opacity != 1.0:
        texts["opacity"] = _number(ink.opacity)
    return texts


def _add_words(parent: Element, words: Words) -> None:
    texts = {
        "x": _number(words.at[0]),
        "y": _number(words.at[1]),
        "font-size": _number(words.size),
        "font-family": FACES[words.face],
        "fill": words.colour,
    }
    if words.align != "start":
        texts["text-anchor"] = words.align
    if words.bold:
        texts["font-weight"] = "700"
    SubElement(parent, "text", texts).text = _allowed(words.text)


def _allowed(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(item if item.isprintable() else "�" for item in text)
