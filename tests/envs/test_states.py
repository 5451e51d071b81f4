"""States: every environment goes on bit for bit after being pickled, copied or loaded; what does
not fit is refused and changes nothing.
"""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from cases import CASES, USUAL, case_id

import dogfight
from dogfight import envs
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption
from dogfight.core.options import Options
from dogfight.core.position import step
from dogfight.core.seat import OVER
from dogfight.envs.batches import Games
from dogfight.match.match import Match

ARRAYS = ("observations", "masks", "seats", "rewards", "dones")
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
ways = pytest.mark.parametrize("way", WAYS)
cases = pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
usual = pytest.mark.parametrize(("name", "options"), USUAL, ids=case_id)


def shown(env: Games) -> list[bytes]:
    return [getattr(env, name).tobytes() for name in ARRAYS]


@cases
def test_batch_goes_on_bit_for_bit(name: str, options: Options) -> None:
    env = envs.batch(name, 3, options, seed=7)
    for steps, way in ((0, "pickle"), (5, "copy"), (60, "deepcopy"), (400, "pickle")):
        env.play(steps)
        twin = WAYS[way](env)
        assert shown(twin) == shown(env)
        for _ in range(30):
            ids = env.masks.argmax(axis=1)
            env.step(ids)
            twin.step(ids)
            assert shown(twin) == shown(env)
            env.play(1)
            twin.play(1)
            assert shown(twin) == shown(env)


@ways
def test_batch_of_bytes_stays_one(way: str) -> None:
    env = envs.batch("goofspiel", 2, seed=1, dtype="uint8")
    env.play(3)
    twin = WAYS[way](env)
    twin.play(1)
    assert twin.observations.dtype == np.uint8 and shown(twin) != shown(env)


@cases
def test_row_goes_on_in_another_row_and_batch(name: str, options: Options) -> None:
    env, other = envs.batch(name, 3, options, seed=2), envs.batch(name, 2, options, seed=9)
    env.play(23)
    other.play(4)
    beside = [array[0].tobytes() for array in map(other.__getattribute__, ARRAYS)]
    other.load(env.state(row=2), row=1)
    assert [getattr(other, name)[0].tobytes() for name in ARRAYS] == beside
    for _ in range(60):
        for array in ARRAYS:
            assert (getattr(other, array)[1] == getattr(env, array)[2]).all()
        env.play(1)
        other.play(1)


def test_planner_branches_from_a_row() -> None:
    env = envs.batch("squadrons", 1, seed=3)
    env.play(30)
    root = env.state(row=0)
    after: set[tuple[bytes, ...]] = set()
    for id in np.flatnonzero(env.masks[0]):
        env.load(root, row=0)
        env.step([id])
        after.add(tuple(shown(env)))
    env.load(root, row=0)
    assert len(after) > 1 and env.state(row=0) == root


def seen(result: Any) -> Any:
    """What a step has told, in a form that can be compared."""
    if isinstance(result, dict):
        return {key: seen(value) for key, value in result.items()}
    if isinstance(result, list | tuple):
        return [seen(value) for value in result]
    return result.tobytes() if isinstance(result, np.ndarray) else result


def turn(env: Any) -> Any:
    """One step of an AEC environment with a sampled action, or the next game; returns all it
    shows.
    """
    if not env.agents:
        env.reset()
    agent = env.agent_selection
    reported = env.last()
    env.step(None if reported[2] else env.action_space(agent).sample(reported[0]["action_mask"]))
    return agent, reported, dict(env.rewards), dict(env.terminations), list(env.agents)


def joint(env: Any) -> Any:
    if not env.agents:
        return env.reset()
    return env.step({agent: env.action_space(agent).sample() for agent in env.agents})


def alone(env: Any) -> Any:
    reported = env.step(env.action_space.sample())
    return env.reset() if reported[2] else reported


FORMS: dict[str, tuple[Callable[..., Any], Callable[[Any], Any]]] = {
    "pettingzoo": (envs.pettingzoo, turn),
    "parallel": (envs.parallel, joint),
    "gymnasium": (envs.gymnasium, alone),
}
forms = pytest.mark.parametrize("form", FORMS)


