"""Starfighters as a game of the contract: ties rules, notation, words and views together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from dogfight.core.capabilities import BalanceStudied, BoardAids, ExplainsPlaces, LimitsTakeBack
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, share
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.seat import Seat, SeatInfo, is_chair
from dogfight.core.view import ActionData
from dogfight.datafiles.files import digest_of
from dogfight.encoding.action_space import ActionSpace
from dogfight.encoding.capabilities import HasEgocentric
from dogfight.encoding.features import FeatureSpace
from dogfight.games.starfighters import MANIFEST, action_data, aids, plans, text
from dogfight.games.starfighters.action_space import action_space
from dogfight.games.starfighters.advice import StarfightersAdvice
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data, load_data
from dogfight.games.starfighters.egocentric import EgocentricEncoder
from dogfight.games.starfighters.features import StarfightersEncoder
from dogfight.games.starfighters.notation import StarfightersNotation, read_hex
from dogfight.games.starfighters.position import Position, new_position
from dogfight.games.starfighters.rules import sequence
from dogfight.games.starfighters.rules.movement import STOP
from dogfight.games.starfighters.state import (
    DECLARE,
    DRIFT,
    FIRST,
    MOVE,
    NOBODY,
    OVER_PHASE,
    WRECKAGE,
)
from dogfight.games.starfighters.tables import KINDS, NO_CARD, count_of, size_of
from dogfight.games.starfighters.text import StarfightersText
from dogfight.games.starfighters.validity import PHASES
from dogfight.games.starfighters.view import BoardView, StarfightersViews, seats_in
from dogfight.planning.capabilities import PlansMoves
from dogfight.planning.parts import MovePlans


class Starfighters(
    Game[Position, BoardView],
    BoardAids,
    ExplainsPlaces,
    HasEgocentric,
    PlansMoves,
    BalanceStudied,
    LimitsTakeBack,
):
    """Three to six ships; the last one that flies wins."""

    manifest = MANIFEST
    text: StarfightersText
    advice = StarfightersAdvice()

    def __init__(self, data: Data) -> None:
        self.data = data
        self.notation = StarfightersNotation(self, data)
        self.text = StarfightersText(self, data)
        self.views = StarfightersViews(data)

    # --- options and seats

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        least, most = self.data.least_players, self.data.most_players
        players = OptionField(
            name="players",
            title="Players",
            kind="integer",
            default=min(4, most),
            help="How many ships take part, every one for itself.",
            minimum=least,
            maximum=most,
            rule="SF-1.1",
        )
        count = values.get("players", players.default)
        seats = tuple(str(seat) for seat in range(count if isinstance(count, int) else most))
        first = OptionField(
            name="first",
            title="First starting player",
            kind="choice",
            default="random",
            help="The seat that has been aboard a boat last, or a draw.",
            choices=("random", *seats),
            rule="SF-2.2",
        )
        return players, first

    def samples(self) -> tuple[Options, ...]:
        """The least and the most ships, with and without a draw for the first player."""
        few, many = self.data.least_players, self.data.most_players
        return self.options({"players": few}), self.options(
            {"players": many, "first": str(many - 1)}
        )

    loadout_options = ()

    def study_values(self, field: OptionField) -> tuple[OptionValue, ...]:
        """Every number of players; the first seat begins, so that seats show what their order is
        worth.
        """
        return ("0",) if field.name == "first" else field.values()

    def sides_are_symmetric(self, options: Options) -> bool:  # noqa: ARG002
        return False

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        """[SF-1.1] Numbered clockwise, every player for himself; the ships differ in looks only
        [SF-2.3].
        """
        seats = range(int(options["players"]))
        return tuple(
            SeatInfo(text.name(seat), text.pilot(seat), text.pilot(seat).lower(), seat)
            for seat in seats
        )

    def max_steps(self, options: Options) -> int:
        """A declaration, four steps, a choice and a draw, or three steps of debris, for each
        ship and turn.
        """
        seats, tables = int(options["players"]), self.data.tables
        set_up = tables.wreckage + 1 + seats * (2 + tables.hand + tables.hull)
        return set_up + tables.turns * seats * (3 + max(tables.steps, tables.debris_steps))

    # --- play

    def new(self, options: Options) -> Position:
        first = str(options["first"])
        position = new_position(
            self.data.tables, int(options["players"]), NOBODY if first == "random" else int(first)
        )
        sequence.advance(position)
        return position

    def options_of(self, position: Position) -> Options:
        first = "random" if position.first == NOBODY else str(position.first)
        return {"players": position.seats, "first": first}

    def owns(self, position: object) -> bool:
        return isinstance(position, Position) and position.tables is self.data.tables

    def decision(self, position: Position) -> Decision:
        if position.phase == OVER_PHASE:
            return self._over(position)
        rule = text.RULES[position.phase]
        if position.phase == DECLARE:
            return Commit(seats_in(position.due), rule)
        if position.actor() < 0:
            return Chance(self._odds(position), rule)
        return Choose(position.active, rule)

    def check_take_back(self, left: Position, seat: Seat) -> None:  # noqa: ARG002
        """[SF-3.3] The phase ends when all have declared, and nothing is changed before that."""
        raise IllegalAction("a declared card cannot be changed", rule="SF-3.3")

    def _odds(self, p: Position) -> tuple[tuple[int, Fraction], ...]:
        """[SF-2.1] [SF-2.2] [SF-2.9] Equal for hexes and seats, for cards by how many the deck
        holds.
        """
        if p.phase == WRECKAGE:
            free = [hex_ for hex_ in range(p.tables.cells) if not p.is_occupied(hex_)]
            each = share(1, len(free))
            return tuple((hex_, each) for hex_ in free)
        if p.phase == FIRST:
            return tuple((seat, share(1, p.seats)) for seat in range(p.seats))
        size = size_of(p.deck)
        counts = [(kind, count_of(p.deck, kind)) for kind in range(KINDS)]
        return tuple((kind, share(count, size)) for kind, count in counts if count)

    def _over(self, p: Position) -> Over:
        payoffs = tuple(p.payoff(seat) for seat in range(p.seats))
        flying = seats_in(p.undestroyed())
        if len(flying) == 1:
            said = f"{text.pilot(flying[0])} is the last one flying and wins."
            return Over(payoffs, "last-flying", "SF-11.1", said, flying)
        if not flying:
            return Over(payoffs, "nobody-left", "SF-11.5", "Nobody is left flying: a draw.")
        said = f"Turn {p.turn} was the last: a draw between {text.pilots(p.undestroyed())}."
        return Over(payoffs, "turn-limit", "SF-11.6", said)

    def choices_are_public(self, position: Position) -> bool:
        """Only declarations rest on hands; ships, wreckage and the cards that are turned up lie
        open.
        """
        return position.phase != DECLARE

    def legal(self, position: Position, seat: Seat) -> list[int]:
        if not is_chair(seat):
            return []
        if seat != position.active and not (position.phase == DECLARE and position.due >> seat & 1):
            return []
        mask = sequence.allowed(position, seat)
        return [action for action in range(int(mask).bit_length()) if mask >> action & 1]

    def turn(self, position: Position) -> int:
        return position.turn

    def default_action(self, position: Position, seat: Seat) -> int:
        """A silent seat does not move or drift; elsewhere it takes its first possibility."""
        return STOP if position.phase in (MOVE, DRIFT) else self.legal(position, seat)[0]

    # --- knowledge

    def has_secrets(self, position: Position) -> bool:
        """[SF-2.11] [SF-3.3] Hands are secret, and declared cards while they lie face down."""
        p = position
        if any(p.hand):
            return True
        return any(
            p.declared[index] != NO_CARD and not p.face_up >> index & 1 for index in range(p.seats)
        )

    # --- aids

    def move_plans(self, position: Position, seat: Seat, piece: str) -> MovePlans:
        return plans.move_plans(self.data, position, seat, piece)

    def action_data(self, position: Position, seat: Seat, action: int) -> ActionData:
        return action_data.action_data(self.data, position, seat, action)

    def why_not_at(self, position: Position, seat: Seat, place: str) -> IllegalAction | None:
        return self.text.why_not_at(position, seat, place)

    def steps_between(self, position: Position, text: str, other: str) -> int | None:
        """[SF-1.6] Hexes."""
        try:
            return int(
                position.tables.distance(read_hex(self.data, text), read_hex(self.data, other))
            )
        except BadNotation:
            return None

    def bears(self, position: Position, seat: Seat, action: int) -> tuple[str, ...]:
        return aids.bears(self.data, position, seat, action)

    # --- data

    def action_space(self, options: Options) -> ActionSpace[Position]:
        return action_space(self, self.data, int(options["players"]))

    def features(self, options: Options) -> FeatureSpace:
        return self._told_by(StarfightersEncoder, options)

    def egocentric(self, options: Options) -> FeatureSpace:
        return self._told_by(EgocentricEncoder, options)

    def _told_by(self, encoder: type[StarfightersEncoder], options: Options) -> FeatureSpace:
        data, seats = self.data, int(options["players"])
        hexes, lines, ids = list(data.names), len(data.line_names), self.action_space(options).count
        words = list(CARDS), list(DIRECTIONS), hexes, PHASES
        return FeatureSpace(encoder(data.tables, seats, *words, lines, ids))

    @property
    def data_digest(self) -> str:
        return digest_of(self.data.file)


def load(folder: Path | None = None) -> Starfighters:
    """The game, with its own data files or those of a folder in their place."""
    return Starfighters(load_data(folder))
