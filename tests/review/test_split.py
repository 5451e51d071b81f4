"""A finished game split into luck, guesses and choices: the parts add up, exact where the game
can be worked out.
"""

import random
from collections.abc import Callable

import msgspec
import pytest

import dogfight
from dogfight.core.decision import Choose, Commit, acting, owing
from dogfight.core.errors import BadRecord
from dogfight.core.registry import AnyGame
from dogfight.games.biplanes.solution import solve
from dogfight.games.biplanes.solver import hidden
from dogfight.match.match import Match
from dogfight.match.record import Record, parse
from dogfight.review.analysis import Reviewer, analysed, analyses, judge_of
from dogfight.review.choices import judged
from dogfight.review.report import Analysis
from dogfight.review.steps import SeatAction, steps_of
from dogfight.review.text import GIVEN_UP, text_of

Finished = Callable[..., Record]
GAMES = ("biplanes", "squadrons", "boots", "paws", "goofspiel")
FEW = 8


def reviewed(record: Record, seed: int = 0, samples: int = FEW) -> Analysis:
    return analysed(dogfight.load(record.header.game), record, seed, samples)


def check_sums(analysis: Analysis) -> None:
    """Every step and every side is accounted for."""
    for part in analysis.parts:
        for side in range(len(analysis.sides)):
            effects = sum(choice.effect[side] for choice in part.choices)
            parts = part.luck[side] + part.guesses[side] + part.unexplained[side] + effects
            assert part.before[side] + parts == pytest.approx(part.after[side], abs=1e-9)
    for split in analysis.splits:
        parts = split.luck + split.guesses + split.choices + split.gifts + split.unexplained
        assert split.start + parts == pytest.approx(split.result, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_add_up_to_the_result(name: str, finished: Finished) -> None:
    record = finished(name)
    result = reviewed(record)
    check_sums(result)
    assert record.result is not None
    own = [sum(record.result.payoffs[seat] for seat in split.seats) for split in result.splits]
    assert [split.result for split in result.splits] == own


def test_a_long_free_for_all_adds_up_within_its_time(finished: Finished) -> None:
    record = finished("starfighters", "random", players=3)
    *_, result = analyses(dogfight.load("starfighters"), record, 0, 2.0)
    check_sums(result)
    assert len(result.splits) == 3


def test_repeated_ready_is_not_judged_as_a_choice() -> None:
    """[JP-5.15] Ready once more is no choice, and one that is taken back was none in the end."""
    game = dogfight.load("paws")
    table = Match(game, {"players": 2, "timer": 0}, seed=2)
    dice = random.Random(2)
    again, judged = 0, set()
    while isinstance(decision := table.advance(), Choose | Commit):
        seat = dice.choice(acting(decision))
        table.play(seat, dice.choice(table.view(seat).legal).action)
        if seat in owing(decision):
            judged.add(len(table.record.moves))
        else:
            again += 1
    result = reviewed(table.record, samples=1)
    check_sums(result)
    moves = {choice.move for part in result.parts for choice in part.choices}
    assert again > 5 and len(moves) > 20 and moves <= judged


def test_first_analysis_has_luck_and_curve_without_choices(finished: Finished) -> None:
    first, second, *_ = analyses(dogfight.load("biplanes"), finished("biplanes"), 0, 0.1)
    assert not first.judged and not any(part.choices for part in first.parts)
    assert second.judged
    assert [part.before for part in first.parts] == [part.before for part in second.parts]
    assert [split.luck for split in first.splits] == [split.luck for split in second.splits]
    check_sums(first)


@pytest.mark.parametrize("name", ["biplanes", "boots"])
def test_a_seed_and_a_number_of_samples_repeat_it(name: str, finished: Finished) -> None:
    record = finished(name)
    assert reviewed(record) == reviewed(record)
    assert reviewed(record, seed=1) != reviewed(record)


def test_open_games_have_no_guess_part(finished: Finished) -> None:
    for name in ("squadrons", "boots"):
        result = reviewed(finished(name), samples=4)
        assert all(not any(part.guesses) for part in result.parts)


def test_draws_are_luck_and_nothing_else_is(finished: Finished) -> None:
    for part in reviewed(finished("biplanes")).parts:
        assert not part.choices or part.kind != "draw"
        assert any(part.luck) <= (part.kind == "draw")


def test_a_roll_is_measured_against_its_exact_expectation() -> None:
    game: AnyGame = dogfight.load("goofspiel")
    reviewer = Reviewer(game, played_goofspiel(), 0)
    reviewer.curve(8)
    draw = reviewer.steps[0]
    before = reviewer.judge.value(draw.before, 1500, 5)
    outcomes = []
    for outcome, odds in game.decision(draw.before).odds:
        after = draw.before.copy()
        after.apply(-1, outcome)
        outcomes.append(float(odds) * reviewer.judge.value(after, 300, 6).shares[0])
    assert before.shares[0] == pytest.approx(sum(outcomes), abs=0.06)
    assert before.errors[0] < 0.02


def played_goofspiel() -> Record:
    from dogfight.bots.random import RandomBot
    from dogfight.match.match import Match

    table = Match(dogfight.load("goofspiel"), {"cards": 5}, seed=2)
    table.run([RandomBot(1), RandomBot(2)])
    return table.record


def test_last_rounds_of_biplanes_are_the_solvers(finished: Finished) -> None:
    game = dogfight.load("biplanes")
    checked = 0
    for seed in range(1, 6):
        record = finished("biplanes", seed=seed)
        result = reviewed(record)
        for step, part in zip(steps_of(game, record), result.parts, strict=True):
            if step.kind != "sealed" or hidden(step.before):
                continue
            solution = solve(step.before)
            assert part.before[0] == pytest.approx(solution.value, abs=1e-9)
            for choice, deed in zip(part.choices, step.deeds, strict=True):
                if choice.verdict == "forced":
                    continue
                values = {item.action: item.value for item in solution.choices[deed.seat]}
                assert choice.exact and choice.error == 0.0
                assert choice.cost == pytest.approx(
                    max(values.values()) - values[deed.action], abs=1e-9
                )
                chances = [item.chance for item in solution.choices[deed.seat]]
                assert [option.chance for option in choice.options] == pytest.approx(chances)
                checked += 1
    assert checked >= 10


def test_level_ace_loses_little_by_its_choices(finished: Finished) -> None:
    """The level ace plays nearly the mixed strategies of best play; a random player does not."""
    cost, turns = 0.0, 0
    for seed in (1, 2):
        for seat in reviewed(finished("biplanes", "ace", seed=seed), samples=16).seats:
            cost, turns = cost + seat.cost, turns + seat.turns
    careless = reviewed(finished("biplanes", "random"), samples=16).seats
    assert cost / turns < 0.01
    assert sum(seat.cost for seat in careless) / sum(seat.turns for seat in careless) > 0.02


@pytest.mark.parametrize("name", ["goofspiel", "squadrons"])
def test_seat_that_plays_the_judges_own_best_loses_nothing(name: str) -> None:
    game: AnyGame = dogfight.load(name)
    table = Match(game, {}, seed=4)
    judge = judge_of(game, table.record)
    dice = random.Random(4)
    while isinstance(decision := table.advance(), Choose | Commit):
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        legal = table.view(seat).legal
        action = dice.choice(legal).action
        if seat == 0 and len(legal) > 1:
            deed = SeatAction(len(table.record.moves) + 1, seat, action, table.position)
            judgement = judged(judge, deed, 100, 1000 + len(table.record.moves))
            assert judgement is not None
            better = judgement.better or judgement.notation
            action = next(entry.action for entry in legal if entry.notation == better)
        table.play(seat, action)
    best, careless = analysed(game, table.record, 9, 60).seats
    assert best.cost <= 2 * best.error + 0.01
    assert not best.blamed
    assert careless.cost > best.cost


def test_a_record_that_breaks_off_is_refused(finished: Finished) -> None:
    record = finished("goofspiel")
    short = Record(record.header, record.moves[:-1])
    with pytest.raises(BadRecord, match="expected the record of a finished game"):
        reviewed(short)


def test_a_record_is_read_back_before_it_is_reviewed(finished: Finished) -> None:
    record = parse(finished("goofspiel").to_text())
    assert reviewed(record).winners == reviewed(finished("goofspiel")).winners


def given_up(record: Record, kept: int) -> Record:
    """The same game, given up after so many moves."""
    header = msgspec.structs.replace(record.header, ended="Red resigned.")
    return parse(Record(header, record.moves[:kept], None).to_text())


@pytest.mark.parametrize("name", ["biplanes", "squadrons"])
def test_resigned_game_is_explained_up_to_its_last_move(name: str, finished: Finished) -> None:
    whole = finished(name, "random")
    for kept in (24, 25):
        result = reviewed(given_up(whole, kept), samples=2)
        check_sums(result)
        assert (
            result.broken_off
            and result.ended == "Red resigned."
            and result.winners == ()
            and result.rule == ""
        )
        assert result.parts[-1].last <= kept
        assert all(0.0 <= split.result <= 1.0 for split in result.splits)
        lines = text_of(result)
        assert lines[0] == f"Red resigned. {GIVEN_UP}"
        assert "% when it was given up." in lines[1]


def test_choice_sealed_at_resignation_is_attributed_to_nobody(finished: Finished) -> None:
    whole, game = finished("biplanes", "random"), dogfight.load("biplanes")
    sealed = next(
        step for step in steps_of(game, whole) if step.kind == "sealed" and len(step.deeds) == 2
    )
    item = steps_of(game, given_up(whole, sealed.deeds[0].move))
    assert [step.last for step in item][-1] == sealed.first - 1
    both = steps_of(game, given_up(whole, sealed.last))
    assert [step.last for step in both][-1] == sealed.last


def test_game_without_end_or_moves_is_refused(finished: Finished) -> None:
    whole = finished("squadrons", "random")
    with pytest.raises(BadRecord, match="breaks off before its end"):
        reviewed(Record(whole.header, whole.moves[:20], None))
    with pytest.raises(BadRecord, match="given up at once"):
        reviewed(given_up(whole, 0))
