"""Whole games over the wire: real process, real database, real sockets."""

from harness import Server, play_first

from dogfight.client import Client


def test_a_whole_game_against_a_bot(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        made = ana.create("toy", {"rounds": 4}, ["me", "bot:random"])
        assert made.table.status == "live" and len(made.table.fair.commit) == 64 and made.table.fair.seed == ""
        with ana.join(made.table.code) as table:
            assert play_first(table) == 4 * 3
            assert table.over and table.info is not None and table.info.result is not None
            assert len(table.info.fair.seed) == 64
