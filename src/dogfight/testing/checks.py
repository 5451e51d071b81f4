"""The contract as checks that run over every game: a game that passes can be hosted and searched.

Each check takes a game, one of its option sets and a seed, walks through random play, and raises
`AssertionError` with the position in notation where the game breaks its promise.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
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
_TOLD_APART = 0.98
"""The least share of pairs of positions that look different to a seat and have different
features.
"""
_LONG = 400
"""How many steps of a game a check looks at that looks at every step."""


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


def some(many: list[int], dice: Dice) -> list[int]:
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
        assert count <= longest, f"{count} steps, stated {longest}: {game.notation.write(position)}"
        if isinstance(decision, Over):
            seats = game.seats(options)
            assert len(decision.payoffs) == len(seats)
            assert all(0 <= payoff <= 1 for payoff in decision.payoffs)
            assert decision.reason and decision.rule and decision.text
            assert all(seat in range(len(seats)) for seat in decision.winners)


def legal_plays_and_the_rest_is_refused(game: AnyGame, options: Options, seed: int) -> None:
    """Each legal action plays; any other, and any other seat, is refused with a reason and no
    change.
    """
    seats = range(len(game.seats(options)))
    for position, decision, dice in sampled(game, options, seed):
        text = game.notation.write(position)
        for seat in seats:
            legal = game.legal(position, seat)
            assert legal == sorted(set(legal)), text
            if seat not in acting(decision):
                assert not legal, text
            changes = game.legal_changes(position, seat)
            for action in [*some(legal, dice), *changes]:
                game.play(position.copy(), seat, action)
            wrong = [-1, max(legal, default=0) + 1, dice.below(4096)]
            for action in [
                number for number in wrong if number not in legal and number not in changes
            ]:
                _refused(game, position, seat, action, text)
        if not isinstance(decision, Chance):
            _refused(game, position, CHANCE, 0, text)
        _refused(game, position, len(seats), 0, text)
        assert game.notation.write(position) == text


def _refused(game: AnyGame, position: Any, seat: Seat, action: int, text: str) -> None:
    try:
        game.play(position, seat, action)
    except IllegalAction as error:
        assert error.rule and error.message, text
        assert game.notation.write(position) == text
    else:
        raise AssertionError(f"seat {seat} played illegal action {action} on {text}")


def commitments_commute(game: AnyGame, options: Options, seed: int) -> None:
    """Secret choices give the same position in whatever order they arrive."""
    for position, decision, dice in sampled(game, options, seed, 3):
        if not isinstance(decision, Commit) or len(decision.waiting) < 2:
            continue
        first, second = decision.waiting[0], decision.waiting[-1]
        item = position.copy()
        moves = _commit_some(game, item, decision, (first, second), dice)
        other = position.copy()
        for seat in (second, first):
            for action in moves[seat]:
                other.apply(seat, action)
        assert game.notation.write(item) == game.notation.write(other), game.notation.write(
            position
        )


def _commit_some(
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
                f"{moves} from {game.notation.write(opening)}"
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
                    f"sealed_moves of {game.notation.write(position)}"
                )
                continue
            twin = opening.copy()
            for seat, action in named:
                game.play(twin, seat, action)
            assert game.notation.write(twin) == game.notation.write(alone), (
                f"{named} after {own} from {game.notation.write(opening)}"
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
            assert game.notation.write(table.position) == text
            continue
        table.take_back(seat)
        before.apply(other, theirs)
        assert game.notation.write(table.position) == game.notation.write(before), (
            f"seat {seat} withdraws on {text}"
        )


def _not_taken_back(table: Match, seat: Seat) -> None:
    try:
        table.take_back(seat)
    except IllegalAction as error:
        assert error.rule and error.message
    else:
        raise AssertionError(
            f"seat {seat} took back what it may not on {table.game.notation.write(table.position)}"
        )


def copies_are_independent(game: AnyGame, options: Options, seed: int) -> None:
    """Playing on a copy leaves the original as it was, and both ways give the same."""
    for position, decision, dice in sampled(game, options, seed):
        text = game.notation.write(position)
        twin = position.copy()
        assert game.notation.write(twin) == text
        if isinstance(decision, Over):
            continue
        seat, action = random_step(game, position, decision, dice)
        twin.apply(seat, action)
        assert game.notation.write(position) == text
        again = position.copy()
        game.play(again, seat, action)
        assert game.notation.write(again) == game.notation.write(twin), (
            f"play and apply differ on {text}"
        )


def positions_are_values(game: AnyGame, options: Options, seed: int) -> None:
    """A position can be pickled, copied and compared; it is equal to one that is written the
    same, and to no other.
    """
    last = None
    for position, _, _ in sampled(game, options, seed):
        assert game.owns(position), (
            f"{game.name} does not know its position {game.notation.write(position)}"
        )
        for twin in (
            pickle.loads(pickle.dumps(position)),
            deepcopy(position),
            game.notation.read(game.notation.write(position)),
        ):
            assert twin == position and twin is not position, game.notation.write(position)
            assert game.notation.write(twin) == game.notation.write(position)
        if last is not None:
            assert (last == position) == (
                game.notation.write(last) == game.notation.write(position)
            ), game.notation.write(position)
        last = position.copy()


def notation_round_trips(game: AnyGame, options: Options, seed: int) -> None:
    """A position and each action and outcome read back exactly from their notation."""
    for position, decision, _ in sampled(game, options, seed):
        text = game.notation.write(position)
        assert "\n" not in text
        twin = game.notation.read(text)
        assert game.notation.write(twin) == text, f"{game.notation.write(twin)} from {text}"
        assert game.decision(twin) == decision, text
        voices: list[tuple[Seat, list[int]]] = [
            (seat, game.legal(position, seat)) for seat in acting(decision)
        ]
        if isinstance(decision, Chance):
            voices = [(CHANCE, [outcome for outcome, _ in decision.odds])]
        for seat, actions in voices:
            if seat != CHANCE:
                assert game.legal(twin, seat) == actions, text
            words = [game.notation.write_action(position, seat, number) for number in actions]
            assert len(set(words)) == len(words), f"{words} on {text}"
            for action, word in list(zip(actions, words, strict=True))[:60]:
                assert word and " " not in word, word
                assert game.notation.read_action(position, seat, word) == action, (
                    f"{word} on {text}"
                )
    for nonsense in ("", "nonsense", "0 0 0", text[: len(text) // 2], text + " x"):
        try:
            game.notation.read(nonsense)
        except BadNotation:
            continue
        raise AssertionError(f"read {nonsense!r} as a position")


def ids_mean_one_thing(game: AnyGame, options: Options, seed: int) -> None:
    """Legal actions and learners' ids belong together one by one; ids are below the count, each
    with its own word.
    """
    if not isinstance(game, HasActionIds):
        return
    space = game.action_space(options)
    assert len({space.notation(index) for index in range(space.count)}) == space.count
    for position, decision, dice in sampled(game, options, seed):
        for seat in acting(decision) if not isinstance(decision, Chance) else ():
            legal = game.legal(position, seat)
            ids = [space.id_of(position, seat, entry) for entry in legal]
            assert len(set(ids)) == len(ids) and all(0 <= id_ < space.count for id_ in ids), (
                game.notation.write(position)
            )
            for action in some(legal, dice):
                number = ids[legal.index(action)]
                assert space.action_of(position, seat, number) == action, (
                    f"{space.notation(number)} on {game.notation.write(position)}"
                )
                assert space.id(space.notation(number)) == number
                word = game.notation.write_action(position, seat, action)
                named = isinstance(space, ListedActions) or word in space.notation(number).split(
                    " "
                )
                assert named, f"{space.notation(number)!r} does not name {word!r}"


def features_are_named(game: AnyGame, options: Options, seed: int) -> None:
    """Every number has a name of its own and stays within its limit; listed ids are those of the
    legal actions.
    """
    if not isinstance(game, HasFeatures):
        return
    space, actions = game.features(options), game.action_space(options)
    assert space.size == len(space.names) == len(space.limits)
    assert len(set(space.names)) == space.size, "two features have the same name"
    assert all(space.names) and all(1 <= limit <= MOST_VALUE for limit in space.limits)
    assert space.encoder.count == actions.count
    for position, decision, _ in spread(game, options, seed, 3 * _FEW):
        text = game.notation.write(position)
        for seat in range(len(game.seats(options))):
            row = space.vector(position, seat)
            assert row.dtype == "float32" and row.shape == (space.size,)
            for index, value in space.active(position, seat).items():
                assert 1 <= value <= space.limits[index], (
                    f"{space.names[index]} is {value} in {text}"
                )
                assert row[index] == value
        for seat in owing(decision):
            ids = [actions.id_of(position, seat, entry) for entry in game.legal(position, seat)]
            assert space.legal(game, position, seat) == ids, (
                f"seat {seat} is listed other ids on {text}"
            )


def features_betray_nothing(game: AnyGame, options: Options, seed: int) -> None:
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


def _same_features(space: FeatureSpace, game: AnyGame, item: Any, entry: Any, seat: Seat) -> None:
    first, second = space.named(item, seat), space.named(entry, seat)
    differing = {name for name, _ in first.items() ^ second.items()}
    assert not differing, (
        f"{sorted(differing)} of seat {seat} tell {game.notation.write(item)} from"
        f" {game.notation.write(entry)}"
    )


def _branches(
    game: AnyGame, position: Any, decision: Decision, dice: Dice
) -> Iterator[tuple[Any, Seat]]:
    """Yield the positions one step further, each with its actor."""
    match decision:
        case Chance(odds=odds):
            steps = [(CHANCE, number) for number in some([outcome for outcome, _ in odds], dice)]
        case Choose() | Commit(waiting=(_, *_)):
            able = acting(decision)
            seat = able[dice.below(len(able))]
            steps = [(seat, number) for number in some(game.legal(position, seat), dice)]
        case _:
            steps = []
    for seat, action in steps:
        twin = position.copy()
        twin.apply(seat, action)
        yield twin, seat


def told_apart(game: AnyGame, options: Options, seed: int, number: int = _FEW) -> tuple[int, int]:
    """How many pairs of neighbouring positions look different to a seat, and how many of them
    differ in features.

    Neighbours are what different actions or outcomes make of one position of a random game.
    """
    assert isinstance(game, HasFeatures)
    space, seats = game.features(options), range(len(game.seats(options)))
    different = apart = 0
    for position, decision, dice in spread(game, options, seed, number):
        twins = [twin for twin, _ in _branches(game, position, decision, dice)]
        for seat in seats:
            views = [game.view(twin, seat).as_json() for twin in twins]
            rows = [space.active(twin, seat) for twin in twins]
            for item, entry in combinations(range(len(twins)), 2):
                if views[item] != views[entry]:
                    different += 1
                    apart += rows[item] != rows[entry]
    return different, apart


def features_tell_apart(game: AnyGame, options: Options, seed: int) -> None:
    """Positions that look different to a seat almost always have different features."""
    if not isinstance(game, HasFeatures):
        return
    different, apart = told_apart(game, options, seed)
    assert apart >= _TOLD_APART * different, (
        f"{apart} of {different} pairs that look different have different features"
    )


def odds_sum_to_one(game: AnyGame, options: Options, seed: int) -> None:
    """Chance nodes list each outcome once, with positive weights that sum to one."""
    for position, decision in walk(game, options, seed):
        if isinstance(decision, Chance):
            outcomes = [outcome for outcome, _ in decision.odds]
            assert len(set(outcomes)) == len(outcomes), game.notation.write(position)
            assert all(weight > 0 for _, weight in decision.odds), game.notation.write(position)
            assert sum(weight for _, weight in decision.odds) == Fraction(1), game.notation.write(
                position
            )


def quick_doors_agree(game: AnyGame, options: Options, seed: int) -> None:
    """Check that the fast methods give what the checked methods give."""
    for position, decision, dice in sampled(game, options, seed, 2):
        text = game.notation.write(position)
        match decision:
            case Over(payoffs=payoffs):
                assert position.actor() == OVER, text
                assert tuple(position.payoff(seat) for seat in range(len(payoffs))) == payoffs, text
            case Chance(odds=odds):
                assert position.actor() == CHANCE, text
                reached = set()
                for outcome, _ in odds[:40]:
                    twin = position.copy()
                    twin.apply(CHANCE, outcome)
                    reached.add(game.notation.write(twin))
                twin = position.copy()
                twin.roll(dice)
                assert len(odds) > 40 or game.notation.write(twin) in reached, text
            case Commit(waiting=()):
                assert position.actor() == CLOCK, text
                assert [position.choice(index) for index in range(position.choice_count())] == [
                    TIME_UP
                ], text
            case Choose(seat=seat) | Commit(waiting=(seat, *_)):
                assert position.actor() == seat, text
                assert position.is_secret_choice() == isinstance(decision, Commit), text
                legal = game.legal(position, seat)
                assert [
                    position.choice(index) for index in range(position.choice_count())
                ] == legal, text
                index = dice.below(len(legal))
                item, entry = position.copy(), position.copy()
                item.apply_choice(index)
                entry.apply(seat, legal[index])
                assert game.notation.write(item) == game.notation.write(entry), text
    position = game.new(options)
    playout(position, Dice(seed))
    assert isinstance(game.decision(position), Over)


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
            assert abs(counts[text] - 600 * share) <= 6 * spread + 1, (text, share, counts[text])


def imagined_positions_look_the_same(game: AnyGame, options: Options, seed: int) -> None:
    """A position imagined from a view gives that very view back, and the same refusals."""
    for position, _decision, dice in sampled(game, options, seed):
        for seat, view in enumerate(make_views(game, position, range(len(game.seats(options))))):
            seen = view.as_json()
            for _ in range(2):
                twin = game.views.imagine(view, dice)
                assert game.view(twin, seat).as_json() == seen, (
                    f"seat {seat} of {game.notation.write(position)}"
                )
                assert twin.information_key(seat) == position.information_key(seat), (
                    f"seat {seat} of {game.notation.write(position)}"
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
                f"seat {seat} of {game.notation.write(position)} imagines {text}"
            )


def glances_are_sound(game: AnyGame, options: Options, seed: int) -> None:
    """A static evaluation is a share of the stake; instinct is legal; choices made anew betray
    and change nothing.
    """
    seats = range(len(game.seats(options)))
    for position, decision, dice in sampled(game, options, seed):
        text = game.notation.write(position)
        worth = [game.advice.evaluate(position, seat) for seat in seats]
        assert all(0 <= value <= 1 for value in worth) and sum(worth) <= 1 + 1e-9, (
            f"{worth} in {text}"
        )
        if not isinstance(decision, (Choose, Commit)):
            continue
        assert 0 <= game.advice.rollout_choice(position, dice) < position.choice_count(), text
        assert game.notation.write(position) == text, "an evaluation changes nothing"
        for seat in acting(decision):
            view = game.view(position, seat)
            looks = set()
            for _ in range(3):
                twin = game.views.imagine(view, dice)
                twin.unseal_others(seat)
                assert game.legal(twin, seat) == [entry.action for entry in view.legal], (
                    f"seat {seat} of {text}"
                )
                looks.add(twin.information_key(seat))
            assert len(looks) == 1, f"seat {seat} of {text}"


def _same_refusal(game: AnyGame, item: Any, entry: Any, seat: Seat) -> None:
    allowed = [*game.legal(item, seat), *game.legal_changes(item, seat)]
    wrong = max(allowed, default=0) + 1
    words = []
    for position in (item, entry):
        try:
            game.check(position, seat, wrong)
        except IllegalAction as error:
            words.append(str(error))
    assert words[0] == words[1], f"the refusals to seat {seat} differ: {words}"


def secrets_stay_secret(game: AnyGame, options: Options, seed: int) -> None:
    """Whatever a seat was not told changes neither its view nor its legal actions nor the
    watchers'.
    """
    eyes = [WATCHER, *range(len(game.seats(options)))]
    for position, decision, dice in sampled(game, options, seed, 3):
        match decision:
            case Chance(odds=odds):
                branches = [
                    (CHANCE, number) for number in some([outcome for outcome, _ in odds], dice)
                ]
            case Commit(waiting=(_, *_) as waiting):
                seat = waiting[dice.below(len(waiting))]
                branches = [(seat, number) for number in some(game.legal(position, seat), dice)]
            case _:
                continue
        heard: dict[tuple[Seat, tuple[str, ...]], bytes] = {}
        for seat, action in branches:
            twin = position.copy()
            events = game.play(twin, seat, action)
            others = [eye for eye in eyes if eye != seat]
            for eye, view in zip(others, make_views(game, twin, others), strict=True):
                visible = visible_events(events, eye)
                key = (eye, tuple(event.text for event in visible))
                causes = tuple(event.causes for event in visible)
                seen = view.as_json() + msgspec.json.encode(causes)
                assert heard.setdefault(key, seen) == seen, (
                    f"seat {eye} was told the same but sees different views after {seat}'s "
                    f"{game.notation.write_action(position, seat, action)} on"
                    f" {game.notation.write(position)}"
                )


def eyes_together_see_what_each_sees_alone(game: AnyGame, options: Options, seed: int) -> None:
    """Views made together, which may share what is the same, are those made one by one; secrets are
    where they differ.

    The eyes come in any order and number: none of them may get anything of another.
    """
    eyes = [OPEN, WATCHER, *range(len(game.seats(options)))]
    for position, _, dice in sampled(game, options, seed, 3):
        alone = {eye: game.view(position, eye).as_json() for eye in eyes}
        eyes.append(eyes.pop(dice.below(len(eyes))))
        for some_eyes in (eyes, eyes[1:], eyes[: len(eyes) // 2]):
            together = make_views(game, position, some_eyes)
            assert [view.as_json() for view in together] == [alone[eye] for eye in some_eyes], (
                game.notation.write(position)
            )
        assert game.has_secrets(position) == Game.has_secrets(game, position), (
            f"secrets in {game.notation.write(position)}"
        )


def sealed_choices_are_not_told(game: AnyGame, options: Options, seed: int) -> None:
    """Before the last secret choice is in, other players are told the same whatever was chosen."""
    players = [info.player for info in game.seats(options)]
    for position, decision, dice in sampled(game, options, seed, 2):
        if not isinstance(decision, Commit) or len(decision.waiting) < 2:
            continue
        seat = decision.waiting[0]
        texts: dict[Seat, set[tuple[str, ...]]] = {}
        for action in some(game.legal(position, seat), dice):
            twin = position.copy()
            events = game.play(twin, seat, action)
            now = game.decision(twin)
            if isinstance(now, Commit) and seat in now.waiting:
                continue
            for eye in [
                WATCHER,
                *(number for number, player in enumerate(players) if player != players[seat]),
            ]:
                words = tuple(event.text for event in visible_events(events, eye))
                texts.setdefault(eye, set()).add(words)
        for eye, words_set in texts.items():
            assert len(words_set) <= 1, (
                f"seat {eye} is told seat {seat}'s choice on {game.notation.write(position)}"
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
        assert again.to_text() == text
        assert again.to_json_lines() == lines
        assert verify(game, again) == decision


def defaults_are_legal(game: AnyGame, options: Options, seed: int) -> None:
    """A silent seat's stand-in is always one of its legal actions, and a clock can always run
    out.
    """
    for position, decision in walk(game, options, seed):
        for seat in acting(decision):
            if game.legal(position, seat):
                assert game.default_action(position, seat) in game.legal(position, seat), (
                    game.notation.write(position)
                )
        if isinstance(decision, Choose | Commit) and decision.clock is not None:
            game.play(position.copy(), CLOCK, TIME_UP)


def views_speak(game: AnyGame, options: Options, seed: int) -> None:
    """Check that every view has a prompt with a rule, and describes the actions of a seat that
    may act.
    """
    for position, decision, _ in sampled(game, options, seed):
        for seat in [WATCHER, OPEN, *range(len(game.seats(options)))]:
            view = game.view(position, seat)
            assert view.prompt.text and view.prompt.rule, game.notation.write(position)
            assert all(entry.notation and entry.text for entry in view.legal)
            assert all(
                entry.text == game.text.describe(position, seat, entry.action)
                for entry in view.legal
            )
            assert all(
                all(entry.places) and (entry.short_text or not entry.odds_text)
                for entry in view.legal
            ), game.notation.write(position)
            assert bool(view.legal) == (seat in acting(decision)) or seat < 0, game.notation.write(
                position
            )


def words_use_names(game: AnyGame, options: Options, seed: int) -> None:
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
            assert not [text for text in said if raw.search(text)], game.notation.write(position)
        if not isinstance(decision, Over):
            actor, action = random_step(game, position, decision, Dice(seed))
            events = game.play(position.copy(), actor, action)
            texts = [event.text for event in events]
            texts += [cause.words for event in events for cause in event.causes]
            assert not [text for text in texts if raw.search(text) or re.match("You", text)], texts


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
    features_betray_nothing,
    features_tell_apart,
    odds_sum_to_one,
    quick_doors_agree,
    roll_follows_the_odds,
    imagined_positions_look_the_same,
    imagined_positions_can_be_read,
    imagined_as_often_as_likely,
    glances_are_sound,
    secrets_stay_secret,
    eyes_together_see_what_each_sees_alone,
    sealed_choices_are_not_told,
    records_round_trip,
    defaults_are_legal,
    views_speak,
    words_use_names,
)
