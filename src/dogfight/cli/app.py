"""The `dogfight` command. Data goes to stdout, messages to stderr.

Exit status: 0 all is well, 1 what was checked is not in order, 2 the call cannot be carried out.
"""

from __future__ import annotations

from typing import Annotated

import typer

import dogfight
from dogfight.cli import (
    arena,
    bench,
    data,
    doctor,
    engine,
    exploit,
    games,
    lab,
    lessons,
    pack,
    play,
    print_kit,
    puzzles,
    records,
    review,
    rules,
    sandbox,
    serve,
    sim,
    solve,
)
from dogfight.cli.adding import add
from dogfight.cli.console import explained, with_plugins
from dogfight.cli.typer_groups import Command, CommandGroup, new_group
from dogfight.core.registry import manifest_of

app = typer.Typer(cls=CommandGroup, no_args_is_help=True)
data_app = new_group("The games' data files: check or export them.")
lab_app = new_group("For designers: is it fair, and what does a change do?")
pack_app = new_group("Packs: sets of data files to share, checked, made or shown.")
lessons_app = new_group("The lessons: list them, or check them by the rules.")
puzzles_app = new_group("Puzzles: make them, or list those of a game.")
app.add_typer(data_app, name="data")
app.add_typer(lab_app, name="lab")
app.add_typer(lessons_app, name="lessons")
app.add_typer(pack_app, name="pack")
app.add_typer(puzzles_app, name="puzzles")


@app.callback()
def command(
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=doctor.show_version,
            is_eager=True,
            help="Print the version and exit.",
        ),
    ] = False,
) -> None:
    """Tabletop air combat: play, simulate, check."""


add(app, games.games, games.options, play.play, sim.sim, arena.arena, engine.engine)
add(
    app,
    records.verify,
    records.replay,
    review.review,
    rules.rules,
    rules.examples,
    doctor.doctor,
    bench.bench,
)
add(app, serve.serve, serve.backup, serve.restore, serve.audit, serve.migrate)
add(app, exploit.exploit, solve.solve)
add(app, lessons.lesson)
add(app, puzzles.puzzle, plugins=False)
add(app, sandbox.sandbox)
app.command("print", cls=Command)(explained(with_plugins(print_kit.print_kit)))
add(app, serve.join, plugins=False)
add(data_app, data.check, data.export)
add(pack_app, pack.check, pack.make, pack.show)
add(lessons_app, lessons.show, lessons.check)
add(puzzles_app, puzzles.make, puzzles.show)
add(lab_app, lab.balance, lab.compare, lab.sweep)


for name in dogfight.names():
    if (commands := manifest_of(name).load("commands")) is not None:
        app.add_typer(commands, name=name)


def main() -> None:
    app(prog_name="dogfight")


if __name__ == "__main__":
    main()
