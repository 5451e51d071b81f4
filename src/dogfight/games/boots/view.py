"""The table as everybody may see it: in this game all information is open (CB-1.2)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dogfight.core.errors import BadNotation
from dogfight.core.parts import OpenViews
from dogfight.core.seat import Seat
from dogfight.games.boots.aids import fields
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.field import Field
from dogfight.games.boots.maps import Map, hex_name
from dogfight.games.boots.notation import (
    NOWHERE,
    PHASES,
    STAGES,
    BootsNotation,
    Filler,
    active_at,
    check_possible,
)
from dogfight.games.boots.position import Position
from dogfight.games.boots.progress import Progress, checked, progress_of, set_progress
from dogfight.games.boots.rules import dogfight as sky
from dogfight.games.boots.tables import NORTH_EDGE, SOUTH_EDGE

AIR_FATES = ("in the fight", "shot down", "driven off", "withdrawn")
"""[CB-23.13] What becomes of aircraft in a dog fight, by their numbers."""
MOST_TURN = 999


class Ground(msgspec.Struct, frozen=True):
    """[CB-2.2] The map as it is printed: rows of terrain letters and of elevations, and what is
    drawn on them.
    """

    terrain: tuple[str, ...]
    elevation: tuple[str, ...]
    roads: tuple[tuple[str, str], ...]
    ridges: tuple[tuple[str, str], ...]
    trenches: tuple[str, ...]
    bands: str


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ground unit: what it is, where, and what it can still do."""

    label: str
    key: str
    name: str
    kind: str
    seat: int
    place: str
    rating: str
    pinned: int = 0
    acted: bool = False
    aboard: str = ""
    attacks: int = 0
    slots: int = 0


class Plane(msgspec.Struct, frozen=True, omit_defaults=True):
    """One aircraft: on call over a battle, or in a dog fight; `away` once it takes no part any
    more.
    """

    label: str
    key: str
    name: str
    seat: int
    rating: str
    state: str
    damaged: bool = False
    pursues: str = ""
    turns_with: str = ""
    acted: bool = False
    away: bool = False


class Guns(msgspec.Struct, frozen=True, omit_defaults=True):
    """One battery: missions left, and what it is doing."""

    key: str
    seat: int
    missions: int
    state: str
    at: str = ""


class BoardView(msgspec.Struct, frozen=True):
    """Everything on the table, what may be fired at from where, and the position in notation.

    `battle` is the title of the battle, `key` its short name.
    """

    battle: str
    map: Ground | None
    turn: int
    game_turn: int
    turns: int
    active: int
    phase: str
    stage: str
    pieces: tuple[Piece, ...]
    planes: tuple[Plane, ...]
    batteries: tuple[Guns, ...]
    objectives: dict[str, int]
    morale: tuple[int, ...]
    points: tuple[int, ...]
    victory: str
    otherwise: str
    mover: str
    lead: str
    points_left: float
    fields: tuple[Field, ...]
    key: str
    progress: Progress
    notation: str


def ground_of(drawn: Map) -> Ground:
    """A map as boards draw it."""
    names = [[f"{chr(65 + c)}{r + 1}" for c in range(drawn.columns)] for r in range(drawn.rows)]
    return Ground(
        terrain=tuple("".join(drawn.letters[name] for name in row) for row in names),
        elevation=tuple("".join(str(drawn.elev[name]) for name in row) for row in names),
        roads=tuple(drawn.roads),
        ridges=tuple(drawn.ridges),
        trenches=tuple(drawn.trenches),
        bands={NORTH_EDGE: "north", SOUTH_EDGE: "south"}.get(drawn.edge, ""),
    )


def _piece(battle: Battle, p: Position, u: int) -> Piece:
    unit = battle.units[u]
    place = int(p.place[u])
    nowhere = {where: name for name, where in NOWHERE.items()}
    return Piece(
        label=unit.label,
        key=unit.key,
        name=unit.piece.name,
        kind=unit.piece.kind,
        seat=unit.seat,
        place=nowhere[place] if place < 0 else hex_name(battle.tables.board, place),
        rating=unit.piece.summary(),
        pinned=int(p.pin[u]),
        acted=bool(p.acted >> u & 1),
        aboard=battle.units[p.link[u] - 1].label if p.is_cargo(u) else "",
        attacks=int(p.attacks[u]),
        slots=int(p.slots[u] & 3),
    )


def _plane(battle: Battle, p: Position, a: int) -> Plane:
    unit = battle.planes[a]
    if battle.tables.dogfight:
        away = bool(p.fate[a])
        state = AIR_FATES[p.fate[a]]
    else:
        away = bool(p.laps[a] < 0)
        state = (
            "waiting"
            if p.laps[a] == 0
            else "gone"
            if p.laps[a] < 0
            else f"circling {int(p.laps[a])}"
        )
    return Plane(
        label=unit.label,
        key=unit.key,
        name=unit.piece.name,
        seat=unit.seat,
        rating=unit.piece.summary(),
        state=state,
        damaged=bool(p.damaged >> a & 1),
        pursues=battle.planes[p.prey[a]].label if p.prey[a] >= 0 else "",
        turns_with=battle.planes[p.circle[a]].label if p.circle[a] >= 0 else "",
        acted=bool((p.acted if battle.tables.dogfight else p.used) >> a & 1),
        away=away,
    )


