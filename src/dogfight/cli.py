"""One command, `dogfight`, with verbs. Data goes to stdout, talk to stderr.

Exit status: 0 all is well, 1 what was checked is not in order, 2 the call cannot be carried out.
"""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

import dogfight
from dogfight import rulebook
from dogfight.bots.names import split_names
from dogfight.bots.registry import bot_names, make_bot
from dogfight.core.data import built_in, built_in_names
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.options import Options, json_schema, read_word, value_word
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN
from dogfight.testing import examples as worked
from dogfight.verbs import boots, solve
from dogfight.verbs.arena import arena
from dogfight.verbs.bench import measure
from dogfight.verbs.console import DataDir, show_json, talk, with_plugins
from dogfight.verbs.doctor import examine, is_compiled
from dogfight.verbs.engine import engine
from dogfight.verbs.exploit import exploit
from dogfight.verbs.learn import learn
from dogfight.verbs.replays import Replayed, draws_words, read_record, verified
from dogfight.verbs.serve import add_verbs
from dogfight.verbs.sim import Report, simulate

app = typer.Typer(no_args_is_help=True)
data_app = typer.Typer(no_args_is_help=True, help="The games' data files: check or export them.")
app.add_typer(data_app, name="data")
app.add_typer(boots.app)
app.add_typer(solve.app)

