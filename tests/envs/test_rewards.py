"""Rewards: what is paid adds up, tells nothing secret, and shaping keeps best play."""

import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from cases import CASES, USUAL, case_id, late_position

import dogfight
from dogfight import envs
from dogfight.core.capabilities import Solver
from dogfight.core.decision import Chance, Commit, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.core.game import Game
from dogfight.core.options import Options
from dogfight.core.position import step
from dogfight.core.seat import CHANCE, CLOCK, OVER, TIME_UP
from dogfight.envs.rewards import REWARDS, Payer, Reward, Shaping, score_of

cases = pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
usual = pytest.mark.parametrize(("name", "options"), USUAL, ids=case_id)
WEIGHT = 0.05
LAST_ROUND = (
    "mode=dogfight,board=main,p1=red,p2=blue,starts=default plan:1:0 3.4 "
    "red;at=m0;damage=4;hand=1/0,2/1;last=3/0;squares=3/2,1/1,3L/0 "
    "blue;at=m4;damage=6;hand=2/2,5/2;last=1/1;squares=4/0,2/1,1/1"
)


def totals(env: Any) -> np.ndarray[Any, Any]:
    """What the seats get in the first game of every row, all steps together."""
    total, open_rows = np.zeros(env.rewards.shape), np.ones(env.count, bool)
    while open_rows.any():
        env.play(1)
        total[open_rows] += env.rewards[open_rows]
        open_rows &= ~env.dones
    return total


@cases
def test_rewards_of_a_whole_game_add_up(name: str, options: Options) -> None:
    game = dogfight.load(name)
    rows = 1 if game.max_steps(options) > 5000 else 3
    shares, scores, shaped = (
        totals(envs.batch(name, rows, options, seed=2, reward=reward)) for reward in REWARDS
    )
    first = np.array(score_of(game)[1](game.new(options)))
    assert shaped == pytest.approx(shares - WEIGHT * first, abs=1e-9)
    assert len(first) == shares.shape[1] and np.isfinite(scores).all()


@usual
def test_all_forms_pay_the_same(name: str, options: Options) -> None:
    def played(make: Callable[..., Any], reward: Reward) -> list[float]:
        env = make(name, options, reward=reward)
        env.reset(seed=3)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        dice = Dice(1)
        while env.agents:
            play = env.play
            for seat in play.waiting[:1] if make is envs.pettingzoo else [None]:
                ids = {
                    item: sorted(play.ids(item))[dice.below(len(play.ids(item)))]
                    for item in ([seat] if seat is not None else play.waiting)
                }
            if make is envs.pettingzoo:
                env.step(next(iter(ids.values())))
                rewards = env.rewards
                if play.over is not None:
                    env.agents = []
            else:
                rewards = env.step({env.possible_agents[seat]: id for seat, id in ids.items()})[1]
            for agent in paid:
                paid[agent] += rewards[agent]
        shares = play.shares()
        if reward == "score":
            return [*score_of(play.game)[1](play.table.position), *paid.values()]
        return [*shares, *paid.values()]

    game = dogfight.load(name)
    first = score_of(game)[1](game.new(options))
    for make in (envs.pettingzoo, envs.parallel):
        result = played(make, "result")
        assert result[: len(first)] == pytest.approx(result[len(first) :])
        score = played(make, "score")
        assert score[len(first) :] == pytest.approx(
            [end - begin for end, begin in zip(score[: len(first)], first, strict=True)]
        )
        shaped = played(make, Shaping(0.1))
        assert shaped[len(first) :] == pytest.approx(
            [share - 0.1 * lead for share, lead in zip(shaped[: len(first)], first, strict=True)]
        )


@cases
def test_score_tells_nothing_that_a_seat_must_not_know(name: str, options: Options) -> None:
    """Every position that fits what a seat sees has the same score."""
    game = dogfight.load(name)
    _, leads = score_of(game)
    position, dice = game.new(options), Dice(8)
    for number in range(200):
        if position.actor() == OVER:
            break
        if number % 10 == 0:
            for seat in range(len(game.seats(options))):
                imagined = game.views.imagine(game.view(position, seat), dice)
                assert leads(imagined) == leads(position)
        step(position, dice)


# --- best play -----------------------------------------------------------------------------------

Pair = tuple[float, float]
Choice = Callable[[Any, int], list[tuple[int, float]]]


