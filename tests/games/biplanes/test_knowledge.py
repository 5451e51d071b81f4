"""What views tell: the same whatever is hidden, and everything that lies open."""

from __future__ import annotations

import re
from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Commit, Over
from dogfight.core.dice import Dice
from dogfight.core.event import visible_events
from dogfight.core.game import Game
from dogfight.core.options import Options, as_words
from dogfight.core.seat import WATCHER
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.names import PHASES
from dogfight.games.biplanes.state import ANSWER, DONE, NOTHING, PLAN, SHOW, TARGET
from dogfight.match.match import Match
from dogfight.testing.checks import random_step, sampled, walk

RESCUE = "mode=rescue,solo=no,board={},p1=pick,p2=pick,safety_round_limit=0"
LANDED = {
    "main": "mission;sites=m1:1,m3:4,m5:2,m6:3,m7:5;landed=m1;land_tile=m1",
    "alt": "mission;sites=a0:2,a2:4,a3:5,a4:3,a6:1;landed=a6;land_tile=a6",
}
ESPIONAGE = "mode=espionage,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
SOLO = (
    "mode=espionage,solo=yes,board=main,p1=pick,p2=pick,smart3=no,lean_bag={},safety_round_limit=0"
)
FOUR_GONE = "mission;sites=m1:2;removed=4"


def landed_by_the_exit(
    board: str, held: str, stack: str, more: str = "", phase: str = "plan"
) -> str:
    """A rescuer on an airfield from which a 2 could leave by the exit path, if the airfield is a
    target.
    """
    at, enemy = ("m1", "m0") if board == "main" else ("a6", "a5")
    far = "m5" if board == "main" else "a2"
    return (
        f"{RESCUE.format(board)} {phase}:1:0 2.2 brown;at={at};damage=0;hand=1/0,2/0,4/0;bag=3/1 "
        f"white;at={far if phase == 'plan' else enemy};damage=0;hand=1/1,5/1;bag=3/1 "
        f"{LANDED[board]};objectives={held};stack={stack}{more}"
    )


def imagined(game: Biplanes, position: Any, seat: int, number: int, dice: Dice) -> list[Any]:
    """Positions that differ from this one only in what a seat may not know."""
    view = game.view(position, seat)
    return [game.views.imagine(view, dice) for _ in range(number)]


@pytest.mark.parametrize("phase", ["plan", "show"])
@pytest.mark.parametrize("board", ["main", "alt"])
def test_bd_23_7_landed_rescuer_reach_ignores_hidden_tiles(
    game: Biplanes, board: str, phase: str
) -> None:
    twins = [
        game.notation.read(landed_by_the_exit(board, held, stack, phase=phase))
        for held, stack in (("1,2", "3,4,5"), ("2,3", "1,4,5"))
    ]
    for eye in (1, WATCHER):
        assert len({game.view(item, eye).as_json() for item in twins}) == 1
    exit_space = "mx1" if board == "main" else "ax1"
    assert {
        game.view(item, eye).board.sides[0].reach[exit_space] for item in twins for eye in (0, 1)
    } == {(2,)}
    leaves = ["2/0X" in [entry.notation for entry in game.view(twin, 0).legal] for twin in twins]
    assert leaves == [True, False]  # the rescuer itself knows


def test_bd_23_11_what_a_take_off_has_ruled_out_is_out_of_reach(game: Biplanes) -> None:
    """Nobody was rescued from 1 when two objectives were drawn, and none was drawn since."""
    known = game.notation.read(landed_by_the_exit("main", "2,3", "1,4,5", ";cleared=1:2"))
    assert "mx1" not in game.view(known, 1).board.sides[0].reach
    earlier = game.notation.read(landed_by_the_exit("main", "2,3", "1,4,5", ";cleared=1:1"))
    assert game.view(earlier, 1).board.sides[0].reach["mx1"] == (2,)


@pytest.mark.parametrize("seed", range(3))
def test_bd_1_14_views_are_equal_for_equal_visible_state(game: Biplanes, seed: int) -> None:
    """In every scenario, reach, words and refusals included: to the seat, and to those who
    watch.
    """
    compared = 0
    for options in game.samples():
        for position, _, dice in sampled(game, options, seed, 6):
            watched = game.view(position, WATCHER).as_json()
            for seat in range(len(game.seats(options))):
                seen = game.view(position, seat).as_json()
                for twin in imagined(game, position, seat, 2, dice):
                    assert game.view(twin, seat).as_json() == seen, game.notation.write(position)
                    assert game.view(twin, WATCHER).as_json() == watched, game.notation.write(
                        position
                    )
                    compared += 1
    assert compared > 300


