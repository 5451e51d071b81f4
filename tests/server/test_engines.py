"""Engines at the online table: only those the settings name, and none can hold a table up."""

import sys
from pathlib import Path

import pytest
from harness import HERE, command, play_first, serving, wait_until

from dogfight.client import Client, Refusal

sys.path.insert(0, str(HERE.parent / "bots"))

from engines import BAD, EXAMPLE, answering


def test_engine_of_settings_plays_and_clients_add_none(tmp_path: Path) -> None:
    lazy = answering(tmp_path, BAD["hung"], "lazy")
    named = {"sparrow": f"path={EXAMPLE},time=1s", "lazy": f"path={lazy},time=0.2s"}
    with (
        serving(tmp_path, engines=named, bot_seconds=20.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        assert {"sparrow", "lazy"} <= set(ana.games().bots)
        table = ana.create("toy", {"rounds": 2}, ["me", "bot:sparrow"]).table
        with ana.join(table.code) as seat:
            play_first(seat)
            assert seat.over
        assert '"how":' not in server.log()
        code = ana.create("toy", {"rounds": 1}, ["me", "bot:lazy"]).table.code
        with ana.join(code) as seat:
            play_first(seat)
            assert seat.over
            rolled = next(event for event in seat.views[0].log if event.kind == "rolled")
            assert rolled.text.startswith("Bids [0, 5]"), "the default is the last legal action"
        wait_until(lambda: '"how":"hung"' in server.log())
        for name in (f"engine:path={EXAMPLE}", "engine:path=/bin/sh", "search:sims=1000000"):
            with pytest.raises(Refusal, match="expected"):
                ana.create("toy", {}, ["me", f"bot:{name}"])
            open_table = ana.create("toy", {}, ["me", "open"]).table.code
            with pytest.raises(Refusal, match="expected a bot"):
                ana.bot(open_table, 1, name)


@pytest.mark.parametrize(
    "engines", [{"random": f"path={EXAMPLE}"}, {"Big Name": f"path={EXAMPLE}"}, {"x": "path=/no"}]
)
def test_engines_that_cannot_be_are_refused_at_the_start(
    tmp_path: Path, engines: dict[str, str]
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text(
        "port = 0\n[engines]\n"
        + "".join(f'"{name}" = "{words}"\n' for name, words in engines.items())
    )
    done = command(
        "serve", "--no-browser", "--data-dir", str(tmp_path / "data"), "--config", str(config)
    )
    assert done.returncode == 2 and "expected" in done.stderr
