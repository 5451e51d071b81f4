"""OpenSpiel: games with explicit chance, simultaneous where the rules are, with perfect recall.

The states of `pyspiel` are copied again and again; ours share moments, which never change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from dogfight.core.decision import Chance, Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, DogfightError, IllegalAction, shown
from dogfight.core.options import as_words, read_word
from dogfight.core.position import Position, step
from dogfight.core.registry import load, names
from dogfight.core.seat import CHANCE, CLOCK, OVER, TIME_UP, Seat
from dogfight.encoding.capabilities import HasFeatures
from dogfight.encoding.recall import Recall
from dogfight.envs.learnable import learnable
from dogfight.envs.play import asked, whole_id
from dogfight.envs.versions import env_version

MOST_OUTCOMES = 4096
"""No draw or roll has more outcomes: a handful of ten dice has 3003."""
_KEPT = 20_000
"""So many moments of a game are kept, so that algorithms that walk a small tree again and again
need not play anew.
"""
_LOOKED_AT = 400
"""How many decisions of random games are looked at to find out what kind of game it is."""
_READABLE = " /:;+-.&@!#*|<>"
"""Characters that a value of OpenSpiel's parameters may hold as they are."""


class Kind:
    """What all states of one game share: its rules, its spaces and where it begins."""

    def __init__(self, name: str, options: str, position: str, turn_based: bool) -> None:
        self.key = (name, options, position, turn_based)
        game = learnable(name)
        assert isinstance(game, HasFeatures)
        texts = dict(read_word(word) for word in options.split())
        begin = game.notation.read(position) if position else game.new(game.options(texts))
        self.game = game
        self.options = game.options_of(begin)
        self.seats = game.seats(self.options)
        self.space = game.action_space(self.options)
        self.features = game.features(self.options)
        meets, hides = nature(game, begin)
        self.simultaneous = meets and not turn_based
        self.hides = hides or (meets and turn_based)
        self.kept = 0
        self.first = Moment(self, begin, Recall(game, self.options), ())


class Moment:
    """A place in the tree of a game: a position, and what every seat remembers.

    It never changes.
    """

    def __init__(
        self, kind: Kind, position: Any, recall: Recall, moves: tuple[tuple[Seat, int], ...]
    ) -> None:
        decision = kind.game.decision(position)
        while isinstance(decision, Commit) and not decision.waiting:
            position = recall.play(position, CLOCK, TIME_UP)
            decision = kind.game.decision(position)
        self.kind = kind
        self.position = position
        self.recall = recall
        self.moves = moves
        self.decision = decision
        self.asked = asked(decision, kind.seats)
        self.player = self._player()
        self._ids: dict[Seat, dict[int, int]] = {}
        self._after: dict[tuple[tuple[Seat, int], ...], Moment] = {}
        self._texts: dict[Seat, str] = {}

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _moment, (self.kind.key, self.moves)

    def _player(self) -> int:
        """Who acts, as OpenSpiel numbers them."""
        match self.decision:
            case Over():
                return int(pyspiel.PlayerId.TERMINAL)
            case Chance():
                return int(pyspiel.PlayerId.CHANCE)
        several = self.kind.simultaneous and len(self.asked) > 1
        return int(pyspiel.PlayerId.SIMULTANEOUS) if several else self.asked[0]

    def ids(self, seat: Seat) -> dict[int, int]:
        """What a seat may choose, in ascending order, with the actions of the rules."""
        if seat not in self._ids:
            game, space = self.kind.game, self.kind.space
            legal = game.legal(self.position, seat) if seat in self.asked else []
            self._ids[seat] = dict(
                sorted((space.id_of(self.position, seat, entry), entry) for entry in legal)
            )
        return self._ids[seat]

    def outcomes(self) -> tuple[tuple[int, Any], ...]:
        """The outcomes of a draw with their odds; OpenSpiel numbers them by their place in this
        list.
        """
        assert isinstance(self.decision, Chance)
        if len(self.decision.odds) > MOST_OUTCOMES:
            raise BadOption(
                f"expected draws of at most {MOST_OUTCOMES} outcomes, got one with"
                f" {len(self.decision.odds)}"
            )
        return self.decision.odds

    def action(self, seat: Seat, id: object) -> int:
        """The action of the rules that an id stands for, or the outcome in a place of the list
        of outcomes.
        """
        if isinstance(self.decision, Over):
            raise IllegalAction("the game is over; expected no further action")
        if seat == CHANCE:
            outcomes = self.outcomes()
            return outcomes[whole_id(id, len(outcomes))][0]
        number = whole_id(id, self.kind.space.count)
        if number not in self.ids(seat):
            items = ", ".join(f"{id_} ({self.kind.space.notation(id_)})" for id_ in self.ids(seat))
            raise IllegalAction(
                f"expected of {self.kind.seats[seat].name} one of {items}; got {number}"
            )
        return self.ids(seat)[number]

    def after(self, moves: tuple[tuple[Seat, int], ...]) -> Moment:
        """The moment after these actions or this outcome."""
        known = self._after.get(moves)
        if known is None:
            position, recall = self.position, self.recall.copy()
            for seat, action in moves:
                position = recall.play(position, seat, action)
            known = Moment(self.kind, position, recall, (*self.moves, *moves))
            if self.kind.kept < _KEPT:
                self.kind.kept += 1
                self._after[moves] = known
        return known

    def word(self, seat: Seat, id: int) -> str:
        """An action or an outcome in a word."""
        if seat < 0:
            return self.kind.game.notation.write_action(
                self.position, CHANCE, self.outcomes()[id][0]
            )
        action = self.ids(seat).get(id)
        name = self.kind.space.notation(id)
        return (
            name
            if action is None
            else f"{name} {self.kind.game.notation.write_action(self.position, seat, action)}"
        )

    def remembered(self, seat: Seat) -> str:
        """The information state of a seat, in words."""
        if seat not in self._texts:
            self._texts[seat] = self.recall.text(self.position, seat)
        return self._texts[seat]


