"""Forms are made from the types that check the data, for our games and for one from outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta

import dogfight
from dogfight.core import registry
from dogfight.core.registry import manifest_of
from dogfight.datafiles.files import StrictStruct, built_in, built_in_names
from dogfight.datafiles.shape import fault_in
from dogfight.workshop.checking import check
from dogfight.workshop.forms import FormField, data_files, form, forms_of
from dogfight.workshop.toml_text import read

FLAK_ALLEY = Path(__file__).parents[2] / "examples" / "flak_alley" / "flak_alley.py"
WITH_DATA = tuple(name for name in dogfight.names() if built_in_names(name))


class Gun(StrictStruct, frozen=True):
    """[AB-1.2] A gun of the test."""

    calibre: Annotated[int, Meta(ge=20, le=88, extra={"rule": "AB-1.3"})]
    """[AB-1.3] In `mm`."""
    kind: Literal["field", "flak"] = "field"
    crew: tuple[str, ...] = ()
    at: tuple[int, int] | None = None


class Park(StrictStruct, frozen=True):
    guns: dict[str, Gun]


def named(fields: tuple[FormField, ...]) -> dict[str, FormField]:
    return {field.key: field for field in fields}


def test_a_type_becomes_a_form() -> None:
    park = form("park_*.toml", Park)
    assert (park.title, park.field.kind) == ("Park", "table")
    guns = park.field.fields[0]
    assert (guns.kind, guns.required) == ("entries", True) and guns.item is not None
    assert (guns.item.help, guns.item.rule) == ("A gun of the test.", "AB-1.2")
    gun = named(guns.item.fields)
    calibre = gun["calibre"]
    assert (calibre.minimum, calibre.maximum, calibre.help) == (20, 88, "In mm.")
    assert calibre.rule == "AB-1.3" and calibre.required
    assert (gun["kind"].choices, gun["kind"].default) == (("field", "flak"), "field")
    assert gun["crew"].kind == "list" and gun["crew"].item == FormField(kind="text")
    assert [field.kind for field in gun["at"].fields] == ["number", "number"]
    assert not gun["at"].required


def test_bounds_are_checked_and_cite_their_rule() -> None:
    fault = fault_in({"guns": {"a": {"calibre": 90}}}, Park)
    assert fault is not None
    assert (fault.place, fault.expected, fault.rule) == (
        ("guns", "a", "calibre"),
        "a whole number from 20 to 88",
        "AB-1.3",
    )
    assert fault_in({"guns": {"a": {"calibre": 88}}}, Park) is None


@pytest.mark.parametrize("game", WITH_DATA)
def test_every_data_file_has_a_form_that_fits(game: str) -> None:
    shapes = data_files(manifest_of(game))
    for name in built_in_names(game):
        (pattern,) = (key for key in shapes if _fits(name, key))
        contents = read(built_in(game).joinpath(name).read_text(encoding="utf-8"))
        assert fault_in(contents, shapes[pattern]) is None
        assert list(_unknown(contents, form(pattern, shapes[pattern]).field)) == []
    assert {file.name for file in forms_of(game).files} == set(built_in_names(game))


def _fits(name: str, pattern: str) -> bool:
    head, star, tail = pattern.partition("*")
    return name == pattern or bool(star and name.startswith(head) and name.endswith(tail))


def _unknown(value: object, field: FormField) -> Iterator[str]:
    """Keys of a file that its form has no field for."""
    fields = named(field.fields)
    if field.kind == "table" and isinstance(value, dict):
        for key, item in value.items():
            yield from _unknown(item, fields[key]) if key in fields else [key]
    elif field.item is not None and isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _unknown(item, field.item)


def test_a_game_from_outside_gets_a_form_and_a_check(own_registry: None) -> None:
    registry.load_plugin(str(FLAK_ALLEY))
    forms = forms_of("flak_alley")
    (sky,) = forms.forms
    assert [(field.key, field.maximum) for field in sky.field.fields] == [
        ("hull", 3),
        ("shells", 5),
    ]
    assert sky.field.fields[0].help == "Hits that bring the raider down."
    assert check("flak_alley", {"sky.toml": forms.files[0].text}) == []
    (finding,) = check("flak_alley", {"sky.toml": "hull = 9\nshells = 4\n"})
    assert (finding.file, finding.line, finding.place) == ("sky.toml", 1, ("hull",))
    assert (finding.expected, finding.rule) == ("a whole number from 1 to 3", "FA-1.2")


def test_a_game_without_data_has_an_empty_form() -> None:
    forms = forms_of("goofspiel")
    assert (forms.forms, forms.files) == ((), ())
