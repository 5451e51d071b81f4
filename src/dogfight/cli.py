"""One command, `dogfight`, with verbs. Data goes to stdout, talk to stderr.

Exit status: 0 all is well, 1 what was checked is not in order, 2 the call cannot be carried out.
"""

from __future__ import annotations

from typing import Annotated

import typer

import dogfight
from dogfight.core.registry import manifest_of
from dogfight.verbs import (
    arena,
    bench,
    data,
    doctor,
    engine,
    exploit,
    games,
    lab,
    lessons,
    play,
    print_kit,
    records,
    review,
    rules,
    serve,
    sim,
)
from dogfight.verbs.adding import add
from dogfight.verbs.console import explained, with_plugins
from dogfight.verbs.manner import Command, Verbs, new_group

app = typer.Typer(cls=Verbs, no_args_is_help=True)
data_app = new_group("The games' data files: check or export them.")
lab_app = new_group("For designers: is it fair, and what does a change do?")
lessons_app = new_group("The lessons: list them, or check them by the rules.")
app.add_typer(data_app, name="data")
app.add_typer(lab_app, name="lab")
app.add_typer(lessons_app, name="lessons")


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
add(app, exploit.exploit)
add(app, lessons.lesson)
app.command("print", cls=Command)(explained(with_plugins(print_kit.print_kit)))
add(app, serve.join, plugins=False)
add(data_app, data.check, data.export)
add(lessons_app, lessons.show, lessons.check)
add(lab_app, lab.balance, lab.compare, lab.sweep)


for name in dogfight.names():
    if (commands := manifest_of(name).load("commands")) is not None:
        app.add_typer(commands, name=name)


def main() -> None:
    app(prog_name="dogfight")


if __name__ == "__main__":
    main()
