"""Who sees what: sections 4 and 21."""

from typing import Any

import pytest

from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.event import visible_events
from dogfight.core.position import step
from dogfight.core.seat import OPEN, WATCHER
from dogfight.core.view import View
from dogfight.games.paws.game import Paws
from dogfight.games.paws.view import BoardView
from dogfight.match.match import Match
from dogfight.testing.checks import random_step

HAND = "plane_left,shoot_pc,plane_view,plane_view"
OTHER = "shoot_gc,sun_left,sun_team,shoot_gl"
HANDS = {"jaws.pilot": HAND, "jaws.gunner": OTHER, "paws.pilot": HAND, "paws.gunner": OTHER}
CHANGED = {**HANDS, "jaws.pilot": "plane_right,shoot_pl,plane_corner,plane_corner"}


def test_jp_4_1_phases_alternate_until_fewer_than_two_teams_fly(game: Paws) -> None:
    # JP-4.1
    for seed in range(5):
        table, dice = Match(game, {"timer": 0}, seed=seed), Dice(seed)
        while not isinstance(decision := table.advance(), Over):
            table.play(*random_step(game, table.position, decision, dice))
        phases = [event.kind for event in table.events if event.kind in ("round", "lock")]
        assert phases == ["round", "lock"] * game.turn(table.position)
        assert sum(team.flying for team in game.views.board_view(table.position, WATCHER).teams) < 2


@pytest.mark.parametrize("field", ["-|-|-|-|-", "-|-|2xplane_right|-|-", "-|-|-|2xplane_right|-"])
def test_jp_4_2_and_21_1_others_see_backs_and_numbers(game: Paws, desk: Any, field: str) -> None:
    # JP-4.2 JP-21.1
    """JP-21.6 and JP-21.7, JP-4.8: the same holds for discards and scrap."""
    swapped = field.replace("plane_right", "plane_corner")
    item = desk.at(hands=HANDS, fields={"jaws.pilot": field})
    pair = desk.at(hands=CHANGED, fields={"jaws.pilot": swapped})
    for eye in (WATCHER, 1, 2, 3):
        assert game.view(item, eye).as_json() == game.view(pair, eye).as_json()
    for eye in (0, OPEN):
        assert game.view(item, eye).as_json() != game.view(pair, eye).as_json()


def test_jp_4_5_and_4_6_owners_look_through_their_piles(game: Paws, desk: Any) -> None:
    # JP-4.5 JP-4.6
    position = desk.at(hands=HANDS, fields={"jaws.pilot": "-|-|2xplane_right|shoot_pl|-"})
    secrets = game.views.board_view(position, 0).seats[0].secrets
    assert secrets is not None
    assert (secrets.discards, secrets.scrap) == (("plane_right", "plane_right"), ("shoot_pl",))


def test_jp_4_7_nobody_looks_into_a_deck(game: Paws, desk: Any) -> None:
    # JP-4.7
    view = game.view(desk.at(hands=HANDS), 0)
    assert view.board.looked_at is None
    assert view.board.seats[0].deck == 26 and not hasattr(view.board.seats[0].secrets, "deck")


def test_jp_4_9_numbers_are_open_to_all(game: Paws, desk: Any) -> None:
    # JP-4.9
    position = desk.at(hands=HANDS, fields={"jaws.pilot": "-|-|2xplane_right|shoot_pl|-"})
    for eye in (WATCHER, 0, 1, 2, 3):
        seat = game.views.board_view(position, eye).seats[0]
        assert (seat.hand, seat.deck, seat.discards, seat.scrap) == (4, 23, 2, 1)


def test_jp_21_2_a_face_down_card_is_a_back_to_all_others(game: Paws, desk: Any) -> None:
    # JP-21.2
    seen: dict[int, set[bytes]] = {eye: set() for eye in (WATCHER, 0, 1, 2, 3)}
    for word in ("1:plane_left:own", "1:plane_left:enemy", "1:shoot_pc"):
        position = desk.at(hands=HANDS)
        desk.do(position, f"jaws.pilot {word}")
        for eye, views in seen.items():
            views.add(game.view(position, eye).as_json())
    assert {eye: len(views) for eye, views in seen.items()} == {WATCHER: 1, 0: 3, 1: 1, 2: 1, 3: 1}


def test_jp_21_4_a_revealed_card_is_seen_by_all(game: Paws, desk: Any) -> None:
    # JP-21.4
    track = {"jaws": "pilot:1:shoot_pc,pilot:2:plane_left:own"}
    scrap = "scrap(turn=paws.pilot;left=3;then=shots;cursor=3;failed=-)"
    fields = dict.fromkeys(HANDS, "-|-|-|-|x") | {"jaws.pilot": "-|-|-|-|p"}
    position = desk.at(
        phase=scrap, at="0/1", hands={"paws.pilot": HAND}, tracks=track, fields=fields
    )
    cards = [card.card for card in game.views.board_view(position, WATCHER).teams[0].track]
    assert cards == ["shoot_pc", ""]


def test_jp_21_5_a_lost_card_is_known_to_its_owner_only(game: Paws, desk: Any) -> None:
    # JP-21.5
    position = desk.at(hands=HANDS)
    desk.do(position, "jaws.pilot 1:shoot_pc", "jaws.gunner 1:shoot_gc")
    desk.time_up(position)
    for eye, known in ((0, True), (1, False), (2, False)):
        secrets = game.views.board_view(position, eye).seats[0].secrets
        assert (secrets is not None) == known
        assert game.views.board_view(position, eye).seats[0].discards == 1
        assert secrets is None or secrets.discards == ("shoot_pc",)


def test_jp_21_9_positions_sun_smoke_and_timer_are_open(game: Paws, desk: Any) -> None:
    # JP-21.9
    board = game.views.board_view(
        desk.at(hands=HANDS, sun="paws.GL", smoke="paws", round=2), WATCHER
    )
    assert (board.sun, board.timer, board.planes["jaws@paws"]) == ("paws.GL", 20, "PC")
    assert [team.smoke for team in board.teams] == [False, True]


def test_jp_4_2_drawn_or_scrapped_card_is_visible_to_owner_only(game: Paws, desk: Any) -> None:
    position = desk.at(
        phase="draw(turn=jaws.pilot;failed=-)", hands={**HANDS, "jaws.pilot": "plane_left"}
    )
    events = tuple(desk.do(position, "chance shoot_pr"))
    assert [event.text for event in visible_events(events, 0)] == ["Jaws pilot draws Shoot PR."]
    assert [event.text for event in visible_events(events, 1)] == ["Jaws pilot draws a card."]


@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 4, "mode": "night"}, {"players": 6, "mode": "night"}]
)
def test_imagined_positions_keep_every_card_in_its_box(
    game: Paws, options: dict[str, object]
) -> None:
    """JP-1.11 An imagined position is one that notation accepts, so its cards add up."""
    position, dice = game.new(game.options(options)), Dice(5)
    while step(position, dice) != -3:
        for seat in range(position.seats):
            view: View[BoardView] = game.view(position, seat)
            twin = game.views.imagine(view, dice)
            assert game.notation.write(
                game.notation.read(game.notation.write(twin))
            ) == game.notation.write(twin)
        for _ in range(7):
            step(position, dice)
