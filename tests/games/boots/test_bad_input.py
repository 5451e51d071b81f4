"""What cannot be read, cannot be, or cannot be played is refused with a reason, and nothing
changes.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import dogfight
from dogfight.core.decision import owing
from dogfight.core.dice import Dice
from dogfight.core.errors import BadData, BadNotation, BadOption, BadRecord, IllegalAction
from dogfight.datafiles.files import DataFile, built_in
from dogfight.match.match import Match
from dogfight.match.record import parse
from dogfight.match.replay import verify

pytestmark = pytest.mark.no_rule("bad input")

ORCHARD = built_in("boots").joinpath("battle_orchard.toml").read_text(encoding="utf-8")
HILL = built_in("boots").joinpath("battle_hill.toml").read_text(encoding="utf-8")
CONVOY = built_in("boots").joinpath("battle_convoy.toml").read_text(encoding="utf-8")
CROSSROADS = built_in("boots").joinpath("battle_crossroads.toml").read_text(encoding="utf-8")
EIGHTS = built_in("boots").joinpath("battle_eighty_eights.toml").read_text(encoding="utf-8")

BAD_BATTLES = [
    (ORCHARD, "..F...b.\n", "..F...b\n", "line 15: terrain row 2: expected 7 hexes"),
    (ORCHARD, "..bF..b.", "..bX..b.", "line 16: terrain row 3: expected letters"),
    (
        ORCHARD,
        '["A1:B7"]',
        '["A1:Z7"]',
        "line 28: zones: expected a hex of the board or a rectangle, got 'A1:Z7'",
    ),
    (ORCHARD, '["A1:B7"]', '["band 2"]', "line 28: zones"),
    (ORCHARD, '["A1:B7"]', "[]", "line 28: zones: expected a list of places"),
    (
        ORCHARD,
        "bri_rifle = 6",
        "bri_riffle = 6",
        (
            "line 27: units: expected a piece of pieces.toml (did you mean bri_rifle?), got"
            " 'bri_riffle'"
        ),
    ),
    (ORCHARD, "bri_rifle = 6", "bri_rifle = 0", "line 27: units: expected from 1 to 62"),
    (ORCHARD, "bri_rifle = 6", "bri_spitfire = 6", "aircraft go into `aircraft`"),
    (ORCHARD, "morale = 4", "morale = 9", "line 26: morale: expected a number from 0 to 6"),
    (ORCHARD, "seat = 1", "seat = 0", "two sides with the seats 0 and 1"),
    (ORCHARD, "first = 0", "first = 2", "line 5: first: expected seat 0 or 1"),
    (ORCHARD, "turns = 8", 'turns = "8"', "line 6: turns: expected a whole number"),
    (ORCHARD, "turns = 8\n", "", "line 2: turns: expected a whole number, got nothing"),
    (ORCHARD, "setup = [1, 0]", "setup = [1, 1]", "line 4: setup"),
    (ORCHARD, '"G5"]', '"G9"]', "line 7: objectives: expected different hexes"),
    (ORCHARD, "G5 = 1 }", "G5 = 3 }", "line 8: control"),
    (
        ORCHARD,
        "all three objectives",
        "a lot of objectives",
        "line 9: victory: expected a clause",
    ),
    (ORCHARD, "all three", "all four", "line 9: victory"),
    (ORCHARD, 'else = "Seat 1 wins."', 'else = "Whoever likes."', "line 10: else"),
    (
        ORCHARD,
        'name = "The Orchard"\n',
        'name = "The Orchard"\nweather = 1\n',
        "line 4: weather: expected one of",
    ),
    (ORCHARD, "[map]", "[mapp]", "sections battle, map and side"),
    (ORCHARD, "[battle]", "[battle", "expected TOML"),
    (
        CROSSROADS,
        "A7 B6 C7",
        "A7 C7",
        "roads: expected adjacent hexes one after the other, got 'A7 C7'",
    ),
    (CROSSROADS, '"H4", "H7"', '"H4", "H77"', "trenches: expected a hex from A1 to P11"),
    (CROSSROADS, "0000110000000000\n", "00001100000000\n", "elev row 2: expected 16 hexes"),
    (CROSSROADS, "0000110000000000\n", "00001x0000000000\n", "elev row 2: expected digits"),
    (
        CROSSROADS,
        "bri_carrier: bri_bren",
        "bri_carrier: bri_truck",
        "aboard: expected a free carrier and a free cargo",
    ),
    (
        CROSSROADS,
        "bri_carrier: bri_bren",
        "bri_rifle: bri_bren",
        "aboard: expected cargo that bri_rifle can carry",
    ),
    (HILL, '"C4-D4"', '"C4-E4"', "ridges: expected a hexside"),
    (HILL, '"C4-D4"', '"E5-F5"', "ridges: expected equal elevation"),
    (HILL, "ger_105 = 3", "ger_205 = 3", "batteries: expected one of"),
    (HILL, "ger_105 = 3", "ger_105 = 0", "batteries: expected missions from 1 to 99"),
    (HILL, "ger_ju87 = [2, 2]", "ger_ju87 = 2", "aircraft: expected [how many, first game turn]"),
    (HILL, "ger_ju87 = [2, 2]", "ger_pz3 = [2, 2]", "aircraft: expected aircraft"),
    (EIGHTS, 'bands = "south"', 'bands = "east"', "bands: expected north or south"),
    (EIGHTS, 'any = ["band 3"]', 'any = ["line 2|3"]', "a place where bri_crusader can be set up"),
    (EIGHTS, "no ger_flak88 is left", "no ger_flak99 is left", "victory: expected a clause"),
    (CONVOY, "ger_he111 = 2", "ger_pz3 = 2", "units: expected aircraft"),
    (
        CONVOY,
        "More points win",
        "The braver side wins",
        "victory: expected a sentence of the dog fight format",
    ),
]


def wrapped(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "old", "new", "words"),
    BAD_BATTLES,
    ids=[bad_battle[3][:50] for bad_battle in BAD_BATTLES],
)
def test_a_broken_battle_is_refused_at_its_line(
    desk: Any, text: str, old: str, new: str, words: str
) -> None:
    with pytest.raises(BadData) as caught:
        desk.game.adopt("x", DataFile("x.toml", wrapped(text, old, new), "x.toml"))
    assert words in str(caught.value) and str(caught.value).startswith("x.toml")


def without_units(text: str, seat: int) -> str:
    """The battle with an empty list of units for one side."""
    head, mark, rest = text.partition(f"seat = {seat}\n")
    assert mark
    return head + mark + re.sub(r"units = \{[^}]*\}", "units = {}", rest, count=1)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("text", "what"), [(ORCHARD, "ground unit"), (CONVOY, "aircraft")], ids=["ground", "sky"]
)
def test_cb_24_8_side_without_units_is_refused(desk: Any, text: str, what: str, seat: int) -> None:
    with pytest.raises(BadData) as caught:
        desk.game.adopt("x", DataFile("x.toml", without_units(text, seat), "x.toml"))
    assert (
        f"units: expected at least one {what}" in str(caught.value)
        and caught.value.rule == "CB-24.8"
    )


def test_cb_24_8_reinforcements_alone_are_accepted(desk: Any) -> None:
    text = without_units(ORCHARD, 0).replace(
        "units = {}", "units = {}\nreinforcements = { bri_rifle = [6, 2] }", 1
    )
    assert len(desk.game.adopt("x", DataFile("x.toml", text, "x.toml")).units) > 6


def test_the_good_battles_are_accepted(desk: Any) -> None:
    for text in (ORCHARD, HILL, CONVOY, CROSSROADS, EIGHTS):
        assert desk.game.adopt("x", DataFile("x.toml", text, "x.toml")).name


BAD_DATA = [
    ("pieces.toml", "sv = 2", "sv = 0", "bri|ger"),
    ("pieces.toml", 'weapon = "r"', 'weapon = "x"', "weapon"),
    ("pieces.toml", 'move_class = "foot", range = 6', "range = 6", "move_class"),
    ("pieces.toml", "mg = 2", "mg = 2, wings = 2", "wings"),
    (
        "pieces.toml",
        'fp = 2, sv = 2, prov = "seed: r2/2',
        'fp = 0, sv = 2, prov = "seed: r2/2',
        "firepower",
    ),
    ("terrain.toml", 'letter = "B"', 'letter = "F"', "another letter"),
    ("terrain.toml", 'letter = "B"', 'letter = "BB"', "one letter"),
    (
        "terrain.toml",
        "foot = 2, gun = 2, wheeled = -1, tracked = 3",
        "foot = 0, gun = 2, wheeled = -1, tracked = 3",
        "cost",
    ),
    ("terrain.toml", "entrenchment = ", "trench = ", "entrenchment"),
    ("terrain.toml", "cover = 1", "cover = true", "cover"),
    ("batteries.toml", "fp = 4", "fp = 0", "firepower"),
    ("batteries.toml", 'weapon = "H"', 'weapon = "h"', "weapon"),
]


@pytest.mark.parametrize(
    ("name", "old", "new", "words"), BAD_DATA, ids=[f"{item[0]} {item[3]}" for item in BAD_DATA]
)
def test_broken_data_files_are_refused(
    tmp_path: Path, name: str, old: str, new: str, words: str
) -> None:
    text = built_in("boots").joinpath(name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(wrapped(text, old, new), encoding="utf-8")
    with pytest.raises(BadData, match=words) as caught:
        dogfight.load("boots", tmp_path)
    assert name in str(caught.value)


def test_a_folder_may_add_battles_and_replace_pieces(tmp_path: Path) -> None:
    folder = tmp_path / "boots"
    folder.mkdir()
    (folder / "battle_garden.toml").write_text(
        ORCHARD.replace("The Orchard", "The Garden"), encoding="utf-8"
    )
    pieces = built_in("boots").joinpath("pieces.toml").read_text(encoding="utf-8")
    (folder / "pieces.toml").write_text(
        pieces.replace('name = "Bren team"', 'name = "Garden gun"'), encoding="utf-8"
    )
    game = dogfight.load("boots", tmp_path)
    assert "garden" in game.option_fields({})[0].choices
    position = game.new({"battle": "garden"})
    assert game.data_digest != dogfight.load("boots").data_digest
    assert "The Garden" in game.view(position, 0).board.battle


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path)
    with pytest.raises(BadData, match="expected a folder"):
        dogfight.load("boots", tmp_path)


@pytest.mark.parametrize("values", [{"battle": "nowhere"}, {"battle": 3}, {"weather": "rain"}])
def test_bad_options(boots: Any, values: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="expected"):
        boots.options(values)


GOOD = (
    "cb1 orchard t3 action/acting A1:RIFLE-1,RIFLE-2~2 B4:RIFLE-3,RIFLE-4,RIFLE-5,RIFLE-6,BREN-1 "
    "F2:rifle-1 F4:rifle-2,mg34-1 destroyed:rifle-3"
)
BAD_POSITIONS = [
    ("", "expected a position like"),
    ("cb1 orchard", "expected a position like"),
    (GOOD.replace("cb1", "cb9"), "expected a position like"),
    (GOOD.replace("orchard", "nowhere"), "expected a battle out of"),
    (GOOD.replace("t3", "x3"), "expected a turn and a phase"),
    (GOOD.replace("action/acting", "action/sleeping"), "expected a turn and a phase"),
    (GOOD.replace("A1:", "Z9:"), "expected a hex of orchard, got 'Z9'"),
    (GOOD.replace("A1:", "band2:"), "expected a hex of orchard"),
    (GOOD.replace("RIFLE-2~2", "RIFLE-9"), "expected a piece of orchard"),
    (GOOD.replace("RIFLE-2~2", "RIFLE-1"), "got RIFLE-1 twice"),
    (GOOD.replace(",RIFLE-2~2", ""), "expected each of the 11 pieces"),
    (GOOD.replace("~2", "~7"), "expected a pin from a turn up to 3"),
    (GOOD.replace("destroyed:rifle-3", "destroyed:rifle-3~1"), "expected a pin"),
    (
        GOOD.replace("RIFLE-1,", "RIFLE-1(RIFLE-2),").replace(",RIFLE-2~2", ""),
        "expected cargo that its vehicle can carry",
    ),
    (GOOD.replace("A1:RIFLE-1,", "A1:RIFLE-1;"), "expected a piece like"),
    (GOOD + " x", "expected a place with pieces"),
    (GOOD + " mp=3 mp=3", "expected mp once"),
    (GOOD + " mp=many", "expected a whole number"),
    (GOOD + " wings=3", "expected a known field"),
    (GOOD + " control=0", "expected 3 numbers"),
    (GOOD + " battery0=1/-/0/", "expected a battery like"),
    (GOOD.replace("action/acting", "action/rolling"), "expected dice to roll"),
    (
        GOOD.replace("action/acting", "action/stepping"),
        "a fresh unit of the active side that moves",
    ),
    (GOOD.replace("action/acting", "rally/recovering"), "a pinned unit that tries to rally"),
    (GOOD.replace("action/acting", "rally/finished"), "a winner or a draw"),
    (GOOD.replace("action/acting", "close/acting"), "a question of its phase"),
    (GOOD.replace("t3", "t99"), "a player turn from 1 to 16"),
    (GOOD + " mp=99", "mp up to 80"),
    (GOOD + " plane=4", "an aircraft of the battle"),
    (GOOD + " slots=rifle-1:2", "slots that a unit has"),
    (GOOD + " slots=rifle-1:-1", "slots that a unit has"),
    (GOOD + " slots=rifle-1:4", "locked on the side that moves"),
    (GOOD + f" slots=rifle-1:{2**40}", "slots that a unit has"),
    (GOOD + f" battery{'0' * 5000}=1/-/0/", "expected a battery like"),
    (GOOD.replace("~2", "~" + "9" * 5000), "expected a whole number"),
    (GOOD + " control=0,7,0", "control by a seat"),
    (GOOD.replace("action/acting", "action/aiming") + " lead=RIFLE-1", "a kind of attack"),
    (GOOD.replace("action/acting", "action/calling") + " lead=0", "a battery that is called"),
    (GOOD.replace("action/acting", "action/sending"), "an aircraft of the active side"),
    (GOOD.replace("action/acting", "close/pairing"), "a hex that is fought over"),
    (GOOD.replace("action/acting", "close/defending"), "armor that is assaulted"),
    (GOOD.replace("A1:RIFLE-1,RIFLE-2~2", "A1:RIFLE-2~2,RIFLE-1"), "expected the usual form"),
]


def test_the_good_position_is_read(boots: Any) -> None:
    assert boots.notation.write(boots.notation.read(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("text", "words"),
    BAD_POSITIONS,
    ids=[item[1][:40] + str(n) for n, item in enumerate(BAD_POSITIONS)],
)
def test_bad_positions_are_refused(boots: Any, text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        boots.notation.read(text)


def test_cut_and_garbled_positions_never_crash(boots: Any) -> None:
    dice = Dice(5)
    position = boots.new({"battle": "hill"})
    for _ in range(200):
        if position.actor() == -1:
            position.roll(dice)
        else:
            position.apply_choice(dice.below(position.choice_count()))
    text = boots.notation.write(position)
    for n in range(0, len(text), 7):
        for other in (text[:n], text[:n] + "9" + text[n + 1 :], text[:n] + text[n + 3 :]):
            try:
                again = boots.notation.read(other)
            except BadNotation:
                continue
            assert boots.notation.write(again) == other


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("fire:RIFLE-2", "CB-5.9"),
        ("fire:rifle-1", "CB-1.1"),
        ("fire:rifle-3", "CB-3.16"),
        ("to:A1", "CB-D2"),
        ("unload", "CB-D2"),
    ],
)
def test_illegal_action_is_explained_and_changes_nothing(boots: Any, word: str, rule: str) -> None:
    position = boots.notation.read(GOOD)
    with pytest.raises(IllegalAction) as caught:
        boots.play(position, 0, boots.notation.read_action(position, 0, word))
    assert caught.value.rule == rule and boots.notation.write(position) == GOOD


@pytest.mark.parametrize(
    ("label", "rule"),
    [("pz3-1", "CB-3.13"), ("rifle-3", "CB-9.1"), ("rifle-4", "CB-8.1"), ("rifle-5", "CB-8.17")],
)
def test_a_refused_target_names_the_reason(desk: Any, label: str, rule: str) -> None:
    places = "A1:RIFLE-1 A2:RIFLE-2 B1:rifle-1,rifle-2,pz3-1 I1:rifle-3 D1:rifle-4 A4:rifle-5"
    s = desk.scene("..B......\n.........\n.........\n.........", places)
    s.play("fire:RIFLE-1")
    before = s.line()
    with pytest.raises(IllegalAction) as caught:
        s.play(f"at:{label}")
    assert caught.value.rule == rule and s.line() == before


@pytest.mark.parametrize(
    "word",
    [
        "",
        "fire",
        "fire:",
        "fire:NOBODY-1",
        "step:UP",
        "to:Q99",
        "pair:RIFLE-1",
        "join:x",
        "65x",
        "call:x/0",
    ],
)
def test_unreadable_actions_are_refused(boots: Any, word: str) -> None:
    with pytest.raises(BadNotation, match="expected"):
        boots.notation.read_action(boots.notation.read(GOOD), 0, word)


@pytest.mark.parametrize("word", ["7", "", "66x", "1-2"])
def test_unreadable_dice_are_refused(desk: Any, word: str) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:RIFLE-1 A4:rifle-1")
    s.play("fire:RIFLE-1")
    with pytest.raises((BadNotation, IllegalAction)):
        s.game.play(s.p, -1, s.game.notation.read_action(s.p, -1, word))


def test_the_wrong_number_of_dice_is_refused(desk: Any) -> None:
    s = desk.scene(".\n.\n.\n.", "A1:RIFLE-1 A4:rifle-1")
    s.play("fire:RIFLE-1")
    with pytest.raises(IllegalAction, match="not among"):
        s.play("654")


def finished() -> tuple[Any, Any]:
    game = dogfight.load("boots")
    table = Match(game, {"battle": "convoy"}, seed=1)
    dice = Dice(1)
    while (decision := table.advance()) and table.position.actor() >= 0:
        legal = game.legal(table.position, decision.seat)
        table.play(decision.seat, legal[dice.below(len(legal))])
    return game, table.record


def test_a_record_of_other_rules_or_data_is_refused() -> None:
    game, record = finished()
    again = parse(record.to_text())
    assert verify(game, again) is not None
    for key, value, words in (
        ("rules", "0", "rules version"),
        ("data", "0" * 16, "data"),
        ("game", "chess", "chess"),
    ):
        other = parse(record.to_text())
        other.header = msgspec.structs.replace(other.header, **{key: value})
        with pytest.raises(BadRecord, match=words):
            verify(game, other)


def test_an_edited_record_is_refused_at_its_move() -> None:
    game, record = finished()
    other = parse(record.to_text())
    other.moves[3] = msgspec.structs.replace(other.moves[3], hash="0" * 16)
    with pytest.raises(BadRecord, match="move 4"):
        verify(game, other)


def test_an_action_that_cannot_be_is_named_in_words() -> None:
    game = dogfight.load("boots")
    position = game.new(game.options({"battle": "orchard"}))
    seat = owing(game.decision(position))[0]
    unit = game.battle("orchard").units[0]
    with pytest.raises(
        IllegalAction, match=rf"got lose:{unit.label} \(remove {unit.piece.name}"
    ) as refused:
        game.check(position, seat, game.notation.read_action(position, seat, f"lose:{unit.label}"))
    assert "got action" not in refused.value.message
    with pytest.raises(IllegalAction, match=r"got melee:C3 \(fight hand to hand in C3\)"):
        game.check(position, seat, game.notation.read_action(position, seat, "melee:C3"))
    with pytest.raises(IllegalAction, match="got action 99999999"):
        game.check(position, seat, 99999999)
