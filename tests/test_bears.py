"""What a view says an action's weapons would bear on is what the rules let them hit."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Chance, Choose, Over
from dogfight.core.dice import Dice
from dogfight.core.game import Game
from dogfight.core.seat import WATCHER
from dogfight.core.view import Aim, Legal, View
from dogfight.games.boots.sight_text import blocked, explain
from dogfight.games.squadrons.rules.shots import target_of

MOVES = 500


def played(
    name: str, options: dict[str, Any], seed: int
) -> Iterator[tuple[Game[Any, Any], Any, int, View[Any], Legal, tuple[Any, ...]]]:
    """A random game: the game, the position after each action, who acted, from which view, how,
    and the events.
    """
    game = dogfight.load(name)
    dice = random.Random(seed)
    position = game.new(game.options(options))
    for _ in range(MOVES):
        decision = game.decision(position)
        if isinstance(decision, Over):
            return
        if isinstance(decision, Chance):
            game.play(position, -1, dice.choice(decision.odds)[0])
            continue
        seat = decision.seat if isinstance(decision, Choose) else decision.waiting[0]
        view = game.view(position, seat)
        assert game.view(position, WATCHER).legal == ()
        legal = dice.choice(view.legal)
        events = game.play(position, seat, legal.action)
        yield game, position, seat, view, legal, events


def test_bd_9_1_a_shot_hits_a_space_the_tile_bore_on() -> None:
    shots = 0
    for seed in range(12):
        sealed: dict[int, Legal] = {}
        for game, position, seat, _, legal, events in played("biplanes", {}, seed):
            sealed[seat] = legal
            for event in events:
                if event.kind == "shot" and event.facts:
                    shots += 1
                    target = game.view(position, WATCHER).board.sides[event.facts["target"]]
                    assert target.at in sealed[int(str(event.facts["who"]))].bears
    assert shots > 5


def test_bd_9_3_a_tile_without_hits_bears_on_nothing() -> None:
    for _, _, _, view, _, _ in played("biplanes", {}, 3):
        assert all(not entry.bears for entry in view.legal if entry.notation.endswith("/0"))


def test_sf_6_every_target_lies_where_the_card_bears() -> None:
    aimed = 0
    for seed in range(20):
        for _, _, _, view, legal, _ in played("starfighters", {"players": 4}, seed):
            ships = {f"hits-{ship.seat}": ship.hex for ship in view.board.ships}
            if legal.notation in ships:
                aimed += 1
                assert ships[legal.notation] in legal.bears
            if legal.notation.startswith("beam-"):
                hit = [
                    ship.hex
                    for ship in view.board.ships
                    if f"p{ship.seat}" in legal.text.split(": hits ")[1].split(", ")
                ]
                aimed += 1
                assert set(hit) <= set(legal.bears)
    assert aimed > 5


def test_sf_3_3_only_the_seat_itself_sees_where_its_card_bears() -> None:
    """A step shows the shape of the mover's own card; a shield has none."""
    seen: dict[str, set[bool]] = {"short": set(), "medium": set(), "drain": set()}
    for seed in range(6):
        for _, _, seat, view, legal, _ in played("starfighters", {"players": 3}, seed):
            card = view.board.ships[seat].declared
            if view.board.phase == "move" and card in seen:
                seen[card].add(bool(legal.bears))
    assert seen["short"] == {True}
    assert seen["drain"] == {False}
    assert True in seen["medium"]  # at the edge it may look off the map


def test_sq_7_2_manoeuvre_bears_on_enemy_in_front_of_its_end() -> None:
    aimed = 0
    for seed in range(8):
        for _, position, seat, view, legal, events in played("squadrons", {}, seed):
            flown = [event for event in events if event.kind == "flown"]
            if not flown or view.board.phase != "fly":
                continue
            names = [plane.name for plane in view.board.planes]
            front = target_of(position, names.index(view.board.named))
            enemy = front >= 0 and names[front][0] != "RG"[seat]
            aimed += enemy
            assert legal.bears == ((names[front],) if enemy else ())
    assert aimed > 0


def test_sq_7_2_aims_after_manoeuvre_match_following_view() -> None:
    lines = threats = 0
    for seed in range(8):
        for game, position, seat, view, legal, events in played("squadrons", {}, seed):
            if view.board.phase != "fly" or not any(event.kind == "flown" for event in events):
                continue
            named = view.board.named
            after = game.view(position, WATCHER).board
            stand = after.aims or tuple(
                Aim(shot.shooter, shot.target, shot.kind) for shot in after.shots
            )
            if after.phase == "over":
                continue
            assert set(legal.aims) == {aim for aim in stand if named in (aim.by, aim.at)}
            assert {aim.at for aim in legal.aims if aim.by == named} == set(legal.bears)
            lines += len(legal.aims)
            threats += sum(aim.by[0] != "RG"[seat] for aim in legal.aims)
    assert lines > threats > 0


