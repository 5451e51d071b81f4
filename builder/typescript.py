"""Writes the page's types of the API and of the five tables from the structs that travel.

`./scripts/types` calls it; a test holds the files up to date.
"""

from __future__ import annotations

import inspect
import textwrap
import types
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

import dogfight
from dogfight.boards import palette
from dogfight.bots.characters import CHARACTERS
from dogfight.core import seat, view
from dogfight.core.event import Event
from dogfight.core.options import OptionValue
from dogfight.core.registry import manifest_of
from dogfight.planning import parts as plan_parts
from dogfight.server import messages
from dogfight.workshop import forms, requests

FOLDER = Path(__file__).parents[1] / "web" / "src" / "api"
GAMES = FOLDER.parent / "games"
WIDTH = 116
LONGEST_LINE = 120
NAMES = {
    Event: "GameEvent",
    messages.EventLine: "GameEvent",
    messages.SaveDraft: "DraftMessage",
}
"""Structs that the page calls otherwise: a DOM event and a line of a drawing have their names
already.
"""
ENCODED = {(messages.ViewBody, "view"): "View", (messages.ReviewStep, "view"): "View"}
"""Fields that hold something encoded before, and what it is."""
PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
HEAD = "/** Written by ./scripts/types from the structs of the server; change those. */\n"


class Writer:
    """Writes structs and all that they hold, each once."""

    def __init__(self, known: tuple[type, ...] = (), names: dict[type, str] | None = None) -> None:
        self.names: dict[type, str] = NAMES | (names or {})
        self.known = set(known)
        self.used: set[type] = set()
        self.found: dict[type, str] = {}

    def add(self, kind: type) -> None:
        """A struct, after those that it holds."""
        if kind is Event:
            kind = messages.EventLine
        if kind in self.known:
            self.used.add(kind)
        elif kind not in self.found:
            self.found[kind] = ""
            self.found[kind] = self._interface(kind)

    def name(self, kind: type) -> str:
        return str(self.names.get(kind, kind.__name__))

    def written(self) -> str:
        return "\n".join(self.found.values())

    def _interface(self, kind: Any) -> str:
        parameters = "".join(
            f"<{item.__name__.lstrip('_')} = unknown>"
            for item in getattr(kind, "__parameters__", ())
        )
        lines = [*comment(kind), f"export interface {self.name(kind)}{parameters} {{"]
        tag = kind.__struct_config__.tag
        lines += [f'  type: "{tag}";'] if tag is not None else []
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            mark = "?" if _may_be_absent(kind, field) else ""
            held = next(
                (
                    ENCODED[item, field.name]
                    for item in kind.__mro__
                    if (item, field.name) in ENCODED
                ),
                None,
            )
            lines.append(f"  {field.encode_name}{mark}: {held or self.type(hints[field.name])};")
        return "\n".join([*lines, "}", ""])

    def type(self, hint: Any) -> str:
        """A type of Python as the page writes it."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.type(inner[0])
        if origin is Literal:
            return " | ".join(f'"{item}"' for item in inner)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.type(item) for item in inner))
        if origin in (list, tuple):
            return self._list(origin, inner)
        if origin is dict:
            return f"Record<string, {self.type(inner[1])}>"
        if isinstance(hint, TypeVar):
            return hint.__name__.lstrip("_")
        if hint in PLAIN:
            return PLAIN[hint]
        self.add(hint)
        return self.name(hint)

    def _list(self, origin: Any, inner: tuple[Any, ...]) -> str:
        if origin is tuple and inner[-1] is not Ellipsis:
            return f"[{', '.join(self.type(part) for part in inner)}]"
        each = self.type(inner[0])
        return f"({each})[]" if "|" in each and not each.startswith("[") else f"{each}[]"


def _may_be_absent(kind: Any, field: msgspec.structs.FieldInfo) -> bool:
    """What we read has defaults for what is left out; what we write leaves defaults out where
    its struct says so.
    """
    return not field.required and (
        kind.__struct_config__.omit_defaults or kind.__struct_config__.forbid_unknown_fields
    )


def comment(kind: type) -> Iterator[str]:
    """The docstring of a struct; msgspec gives those without one a line of its own."""
    text = " ".join((inspect.getdoc(kind) or "").split())
    if not kind.__dict__.get("__doc__") or text.startswith(f"{kind.__name__}("):
        return
    lines = textwrap.wrap(text, WIDTH - 6)
    yield f"/** {lines[0]}" + (" */" if len(lines) == 1 else "")
    yield from (f" *  {line}" for line in lines[1:-1])
    if len(lines) > 1:
        yield f" *  {lines[-1]} */"


def structs_of(module: Any) -> list[type]:
    """The structs that a module defines, in its order."""
    own = [
        var
        for var in vars(module).values()
        if inspect.isclass(var) and issubclass(var, msgspec.Struct)
    ]
    return [item for item in own if item.__module__ == module.__name__]


def api() -> str:
    """The views, tables and messages of docs/api.md."""
    writer = Writer()
    modules = (view, plan_parts, messages, forms, requests)
    for kind in [struct for module in modules for struct in structs_of(module)]:
        writer.add(kind)
    unions = {"Incoming": messages.Outgoing, "Outgoing": messages.Incoming}
    aliases = [
        alias(name, [writer.name(member) for member in get_args(union)])
        for name, union in unions.items()
    ]
    aliases.append(alias("Channel", [writer.type(messages.Channel)]))
    aliases.append(alias("OptionValue", [writer.type(OptionValue)]))
    seats = {
        "WATCHER": (seat.WATCHER, "The watcher's chair, who knows only what is public."),
        "OPEN": (seat.OPEN, "Looks on with every secret open, in reviews of finished games."),
    }
    constants = [
        f"/** {words} */\nexport const {name} = {value};\n"
        for name, (value, words) in seats.items()
    ]
    return "\n".join([HEAD, writer.written(), *aliases, *constants])


def alias(name: str, members: list[str]) -> str:
    """A union under a name, broken into lines as the page's formatter breaks it."""
    head, members_text = f"export type {name} =", " | ".join(members)
    if len(f"{head} {members_text};") <= LONGEST_LINE:
        return f"{head} {members_text};\n"
    if len(f"  {members_text};") <= LONGEST_LINE:
        return f"{head}\n  {members_text};\n"
    return head + "".join(f"\n  | {member}" for member in members) + ";\n"


