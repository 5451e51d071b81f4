"""The page's types are those of the structs that travel."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Annotated, Literal

import msgspec

ROOT = Path(__file__).parents[1]


def typescript() -> ModuleType:
    spec = importlib.util.spec_from_file_location("typescript", ROOT / "builder" / "typescript.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_page_are_up_to_date() -> None:
    """`./scripts/types` writes them."""
    for path, words in typescript().files().items():
        assert path.read_text() == words, f"{path.name} is out of date: run ./scripts/types"


def test_no_compiled_module_makes_a_struct() -> None:
    """The compiler does not keep the types of their fields."""
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["hooks"]
    compiled = {file for pattern in hooks["custom"]["include"] for file in ROOT.glob(pattern)}
    assert compiled and not [file for file in compiled if "msgspec.Struct" in file.read_text()]


class Inner(msgspec.Struct):
    at: tuple[int, float]


class Answer(msgspec.Struct, tag="answer", omit_defaults=True):
    """Said by the server."""

    kind: Literal["a", "b"]
    start: int = msgspec.field(name="from")
    inner: tuple[Inner, ...] | None
    facts: dict[str, int | str] = {}


class Body(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=5)]
    open: bool = False


def test_typescript_marks_optional_fields_and_encoded_names() -> None:
    writer = typescript().Writer()
    writer.add(Answer)
    writer.add(Body)
    assert [line.strip() for line in writer.written().splitlines() if line] == [
        "/** Said by the server. */",
        "export interface Answer {",
        'type: "answer";',
        'kind: "a" | "b";',
        "from: number;",
        "inner: Inner[] | null;",
        "facts?: Record<string, number | string>;",
        "}",
        "export interface Inner {",
        "at: [number, number];",
        "}",
        "export interface Body {",
        "text: string;",
        "open?: boolean;",
        "}",
    ]


def test_printed_colours_are_those_of_the_day_theme() -> None:
    tokens = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text()
    day = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", tokens.split("@media")[0]))
    written = typescript().colours()
    pairs = re.findall(r'"(#[0-9a-f]{6})": "([\w-]+)"', written)
    assert len(pairs) > 30
    assert [(colour, name) for colour, name in pairs if day.get(name) != colour] == []
