"""New things, not only new numbers: the data folder `changed` has some for every game, and
everything follows.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import dogfight
from dogfight.boards import board_picture
from dogfight.boards.shapes import bounds, labels
from dogfight.boards.text.lookup import board
from dogfight.boards.text.theme import BoardTheme
from dogfight.bots.greedy import GreedyBot
from dogfight.core.options import Options
from dogfight.match.match import Match
from dogfight.printing.kits import kit_of
from dogfight.printing.pages import lay_out
from dogfight.testing.checks import CHECKS, Check, sampled

CHANGED = Path(__file__).parent / "changed"
GAMES = {
    name: dogfight.load(name, CHANGED)
    for name in ("biplanes", "boots", "paws", "squadrons", "starfighters")
}
WANTED: dict[str, dict[str, object]] = {
    "biplanes": {"p1": "orange", "p2": "red"},
    "boots": {"battle": "vineyard"},
    "paws": {"players": 6},
    "squadrons": {},
    "starfighters": {"players": 4},
}


def options_of(name: str) -> Options:
    known = {field.name for field in GAMES[name].option_fields({})}
    return GAMES[name].options({key: value for key, value in WANTED[name].items() if key in known})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_changed_games_keep_the_contract(name: str, check: Check) -> None:
    check(GAMES[name], options_of(name), 1)


@pytest.mark.parametrize("name", GAMES)
def test_pictures_and_terminal_draw_changed_games(name: str) -> None:
    game, options = GAMES[name], options_of(name)
    for position, _, _ in islice(sampled(game, options, seed=2), 6):
        view = game.view(position, 0)
        picture = board_picture(game, view)
        left, top, right, bottom = bounds(picture.shapes)
        assert (
            left >= 0
            and top >= 0
            and right <= picture.width + 0.01
            and bottom <= picture.height + 0.01
        )
        assert board(game)(view, BoardTheme(), None).text.plain


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_changed_games(name: str) -> None:
    game = GAMES[name]
    table = Match(game, options_of(name), seed=3)
    bots = [GreedyBot(seed, game=game) for seed in range(len(table.seats))]
    for _ in range(12):
        seat = table.next_seat()
        if seat is None:
            break
        table.play(seat, bots[seat].choose(table.view(seat)))


def test_a_tenth_biplane_is_offered_flown_and_printed() -> None:
    game: Any = GAMES["biplanes"]
    fields = {field.name: field for field in game.option_fields({})}
    assert "orange" in fields["p1"].choices and "orange" in fields["p2"].choices
    position = game.new(game.options({"p1": "pick", "p2": "pick"}))
    words = {
        game.notation.write_action(position, 0, entry): entry for entry in game.legal(position, 0)
    }
    assert len(words) == 10 and game.notation.read_action(position, 0, "orange") == words["orange"]
    game.play(position, 0, words["orange"])
    assert (
        game.view(position, 0).board.sides[0].plane == "orange"
        and game.view(position, 0).board.sides[0].track == 9
    )
    assert len(game.legal(position, 1)) == 9 and "orange" not in game.notation.write_action(
        position, 1, game.legal(position, 1)[-1]
    )
    assert game.notation.write(
        game.notation.read(game.notation.write(position))
    ) == game.notation.write(position)
    assert sum(part.label.startswith("orange tile") for part in kit_of(game).parts) == 16


def test_the_way_out_is_as_long_as_the_data_say() -> None:
    game = GAMES["biplanes"]
    table = game.view(game.new(game.options({"p1": "red", "p2": "blue"})), 0).board
    assert [space.id for space in table.spaces if space.part == "exit"] == [
        "mx1",
        "mx2",
        "mx3",
        "mx4",
    ]
    assert table.size == (150, 90)


def test_ships_have_three_hull_points_and_the_deck_its_size() -> None:
    game = GAMES["starfighters"]
    position = next(
        position for position, _, _ in sampled(game, options_of("starfighters"), seed=1)
    )
    table = game.view(position, 0).board
    assert table.hull == 3 and {ship.hull for ship in table.ships} == {3} and table.radius == 5
    kinds = Counter(part.label.split()[0] for part in kit_of(game).parts)
    assert kinds["hull"] == 18 and kinds["card"] == 54


def test_a_map_may_have_a_terrain_and_a_nation_of_its_own() -> None:
    game = GAMES["boots"]
    view = game.view(game.new(game.options({"battle": "vineyard"})), 0)
    assert view.seats[0].title == "French"
    kit = kit_of(game)
    assert sum(part.label.startswith("fra_rifle ") for part in kit.parts) == 4
    assert any(part.label == "map of The Vineyard" for part in kit.boards)


def test_five_teams_and_five_sections_are_drawn_and_printed() -> None:
    game = GAMES["paws"]
    shown = list(labels(board_picture(game, game.view(game.new(options_of("paws")), 0)).shapes))
    kit = kit_of(game)
    assert shown and sum(part.label.startswith("card ") for part in kit.parts) == 5 * 2 * 24
    assert len(kit.boards) == 5 * 6


@pytest.mark.parametrize("name", GAMES)
def test_changed_games_fit_on_paper(name: str) -> None:
    kit = kit_of(GAMES[name])
    for part in [*kit.boards, *kit.parts]:
        left, top, right, bottom = bounds(part.shapes)
        assert (
            left >= -0.05
            and top >= -0.05
            and right <= part.width + 0.05
            and bottom <= part.height + 0.05
        ), part.label
    assert lay_out(kit, "letter")
