"""What several see alike is made once, and a check finds a game that hands one of them something
of another.
"""

from collections.abc import Sequence

import pytest

from dogfight import load
from dogfight.core.seat import WATCHER, Seat
from dogfight.core.view import make_views
from dogfight.games.boots.view import BootsViews
from dogfight.games.starfighters.game import Starfighters
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.view import BoardView, StarfightersViews
from dogfight.testing.checks import joint_views_equal_single_views


class OneForAll(StarfightersViews):
    """Whoever comes first is taken for everybody: the hand of one lies open to the others."""

    def board_views(self, p: Position, seats: Sequence[Seat]) -> tuple[BoardView, ...]:
        return (super().board_views(p, seats)[0],) * len(seats)


class NothingHidden(Starfighters):
    def has_secrets(self, position: Position) -> bool:
        return False


def test_check_finds_a_view_shared_too_widely() -> None:
    game = load("starfighters")
    assert isinstance(game, Starfighters)
    joint_views_equal_single_views(game, game.options(), 1)
    leaky = Starfighters(game.data)
    leaky.views = OneForAll(game.data)
    with pytest.raises(AssertionError):
        joint_views_equal_single_views(leaky, leaky.options(), 1)
    with pytest.raises(AssertionError, match="`has_secrets` is False"):
        joint_views_equal_single_views(NothingHidden(game.data), game.options(), 1)


def test_open_game_builds_one_view_for_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("boots")
    real, made = BootsViews.board_view, []

    def board_view(self: BootsViews, position: object, seat: Seat) -> object:
        made.append(seat)
        return real(self, position, seat)  # type: ignore[arg-type]

    monkeypatch.setattr(BootsViews, "board_view", board_view)
    views = make_views(game, game.new(game.options()), (0, 1, WATCHER))
    assert len(made) == 1 and [view.seat for view in views] == [0, 1, WATCHER]
