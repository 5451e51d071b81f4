"""What the players are told: prompts, the nine biplanes, refusals, and how games end."""

from __future__ import annotations

from typing import Any

import pytest

from dogfight.core.decision import Chance, Choose, Over
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.event import Event, visible_events
from dogfight.core.seat import CHANCE, WATCHER
from dogfight.games.biplanes import meanings
from dogfight.games.biplanes.data import PLANES
from dogfight.games.biplanes.game import Biplanes

ESPIONAGE = "mode=espionage,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
SOLO = "mode={},solo=yes,board=main,p1=pick,p2=pick,smart3=no,lean_bag={},safety_round_limit=0"
RESCUE = "mode=rescue,solo=no,board=main,p1=pick,p2=pick,safety_round_limit=0"
ESCORT = "mode=escort,solo=no,board=main,p1=pick,p2=pick"
FIELDS = "mission;sites=m1:2,m3:4,m5:1,m6:3,m7:5"
CAMERAS = "mission;sites=m1:2,m3:2,m5:2,m6:2,m7:2"
LANDED = f"{FIELDS};landed=m5;land_tile=m5;objectives=1,2;stack=3,4,5"


def play(game: Biplanes, position: Any, **words: str) -> list[Event]:
    """Play the commitments of both sides; what a watcher is told."""
    events: list[Event] = []
    for seat, name in enumerate(("p1", "p2")):
        if name in words:
            events += game.play(
                position, seat, game.notation.read_action(position, seat, words[name])
            )
    return list(visible_events(tuple(events), WATCHER))


def play_chance(game: Biplanes, position: Any, word: str = "") -> list[Event]:
    """Play one chance outcome, the first one unless it is named."""
    decision = game.decision(position)
    assert isinstance(decision, Chance)
    outcome = game.notation.read_action(position, CHANCE, word) if word else decision.odds[0][0]
    return list(game.play(position, CHANCE, outcome))


# --- the fourth round of a solo game -----------------------------------------------------------


def third_round_ends(game: Biplanes, lean: str, bag: str) -> tuple[Any, list[Event]]:
    text = f"{SOLO.format('espionage', lean)} plan:0:0 3.5 black;at=m3;damage=2;hand=1/1"
    text += f";aside=1/0 green;at=m0;damage=0;bag={bag}{';aside=1/0,5/0' if lean == 'yes' else ''}"
    position = game.notation.read(f"{text} {CAMERAS};left=1/1")
    play(game, position, p1="1/1")
    return position, play_chance(game, position, "4/1")


@pytest.mark.parametrize(("lean", "tiles"), [("no", 15), ("yes", 13)])
def test_bd_25_24_tiles_of_the_bot_return_after_round_three(
    game: Biplanes, lean: str, tiles: int
) -> None:
    position, events = third_round_ends(game, lean, "4/1,5/1")
    returned = next(event for event in events if event.kind == "returned")
    assert (
        returned.rule == "BD-25.24"
        and "the bot's too" in returned.text
        and "drawn anew" in returned.text
    )
    assert position.round == 4 and game.view(position, 0).board.bot.left == ""  # type: ignore[union-attr]
    phases = []
    while isinstance(game.decision(position), Chance):
        phases.append(game.view(position, 0).board.phase)
        side = game.view(position, 0).board.sides[1]
        if phases[-1] in ("remove", "deal", "slot"):
            assert (side.bag_size, side.played) == (tiles, ())
        assert game.notation.write(
            game.notation.read(game.notation.write(position))
        ) == game.notation.write(position)
        events = play_chance(game, position)
    assert phases == ["remove"] * 2 + ["deal"] * 7 + [
        "slot"
    ]  # as in the set-up: BD-25.7 after the hands
    assert [event.kind for event in events][:1] == ["slot"]
    view = game.view(position, 0).board
    assert (
        view.phase == "plan"
        and view.bot is not None
        and view.bot.left
        and view.sides[1].bag_size == tiles - 1
    )


def test_bd_25_24_an_empty_slot_in_another_round_is_refused(game: Biplanes) -> None:
    position, _ = third_round_ends(game, "no", "4/1,5/1")
    text = game.notation.write(position)
    for wrong in (text.replace(" 4.1 ", " 5.1 "), text.replace("4/1,", "", 2)):
        with pytest.raises(ValueError, match=r"BD-"):
            game.notation.read(wrong)


