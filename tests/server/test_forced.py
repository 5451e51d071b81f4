"""Moves that everybody can see to be the only ones play themselves at a table; the log says so,
and keeps them.
"""

from pathlib import Path
from typing import Any

import pytest
from harness import Server, listen_until, serving

from dogfight.client import Client, RemoteTable
from dogfight.client.client import Refusal


def fly_ahead(table: RemoteTable, planes: int) -> int:
    """Let whoever begins name so many planes and fly them ahead; gives the seat."""
    listen_until(lambda: table.turn() is not None, table)
    view = table.turn()
    assert view is not None
    for _ in range(planes):
        table.play(view.seat, table.views[view.seat].legal[0].action)
        table.play(view.seat, "A")
    return view.seat


def log_of(client: Client, code: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = client.http.get(f"/api/tables/{code}/view").json()["log"][
        "events"
    ]
    return events


def test_forced_last_plane_is_named_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            code = ana.create("squadrons", {}, ["me", "me"]).table.code
            with ana.join(code) as table:
                seat = fly_ahead(table, 5)
                assert {entry.kind for entry in table.views[seat].legal} == {"fly"}
            reported = log_of(ana, code)
            assert [item["text"] for item in reported][-1] == "The only move."
            server.kill()
            server.start()
            assert log_of(ana, code) == reported
            with ana.join(code) as table:
                listen_until(lambda: table.turn() is not None, table)
                table.take_back(seat)
                assert "The only move." not in [item["text"] for item in log_of(ana, code)]
                table.play(seat, "A")
            assert log_of(ana, code) == reported
    finally:
        server.stop()


def test_server_setting_leaves_forced_moves_to_people(tmp_path: Path) -> None:
    with serving(tmp_path, forced_moves=False) as server, Client(server.url, "Ana") as ana:
        code = ana.create("squadrons", {}, ["me", "me"]).table.code
        with ana.join(code) as table:
            seat = fly_ahead(table, 5)
            assert [entry.kind for entry in table.views[seat].legal] == ["name"]
        assert "The only move." not in [item["text"] for item in log_of(ana, code)]


def test_forced_setting_per_table_is_kept_by_rematch(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Client(server.url, "Ana") as ana:
            usual = ana.create("squadrons", {}, ["me", "me"]).table
            asked = ana.create("squadrons", {}, ["me", "me"], forced_moves=False).table
            assert usual.forced_moves and not asked.forced_moves
            server.kill()
            server.start()
            with ana.join(asked.code) as table:
                seat = fly_ahead(table, 5)
                assert [entry.kind for entry in table.views[seat].legal] == ["name"]
            assert "The only move." not in [item["text"] for item in log_of(ana, asked.code)]
            ana.resign(asked.code, 0)
            assert not ana.rematch(asked.code).table.forced_moves
            with pytest.raises(Refusal, match="forced_moves"):
                ana.create("squadrons", {}, ["me", "me"], forced_moves="sometimes")
    finally:
        server.stop()


def test_table_setting_overrides_forced_moves_of_server(tmp_path: Path) -> None:
    with serving(tmp_path, forced_moves=False) as server, Client(server.url, "Ana") as ana:
        assert not ana.create("squadrons", {}, ["me", "me"]).table.forced_moves
        made = ana.create("squadrons", {}, ["me", "me"], forced_moves=True).table
        assert made.forced_moves
        with ana.join(made.code) as table:
            seat = fly_ahead(table, 5)
            assert {entry.kind for entry in table.views[seat].legal} == {"fly"}
