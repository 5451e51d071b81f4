"""What a player of a battle reads: the set-up sheet, the rules in brief and the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dogfight.games.boots.battles import Battle
from dogfight.games.boots.data import Catalogue

GROUND_RULES = (
    "Dice (CB-1): both sides roll a handful. The attacker's best die against the target's best:"
    " higher is a pin; if his second die beats it too, a kill. Every 6 after the first adds one to"
    " the highest die. Ties do nothing.",
    "A turn (CB-5): Start (barrages, reinforcements), Action (each unit moves or fires, missions,"
    " aircraft), Close combat, Rally, End (units cut off, control, victory).",
    "Moving (CB-6, CB-7): points by terrain, +1 for each line uphill, half along a road, kept"
    " exactly. Vehicles load or unload once, before or after moving. Beyond one edge there may be"
    " bands: ten points each, or half-way stops on lines.",
    "Sight (CB-8): centre to centre in whole numbers; buildings, forest, hills and ridges hide,"
    " units do not, but friends at the firer's elevation hinder his fire. Mortars fire over them.",
    "Reactions (CB-13): a unit that is fired at may shoot back for a slot; a unit that sees another"
    " move may fire after each of its steps, with a slot that stays locked on it. A machine gun has"
    " two slots, a liquid-cooled one three.",
    "In one hex (CB-14 to CB-17): one die more, no cover, a pin destroys; hand to hand in rounds of"
    " matches; rifle squads assault armor in closed terrain; tanks overrun.",
    "From afar (CB-18, CB-20): missions fall at once or a turn late and last over both turns;"
    " aircraft bomb once and then strafe in five turns, always under ground fire.",
)
"""The rules in brief as `docs/boots.md` has them."""
DOGFIGHT_RULES = (
    GROUND_RULES[0],
    "Dog fights (CB-21 to CB-23): only positions count: pursuing, fleeing, turning, disengaged.",
    "Positions (CB-21): all begin disengaged. One pursuer and one target at most; who turns does so"
    " with one enemy and neither pursues nor flees. A disengaged aircraft may leave for good.",
    "A maneuver (CB-22): both roll as many dice as their M; the higher highest die wins. Who wins"
    " fleeing disengages or turns with the pursuer; who wins turning pursues or disengages, who"
    " loses it is pursued. On a disengaged enemy: win and pursue, tie and turn, lose and he may"
    " pursue. On an engaged enemy without a pursuer no roll is needed.",
    "Fire (CB-23): a pursuer that nobody pursues fires or disengages; firepower against SV. A"
    " second damage destroys; a damaged aircraft leaves after its next turn. A firing run, by one"
    " who is disengaged or flees, gives the target a die more. In the first turn disengaged"
    " aircraft may meet head-on: firepower and SV together; the lower highest die is destroyed.",
)


def rules_in_brief(battle: Battle) -> tuple[str, ...]:
    """The rules that a battle needs."""
    return DOGFIGHT_RULES if battle.tables.dogfight else GROUND_RULES


class SetUpSheet:
    """Everything that has to be known before the first move, from the file of a battle."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self._battle = battle
        self._catalogue = catalogue
        contents: Mapping[str, Any] = catalogue.battles[battle.key].contents
        self._section: Mapping[str, Any] = contents["battle"]
        self._sides = sorted(contents["side"], key=lambda side: int(side["seat"]))

    def rows(self) -> list[str]:
        """The whole sheet, a line each."""
        return [*self._battle_rows(), *self._side_rows(0), *self._side_rows(1), *self._end_rows()]

    def _battle_rows(self) -> Iterator[str]:
        battle, sides = self._battle, self._battle.sides
        numbers = "  ".join(str(turn + 1) for turn in range(battle.tables.turns))
        yield f"{sides[battle.tables.first]} begin each turn. Turns: {numbers}"
        if "setup" in self._section:
            first, second = self._section["setup"]
            yield f"Set up: {sides[first]} first, then {sides[second]} (CB-24.1)."
        if objectives := self._section.get("objectives"):
            control = self._section.get("control", {})
            held = [
                f"{name} ({sides[control[name]] if name in control else 'nobody'})"
                for name in objectives
            ]
            yield f"Objectives, and who holds them at the start: {', '.join(held)}."

    def _side_rows(self, seat: int) -> Iterator[str]:
        side, name = self._sides[seat], self._battle.sides[seat]
        yield ""
        morale = f", morale {side['morale']}" if "morale" in side else ""
        yield f"{name.upper()}{morale}"
        yield f"Pieces: {self._counted(side['units'])}."
        for key, areas in side.get("zones", {}).items():
            who = {"any": "All", "reinforcements": "Reinforcements"}.get(key) or self._name(key)
            yield f"{who} set up in: {', '.join(areas)}."
        if aboard := side.get("aboard"):
            pairs = Counter(tuple(part.strip() for part in entry.split(":")) for entry in aboard)
            listed = [
                f"{self._name(cargo)} aboard {self._name(carrier)}{_times(count)}"
                for (carrier, cargo), count in pairs.items()
            ]
            yield f"At the start: {', '.join(listed)}."
        for key, missions in side.get("batteries", {}).items():
            battery = self._catalogue.batteries[key]
            yield f"Battery: {battery.name} (H{battery.fp}), {missions} fire missions (CB-18)."
        for key, (count, turn) in side.get("aircraft", {}).items():
            yield f"Aircraft: {count} × {self._name(key)}, from turn {turn} on (CB-20)."
        for key, (count, turn) in side.get("reinforcements", {}).items():
            yield f"Reinforcements: {count} × {self._name(key)} in turn {turn} (CB-5.4)."
        if exits := side.get("exits"):
            yield f"Units may leave by {', '.join(exits)} (CB-6.18)."

    def _end_rows(self) -> Iterator[str]:
        yield ""
        yield "VICTORY"
        dogfight = self._battle.tables.dogfight
        yield from [self._battle.victory] if dogfight else self._battle.victory.split("; ")
        yield f"Else: {self._battle.otherwise}"
        if not dogfight and self._section.get("annihilation", True):
            yield "A side with no ground unit left and none to come has lost (CB-5.16)."

    def _counted(self, units: Mapping[str, int]) -> str:
        return ", ".join(f"{count} × {self._name(key)}" for key, count in units.items())

    def _name(self, key: str) -> str:
        return self._catalogue.pieces[key].name if key in self._catalogue.pieces else key


def piece_rows(battle: Battle) -> list[str]:
    """The ratings of the pieces of a battle, a line for each."""
    pieces = {unit.key: unit.piece for unit in [*battle.units, *battle.planes]}
    return [
        f"{piece.name}: {piece.summary()}"
        + (
            f", bombs {piece.bombs}, strafe {piece.strafe}"
            if piece.is_aircraft
            else f", range {_range(piece.range, piece.band)}, move {piece.move} {piece.move_class}"
            + (f", carries {piece.carries}" if piece.carries != "none" else "")
        )
        for piece in pieces.values()
    ]


def _range(hexes: int, band: bool) -> str:
    if hexes < 0:
        return "all of the map"
    return f"{hexes} {'bands' if band else 'hexes'}"


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""


def parted(rows: Sequence[str], most: int) -> list[list[str]]:
    """Rows in parts of at most so many, none of which begins with an empty one."""
    parts: list[list[str]] = [[]]
    for row in rows:
        if len(parts[-1]) == most:
            parts.append([])
        if row or parts[-1]:
            parts[-1].append(row)
    return [part for part in parts if part]