@lru_cache(maxsize=8)
def kind_of(name: str, options: str, position: str, turn_based: bool) -> Kind:
    """The kind of game with these parameters."""
    return Kind(name, options, position, turn_based)


def _moment(key: tuple[str, str, str, bool], moves: tuple[tuple[Seat, int], ...]) -> Moment:
    """A moment from where its game began and what was played since."""
    kind = kind_of(*key)
    position, recall = kind.first.position, kind.first.recall.copy()
    for seat, action in moves:
        position = recall.play(position, seat, action)
        while (
            (decision := kind.game.decision(position))
            and isinstance(decision, Commit)
            and not decision.waiting
        ):
            position = recall.play(position, CLOCK, TIME_UP)
    return Moment(kind, position, recall, moves)


def nature(game: Any, begin: Any) -> tuple[bool, bool]:
    """Whether seats choose at the same time, and whether anything else is hidden, as some random
    games show.
    """
    meets = hides = False
    seats = game.seats(game.options_of(begin))
    looked, dice = 0, Dice(1)
    while looked < _LOOKED_AT and not (meets and hides):
        position: Position = begin.copy()
        while position.actor() != OVER and looked < _LOOKED_AT:
            decision = game.decision(position)
            meets = meets or len(asked(decision, seats)) > 1
            hides = hides or (not isinstance(decision, Commit) and game.has_secrets(position))
            step(position, dice)
            looked += 1
        looked += 1
    return meets, hides


# --- what pyspiel asks for -----------------------------------------------------------------------


class DogfightState(pyspiel.State):  # type: ignore[misc]
    """A state in OpenSpiel's terms."""

    def __init__(self, game: Any, kind: Kind) -> None:
        super().__init__(game)
        self.moment = kind.first

    def current_player(self) -> int:
        return self.moment.player

    def is_terminal(self) -> bool:
        return isinstance(self.moment.decision, Over)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.ids(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(place, float(weight)) for place, (_, weight) in enumerate(self.moment.outcomes())]

    def _apply_action(self, action: int) -> None:
        player = self.moment.player
        seat = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        self.moment = self.moment.after(((seat, self.moment.action(seat, action)),))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        at = self.moment
        self.moment = at.after(tuple((seat, at.action(seat, actions[seat])) for seat in at.asked))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.word(player, action)

    def returns(self) -> list[float]:
        """The shares of the stake, less an even share where there are several seats, so that
        they sum to zero.
        """
        seats = len(self.moment.kind.seats)
        decision = self.moment.decision
        if not isinstance(decision, Over):
            return [0.0] * seats
        return [share - _even(seats) for share in decision.payoffs]

    def __str__(self) -> str:
        return self.moment.kind.game.notation.write(self.moment.position)


def _even(seats: int) -> float:
    """What is taken off each share; a single seat has nobody to share with."""
    return 1.0 / seats if seats > 1 else 0.0


class Observer:
    """What a seat sees now, or all that it remembers: as numbers and in words."""

    def __init__(self, kind: Kind, recalls: bool) -> None:
        self.recalls = recalls
        size = kind.first.recall.size if recalls else kind.features.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"information_state" if recalls else "observation": self.tensor}

    def set_from(self, state: DogfightState, player: int) -> None:
        at = state.moment
        known = at.recall.vector if self.recalls else at.kind.features.vector
        self.tensor[:] = known(at.position, player)

    def string_from(self, state: DogfightState, player: int) -> str:
        at = state.moment
        return (
            at.remembered(player)
            if self.recalls
            else at.kind.game.view(at.position, player).as_json().decode()
        )


