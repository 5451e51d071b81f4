"""The contract as checks that run over every game: a game that passes can be hosted and searched.

Each check takes a game, one of its option sets and a seed, walks through random play, and raises
`AssertionError`: a sentence that says what is wrong, and the position in notation.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec

from dogfight.core.capabilities import ReplacesSealed
from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, acting, owing, pick
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.event import visible_events
from dogfight.core.game import Game
from dogfight.core.options import Options
from dogfight.core.position import playout, step
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, OPEN, OVER, TIME_UP, WATCHER, Seat
from dogfight.core.view import make_views
from dogfight.encoding.action_space import ListedActions
from dogfight.encoding.capabilities import HasActionIds, HasFeatures
from dogfight.encoding.encoder import MOST_VALUE
from dogfight.encoding.features import FeatureSpace
from dogfight.match.match import Match
from dogfight.match.record import parse
from dogfight.match.replay import verify
from dogfight.testing.frequencies import imagined_as_often_as_likely

Check = Callable[[AnyGame, Options, int], None]
_FEW = 12
"""How many actions or outcomes a check tries where there are many."""
_LEAST_DISTINGUISHED = 0.98
"""The least share of pairs of positions that look different to a seat and have different
features.
"""
_LONG = 400
"""How many steps of a game a check looks at that looks at every step."""


def _at(game: AnyGame, position: Any) -> str:
    return f"at {game.notation.write(position)}"


def walk(
    game: AnyGame, options: Options, seed: int, steps: int = 10**6
) -> Iterator[tuple[Any, Decision]]:
    """The positions of one random game, each before anything is decided on it."""
    dice = Dice(seed)
    position = game.new(options)
    for _ in range(steps):
        decision = game.decision(position)
        yield position, decision
        if isinstance(decision, Over):
            return
        seat, action = random_step(game, position, decision, dice)
        position.apply(seat, action)


def random_step(game: AnyGame, position: Any, decision: Decision, dice: Dice) -> tuple[Seat, int]:
    """A random action of a random waiting seat, or a chance outcome by its odds."""
    match decision:
        case Chance(odds=odds):
            return CHANCE, pick(odds, dice)
        case Choose(seat=seat):
            legal = game.legal(position, seat)
        case Commit(waiting=()):
            return CLOCK, TIME_UP
        case Commit(waiting=waiting):
            seat = waiting[dice.below(len(waiting))]
            legal = game.legal(position, seat)
        case _:
            raise AssertionError("nobody acts when the game is over")
    return seat, legal[dice.below(len(legal))]


def few_of(many: list[int], dice: Dice) -> list[int]:
    """A few of many, at random."""
    return many if len(many) <= _FEW else [many[dice.below(len(many))] for _ in range(_FEW)]


def sampled(
    game: AnyGame, options: Options, seed: int, share: int = 4
) -> Iterator[tuple[Any, Decision, Dice]]:
    """Every fourth or so position of a random game, for checks that are slow."""
    dice = Dice(seed + 1)
    for position, decision in walk(game, options, seed):
        if dice.below(share) == 0 or isinstance(decision, Over):
            yield position, decision, dice


def spread(
    game: AnyGame, options: Options, seed: int, number: int = _FEW
) -> Iterator[tuple[Any, Decision, Dice]]:
    """A few positions spread evenly over a random game, the last one among them, for checks that
    are very slow.
    """
    steps = 0
    position, dice = game.new(options), Dice(seed)
    while step(position, dice) != OVER:
        steps += 1
    numbers = {steps * place // number for place in range(1, number + 1)}
    position, dice = game.new(options), Dice(seed)
    for place in range(1, steps + 1):
        step(position, dice)
        if place in numbers:
            yield position, game.decision(position), Dice(seed + place)


def ends_in_time(game: AnyGame, options: Options, seed: int) -> None:
    """Random play ends within the stated length, with payoffs that share the stake."""
    longest = game.max_steps(options)
    for count, (position, decision) in enumerate(walk(game, options, seed)):
        assert count <= longest, (
            f"max_steps is {longest}, but a random game is at step {count} {_at(game, position)}"
        )
        if isinstance(decision, Over):
            count_of_seats = len(game.seats(options))
            assert len(decision.payoffs) == count_of_seats, (
                f"Over has {len(decision.payoffs)} payoffs for {count_of_seats} seats"
                f" {_at(game, position)}"
            )
            assert all(0 <= payoff <= 1 for payoff in decision.payoffs), (
                f"the payoffs of Over are {decision.payoffs}; each is a share from 0 to 1"
                f" {_at(game, position)}"
            )
            assert decision.reason and decision.rule and decision.text, (
                f"Over needs a reason, a rule and a text, got {decision.reason!r},"
                f" {decision.rule!r}, {decision.text!r} {_at(game, position)}"
            )
            assert all(seat in range(count_of_seats) for seat in decision.winners), (
                f"Over names the winners {decision.winners} of {count_of_seats} seats"
                f" {_at(game, position)}"
            )


def legal_plays_and_the_rest_is_refused(game: AnyGame, options: Options, seed: int) -> None:
    """Each legal action plays; any other, and any other seat, is refused with a reason and no
    change.
    """
    seats = range(len(game.seats(options)))
    for position, decision, dice in sampled(game, options, seed):
        text = game.notation.write(position)
        for seat in seats:
            legal = game.legal(position, seat)
            assert legal == sorted(set(legal)), (
                f"the legal actions of seat {seat} are not in ascending order without repeats:"
                f" {legal} at {text}"
            )
            assert not legal or seat in acting(decision), (
                f"seat {seat} is not asked but has the legal actions {legal} at {text}"
            )
            changes = game.legal_changes(position, seat)
            for action in [*few_of(legal, dice), *changes]:
                game.play(position.copy(), seat, action)
            wrong = [-1, max(legal, default=0) + 1, dice.below(4096)]
            for action in [
                number for number in wrong if number not in legal and number not in changes
            ]:
                _refused(game, position, seat, action, text)
        if not isinstance(decision, Chance):
            _refused(game, position, CHANCE, 0, text)
        _refused(game, position, len(seats), 0, text)
        assert game.notation.write(position) == text, (
            f"legal actions were played on copies, and the position itself changed from {text}"
            f" to {game.notation.write(position)}"
        )


def _refused(game: AnyGame, position: Any, seat: Seat, action: int, text: str) -> None:
    try:
        game.play(position, seat, action)
    except IllegalAction as error:
        assert error.rule and error.message, (
            f"the refusal of action {action} to seat {seat} has no rule or no message at {text}"
        )
        assert game.notation.write(position) == text, (
            f"action {action} of seat {seat} was refused and changed {text}"
            f" to {game.notation.write(position)}"
        )
    else:
        raise AssertionError(f"seat {seat} could play the illegal action {action} at {text}")


def commitments_commute(game: AnyGame, options: Options, seed: int) -> None:
    """Secret choices give the same position in whatever order they arrive."""
    for position, decision, dice in sampled(game, options, seed, 3):
        if not isinstance(decision, Commit) or len(decision.waiting) < 2:
            continue
        first, second = decision.waiting[0], decision.waiting[-1]
        forward, backward = position.copy(), position.copy()
        moves = _commit_parts(game, forward, decision, (first, second), dice)
        for seat in (second, first):
            for action in moves[seat]:
                backward.apply(seat, action)
        assert game.notation.write(forward) == game.notation.write(backward), (
            f"the secret choices {moves} lead to {game.notation.write(forward)}, but to"
            f" {game.notation.write(backward)} if seat {second} chooses first"
            f" {_at(game, position)}"
        )


def _commit_parts(
    game: AnyGame, position: Any, decision: Commit, seats: tuple[Seat, Seat], dice: Dice
) -> dict[Seat, list[int]]:
    """Let each of two seats commit its parts until it owes none, or the phase is over."""
    moves: dict[Seat, list[int]] = {seat: [] for seat in seats}
    first, _ = seats
    for seat in seats:
        for _ in range(40):
            now = game.decision(position)
            if not isinstance(now, Commit) or now.rule != decision.rule or seat not in now.waiting:
                break
            if seat != first and first in now.waiting:
                break  # the same phase of the next turn
            legal = game.legal(position, seat)
            action = legal[dice.below(len(legal))]
            position.apply(seat, action)
            moves[seat].append(action)
    return moves


def sealed_moves_commute(game: AnyGame, options: Options, seed: int) -> None:
    """What different players seal in one question, changes of mind included, leads to one position
    in any order.

    The moves of one player keep their order. A seat that owes something comes first, so that no
    last choice ends the question before the others have spoken.
    """
    players = [info.player for info in game.seats(options)]
    for opening, moves, position, dice in _questions(game, options, seed):
        if isinstance(decision := game.decision(position), Commit):
            late = {players[seat] for seat in decision.waiting}
            mixed = sorted(set(players), key=lambda player: (player not in late, dice.below(100)))
            twin = opening.copy()
            for player in mixed:
                for seat, action in moves:
                    if players[seat] == player:
                        game.play(twin, seat, action)
            assert game.notation.write(twin) == game.notation.write(position), (
                f"the sealed moves {moves} lead to {game.notation.write(position)}, but to"
                f" {game.notation.write(twin)} if the players {mixed} choose in this order"
                f" {_at(game, opening)}"
            )


def sealed_moves_stand(game: AnyGame, options: Options, seed: int) -> None:
    """Where what is sealed can be changed a game names the moves that stand, and they lead to
    what lies there.
    """
    players = [info.player for info in game.seats(options)]
    for opening, moves, position, _ in _questions(game, options, seed):
        for player in set(players):
            own = [move for move in moves if players[move[0]] == player]
            alone = opening.copy()
            for seat, action in own:
                game.play(alone, seat, action)
            if not isinstance(game.decision(alone), Commit):
                continue  # nobody else is asked
            seats = tuple(seat for seat, number in enumerate(players) if number == player)
            named = (
                game.sealed_moves(opening, position, seats)
                if isinstance(game, ReplacesSealed)
                else None
            )
            if named is None:
                assert not any(game.legal_changes(alone, seat) for seat in seats), (
                    f"seats {seats} can change what they sealed, but sealed_moves names no moves"
                    f" {_at(game, position)}"
                )
                continue
            twin = opening.copy()
            for seat, action in named:
                game.play(twin, seat, action)
            assert game.notation.write(twin) == game.notation.write(alone), (
                f"after the moves {own}, sealed_moves names {named}, which lead to"
                f" {game.notation.write(twin)} and not to {game.notation.write(alone)}"
                f" {_at(game, opening)}"
            )


def _questions(
    game: AnyGame, options: Options, seed: int
) -> Iterator[tuple[Any, list[tuple[Seat, int]], Any, Dice]]:
    """Open secret questions of a random game: how each began, what was played in it, where that
    led.

    Now and then a seat changes what it has sealed already.
    """
    dice = Dice(seed)
    for opening, asked in walk(game, options, seed, _LONG):
        if not isinstance(asked, Commit) or len(asked.waiting) < 2:
            continue
        position, moves = opening.copy(), list[tuple[Seat, int]]()
        for _ in range(_FEW):
            able = acting(game.decision(position))
            seat = able[dice.below(len(able))]
            legal = [*game.legal(position, seat), *game.legal_changes(position, seat)]
            action = legal[0] if dice.below(3) == 0 else legal[dice.below(len(legal))]
            after = position.copy()
            game.play(after, seat, action)
            now = game.decision(after)
            if not isinstance(now, Commit) or now.rule != asked.rule or not now.waiting:
                break
            if game.turn(after) != game.turn(opening) or not {*now.waiting} <= {*asked.waiting}:
                break
            position = after
            moves.append((seat, action))
        yield opening, moves, position, dice


def sealed_choices_can_be_withdrawn(game: AnyGame, options: Options, seed: int) -> None:
    """A seat withdraws what it sealed as if it had never chosen, whatever others have sealed,
    unless a rule forbids.
    """
    table, dice = Match(game, options, seed=seed), Dice(seed)
    while not isinstance(decision := table.advance(), Over):
        question, before = table.question, table.position.copy()
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        others = [number for number in table.waiting() if number != seat]
        if table.question != question or seat < 0 or not others:
            continue
        other = others[dice.below(len(others))]
        legal = game.legal(table.position, other)
        theirs = legal[dice.below(len(legal))]
        table.play(other, theirs)
        if table.question != question:
            continue
        text = game.notation.write(table.position)
        if not table.can_take_back(seat):
            _not_taken_back(table, seat)
            assert game.notation.write(table.position) == text, (
                f"a refused take-back of seat {seat} changed {text}"
                f" to {game.notation.write(table.position)}"
            )
            continue
        table.take_back(seat)
        before.apply(other, theirs)
        assert game.notation.write(table.position) == game.notation.write(before), (
            f"seat {seat} takes back its choice at {text}, which gives"
            f" {game.notation.write(table.position)} and not {game.notation.write(before)}"
        )


def _not_taken_back(table: Match, seat: Seat) -> None:
    try:
        table.take_back(seat)
    except IllegalAction as error:
        assert error.rule and error.message, (
            f"the refusal of a take-back to seat {seat} has no rule or no message"
            f" {_at(table.game, table.position)}"
        )
    else:
        raise AssertionError(
            f"seat {seat} took back a choice although can_take_back says no"
            f" {_at(table.game, table.position)}"
        )


def copies_are_independent(game: AnyGame, options: Options, seed: int) -> None:
    """Playing on a copy leaves the original as it was, and both ways give the same."""
    for position, decision, dice in sampled(game, options, seed):
        text = game.notation.write(position)
        twin = position.copy()
        assert game.notation.write(twin) == text, (
            f"a copy reads {game.notation.write(twin)}, the original {text}"
        )
        if isinstance(decision, Over):
            continue
        seat, action = random_step(game, position, decision, dice)
        twin.apply(seat, action)
        assert game.notation.write(position) == text, (
            f"action {action} of seat {seat} on a copy changed the original from {text}"
            f" to {game.notation.write(position)}; does `copy` share a list?"
        )
        again = position.copy()
        game.play(again, seat, action)
        assert game.notation.write(again) == game.notation.write(twin), (
            f"action {action} of seat {seat} gives {game.notation.write(again)} by play and"
            f" {game.notation.write(twin)} by apply at {text}"
        )


def positions_are_values(game: AnyGame, options: Options, seed: int) -> None:
    """A position can be pickled, copied and compared; it is equal to one that is written the
    same, and to no other.
    """
    last = None
    for position, _, _ in sampled(game, options, seed):
        text = game.notation.write(position)
        assert game.owns(position), f"`owns` of {game.name} denies its own position {text}"
        for twin in (
            pickle.loads(pickle.dumps(position)),
            deepcopy(position),
            game.notation.read(game.notation.write(position)),
        ):
            assert twin == position and twin is not position, (
                f"a position that was pickled, deep-copied or read back is not equal to {text}"
            )
            assert game.notation.write(twin) == text, (
                f"a position that was pickled, deep-copied or read back is written"
                f" {game.notation.write(twin)}, not {text}"
            )
        if last is not None:
            assert (last == position) == (game.notation.write(last) == text), (
                f"== and notation disagree on {game.notation.write(last)} and {text}"
            )
        last = position.copy()


def notation_round_trips(game: AnyGame, options: Options, seed: int) -> None:
    """A position and each action and outcome read back exactly from their notation."""
    for position, decision, _ in sampled(game, options, seed):
        text = game.notation.write(position)
        assert "\n" not in text, f"the notation of a position has more than one line: {text!r}"
        twin = game.notation.read(text)
        assert game.notation.write(twin) == text, f"{text} is read as {game.notation.write(twin)}"
        assert game.decision(twin) == decision, (
            f"the decision is {decision}, but {game.decision(twin)} after reading {text}"
        )
        voices: list[tuple[Seat, list[int]]] = [
            (seat, game.legal(position, seat)) for seat in acting(decision)
        ]
        if isinstance(decision, Chance):
            voices = [(CHANCE, [outcome for outcome, _ in decision.odds])]
        for seat, actions in voices:
            if seat != CHANCE:
                assert game.legal(twin, seat) == actions, (
                    f"seat {seat} may do {actions}, but {game.legal(twin, seat)} after reading"
                    f" {text}"
                )
            words = [game.notation.write_action(position, seat, number) for number in actions]
            assert len(set(words)) == len(words), (
                f"two actions of seat {seat} have the same notation: {words} at {text}"
            )
            for action, word in list(zip(actions, words, strict=True))[:60]:
                assert word and " " not in word, (
                    f"the notation of action {action} is empty or has a space: {word!r} at {text}"
                )
                number = game.notation.read_action(position, seat, word)
                assert number == action, (
                    f"action {action} is written {word!r} and read back as {number} at {text}"
                )
    for nonsense in ("", "nonsense", "0 0 0", text[: len(text) // 2], text + " x"):
        try:
            game.notation.read(nonsense)
        except BadNotation:
            continue
        raise AssertionError(f"expected BadNotation, but {nonsense!r} was read as a position")


def ids_mean_one_thing(game: AnyGame, options: Options, seed: int) -> None:
    """Legal actions and learners' ids belong together one by one; ids are below the count, each
    with its own word.
    """
    if not isinstance(game, HasActionIds):
        return
    space = game.action_space(options)
    assert len({space.notation(index) for index in range(space.count)}) == space.count, (
        "two ids of the action space have the same notation"
    )
    for position, decision, dice in sampled(game, options, seed):
        for seat in acting(decision) if not isinstance(decision, Chance) else ():
            legal = game.legal(position, seat)
            ids = [space.id_of(position, seat, entry) for entry in legal]
            assert len(set(ids)) == len(ids) and all(0 <= id_ < space.count for id_ in ids), (
                f"the ids of seat {seat} must differ and lie below {space.count}, got {ids}"
                f" {_at(game, position)}"
            )
            for action in few_of(legal, dice):
                number = ids[legal.index(action)]
                assert space.action_of(position, seat, number) == action, (
                    f"action {action} has the id {number} ({space.notation(number)}), which leads"
                    f" back to action {space.action_of(position, seat, number)}"
                    f" {_at(game, position)}"
                )
                assert space.id(space.notation(number)) == number, (
                    f"id {number} is written {space.notation(number)!r} and read back as"
                    f" {space.id(space.notation(number))}"
                )
                word = game.notation.write_action(position, seat, action)
                named = isinstance(space, ListedActions) or word in space.notation(number).split(
                    " "
                )
                assert named, (
                    f"the notation of id {number} is {space.notation(number)!r} and does not hold"
                    f" {word!r}, that of action {action} {_at(game, position)}"
                )


def features_are_named(game: AnyGame, options: Options, seed: int) -> None:
    """Every number has a name of its own and stays within its limit; listed ids are those of the
    legal actions.
    """
    if not isinstance(game, HasFeatures):
        return
    space, actions = game.features(options), game.action_space(options)
    assert space.size == len(space.names) == len(space.limits), (
        f"there are {space.size} features, {len(space.names)} names and {len(space.limits)} limits"
    )
    assert len(set(space.names)) == space.size, "two features have the same name"
    assert all(space.names), "a feature has no name"
    assert all(1 <= limit <= MOST_VALUE for limit in space.limits), (
        f"the limit of a feature is not between 1 and {MOST_VALUE}"
    )
    assert space.encoder.count == actions.count, (
        f"the encoder counts {space.encoder.count} actions, the action space {actions.count}"
    )
    for position, decision, _ in spread(game, options, seed, 3 * _FEW):
        text = game.notation.write(position)
        for seat in range(len(game.seats(options))):
            row = space.vector(position, seat)
            assert row.dtype == "float32" and row.shape == (space.size,), (
                f"a row of features is float32 of length {space.size}, got {row.dtype} of"
                f" {row.shape} at {text}"
            )
            for index, value in space.active(position, seat).items():
                assert 1 <= value <= space.limits[index], (
                    f"feature {space.names[index]!r} is {value}, its limit {space.limits[index]},"
                    f" at {text}"
                )
                assert row[index] == value, (
                    f"feature {space.names[index]!r} is {value} when listed and {row[index]} in"
                    f" the row at {text}"
                )
        for seat in owing(decision):
            ids = [actions.id_of(position, seat, entry) for entry in game.legal(position, seat)]
            assert space.legal(game, position, seat) == ids, (
                f"the encoder lists the ids {space.legal(game, position, seat)} for seat {seat},"
                f" whose legal actions have {ids} at {text}"
            )


def features_leak_nothing(game: AnyGame, options: Options, seed: int) -> None:
    """Positions that look the same to a seat have the same features: imagined ones, and those
    after other secrets.
    """
    if not isinstance(game, HasFeatures):
        return
    space, seats = game.features(options), range(len(game.seats(options)))
    for position, decision, dice in spread(game, options, seed):
        for seat in seats:
            view = game.view(position, seat)
            for _ in range(2):
                _same_features(space, game, position, game.views.imagine(view, dice), seat)
        heard: dict[tuple[Seat, bytes], Any] = {}
        for twin, _ in _branches(game, position, decision, dice):
            for seat in seats:
                first = heard.setdefault((seat, game.view(twin, seat).as_json()), twin)
                _same_features(space, game, first, twin, seat)


def _same_features(space: FeatureSpace, game: AnyGame, left: Any, right: Any, seat: Seat) -> None:
    differing = {
        name for name, _ in space.named(left, seat).items() ^ space.named(right, seat).items()
    }
    assert not differing, (
        f"features of seat {seat} differ although it sees the same, {sorted(differing)}:"
        f" {game.notation.write(left)} and {game.notation.write(right)}"
    )


def _branches(
    game: AnyGame, position: Any, decision: Decision, dice: Dice
) -> Iterator[tuple[Any, Seat]]:
    """Yield the positions one step further, each with its actor."""
    match decision:
        case Chance(odds=odds):
            steps = [(CHANCE, number) for number in few_of([outcome for outcome, _ in odds], dice)]
        case Choose() | Commit(waiting=(_, *_)):
            able = acting(decision)
            seat = able[dice.below(len(able))]
            steps = [(seat, number) for number in few_of(game.legal(position, seat), dice)]
        case _:
            steps = []
    for seat, action in steps:
        twin = position.copy()
        twin.apply(seat, action)
        yield twin, seat


def distinguished_pairs(
    game: AnyGame, options: Options, seed: int, number: int = _FEW
) -> tuple[int, int]:
    """How many pairs of neighbouring positions look different to a seat, and how many of them
    differ in features.

    Neighbours are what different actions or outcomes make of one position of a random game.
    """
    assert isinstance(game, HasFeatures)
    space, seats = game.features(options), range(len(game.seats(options)))
    different = distinguished = 0
    for position, decision, dice in spread(game, options, seed, number):
        twins = [twin for twin, _ in _branches(game, position, decision, dice)]
        for seat in seats:
            views = [game.view(twin, seat).as_json() for twin in twins]
            rows = [space.active(twin, seat) for twin in twins]
            for left, right in combinations(range(len(twins)), 2):
                if views[left] != views[right]:
                    different += 1
                    distinguished += rows[left] != rows[right]
    return different, distinguished


def features_distinguish_views(game: AnyGame, options: Options, seed: int) -> None:
    """Positions that look different to a seat almost always have different features."""
    if not isinstance(game, HasFeatures):
        return
    different, distinguished = distinguished_pairs(game, options, seed)
    assert distinguished >= _LEAST_DISTINGUISHED * different, (
        f"of {different} pairs of positions that look different to a seat, only {distinguished}"
        f" have different features; at least {_LEAST_DISTINGUISHED:.0%} should"
    )


def odds_sum_to_one(game: AnyGame, options: Options, seed: int) -> None:
    """Chance nodes list each outcome once, with positive weights that sum to one."""
    for position, decision in walk(game, options, seed):
        if isinstance(decision, Chance):
            outcomes = [outcome for outcome, _ in decision.odds]
            assert len(set(outcomes)) == len(outcomes), (
                f"Chance lists an outcome twice: {outcomes} {_at(game, position)}"
            )
            assert all(weight > 0 for _, weight in decision.odds), (
                f"Chance lists an outcome that cannot be: {decision.odds} {_at(game, position)}"
            )
            total = sum(weight for _, weight in decision.odds)
            assert total == Fraction(1), (
                f"the odds of Chance sum to {total}, not to 1 {_at(game, position)}"
            )


def fast_methods_agree(game: AnyGame, options: Options, seed: int) -> None:
    """Check that the fast methods give what the checked methods give."""
    for position, decision, dice in sampled(game, options, seed, 2):
        text = game.notation.write(position)
        actor = position.actor()
        match decision:
            case Over(payoffs=payoffs):
                expected = OVER
                quick = tuple(position.payoff(seat) for seat in range(len(payoffs)))
                assert quick == payoffs, f"`payoff` gives {quick}, Over {payoffs} at {text}"
            case Chance(odds=odds):
                expected = CHANCE
                _rolls_a_listed_outcome(game, position, odds, dice)
            case Commit(waiting=()):
                expected = CLOCK
                _same_choices(position, [TIME_UP], text)
            case Choose(seat=seat) | Commit(waiting=(seat, *_)):
                expected = seat
                assert position.is_secret_choice() == isinstance(decision, Commit), (
                    f"`is_secret_choice` is {position.is_secret_choice()} for a"
                    f" {type(decision).__name__} at {text}"
                )
                legal = game.legal(position, seat)
                _same_choices(position, legal, text)
                index = dice.below(len(legal))
                by_index, by_action = position.copy(), position.copy()
                by_index.apply_choice(index)
                by_action.apply(seat, legal[index])
                assert game.notation.write(by_index) == game.notation.write(by_action), (
                    f"`apply_choice({index})` and `apply({seat}, {legal[index]})` differ at {text}"
                )
        assert actor == expected, (
            f"`actor` is {actor}, but {type(decision).__name__} asks {expected} at {text}"
        )
    position = game.new(options)
    playout(position, Dice(seed))
    assert isinstance(game.decision(position), Over), (
        f"a playout stops before the game is over {_at(game, position)}"
    )


def _same_choices(position: Any, legal: list[int], text: str) -> None:
    choices = [position.choice(index) for index in range(position.choice_count())]
    assert choices == legal, f"`choice` lists {choices}, the legal actions are {legal} at {text}"


def _rolls_a_listed_outcome(game: AnyGame, position: Any, odds: Sequence[Any], dice: Dice) -> None:
    reached = set()
    for outcome, _ in odds[:40]:
        twin = position.copy()
        twin.apply(CHANCE, outcome)
        reached.add(game.notation.write(twin))
    twin = position.copy()
    twin.roll(dice)
    assert len(odds) > 40 or game.notation.write(twin) in reached, (
        f"`roll` gives {game.notation.write(twin)}, which no outcome of Chance leads to"
        f" {_at(game, position)}"
    )


def roll_follows_the_odds(game: AnyGame, options: Options, seed: int) -> None:
    """Drawing quickly gives every outcome about as often as its odds say."""
    for position, decision, dice in sampled(game, options, seed, 30):
        if not isinstance(decision, Chance) or not 2 <= len(decision.odds) <= 20:
            continue
        expected: dict[str, float] = {}
        for outcome, weight in decision.odds:
            twin = position.copy()
            twin.apply(CHANCE, outcome)
            text = game.notation.write(twin)
            expected[text] = expected.get(text, 0.0) + float(weight)
        counts = dict.fromkeys(expected, 0)
        for _ in range(600):
            twin = position.copy()
            twin.roll(dice)
            counts[game.notation.write(twin)] += 1
        for text, share in expected.items():
            spread = (600 * share * (1 - share)) ** 0.5
            assert abs(counts[text] - 600 * share) <= 6 * spread + 1, (
                f"`roll` gave {text} {counts[text]} times in 600, its odds say {600 * share:.0f}"
            )


def imagined_positions_look_the_same(game: AnyGame, options: Options, seed: int) -> None:
    """A position imagined from a view gives that very view back, and the same refusals."""
    for position, _decision, dice in sampled(game, options, seed):
        for seat, view in enumerate(make_views(game, position, range(len(game.seats(options))))):
            seen = view.as_json()
            for _ in range(2):
                twin = game.views.imagine(view, dice)
                assert game.view(twin, seat).as_json() == seen, (
                    f"`imagine` for seat {seat} gives {game.notation.write(twin)}, which looks"
                    f" different to it {_at(game, position)}"
                )
                assert twin.information_key(seat) == position.information_key(seat), (
                    f"`information_key` of seat {seat} differs in {game.notation.write(twin)},"
                    f" which looks the same to it {_at(game, position)}"
                )
                _same_refusal(game, position, twin, seat)


def imagined_positions_can_be_read(game: AnyGame, options: Options, seed: int) -> None:
    """Whatever is imagined from a view is a position that can be: it is written, and read back
    exactly.
    """
    for position, _decision, dice in sampled(game, options, seed, 3):
        for seat, view in enumerate(make_views(game, position, range(len(game.seats(options))))):
            text = game.notation.write(game.views.imagine(view, dice))
            assert game.notation.write(game.notation.read(text)) == text, (
                f"`imagine` for seat {seat} gives a position that is not read back: {text}"
                f" {_at(game, position)}"
            )


def evaluations_are_sound(game: AnyGame, options: Options, seed: int) -> None:
    """A static evaluation is a share of the stake; instinct is legal; choices made anew betray
    and change nothing.
    """
    seats = range(len(game.seats(options)))
    for position, decision, dice in sampled(game, options, seed):
        text = game.notation.write(position)
        worth = [game.advice.evaluate(position, seat) for seat in seats]
        assert all(0 <= value <= 1 for value in worth) and sum(worth) <= 1 + 1e-9, (
            f"`evaluate` gives the seats {worth}; shares from 0 to 1 sum to at most 1, at {text}"
        )
        if not isinstance(decision, (Choose, Commit)):
            continue
        choice, count = game.advice.rollout_choice(position, dice), position.choice_count()
        assert 0 <= choice < count, f"`rollout_choice` gives {choice} of {count} choices at {text}"
        assert game.notation.write(position) == text, (
            f"`evaluate` or `rollout_choice` changed {text} to {game.notation.write(position)}"
        )
        for seat in acting(decision):
            view = game.view(position, seat)
            keys = set()
            for _ in range(3):
                twin = game.views.imagine(view, dice)
                twin.unseal_others(seat)
                assert game.legal(twin, seat) == [entry.action for entry in view.legal], (
                    f"`unseal_others` changes what seat {seat} may do at {text}"
                )
                keys.add(twin.information_key(seat))
            assert len(keys) == 1, (
                f"after `unseal_others` imagined positions have {len(keys)} information keys for"
                f" seat {seat} at {text}"
            )


def _same_refusal(game: AnyGame, true: Any, imagined: Any, seat: Seat) -> None:
    allowed = [*game.legal(true, seat), *game.legal_changes(true, seat)]
    wrong = max(allowed, default=0) + 1
    words = []
    for position in (true, imagined):
        try:
            game.check(position, seat, wrong)
        except IllegalAction as error:
            words.append(str(error))
    assert words[0] == words[1], (
        f"the refusal of action {wrong} to seat {seat} depends on what it cannot see: {words}"
        f" {_at(game, true)}"
    )


def secrets_stay_secret(game: AnyGame, options: Options, seed: int) -> None:
    """Whatever a seat was not told changes neither its view nor its legal actions nor the
    watchers'.
    """
    viewers = [WATCHER, *range(len(game.seats(options)))]
    for position, decision, dice in sampled(game, options, seed, 3):
        match decision:
            case Chance(odds=odds):
                branches = [
                    (CHANCE, number) for number in few_of([outcome for outcome, _ in odds], dice)
                ]
            case Commit(waiting=(_, *_) as waiting):
                seat = waiting[dice.below(len(waiting))]
                branches = [(seat, number) for number in few_of(game.legal(position, seat), dice)]
            case _:
                continue
        heard: dict[tuple[Seat, tuple[str, ...]], bytes] = {}
        for seat, action in branches:
            twin = position.copy()
            events = game.play(twin, seat, action)
            others = [viewer for viewer in viewers if viewer != seat]
            for viewer, view in zip(others, make_views(game, twin, others), strict=True):
                visible = visible_events(events, viewer)
                key = (viewer, tuple(event.text for event in visible))
                causes = tuple(event.causes for event in visible)
                seen = view.as_json() + msgspec.json.encode(causes)
                assert heard.setdefault(key, seen) == seen, (
                    f"the view of seat {viewer} betrays what its events do not tell: it depends on"
                    f" {game.notation.write_action(position, seat, action)!r} of seat {seat}"
                    f" {_at(game, position)}"
                )


def joint_views_equal_single_views(game: AnyGame, options: Options, seed: int) -> None:
    """Views made together, which may share what is the same, are those made one by one; secrets are
    where they differ.

    The viewers come in any order and number: none of them may get anything of another.
    """
    viewers = [OPEN, WATCHER, *range(len(game.seats(options)))]
    for position, _, dice in sampled(game, options, seed, 3):
        alone = {viewer: game.view(position, viewer).as_json() for viewer in viewers}
        viewers.append(viewers.pop(dice.below(len(viewers))))
        for group in (viewers, viewers[1:], viewers[: len(viewers) // 2]):
            for viewer, view in zip(group, make_views(game, position, group), strict=True):
                assert view.as_json() == alone[viewer], (
                    f"the view of seat {viewer} made together with others is not the one made alone"
                    f" {_at(game, position)}"
                )
        assert game.has_secrets(position) == Game.has_secrets(game, position), (
            f"`has_secrets` is {game.has_secrets(position)}, but the views say otherwise"
            f" {_at(game, position)}"
        )


def sealed_choices_are_not_told(game: AnyGame, options: Options, seed: int) -> None:
    """Before the last secret choice is in, other players are told the same whatever was chosen."""
    players = [info.player for info in game.seats(options)]
    for position, decision, dice in sampled(game, options, seed, 2):
        if not isinstance(decision, Commit) or len(decision.waiting) < 2:
            continue
        seat = decision.waiting[0]
        texts: dict[Seat, set[tuple[str, ...]]] = {}
        for action in few_of(game.legal(position, seat), dice):
            twin = position.copy()
            events = game.play(twin, seat, action)
            now = game.decision(twin)
            if isinstance(now, Commit) and seat in now.waiting:
                continue
            for viewer in [
                WATCHER,
                *(number for number, player in enumerate(players) if player != players[seat]),
            ]:
                words = tuple(event.text for event in visible_events(events, viewer))
                texts.setdefault(viewer, set()).add(words)
        for viewer, different in texts.items():
            assert len(different) <= 1, (
                f"the events tell seat {viewer} what seat {seat} has sealed: {sorted(different)}"
                f" {_at(game, position)}"
            )


def records_round_trip(game: AnyGame, options: Options, seed: int) -> None:
    """A played game comes back from both forms of its record and verifies to the same end."""
    table = Match(game, options, seed=seed)
    dice = Dice(seed)
    while not isinstance(decision := table.advance(), Over):
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
    text, lines = table.record.to_text(), table.record.to_json_lines()
    for form in (text, lines):
        again = parse(form)
        assert again.to_text() == text and again.to_json_lines() == lines, (
            f"a record is written differently after it was read:\n{again.to_text()}\nand\n{text}"
        )
        end = verify(game, again)
        assert end == decision, f"the game ended with {decision}, its record with {end}"


def defaults_are_legal(game: AnyGame, options: Options, seed: int) -> None:
    """A silent seat's stand-in is always one of its legal actions, and a clock can always run
    out.
    """
    for position, decision in walk(game, options, seed):
        for seat in acting(decision):
            if game.legal(position, seat):
                default = game.default_action(position, seat)
                assert default in game.legal(position, seat), (
                    f"the default action {default} of seat {seat} is not legal"
                    f" {_at(game, position)}"
                )
        if isinstance(decision, Choose | Commit) and decision.clock is not None:
            game.play(position.copy(), CLOCK, TIME_UP)


def views_are_described(game: AnyGame, options: Options, seed: int) -> None:
    """Check that every view has a prompt with a rule, and describes the actions of a seat that
    may act.
    """
    for position, decision, _ in sampled(game, options, seed):
        for seat in [WATCHER, OPEN, *range(len(game.seats(options)))]:
            view = game.view(position, seat)
            where = f"in the view of seat {seat} {_at(game, position)}"
            assert view.prompt.text and view.prompt.rule, (
                f"the prompt has no text or no rule {where}"
            )
            for entry in view.legal:
                assert entry.notation and entry.text, (
                    f"action {entry.action} has no notation or no text {where}"
                )
                text = game.text.describe(position, seat, entry.action)
                assert entry.text == text, (
                    f"action {entry.action} is {entry.text!r}, `describe` says {text!r} {where}"
                )
                assert all(entry.places), f"action {entry.action} names an empty place {where}"
                assert entry.short_text or not entry.odds_text, (
                    f"action {entry.action} has an odds_text and no short_text {where}"
                )
            assert bool(view.legal) == (seat in acting(decision)) or seat < 0, (
                f"the view lists {len(view.legal)} legal actions, and the seat is"
                f" {'asked' if seat in acting(decision) else 'not asked'} {where}"
            )


def texts_use_names(game: AnyGame, options: Options, seed: int) -> None:
    """What people read speaks of sides and titles, not of the ids of seats; only prompts say
    `you`.
    """
    seats = game.seats(options)
    ids = [info.name for info in seats if info.name.lower() != info.title.lower()]
    raw = re.compile(
        "|".join([*(rf"\b{re.escape(id_)}\b(?!-)" for id_ in ids), r"\bseat \d", r"\w@\w"])
    )
    for position, decision in walk(game, options, seed, _LONG):
        for seat in [WATCHER, *acting(decision)]:
            view = game.view(position, seat)
            said = [
                view.prompt.full_text,
                *(f"{entry.text} {entry.short_text} {entry.odds_text}" for entry in view.legal),
            ]
            for text in said:
                assert not (match := raw.search(text)), (
                    f"expected the title of a seat or side, got {match[0]!r} in {text!r}"
                    f" {_at(game, position)}"
                )
        if not isinstance(decision, Over):
            actor, action = random_step(game, position, decision, Dice(seed))
            events = game.play(position.copy(), actor, action)
            texts = [event.text for event in events]
            texts += [cause.words for event in events for cause in event.causes]
            for text in texts:
                assert not (match := raw.search(text) or re.match("You", text)), (
                    f"expected the title of a seat or side in an event, got {match[0]!r} in"
                    f" {text!r} {_at(game, position)}"
                )


CHECKS: tuple[Check, ...] = (
    ends_in_time,
    legal_plays_and_the_rest_is_refused,
    commitments_commute,
    sealed_moves_commute,
    sealed_moves_stand,
    sealed_choices_can_be_withdrawn,
    copies_are_independent,
    notation_round_trips,
    positions_are_values,
    ids_mean_one_thing,
    features_are_named,
    features_leak_nothing,
    features_distinguish_views,
    odds_sum_to_one,
    fast_methods_agree,
    roll_follows_the_odds,
    imagined_positions_look_the_same,
    imagined_positions_can_be_read,
    imagined_as_often_as_likely,
    evaluations_are_sound,
    secrets_stay_secret,
    joint_views_equal_single_views,
    sealed_choices_are_not_told,
    records_round_trip,
    defaults_are_legal,
    views_are_described,
    texts_use_names,
)