GameName = Annotated[
    str, typer.Argument(help="The game, such as biplanes.", show_default=False, autocompletion=dogfight.names)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON to stdout.")]
Given = Annotated[list[str], typer.Option("--option", "-o", help="An option of the game, name=value; repeat.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]


def show_version(wanted: bool) -> None:
    if not wanted:
        return
    try:
        number = version("dogfight")
    except PackageNotFoundError:
        number = "from sources"
    rules = "compiled" if is_compiled("dogfight.core.position") else "interpreted"
    print(f"dogfight {number} (rules {rules}, Python {platform.python_version()})")
    raise typer.Exit


@app.callback()
def command(
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Tabletop air combat: play, simulate, check."""


def given_options(game: AnyGame, given: list[str]) -> Options:
    return game.options(dict(read_word(word) for word in given))


@app.command()
@with_plugins
def games(as_json: AsJson = False) -> None:
    """List the games."""
    found = [dogfight.load(name) for name in dogfight.names()]
    if as_json:
        show_json(
            [{"name": one.name, "title": one.title, "about": one.about, "rules": one.rules_version} for one in found]
        )
        return
    for one in found:
        print(f"{one.name:14} {one.about}")


@app.command()
@with_plugins
def options(game: GameName, given: Given = [], data: DataDir = None, as_json: AsJson = False) -> None:  # noqa: B006
    """Show the options of a game, given those already chosen; with --json as a JSON Schema."""
    loaded = dogfight.load(game, data)
    fields = loaded.option_fields(given_options(loaded, given))
    if as_json:
        show_json(json_schema(loaded.title, fields))
        return
    for field in fields:
        print(f"{field.name:20} {value_word(field.default):12} {field.expected()}\n{'':20} {field.help}")


@app.command()
@with_plugins
def sim(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Seed = 0,
    seats: Annotated[
        str, typer.Option(help=f"A player for each seat ({', '.join(bot_names())}), joined by commas.")
    ] = "",
    given: Given = [],  # noqa: B006
    data: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and report who won, why, and how long it took."""
    loaded = dogfight.load(game, data)
    chosen = given_options(loaded, given)
    players = seated(loaded, chosen, seats)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(f"{loaded.title}: playing", total=games)
        report = simulate(loaded, chosen, players, games, seed, lambda: bar.advance(task))
    if as_json:
        show_json(report)
    else:
        _print_report(report)


def seated(game: AnyGame, chosen: Options, words: str) -> list[str]:
    """A bot's name for every seat; one name stands for all."""
    wanted = len(game.seats(chosen))
    players = split_names(words) if words else ["random"]
    if len(players) == 1:
        players *= wanted
    if len(players) != wanted:
        raise BadOption(f"expected {wanted} players joined by commas, got {len(players)} in {words!r}")
    for name in players:
        make_bot(name, 0)
    return players


app.command()(arena)
app.command()(engine)
app.command()(learn)
app.command()(exploit)


@app.command()
@with_plugins
def play(
    game: Annotated[str, typer.Argument(help="The game to begin at once; a menu asks when it is left out.")] = "",
    seats: Annotated[str, typer.Option(help="A player for each seat (human or a bot), joined by commas.")] = "",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same dice; random if left out.")] = None,
    given: Given = [],  # noqa: B006
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")] = False,
    record: Annotated[Path | None, typer.Option(help="Save the record to this file at the end.")] = None,
    auto_pass: Annotated[
        str, typer.Option(help="Pass reactions without asking: never, always, or unless a shot has more than N %.")
    ] = "never",
    data: DataDir = None,
) -> None:
    """Play in the terminal: against bots, or with others at the same screen."""
    from dogfight.tui.play import begun, open_table  # Textual is slow to load, and no other verb needs it

    setup = begun(game, given, seats, seed, data, auto_pass)
    open_table(setup, ascii_only=ascii_only, data=data, record=record)


def _print_report(report: Report) -> None:
    print(f"{report.game}: {report.games} games, seed {report.seed}, {report.seconds} s")
    grid = Grid("seat", "player", "score", "95 %", "wins")
    for one in report.seats:
        grid.add_row(one.seat, one.player, f"{one.score:.3f}", f"{one.low:.3f}–{one.high:.3f}", str(one.wins))
    Console().print(grid)
    print(f"draws {report.draws}")
    for name, spread in (("turns", report.turns), ("decisions", report.decisions)):
        print(f"{name}: median {spread.median:g}, 95 % within {spread.p95}, {spread.least} to {spread.most}")
    for reason, count in report.reasons.items():
        print(f"{count:8} {reason}")


@app.command()
@with_plugins
def examples(game: GameName, file: Path, data: DataDir = None, as_json: AsJson = False) -> None:
    """Run every worked example of a page; exit status 1 if one fails."""
    loaded = dogfight.load(game, data)
    try:
        page = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: expected a page with examples; {error}") from None
    outcomes = list(worked.run(loaded, page))
    failed = [one for one in outcomes if one.differences]
    skipped = sum(one.differences is None for one in outcomes)
    if as_json:
        show_json({"outcomes": outcomes, "failed": len(failed)})
    else:
        for one in failed:
            for difference in one.differences or []:
                print(f"{file}:{one.line}: {one.id}: {difference}")
        print(f"{len(outcomes) - len(failed) - skipped} passed, {len(failed)} failed, {skipped} not executable")
    if failed:
        raise typer.Exit(1)


@app.command()
@with_plugins
def rules(game: GameName, rule: Annotated[str, typer.Argument()] = "", as_json: AsJson = False) -> None:
    """Print one rule, a chapter, or all numbered rules of a game."""
    if rule:
        text = rulebook.rule(game, rule)
        if as_json:
            show_json({"id": rule, "text": text})
        else:
            print(text if "\n" in text else f"{rule}  {text}")
    elif as_json:
        show_json(rulebook.rules(game))
    else:
        titles = dict(rulebook.chapters(game))
        for one, text in rulebook.rules(game).items():
            if title := titles.pop(rulebook.chapter_of(one), ""):
                print(f"\n{title}\n")
            print(f"{one}  {text}")


@app.command()
@with_plugins
def doctor(as_json: AsJson = False) -> None:
    """Check versions, compilation, data files and the terminal."""
    findings = list(examine())
    if as_json:
        show_json(findings)
    else:
        for one in findings:
            print(f"{'ok ' if one.ok else 'BAD'} {one.what:24} {one.found}")
    if not all(one.ok for one in findings if one.what != "terminal"):
        raise typer.Exit(1)


@app.command()
@with_plugins
def verify(file: Path, data: DataDir = None, as_json: AsJson = False) -> None:
    """Check a record move by move; exit status 1 if it is damaged or was changed."""
    try:
        record, end, draws = verified(file, data)
    except DogfightError as error:
        if as_json:
            show_json({"ok": False, "error": error.words, "rule": error.rule})
        talk(f"dogfight: {file}: {error}")
        raise typer.Exit(1) from None
    words = end.words if end else "unfinished"
    if as_json:
        found = {"ok": True, "moves": len(record.moves), "hash": record.last_hash(), "result": words}
        checked = {} if draws is None else {"draws": draws.draws, "unchecked": draws.elsewhere}
        show_json(found | checked)
    else:
        order = f"{record.header.game}, {len(record.moves)} moves, all in order."
        print(f"{file}: {order} {draws_words(record, draws)} {words}")


@app.command()
@with_plugins
def replay(
    file: Path,
    to: Annotated[int | None, typer.Option(help="Stop after this many moves.")] = None,
    seat: Annotated[str | None, typer.Option(help="Tell only what this seat knew.")] = None,
    data: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Play a record again and tell what happened, in full or as one seat knew it."""
    done = Replayed(read_record(file), data, to, seat)
    if as_json:
        view = done.game.view(done.position, done.seat)
        show_json({"told": [{"move": n, "event": event} for n, event in done.told], "view": view})
        return
    for n, event in done.told:
        print(f"{n:4}  {event.words}" + (f"  [{event.rule}]" if event.rule else ""))
    if done.seat == OPEN:
        print(done.game.write(done.position))
    print(done.game.prompt(done.position, done.seat).words)


@app.command()
@with_plugins
def bench(
    game: Annotated[list[str] | None, typer.Argument(help="The games; all when none is named.")] = None,
    seconds: Annotated[float, typer.Option(help="Length of each measurement.", min=0.05)] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure random playouts, copies and views of each game on this machine."""
    figures = [figure for name in game or dogfight.names() for figure in measure(dogfight.load(name), seconds)]
    if as_json:
        show_json(figures)
        return
    for one in figures:
        print(f"{one.game:14} {one.what:28} {one.per_second:14,.0f} /s  ({one.compiled})")


@data_app.command("check")
@with_plugins
def data_check(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of replacements; the built-in data if left out.")
    ] = None,
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    as_json: AsJson = False,
) -> None:
    """Check data files; exit status 1 if one is broken."""
    results: list[dict[str, Any]] = []
    for name in [game] if game else dogfight.names():
        try:
            loaded = dogfight.load(name, folder)
            results.append({"game": name, "ok": True, "digest": loaded.data_digest, "files": built_in_names(name)})
        except DogfightError as error:
            results.append({"game": name, "ok": False, "error": error.words, "rule": error.rule})
    if as_json:
        show_json(results)
    else:
        for one in results:
            print(f"{one['game']:14} {_data_words(one)}")
    if not all(one["ok"] for one in results):
        raise typer.Exit(1)


def _data_words(result: dict[str, Any]) -> str:
    if not result["ok"]:
        return str(result["error"])
    return f"ok {result['digest']}" if result["files"] else "ok, has no data files"


@data_app.command("export")
@with_plugins
def data_export(
    folder: Path,
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Write the built-in data files to a folder, to be changed and used with --data."""
    for name in [dogfight.load(game).name] if game else dogfight.names():
        for file in built_in_names(name):
            target = folder / name / file
            if target.exists() and not force:
                raise BadOption(f"{target} exists; expected a new folder, or --force")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(built_in(name).joinpath(file).read_text(encoding="utf-8"), encoding="utf-8")
            print(target)


add_verbs(app)


def main() -> None:
    app(prog_name="dogfight")


if __name__ == "__main__":
    main()