class DogfightGame(pyspiel.Game):  # type: ignore[misc]
    """A game in OpenSpiel's terms; there is a class of its own for each, with its name."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        supplied = {**_PARAMETERS, **(params or {})}
        options, position = unquote(str(supplied["options"])), unquote(str(supplied["position"]))
        unset = {**_option_parameters(self.name), **_PARAMETERS}
        named = {key: value for key, value in supplied.items() if value != unset.get(key)}
        named = {key: value for key, value in named.items() if key not in _PARAMETERS}
        if named and (options or position):
            raise BadOption(
                "expected options one by one, or all of them as `options`, or a position, which has"
                f" its own; got {shown(named)} beside"
            )
        if named:
            options = as_words(load(self.name).options(_readable(named)))
        self.kind = kind_of(self.name, options, position, bool(supplied["turn_based"]))
        seats = len(self.kind.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kind.space.count,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-_even(seats),
            max_utility=1.0 - _even(seats),
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=self.kind.game.max_steps(self.kind.options),
        )
        super().__init__(_type_of(self.kind), info, supplied)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> DogfightState:
        return DogfightState(self, self.kind)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        expected = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if (
            params
            or expected.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
            or not expected.public_info
        ):
            raise BadOption(
                "expected an observer of all that one seat may know, without parameters; got"
                f" {expected} {params}"
            )
        return Observer(self.kind, expected.perfect_recall)


_PARAMETERS: dict[str, Any] = {"options": "", "position": "", "turn_based": False}
"""Options as `name=value` words, a position to begin with in notation (both quoted as in
addresses), and whether secret choices are asked for one after the other, each without knowing the
others. Every option of a game is a parameter as well: `dogfight_goofspiel_v1(cards=4)`.
"""


@cache
def _option_parameters(name: str) -> dict[str, Any]:
    """All options of a game with their defaults, which leave the choice to the game.

    One whose default rests on others is -1 or empty here.
    """
    game = load(name)
    defaults_of: dict[str, set[Any]] = {}
    for options in game.samples():
        for field in game.option_fields(options):
            defaults_of.setdefault(field.name, set()).add(field.default)
    return {
        option: next(iter(defaults))
        if len(defaults) == 1
        else (-1 if isinstance(next(iter(defaults)), int) else "")
        for option, defaults in defaults_of.items()
    }


def _readable(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as a game reads them: OpenSpiel takes digits for a number wherever they stand."""
    return {
        name: value if isinstance(value, bool) else str(value) for name, value in options.items()
    }


def _type_of(kind: Kind) -> Any:
    """Return the description of a game with its options for OpenSpiel."""
    dynamics, information, utility = (
        pyspiel.GameType.Dynamics,
        pyspiel.GameType.Information,
        pyspiel.GameType.Utility,
    )
    return _game_type(
        kind.game.name,
        dynamics.SIMULTANEOUS if kind.simultaneous else dynamics.SEQUENTIAL,
        information.IMPERFECT_INFORMATION if kind.hides else information.PERFECT_INFORMATION,
        utility.ZERO_SUM if len(kind.seats) > 1 else utility.GENERAL_SUM,
    )


def _game_type(name: str, dynamics: Any, information: Any, utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=load(name).title,
        dynamics=dynamics,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=64,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**_option_parameters(name), **_PARAMETERS},
    )


def short_name(name: str) -> str:
    """What OpenSpiel calls a game."""
    return f"dogfight_{name}_v{env_version(name)}"


@cache
def _register(name: str) -> None:
    """Make a game known to OpenSpiel; each game that is loaded tells its own kind.

    OpenSpiel keeps what makes a game until the interpreter is gone, which only a class survives.
    """
    made = type(f"Dogfight_{name}", (DogfightGame,), {"name": name})
    kinds = pyspiel.GameType
    widest = (
        kinds.Dynamics.SIMULTANEOUS,
        kinds.Information.IMPERFECT_INFORMATION,
        kinds.Utility.GENERAL_SUM,
    )
    pyspiel.register_game(_game_type(name, *widest), made)


def register_all() -> None:
    """Make all games known to OpenSpiel, so that states of theirs can be read back.

    A game from elsewhere that cannot be loaded keeps nobody from the others.
    """
    for name in names():
        with suppress(DogfightError):
            if isinstance(load(name), HasFeatures):
                _register(name)


def game(
    name: str,
    options: Mapping[str, object] | None = None,
    position: str | None = None,
    turn_based: bool = False,
) -> Any:
    """The game as `pyspiel` loads it; a position in notation brings its own options."""
    if not isinstance(name, str):
        raise BadOption(f"expected the name of a game, got {shown(name)}")
    rules = load(name)
    if position is not None:
        if not isinstance(position, str):
            raise BadOption(f"expected a position in notation, a text, got {shown(position)}")
        if options:
            raise BadOption(
                f"expected options or a position, which has its own; got both: {shown(options)}"
            )
        position = rules.notation.write(rules.notation.read(position))
    _register(name)
    named = {} if position is not None else dict(rules.options(options))
    if any(isinstance(value, str) and value.isdigit() for value in named.values()):
        named = {"options": _quoted(as_words(named))}  # OpenSpiel would read a number back
    return pyspiel.load_game(
        short_name(name),
        {**named, "position": _quoted(position or ""), "turn_based": bool(turn_based)},
    )


def _loaded(text: str) -> Any:
    """A game that was pickled."""
    return pyspiel.load_game(text)


def _quoted(text: str) -> str:
    return quote(text, safe=_READABLE)


register_all()