def test_sq_7_5_aims_before_the_shots_become_the_shots() -> None:
    """The last view before the shots holds the same lines as the shots, but for the plane that
    moved last.
    """
    seen = 0
    for seed in range(8):
        for game, position, _, view, _, _ in played("squadrons", {}, seed):
            after = game.view(position, WATCHER).board
            if view.board.phase == "fly" and after.phase == "shots":
                named = view.board.named
                before = {aim for aim in view.board.aims if named not in (aim.by, aim.at)}
                shots = {Aim(shot.shooter, shot.target, shot.kind) for shot in after.shots}
                assert before == {aim for aim in shots if named not in (aim.by, aim.at)}
                assert after.aims == ()
                seen += 1
    assert seen > 0


@pytest.mark.parametrize("options", dogfight.load("biplanes").samples(), ids=str)
def test_bd_4_1_a_side_ends_where_it_was_known_to_be_able_to(options: dict[str, Any]) -> None:
    """Whatever a side commits, everybody could have foreseen the space; and all are told the
    same.
    """
    for seed in range(2):
        for game, position, seat, view, _, _ in played("biplanes", options, seed):
            if view.board.phase not in ("plan", "show", "answer"):
                assert all(side.reach == {} for side in view.board.sides)
                continue
            public = [side.reach for side in game.view(position, WATCHER).board.sides]
            for eye in range(len(view.seats)):
                assert [side.reach for side in game.view(position, eye).board.sides] == public
            for entry in view.legal:
                result = re.search(r"play (\d) .* to ([a-z]\w*)", entry.text)
                if result:
                    assert int(result[1]) in view.board.sides[seat].reach[result[2]], entry.text


def test_bd_1_14_reach_does_not_reveal_the_hand() -> None:
    """The same table with other tiles in the enemy's hand gives the same reach."""
    game = dogfight.load("biplanes")
    changed = 0
    for seed in range(3):
        for _, _, seat, view, _, _ in played("biplanes", {}, seed):
            if view.board.phase != "plan":
                continue
            hands = set()
            for dice in range(6):
                twin = game.views.imagine(view, Dice(dice))
                hands.add(game.view(twin, 1 - seat).board.sides[1 - seat].hand)
                assert game.view(twin, seat).board.sides == view.board.sides
            changed += len(hands) > 1
    assert changed > 5


def test_cb_8_1_a_field_holds_what_is_in_range_and_in_sight() -> None:
    """Every target lies where the field says that it is seen, and every hidden enemy where it is
    not, with a reason.
    """
    board_of = {
        key: dogfight.load("boots").battle(key).tables.board
        for key in ("orchard", "crossroads", "hill")
    }
    targets = hidden = 0
    for key, board in board_of.items():
        rows = int(board.rows)
        for seed in range(2):
            for _, _, _, view, _, _ in played("boots", {"battle": key}, seed):
                places = {piece.label: piece.place for piece in view.board.pieces}
                for field in view.board.fields:

                    def mark(place: str, field: Any = field) -> str:
                        return str(field.rows[int(place[1:]) - 1][ord(place[0]) - 65])

                    assert len(field.rows) == rows and mark(field.place) == "o"
                    for legal in view.legal:
                        if (
                            legal.notation.startswith(("fire:", "gun:"))
                            and legal.notation.split(":")[1] in field.units
                        ):
                            assert {mark(places[label]) for label in legal.bears} == {"o"}
                            targets += len(legal.bears)
                    for item in field.hidden:
                        hidden += 1
                        assert mark(item.at) == ("x" if item.by else "o")
                        assert (item.rule == "CB-8.17") == (item.by == "")
    assert targets > 20 and hidden > 20


def test_cb_8_5_blocked_agrees_with_the_explanation() -> None:
    """`blocked` and `explain` agree on every pair of hexes of a map with hills."""
    board = dogfight.load("boots").battle("hill").tables.board
    size = int(board.size)
    rules = set()
    for a in range(0, size, 3):
        for b in range(size):
            result = blocked(board, a, b)
            words = explain(board, a, b)[-1]
            assert (result is None) == ("do not see" not in words)
            if result is not None:
                assert result.by in words.split(": ", 1)[1] and f"[{result.rule}" in words
                rules.add(result.rule)
    assert {"CB-8.5", "CB-8.8"} <= rules


def test_cb_10_12_counter_bears_on_its_later_targets() -> None:
    aimed = 0
    for seed in range(3):
        leads: tuple[str, ...] = ()
        for _, _, _, view, legal, _ in played("boots", {"battle": "orchard"}, seed):
            units = {
                entry.notation.split(":")[1]
                for entry in view.legal
                if entry.notation.startswith("at:")
            }
            hexes = {
                entry.notation.split(":")[1]
                for entry in view.legal
                if entry.notation.startswith("to:")
            }
            if view.board.stage == "aiming" and leads:
                where = {piece.label: piece.place for piece in view.board.pieces}
                assert set(leads) >= units and {where[label] for label in leads} >= hexes
                assert hexes or set(leads) == units
                aimed += 1
            leads = legal.bears
    assert aimed > 3