def _guns(battle: Battle, p: Position, b: int) -> Guns:
    key, _, _ = battle.batteries[b]
    state = (
        "idle"
        if p.began[b] == 0
        else "delayed"
        if p.began[b] < 0
        else f"falling since {int(p.began[b])}"
    )
    at = hex_name(battle.tables.board, p.aimed[b]) if p.aimed[b] >= 0 else ""
    return Guns(
        key=key,
        seat=int(battle.tables.battery_side[b]),
        missions=int(p.missions[b]),
        state=state,
        at=at,
    )


class BootsViews(OpenViews[Position, BoardView]):
    """Pictures of the battles of one set of data files."""

    def __init__(self, notation: BootsNotation, battle: Callable[[str], Battle]) -> None:
        super().__init__()
        self.notation = notation
        self.battle = battle
        self._grounds: dict[str, Ground | None] = {}

    def forget(self) -> None:
        """A battle has changed: what was imagined and drawn before holds no longer."""
        super().forget()
        self._grounds.clear()

    def _ground(self, name: str) -> Ground | None:
        """The map of a battle, which stays as it is; made once."""
        if name not in self._grounds:
            drawn = self.battle(name).map
            self._grounds[name] = ground_of(drawn) if drawn is not None else None
        return self._grounds[name]

    def board_view(self, p: Position, seat: Seat) -> BoardView:  # noqa: ARG002
        """[CB-1.2] The table as it lies, the same for all."""
        battle = self.battle(p.t.name)
        t = battle.tables
        board = t.board
        return BoardView(
            battle=battle.name,
            map=self._ground(p.t.name),
            turn=int(p.turn),
            game_turn=int(p.game_turn()),
            turns=int(t.turns),
            active=int(p.active),
            phase=PHASES[p.phase],
            stage=STAGES[p.stage],
            pieces=tuple(_piece(battle, p, u) for u in range(len(battle.units))),
            planes=tuple(_plane(battle, p, a) for a in range(len(battle.planes))),
            batteries=tuple(_guns(battle, p, b) for b in range(len(battle.batteries))),
            objectives={
                hex_name(board, place): int(p.control[n]) for n, place in enumerate(t.objectives)
            },
            morale=tuple(int(number) for number in t.morale),
            points=(int(sky.points(p, 0)), int(sky.points(p, 1))) if t.dogfight else (),
            victory=battle.victory,
            otherwise=battle.otherwise,
            mover=battle.units[p.mover].label if p.mover >= 0 else "",
            lead=battle.units[p.lead].label if p.lead >= 0 else "",
            points_left=int(p.mp) / 2,
            fields=fields(battle, p) if battle.map is not None else (),
            key=battle.key,
            progress=progress_of(battle, p),
            notation=self.notation.write(p),
        )

    def position_on(self, board: BoardView) -> Position:
        """[CB-1.2] The position that lies on a table; `BadNotation` if there can be none."""
        battle = self.battle(board.key)
        if (
            not 0 <= board.turn <= MOST_TURN
            or board.phase not in PHASES
            or board.stage not in STAGES
        ):
            raise BadNotation(
                f"expected a turn and a phase like 't3 action/acting', got t{board.turn}"
                f" {board.phase}/{board.stage}",
                rule="CB-5.3",
            )
        p = Position(battle.tables)
        p.turn, p.active = board.turn, active_at(battle, board.turn)
        p.phase, p.stage = PHASES.index(board.phase), STAGES.index(board.stage)
        filler = Filler(battle, p)
        try:
            _put_back(filler, board)
        except (LookupError, OverflowError) as error:
            raise BadNotation(
                f"expected a possible position, got {board.notation!r}; {error}"
            ) from error
        check_possible(battle, p, board.notation)
        return p


def _put_back(filler: Filler, board: BoardView) -> None:
    """What the table shows of pieces, aircraft, batteries and objectives, and what is in
    progress.
    """
    p, battle = filler.p, filler.battle
    for piece in sorted(
        board.pieces, key=lambda piece: piece.aboard != ""
    ):  # vehicles before what they carry
        place = NOWHERE[piece.place] if piece.place in NOWHERE else filler.where(piece.place)
        carrier = filler.unit(piece.aboard) if piece.aboard else -1
        if carrier >= 0 and (p.place[carrier] != place or p.link[carrier] != 0):
            raise BadNotation(
                f"expected cargo with its vehicle, one for each, got {piece.label}", rule="CB-7.2"
            )
        filler.put(piece.label, place, checked(piece.pinned), piece.acted, carrier, piece.label)
    for plane in board.planes:
        if battle.tables.dogfight:
            a = filler.fly(plane.label, plane.pursues, plane.turns_with)
            p.fate[a] = _index(AIR_FATES, plane.state)
            p.acted |= plane.acted << a
        else:
            a = filler.unit(plane.label, True)
            p.used |= plane.acted << a
        p.damaged |= plane.damaged << a
    filler.check_count()
    barrages = board.progress.barrages
    if not len(board.batteries) == len(barrages) == len(battle.batteries):
        raise BadNotation(
            f"expected {len(battle.batteries)} batteries, got {len(board.batteries)}",
            rule="CB-18.2",
        )
    for b, (guns, barrage) in enumerate(zip(board.batteries, barrages, strict=True)):
        filler.lay(
            b,
            checked(guns.missions),
            guns.at,
            checked(barrage.began),
            filler.mask(barrage.hit),
            f"{guns.key} with {guns.missions}",
        )
    for n, place in enumerate(battle.tables.objectives):
        p.control[n] = checked(board.objectives[hex_name(battle.tables.board, place)])
    set_progress(filler, board.progress)


def _index(words: tuple[str, ...], word: str) -> int:
    if word not in words:
        raise BadNotation(f"expected one of {', '.join(words)}; got {word!r}")
    return words.index(word)
