"""Settings: every one has a type and a range, and what does not fit is refused by name wherever
it comes from.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import refused, toml_value
from msgspec import inspect
from msgspec.structs import fields

from dogfight.core.errors import BadOption
from dogfight.server.settings import Settings, checked_settings, read_settings

KINDS: dict[str, inspect.Type] = {
    field.name: inspect.type_info(field.type) for field in fields(Settings)
}
SECRET = ("database", "bus", "smtp", "turn_secret", "turn_password")
NAN = float("nan")


def bad_values(kind: inspect.Type) -> Iterator[Any]:
    """Values that a type must refuse; an error for a type without a range."""
    match kind:
        case inspect.IntType(ge=least, le=most):
            assert least is not None and most is not None, (
                "a number needs a least and a greatest value"
            )
            yield from (least - 1, most + 1, -(10**30), 10**30, True, 0.5, NAN, "1", [], None, {})
        case inspect.FloatType(ge=least, le=most):
            assert least is not None and most is not None, (
                "a number needs a least and a greatest value"
            )
            yield from (
                least - 1,
                most * 2 + 1,
                NAN,
                float("inf"),
                -float("inf"),
                10**400,
                True,
                "1",
                [],
                None,
                {},
            )
        case inspect.StrType(min_length=least, max_length=most):
            assert most is not None, "a text needs a greatest length"
            yield from ("x" * (most + 1), 1, True, [], None, {}, *([""] if least else []))
        case inspect.BoolType():
            yield from (1, 0, "true", None, [], 1.0)
        case inspect.TupleType(item_types=items):
            yield from (
                [],
                "x",
                1,
                None,
                {},
                *([value] * len(items) for value in bad_values(items[0])),
            )
        case inspect.VarTupleType(item_type=item):
            yield from ("x", 1, None, {}, *([value] for value in bad_values(item)))
        case inspect.DictType(value_type=item):
            yield from ("x", 1, None, [1], *({"x": value} for value in bad_values(item)))
        case _:
            pytest.fail(f"a setting of a kind that nobody checks: {kind}")


@pytest.mark.parametrize("name", KINDS)
def test_every_setting_has_a_range_and_refuses_the_rest(name: str) -> None:
    for value in bad_values(KINDS[name]):
        with pytest.raises(BadOption) as error:
            checked_settings({name: value})
        words = error.value.message
        assert words.startswith(f"settings: {name}: expected ") and ", got " in words, (
            value,
            words,
        )
        assert len(words) < 300
        if name not in SECRET:
            assert repr(value)[:40] in words, "it says what came"


def test_defaults_are_within_their_ranges() -> None:
    assert checked_settings(msgspec.structs.asdict(Settings())) == Settings()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"bot_workers": -1}, "bot_workers: expected a whole number from 1 to 256, got -1"),
        (
            {"frame_bytes": -5},
            "frame_bytes: expected a whole number from 256 to 1073741824, got -5",
        ),
        (
            {"proxies": ["not an ip"]},
            "proxies: expected an address like 10.0.0.1, .* got 'not an ip'",
        ),
        ({"proxies": ["10.0.0.0/33"]}, "proxies: expected"),
        ({"origins": ["table.example"]}, "origins: expected an address like https://table.example"),
        ({"origins": ["https://table.example/"]}, "origins: expected .* nothing after the name"),
        ({"origins": ["https://Table.example"]}, "origins: expected .* in small letters"),
        ({"bot_delay": [2.0, 1.0]}, "bot_delay: expected the lower number first, got 2 and 1"),
        ({"bytes_burst": 1000}, "bytes_burst: expected at least 1310720, which is record_bytes"),
        ({"smtp": "mail.example"}, "smtp: expected smtps://NAME:PASSWORD@HOST or smtp://"),
        ({"smtp": "smtp://mail.example"}, "mail_from: expected an address .* beside smtp, got ''"),
        (
            {"smtp": "smtp://mail.example", "mail_from": "a@b.example\nBcc: x@y.example"},
            "mail_from: expected an address",
        ),
        (
            {"smtp": "smtp://mail.example", "mail_from": "a@b.example"},
            "origins: expected the public address beside smtp",
        ),
        ({"stun_servers": ["stun.example"]}, "stun_servers: expected an address like stun:stun"),
        ({"turn_servers": ["stun:a:1"]}, "turn_servers: expected an address like turn:turn.ex"),
        ({"turn_servers": ["turn:a:1"]}, "turn_servers: expected turn_secret, or turn_user and"),
        ({"voice_relay_only": True}, "voice_relay_only: expected turn_servers beside it, got none"),
        ({"turn_seconds": 1}, "turn_seconds: expected a number from 60 to 604800, got 1"),
        ({"bot_worker": 1}, "bot_worker: there is no such setting; did you mean bot_workers?"),
        ({"zzz": 1}, "zzz: there is no such setting$"),
    ],
)
def test_wrong_setting_is_named(values: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        checked_settings(values)


def test_good_lists_are_taken() -> None:
    proxies = ["10.0.0.1", "10.0.0.0/8", "::1", "*"]
    origins = ["https://table.example", "http://localhost:8000", "http://[::1]:8000"]
    assert checked_settings({"proxies": proxies, "origins": origins}).proxies == tuple(proxies)
    relays = ["turn:turn.example:3478?transport=udp", "turns:[2001:db8::1]:5349"]
    settings = checked_settings({"turn_servers": relays, "turn_secret": "north"})
    assert settings.turn_servers == tuple(relays)


def test_passwords_are_not_repeated() -> None:
    for name in SECRET:
        for value in ("postgresql://me:PASSWORD@x/" + "y" * 5000, ["PASSWORD"]):
            with pytest.raises(BadOption) as error:
                checked_settings({name: value})
            assert "PASSWORD" not in error.value.message


def test_file_command_line_and_environment_are_held_to_ranges(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    for name, value in (
        ("bot_workers", -1),
        ("frame_bytes", -5),
        ("proxies", ["not an ip"]),
        ("port", 70000),
    ):
        file.write_text(f"{name} = {toml_value(value)}\n")
        with pytest.raises(BadOption, match=name):
            read_settings(file)
        assert name in refused("serve", "--no-browser", "--config", str(file), cwd=tmp_path)
    file.write_text("bot_seconds = nan\nport = 0\n")
    assert "bot_seconds: expected a number from" in refused(
        "serve", "--config", str(file), cwd=tmp_path
    )
    file.write_text("port = 0\n")
    assert "--port" in refused("serve", "--config", str(file), "--port", "70000", cwd=tmp_path)
    assert "host" in refused("serve", "--config", str(file), "--host", "x" * 5000, cwd=tmp_path)
    assert "database" in refused(
        "serve", "--config", str(file), cwd=tmp_path, DOGFIGHT_DATABASE="x" * 5000
    )
    assert "bus" in refused("serve", "--config", str(file), cwd=tmp_path, DOGFIGHT_BUS="x" * 5000)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"], "nothing was begun"
