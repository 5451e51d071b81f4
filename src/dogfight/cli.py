"""One command, `dogfight`, with verbs. Data goes to stdout, talk to stderr.

Exit status: 0 all is well, 1 what was checked is not in order, 2 the call cannot be carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from dogfight.verbs import (
    arena,
    bench,
    boots,
    data,
    doctor,
    engine,
    exploit,
    games,
    lab,
    learn,
    lessons,
    play,
    print_kit,
    records,
    review,
    rules,
    serve,
    sim,
    solve,
)
from dogfight.verbs.console import explained, with_plugins
from dogfight.verbs.manner import Verb, Verbs

app = typer.Typer(cls=Verbs, no_args_is_help=True)
data_app = typer.Typer(cls=Verbs, no_args_is_help=True, help="The games' data files: check or export them.")
battle_app = typer.Typer(cls=Verbs, no_args_is_help=True, help="Battles of Combat Boots: check or show one.")
lab_app = typer.Typer(cls=Verbs, no_args_is_help=True, help="For designers: is it fair, and what does a change do?")
lessons_app = typer.Typer(cls=Verbs, no_args_is_help=True, help="The lessons: list them, or check them by the rules.")
app.add_typer(data_app, name="data")
app.add_typer(battle_app, name="battle")
app.add_typer(lab_app, name="lab")
app.add_typer(lessons_app, name="lessons")


@app.callback()
def command(
    _version: Annotated[
        bool, typer.Option("--version", callback=doctor.show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Tabletop air combat: play, simulate, check."""


def add(group: typer.Typer, *verbs: Callable[..., None], plugins: bool = True) -> None:
    """Give a group its verbs, each under its own name."""
    for verb in verbs:
        group.command(cls=Verb)(explained(with_plugins(verb) if plugins else verb))


add(app, games.games, games.options, play.play, sim.sim, arena.arena, engine.engine)
add(
    app,
    records.verify,
    records.replay,
    review.review,
    rules.rules,
    rules.examples,
    solve.solve,
    doctor.doctor,
    bench.bench,
)
add(app, serve.serve, serve.backup, serve.restore, serve.audit, serve.migrate)
add(app, exploit.exploit)
add(app, lessons.lesson, plugins=False)
app.command("print", cls=Verb)(explained(with_plugins(print_kit.print_kit)))
add(app, serve.join, boots.odds, boots.los, learn.learn, plugins=False)
add(data_app, data.check, data.export)
add(lessons_app, lessons.show, lessons.check, plugins=False)
add(battle_app, boots.check, boots.show, plugins=False)
add(lab_app, lab.balance, lab.compare, lab.sweep, lab.battle)


def main() -> None:
    app(prog_name="dogfight")


if __name__ == "__main__":
    main()
