"""A table draws for chance, keeps log and record in step, and takes back until something was
revealed.
"""

import pytest

import dogfight
from dogfight.core.decision import Choose
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.match.match import Match


def squadrons(seed: int = 1) -> Match:
    table = Match(dogfight.load("squadrons"), seed=seed)
    table.advance()
    return table


def test_the_same_seed_deals_the_same_cards() -> None:
    assert squadrons(5).record.to_text() == squadrons(5).record.to_text()
    assert len({squadrons(seed).record.to_text() for seed in range(8)}) > 1


def test_a_word_and_a_number_are_the_same_action() -> None:
    by_word, by_number = squadrons(), squadrons()
    decision = by_word.decision()
    assert isinstance(decision, Choose)
    item = by_word.view(decision.seat).legal[2]
    by_word.play(decision.seat, item.notation)
    by_number.play(decision.seat, item.action)
    assert by_word.record.to_text() == by_number.record.to_text()


def test_a_refused_action_changes_nothing() -> None:
    table = squadrons()
    before = table.record.to_text(), table.game.notation.write(table.position), len(table.events)
    seat = table.decision().seat  # type: ignore[union-attr]
    for wrong in (-1, 999, "nonsense", "IL"):
        with pytest.raises((IllegalAction, BadNotation)):
            table.play(seat, wrong)
    with pytest.raises(IllegalAction):
        table.play(1 - seat, 0)
    assert before == (
        table.record.to_text(),
        table.game.notation.write(table.position),
        len(table.events),
    )


def test_open_moves_are_taken_back_singly_until_a_card_is_drawn() -> None:
    table = squadrons()
    seat = table.decision().seat  # type: ignore[union-attr]
    assert not table.can_take_back(seat)
    before = table.record.to_text()
    table.play(seat, table.view(seat).legal[0].action)
    table.play(seat, table.view(seat).legal[0].action)
    table.take_back(seat)
    table.take_back(seat)
    assert table.record.to_text() == before and table.view(seat).log == squadrons().view(seat).log
    with pytest.raises(IllegalAction, match="nothing to take back"):
        table.take_back(seat)


def test_take_back_ends_with_open_move_of_another_seat() -> None:
    table = squadrons()
    first = table.decision().seat  # type: ignore[union-attr]
    while table.advance().seat == first:  # type: ignore[union-attr]
        table.play(first, table.view(first).legal[0].action)
    assert table.can_take_back(first)
    table.play(1 - first, table.view(1 - first).legal[0].action)
    assert not table.can_take_back(first)


def test_time_up_without_a_clock_plays_the_default() -> None:
    table = squadrons()
    seat = table.decision().seat  # type: ignore[union-attr]
    expected = table.game.notation.write_action(
        table.position, seat, table.game.default_action(table.position, seat)
    )
    moves = len(table.record.moves)
    table.time_up()
    assert [(move.seat, move.notation) for move in table.record.moves[moves:]] == [
        (table.seats[seat].name, expected)
    ]