def begun(form: str, name: str, options: Options | None = None, seed: int = 4) -> Any:
    env = FORMS[form][0](name, options=options)
    env.reset(seed=seed)
    spaces = (
        [env.action_space]
        if form == "gymnasium"
        else [env.action_space(agent) for agent in env.possible_agents]
    )
    for number, space in enumerate(spaces):
        space.seed(number)
    return env


@ways
@forms
@usual
def test_environment_goes_on_bit_for_bit(name: str, options: Options, form: str, way: str) -> None:
    env, move = begun(form, name, options), FORMS[form][1]
    for _ in range(12):
        move(env)
    twin = WAYS[way](env)
    assert twin.play.table.record == env.play.table.record
    assert twin.play.table.view(0) == env.play.table.view(0)
    assert [seen(move(twin)) for _ in range(25)] == [seen(move(env)) for _ in range(25)]
    assert twin.play.table.record == env.play.table.record


@forms
@cases
def test_environment_goes_back_to_a_state(name: str, options: Options, form: str) -> None:
    env, move = begun(form, name, options), FORMS[form][1]
    for _ in range(5):
        move(env)
    twin, kept = copy.copy(env), env.state()
    first = [seen(move(env)) for _ in range(8)]
    twin.load(kept)
    assert twin.state() == kept
    assert [seen(move(twin)) for _ in range(8)] == first


@forms
def test_end_of_a_game_is_kept(form: str) -> None:
    env, move = begun(form, "goofspiel", {"cards": 2}), FORMS[form][1]
    for _ in range(14):
        twin = pickle.loads(pickle.dumps(env))
        assert seen(move(twin)) == seen(move(env))


@ways
@forms
def test_environment_before_its_first_game_is_copied(form: str, way: str) -> None:
    env = FORMS[form][0]("goofspiel")
    twin = WAYS[way](env)
    assert seen(twin.reset(seed=5)) == seen(env.reset(seed=5))
    assert twin.state() == env.state()


@pytest.mark.parametrize("bot", ["random", "easy", "medium"])
def test_bots_of_a_loaded_environment_draw_on(bot: str) -> None:
    env = envs.gymnasium("squadrons", opponents=bot)
    env.reset(seed=6)
    env.action_space.seed(1)
    twin = pickle.loads(pickle.dumps(env))
    assert [seen(alone(twin)) for _ in range(15)] == [seen(alone(env)) for _ in range(15)]


