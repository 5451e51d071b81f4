"""The drawings: what they show, in any game at any moment, in colour and without, in ASCII too."""

from typing import Any

import msgspec
import pytest
from rich.style import Style
from rich.text import Text

import dogfight
from dogfight.boards.text import plain
from dogfight.boards.text.lookup import board
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.decision import Over
from dogfight.core.dice import Dice
from dogfight.core.options import Options, as_words
from dogfight.core.seat import OPEN, WATCHER
from dogfight.core.view import Legal, View
from dogfight.games.boots.ui import terminal as boots
from dogfight.match.match import Match
from dogfight.testing.checks import random_step, walk
from tui.toy import Toy

SMALL, LARGE = (76, 14), (106, 43)
"""The room for a board in a terminal of 80 by 24, and in one of 160 by 50."""
COLOUR, GREY, ASCII = BoardTheme(), BoardTheme(colour=False), BoardTheme(ascii=True)
NARROW, ROOMY = (BoardTheme(columns=columns, lines=lines) for columns, lines in (SMALL, LARGE))
CASES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in dogfight.names()
    for options in dogfight.load(name).samples()
]


def draw(view: View[Any], theme: BoardTheme, picked: Legal | None = None) -> Text:
    return board(dogfight.load(view.game))(view, theme, picked).text


def lines_of(text: Text) -> list[str]:
    return text.plain.split("\n")


def colours(text: Text) -> set[str]:
    styles = [
        Style.parse(span.style) if isinstance(span.style, str) else span.style
        for span in text.spans
    ]
    return {
        item.name for style in styles for item in (style.color, style.bgcolor) if item is not None
    }


def table(name: str, seed: int = 3, steps: int = 0, **options: object) -> Match:
    """A game with some random play behind it."""
    played = Match(dogfight.load(name), options, seed=seed)
    dice = Dice(seed)
    for _ in range(steps):
        if isinstance(played.advance(), Over):
            break
        played.play(*random_step(played.game, played.position, played.decision(), dice))
    played.advance()
    return played


def changed(view: View[Any], **fields: object) -> View[Any]:
    """The view with some fields of its table replaced."""
    return msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, **fields))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_moment_of_a_random_game_is_drawn(name: str, options: Options) -> None:
    game = dogfight.load(name)
    seats = len(game.seats(options))
    for step, (position, _) in enumerate(walk(game, options, 1, 400)):
        if step % 13:
            continue
        view = game.view(position, (*range(seats), WATCHER, OPEN)[step % (seats + 2)])
        picked = view.legal[step % len(view.legal)] if view.legal else None
        for theme in (NARROW, COLOUR, ROOMY):
            drawn = draw(view, theme, picked)
            assert max(map(len, lines_of(drawn))) <= theme.columns, drawn.plain
        assert not colours(draw(view, GREY, picked))
        assert draw(view, ASCII, picked).plain.isascii()


def test_a_game_without_a_drawing_is_listed_in_words() -> None:
    class Card(msgspec.Struct):
        name: str
        worth: list[int]

    class Odd(msgspec.Struct):
        first_player: str
        night: bool
        nothing: None
        cards: list[Card]

    view = table("squadrons").view(0)
    odd = msgspec.structs.replace(view, board=Odd("anna", True, None, [Card("ace", [1, 11])]))
    assert board(Toy()) is plain.draw
    assert lines_of(plain.draw(odd, COLOUR).text) == [
        "first player: anna",
        "night: yes",
        "nothing: none",
        "cards: ",
        "  0: ",
        "    name: ace",
        "    worth: 1 11",
    ]


def test_game_without_board_lists_entries_beside_seats() -> None:
    played = table("goofspiel", cards=2)
    played.play(0, 2)
    prize = played.position.state.prize
    assert lines_of(draw(played.view(0), COLOUR)) == [
        "turn: 1",
        f"prize: {prize}",
        f"prizes left: {3 - prize}",
        "hands: ",
        "  Player 1: 1 2",
        "  Player 2: 1 2",
        "points: ",
        "  Player 1: 0",
        "  Player 2: 0",
        "sealed: ",
        "  Player 1: 2",
    ]
    assert "sealed" not in draw(played.view(1), COLOUR).plain


# --- Squadrons ---------------------------------------------------------------------------------