def test_bd_20_12_white_that_was_shown_the_exit_knows_the_target(game: Biplanes) -> None:
    """Only a take-off from a target opens the path for its own move."""
    position = game.notation.read(landed_by_the_exit("main", "1,2", "3,4,5", phase="show"))
    game.play(position, 0, game.notation.read_action(position, 0, "2/0X"))
    assert position.phase == ANSWER
    held = set()
    for twin in imagined(game, position, 1, 60, Dice(3)):
        assert game.notation.write(
            game.notation.read(game.notation.write(twin))
        ) == game.notation.write(twin)
        held.add(int(twin.mission.objectives))
    assert held == {1 << 1 | 1 << other for other in (2, 3, 4, 5)}


def bot_reach(game: Biplanes, bot: str, more: str, lean: str = "no") -> dict[str, tuple[int, ...]]:
    text = f"{SOLO.format(lean)} plan:0:0 2.2 red;at=m6;damage=1;hand=1/0,2/0;bag=3/1 {bot} {more}"
    return dict(game.view(game.notation.read(text), 0).board.sides[1].reach)


def test_bd_25_17_the_bot_never_reaches_the_exit_path(game: Biplanes) -> None:
    reach = bot_reach(game, "blue;at=m1;damage=0;bag=4/0,5/0", f"{FOUR_GONE};left=3/0")
    assert reach == {"m4": (3,), "m0": (3,), "m5": (4,), "m6": (5,)}


def test_bd_25_8_the_bot_knows_no_special_rules(game: Biplanes) -> None:
    """A brown bot may follow a 0 with anything, and a black one never plays a tile again."""
    reach = bot_reach(game, "brown;at=m0;damage=0;bag=4/0,5/1;last=0/1", f"{FOUR_GONE};left=1/0")
    assert reach == {"m1": (1,), "m4": (4,), "m5": (5,)}


def test_bd_26_6_bot_tiles_aside_are_not_reachable_or_unseen(game: Biplanes) -> None:
    bot = "green;at=m2;damage=0;bag=2/0;aside=1/0,5/0"
    assert bot_reach(game, bot, f"{FOUR_GONE};left=4/0", "yes") == {"m4": (2,), "m6": (4,)}
    text = (
        f"{SOLO.format('yes')} plan:0:0 2.2 red;at=m6;damage=1;hand=1/0,2/0;bag=3/1 {bot}"
        f" {FOUR_GONE};left=4/0"
    )
    side = game.view(game.notation.read(text), 0).board.sides[1]
    assert (side.unseen, side.aside) == (("2/0",), ("1/0", "5/0"))


@pytest.mark.parametrize(
    "options", [{"lean_bag": True}, {"smart3": True, "p2": "brown"}, {"mode": "escort"}], ids=str
)
def test_bd_25_11_the_bot_ends_where_it_was_known_to_be_able_to(
    game: Biplanes, options: dict[str, object]
) -> None:
    chosen = game.options(
        {"mode": "espionage", "solo": True, "p1": "black", "p2": "green", **options}
    )
    moved = 0
    for seed in range(4):
        foreseen: dict[str, tuple[int, ...]] = {}
        for position, _ in walk(game, chosen, seed):
            board = game.view(position, 0).board
            if board.phase == "plan":
                if foreseen and board.sides[1].last:
                    assert int(board.sides[1].last[0]) in foreseen[board.sides[1].at], (
                        game.notation.write(position)
                    )
                    moved += 1
                foreseen = board.sides[1].reach
    assert moved > 10


