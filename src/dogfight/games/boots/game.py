"""Combat Boots as a game of the engine: ties rules, notation, views and words together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dogfight.core.capabilities import BoardAids, ExplainsPlaces, Reactions, RecommendsSetup
from dogfight.core.decision import Chance, Choose, Decision, Over
from dogfight.core.errors import BadData, BadNotation, IllegalAction
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options
from dogfight.core.seat import CHANCE, OVER, Seat, SeatInfo, is_chair
from dogfight.core.view import ActionData
from dogfight.datafiles.files import DataFile
from dogfight.datafiles.trials import DataTrial, TriesChanges
from dogfight.encoding.action_space import ActionSpace
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.features import FeatureSpace
from dogfight.games.boots import MANIFEST, odds, plans
from dogfight.games.boots.action_space import action_space
from dogfight.games.boots.advice import BootsAdvice
from dogfight.games.boots.battles import Battle, read_battle
from dogfight.games.boots.data import Catalogue
from dogfight.games.boots.deployment import deployment, is_setting_up
from dogfight.games.boots.features import BootsEncoder
from dogfight.games.boots.maps import place_number
from dogfight.games.boots.notation import BootsNotation
from dogfight.games.boots.position import Position, new_position
from dogfight.games.boots.refusals import refusal_at
from dogfight.games.boots.rules.menu import PASS
from dogfight.games.boots.state import RECOVERING, SPOTTING
from dogfight.games.boots.text import BootsText, rule_of
from dogfight.games.boots.trials import Trials
from dogfight.games.boots.view import BoardView, BootsViews
from dogfight.planning.capabilities import PlansMoves
from dogfight.planning.parts import MovePlans


class Boots(
    Game[Position, BoardView],
    Reactions,
    BoardAids,
    ExplainsPlaces,
    HasFeatures,
    PlansMoves,
    RecommendsSetup,
    TriesChanges,
):
    """Small-unit combat with infantry, guns, armor, artillery and aircraft, and dog fights."""

    manifest = MANIFEST
    advice = BootsAdvice()
    text: BootsText
    views: BootsViews

    def __init__(self, folder: Path | None = None) -> None:
        self.catalogue = Catalogue(folder)
        self._battles: dict[str, Battle] = {}
        self.notation = BootsNotation(self, self.battle)
        self.text = BootsText(self, self.battle)
        self.views = BootsViews(self.notation, self.battle)

    # --- battles -----------------------------------------------------------------------------

    def battle(self, key: str) -> Battle:
        """A battle by its short name, read and looked over once."""
        if key not in self._battles:
            if key not in self.catalogue.battles:
                known = ", ".join(self.catalogue.battles)
                raise BadNotation(f"expected a battle out of {known}; got {key!r}")
            self._battles[key] = read_battle(key, self.catalogue.battles[key], self.catalogue)
        return self._battles[key]

    def check_data(self) -> list[BadData]:
        """Every battle that is not in order."""
        faults = []
        for key in self.catalogue.battles:
            try:
                self.battle(key)
            except BadData as error:
                faults.append(error)
        return faults

    def adopt(self, key: str, file: DataFile) -> Battle:
        """Read a battle from outside the catalogue and play it under this name."""
        self._battles[key] = read_battle(key, file, self.catalogue)
        self.views.forget()
        return self._battles[key]

    def battle_of(self, position: Position) -> Battle:
        return self.battle(position.t.name)

    # --- options and seats -------------------------------------------------------------------

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:  # noqa: ARG002
        return (
            OptionField(
                name="battle",
                title="Battle",
                kind="choice",
                default="orchard",
                help="The battle to fight; a data folder may add further ones.",
                choices=tuple(self.catalogue.battles),
                rule="CB-1.1",
            ),
        )

    def samples(self) -> tuple[Options, ...]:
        return tuple({"battle": key} for key in self.catalogue.battles)

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        sides = self.battle(str(options["battle"])).sides
        names = [side.lower().replace(" ", "-") for side in sides]
        if names[0] == names[1]:
            names = [f"{name}-{seat}" for seat, name in enumerate(names)]
        return tuple(SeatInfo(names[seat], sides[seat], names[seat], seat) for seat in (0, 1))

    def max_steps(self, options: Options) -> int:
        """Every unit may be fired at after every half point, by every slot, with every partner,
        at every target.
        """
        t = self.battle(str(options["battle"])).tables
        if t.dogfight:
            return int(2 * t.turns * t.planes * 8 + 1)
        units = int(t.units)
        steps = 2 * max(int(number) for number in t.move) + 4
        volleys = 3 * units * (4 * units + 10)
        return 2 * int(t.turns) * (units + 8) * steps * volleys

    # --- play --------------------------------------------------------------------------------

    def new(self, options: Options) -> Position:
        return new_position(self.battle(str(options["battle"])).tables)

    def options_of(self, position: Position) -> Options:
        return {"battle": position.t.name}

    def owns(self, position: object) -> bool:
        if not isinstance(position, Position):
            return False
        battle = self._battles.get(position.t.name)
        return battle is not None and battle.tables is position.t

    def decision(self, position: Position) -> Decision:
        actor = int(position.actor())
        if actor == OVER:
            text, why, rule = self.text.speaker(position).over_words(position)
            payoffs = (position.payoff(0), position.payoff(1))
            winners = () if position.winner == 2 else (int(position.winner),)
            return Over(payoffs, why, rule, text, winners)
        if actor == CHANCE:
            single = position.stage in (SPOTTING, RECOVERING)
            chances = odds.ONE_DIE if single else odds.pool_odds(int(position.handful()))
            return Chance(chances, rule_of(position))
        return Choose(actor, rule_of(position))

    def legal(self, position: Position, seat: Seat) -> list[int]:
        if not is_chair(seat) or position.actor() != seat:
            return []
        return [int(position.choice(i)) for i in range(int(position.choice_count()))]

    def turn(self, position: Position) -> int:
        return int(position.game_turn())

    def default_action(self, position: Position, seat: Seat) -> int:
        """Pass where that is possible, else the first action."""
        legal = self.legal(position, seat)
        return PASS if PASS in legal else legal[0]

    def standing_action(self, position: Position, seat: Seat, setting: str) -> int | None:
        """The pass of a player who leaves reactions to a setting: `never`, `always` or a
        percentage; else None.
        """
        if position.actor() == seat and odds.automatic_pass(position, setting):
            return PASS
        return None

    def is_setting_up(self, position: Position, seat: Seat) -> bool:
        return is_setting_up(position, seat)

    def set_up(self, position: Position, seat: Seat) -> tuple[int, ...]:
        return deployment(position, seat)

    # --- aids --------------------------------------------------------------------------------

    def move_plans(self, position: Position, seat: Seat, piece: str) -> MovePlans:
        return plans.move_plans(self.text.speaker(position), position, seat, piece)

    def why_not_at(self, position: Position, seat: Seat, place: str) -> IllegalAction | None:
        return refusal_at(self.text.speaker(position), position, seat, place)

    def steps_between(self, position: Position, text: str, other: str) -> int | None:
        """[CB-2.5] Hexes; places outside the field lie in a row of their own."""
        board = position.t.board
        here, there = place_number(board, text), place_number(board, other)
        if here is None or there is None or (here < board.size) != (there < board.size):
            return None
        return int(board.distance(here, there)) if here < board.size else abs(here - there)

    def action_data(
        self,
        position: Position,
        seat: Seat,  # noqa: ARG002
        action: int,
    ) -> ActionData:
        return self.text.speaker(position).action_data(position, action)

    def has_secrets(self, position: Position) -> bool:  # noqa: ARG002
        """[CB-1.2] Nothing is hidden."""
        return False

    def bears(self, position: Position, seat: Seat, action: int) -> tuple[str, ...]:  # noqa: ARG002
        return self.text.speaker(position).bears(position, action)

    # --- data --------------------------------------------------------------------------------

    def action_space(self, options: Options) -> ActionSpace[Position]:
        return action_space(self, self.battle(str(options["battle"])).tables)

    def features(self, options: Options) -> FeatureSpace:
        battle, ids = self.battle(str(options["battle"])), self.action_space(options).count
        units, planes = ([unit.label for unit in item] for item in (battle.units, battle.planes))
        guns = [f"{key}/{n}" for n, (key, _, _) in enumerate(battle.batteries)]
        return FeatureSpace(BootsEncoder(battle.tables, units, planes, guns, ids))

    def trials(self, options: Options) -> tuple[DataTrial, ...]:
        return Trials(self.battle(str(options["battle"])), self.catalogue).all()

    @property
    def data_digest(self) -> str:
        return self.catalogue.digest