def table(game: str) -> str:
    """The picture in the views of one game."""
    picture = get_args(dogfight.load(game).views.view_type())[0]
    writer = Writer(tuple(structs_of(view)), {picture: f"{game.capitalize()}Board"})
    writer.add(picture)
    shared = sorted(writer.name(item) for item in writer.used)
    imports = [f'import type {{ {", ".join(shared)} }} from "../../api/types";\n'] if shared else []
    return "\n".join([HEAD, *imports, writer.written()])


def bots() -> str:
    """Who the bots are."""
    lines = [
        f"  {bot}: {{\n    names: {dumps([item.name, *item.others])},\n"
        f"    about: {dumps(item.about)},\n  }},"
        for bot, item in CHARACTERS.items()
    ]
    kind = "Record<string, { names: string[]; about: string }>"
    return "\n".join([HEAD, f"export const CHARACTERS: {kind} = {{", *lines, "};", ""])


def colours() -> str:
    """The printed colours, each with the token that the themes of the page change it by."""
    names = {f"seat-{chr(97 + n)}": colour for n, colour in enumerate(palette.SEATS)}
    names |= {name.lower().replace("_", "-"): getattr(palette, name) for name in palette.THEMED}
    tokens: dict[str, str] = {}
    for name, colour in names.items():
        tokens.setdefault(colour.lower(), name)
    lines = [f"  {dumps(colour)}: {dumps(name)}," for colour, name in tokens.items()]
    return "\n".join([HEAD, "export const PALETTE: Record<string, string> = {", *lines, "};", ""])


def order(drawn: tuple[str, ...]) -> str:
    """The games with a page in their order, for a front page that waits for the server."""
    names = sorted(drawn, key=lambda name: manifest_of(name).order)
    return f"{HEAD}\nexport const OWN_GAMES: readonly string[] = {dumps(names)};\n"


def files() -> dict[Path, str]:
    """Every file with what it has to hold."""
    drawn = tuple(name for name in dogfight.names() if manifest_of(name).has_page)
    tables = {GAMES / game / "board.ts": table(game) for game in drawn}
    return {
        FOLDER / "types.ts": api(),
        FOLDER / "bots.ts": bots(),
        FOLDER / "palette.ts": colours(),
        GAMES / "order.ts": order(drawn),
    } | tables


def main() -> None:
    for path, words in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(words)


if __name__ == "__main__":
    main()
