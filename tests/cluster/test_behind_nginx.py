"""Three nodes behind a real nginx, as hosting.md and `deploy/` have it: renewed one by one, then
killed one by one.

It runs with `DOGFIGHT_SOAK=1`.
"""

import os
from pathlib import Path

import pytest
from cluster_parts import Cluster, Redis, Turns, commands_kept
from databases import Postgres
from nginx import CAN_RUN, port_of, proxied, trusted_port

from dogfight.client import Client
from dogfight.server.settings import read_settings

SETTINGS = Path(__file__).parents[2] / "deploy" / "nodes.toml"
pytestmark = [
    pytest.mark.skipif("DOGFIGHT_SOAK" not in os.environ, reason="one of the long runs"),
    pytest.mark.skipif(not CAN_RUN, reason="needs nginx and openssl"),
]


def test_game_behind_nginx_survives_node_restarts_and_kills(
    tmp_path: Path, postgres: Postgres, redis: Redis, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings are those of `deploy/`, but for the name of the house and a shorter drain."""
    port = trusted_port(tmp_path / "proxy", monkeypatch)
    more = {
        "origins": [f"https://localhost:{port}"],
        "proxies": read_settings(SETTINGS).proxies,
        "drain_seconds": 3.0,
    }
    turns = Turns(4)
    with (
        Cluster(tmp_path, database, redis.address, **more) as three,
        proxied(tmp_path / "proxy", port, [port_of(item) for item in three.nodes]) as url,
        Client(url, "Ana") as ana,
    ):
        code = ana.create("toy", {"rounds": 500}, ["me", "me"]).table.code
        with ana.join(code) as table:
            for node in three.nodes:
                turns.take(table)
                three.renew(node, lambda: turns.take(table))
            for node in three.nodes:
                node.kill()
                turns.take(table)
                node.start()
                turns.take(table)
        assert (
            commands_kept(postgres, database, code) == (turns.played, turns.played)
            and turns.played > 40
        )
        three.audit()
    three.check_logs()
