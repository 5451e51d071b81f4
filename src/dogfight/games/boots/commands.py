"""`dogfight boots`: battles checked, drawn and weighed, exact odds, sight explained."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from dogfight.bulk.data_sets import DataSet, read_set
from dogfight.cli.adding import add
from dogfight.cli.common_options import AsJson, Data
from dogfight.cli.console import print_status, show_json, spread, write_file
from dogfight.cli.lab import AskedWhatIsFair, answer
from dogfight.cli.packs_given import given_as
from dogfight.cli.typer_groups import new_group
from dogfight.core.errors import BadData, BadOption
from dogfight.datafiles.files import read_file
from dogfight.games.boots import MANIFEST
from dogfight.games.boots.battles import Battle, read_battle
from dogfight.games.boots.data import Catalogue
from dogfight.games.boots.draw import legend, svg_map, text_map
from dogfight.games.boots.maps import place_number
from dogfight.games.boots.odds import attack_odds, contest_odds, percent
from dogfight.games.boots.sight_text import blocked, explain
from dogfight.lab.questions import BUILT_IN, NamedSet, Question

BattleName = Annotated[
    str,
    typer.Argument(
        metavar="BATTLE",
        help="A battle file, or the name of a built-in battle.",
        show_default=False,
    ),
]
HexName = Annotated[str, typer.Argument(help="A hex, such as A1.", show_default=False)]


class Chance(msgspec.Struct):
    """How likely one outcome is: as a number, and exactly."""

    value: float
    exactly: str


class Odds(msgspec.Struct):
    """A roll and what may come of it."""

    dice: int
    against: int
    cover: int
    stacking: int
    rule: str
    chances: dict[str, Chance]


class Sight(msgspec.Struct):
    """Whether two hexes see each other; if not, the hex between them and the rule by which it
    hides them.
    """

    battle: str
    a: str
    b: str
    seen: bool
    blocked_by: str
    rule: str
    words: list[str]


class CheckedBattle(msgspec.Struct):
    """A battle file: whether it is in order, and what it holds or where it is wrong."""

    battle: str
    ok: bool
    text: str


def load_battle(name: str, data: Path | None = None) -> Battle:
    """A battle from a file, or a built-in one by its name."""
    catalogue = Catalogue(data)
    path = Path(name)
    if name in catalogue.battles and not path.is_file():
        return read_battle(name, catalogue.battles[name], catalogue)
    if not path.is_file():
        raise BadOption(
            f"expected a battle file or one of {', '.join(catalogue.battles)}; got {name!r}"
        )
    return read_battle(path.stem.removeprefix("battle_"), read_file(path), catalogue)


def checked(name: str, data: Path | None = None) -> CheckedBattle:
    """What a battle holds, in a line, or the line of its first fault."""
    try:
        battle = load_battle(name, data)
    except BadData as error:
        return CheckedBattle(name, False, str(error))
    size = "no map" if battle.map is None else f"{battle.map.columns} by {battle.map.rows} hexes"
    text = (
        f"{battle.name}: {size}, {len(battle.units)} units, {len(battle.planes)} aircraft: in order"
    )
    return CheckedBattle(name, True, text)


def worked_out(
    roll: str, cover: int, stacking: int, point_blank: bool, same_hex: bool, contest: bool
) -> Odds:
    """The chances of a roll like 4-2."""
    match = re.fullmatch(r"([1-9]\d?)-([1-9]\d?)", roll)
    if match is None:
        raise BadOption(f"expected dice like 4-2, got {roll!r}", rule="CB-1.9")
    dice, against = int(match[1]) + (point_blank or same_hex), int(match[2])
    if dice > 60 or against > 60 or not (0 <= cover <= 20 and 0 <= stacking <= 60):
        raise BadOption(
            "expected at most 60 dice, a cover up to 20 and a stacking penalty up to 60",
            rule="CB-1.9",
        )
    if contest:
        chances = dict(zip(("win", "tie", "loss"), contest_odds(dice, against), strict=True))
        return _odds(dice, against, 0, 0, "CB-15.10", chances)
    cover = 0 if same_hex else cover
    pin, kill = attack_odds(dice, against, stacking, cover)
    if same_hex:
        return _odds(dice, against, cover, stacking, "CB-14.4", {"destroyed": pin + kill})
    return _odds(dice, against, cover, stacking, "CB-10.6", {"pin": pin, "kill": kill})


def _odds(
    dice: int, against: int, cover: int, stacking: int, rule: str, chances: dict[str, Fraction]
) -> Odds:
    reported = {what: Chance(float(chance), str(chance)) for what, chance in chances.items()}
    return Odds(dice, against, cover, stacking, rule, reported)


def odds_words(odds: Odds) -> list[str]:
    """The chances to a tenth of a percent, and exactly."""
    shown = f"{odds.dice}-{odds.against}" + (f", cover +{odds.cover}" if odds.cover else "")
    shown += f", stacking +{odds.stacking}" if odds.stacking else ""
    rounded = ", ".join(
        f"{what} {percent(Fraction(chance.exactly))}" for what, chance in odds.chances.items()
    )
    exactly = ", ".join(f"{what} {chance.exactly}" for what, chance in odds.chances.items())
    return [f"{shown}: {rounded} [{odds.rule}]", f"exactly: {exactly}"]


def looked(name: str, a: str, b: str, data: Path | None = None) -> Sight:
    """Whether a hex is seen from another, and why."""
    battle = load_battle(name, data)
    if battle.map is None:
        raise BadOption(f"{battle.name} is a dog fight and has no map", rule="CB-21.1")
    board = battle.tables.board
    places = []
    for text in (a, b):
        place = place_number(board, text)
        if place is None:
            raise BadOption(f"expected a hex of {battle.name} like A1, got {text!r}", rule="CB-2.2")
        places.append(place)
    hidden = blocked(board, *places)
    words = explain(board, *places)
    by, rule = hidden or ("", words[-1].rpartition("[")[2].rstrip("]"))
    return Sight(battle.key, a, b, hidden is None, by, rule, words)


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="BATTLE", help="Battle files, or names of built-in battles."),
    ],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Check battle files and report the first fault of each with its line.

    Exit status 1 if one is not in order.
    """
    checked_battles = [checked(name, data) for name in files]
    if as_json:
        show_json(checked_battles)
    else:
        for checked_battle in checked_battles:
            if checked_battle.ok:
                print(f"{checked_battle.battle}: {checked_battle.text}")
            else:
                print_status(checked_battle.text)
    if not all(item.ok for item in checked_battles):
        raise typer.Exit(1)