class Last:
    """A bot of one's own, which counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Any) -> int:
        self.asked += 1
        return int(view.legal[-1].action)


def test_own_bot_is_copied_with_its_environment() -> None:
    bot = Last()
    env = envs.gymnasium("goofspiel", opponents=bot)
    env.reset(seed=1)
    alone(env)
    twin = copy.deepcopy(env)
    before = bot.asked
    alone(twin)
    assert bot.asked == before > 0


@usual
def test_games_are_copied_as_themselves(name: str, options: Options) -> None:
    game = dogfight.load(name)
    assert all(way(game) is game for way in WAYS.values())


@ways
@usual
def test_openspiel_game_and_state_go_on(name: str, options: Options, way: str) -> None:
    pytest.importorskip("pyspiel")
    game = envs.openspiel(name, options)
    twin = WAYS[way](game)
    assert str(twin) == str(game)
    state, dice = game.new_initial_state(), Dice(3)
    for _ in range(12):
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            seats = range(game.num_players())
            legal = [state.legal_actions(seat) for seat in seats]
            state.apply_actions([ids[dice.below(len(ids))] if ids else 0 for ids in legal])
        else:
            state.apply_action(
                state.legal_actions()[dice.below(len(state.legal_actions()))]
                if not state.is_chance_node()
                else state.chance_outcomes()[dice.below(len(state.chance_outcomes()))][0]
            )
    other = WAYS[way](state)
    assert str(other) == str(state) and other.history() == state.history()
    assert all(
        other.information_state_string(seat) == state.information_state_string(seat)
        for seat in range(game.num_players())
    )


@cases
def test_table_goes_on_from_its_state(name: str, options: Options) -> None:
    game = dogfight.load(name)
    table, twin, dice = Match(game, options, seed=3), Match(game, options, seed=8), Dice(1)
    for _ in range(20):
        seat = table.next_seat()
        if seat is None:
            break
        legal = game.legal(table.position, seat)
        table.play(seat, legal[dice.below(len(legal))])
    twin.load(table.state())
    for item in (table, twin):
        item.next_seat()
    assert twin.record == table.record and twin.events == table.events
    assert twin.notes == table.notes and twin.state() == table.state()


# --- what does not fit ---------------------------------------------------------------------------


def unlike(form: str) -> list[tuple[bytes, str]]:
    """States that an environment of Goofspiel must refuse, and why."""
    own = made(form, "goofspiel").state()
    other = made("batch" if form != "batch" else "parallel", "goofspiel").state()
    return [
        (made(form, "biplanes").state(), "expected a state with the game goofspiel, got biplanes"),
        (made(form, "goofspiel", {"cards": 5}).state(), "with the options cards=7, got cards=5"),
        (other, f"with the form {form}"),
        (own[:-1], "checksum does not fit"),
        (own[:60] + bytes([own[60] ^ 1]) + own[61:], "checksum does not fit"),
        (own.replace(b"state 1", b"state 2"), "in format 1"),
        (b"", "in format 1"),
        (b"nonsense", "in format 1"),
        (own.decode("latin-1"), "expected a state as bytes"),  # type: ignore[list-item]
    ]


def made(form: str, name: str, options: Options | None = None) -> Any:
    if form == "batch":
        return envs.batch(name, 2, options, seed=1)
    return begun(form, name, options)


@pytest.mark.parametrize("form", ["batch", *FORMS])
def test_state_of_something_else_is_refused(form: str) -> None:
    env = made(form, "goofspiel")
    before = env.state()
    for wrong, words in unlike(form):
        with pytest.raises(BadOption, match=words):
            env.load(wrong)
        assert env.state() == before


def test_state_of_other_rules_data_or_spaces_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    env = made("batch", "goofspiel")
    before = env.state()
    for part in ("rules", "data", "spaces"):
        other = made("batch", "goofspiel")
        head = other._head
        values = {name: getattr(head, name) for name in head.__struct_fields__}
        other._head = type(head)(**values | {part: "another"})
        with pytest.raises(BadOption, match=f"expected a state with the {part} .*, got another"):
            env.load(other.state())
        assert env.state() == before


def test_rows_that_are_not_there_are_refused() -> None:
    env, larger = made("batch", "goofspiel"), envs.batch("goofspiel", 3)
    before = env.state()
    for wrong in (-1, 2, "0", True, 1.0):
        with pytest.raises(BadOption, match="expected a row from 0 to 1"):
            env.state(row=wrong)
        with pytest.raises(BadOption, match="expected a row from 0 to 1"):
            env.load(env.state(row=0), row=wrong)
    for state, row, words in (
        (larger.state(), None, "the states of 2 rows, got 3"),
        (larger.state(), 0, "the states of 1 rows, got 3"),
    ):
        with pytest.raises(BadOption, match=words):
            env.load(state, row=row)
    assert env.state() == before


def test_forged_rows_are_refused() -> None:
    env, game = made("batch", "goofspiel"), dogfight.load("goofspiel")
    before, rows = env.state(), [env._row_state(0), env._row_state(1)]
    end, dice = game.new(game.options()), Dice(1)
    while end.actor() != OVER:
        step(end, dice)
    for field, wrong, words in (
        ("position", game.notation.write(end), "in which a seat of this game is asked"),
        ("position", "nonsense", "expected"),
        ("shares", [0.0], "in which a seat of this game is asked"),
        ("dice", (1, 2), "expected a state of this environment"),
    ):
        forged = copy.copy(rows[1])
        setattr(forged, field, wrong)
        with pytest.raises((BadOption, BadNotation), match=words):
            env.load(env._head.pack([rows[0], forged]))
        assert env.state() == before


def test_dice_are_pickled_with_their_state() -> None:
    dice = Dice(17)
    dice.below(6)
    for way in WAYS.values():
        again = way(dice)
        expected = copy.copy(dice)
        assert [again.word() for _ in range(50)] == [expected.word() for _ in range(50)]
