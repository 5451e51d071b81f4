"""A real `dogfight serve` process, and how to find a browser for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)
"""The browser without its windows, if there is one, needs little more than half as much of a
core.
"""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--renderer-process-time_limit_s=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UNSEEN = [*FLAGS, "--force-gpu-mem-available-mb=0"]
"""Without memory for pixels pages are laid out and painted, but not rastered: no test looks at a
picture.
"""
SETTINGS = """
bot_delay = [0.0, 0.0]
bot_clock_share = [0.0, 0.0]
hint_bot = "search:sims=64"
hints_per_minute = 1000.0
analysis_seconds = 8.0
commands_per_second = 1000.0
commands_burst = 1000
talk_burst = 1000
frames_per_second = 10000.0
frames_burst = 10000
connects_per_minute = 100000.0
guests_per_minute = 100000.0
phrases_per_minute = 100000.0
requests_per_second = 10000.0
open_tables = 1000
uploads_per_minute = 10000.0
away_seconds = 0.5
job_seconds = 60.0
"""
Open = Callable[..., Page]
"""Opens a page for one more person: path, width, height, colour scheme, whether by touch."""


class House:
    """One `dogfight serve` process that can be stopped and started again with the same games."""

    def __init__(self, folder: Path, *more: str) -> None:
        """`more` are further words of the command."""
        self.folder = folder
        self._more = more
        self.url = ""
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        (folder / "settings.toml").write_text(SETTINGS)

    def start(self) -> None:
        command = [
            str(Path(sys.executable).with_name("dogfight")),
            "serve",
            "--no-browser",
            "--port",
            str(self._port),
        ]
        command += [
            "--data-dir",
            str(self.folder / "data"),
            "--config",
            str(self.folder / "settings.toml"),
        ]
        command += self._more
        with (self.folder / "server.log").open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = line[line.index("http") :].strip().rstrip("/")
        self._port = int(self.url.rsplit(":", 1)[1])
        for _ in range(100):
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=1):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()
