"""Compiles the rules with mypyc, in several C units at once, and prints the folder with the
compiled modules.

    python builder/compile_rules.py

mypyc writes C for every module. The modules of one game are compiled as one unit, so that the C
compiler can inline between them, and everything else is one more; the units are compiled side by
side and linked into one library, which is optimised as a whole where the compiler can do that. What
was compiled stays in build/ until something that the compiler reads is changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import Distribution, Extension
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
KEPT = ROOT / "build"
READ_BY_THE_COMPILER = (
    "__init__.py",
    "core/*.py",
    "encoding/*.py",
    "datafiles/*.py",
    "match/*.py",
    "planning/*.py",
    "plain/*.py",
    "games/*.py",
    "games/*/*.py",
    "games/*/rules/*.py",
    "bots/**/*.py",
)
# Not the boards, trained bots and pages of a game: no compiled module imports them.
MYPY_ARGS = ["--strict", "--no-warn-unused-ignores"]
# What compiled modules know of need not be installed where they are compiled, unless they use it
# themselves.
UNREAD = ("numpy",)
GAME = re.compile(r"__native_dogfight___games___([a-z0-9]+)")
# Generated C is not ours to mend: no warnings. Looking for misleading indentation alone would
# double the time.
QUIET = ["-w", "-Wno-misleading-indentation"]
# Calls between our own functions stay inside the library, and can be inlined within a unit.
INLINED = ["-fno-semantic-interposition", "-fvisibility=hidden"]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def say(words: str) -> None:
    print(f"dogfight: {words}", file=sys.stderr, flush=True)


def unit_of(source: str) -> str:
    """The unit a generated file belongs to: its game, or the core."""
    result = GAME.search(Path(source).name)
    return result[1] if result else "core"


def in_units(sources: list[str], folder: Path) -> list[str]:
    """One C file for each unit that takes in all files of that unit, the longest first."""
    units: dict[str, list[Path]] = defaultdict(list)
    for source in sources:
        units[unit_of(source)].append(Path(source).resolve())
    files = []
    for name, parts in units.items():
        file = folder / f"unit_{name}.c"
        file.write_text("".join(f'#include "{part.as_posix()}"\n' for part in parts))
        files.append((sum(part.stat().st_size for part in parts), str(file)))
    return [file for _, file in sorted(files, reverse=True)]


def optimised_as_a_whole(compiler: Any, folder: Path) -> list[str]:
    """The flag that lets the linker inline between units, several at once, if this compiler can
    do so.
    """
    flags = [f"-flto={cores()}"]
    try:
        compile_a_little(compiler, folder, flags)
    except (CompileError, LinkError):
        return []
    return flags


def compile_a_little(compiler: Any, folder: Path, flags: list[str]) -> None:
    """Compile and link one function with these flags."""
    probe = folder / "probe.c"
    probe.write_text("int probe(void) { return 0; }\n")
    parts = compiler.compile([str(probe)], output_dir=str(folder), extra_postargs=flags)
    compiler.link_shared_object(parts, str(folder / "probe.so"), extra_postargs=flags)


def check_compiler(folder: Path) -> None:
    """Find out that a compiler does not work before a minute is spent on translating for it."""
    compiler = new_compiler()
    customize_compiler(compiler)
    compile_a_little(compiler, folder, [])


def taken_in(module: Extension) -> str:
    """The file of a module as a part of another; its second name, which is the same in all, is
    made its own.
    """
    path, own = (
        Path(module.sources[0]).resolve().as_posix(),
        f"PyInit_{module.name.replace('.', '_')}___init__",
    )
    return f'#define PyInit___init__ {own}\n#include "{path}"\n#undef PyInit___init__\n'


def in_crowds(modules: list[Extension], folder: Path) -> list[list[Extension]]:
    """The modules of a package that do no more than lead to the library, in few crowds with one C
    file each.

    A module is begun by a function that has its last name. So a file may begin several modules of
    different last names, and what is compiled of it serves under the name of each.
    """
    crowds: list[list[Extension]] = []
    for module in modules:
        last = module.name.rpartition(".")[2]
        if not (
            free := [
                crowd
                for crowd in crowds
                if all(item.name.rpartition(".")[2] != last for item in crowd)
            ]
        ):
            free = [[]]
            crowds.extend(free)
        free[0].append(module)
    for number, crowd in enumerate(crowds):
        file = folder / f"crowd_{number}.c"
        file.write_text("".join(map(taken_in, crowd)))
        crowd[0].sources = [str(file)]
    return crowds


class SideBySide(build_ext):
    """Compiles the units of the library, and the many small modules that lead to it, several at
    a time.
    """

    extensions: list[Extension]

    def build_extensions(self) -> None:
        library, *others = self.extensions
        crowds = in_crowds(others, Path(library.sources[0]).parent)
        self.extensions = [library, *(crowd[0] for crowd in crowds)]
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *QUIET, *INLINED]
            library.extra_compile_args += optimised_as_a_whole(
                self.compiler, Path(library.sources[0]).parent
            )
            library.extra_link_args = library.extra_compile_args
        compile_in_turn = self.compiler.compile

        def compile_at_once(sources: list[str], **how: Any) -> list[str]:
            with ThreadPoolExecutor(cores()) as pool:
                objects = pool.map(lambda source: compile_in_turn([source], **how), sources)
                return [extension for items in objects for extension in items]

        self.compiler.compile = compile_at_once
        super().build_extensions()
        for first, *more in crowds:
            for extension in more:
                file = Path(self.get_ext_fullpath(extension.name))
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.get_ext_fullpath(first.name), file)


def config(folder: Path) -> Path:
    """A file for mypy that leaves out packages whose types no compiled module depends on."""
    file = folder / "mypy.ini"
    unread = (
        "follow_imports = skip",
        "follow_imports_for_stubs = true",
        "ignore_missing_imports = true",
        "",
    )
    skipped = ["\n".join((f"[mypy-{name}.*]", *unread)) for name in UNREAD]
    file.write_text("[mypy]\n" + "".join(skipped))
    return file


def compile_files(files: list[str], out: Path) -> None:
    began = time.monotonic()
    os.chdir(SRC)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        check_compiler(folder)
        say(f"translating {len(files)} modules to C")
        arguments = [
            *MYPY_ARGS,
            f"--config-file={config(folder)}",
            f"--cache-dir={folder / 'mypy'}",
            *files,
        ]
        extensions = mypycify(arguments, multi_file=True, debug_level="0", target_dir=str(folder))
        library = extensions[0]
        library.sources = in_units(library.sources, folder)
        units = len(library.sources)
        say(f"compiling the C in {units} units, {min(units, cores())} at a time")
        command = SideBySide(Distribution({"name": "dogfight", "ext_modules": extensions}))
        command.build_lib = str(out)
        command.build_temp = str(folder / "objects")
        command.parallel = cores()
        command.ensure_finalized()
        command.run()
    say(f"compiled in {time.monotonic() - began:.0f} s")


def wanted() -> list[str]:
    """The modules that pyproject.toml names, as paths below src."""
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["hooks"]
    result = {file for pattern in hooks["custom"]["include"] for file in ROOT.glob(pattern)}
    return sorted(file.relative_to(SRC).as_posix() for file in result)


def digest(files: list[str]) -> str:
    """Everything that decides what the compiler makes, in a few letters."""
    tools = [f"{tool} {version(tool)}" for tool in ("mypy", "librt", "setuptools")]
    supplied = [os.environ.get(name) for name in ("CC", "CFLAGS", "LDFLAGS")]
    result = hashlib.sha256(
        repr([files, tools, supplied, sysconfig.get_platform(), sys.version]).encode()
    )
    read = {file for pattern in READ_BY_THE_COMPILER for file in (SRC / "dogfight").glob(pattern)}
    for file in [Path(__file__), *sorted(read)]:
        result.update(f"{file.name} {file.stat().st_size}\n".encode() + file.read_bytes())
    return result.hexdigest()[:16]


def compiled() -> Path:
    """The folder of compiled modules, made now or kept from an earlier build of the same
    sources.
    """
    files = wanted()
    tag = sys.implementation.cache_tag
    kept = KEPT / f"rules-{tag}-{digest(files)}"
    if not kept.is_dir():
        KEPT.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as new:
            compile_files(files, Path(new).resolve())
            for old in KEPT.glob(f"rules-{tag}-*"):
                shutil.rmtree(old, ignore_errors=True)
            with suppress(OSError):  # somebody else has compiled the same meanwhile
                Path(new).rename(kept)
    return kept


if __name__ == "__main__":
    answer = os.dup(1)
    os.dup2(2, 1)  # the compilers' own talk is not the answer
    folder = compiled()
    os.write(answer, f"{folder}\n".encode())
    os._exit(0)  # to take apart all that mypy has in memory would take seconds
