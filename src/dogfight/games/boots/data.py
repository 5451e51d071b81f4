"""Terrain, pieces and batteries: TOML with provenance, checked and frozen."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from dogfight.core.data import DataFile, StrictStruct, built_in_names, digest_of, find

GAME = "boots"
BATTLE = "battle_"
WEAPONS = ("", "r", "m", "M", "a", "h")
MOVE_CLASSES = ("foot", "gun", "wheeled", "tracked")
CLASSES = ("infantry", "gun", "soft", "armor", "aircraft")
CARRIES = ("none", "infantry", "any")
EXPOSING = ("tank", "assault_gun")


class Terrain(StrictStruct, frozen=True):
    """[CB-2.6] One kind of terrain: costs by movement class, cover, and what it does to sight and
    assaults.

    Which kinds are closed (CB-2.13) and which are obstacles (CB-2.14, CB-2.15) is in the data.
    """

    letter: str
    foot: int
    gun: int
    wheeled: int
    tracked: int
    cover: int
    cover_vehicle: int
    obstacle: bool
    closed: bool
    prov: str

    def cost(self, move_class: str) -> int:
        return int(getattr(self, move_class))


class Piece(StrictStruct, frozen=True, rename={"kind_class": "class"}):
    """[CB-3.1] [CB-3.2] One type of piece and its ratings."""

    name: str
    nation: str
    kind_class: Literal["infantry", "gun", "soft", "armor", "aircraft"]
    kind: str
    sv: int
    prov: str
    move_class: Literal["foot", "gun", "wheeled", "tracked", ""] = ""
    range: int = 0
    band: bool = False
    move: int = 0
    weapon: Literal["", "r", "m", "M", "a", "h"] = ""
    fp: int = 0
    mg: int = 0
    carries: Literal["none", "infantry", "any"] = "none"
    bombs: int = 0
    strafe: int = 0
    man: int = 0
    air_fp: int = 0

    @property
    def is_aircraft(self) -> bool:
        return self.kind_class == "aircraft"

    def summary(self) -> str:
        """[CB-3.8] [CB-3.9] r2/2 for ground units, 3/2 M=3 for aircraft."""
        if self.is_aircraft:
            return f"{self.air_fp}/{self.sv} M={self.man}"
        return f"{self.weapon}{self.fp or ''}/{self.sv}"


class Battery(StrictStruct, frozen=True):
    """[CB-4.10] [CB-18.1] Off-board artillery; all of it is of type H."""

    name: str
    nation: str
    weapon: Literal["H"]
    fp: int
    prov: str


class Catalogue:
    """Everything the battles are made of, and where it came from."""

    def __init__(self, folder: Path | None) -> None:
        terrain = find(GAME, "terrain.toml", folder)
        pieces = find(GAME, "pieces.toml", folder)
        batteries = find(GAME, "batteries.toml", folder)
        self.terrain = terrain.read(dict[str, Terrain], {"": "CB-2.6"})
        self.pieces = pieces.read(dict[str, Piece], {"": "CB-3.1"})
        self.batteries = batteries.read(dict[str, Battery], {"": "CB-18.2"})
        _check_terrain(terrain, self.terrain)
        _check_pieces(pieces, self.pieces)
        for key, battery in self.batteries.items():
            if not 1 <= battery.fp <= 99:
                raise batteries.fault(
                    f"{key}.fp", "a firepower from 1 to 99", battery.fp, rule="CB-18.2"
                )
        self.battles = _battle_files(folder)
        self.digest = digest_of(
            terrain, pieces, batteries, *(self.battles[name] for name in sorted(self.battles))
        )

    @property
    def letters(self) -> dict[str, Terrain]:
        """Terrain by its letter on maps."""
        return {terrain.letter: terrain for terrain in self.terrain.values() if terrain.letter}


def _check_terrain(file: DataFile, terrain: dict[str, Terrain]) -> None:
    for needed in ("open", "entrenchment"):
        if needed not in terrain:
            raise file.fault(needed, "an entry of this name", "nothing", rule="CB-2.6")
    seen: dict[str, str] = {}
    for key, value in terrain.items():
        if len(value.letter) > 1 or value.letter.isspace():
            raise file.fault(
                f"{key}.letter", "one letter, or none for an overlay", value.letter, rule="CB-2.6"
            )
        if value.letter and value.letter in seen:
            raise file.fault(
                f"{key}.letter",
                f"another letter than {seen[value.letter]}",
                value.letter,
                rule="CB-2.6",
            )
        seen[value.letter] = key
        for name in MOVE_CLASSES:
            if value.cost(name) != -1 and not 1 <= value.cost(name) <= 20:
                raise file.fault(
                    f"{key}.{name}",
                    "a cost from 1 to 20, or -1 for impassable",
                    value.cost(name),
                    rule="CB-6.2",
                )
        for name in ("cover", "cover_vehicle"):
            if not 0 <= getattr(value, name) <= 9:
                raise file.fault(
                    f"{key}.{name}", "a cover from 0 to 9", getattr(value, name), rule="CB-11.1"
                )


def _check_pieces(file: DataFile, pieces: dict[str, Piece]) -> None:
    for key, piece in pieces.items():
        if not 1 <= piece.sv <= 9:
            raise file.fault(f"{key}.sv", "a survivability from 1 to 9", piece.sv, rule="CB-3.7")
        if piece.is_aircraft:
            _check_aircraft(file, key, piece)
            continue
        if piece.move_class == "":
            raise file.fault(
                f"{key}.move_class", "one of " + ", ".join(MOVE_CLASSES), "", rule="CB-6.2"
            )
        if (piece.weapon == "") != (piece.fp == 0) or not 0 <= piece.fp <= 9:
            raise file.fault(
                f"{key}.fp",
                "a firepower from 1 to 9 with a weapon, 0 without",
                piece.fp,
                rule="CB-4.16",
            )
        if piece.range < -1 or (piece.band and not 1 <= piece.range <= 4):
            raise file.fault(
                f"{key}.range", "hexes, -1 for *, or 1 to 4 bands", piece.range, rule="CB-3.3"
            )
        if not 0 <= piece.move <= 40:
            raise file.fault(f"{key}.move", "a movement from 0 to 40", piece.move, rule="CB-3.5")
        if not 0 <= piece.mg <= 9:
            raise file.fault(
                f"{key}.mg", "a machine gun from 1 to 9, or 0 for none", piece.mg, rule="CB-3.17"
            )
        if piece.mg and piece.kind_class != "armor":
            raise file.fault(
                f"{key}.mg",
                "0, for only armor has an integrated machine gun",
                piece.mg,
                rule="CB-3.17",
            )
        if piece.carries != "none" and piece.kind_class not in ("soft", "armor"):
            raise file.fault(
                f"{key}.carries", "none, for only vehicles carry", piece.carries, rule="CB-7.1"
            )


def _check_aircraft(file: DataFile, key: str, piece: Piece) -> None:
    if not 1 <= piece.man <= 99:
        raise file.fault(f"{key}.man", "a maneuver from 1 to 99", piece.man, rule="CB-3.9")
    for name in ("air_fp", "bombs", "strafe"):
        if not 0 <= getattr(piece, name) <= 99:
            raise file.fault(
                f"{key}.{name}", "a rating from 0 to 99", getattr(piece, name), rule="CB-3.9"
            )
    if piece.bombs == 0 and piece.strafe == 0 and piece.air_fp == 0:
        raise file.fault(
            f"{key}.bombs", "bombs, a strafing rating or air firepower", 0, rule="CB-20.3"
        )


def _battle_files(folder: Path | None) -> dict[str, DataFile]:
    """The built-in battles, and those of the folder, which may replace them."""
    names = {
        built_in_name for built_in_name in built_in_names(GAME) if built_in_name.startswith(BATTLE)
    }
    if folder is not None:
        for place in (folder / GAME, folder):
            names |= {path.name for path in place.glob(f"{BATTLE}*.toml")}
    return {
        name.removeprefix(BATTLE).removesuffix(".toml"): find(GAME, name, folder)
        for name in sorted(names)
    }
