"""Whatever comes in as a seat, an action, a word or a position is played or refused in words, in
every game.
"""

from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dogfight
from dogfight.core.decision import Over, acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, BadOption, DogfightError, IllegalAction
from dogfight.core.position import step
from dogfight.core.seat import CHANCE, CLOCK, OPEN, WATCHER
from dogfight.match.match import Match

GAMES = pytest.mark.parametrize("name", dogfight.names())
HUGE = 10**5000
NUMBERS = st.one_of(
    st.integers(-9, 70),
    st.integers(),
    st.sampled_from([2**31, 2**62, 2**63 - 1, -(2**63), 2**63, HUGE, -HUGE]),
)
OTHERS = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.binary(max_size=2), st.just([0])
)
ANYTHING = NUMBERS | OTHERS
SCRAPS = st.sampled_from(
    [
        "",
        "\0",
        "\x1b",
        "\u2028",
        "\u0085",
        "9" * 5000,
        "-1",
        "²",
        "١",
        "-0",
        " ",
        "=",
        ":",
        "/",
        ",",
    ]
)
PIECES = SCRAPS | st.text(max_size=4) | st.text("x:-0", min_size=1000, max_size=2000)


@cache
def positions(name: str) -> list[Any]:
    """Some positions of every kind of question, from random play."""
    game = dogfight.load(name)
    result = []
    for seed, options in enumerate(game.samples()):
        position, dice = game.new(options), Dice(seed)
        for n in range(400):
            if isinstance(game.decision(position), Over):
                break
            if n % 9 == 0:
                result.append(position.copy())
            step(position, dice)
        result.append(position)
    return result


def refused_or_not(act: Any) -> bool:
    """Whether it was refused; anything but an error in words fails."""
    try:
        act()
    except DogfightError as error:
        assert error.message and len(str(error)) < 5_000
        return True
    return False


@GAMES
@given(st.data())
def test_any_seat_and_action_is_played_or_refused(name: str, data: Any) -> None:
    game = dogfight.load(name)
    position = data.draw(st.sampled_from(positions(name)))
    decision = game.decision(position)
    able = acting(decision) or (CHANCE,)
    seat, action = data.draw(st.sampled_from(able) | ANYTHING), data.draw(ANYTHING)
    before = game.notation.write(position)
    if refused_or_not(lambda: game.check(position, seat, action)):
        with pytest.raises(IllegalAction):
            game.play(position, seat, action)
        assert game.notation.write(position) == before
    else:
        assert type(seat) is int and type(action) is int and seat in (*able, CLOCK)


@GAMES
@given(st.data())
def test_any_number_has_words_or_is_refused_in_words(name: str, data: Any) -> None:
    game = dogfight.load(name)
    position = data.draw(st.sampled_from(positions(name)))
    seat = data.draw(st.sampled_from(acting(game.decision(position)) or (CHANCE,)))
    action = data.draw(
        st.integers(-9, 10**6) | st.sampled_from([3000, 2**62, 2**63, 2**70]) | OTHERS
    )
    for words in (game.text.describe, game.notation.write_action):
        refused_or_not(lambda words=words: words(position, seat, action))
    if seat >= 0:
        assert isinstance(game.text.why_not(position, seat, action), IllegalAction)


@GAMES
@given(st.data())
def test_a_seat_that_is_not_there_has_no_view_and_no_actions(name: str, data: Any) -> None:
    game = dogfight.load(name)
    position = data.draw(st.sampled_from(positions(name)))
    seat = data.draw(ANYTHING)
    seats = len(game.seats(game.options_of(position)))
    assume(type(seat) is not int or seat not in (WATCHER, OPEN, *range(seats)))
    assert game.legal(position, seat) == []
    with pytest.raises(IllegalAction, match="expected a seat from 0 to"):
        game.view(position, seat)


@GAMES
@given(st.data())
def test_any_word_is_read_or_refused(name: str, data: Any) -> None:
    game = dogfight.load(name)
    position = data.draw(st.sampled_from(positions(name)))
    able = acting(game.decision(position)) or (CHANCE,)
    seat = data.draw(st.sampled_from(able) | st.integers(-2, 9))
    words = [
        game.notation.write_action(position, able[0], entry)
        for entry in game.legal(position, able[0])[:20]
    ]
    word = data.draw(st.sampled_from([*words, "1"]))
    at, end = data.draw(st.integers(0, len(word))), data.draw(st.integers(0, 2))
    word = word[:at] + data.draw(PIECES) + word[at + end :]
    if not refused_or_not(lambda: game.notation.read_action(position, seat, word)):
        action = game.notation.read_action(position, seat, word)
        assert type(action) is int
        refused_or_not(lambda: game.check(position, seat, action))


@GAMES
@given(st.data())
def test_any_line_is_a_position_or_refused(name: str, data: Any) -> None:
    game = dogfight.load(name)
    line = game.notation.write(data.draw(st.sampled_from(positions(name))))
    at, end = data.draw(st.integers(0, len(line))), data.draw(st.integers(0, 9))
    changed = line[:at] + data.draw(PIECES) + line[at + end :]
    try:
        again = game.notation.read(changed)
    except BadNotation:
        return
    assert game.notation.write(again) == changed


@GAMES
def test_garbage_is_no_position(name: str) -> None:
    long = (
        "9" * 5000,
        "x" * 100_000,
        "," * 100_000,
        " " * 100_000,
        "cb1 orchard t1 action/acting A1:" + "," * 100_000,
    )
    for text in ("", " ", "\0", "\u2028", *long):
        with pytest.raises(BadNotation):
            dogfight.load(name).notation.read(text)


@GAMES
def test_notation_of_wrong_type_is_refused(name: str) -> None:
    game = dogfight.load(name)
    position = Match(game, game.samples()[0], seed=1).position
    for other in (None, 5, b"x", ["x"]):
        with pytest.raises(BadNotation, match="expected text"):
            game.notation.read(other)  # type: ignore[arg-type]
        with pytest.raises(BadNotation, match="expected text"):
            game.notation.read_action(position, 0, other)  # type: ignore[arg-type]


@GAMES
def test_a_table_refuses_a_seat_it_does_not_have(name: str) -> None:
    game = dogfight.load(name)
    table = Match(game, game.samples()[0], seed=1)
    table.advance()
    for seat in (-1, -2, len(table.seats), 10**30, HUGE, None, 0.5, True):
        for action in (0, "x", "R1"):
            with pytest.raises((IllegalAction, BadNotation)):
                table.play(seat, action)  # type: ignore[arg-type]
        with pytest.raises(IllegalAction):
            table.view(seat)  # type: ignore[arg-type]


def test_an_option_that_is_no_number_is_refused() -> None:
    game = dogfight.load("paws")
    for value in ("9" * 5000, HUGE, "--5", "²", "1.0", "-", ""):
        with pytest.raises(BadOption, match="expected a whole number"):
            game.options({"players": 2, "timer": value})