def test_squadrons_at_the_start() -> None:
    lines = lines_of(draw(table("squadrons").view(0), COLOUR))
    assert lines[0].split() == ["12", "R6↓", "R5↓", "R4↓", *"······", "R3↓", "R2↓", "R1↓"]
    assert lines[11].split() == ["1", "G1↑", "G2↑", "G3↑", *"······", "G4↑", "G5↑", "G6↑"]
    assert lines[12].split() == list("abcdefghijkl")
    assert any("Red" in line and "deck 51" in line for line in lines)


def test_squadrons_marks_pieces_and_places_of_an_action() -> None:
    view = table("squadrons").view(0)
    drawn = draw(view, COLOUR, Legal(0, "A", "", places=("e6", "e5"))).plain
    assert "[ · ]" in lines_of(Text(drawn))[7]


def test_squadrons_in_ascii_writes_headings_as_letters() -> None:
    lines = lines_of(draw(table("squadrons").view(0), ASCII))
    assert lines[0].split() == ["12", "R6s", "R5s", "R4s", *"......", "R3s", "R2s", "R1s"]


def test_squadrons_shows_empty_airfields_cards_and_shots() -> None:
    view = table("squadrons").view(0)
    kinds = {type(field).__name__: type(field) for field in view.board.planes}
    planes = tuple(
        kinds["Plane"]("R1", "e5", "NE", True) if plane.name == "R1" else plane
        for plane in view.board.planes
    )
    shown = draw(changed(view, planes=planes, named="R1", card="10H", idle=3), COLOUR)
    assert "R1↗" in shown.plain
    assert "R1 moves with 10♥." in shown.plain
    assert "3 of 40 turns without a card" in shown.plain
    assert lines_of(shown)[0].split()[-1] == "▬"


# --- Starfighters ------------------------------------------------------------------------------


def test_starfighters_map_has_fifteen_rows_with_its_pieces() -> None:
    view = table("starfighters", steps=60, players=3).view(0)
    lines = lines_of(draw(view, COLOUR))
    rows = [line for line in lines if line[:2].strip().lstrip("-").isdecimal()]
    assert [int(line[:2]) for line in rows] == list(range(-7, 8))
    drawn = "\n".join(rows)
    assert drawn.count("▒▒▒") + drawn.count("✕") // 2 >= 1
    for ship in view.board.ships:
        assert ship.destroyed or f"#{ship.seat + 1}" in drawn


def test_starfighters_shows_only_the_own_hand() -> None:
    view = table("starfighters", steps=8, players=3).view(1)
    lines = lines_of(draw(view, COLOUR))
    own = next(line for line in lines if "#2 Pilot 2" in line)
    other = next(line for line in lines if "#3 Pilot 3" in line)
    hand = lines[lines.index(own) + 1]
    assert hand.split() == ["hand", *view.board.ships[1].hand]
    assert "4 cards" in other or "3 cards" in other


def test_starfighters_frames_the_hex_of_an_action() -> None:
    view = table("starfighters", players=3).view(0)
    drawn = draw(view, COLOUR, Legal(0, "", "", places=("0,0",)))
    middle = next(line for line in lines_of(drawn) if line.startswith(" 0 "))
    assert middle[31:36] == "[ · ]"


def test_starfighters_lists_the_states_of_a_ship() -> None:
    view = table("starfighters", steps=8, players=3).view(0)
    ship = msgspec.structs.replace(
        view.board.ships[0], shield=True, anchored=True, captured="echo", hull=1
    )
    gone = msgspec.structs.replace(view.board.ships[1], destroyed=True, hex="0,0")
    drawn = draw(changed(view, ships=(ship, gone, view.board.ships[2])), COLOUR).plain
    assert "shield, anchored, captured echo" in drawn
    assert "✕2✕" in drawn and "destroyed" in drawn


# --- Jaws vs Paws ------------------------------------------------------------------------------


