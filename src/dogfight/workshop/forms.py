"""Forms for the data files of a game, made from the types that check them."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from dogfight.core.manifest import Manifest
from dogfight.core.registry import manifest_of
from dogfight.datafiles.files import built_in, built_in_names

FieldKind = Literal["table", "entries", "list", "row", "text", "number", "switch", "choice"]
_RULE = re.compile(r"\[([A-Z]{2,}-[0-9.]+)\]\s*")


class FormField(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One value of a data file: what it may be, and what it is for.

    A `table` has the keys of `fields`; `entries` have names of their own, each with an `item`; a
    `list` has items of one kind; a `row` has exactly `fields`, without keys.
    """

    kind: FieldKind
    key: str = ""
    title: str = ""
    help: str = ""
    rule: str = ""
    hint: str = ""
    """What the value stands for, such as `hex`: an editor may show it so."""
    required: bool = False
    default: Any = None
    choices: tuple[str, ...] = ()
    """The texts of a choice, or the only keys that entries may have."""
    minimum: int | None = None
    maximum: int | None = None
    fields: tuple[FormField, ...] = ()
    item: FormField | None = None


class DataForm(msgspec.Struct, frozen=True):
    """The form of one file, or of every file whose name has its pattern."""

    name: str
    title: str
    about: str
    field: FormField


class DataText(msgspec.Struct, frozen=True):
    """A data file as it lies in the package."""

    name: str
    text: str


class GameForms(msgspec.Struct, frozen=True):
    """All that is needed to edit the data of a game; without files it has no data to edit."""

    game: str
    title: str
    forms: tuple[DataForm, ...]
    files: tuple[DataText, ...]
    questions: tuple[str, ...]
    """What can be asked about the files while they are edited."""


def forms_of(game: str) -> GameForms:
    """The forms of a game, and its own files to begin with."""
    manifest = manifest_of(game)
    files = tuple(
        DataText(name, built_in(game).joinpath(name).read_text(encoding="utf-8"))
        for name in built_in_names(game)
    )
    forms = tuple(form(name, shape) for name, shape in data_files(manifest).items())
    return GameForms(game, manifest.title, forms, files, tuple(manifest.data_questions))


def data_files(manifest: Manifest) -> dict[str, Any]:
    """The type of each data file by its name or pattern."""
    return dict(manifest.load("data_files") or {})


def form(name: str, shape: Any) -> DataForm:
    """The form of a file of a type."""
    field = _field(shape, "")
    title = title_of(name.removesuffix(".toml").removesuffix("_*"))
    return DataForm(name, title, field.help, field)


def title_of(key: str) -> str:
    """A key as the heading of a field."""
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _field(shape: Any, key: str, help_text: str = "", **more: Any) -> FormField:
    """The field of a type; `more` says whether it is required and what it is otherwise."""
    if get_origin(shape) is Annotated:
        inner, *metas = get_args(shape)
        return _bounded(_field(inner, key, help_text, **more), metas)
    if get_origin(shape) in (Union, types.UnionType):
        held = [part for part in get_args(shape) if part is not type(None)]
        return _field(held[0], key, help_text, **more)
    described = {**_described(help_text), **more}
    match _kind(shape):
        case "table":
            described = {**_described(_doc(shape)), **{k: v for k, v in described.items() if v}}
            return FormField(
                kind="table", key=key, title=title_of(key), fields=_fields_of(shape), **described
            )
        case "entries":
            keys, held = get_args(shape)
            return FormField(
                kind="entries",
                key=key,
                title=title_of(key),
                choices=get_args(keys) if get_origin(keys) is Literal else (),
                item=_field(held, ""),
                **described,
            )
        case "list":
            return FormField(
                kind="list",
                key=key,
                title=title_of(key),
                item=_field(get_args(shape)[0], ""),
                **described,
            )
        case "row":
            return FormField(
                kind="row",
                key=key,
                title=title_of(key),
                fields=tuple(_field(part, "") for part in get_args(shape)),
                **described,
            )
        case "choice":
            return FormField(
                kind="choice", key=key, title=title_of(key), choices=get_args(shape), **described
            )
        case kind:
            return FormField(kind=kind, key=key, title=title_of(key), **described)


def _kind(shape: Any) -> FieldKind:
    origin = get_origin(shape) or shape
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        return "table"
    if origin is tuple and get_args(shape)[-1:] != (Ellipsis,):
        return "row"
    kinds: dict[Any, FieldKind] = {
        dict: "entries",
        list: "list",
        tuple: "list",
        Literal: "choice",
        bool: "switch",
        int: "number",
    }
    return kinds.get(origin, "text")


def _bounded(field: FormField, metas: list[msgspec.Meta]) -> FormField:
    for meta in metas:
        extra = meta.extra or {}
        field = msgspec.structs.replace(
            field,
            minimum=meta.ge if isinstance(meta.ge, int) else field.minimum,
            maximum=meta.le if isinstance(meta.le, int) else field.maximum,
            help=field.help or meta.description or "",
            rule=field.rule or extra.get("rule", ""),
            hint=field.hint or extra.get("hint", ""),
        )
    return field


def _fields_of(shape: type[msgspec.Struct]) -> tuple[FormField, ...]:
    hints = get_type_hints(shape, include_extras=True)
    helps = _attribute_docs(shape)
    return tuple(
        _field(
            hints[field.name],
            field.encode_name,
            helps.get(field.name, ""),
            required=field.required,
            default=_default(field),
        )
        for field in msgspec.structs.fields(shape)
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default


def _described(text: str) -> dict[str, str]:
    """The rule that a docstring cites first, and the text without citations."""
    cited = _RULE.search(text)
    return {
        "help": " ".join(_RULE.sub("", text).replace("`", "").split()),
        "rule": cited[1] if cited else "",
    }


def _doc(shape: type) -> str:
    """The docstring of a struct; msgspec gives those without one a line of its own."""
    text = vars(shape).get("__doc__") or ""
    return "" if text.startswith(f"{shape.__name__}(") else text


def _attribute_docs(shape: type) -> dict[str, str]:
    """The strings that stand below the fields of a class."""
    try:
        source = textwrap.dedent(inspect.getsource(shape))
    except (OSError, TypeError):
        return {}
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: below.value.value
        for field, below in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