@pytest.mark.parametrize(
    ("text", "seat", "word"),
    [
        (
            (
                f"{ESPIONAGE} plan:0:0 2.2 red;at=m4;damage=1;hand=1/0"
                f" blue;at=mx2;damage=0;hand=5/0 {FOUR_GONE}"
            ),
            1,
            "5/0",
        ),
        (
            (
                f"{ESPIONAGE} plan:0:0 2.2 red;at=m4;damage=1;hand=1/0 blue;at=m2;damage=0;hand=5/0"
                f" {FOUR_GONE}"
            ),
            1,
            "5/0X",
        ),
        (
            (
                "mode=escort,solo=no,board=main,p1=pick,p2=pick plan:0:0 3.4"
                " red;at=m1;damage=1;hand=5/2 blue;at=m0;damage=0;hand=5/0 mission;mal=m4:0"
            ),
            0,
            "5/2X&0",
        ),
    ],
)
def test_bd_20_9_plane_without_mission_stops_on_exit_space(
    game: Biplanes, text: str, seat: int, word: str
) -> None:
    position = game.notation.read(text)
    legal = {entry.notation: entry for entry in game.view(position, seat).legal}
    assert re.search(r" to mx3(,|$)", legal[word].text), legal[word].text
    assert "off" not in game.view(position, 1).board.sides[seat].reach
    assert 5 in game.view(position, WATCHER).board.sides[seat].reach["mx3"]


def test_bd_20_7_the_mission_biplane_is_told_that_it_leaves(game: Biplanes) -> None:
    text = (
        f"{ESPIONAGE} plan:0:0 2.2 red;at=mx2;damage=1;hand=2/0 blue;at=m2;damage=0;hand=5/0"
        f" {FOUR_GONE}"
    )
    view = game.view(game.notation.read(text), 0)
    assert view.legal[0].text == "play 2 with no hits, to off" and view.board.sides[0].reach == {
        "off": (2,)
    }


def test_bd_4_6_revealed_tiles_are_in_every_view_until_turn_end(game: Biplanes) -> None:
    seen: dict[str, int] = {}
    for options in game.samples():
        for seed in range(3):
            for position, _ in walk(game, options, seed):
                if position.phase < ANSWER:
                    continue
                for eye in (WATCHER, *range(len(game.seats(options)))):
                    board = game.view(position, eye).board
                    for which in (0, 1):
                        known = board.sides[which].commitment is not None
                        assert known == (position.plane(which).sealed >= 0), game.notation.write(
                            position
                        )
                        seen[board.phase] = seen.get(board.phase, 0) + known
    assert all(seen[phase] for phase in ("answer", "target", "lose", "bot_draw", "toss", "over"))


def test_bd_24_18_target_chooser_sees_tiles_and_solved_values(game: Biplanes) -> None:
    text = (
        "mode=escort,solo=no,board=main,p1=pick,p2=pick plan:0:0 3.5 red;at=m4;damage=6;hand=1/0 "
        "blue;at=m0;damage=0;hand=4/1 mission;mal=m4:2"
    )
    position = game.notation.read(text)
    game.play(position, 0, game.notation.read_action(position, 0, "1/0&0"))
    game.play(position, 1, game.notation.read_action(position, 1, "4/1"))
    assert position.phase == TARGET
    view = game.view(position, 1)
    assert [side.commitment for side in view.board.sides] == ["1/0&0", "4/1"]
    solved = game.solved(view)
    assert solved is not None and [entry.notation for entry in view.legal] == ["p1", "mal"]
    assert [value for _, value in solved] == [
        1.0,
        1.0,
    ]  # time is up, or the malfunctioning biplane goes down


def test_bd_9_1_guns_bear_while_white_looks_too(game: Biplanes) -> None:
    text = (
        "mode=dogfight,board=main,p1=pick,p2=pick,starts=default show:1:0 1.2 "
        "white;at=m4;damage=0;hand=1/0,2/1;bag=3/1 blue;at=m5;damage=0;hand=2/1,5/0;bag=3/1"
    )
    position = game.notation.read(text)
    bears = {entry.notation: entry.bears for entry in game.view(position, 1).legal}
    assert position.phase == SHOW and bears == {"2/1": ("m0", "m1", "m2"), "5/0": ()}
    game.play(position, 1, game.notation.read_action(position, 1, "5/0"))
    bears = {entry.notation: entry.bears for entry in game.view(position, 0).legal}
    assert position.phase == ANSWER and bears == {"1/0": (), "2/1": ("m0", "m1", "m7")}


def test_bd_25_22_a_solo_player_shoots_at_nothing(game: Biplanes) -> None:
    chosen = game.options({"mode": "bombing", "solo": True, "p1": "yellow", "p2": "red"})
    for position, _ in walk(game, chosen, 1):
        assert all(not entry.bears for entry in game.view(position, 0).legal)


def in_a_mulligan(game: Biplanes) -> Match:
    table = Match(game, {"mode": "rescue", "p1": "white", "p2": "black"}, seed=4)
    while not isinstance(decision := table.advance(), Commit):
        table.play(decision.seat, 0)  # type: ignore[union-attr]
    return table


