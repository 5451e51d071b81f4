"""Squadrons under the contract of the core."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path

from dogfight.core.bits import count_bits
from dogfight.core.capabilities import BoardAids, ExplainsPlaces
from dogfight.core.decision import Chance, Choose, Decision
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options
from dogfight.core.seat import CHANCE, OVER, Seat, SeatInfo, is_chair
from dogfight.core.view import ActionData, Aim
from dogfight.encoding.action_space import ActionSpace
from dogfight.encoding.capabilities import HasEgocentric
from dogfight.encoding.features import FeatureSpace
from dogfight.games.squadrons import MANIFEST, action_data, plans, text
from dogfight.games.squadrons.action_space import action_space
from dogfight.games.squadrons.advice import SquadronsAdvice
from dogfight.games.squadrons.data import load_data
from dogfight.games.squadrons.egocentric import EgocentricEncoder
from dogfight.games.squadrons.features import SquadronsEncoder
from dogfight.games.squadrons.names import CARD_NAMES, HEADING_NAMES, square_called
from dogfight.games.squadrons.notation import SquadronsNotation, position_on
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.tables import CARDS, PLANES, distance
from dogfight.games.squadrons.text import SquadronsText, refusal_at
from dogfight.games.squadrons.view import BoardView, SquadronsViews
from dogfight.planning.capabilities import PlansMoves
from dogfight.planning.parts import MovePlans

_SEATS = (SeatInfo("R", "Red", "Red", 0), SeatInfo("G", "Green", "Green", 1))
"""[SQ-1.1] Red is the first seat, Green the second."""


class Squadrons(Game[Position, BoardView], BoardAids, ExplainsPlaces, HasEgocentric, PlansMoves):
    """Six biplanes a side on a square grid, two poker decks, no secrets."""

    manifest = MANIFEST
    advice = SquadronsAdvice()
    views: SquadronsViews

    def __init__(self, folder: Path | None = None) -> None:
        self.data = load_data(folder)
        self.views = SquadronsViews(self.data, partial(position_on, self.data))
        self.notation = SquadronsNotation(self, self.data, self.views)
        self.text = SquadronsText(self)

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:  # noqa: ARG002
        return ()

    def samples(self) -> tuple[Options, ...]:
        return ({},)

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:  # noqa: ARG002
        return _SEATS

    def max_steps(self, options: Options) -> int:  # noqa: ARG002
        """[SQ-8.7] Every card can be followed by almost a whole stall; every turn has two
        choices a plane.
        """
        cards = 2 * CARDS
        return cards + cards * self.data.contents.limits.stall_turns * 2 * PLANES

    # --- play --------------------------------------------------------------------------------

    def new(self, options: Options) -> Position:  # noqa: ARG002
        return Position(self.data.board)

    def options_of(self, position: Position) -> Options:  # noqa: ARG002
        return {}

    def owns(self, position: object) -> bool:
        return isinstance(position, Position) and position.board is self.data.board

    def decision(self, position: Position) -> Decision:
        actor = position.actor()
        if actor == OVER:
            return text.over(position)
        rule = text.rule_of(position)
        if actor == CHANCE:
            deck = position.deck_to_draw_from()
            weight = Fraction(1, count_bits(deck))
            return Chance(tuple((card, weight) for card in range(CARDS) if deck >> card & 1), rule)
        return Choose(actor, rule)

    def legal(self, position: Position, seat: Seat) -> list[int]:
        if not is_chair(seat) or position.actor() != seat:
            return []
        return [position.choice(index) for index in range(position.choice_count())]

    def turn(self, position: Position) -> int:
        return position.turns

    def default_action(self, position: Position, seat: Seat) -> int:
        """The first plane, the first manoeuvre, the first plane in the way."""
        return self.legal(position, seat)[0]

    # --- knowledge ---------------------------------------------------------------------------

    def has_secrets(self, position: Position) -> bool:  # noqa: ARG002
        """Every seat sees the whole table."""
        return False

    # --- aids --------------------------------------------------------------------------------

    def move_plans(self, position: Position, seat: Seat, piece: str) -> MovePlans:
        return plans.move_plans(position, seat, piece)

    def action_data(self, position: Position, seat: Seat, action: int) -> ActionData:
        return action_data.action_data(position, seat, action)

    def why_not_at(self, position: Position, seat: Seat, place: str) -> IllegalAction | None:
        return refusal_at(position, seat, place)

    def steps_between(self, position: Position, text: str, other: str) -> int | None:  # noqa: ARG002
        """[SQ-1.11] Squares, across a side or a corner."""
        try:
            return int(distance(square_called(text), square_called(other)))
        except BadNotation:
            return None

    def bears(self, position: Position, seat: Seat, action: int) -> tuple[str, ...]:  # noqa: ARG002
        return text.bears(position, action)

    def aims(self, position: Position, seat: Seat, action: int) -> tuple[Aim, ...]:  # noqa: ARG002
        return text.aims(position, action)

    # --- data --------------------------------------------------------------------------------

    def action_space(self, options: Options) -> ActionSpace[Position]:  # noqa: ARG002
        return action_space(self)

    def features(self, options: Options) -> FeatureSpace:  # noqa: ARG002
        return FeatureSpace(SquadronsEncoder(self.data.board, CARD_NAMES, HEADING_NAMES))

    def egocentric(self, options: Options) -> FeatureSpace:  # noqa: ARG002
        return FeatureSpace(EgocentricEncoder(self.data.board))

    @property
    def data_digest(self) -> str:
        return self.data.file.digest