class Returns:
    """What seat 0 gets from a position on, with the result alone and with shaping, if all choose
    by a strategy; exactly, over the whole tree.
    """

    def __init__(self, game: Game[Any, Any], strategy: Choice, discount: float) -> None:
        self.game, self.strategy, self.discount = game, strategy, discount
        self.leads = score_of(game)[1]
        self.payer = Payer(game, len(game.seats(game.options())), Shaping(0.3, discount))
        self.known: dict[str, Pair] = {}

    def at(self, position: Any) -> Pair:
        key = self.game.notation.write(position)
        if key not in self.known:
            self.known[key] = self._at(position)
        return self.known[key]

    def _at(self, position: Any) -> Pair:
        decision = self.game.decision(position)
        if isinstance(decision, Over):
            return 0.0, 0.0
        if isinstance(decision, Chance):
            moves = [(((CHANCE, outcome),), float(chance)) for outcome, chance in decision.odds]
        elif isinstance(decision, Commit) and not decision.waiting:
            moves = [(((CLOCK, TIME_UP),), 1.0)]
        else:
            choices = [
                [((seat, action), chance) for action, chance in self.strategy(position, seat)]
                for seat in owing(decision)
            ]
            moves = [
                (tuple(move for move, _ in joint), float(np.prod([p for _, p in joint])))
                for joint in product(*choices)
            ]
        pairs = [(self.after(position, played), chance) for played, chance in moves]
        return (
            sum(pair[0] * chance for pair, chance in pairs),
            sum(pair[1] * chance for pair, chance in pairs),
        )

    def after(self, position: Any, moves: tuple[tuple[int, int], ...]) -> Pair:
        """What a step and all that follows it pays."""
        now = position.copy()
        for seat, action in moves:
            now.apply(seat, action)
        end = self.game.decision(now)
        over = isinstance(end, Over)
        shares = end.payoffs if isinstance(end, Over) else self.payer.nothing
        paid = self.payer.paid(self.leads(position), self.leads(now), shares, over)[0]
        rest = self.at(now)
        return shares[0] + self.discount * rest[0], paid + self.discount * rest[1]


def compared(returns: Returns, position: Any) -> tuple[list[float], list[float]]:
    """The values of seat 0's actions at a position, with the result alone and with shaping."""
    game = returns.game
    plain, shaped = [], []
    free = returns.strategy
    for action in game.legal(position, 0):
        returns.strategy = lambda at, seat, action=action: (  # type: ignore[misc]
            [(action, 1.0)] if seat == 0 and at is position else free(at, seat)
        )
        values = returns._at(position)
        returns.strategy = free
        plain.append(values[0])
        shaped.append(values[1])
    return plain, shaped


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaping_keeps_best_play_of_solved_positions(discount: float) -> None:
    game = dogfight.load("biplanes")
    assert isinstance(game, Solver)

    def best(at: Any, seat: int) -> list[tuple[int, float]]:
        solved = game.solved(game.view(at, seat))
        assert solved is not None
        legal = game.legal(at, seat)
        return [
            (action, chance) for action, (chance, _) in zip(legal, solved, strict=True) if chance
        ]

    differ = 0
    late = [late_position("biplanes", game.options(), seed, 3) for seed in range(40)]
    for text in (LAST_ROUND, *late):
        position = game.notation.read(text)
        if 0 not in owing(game.decision(position)) or not game.solved(game.view(position, 0)):
            continue
        plain, shaped = compared(Returns(game, best, discount), position)
        potential = 0.3 * score_of(game)[1](position)[0]
        assert shaped == pytest.approx([value - potential for value in plain])
        differ += bool(potential) and max(plain) - min(plain) > 1e-6
        if differ == 3:
            break
    assert differ == 3


@pytest.mark.parametrize("name", ["goofspiel", "squadrons"])
def test_shaping_moves_all_values_alike(name: str) -> None:
    """Whatever the others do: here they play at random, from a late position."""
    game = dogfight.load(name)
    options = game.options({"cards": 4} if name == "goofspiel" else {})

    def even(at: Any, seat: int) -> list[tuple[int, float]]:
        legal = game.legal(at, seat)
        return [(action, 1 / len(legal)) for action in legal]

    position = game.notation.read(late_position(name, options, 5, 6))
    while 0 not in owing(game.decision(position)):
        step(position, Dice(1))
    plain, shaped = compared(Returns(game, even, 1.0), position)
    potential = 0.3 * score_of(game)[1](position)[0]
    assert shaped == pytest.approx([value - potential for value in plain])


# --- states and bad input ------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["score", "shaped", Shaping(0.2, 0.99)])
def test_batch_goes_on_paying_after_being_pickled(reward: Reward) -> None:
    env = envs.batch("goofspiel", 4, seed=1, reward=reward)
    for _ in range(7):
        env.play(3)
        twin = pickle.loads(pickle.dumps(env))
        assert (twin.rewards == env.rewards).all()
        ids = env.masks.argmax(axis=1)
        env.step(ids)
        twin.step(ids)
        assert (twin.rewards == env.rewards).all() and twin._payer.reward == reward
    env.reset(3)
    assert not env.rewards.any()


def test_forbidden_id_pays_back_the_potential() -> None:
    env = envs.gymnasium("goofspiel", reward=Shaping(1.0))
    env.reset(seed=4)
    total = 0.0
    for _ in range(3):
        total += float(env.step(int(env.action_masks().argmax()))[1])
    _, paid, ended, _, info = env.step(int(env.action_masks().argmin()))
    assert ended and "illegal" in info and total + float(paid) == pytest.approx(0.0)


def test_unknown_rewards_are_refused() -> None:
    for make in (envs.pettingzoo, envs.parallel, envs.gymnasium):
        with pytest.raises(BadOption, match="expected a reward out of result, score, shaped"):
            make("goofspiel", reward="money")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="expected a reward out of result, score, shaped"):
        envs.batch("goofspiel", 2, reward="money")  # type: ignore[arg-type]
