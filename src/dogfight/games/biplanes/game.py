"""The game: ties positions, rules, words and views to the contract."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from dogfight.core.capabilities import BalanceStudied, BoardAids, ExplainsPlaces, Solver
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import IllegalAction, Unsolved
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.seat import Seat, SeatInfo, is_chair
from dogfight.core.view import ActionData, View
from dogfight.encoding.action_space import ActionSpace
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.features import FeatureSpace
from dogfight.games.biplanes import MANIFEST, action_data, text
from dogfight.games.biplanes import data as files
from dogfight.games.biplanes import options as agreed
from dogfight.games.biplanes.action_space import action_space, single_commitments
from dogfight.games.biplanes.advice import BiplanesAdvice
from dogfight.games.biplanes.features import BiplanesEncoder
from dogfight.games.biplanes.names import REASONS, kinds_of
from dogfight.games.biplanes.notation import BiplanesNotation, read_options
from dogfight.games.biplanes.position import Position, new_position
from dogfight.games.biplanes.refusals import why_not_space
from dogfight.games.biplanes.solution import solve
from dogfight.games.biplanes.solver import hidden
from dogfight.games.biplanes.state import (
    DONE,
    DRAWN,
    ENDED,
    FOR_P2,
    LOSE,
    MAJOR,
    MAL,
    MULLIGAN,
    NOTHING,
    PICK,
    PLAN,
    ROUND_TURNS,
    START,
    TARGET,
    TOSS,
)
from dogfight.games.biplanes.tables import FAR, KIND_BITS, Setup, count
from dogfight.games.biplanes.text import BiplanesText
from dogfight.games.biplanes.view import BiplanesViews, BoardView

TURN_STEPS = 12
"""No turn of play takes more decisions and chance outcomes than this, draws at its end aside."""


class Biplanes(
    Game[Position, BoardView], BoardAids, ExplainsPlaces, Solver, HasFeatures, BalanceStudied
):
    """A First World War dogfight for two, with four scenarios and a bot."""

    manifest = MANIFEST
    advice = BiplanesAdvice()

    def __init__(self, folder: Path | None = None) -> None:
        self.data = files.load(folder)
        self._setups: dict[str, tuple[Setup, Options]] = {}
        self.notation = BiplanesNotation(
            self, self.data, lambda supplied: self.setup(self.options(supplied))
        )
        self.text = BiplanesText(self, self.data)
        self.views = BiplanesViews(self.data, self.setup)

    # --- options and seats -------------------------------------------------------------------

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        return agreed.fields(self.data, values)

    def samples(self) -> tuple[Options, ...]:
        limit = {"safety_round_limit": 12}
        expected: tuple[dict[str, object], ...] = (
            {},
            {"board": "alt", "p1": "black", "p2": "white", "starts": "choose"},
            {"mode": "espionage", "p1": "black", "p2": "grey", **limit},
            {"mode": "bombing", "board": "alt", **limit},
            {"mode": "rescue", "p1": "white", "p2": "black", **limit},
            {"mode": "rescue", "p1": "brown", "p2": "purple", **limit},
            {"mode": "escort", "p1": "black", "p2": "white"},
            {"mode": "escort", "p1": "white", "p2": "grey", "board": "alt"},
            {
                "mode": "espionage",
                "solo": True,
                "p1": "brown",
                "p2": "pick",
                "lean_bag": True,
                **limit,
            },
            {"mode": "rescue", "solo": True, "p1": "white", "p2": "brown", "smart3": True, **limit},
            {"mode": "escort", "solo": True, "p1": "black", "p2": "yellow", "smart3": True},
        )
        return tuple(self.options(values) for values in expected)

    loadout_options = ("p1", "p2")

    def study_values(self, field: OptionField) -> tuple[OptionValue, ...]:
        """Every biplane on every board in every mode, as two players play them."""
        if field.name in self.loadout_options:
            return (
                tuple(choice for choice in field.choices if choice != agreed.PICK_IN_PLAY)
                or field.choices
            )
        return field.values() if field.name in ("mode", "board") else (field.default,)

    def sides_are_symmetric(self, options: Options) -> bool:
        return options["mode"] == "dogfight"

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        """[BD-1.1] Two sides; in solo play one, for the bot has no seat [BD-25.1]."""
        titles = {
            "dogfight": ("Player 1", "Player 2"),
            "espionage": ("Spy", "Defender"),
            "bombing": ("Bomber", "Defender"),
            "rescue": ("Rescuer", "Defender"),
            "escort": ("Escort", "Attacker"),
        }[str(options["mode"])]
        seats = tuple(
            SeatInfo(f"p{n + 1}", title, title.lower(), n) for n, title in enumerate(titles)
        )
        return seats[:1] if options.get("solo") is True else seats

    def max_steps(self, options: Options) -> int:
        """[BD-3.1] Three rounds where there is a limit; without one, more rounds than random
        play ever lasts.
        """
        rounds = (
            3
            if options["mode"] in ("dogfight", "escort")
            else int(options["safety_round_limit"]) or 200
        )
        return 60 + rounds * (5 * TURN_STEPS + 40)

    # --- play --------------------------------------------------------------------------------

    def setup(self, options: Options) -> Setup:
        """The options as the object that all positions of such a game share."""
        key = str(sorted(options.items()))
        if key not in self._setups:
            self._setups[key] = (agreed.make_setup(self.data, options), dict(options))
        return self._setups[key][0]

    def new(self, options: Options) -> Position:
        return new_position(self.setup(options))

    def options_of(self, position: Position) -> Options:
        return self.options(read_options(position.setup.key))

    def owns(self, position: object) -> bool:
        return isinstance(position, Position) and any(
            position.setup is setup for setup, _ in self._setups.values()
        )

    def decision(self, position: Position) -> Decision:
        phase = int(position.phase)
        rule = text.asked_rule(position)
        if phase == ENDED:
            return self._over(position)
        if position.acting == -1:
            return Chance(self._odds(position), rule)
        seat = int(position.acting)
        if phase == PLAN and not position.setup.solo:
            return Commit(tuple(item for item in (0, 1) if position.plane(item).sealed < 0), rule)
        if phase == MULLIGAN:
            seats = range(1 if position.setup.solo else 2)
            return Commit(
                tuple(number for number in seats if position.plane(number).sealed != DONE), rule
            )
        if phase == LOSE:
            return Commit((seat,), rule)
        return Choose(seat, rule)

    def choices_are_public(self, position: Position) -> bool:
        """What may be picked, where to start and who takes a hit lies open; hands do not."""
        return position.phase in (PICK, START, TARGET)

    def _over(self, position: Position) -> Over:
        outcome = position.outcome()
        seats = range(1 if position.setup.solo else 2)
        rule, sentence = text.ending(position)
        winners = () if outcome == DRAWN else (1,) if outcome == FOR_P2 else (0,)
        return Over(
            payoffs=tuple(position.payoff(seat) for seat in seats),
            reason=REASONS[position.why()],
            rule=rule,
            text=sentence,
            winners=tuple(winner for winner in winners if winner in seats),
            grade=(
                "major"
                if outcome == MAJOR
                else "lost"
                if outcome == FOR_P2 and position.setup.solo
                else ""
            ),
        )

    def _odds(self, position: Position) -> tuple[tuple[int, Fraction], ...]:
        if position.phase == TOSS:
            return ((0, Fraction(1, 2)), (1, Fraction(1, 2)))
        pool = position.pool()
        total = int(count(pool))
        if position.draws_numbers():
            return tuple(
                (number, Fraction(1, total)) for number in range(1, 6) if pool >> number & 1
            )
        tiles = position.pool_owner().tiles
        kinds = kinds_of(tiles, pool)
        return tuple((kind, Fraction(kinds.count(kind), total)) for kind in sorted(set(kinds)))

    def legal(self, position: Position, seat: Seat) -> list[int]:
        decision = self.decision(position)
        waiting = decision.waiting if isinstance(decision, Commit) else ()
        if not is_chair(seat) or seat not in (
            (decision.seat,) if isinstance(decision, Choose) else waiting
        ):
            return []
        return [
            int(position.choice_for(seat, index)) for index in range(position.choices_for(seat))
        ]

    def turn(self, position: Position) -> int:
        return int((position.round - 1) * ROUND_TURNS + position.turn)

    def default_action(self, position: Position, seat: Seat) -> int:
        """[BD-4.2] What stands for a choice that was not made in time (ruling R-41)."""
        legal = self.legal(position, seat)
        phase = position.phase
        if phase == MULLIGAN:
            return NOTHING if position.plane(seat).aside else DONE
        if phase == TARGET:
            return MAL
        if phase == LOSE:
            return min(legal, key=lambda kind: (kind & 3, kind >> 2))
        if phase in (PICK, START):
            return legal[0]
        plain = [entry for entry in legal if entry & ~KIND_BITS & 0xFF == 0 and entry < 2048]
        return min(
            plain,
            key=lambda number: (
                (number & KIND_BITS) < 4,
                (number & KIND_BITS) >> 2,
                number & 3,
                number,
            ),
        )

    # --- knowledge ---------------------------------------------------------------------------

    def solved(self, view_seen: View[BoardView]) -> list[tuple[float, float]] | None:
        """[BD-10.6] [BD-10.7] The last round of a dogfight and of an escort hides nothing but
        what is sealed now.
        """
        position = self.views.imagine(view_seen, Dice(0))
        if hidden(position):
            return None
        try:
            choices = solve(position, seats=(view_seen.seat,)).choices[view_seen.seat]
        except Unsolved:
            return None
        return [(choice.chance, choice.value) for choice in choices]

    # --- words -------------------------------------------------------------------------------

    def action_data(self, position: Position, seat: Seat, action: int) -> ActionData:
        return action_data.action_data(self.data, position, seat, action)

    def why_not_at(self, position: Position, seat: Seat, place: str) -> IllegalAction | None:
        spaces = [space.id for space in self.data.spaces[position.board.name]]
        return (
            why_not_space(position, seat, spaces.index(place), place) if place in spaces else None
        )

    def steps_between(self, position: Position, text: str, other: str) -> int | None:
        """Steps along the arrows, whichever way round is shorter."""
        spaces = [space.id for space in self.data.spaces[position.board.name]]
        if text not in spaces or other not in spaces:
            return None
        there, back = spaces.index(text), spaces.index(other)
        away = min(int(position.board.away(there, back)), int(position.board.away(back, there)))
        return away if away < FAR else None

    def bears(self, position: Position, seat: Seat, action: int) -> tuple[str, ...]:
        return text.bears(self.data, position, seat, action)

    # --- data --------------------------------------------------------------------------------

    def action_space(self, options: Options) -> ActionSpace[Position]:
        setup = self.setup(options)
        spaces = self.data.spaces[setup.board.name]
        return action_space(
            self, setup, self.data.planes, tuple(spaces[start].id for start in setup.board.starts)
        )

    def features(self, options: Options) -> FeatureSpace:
        setup, ids = self.setup(options), self.action_space(options).count
        spaces = self.data.space_ids(setup.board.name)
        return FeatureSpace(
            BiplanesEncoder(setup, self.data.set_names, spaces, single_commitments(setup), ids)
        )

    @property
    def data_digest(self) -> str:
        return self.data.digest


def load(folder: Path | None = None) -> Biplanes:
    """The game, with its own data files or those of a folder in their place."""
    return Biplanes(folder)