# --- a landed rescuer --------------------------------------------------------------------------


def landed_text(phase: str = "plan", red: str = "red;at=m5;damage=0;hand=2/1,4/1;bag=3/1") -> str:
    return f"{RESCUE} {phase}:0:0 2.2 brown;at=m5;damage=0;hand=0/2,1/1,4/0;bag=3/1 {red} {LANDED}"


def test_bd_23_17_no_guns_bear_with_a_zero_on_the_ground(game: Biplanes) -> None:
    legal = {
        entry.notation: entry for entry in game.view(game.notation.read(landed_text()), 0).legal
    }
    assert legal["0/2"].bears == () and legal["1/1"].bears
    position = game.notation.read(landed_text())
    events = play(game, position, p1="0/2", p2="2/1")
    assert not [event for event in events if event.kind == "shot"]


def test_bd_23_17_a_landed_rescuer_is_told_what_its_tiles_do(game: Biplanes) -> None:
    position = game.notation.read(landed_text())
    assert game.view(position, 0).prompt.meaning == meanings.PLAN_LANDED
    assert game.view(position, 1).prompt.meaning == meanings.MEANINGS[8]


def test_bd_25_22_a_solo_rescuer_is_offered_no_held_fire(game: Biplanes) -> None:
    position = game.new(game.options({"mode": "rescue", "solo": True, "p1": "white", "p2": "red"}))
    while game.view(position, 0).board.phase != "plan":
        decision = game.decision(position)
        seat = CHANCE if isinstance(decision, Chance) else 0
        game.play(
            position,
            seat,
            decision.odds[0][0] if isinstance(decision, Chance) else game.legal(position, 0)[-1],
        )
    words = [entry.notation for entry in game.view(position, 0).legal]
    assert words and not [word for word in words if word.endswith("H")]
    with pytest.raises(IllegalAction) as refusal:
        game.play(position, 0, game.notation.read_action(position, 0, words[0]) + 128)
    assert refusal.value.rule == "BD-25.22"


# --- endings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rescued", "winners", "words"),
    [(0, (1,), "Nobody was rescued, so red wins although"), (2, (0,), "Brown wins")],
)
def test_bd_23_19_shooting_the_defender_down_in_rescue(
    game: Biplanes, rescued: int, winners: tuple[int, ...], words: str
) -> None:
    gone = "mission;sites=m1:2,m3:4,m5:1;rescued=2;stack=1,2,4;drawn_when=3:2,5:1"
    mission = f"{FIELDS};objectives=1,2;stack=3,4,5" if rescued == 0 else gone
    text = f"{RESCUE} plan:0:0 2.2 brown;at=m4;damage=0;hand=2/2,4/0;bag=3/1 "
    position = game.notation.read(f"{text}red;at=m6;damage=7;hand=1/0,2/0;bag=3/1 {mission}")
    events = play(game, position, p1="2/2", p2="1/0")
    end = game.decision(position)
    assert isinstance(end, Over) and end.rule == "BD-23.19" and end.winners == winners
    assert end.text.startswith(words) and events[-1].text == end.text


def test_bd_23_20_a_rescuer_shot_down_has_lost(game: Biplanes) -> None:
    position = game.notation.read(
        landed_text(red="red;at=m2;damage=0;hand=2/2,4/1;bag=3/1").replace(
            "damage=0;hand=0", "damage=6;hand=0"
        )
    )
    play(game, position, p1="0/2", p2="2/2")
    end = game.decision(position)
    assert isinstance(end, Over) and end.rule == "BD-23.20" and end.winners == (1,)


