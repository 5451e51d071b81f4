"""What a view says an action's weapons would bear on is what the rules let them hit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import dogfight
from dogfight.core.decision import Chance, Choose, Over
from dogfight.core.game import Game
from dogfight.core.seat import WATCHER
from dogfight.core.view import Legal, View
from dogfight.games.squadrons.rules.shots import target_of

MOVES = 500


def played(
    name: str, options: dict[str, Any], seed: int
) -> Iterator[tuple[Game[Any, Any], Any, int, View[Any], Legal, tuple[Any, ...]]]:
    """A random game: the game, the position after each action, who acted, from which view, how, and the events."""
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
                    target = game.view(position, WATCHER).table.sides[event.facts["target"]]
                    assert target.at in sealed[int(str(event.facts["who"]))].bears
    assert shots > 5


def test_bd_9_3_a_tile_without_hits_bears_on_nothing() -> None:
    for _, _, _, view, _, _ in played("biplanes", {}, 3):
        assert all(not one.bears for one in view.legal if one.word.endswith("/0"))


def test_sf_6_every_target_lies_where_the_card_bears() -> None:
    aimed = 0
    for seed in range(20):
        for _, _, _, view, legal, _ in played("starfighters", {"players": 4}, seed):
            ships = {f"hits-{ship.seat}": ship.hex for ship in view.table.ships}
            if legal.word in ships:
                aimed += 1
                assert ships[legal.word] in legal.bears
            if legal.word.startswith("beam-"):
                hit = [
                    ship.hex
                    for ship in view.table.ships
                    if f"p{ship.seat}" in legal.words.split(": hits ")[1].split(", ")
                ]
                aimed += 1
                assert set(hit) <= set(legal.bears)
    assert aimed > 5


def test_sf_3_3_only_the_seat_itself_sees_where_its_card_bears() -> None:
    """A step shows the shape of the mover's own card; a shield has none."""
    seen: dict[str, set[bool]] = {"short": set(), "medium": set(), "drain": set()}
    for seed in range(6):
        for _, _, seat, view, legal, _ in played("starfighters", {"players": 3}, seed):
            card = view.table.ships[seat].declared
            if view.table.phase == "move" and card in seen:
                seen[card].add(bool(legal.bears))
    assert seen["short"] == {True}
    assert seen["drain"] == {False}
    assert True in seen["medium"]  # at the edge it may look off the map


def test_sq_7_2_a_manoeuvre_bears_on_the_enemy_in_front_of_its_end() -> None:
    aimed = 0
    for seed in range(8):
        for _, position, seat, view, legal, events in played("squadrons", {}, seed):
            flown = [event for event in events if event.kind == "flown"]
            if not flown or view.table.phase != "fly":
                continue
            names = [plane.name for plane in view.table.planes]
            front = target_of(position, names.index(view.table.named))
            enemy = front >= 0 and names[front][0] != "RG"[seat]
            aimed += enemy
            assert legal.bears == ((names[front],) if enemy else ())
    assert aimed > 0
