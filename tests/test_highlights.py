"""What is remembered of a game, counted from deeds."""

from __future__ import annotations

from dogfight.highlights import Deeds, Highlight


def test_most_best_and_streak_are_counted() -> None:
    deeds = Deeds()
    for seat, amount, moment in ((0, 1, 1), (0, 2, 1), (1, 2, 2), (1, 2, 3), (1, 1, 4)):
        deeds.add((seat,), amount, moment)
    assert deeds.most("Most", "hit", "hits") == (Highlight("Most", "5 hits", (1,)),)
    assert deeds.best("Best", "hit", "hits") == (Highlight("Best", "3 hits", (0,)),)
    assert deeds.streak("Streak", "in a row") == (Highlight("Streak", "3 in a row", (1,)),)


def test_equals_share_a_highlight() -> None:
    deeds = Deeds()
    deeds.add((2, 3))
    deeds.add((0, 1))
    assert deeds.most("Most", "hit", "hits") == (Highlight("Most", "1 hit", (0, 1, 2, 3)),)


def test_nothing_is_remembered_of_nothing() -> None:
    deeds = Deeds()
    deeds.add((), 3)
    deeds.add((0,), 0)
    assert deeds.most("Most", "hit", "hits") == deeds.best("Best", "hit", "hits") == ()
    deeds.add((0,))
    assert deeds.streak("Streak", "in a row") == (), "a single one is no streak"
