"""A game from a file on a whole server: its bots, which think in processes of their own, know it
too.
"""

from pathlib import Path

from harness import command, serving

from dogfight.client import Client
from dogfight.core import registry

SOURCE = Path(registry.__file__ or "").parents[1] / "games" / "goofspiel.py"


def test_a_plug_in_is_played_against_a_bot_and_audited(tmp_path: Path) -> None:
    file = tmp_path / "auction.py"
    file.write_text(
        SOURCE.read_text()
        .replace('"goofspiel"', '"auction"')
        .replace('title="Goofspiel"', 'title="Auction"')
    )
    with (
        serving(tmp_path, plugins=["toy", str(file)], bot_seconds=20.0) as server,
        Client(server.url, "Ana") as ana,
    ):
        code = ana.create("auction", {"cards": 3}, ["me", "bot:medium"]).table.code
        with ana.join(code) as table:
            while (view := table.wait_for_turn()) is not None:
                table.play(view.seat, view.legal[0].action)
            assert table.over and [event.kind for event in table.views[0].log].count("bids") == 3
        assert ana.http.get("/api/games/auction/rules").json() == {}
        reported = server.log()
    assert "bot_failed" not in reported, reported
    audited = command(
        "audit", "--data-dir", str(server.data), "--plugin", "toy", "--plugin", str(file)
    )
    assert audited.returncode == 0, audited.stderr