def test_paws_draws_the_own_team_near_and_the_other_far() -> None:
    view = table("paws", steps=1).view(0)
    lines = lines_of(draw(view, COLOUR))
    teams = [line.split()[0] for line in lines if line.startswith(("JAWS", "PAWS"))]
    assert teams == ["PAWS", "JAWS"]
    frames = [line for line in lines if " PC " in line]
    assert (
        frames[0].index("GR")
        < frames[0].index("GL")
        < frames[0].index("PR")
        < frames[0].index("PL")
    )
    assert (
        frames[1].index("PL")
        < frames[1].index("PR")
        < frames[1].index("GL")
        < frames[1].index("GR")
    )
    far = lines_of(draw(table("paws", steps=1).view(2), COLOUR))
    assert [line.split()[0] for line in far if line.startswith(("JAWS", "PAWS"))] == [
        "JAWS",
        "PAWS",
    ]


def test_paws_shows_tokens_sun_counts_and_the_own_hand_only() -> None:
    view = table("paws", steps=1).view(0)
    drawn = draw(view, COLOUR).plain
    assert "✈ jaws" in drawn and "✈ paws" in drawn and "* SUN *" in drawn
    assert "deck 26" in drawn
    assert "Jaws pilot hand: " in drawn
    assert "Jaws gunner hand: " not in drawn and "Paws pilot hand" not in drawn


def test_paws_shows_fronts_to_the_owner_and_backs_to_others() -> None:
    played = table("paws", steps=1)
    word = next(entry.notation for entry in played.view(0).legal if ":" in entry.notation)
    played.play(0, word)
    own = lines_of(draw(played.view(0), COLOUR))
    other = lines_of(draw(played.view(2), COLOUR))
    front = word.split(":")[1].partition("_")[2]
    assert any(line.startswith("1│P ") and front in line.lower() for line in own)
    assert any(line.startswith("1│P ▒▒▒▒") for line in other)


def test_paws_by_night_has_a_moon() -> None:
    assert "( MOON" in draw(table("paws", steps=1, mode="night").view(0), COLOUR).plain


# --- Biplanes ----------------------------------------------------------------------------------


def test_biplanes_draws_ring_loops_exit_and_planes() -> None:
    view = table("biplanes", steps=12).view(0)
    drawn = draw(view, COLOUR).plain
    board = "\n".join(lines_of(Text(drawn))[:13])
    for space in (
        "(m0)",
        "(m1)",
        "[m2)",
        "(m3)",
        "(m4)",
        "(m5)",
        "(m6)",
        "{m7)",
        "{mp}",
        "<mb>",
        "[mx1]",
        "[mx3]",
    ):
        assert space in board
    for number, side in enumerate(view.board.sides):
        assert f"{side.at}" in board and f"p{number + 1}" in board


def test_biplanes_shows_damage_turns_and_the_own_hand_only() -> None:
    view = table("biplanes", steps=12).view(0)
    own, other = view.board.sides
    own = msgspec.structs.replace(own, damage=2, squares=("3L/1", "2/0"), jammed=True)
    drawn = lines_of(draw(changed(view, sides=(own, other)), COLOUR))
    line = next(n for n, item in enumerate(drawn) if item.startswith(f"p1 {own.plane}"))
    assert (
        "■■□□□□" in drawn[line]
        and f"2 of {own.track}, jammed" in drawn[line]
        and "turns: 3L/1 2/0" in drawn[line + 1]
    )
    assert " ".join(own.hand) in drawn[line + 2]
    theirs = next(n for n, item in enumerate(drawn) if item.startswith(f"p2 {other.plane}"))
    assert f"hand {other.hand_size} tiles" in drawn[theirs + 2]


def test_biplanes_marks_the_space_an_action_leads_to() -> None:
    drawn = draw(
        table("biplanes", steps=12).view(0),
        COLOUR,
        Legal(0, "3/1", "play 3 with 1 hit, to m4", places=("m5",)),
    )
    assert "▸(m5)" in drawn.plain


def test_biplanes_shows_mission_progress() -> None:
    drawn = draw(table("biplanes", steps=12, mode="espionage").view(0), COLOUR).plain
    assert "cam2" in drawn
    assert "Espionage: sites done " in drawn and "the exit is closed" in drawn
    solo = draw(table("biplanes", steps=12, mode="bombing", solo=True).view(0), COLOUR).plain
    assert "bot: left " in solo and "fac" in solo


# --- Combat Boots ------------------------------------------------------------------------------