def test_bd_4_2_mulligan_timeout_exchanges_nothing(game: Biplanes) -> None:
    """R-41: no mulligan, also for whoever has begun to set tiles aside."""
    table = in_a_mulligan(game)
    hand = game.view(table.position, 0).board.sides[0].hand
    for _ in range(2):
        table.play(0, game.legal(table.position, 0)[0])
    assert len(game.view(table.position, 0).board.sides[0].hand or ()) == 4
    assert (
        game.default_action(table.position, 0) == NOTHING
        and game.default_action(table.position, 1) == DONE
    )
    table.time_up()
    assert not isinstance(table.advance(), Over)
    sides = game.view(table.position, 0).board.sides
    assert (sides[0].hand, sides[0].aside) == (hand, ())
    words = [event.text for event in table.events if event.kind == "mulligan"]
    assert words == ["White exchanges 0 tiles.", "Black exchanges 0 tiles."]


def test_bd_2_9_mulligan_can_be_cancelled_without_others_seeing(game: Biplanes) -> None:
    table = in_a_mulligan(game)
    assert [entry.notation for entry in table.view(0).legal][-1] == "keep"
    table.play(0, game.legal(table.position, 0)[0])
    legal = table.view(0).legal
    assert [(entry.notation, entry.text) for entry in legal][-2:] == [
        ("keep", "keep the rest"),
        ("none", "exchange nothing"),
    ]
    kept = table.position.copy()
    reported = [
        visible_events(game.play(kept, 0, DONE), 1),
        visible_events(table.play(0, "none"), 1),
    ]
    assert (
        reported[0] == reported[1]
        and game.view(kept, 1).as_json() == game.view(table.position, 1).as_json()
    )
    assert table.position.p1.aside == 0 and table.position.p1.sealed == DONE


def all_modes(game: Game[Any, Any]) -> list[Options]:
    """The samples, and what they leave out: every scenario alone and in company, on both boards."""
    limit = {"safety_round_limit": 8}
    more: list[dict[str, object]] = [
        {"p1": "brown", "p2": "grey"},
        {"p1": "purple", "p2": "white", "board": "alt", "starts": "choose"},
        {"mode": "rescue", "board": "alt", "p1": "brown", "p2": "white", **limit},
        {"mode": "escort", "p1": "brown", "p2": "black"},
        {"mode": "bombing", "solo": True, "p1": "purple", "p2": "black", "lean_bag": True, **limit},
        {"mode": "espionage", "p1": "white", "p2": "brown", "board": "alt", **limit},
    ]
    return [*game.samples(), *(game.options(item) for item in more)]


@pytest.mark.no_rule("notation")
@pytest.mark.parametrize("options", all_modes(dogfight.load("biplanes")), ids=as_words)
def test_reachable_and_imagined_positions_can_be_read(game: Biplanes, options: Options) -> None:
    """In every mode, for every seat: nothing that can be is refused."""
    for seed in range(2):
        for number, (position, _) in enumerate(walk(game, options, seed)):
            text = game.notation.write(position)
            assert game.notation.write(game.notation.read(text)) == text
            seats = range(len(game.seats(options))) if number % 2 or position.phase > PLAN else ()
            for seat in seats:
                twin = game.notation.write(
                    game.views.imagine(game.view(position, seat), Dice(number))
                )
                assert game.notation.write(game.notation.read(twin)) == twin, (
                    f"seat {seat} of {text}"
                )


@pytest.mark.no_rule("notation")
def test_random_play_meets_every_phase(game: Biplanes) -> None:
    """So that the property above says something of each of them."""
    met = set()
    for options in all_modes(game):
        for seed in range(2):
            met |= {PHASES[position.phase] for position, _ in walk(game, options, seed)}
    assert met == set(PHASES)


@pytest.mark.no_rule("notation")
def test_imagined_positions_can_be_played_further(game: Biplanes) -> None:
    """Whatever is imagined of a game, it goes on to an end by the rules."""
    for options in game.samples():
        for position, decision, dice in sampled(game, options, 5, 12):
            if isinstance(decision, Over):
                continue
            twin = game.views.imagine(game.view(position, 0), dice)
            for _ in range(12):
                if isinstance(now := game.decision(twin), Over):
                    break
                game.play(twin, *random_step(game, twin, now, dice))
                assert game.notation.write(game.notation.read(game.notation.write(twin)))