def show(
    battle: BattleName,
    out: Annotated[Path | None, typer.Option(help="Write the map as an SVG to this file.")] = None,
    data: Data = None,
) -> None:
    """Draw a battle in the terminal; with --out also its map as an SVG."""
    loaded = load_battle(battle, data)
    print(legend(loaded))
    print()
    print(text_map(loaded))
    if out is not None:
        write_file(out, svg_map(loaded))


def odds(
    roll: Annotated[
        str, typer.Argument(help="Attacker's and target's dice, such as 4-2.", show_default=False)
    ],
    cover: Annotated[int, typer.Option(help="The target's cover.", min=0, max=20)] = 0,
    stacking: Annotated[
        int, typer.Option(help="Pieces above four in the target hex.", min=0, max=60)
    ] = 0,
    point_blank: Annotated[bool, typer.Option("--point-blank", help="One die more.")] = False,
    same_hex: Annotated[
        bool, typer.Option("--same-hex", help="One die more, no cover, a pin destroys.")
    ] = False,
    contest: Annotated[
        bool, typer.Option("--contest", help="Highest die against highest die.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Exact chances of an attack or a contest."""
    result = worked_out(roll, cover, stacking, point_blank, same_hex, contest)
    if as_json:
        show_json(result)
    else:
        print("\n".join(odds_words(result)))


def los(
    battle: BattleName, a: HexName, b: HexName, data: Data = None, as_json: AsJson = False
) -> None:
    """Why one hex sees another, or does not, with the rules that decide."""
    sight = looked(battle, a, b, data)
    if as_json:
        show_json(sight)
    else:
        print("\n".join(sight.words))


@spread
def balance(battle: BattleName, data: Data = None, *, asked: AskedWhatIsFair) -> None:
    """Fight a battle many times and say whether it is fair; a file, or a built-in one."""
    loaded = load_battle(battle, data)
    files = read_set(data)
    if Path(battle).is_file():
        files = DataSet(
            {**files.files, f"boots/battle_{loaded.key}.toml": read_file(Path(battle)).text}
        )
    place = str(given_as(data)) if data is not None else ""
    question = Question(
        kind="balance",
        game=MANIFEST.name,
        options=(f"battle={loaded.key}",),
        sets=(NamedSet(loaded.key if files.files else BUILT_IN.name, files, place),),
        margin=asked.margin,
        title=loaded.name,
        verb=shlex.join(["boots", "balance", battle]),
    )
    answer(question, asked)


app = new_group("Combat Boots: check, draw and weigh battles, exact odds, sight explained.")
add(app, odds, los, check, show, plugins=False)
add(app, balance)
