"""The keys of a battle file as types: what may stand in it, for its reader and for forms."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import fields

from dogfight.datafiles.files import StrictStruct
from dogfight.games.boots.data import Battery, Piece, Terrain

Seat = Annotated[int, Meta(ge=0, le=1, extra={"rule": "CB-1.1", "hint": "seat"})]
Hex = Annotated[str, Meta(extra={"hint": "hex"})]
Area = Annotated[str, Meta(extra={"hint": "area"})]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Rows = Annotated[str, Meta(extra={"hint": "rows"})]
Sentence = Annotated[str, Meta(extra={"hint": "sentence"})]
Count = Annotated[int, Meta(ge=1, le=62)]
Missions = Annotated[int, Meta(ge=1, le=99, extra={"rule": "CB-18.2"})]
Arrival = tuple[Count, Annotated[int, Meta(ge=1, le=100)]]


class BattleSection(StrictStruct, frozen=True, rename={"otherwise": "else"}):
    """[CB-24.1] How the battle is called, how long it lasts and who wins."""

    name: Name
    first: Seat
    """The side that begins."""
    turns: Annotated[int, Meta(ge=1, le=100, extra={"rule": "CB-5.2"})]
    victory: Sentence
    """[CB-24.3] The conditions, in the sentences of the battle format."""
    otherwise: Sentence
    """[CB-24.5] What happens when no condition holds: `Seat N wins.` or `It is a draw.`"""
    setup: list[Seat] = []
    """[CB-24.1] Both sides, in the order in which they set up."""
    objectives: list[Hex] = []
    """[CB-24.2] Hexes that count."""
    control: dict[str, Seat] = {}
    """[CB-24.2] Who holds an objective at the start; others are nobody's."""
    dogfight: bool = False
    """[CB-21.13] Aircraft alone, without a map."""
    annihilation: bool = True
    """[CB-24.8] Whether a side without units has lost."""


class MapSection(StrictStruct, frozen=True):
    """[CB-2.2] Rows of letters, one for each row of hexes, and what is drawn on them."""

    terrain: Rows
    elev: Rows = ""
    """[CB-2.8] Rows of digits; none is flat ground."""
    roads: list[str] = []
    """[CB-2.16] Chains of adjacent hexes like `A1 B1 C2`."""
    ridges: list[str] = []
    """[CB-2.11] Hexsides between hexes of equal elevation, like `C4-C5`."""
    trenches: list[Hex] = []
    bands: Literal["", "north", "south"] = ""
    """[CB-2.18] The edge beyond which range bands lie."""


class SideSection(StrictStruct, frozen=True):
    """[CB-24.7] One side: its units, where they start, and what comes to their help."""

    seat: Seat
    name: Name
    units: dict[str, Count]
    """Pieces and how many of each."""
    morale: Annotated[int, Meta(ge=0, le=6, extra={"rule": "CB-19.4"})] = 0
    zones: dict[str, list[Area]] = {}
    """[CB-24.1] Where `any` unit, `reinforcements` or a piece may be set up: hexes, or rectangles
    like `A1:C6`.
    """
    aboard: list[str] = []
    """[CB-24.6] Who starts aboard what, like `bri_truck: bri_rifle`."""
    batteries: dict[str, Missions] = {}
    """[CB-18.2] Batteries and their missions."""
    aircraft: dict[str, Arrival] = {}
    """[CB-20.1] How many, and from which game turn on."""
    reinforcements: dict[str, Arrival] = {}
    """[CB-24.4] How many, and in which game turn they come."""
    exits: list[Hex] = []
    """[CB-6.18] Hexes by which its units can leave."""


class BattleFile(StrictStruct, frozen=True):
    """One battle."""

    battle: BattleSection
    side: list[SideSection]
    map: MapSection | None = None


def keys_of(section: type[StrictStruct]) -> tuple[str, ...]:
    """The keys that a section may have."""
    return tuple(field.encode_name for field in fields(section))


DATA_FILES = {
    "battle_*.toml": BattleFile,
    "pieces.toml": dict[str, Piece],
    "terrain.toml": dict[str, Terrain],
    "batteries.toml": dict[str, Battery],
}
