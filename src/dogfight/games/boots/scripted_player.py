"""A plain scripted player, the same for both sides, to measure whether a battle is fair."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.boots import odds
from dogfight.games.boots import state as st
from dogfight.games.boots.actions import split
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.position import Position, new_position
from dogfight.games.boots.rules import menu
from dogfight.games.boots.rules.close import fighters_at

REACT = 0.25
FIRE = 0.3
NEAR = 3
"""How near to its goal a vehicle sets its cargo down."""


class Drill:
    """Fires where it pays, walks to objectives it does not control, and sets up in cover near them."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, p: Position) -> int:
        """One of the legal actions."""
        legal = [int(p.choice(i)) for i in range(int(p.choices()))]
        match int(p.stage):
            case st.PLACING:
                return self.best(legal, lambda one: self.post(p, one))
            case st.ACTING:
                return self.act(p, legal)
            case st.STEPPING:
                return self.step(p, legal)
            case st.FOLLOWING | st.RETURNING | st.GROUND_FIRE | st.FIRING_ON | st.DEFENDING:
                return self.shoot(p, legal, REACT)
            case st.AIMING | st.OVERRUNNING | st.STRAFING | st.STORMING:
                return self.best(legal, lambda one: self.effect(p, one) if one else -1.0)
            case st.MUSTERING:
                return self.best(legal, lambda one: self.effect(p, one))
            case st.CALLING | st.SENDING:
                return self.best(legal, lambda one: self.crowd(p, split(one)[1], split(one)[0]))
            case st.FIGHTING:
                return self.fight(p, legal)
            case st.RETREATING | st.GANGING_UP:
                return legal[-1] if p.stage == st.GANGING_UP else legal[0]
            case _:
                return legal[self.dice.below(len(legal))]

    def best(self, legal: list[int], score: object) -> int:
        """The action with the highest score; chance breaks ties."""
        assert callable(score)
        return max(legal, key=lambda one: (score(one), self.dice.below(1000)))

    @staticmethod
    def effect(p: Position, action: int) -> float:
        shot = odds.best_shot(p, action)
        return 0.0 if shot is None else float(shot.effect)

    # --- goals -------------------------------------------------------------------------------

    @staticmethod
    def goals(p: Position, side: int) -> list[int]:
        """Objectives the side does not control; for a side that has none to take, enemy hexes."""
        wanted = [int(one) for n, one in enumerate(p.t.objectives) if p.control[n] != side]
        if wanted or len(p.t.objectives):
            return wanted
        foes = (int(p.place[u]) for u in range(int(p.t.units)) if p.t.side[u] != side and p.alive >> u & 1)
        return [place for place in foes if place < p.t.board.size] if side == p.t.first else []

    def way(self, p: Position, place: int, side: int) -> int:
        """Hexes to the nearest goal; outside the field the band counts."""
        if place >= p.t.board.size:
            return 40 + place - int(p.t.board.size)
        return min((int(p.t.board.distance(place, goal)) for goal in self.goals(p, side)), default=0)

    def post(self, p: Position, action: int) -> float:
        """A good place to start from: covered and near the objectives one holds, or near those one wants."""
        place = split(action)[1]
        board = p.t.board
        if place >= board.size:
            return 0.0
        side = int(p.t.side[p.lead])
        held = [int(one) for n, one in enumerate(p.t.objectives) if p.control[n] == side]
        near = min((int(board.distance(place, one)) for one in held), default=0)
        crowd = bin(int(p.units_at(side, place))).count("1")
        return float(board.cover[place]) - 0.5 * near - crowd - 0.2 * self.way(p, place, side)

    def crowd(self, p: Position, what: int, kind: int) -> float:
        """Enemies less friends that a strike on this place would hit."""
        if kind == menu.A_TARGET:
            return 1.0
        board = p.t.board
        area = [what, *(int(board.near[what * 6 + d]) for d in range(6))] if p.stage == st.CALLING else [what]
        foes = sum(bin(int(p.units_at(1 - p.active, one))).count("1") for one in area if one >= 0)
        friends = sum(bin(int(p.units_at(p.active, one))).count("1") for one in area if one >= 0)
        return foes - 2.0 * friends

    # --- answers -----------------------------------------------------------------------------

    def shoot(self, p: Position, legal: list[int], least: float) -> int:
        action = self.best(legal, lambda one: self.effect(p, one) if one else -1.0)
        return action if action and self.effect(p, action) >= least else menu.PASS

    def act(self, p: Position, legal: list[int]) -> int:
        kinds: dict[int, list[int]] = {}
        for action in legal:
            kinds.setdefault(split(action)[0], []).append(action)
        if menu.A_AIR in kinds:
            return kinds[menu.A_AIR][0]
        if menu.A_CALL in kinds and self.worth_calling(p):
            return kinds[menu.A_CALL][0]
        shots = kinds.get(menu.A_FIRE, []) + kinds.get(menu.A_GUN, [])
        if shots:
            action = self.best(shots, lambda one: self.effect(p, one))
            if self.effect(p, action) >= FIRE:
                return action
        moves = [one for one in kinds.get(menu.A_MOVE, []) if self.wants_to_move(p, split(one)[1])]
        if moves:
            return moves[self.dice.below(len(moves))]
        return menu.PASS

    def worth_calling(self, p: Position) -> bool:
        """Two enemies or more under one barrage, and no friend."""
        probe = p.copy()
        probe.stage = st.CALLING
        return any(self.crowd(probe, place, menu.A_PLACE) >= 2 for place in range(int(p.t.board.size)))

    def wants_to_move(self, p: Position, u: int) -> bool:
        side = int(p.t.side[u])
        place = int(p.place[u])
        if place >= p.t.board.size:
            return True
        if place in list(p.t.objectives) or not self.goals(p, side):
            return False
        return self.way(p, place, side) > 0

    def step(self, p: Position, legal: list[int]) -> int:
        """On towards the goal; cargo gets out near it; stop where no step brings it nearer."""
        u = int(p.mover)
        side = int(p.t.side[u])
        here = self.way(p, int(p.place[u]), side)
        unload = [one for one in legal if split(one)[0] == menu.A_UNLOAD]
        if unload and here <= NEAR:
            return unload[0]
        choices = []
        for action in legal:
            kind, what = split(action)
            if kind == menu.A_STEP:
                choices.append((self.way(p, int(p.t.board.near[p.place[u] * 6 + what]), side), action))
            elif kind == menu.A_PLACE:
                choices.append((self.way(p, what, side), action))
        if choices:
            way, action = min(choices, key=lambda one: (one[0], self.dice.below(1000)))
            if way < here or menu.PASS not in legal:
                return action
        return menu.PASS if menu.PASS in legal else legal[0]

    def fight(self, p: Position, legal: list[int]) -> int:
        for action in legal:
            kind, what = split(action)
            if kind == menu.A_ASSAULT:
                return action
            if kind == menu.A_MELEE:
                ours, theirs = (bin(int(fighters_at(p, side, what))).count("1") for side in (p.active, 1 - p.active))
                if ours >= theirs:
                    return action
        return menu.PASS


@dataclass
class Measure:
    """What came of some battles between equal players."""

    games: int
    wins: tuple[int, int]
    draws: int

    def words(self, battle: Battle) -> str:
        share = [100 * one / self.games for one in self.wins]
        return (
            f"{battle.name}: {self.games} battles between equal players: {battle.sides[0]} {share[0]:.0f} %, "
            f"{battle.sides[1]} {share[1]:.0f} %, drawn {100 * self.draws / self.games:.0f} %"
        )


def fight_out(battle: Battle, seed: int) -> int:
    """One battle between two such players; who won."""
    dice = Dice(seed)
    player = Drill(dice)
    p = new_position(battle.tables)
    while (actor := int(p.actor())) != OVER:
        if actor == CHANCE:
            p.roll(dice)
        else:
            p.apply(actor, player.choose(p))
    return int(p.winner)


def measure(battle: Battle, games: int, seed: int = 0) -> Measure:
    """Fight a battle many times."""
    ends = [fight_out(battle, seed + n) for n in range(games)]
    return Measure(games, (ends.count(0), ends.count(1)), ends.count(2))
