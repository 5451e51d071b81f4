"""Helps at the table as commands: battles checked and drawn, exact odds, sight explained."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from dogfight.core.errors import BadOption, DogfightError
from dogfight.games.boots.battles import Battle, read_battle
from dogfight.games.boots.data import Catalogue, read_file
from dogfight.games.boots.draw import legend, svg_map, text_map
from dogfight.games.boots.maps import place_number
from dogfight.games.boots.odds import attack_odds, contest_odds, percent
from dogfight.games.boots.scripted_player import measure
from dogfight.games.boots.sight_words import explain
from dogfight.verbs.console import DataDir, explained

BattleName = Annotated[str, typer.Argument(help="A battle file, or the name of a built-in battle.")]

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Helps at the table of Combat Boots.")
battle_app = typer.Typer(no_args_is_help=True, help="Battles of Combat Boots: check or show one.")
app.add_typer(battle_app, name="battle")


def load_battle(name: str, data: Path | None = None) -> Battle:
    """A battle from a file, or a built-in one by its name."""
    catalogue = Catalogue(data)
    path = Path(name)
    if name in catalogue.battles and not path.is_file():
        return read_battle(name, catalogue.battles[name], catalogue)
    if not path.is_file():
        raise BadOption(f"expected a battle file or one of {', '.join(catalogue.battles)}; got {name!r}")
    return read_battle(path.stem.removeprefix("battle_"), read_file(path), catalogue)


def check_battle(name: str, data: Path | None = None) -> str:
    """What a battle holds, in a line; `BadData` points at the line of the first fault."""
    battle = load_battle(name, data)
    size = "no map" if battle.map is None else f"{battle.map.columns} by {battle.map.rows} hexes"
    return f"{name}: {battle.name}: {size}, {len(battle.units)} units, {len(battle.planes)} aircraft: in order"


def odds_words(roll: str, cover: int, stacking: int, point_blank: bool, same_hex: bool, contest: bool) -> list[str]:
    """The chances of a roll like 4-2, to a tenth of a percent and exactly."""
    match = re.fullmatch(r"([1-9]\d?)-([1-9]\d?)", roll)
    if match is None:
        raise BadOption(f"expected dice like 4-2, got {roll!r}", rule="CB-1.9")
    dice, against = int(match[1]) + (point_blank or same_hex), int(match[2])
    if dice > 60 or against > 60 or not (0 <= cover <= 20 and 0 <= stacking <= 60):
        raise BadOption("expected at most 60 dice, a cover up to 20 and a stacking penalty up to 60", rule="CB-1.9")
    if contest:
        win, tie, loss = contest_odds(dice, against)
        return [
            f"{dice}-{against}: win {percent(win)}, tie {percent(tie)}, loss {percent(loss)}",
            f"exactly: win {win}, tie {tie}, loss {loss}",
        ]
    pin, kill = attack_odds(dice, against, stacking, 0 if same_hex else cover)
    shown = f"{dice}-{against}" + (f", cover +{cover}" if cover and not same_hex else "")
    shown += f", stacking +{stacking}" if stacking else ""
    if same_hex:
        return [f"{shown}: destroyed {percent(pin + kill)} [CB-14.4]", f"exactly: {pin + kill}"]
    return [f"{shown}: pin {percent(pin)}, kill {percent(kill)}", f"exactly: pin {pin}, kill {kill}"]


def sight_words(name: str, a: str, b: str, data: Path | None = None) -> list[str]:
    """Why a hex is or is not seen from another, line by line."""
    battle = load_battle(name, data)
    if battle.map is None:
        raise BadOption(f"{battle.name} is a dog fight and has no map", rule="CB-21.1")
    places = []
    for text in (a, b):
        place = place_number(battle.tables.board, text)
        if place is None:
            raise BadOption(f"expected a hex of {battle.name} like A1, got {text!r}", rule="CB-2.2")
        places.append(place)
    return explain(battle.tables.board, places[0], places[1])


@battle_app.command("check")
@explained
def check(files: Annotated[list[str], typer.Argument(help="Battle files.")], data: DataDir = None) -> None:
    """Check battle files; the first fault of each is told with its line. Exit status 1 if one is not in order."""
    bad = False
    for name in files:
        try:
            print(check_battle(name, data))
        except DogfightError as error:
            print(error, file=sys.stderr)
            bad = True
    if bad:
        raise typer.Exit(1)


@battle_app.command("show")
@explained
def show(
    name: BattleName,
    svg: Annotated[Path | None, typer.Option(help="Where to write the SVG; else beside you, by name.")] = None,
    data: DataDir = None,
) -> None:
    """Draw a battle in the terminal and write its map as an SVG."""
    battle = load_battle(name, data)
    print(legend(battle))
    print()
    print(text_map(battle))
    path = svg or Path(f"{battle.key}.svg")
    try:
        path.write_text(svg_map(battle), encoding="utf-8")
    except OSError as error:
        raise BadOption(f"expected a file that can be written, got {path}; {error}") from error
    print(f"wrote {path}", file=sys.stderr)


@battle_app.command("measure")
@explained
def measure_battle(
    name: BattleName,
    games: Annotated[int, typer.Option(help="How many battles.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same battles.")] = 0,
    data: DataDir = None,
) -> None:
    """Fight a battle many times between two equal scripted players, to see whether it is fair."""
    battle = load_battle(name, data)
    print(measure(battle, games, seed).words(battle))


@app.command("odds")
@explained
def odds(
    roll: Annotated[str, typer.Argument(help="Attacker's and target's dice, such as 4-2.")],
    cover: Annotated[int, typer.Option(help="The target's cover.")] = 0,
    stacking: Annotated[int, typer.Option(help="Pieces above four in the target hex.")] = 0,
    point_blank: Annotated[bool, typer.Option("--point-blank", help="One die more.")] = False,
    same_hex: Annotated[bool, typer.Option("--same-hex", help="One die more, no cover, a pin destroys.")] = False,
    contest: Annotated[bool, typer.Option("--contest", help="Highest die against highest die.")] = False,
) -> None:
    """Exact chances of an attack or a contest."""
    for line in odds_words(roll, cover, stacking, point_blank, same_hex, contest):
        print(line)


@app.command("los")
@explained
def los(
    name: BattleName,
    a: Annotated[str, typer.Argument(help="A hex.")],
    b: Annotated[str, typer.Argument(help="Another.")],
    data: DataDir = None,
) -> None:
    """Why one hex sees another, or does not, with the rules that decide."""
    for line in sight_words(name, a, b, data):
        print(line)