def test_boots_draws_outlines_heights_roads_and_objectives() -> None:
    view = table("boots", battle="hill").view(0)
    lines = lines_of(draw(view, COLOUR))
    assert lines[0].split() == list("ABCDEFGHIJKLMN")
    drawn = "\n".join(lines[:27])
    assert "·3" in drawn and "F" in drawn and "·2=" in drawn and "^" in drawn
    assert drawn.count("*") == len(view.board.objectives)
    assert lines[2].startswith(" 1 /   \\___/") and lines[3].startswith("   \\·__/   \\")
    assert "wood" in draw(view, BoardTheme(columns=140, lines=40)).plain, (
        "with room the ground is named"
    )


def test_boots_shows_units_stacks_and_cards() -> None:
    view = table("boots", steps=40, battle="orchard").view(0)
    first = view.board.pieces[0]
    pieces = tuple(
        msgspec.structs.replace(piece, place="destroyed") for piece in view.board.pieces[1:]
    )
    alone = changed(
        view, pieces=(msgspec.structs.replace(first, place="C3", pinned=1, aboard=""), *pieces)
    )
    number = first.label.rpartition("-")[2]
    narrow = BoardTheme(columns=40, lines=20)
    assert f"/R{number}!" in draw(alone, narrow).plain
    assert f"/RIFLE-{number}!" in draw(alone, ROOMY).plain
    assert f" RI{number} {first.name} {first.rating} C3 pinned" in draw(alone, COLOUR).plain
    both = changed(
        alone,
        pieces=(alone.board.pieces[0], msgspec.structs.replace(pieces[0], place="C3"), *pieces[1:]),
    )
    assert f"/R{number}+" in draw(both, narrow).plain


@pytest.mark.parametrize(
    "battle", ["crossroads", "eighty_eights", "ford", "hill", "orchard", "raiders", "tiger_road"]
)
def test_boots_unit_tags_are_unique_and_show_their_side(battle: str) -> None:
    picture = table("boots", battle=battle).view(0).board
    for width in (3, 4, 6):
        result = boots.tags(picture, width)
        assert len(set(result.values())) == len(picture.pieces), result
        assert max(map(len, result.values())) <= width + 1
        for piece in picture.pieces:
            assert (
                result[piece.label].upper() == result[piece.label]
                or piece.label.lower() == piece.label
            )


def test_boots_marks_what_a_picked_unit_sees() -> None:
    played = table("boots", steps=11, battle="orchard")
    view = played.view(next(iter(played.view(0).waiting)))
    move = next(entry for entry in view.legal if entry.notation.startswith("move:"))
    lines = lines_of(draw(view, NARROW, move))[2:18]
    assert "[" in "\n".join(lines)
    assert "\n".join(lines).count(":") >= 3
    assert ":" not in "\n".join(line[:36] for line in lines_of(draw(view, NARROW))[2:18])


def test_boots_looks_from_where_a_step_leads() -> None:
    played = table("boots", steps=11, battle="orchard")
    seat = played.view(0).waiting[0]
    played.play(
        seat,
        next(
            entry.notation
            for entry in played.view(seat).legal
            if entry.notation.startswith("move:")
        ),
    )
    view = played.view(seat)
    steps = [entry for entry in view.legal if entry.notation.startswith("step:")]
    seen = {
        "\n".join(lines_of(draw(view, COLOUR, step))[3:18]).replace("[", " ").replace("]", " ")
        for step in steps
    }
    assert len(seen) > 1


def test_boots_draws_the_dog_fight_in_lanes() -> None:
    view = table("boots", battle="convoy").view(0)
    item, pair, three, four, *rest = view.board.planes
    planes = (
        msgspec.structs.replace(item, pursues=pair.label),
        msgspec.structs.replace(pair, damaged=True),
        msgspec.structs.replace(three, turns_with=four.label),
        msgspec.structs.replace(four, turns_with=three.label),
        msgspec.structs.replace(rest[0], state="shot down"),
        *rest[1:],
    )
    drawn = draw(changed(view, planes=planes), COLOUR).plain
    assert f"pursuit  {item.label} {item.rating} ▸▸  {pair.label} {pair.rating} damaged" in drawn
    assert f"⟲  {max(three.label, four.label)}" in drawn
    assert f"gone     {rest[0].label} shot down" in drawn
    assert f"free     {rest[1].label}" in drawn
