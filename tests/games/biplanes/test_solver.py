"""The last round worked out: equal to plain backward induction, refused where something is
hidden.
"""

import json

import pytest
from librt.vecs import vec
from typer.testing import CliRunner

import dogfight
from dogfight.bots.search import SearchBot
from dogfight.cli.app import app
from dogfight.core.decision import Chance, Choose, Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import Unsolved
from dogfight.core.position import step
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.biplanes.advice import BiplanesAdvice
from dogfight.games.biplanes.solution import solve
from dogfight.games.biplanes.solver import Solver, hidden

pytestmark = pytest.mark.no_rule("the solver")

ADVICE = BiplanesAdvice()

GAME = dogfight.load("biplanes")
DUELS = (
    {},
    {"board": "alt", "p1": "green", "p2": "yellow"},
    {"p1": "white", "p2": "red"},
    {"p1": "purple", "p2": "grey"},
    {"p1": "brown", "p2": "white"},
    {"mode": "escort", "p1": "red", "p2": "blue"},
    {"mode": "escort", "solo": True, "p1": "red", "p2": "blue"},
)
LAST = (
    "mode=dogfight,board=main,p1=red,p2=blue,starts=default plan:1:0 3.4"
    " red;at=m0;damage=4;hand=1/0,2/1;last=3/0;squares=3/2,1/1,3L/0"
    " blue;at=m4;damage=6;hand=2/2,5/2;last=1/1;squares=4/0,2/1,1/1"
)
"""Blue must hit twice and red guess where: both mix evenly, and red gets three quarters."""


def value_by_learning(rows: list[list[float]]) -> float:
    """The value of a small matrix game by fictitious play: bounds that close in on it."""
    ours, theirs = [0.0] * len(rows), [0.0] * len(rows[0])
    low, high, row = -1.0, 2.0, 0
    for played in range(1, 4001):
        for column, cell in enumerate(rows[row]):
            theirs[column] += cell
        column = theirs.index(min(theirs))
        for number in range(len(rows)):
            ours[number] += rows[number][column]
        row = ours.index(max(ours))
        low, high = max(low, min(theirs) / played), min(high, max(ours) / played)
        if high - low < 1e-3:
            break
    return (low + high) / 2


def plain_value(position) -> float:
    """What p1 may expect, by the plain doors alone and without remembering anything."""

    def after(seat: int, action: int) -> float:
        twin = position.copy()
        twin.apply(seat, action)
        return plain_value(twin)

    match GAME.decision(position):
        case Over(payoffs=payoffs):
            return payoffs[0]
        case Chance(odds=odds):
            return sum(float(weight) * after(CHANCE, outcome) for outcome, weight in odds)
        case Choose(seat=seat):
            values = [after(seat, action) for action in GAME.legal(position, seat)]
            return max(values) if seat == 0 else min(values)
        case Commit():
            rows = []
            for first in GAME.legal(position, 0):
                item = position.copy()
                item.apply(0, first)
                rows.append([])
                for second in GAME.legal(item, 1):
                    both = item.copy()
                    both.apply(1, second)
                    rows[-1].append(plain_value(both))
            return value_by_learning(rows)


def late_positions(options: dict[str, object], turn: int, number: int) -> list:
    """Some positions of random games at this turn of the last round."""
    result = []
    for seed in range(4000):
        position, dice = GAME.new(GAME.options(options)), Dice(seed)
        while position.actor() != OVER and not (
            ADVICE.is_quiet(position) and (position.round, position.turn) == (3, turn)
        ):
            step(position, dice)
        if position.actor() != OVER:
            result.append(position)
        if len(result) == number:
            break
    return result


@pytest.mark.parametrize("options", DUELS, ids=str)
def test_last_two_turns_match_plain_backward_induction(options) -> None:
    positions = late_positions(options, 4, 3)
    assert positions
    for position in positions:
        assert solve(position).value == pytest.approx(plain_value(position), abs=2e-3), (
            GAME.notation.write(position)
        )