@pytest.mark.parametrize(
    ("mode", "plane", "mission"),
    [
        ("bombing", "yellow;at=m2;damage=5", "mission;sites=m1:1;removed=4"),
        ("bombing", "yellow;at=m2;damage=5", "mission;sites=m1:1,m3:2,m5:3,m6:4,m7:5"),
        ("espionage", "red;at=m2;damage=6", CAMERAS),
        ("rescue", "brown;at=m2;damage=6", f"{FIELDS};objectives=1,2;stack=3,4,5"),
    ],
)
def test_bd_25_23_a_solo_player_shot_down_has_lost(
    game: Biplanes, mode: str, plane: str, mission: str
) -> None:
    text = f"{SOLO.format(mode, 'no')} plan:0:0 2.2 {plane};hand=2/1;bag=3/1"
    position = game.notation.read(f"{text} blue;at=m1;damage=0;bag=4/0,5/0 {mission};left=2/1")
    play(game, position, p1="2/1")
    play_chance(game, position, "4/0")
    end = game.decision(position)
    assert isinstance(end, Over) and (end.rule, end.grade) == ("BD-25.23", "lost")


# --- prompts -----------------------------------------------------------------------------------


def target_of(game: Biplanes, mal: str, p1: str) -> Any:
    text = f"{ESCORT} target:1:0 1.2 {p1};damage=1;hand=2/0;bag=3/1;last=1/0;sealed=1/0&0 "
    return game.notation.read(
        f"{text}blue;at=m4;damage=0;hand=5/0;bag=3/1;last=4/1;sealed=4/1 mission;mal={mal}:0;used=0"
    )


def test_bd_24_18_the_attacker_gives_the_odd_hit(game: Biplanes) -> None:
    position = target_of(game, "m5", "red;at=m5")
    prompt = game.view(position, 1).prompt
    assert prompt.rule == "BD-24.18" and "odd hit" in prompt.text and "this space" in prompt.meaning
    assert game.decision(position) == Choose(1, "BD-24.18")


def test_bd_24_29_the_attacker_chooses_one_of_two_spaces(game: Biplanes) -> None:
    """The alternative board has forks from which two spaces equally far ahead can both be hit."""
    board = game.data.boards["alt"]
    able = [
        (at, number, other)
        for at in range(board.off)
        for number in range(board.off)
        for other in range(number)
        if board.fire(at, number) > 0
        and board.fire(at, number) == board.fire(at, other)
        and board.is_behind(at, number) == board.is_behind(at, other)
    ]
    ids = game.data.space_ids("alt")
    assert able, "no space from which two others can be hit at the same distance"
    at, item, other = able[0]
    red = f"red;at={ids[item]};damage=1;hand=2/0;last=1/0;sealed=1/0&0"
    text = f"{ESCORT} target:1:0 3.2 {red} ".replace("main", "alt")
    text += (
        f"blue;at={ids[at]};damage=0;hand=5/0;last=4/1;sealed=4/1 mission;mal={ids[other]}:0;used=0"
    )
    position = game.notation.read(text)
    prompt = game.view(position, 1).prompt
    assert (prompt.rule, prompt.meaning) == (
        "BD-24.29",
        meanings.TARGET_APART,
    ) and "all the hits" in prompt.text
    assert game.decision(position) == Choose(1, "BD-24.29")


def test_bd_21_8_a_spy_is_not_told_that_it_shoots(game: Biplanes) -> None:
    text = f"{ESPIONAGE} plan:0:0 1.2 white;at=m4;damage=1;hand=1/0,2/0;bag=3/1 "
    position = game.notation.read(f"{text}blue;at=m0;damage=0;hand=5/0,5/1;bag=3/1 {CAMERAS}")
    assert "unarmed" in game.view(position, 0).prompt.meaning
    assert "shoots" in game.view(position, 1).prompt.meaning
    position = game.notation.read(
        game.notation.write(position)
        .replace("blue;at=m0", "blue;at=m5")
        .replace("plan:0", "show:0")
    )
    play(game, position, p2="5/0")
    assert game.view(position, 0).prompt.meaning == meanings.ANSWER_SPY


def test_bd_25_22_a_solo_player_is_told_only_the_bot_shoots(game: Biplanes) -> None:
    text = f"{SOLO.format('bombing', 'no')} plan:0:0 1.2 yellow;at=m2;damage=5;hand=2/1;bag=3/1 "
    position = game.notation.read(
        f"{text}blue;at=m1;damage=0;bag=4/0,5/0 mission;sites=m1:1,m3:2,m5:3,m6:4,m7:5;left=2/1"
    )
    assert "Only the bot shoots" in game.view(position, 0).prompt.meaning


