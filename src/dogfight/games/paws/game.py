"""Jaws vs Paws as the contract wants it: options, decisions, views, words and notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from dogfight.core.capabilities import BalanceStudied, ExplainsPlaces, ReplacesSealed, SummarisesLog
from dogfight.core.decision import Chance, Choose, Clock, Commit, Decision, Over, share
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.event import Event
from dogfight.core.game import Game
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.seat import OVER as NOBODY
from dogfight.core.seat import Seat, SeatInfo, is_chair
from dogfight.core.view import ActionData
from dogfight.encoding.action_space import ActionSpace
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.features import FeatureSpace
from dogfight.games.paws import MANIFEST
from dogfight.games.paws import action_data as boards
from dogfight.games.paws import state as st
from dogfight.games.paws.action_space import action_space, codes
from dogfight.games.paws.advice import PawsAdvice
from dogfight.games.paws.data import ZONE_NAMES, Data
from dogfight.games.paws.features import PawsEncoder
from dogfight.games.paws.names import Names, seats_in
from dogfight.games.paws.notation import PHASES, PawsNotation
from dogfight.games.paws.plans import CardPlans
from dogfight.games.paws.position import (
    DROP,
    NO,
    NOT_READY,
    PLACE,
    READY,
    START_OVER,
    TAKE_BACK,
    YES,
    Position,
)
from dogfight.games.paws.rules.damage import looked_card
from dogfight.games.paws.rules.planning import may_start_over, may_take_back
from dogfight.games.paws.rules.resolve import default_target, sun_targets
from dogfight.games.paws.rules.setup import sun_may_start, unplaced_sun
from dogfight.games.paws.summary import Summary
from dogfight.games.paws.tables import ZONES
from dogfight.games.paws.text import PawsText
from dogfight.games.paws.view import BoardView, PawsViews
from dogfight.planning.capabilities import HasPlans
from dogfight.planning.parts import Moves

LONGEST_TIMER = 3600


class Paws(
    Game[Position, BoardView],
    ExplainsPlaces,
    HasPlans,
    HasFeatures,
    BalanceStudied,
    ReplacesSealed,
    SummarisesLog,
):
    """The game with one set of data files."""

    manifest = MANIFEST
    advice = PawsAdvice()
    text: PawsText

    def __init__(self, data: Data) -> None:
        self.data = data
        self.names = Names(data)
        self.notation = PawsNotation(self, self.names, self._make)
        self.text = PawsText(self, self.names)
        self.views = PawsViews(self.names, self._make)
        self.plan_rules = CardPlans(self.names)
        self._summary = Summary(self.names)

    def _make(self, teams: int, solo: int, night: int, timer: int) -> Position:
        """An empty table; cards are laid by the reader of a notation or of a view."""
        position = Position(self.data.tables)
        position.lay_out(teams, solo, night, timer, self.data.tables.deck_size)
        return position

    # --- options and seats
    # -------------------------------------------------------------------------

    def option_fields(self, values: Mapping[str, object]) -> tuple[OptionField, ...]:
        """[JP-2.1] [JP-20.1] [JP-20.2] [JP-R12] Players, teams, who is solo, day or night,
        timer.
        """
        numbers, known = self.data.numbers, len(self.names.teams)
        most = min(numbers.players.max_recommended, 2 * known)
        fields = [
            OptionField(
                "players",
                "Players",
                "integer",
                4,
                "how many people play",
                (),
                numbers.players.min,
                most,
                "JP-2.1",
            )
        ]
        players = values.get("players")
        if isinstance(players, int):
            least = max(2, (players + 1) // 2)
            fields.append(
                OptionField(
                    "teams",
                    "Teams",
                    "integer",
                    least,
                    "how many planes",
                    (),
                    least,
                    min(players, known),
                    "JP-20.1",
                )
            )
            teams = values.get("teams")
            if isinstance(teams, int) and 0 < 2 * teams - players < teams:
                choices = self._solo_choices(teams, 2 * teams - players)
                text = "the teams of one player who holds both seats"
                fields.append(
                    OptionField("solo", "Solo", "choice", choices[0], text, choices, rule="JP-19.1")
                )
        fields.append(
            OptionField(
                "mode",
                "Mode",
                "choice",
                "day",
                "Sun by day, Moon by night",
                ("day", "night"),
                rule="JP-16.1",
            )
        )
        text = "seconds of an Action Phase, 10 at least; 0 for no timer"
        action_s = numbers.timer.action_s
        fields.append(
            OptionField("timer", "Timer", "integer", action_s, text, (), 0, LONGEST_TIMER, "JP-5.2")
        )
        return tuple(fields)

    def _solo_choices(self, teams: int, solos: int) -> tuple[str, ...]:
        return tuple("+".join(names) for names in combinations(self.names.teams[:teams], solos))

    def options(self, values: Mapping[str, object] | None = None) -> Options:
        """[JP-5.2] [JP-R11] Also refuses timers shorter than the experts' one."""
        chosen = super().options(values)
        timer, times = int(chosen["timer"]), self.data.numbers.timer
        shortest = min(times.action_choices_s)
        if 0 < timer < shortest or (timer == 0 and not times.untimed_allowed):
            raise BadOption(
                f"option timer: expected {shortest} seconds or longer, or 0, got {timer}",
                rule="JP-5.2",
            )
        return chosen

    def samples(self) -> tuple[Options, ...]:
        expected: tuple[dict[str, object], ...] = (
            {"players": 2, "timer": 0},
            {"players": 3, "mode": "night"},
            {"players": 4, "mode": "night", "timer": 0},
            {"players": 5, "mode": "night", "solo": "paws"},
            {"players": 7, "timer": 0},
        )
        return tuple(self.options(values) for values in expected)

    loadout_options = ()

    def study_values(self, field: OptionField) -> tuple[OptionValue, ...]:
        """Every number of players and teams by day and night; which team is short of a player
        makes no difference.
        """
        return (field.default,) if field.name in ("solo", "timer") else field.values()

    def sides_are_symmetric(self, options: Options) -> bool:  # noqa: ARG002
        return False

    def _layout(self, options: Options) -> tuple[int, int]:
        """How many teams there are, and which of them are solo, as a mask."""
        players, teams = int(options["players"]), int(options["teams"])
        named = str(options.get("solo", "")).split("+") if "solo" in options else []
        if 2 * teams - players == teams:
            return teams, (1 << teams) - 1
        return teams, sum(1 << self.names.teams.index(name) for name in named)

    def seats(self, options: Options) -> tuple[SeatInfo, ...]:
        """[JP-0.2] [JP-2.2] [JP-2.6] [JP-18.1] A pilot and a gunner for every team, held by one
        person or by two.
        """
        teams, solo = self._layout(options)
        infos: list[SeatInfo] = []
        player = -1
        for team in range(teams):
            for role in range(2):
                player += 1 if role == 0 or not solo >> team & 1 else 0
                name = self.names.teams[team]
                seat = 2 * team + role
                infos.append(
                    SeatInfo(self.names.seats[seat], self.names.titles[seat], name, player)
                )
        return tuple(infos)

    def max_steps(self, options: Options) -> int:
        """A repair after the first scraps cards for good, and between repairs decks only shrink."""
        sizes, smoke = self.data.numbers.sizes, self.data.numbers.damage.smoke_repair
        repairs = 2 * sizes.deck // smoke + 2
        return repairs * (sizes.deck + 1) * 2 * int(options["teams"]) * (3 * sizes.deck + 12)

    # --- play
    # --------------------------------------------------------------------------------------

    def new(self, options: Options) -> Position:
        teams, solo = self._layout(options)
        position = Position(self.data.tables)
        position.begin(teams, solo, int(options["mode"] == "night"), int(options["timer"]))
        return position

    def options_of(self, position: Position) -> Options:
        solos = [name for n, name in enumerate(self.names.teams) if position.solo >> n & 1]
        teams = int(position.teams)
        options: Options = {"players": 2 * teams - len(solos), "teams": teams}
        if 0 < len(solos) < teams:
            options["solo"] = "+".join(solos)
        return options | {
            "mode": "night" if position.night else "day",
            "timer": int(position.timer),
        }

    def owns(self, position: object) -> bool:
        return isinstance(position, Position) and position.t is self.data.tables

    def decision(self, position: Position) -> Decision:
        rule = self.text.rule(position)
        if position.actor() == NOBODY:
            return self._over(position)
        if position.by_chance():
            return Chance(self._odds(position), rule)
        waiting = seats_in(int(position.waiting()))
        clock = self._clock(position)
        if position.phase == st.SUN_PLACING:
            # [JP-3.9] [JP-R3] The pilot is asked; the gunner of a pair may place it too; the first
            # placement counts.
            team = int(position.placer)
            mate = () if position.solo >> team & 1 else (2 * team + 1,)
            return Commit(waiting, rule, mate, clock)
        if position.phase == st.ACTION:
            return Commit(waiting, rule, seats_in(int(position.crew & position.ready)), clock)
        if position.phase in (st.DISCARDS, st.EXTRA):
            return Commit(waiting, rule, (), clock)
        return Choose(waiting[0], rule, clock=clock)

    def choices_are_public(self, position: Position) -> bool:
        """Which teams still fly lies open; hands and decks do not."""
        return position.phase == st.SUN_TARGET

    def _clock(self, position: Position) -> Clock | None:
        """[JP-5.1] [JP-6.15] [JP-6.16] The timer of the phase, or the decision time; none in an
        untimed game.
        """
        if position.timer == 0:
            return None
        if (
            position.phase == st.ACTION
        ):  # [JP-6.1] [JP-6.2] run by the host, which opens and ends the phase
            return Clock("action", float(position.timer), self._pause(position))
        return Clock("decision", float(self.data.numbers.timer.decision_s))

    def _pause(self, position: Position) -> float:
        """[JP-11.4] [JP-R15] Time to look at the table and the new hand before each round but
        the first.
        """
        return float(self.data.numbers.timer.round_pause_s) if position.round > 1 else 0.0

    def _over(self, position: Position) -> Over:
        seats = range(position.seats)
        return Over(
            payoffs=tuple(position.payoff(seat) for seat in seats),
            reason="last_flying" if position.flying else "fell_together",
            rule=self.text.ending_rule(position),
            text=self.text.ending(position),
            winners=tuple(seat for seat in seats if position.crew >> seat & 1),
        )

    def _odds(self, position: Position) -> tuple[tuple[int, Fraction], ...]:
        """[JP-3.6] A fair coin. [JP-3.4] A shuffled deck: any of its cards is as likely to be
        the next.
        """
        if position.phase == st.COIN:
            return tuple((team, share(1, int(position.teams))) for team in range(position.teams))
        weights = [int(position.weight(kind)) for kind in range(position.t.kinds)]
        whole = sum(weights)
        return tuple((kind, share(count, whole)) for kind, count in enumerate(weights) if count)

    def legal(self, position: Position, seat: Seat) -> list[int]:
        if (
            not is_chair(seat)
            or seat >= position.seats
            or position.phase == st.OVER
            or position.by_chance()
        ):
            return []
        phase = position.phase
        if phase == st.SUN_PLACING:
            places = range(position.teams * ZONES)
            own = seat // 2 == position.placer and (
                seat % 2 == 0 or not position.solo >> seat // 2 & 1
            )
            return [place for place in places if own and sun_may_start(position.placer, place)]
        if phase == st.ACTION and position.crew >> seat & 1:
            return self._plans(position, seat)
        if not position.waiting() >> seat & 1:
            return []
        if phase == st.DISCARDS:
            return [READY, *(DROP + kind for kind in seats_in(int(position.held_kinds[seat])))]
        if phase == st.SUN_TARGET:
            return list(seats_in(int(sun_targets(position))))
        if phase == st.PICK:
            return list(seats_in(int(position.looked_kinds())))
        return [NO, YES]

    def _plans(self, position: Position, seat: int) -> list[int]:
        """[JP-5.4] [JP-5.7] [JP-6.18] Lay a card or be ready; once ready, take cards back and
        plan anew.
        """
        if position.ready >> seat & 1:
            again = [START_OVER] if may_start_over(position, seat) else []
            return [READY, *again, NOT_READY, *_take_backs(position, seat)]
        # [JP-19.11] Whether a card lies open is never a choice: the solo player's first one does,
        # no other.
        is_open = int(position.next_is_open(seat))
        return [READY] + [
            PLACE + int(st.code_of(kind, section, side, is_open))
            for kind in seats_in(int(position.held_kinds[seat]))
            for section in range(position.t.sections)
            for side in range(1 + (int(position.t.planes) >> kind & 1))
        ]

    def legal_changes(self, position: Position, seat: Seat) -> list[int]:
        """[JP-5.7] [JP-R1] A seat takes its cards back at any time before the lock, ready or
        not.
        """
        if position.phase != st.ACTION or not position.crew & ~position.ready & 1 << seat:
            return []
        return sorted([*_exchanges(position, seat), *_take_backs(position, seat)])

    def sealed_moves(
        self, opening: Position, position: Position, seats: Sequence[Seat]
    ) -> Moves | None:
        """[JP-5.7] [JP-5.15] Only cards on the track and "ready" can be changed."""
        return (
            self.plan_rules.between(opening, position, seats)
            if position.phase == st.ACTION
            else None
        )

    def turn(self, position: Position) -> int:
        """[JP-0.6] Rounds are counted from 1."""
        return int(position.round)

    def default_action(self, position: Position, seat: Seat) -> int:  # noqa: ARG002 - silence means the same for all
        """[JP-3.9] [JP-8.8] [JP-16.5] [JP-16.13] [JP-16.16] [JP-20.10] What silence means."""
        if position.phase == st.SUN_PLACING:
            return int(unplaced_sun(position))
        if position.phase == st.SUN_TARGET:
            return int(default_target(position))
        if position.phase == st.PICK:
            return int(looked_card(position, 0))
        return READY

    def summed_up(
        self, before: Sequence[Event], events: tuple[Event, ...], position: Position
    ) -> tuple[Event, ...]:
        """The round that has ended in as many lines as there are sections."""
        return self._summary.added_to(
            events, before, int(position.t.sections), self.text.sun(position)
        )

    # --- aids
    # --------------------------------------------------------------------------------------

    def action_data(self, position: Position, seat: Seat, action: int) -> ActionData:
        return boards.action_data(self.names, position, seat, action)

    def why_not_at(self, position: Position, seat: Seat, place: str) -> IllegalAction | None:
        return self.text.why_not_at(position, seat, place)

    def steps_between(self, position: Position, text: str, other: str) -> int | None:  # noqa: ARG002
        return boards.steps_between(self.names, text, other)

    # --- data
    # --------------------------------------------------------------------------------------

    def action_space(self, options: Options) -> ActionSpace[Position]:
        return action_space(self, self.names, int(options["teams"]), int(self.data.tables.sections))

    def features(self, options: Options) -> FeatureSpace:
        names, tables, teams = self.names, self.data.tables, int(options["teams"])
        words = list(names.kinds), list(ZONE_NAMES), list(names.teams[:teams]), PHASES
        ids = self.action_space(options).count
        return FeatureSpace(
            PawsEncoder(tables, teams, *words, codes(names, int(tables.sections)), ids)
        )

    @property
    def data_digest(self) -> str:
        return self.data.digest


def _take_backs(position: Position, seat: Seat) -> list[int]:
    """[JP-19.6] The actions that take back one of the cards a seat has put down."""
    placed = {int(position.down[seat * position.cap + n]) for n in range(position.down_n[seat])}
    return [TAKE_BACK + code for code in sorted(placed) if may_take_back(position, seat, code)]


def _exchanges(position: Position, seat: Seat) -> list[int]:
    """[JP-19.6] [JP-19.12] [JP-R16] The actions that move or turn the seat's open card, or lay
    another in its place.
    """
    lying = int(position.lies_open(seat))
    if lying == st.EMPTY:
        return []
    kinds = {*seats_in(int(position.held_kinds[seat])), int(st.kind_in(lying))}
    codes = [
        int(st.code_of(kind, section, side, 1))
        for kind in sorted(kinds)
        for section in range(position.t.sections)
        for side in range(1 + (int(position.t.planes) >> kind & 1))
    ]
    return [PLACE + code for code in codes if code != lying]


def load(folder: Path | None = None) -> Paws:
    """The game, with its own data files or those of a folder in their place."""
    return Paws(Data(folder))