@pytest.mark.parametrize("options", DUELS[:5], ids=str)
def test_third_round_is_solved_and_strategies_hold_its_value(options) -> None:
    for position in late_positions(options, 1, 2):
        solution = solve(position, positions=200_000)
        for seat, choices in solution.choices.items():
            value = solution.value if seat == 0 else 1 - solution.value
            assert [choice.action for choice in choices] == GAME.legal(position, seat)
            assert sum(choice.chance for choice in choices) == pytest.approx(1)
            assert max(choice.value for choice in choices) == pytest.approx(value)
            assert all(
                choice.value == pytest.approx(value) for choice in choices if choice.chance > 1e-9
            )


@pytest.mark.parametrize(
    "options", [duel for duel in DUELS[:5] if "white" not in duel.values()], ids=str
)
def test_solver_prefers_optimal_strategy_that_punishes_errors(options) -> None:
    better = 0
    for position in late_positions(options, 4, 30):
        matrix = Solver(1 << 20).matrix(position)
        matrix.solve()
        choices = solve(position).choices
        for seat in (0, 1):
            chances = [choice.chance for choice in choices[seat]]
            assert worst(matrix, seat, chances) == pytest.approx(
                sign(seat) * matrix.value, abs=1e-8
            )
            plain = list(matrix.column_chances if seat else matrix.row_chances)
            gained = on_average(matrix, seat, chances) - on_average(matrix, seat, plain)
            assert gained > -1e-3, (
                "the enemy's slips of this turn count first, those of the next one as well"
            )
            better += gained > 1e-3
    assert better


def sign(seat: int) -> int:
    return -1 if seat else 1


def payoffs(matrix, seat: int, chances: list[float]) -> list[float]:
    """What a seat gets with a strategy from each choice of its enemy."""
    if seat:
        return [
            -matrix.mean(row * matrix.columns, 1, vec[float](chances)) for row in range(matrix.rows)
        ]
    return [
        matrix.mean(column, matrix.columns, vec[float](chances)) for column in range(matrix.columns)
    ]


def worst(matrix, seat: int, chances: list[float]) -> float:
    return min(payoffs(matrix, seat, chances))


def on_average(matrix, seat: int, chances: list[float]) -> float:
    result = payoffs(matrix, seat, chances)
    return sum(result) / len(result)


def test_search_is_exact_for_any_sealed_enemy_choice() -> None:
    position = GAME.notation.read(LAST)
    assert solve(position).value == pytest.approx(0.75)
    exact = [(choice.chance, choice.value) for choice in solve(position).choices[1]]
    assert [chance for chance, _ in exact] == pytest.approx([0.5, 0.5])
    for sealed in GAME.legal(position, 0):
        twin = position.copy()
        twin.apply(0, sealed)
        bot = SearchBot(1, sims=8)
        opinions = bot.opinions(GAME.view(twin, 1))
        assert [(opinion.chance, opinion.value) for opinion in opinions] == exact
        assert bot.simulations == 0


def test_solver_refuses_hidden_information_with_its_rule() -> None:
    early = GAME.new(GAME.options({}))
    dice = Dice(1)
    while not ADVICE.is_quiet(early):
        step(early, dice)
    assert "BD-10.5" in hidden(early)
    assert GAME.solved(GAME.view(early, 0)) is None
    black = late_positions({"p1": "black", "p2": "blue"}, 2, 1)[0]
    with pytest.raises(Unsolved, match=r"BD-1\.14|BD-17\.4"):
        solve(black)
    with pytest.raises(Unsolved, match="within 3 positions"):
        solve(late_positions({}, 1, 1)[0], positions=3)


def test_solve_command_prints_values_and_strategies() -> None:
    runner = CliRunner()
    reported = runner.invoke(app, ["biplanes", "solve", LAST])
    assert (
        reported.exit_code == 0
        and "Player 1 (p1) may expect" in reported.stdout
        and "worth" in reported.stdout
    )
    answer = json.loads(runner.invoke(app, ["biplanes", "solve", LAST, "--json"]).stdout)
    assert [item["seat"] for item in answer["seats"]] == ["p1", "p2"]
    assert sum(item["value"] for item in answer["seats"]) == pytest.approx(1)
    for seat in answer["seats"]:
        assert sum(action["chance"] for action in seat["actions"]) == pytest.approx(1)
    refused = runner.invoke(app, ["biplanes", "solve", LAST.replace(" 3.4 ", " 2.4 ")])
    assert refused.exit_code == 2
    assert runner.invoke(app, ["biplanes", "solve", "nonsense"]).exit_code == 2
