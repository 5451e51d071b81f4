"""Terrain, pieces and batteries: TOML with provenance, checked and frozen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from dogfight.datafiles.files import DataFile, StrictStruct, built_in_names, digest_of, find

GAME = "boots"
BATTLE = "battle_"
WEAPONS = ("", "r", "m", "M", "a", "h")
MOVE_CLASSES = ("foot", "gun", "wheeled", "tracked")
CLASSES = ("infantry", "gun", "soft", "armor", "aircraft")
CARRIES = ("none", "infantry", "any")
EXPOSING = ("tank", "assault_gun")


Cost = Annotated[int, Meta(ge=-1, le=20, title="a cost", extra={"rule": "CB-6.2"})]
Cover = Annotated[int, Meta(ge=0, le=9, title="a cover", extra={"rule": "CB-11.1"})]
Rating = Annotated[int, Meta(ge=0, le=99, title="a rating", extra={"rule": "CB-3.9"})]


class Terrain(StrictStruct, frozen=True):
    """[CB-2.6] One kind of terrain: costs by movement class, cover, and what it does to sight and
    assaults.

    Which kinds are closed (CB-2.13) and which are obstacles (CB-2.14, CB-2.15) is in the data.
    """

    letter: str
    """Its letter on maps; none for an overlay such as a trench."""
    foot: Cost
    """Movement points on foot; -1 where it cannot go. 0 is no cost."""
    gun: Cost
    wheeled: Cost
    tracked: Cost
    cover: Cover
    cover_vehicle: Cover
    obstacle: bool
    """Whether it hides what lies behind it."""
    closed: bool
    """Whether armor in it can be assaulted like infantry."""
    prov: str
    """Where the numbers come from."""

    def cost(self, move_class: str) -> int:
        return int(getattr(self, move_class))


class Piece(StrictStruct, frozen=True, rename={"kind_class": "class"}):
    """[CB-3.1] [CB-3.2] One type of piece and its ratings."""

    name: str
    nation: str
    """Three letters that the keys of its pieces begin with."""
    kind_class: Literal["infantry", "gun", "soft", "armor", "aircraft"]
    kind: str
    """What it is: rifle, mg, mortar, tank, truck and so on."""
    sv: Annotated[int, Meta(ge=1, le=9, title="a survivability", extra={"rule": "CB-3.7"})]
    prov: str
    """Where the numbers come from."""
    move_class: Literal["foot", "gun", "wheeled", "tracked", ""] = ""
    range: int = 0
    """Hexes, -1 for all of the map, or 1 to 4 bands."""
    band: bool = False
    """Whether the range counts bands."""
    move: Annotated[int, Meta(ge=0, le=40, title="a movement", extra={"rule": "CB-3.5"})] = 0
    weapon: Literal["", "r", "m", "M", "a", "h"] = ""
    """r rifle, m machine gun, M heavy machine gun, a anti-tank, h high explosive."""
    fp: int = 0
    mg: Annotated[int, Meta(ge=0, le=9, title="a machine gun", extra={"rule": "CB-3.17"})] = 0
    carries: Literal["none", "infantry", "any"] = "none"
    bombs: Rating = 0
    strafe: Rating = 0
    man: int = 0
    """Maneuver of an aircraft, from 1."""
    air_fp: Rating = 0

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
    fp: Annotated[int, Meta(ge=1, le=99, title="a firepower", extra={"rule": "CB-18.2"})]
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
            if value.cost(name) == 0:
                raise file.fault(
                    f"{key}.{name}",
                    "a cost from 1 to 20, or -1 for impassable",
                    value.cost(name),
                    rule="CB-6.2",
                )


def _check_pieces(file: DataFile, pieces: dict[str, Piece]) -> None:
    for key, piece in pieces.items():
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
