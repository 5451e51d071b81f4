"""What is going on beside what the pieces show: a move, an attack, a fight, dice; from a
position and back into one.
"""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.errors import BadNotation
from dogfight.games.boots.battles import Battle, Unit
from dogfight.games.boots.maps import hex_name
from dogfight.games.boots.notation import (
    MOST_NUMBER,
    NUMBERS,
    PER_UNIT,
    PLACES,
    POOLS,
    UNIT_SETS,
    UNITS,
    Filler,
    at_rest,
    lead_is_unit,
)
from dogfight.games.boots.position import Position
from dogfight.games.boots.rules.dice import pool_of, showing
from dogfight.games.boots.validity import MOST_DICE


class Barrage(msgspec.Struct, frozen=True, omit_defaults=True):
    """[CB-18.2] When the fire of a battery began (-1 delayed, 0 idle), and whom it has hit."""

    began: int = 0
    hit: tuple[str, ...] = ()


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is in progress, under the names that the notation has for it; what is at rest is left
    out.

    `dice` counts the dice on the table by face from 1 to 6, `shares` holds numbers of single units
    by their labels, and `laps` the turns that aircraft on call have left.
    """

    units: dict[str, str] = {}
    sets: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, int] = {}
    places: dict[str, str] = {}
    dice: dict[str, tuple[int, ...]] = {}
    shares: dict[str, dict[str, int]] = {}
    fought: tuple[str, ...] = ()
    barrages: tuple[Barrage, ...] = ()
    laps: tuple[int, ...] = ()


def progress_of(battle: Battle, p: Position) -> Progress:
    """What is in progress in a position."""
    board, units = battle.tables.board, battle.units
    one_unit = {key: units[number].label for key in UNITS if (number := getattr(p, key)) >= 0}
    numbers = {
        key: int(value) for key, quiet in NUMBERS.items() if (value := getattr(p, key)) != quiet
    }
    if p.lead >= 0 and lead_is_unit(p):
        one_unit["lead"] = units[p.lead].label
    elif p.lead >= 0:
        numbers["lead"] = int(p.lead)
    return Progress(
        units=one_unit,
        sets={key: _labels(units, mask) for key in UNIT_SETS if (mask := getattr(p, key))},
        numbers=numbers,
        places={key: hex_name(board, place) for key in PLACES if (place := getattr(p, key)) >= 0},
        dice={key: _faces(pool) for key in POOLS if (pool := getattr(p, key))},
        shares=_shares(battle, p),
        fought=tuple(hex_name(board, place) for place in p.fought),
        barrages=tuple(
            Barrage(int(began), _labels(units, hit))
            for began, hit in zip(p.began, p.hit, strict=True)
        ),
        laps=tuple(int(lap) for lap in p.laps),
    )


def _labels(units: list[Unit], mask: int) -> tuple[str, ...]:
    return tuple(unit.label for number, unit in enumerate(units) if mask >> number & 1)


def _faces(pool: int) -> tuple[int, ...]:
    return tuple(int(showing(pool, face)) for face in range(1, 7))


def _shares(battle: Battle, p: Position) -> dict[str, dict[str, int]]:
    shares: dict[str, dict[str, int]] = {key: {} for key in PER_UNIT}
    for u, unit in enumerate(battle.units):
        quiet = at_rest(p, u)
        for key, value, usual in (
            ("attacks", p.attacks[u], quiet),
            ("slots", p.slots[u], quiet),
            ("matched", p.matched[u], 0),
        ):
            if value != usual:
                shares[key][unit.label] = int(value)
    return {key: values for key, values in shares.items() if values}


def set_progress(filler: Filler, progress: Progress) -> None:
    """Put what is in progress into the position of a filler; its turn and its pieces are there
    already.
    """
    p = filler.p
    filler.rest()
    for key, label in progress.units.items():
        setattr(p, _known(key, ("lead", *UNITS)), filler.unit(label))
    for key, labels in progress.sets.items():
        setattr(p, _known(key, UNIT_SETS), filler.mask(labels))
    for key, number in progress.numbers.items():
        setattr(p, _known(key, ("lead", *NUMBERS)), checked(number))
    for key, name in progress.places.items():
        setattr(p, _known(key, PLACES), filler.where(name))
    for key, counts in progress.dice.items():
        setattr(p, _known(key, POOLS), _pool(counts))
    for key, values in progress.shares.items():
        row = getattr(p, _known(key, PER_UNIT))
        for label, number in values.items():
            row[filler.unit(label)] = checked(number)
    p.fought = vec[i64]([filler.where(name) for name in progress.fought])
    if len(progress.laps) != len(p.laps):
        raise BadNotation(f"expected {len(p.laps)} numbers for laps, got {progress.laps}")
    p.laps = vec[i64]([checked(lap) for lap in progress.laps])


def checked(number: int) -> int:
    """A number that a field of a position has room for."""
    if not -MOST_NUMBER <= number <= MOST_NUMBER:
        raise BadNotation(f"expected a number from {-MOST_NUMBER} to {MOST_NUMBER}, got {number}")
    return number


def _known(key: str, names: tuple[str, ...]) -> str:
    if key not in names:
        raise BadNotation(f"expected one of {', '.join(names)}; got {key!r}")
    return key


def _pool(counts: tuple[int, ...]) -> int:
    if len(counts) != 6 or min(counts) < 0 or not 1 <= sum(counts) <= MOST_DICE:
        raise BadNotation(
            f"expected up to {MOST_DICE} dice by their faces, got {counts}", rule="CB-1.3"
        )
    return sum(count * int(pool_of(face)) for face, count in enumerate(counts, 1))