@pytest.mark.parametrize(
    ("options", "mission", "meaning"),
    [
        ("mode=dogfight,board=main,p1=pick,p2=pick,starts=default", "", meanings.MEANINGS[12]),
        (ESPIONAGE, CAMERAS, meanings.LOSE_FOR_NOW),
    ],
)
def test_bd_19_6_black_is_told_whether_lost_tiles_return(
    game: Biplanes, options: str, mission: str, meaning: str
) -> None:
    damage = 1 if not mission else 2
    text = (
        f"{options} lose:0:1 1.2"
        f" black;at=m4;damage={damage};hand=1/0,2/0;bag=3/1;last=1/1;sealed=1/1;squares=2/1,1/1"
    )
    text += f" blue;at=m3;damage=0;hand=5/0;bag=3/1;last=2/2;sealed=2/2;squares=1/1,2/2 {mission}"
    assert game.view(game.notation.read(text.strip()), 0).prompt.meaning == meaning


@pytest.mark.no_rule("the length of sentences")
def test_meanings_of_special_cases_are_short() -> None:
    texts = [
        text for name, text in vars(meanings).items() if name.isupper() and isinstance(text, str)
    ]
    assert len(texts) == 8 and all(text.endswith(".") and len(text) <= 105 for text in texts)


# --- the nine biplanes -------------------------------------------------------------------------

SPECIAL = {
    "red": "no rule of its own",  # BD-13.2
    "blue": "no rule of its own",
    "green": "no rule of its own",  # BD-13.3
    "yellow": "no rule of its own",  # BD-13.4
    "brown": "after a 0 it must play a 1 or a 2",  # BD-14.2
    "purple": "shoots 2 spaces far at most",  # BD-15.3
    "grey": "jams its gun",  # BD-16.1
    "black": "loses a tile for every hit",  # BD-17.3
    "white": "a second 0 in a row crashes it",  # BD-18.2
}


def test_bd_13_1_each_biplane_says_what_sets_it_apart(game: Biplanes) -> None:
    view = game.view(game.new(game.options({"p1": "pick"})), 0)
    assert "one rule of its own" not in view.prompt.meaning
    assert [entry.piece for entry in view.legal] == list(PLANES) == list(SPECIAL)
    for entry in view.legal:
        track = 6 if entry.piece in ("yellow", "grey", "white") else 7  # BD-1.6
        assert (
            SPECIAL[entry.piece] in entry.odds_text
            and f"{track} hits bring it down" in entry.odds_text
        )
        assert (
            entry.text == f"{entry.short_text}: {entry.odds_text}"
            and entry.short_text == f"fly {entry.piece}"
        )


def test_bd_25_8_the_biplane_of_a_bot_has_no_rules(game: Biplanes) -> None:
    view = game.view(game.new(game.options({"mode": "espionage", "solo": True, "p1": "brown"})), 0)
    texts = {entry.piece: entry.odds_text for entry in view.legal}
    assert len(texts) == 8 and not [
        text for text in texts.values() if "crash" in text or "bring it down" in text
    ]
    assert (
        view.legal[0].short_text == "let the bot fly red"
        and "ignores all its special rules" in view.prompt.meaning
    )


# --- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"mode": "espionage", "solo": True, "board": "alt"}, "BD-25.2"),
        ({"mode": "espionage", "p1": "blue"}, "BD-21.1"),
        ({"mode": "bombing", "p1": "red"}, "BD-22.1"),
        ({"mode": "rescue", "p1": "black"}, "BD-23.1"),
        ({"mode": "rescue", "p1": "brown", "p2": "brown"}, "BD-23.1"),
        ({"mode": "escort", "p1": "red", "p2": "red"}, "BD-24.1"),
        ({"mode": "rescue", "solo": True, "p1": "brown", "p2": "brown"}, "BD-25.3"),
        ({"p1": "red", "p2": "red"}, "BD-2.2"),
        ({"board": "round"}, "BD-2.1"),
    ],
)
def test_refused_options_cite_the_rule_of_their_mode(
    game: Biplanes, values: dict[str, object], rule: str
) -> None:
    # BD-25.2 BD-21.1 BD-22.1 BD-23.1 BD-24.1 BD-25.3
    with pytest.raises(BadOption) as refusal:
        game.options(values)
    assert refusal.value.rule == rule
