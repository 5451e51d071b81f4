"""What hatchling does beyond packing files: the page is built, and the rules are compiled where
that can be done.

DOGFIGHT_INTERPRETED=1 leaves the rules as they are; HATCH_BUILD_NO_HOOKS=true leaves out all of
this. A failure to compile is told in one line and leaves a package that runs interpreted.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SLOWER = "the rules will run interpreted, many times slower"


class Build(BuildHookInterface):  # type: ignore[type-arg]
    """Page and rules for a wheel, the page alone for a source archive, nothing for an editable
    install.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._page()
        if self.target_name == "wheel" and (folder := self._compiled()):
            for file in folder.rglob("*"):
                if file.is_file():
                    build_data["force_include"][str(file)] = file.relative_to(folder).as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def _page(self) -> None:
        page = _module(Path(self.root) / "builder" / "page.py")
        if page.is_fresh():
            return
        if not (problem := page.build()):
            _tell("built the browser table")
        elif page.is_there():
            _tell(f"the browser table is packed as it was built before: {problem}")
        else:
            _tell(f"the package will be without the browser table: {problem}")

    def _compiled(self) -> Path | None:
        """The folder of compiled modules, or nothing and a word why."""
        if os.environ.get("DOGFIGHT_INTERPRETED", "") not in ("", "0"):
            _tell(f"DOGFIGHT_INTERPRETED is set; {SLOWER}")
        elif not _has_c_compiler():
            _tell(f"no C compiler was found; {SLOWER}")
        else:
            script = Path(self.root) / "builder" / "compile_rules.py"
            done = subprocess.run(
                [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, check=False
            )
            if done.returncode == 0:
                return Path(done.stdout.strip())
            _tell(f"compiling failed, as told above; {SLOWER}")
        return None


def _tell(words: str) -> None:
    print(f"dogfight: {words}", file=sys.stderr, flush=True)


def _module(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _has_c_compiler() -> bool:
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return os.name == "nt" or shutil.which(command.split()[0]) is not None
