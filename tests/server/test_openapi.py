"""The OpenAPI document says what the server checks: schemathesis makes requests of it, with all
its checks.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from harness import Server, play_first, serving

from dogfight.client import Client

EXAMPLES = 100 if os.environ.get("DOGFIGHT_SOAK") else 4
PLENTY = {
    **{f"{what}_per_second": 10_000.0 for what in ("requests", "commands")},
    **{f"{what}_per_minute": 10_000.0 for what in ("guests", "hints", "uploads", "phrases")},
    "uploads_per_person": 10**6,
    "open_tables": 10**6,
    "poll_seconds": 0.1,
}
CONFIG = """
[headers]
Origin = "{url}"
[auth.openapi.session]
api_key = "{key}"
[parameters]
"path.code" = "{code}"
"path.table" = "{code}"
"path.game" = "squadrons"
"""
RUN = """
import sys
import schemathesis
from schemathesis.cli import schemathesis as main

@schemathesis.serializer("application/zip")
def archive(context, value):
    return value if isinstance(value, bytes) else str(value).encode()

sys.exit(main())
"""
END_SESSIONS = ("forget_me", "delete_me", "end_device")


def table_at(ana: Client, rounds: int) -> str:
    """The code of a table of the toy game: one that has just begun, or one that has ended after
    a single round.
    """
    code = ana.create("toy", {"rounds": rounds}, ["me", "me"]).table.code
    if rounds == 1:
        with ana.join(code) as table:
            play_first(table)
    return code


def questioned(server: Server, config: Path) -> subprocess.CompletedProcess[str]:
    """All requests but those that end the session that everything is asked with."""
    command = [
        *(
            "--config-file",
            str(config),
            "run",
            f"{server.url}/api/openapi.json",
        ),
        *(word for name in END_SESSIONS for word in ("--exclude-operation-id", name)),
        *("--checks", "all", "--max-examples", str(EXAMPLES), "--seed", "1", "--no-color"),
    ]
    return subprocess.run(
        [sys.executable, "-P", "-c", RUN, *command],
        cwd=config.parent,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )


@pytest.mark.parametrize("rounds", [1, 400], ids=["finished", "live"])
def test_schemathesis_finds_nothing(tmp_path: Path, rounds: int) -> None:
    with serving(tmp_path, **PLENTY) as server, Client(server.url, "Ana") as ana:
        config = tmp_path / "schemathesis.toml"
        key, code = ana.http.cookies["dogfight"], table_at(ana, rounds)
        config.write_text(CONFIG.format(url=server.url.rstrip("/"), key=key, code=code))
        result = questioned(server, config)
        assert result.returncode == 0, result.stdout[-20_000:] + result.stderr[-2_000:]
