"""Random rounds, resolved a second time by the pseudo-code of the specification (D-9), with numbers
only.

What follows the dictionaries of D-2 and D-3 knows nothing of the engine; whatever it finds is put
into the `expect` of an example.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dogfight.games.paws.game import Paws
from dogfight.testing.examples import run_example

LEFT = {"PL": "PL", "PC": "PL", "PR": "PC", "GL": "GL", "GC": "GL", "GR": "GC"}
RIGHT = {"PL": "PC", "PC": "PR", "PR": "PR", "GL": "GC", "GC": "GR", "GR": "GR"}
CORNER = {"PL": "PR", "PC": "PC", "PR": "PL", "GL": "GR", "GC": "GC", "GR": "GL"}
VIEW = {"PL": "GR", "PC": "GC", "PR": "GL", "GL": "PR", "GC": "PC", "GR": "PL"}
OWN_BOARDS = {"left": LEFT, "right": RIGHT, "corner": CORNER, "view": VIEW}
OTHER_BOARDS = {"left": RIGHT, "right": LEFT, "corner": CORNER, "view": VIEW}
ZONES = list(LEFT)
CARDS = [
    "plane_left",
    "plane_right",
    "plane_corner",
    "plane_view",
    "sun_left",
    "sun_right",
    "sun_view",
    "sun_team",
]
CARDS += [f"shoot_{zone.lower()}" for zone in ZONES] * 2
NAMES = ["jaws", "paws", "claws", "tails"]


class Model:
    """The table in numbers: planes, Sun, piles, smoke, and the teams still flying."""

    def __init__(self, random: Random) -> None:
        self.teams = NAMES[: random.choice((2, 2, 3, 4))]
        self.night = random.random() < 0.3
        self.solo = [] if random.random() < 0.6 else list(self.teams)
        self.seats = [f"{team}.{role}" for team in self.teams for role in ("pilot", "gunner")]
        self.planes = {
            f"{a}@{b}": random.choice(ZONES) for a in self.teams for b in self.teams if a != b
        }
        self.sun = [random.choice(self.teams), random.choice(ZONES)]
        self.full = 3 if self.solo else 4
        self.deck = {seat: random.choice((0, 2, 5, 8, 14, 20)) for seat in self.seats}
        self.discard = {seat: random.choice((0, 4, 9)) for seat in self.seats}
        self.scrap = dict.fromkeys(self.seats, 0)
        self.hand = dict.fromkeys(self.seats, self.full)
        self.smoke = [team for team in self.teams if random.random() < 0.4]
        self.play = self.random_play(random)
        self.drop = {seat: random.choice((0, 0, 0, 1)) for seat in self.seats}
        self.flying = list(self.teams)
        self.hits: list[str] = []
        self.repairing: list[str] = []
        self.collisions: list[str] = []
        self.result = "none"

    def random_play(self, random: Random) -> list[dict[str, Any]]:
        play = []
        for seat in self.seats:
            for _ in range(random.choice((0, 1, 1, 2, 3))):
                card = random.choice(CARDS)
                entry = {"slot": random.randint(1, 4), "seat": seat, "card": card}
                if card.startswith("plane"):
                    entry["side"] = random.choice(("own", "enemy"))
                if card == "sun_team":
                    entry["to"] = random.choice(self.teams)
                play.append(entry)
        return play

    def example(self) -> dict[str, Any]:
        start = {
            "sun": ".".join(self.sun),
            "planes": dict(self.planes),
            "deck": dict(self.deck),
            "discard": dict(self.discard),
            "smoke": list(self.smoke),
        }
        mode = "night" if self.night else "day"
        head = {"id": "T", "kind": "round", "teams": self.teams, "solo": self.solo, "mode": mode}
        return {**head, "play": self.play, "choice": {"discard": self.drop}, "start": start}

    # --- the round
    # -----------------------------------------------------------------------------------

    def fall(self, down: set[str]) -> bool:
        """Check the end; true if the game is over."""
        self.flying = [team for team in self.flying if team not in down]
        if len(self.teams) > 2:
            for token in self.planes:
                if set(token.split("@")) & down:
                    self.planes[token] = "gone"
            while self.flying and self.sun[0] not in self.flying:
                self.sun[0] = self.after(self.sun[0])
        if len(self.flying) < 2:
            self.result = f"win {self.flying[0]}" if self.flying else "draw"
        return len(self.flying) < 2

    def after(self, team: str) -> str:
        return self.teams[(self.teams.index(team) + 1) % len(self.teams)]

    def hurt(self, seat: str, damage: int, down: set[str]) -> None:
        if self.deck[seat] < damage:
            down.add(seat.split(".")[0])
        self.scrap[seat] += min(damage, self.deck[seat])
        self.deck[seat] -= min(damage, self.deck[seat])

    def resolve(self) -> None:
        holder = self.teams.index(self.sun[0])
        order = self.teams[holder:] + self.teams[:holder]
        played = {entry["seat"] for entry in self.play}
        track = self.lock()
        if self.fall(self.refill()) or self.fall(self.repair(played)):
            return
        for section in (1, 2, 3, 4):
            cards = {
                team: card
                for (team, slot), card in track.items()
                if slot == section and team in self.flying
            }
            self.move(cards, order)
            down: set[str] = set()
            for team in order:
                if team in cards and cards[team]["card"].startswith("shoot"):
                    self.shoot(cards[team], team, section, down)
            if self.fall(down):
                return
        for entry in track.values():
            self.discard[entry["seat"]] += 1
        for team in self.flying:
            if team not in self.smoke and any(
                seat.startswith(f"{team}.") for seat in self.repairing
            ):
                self.smoke.append(team)

    def lock(self) -> dict[tuple[str, int], dict[str, Any]]:
        there: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for entry in self.play:
            there.setdefault((entry["seat"].split(".")[0], entry["slot"]), []).append(entry)
            self.hand[entry["seat"]] -= 1
        for (team, slot), entries in there.items():
            if len(entries) > 1:
                self.collisions.append(f"{team} {slot}")
                for entry in entries:
                    self.discard[entry["seat"]] += 1
        return {place: entries[0] for place, entries in there.items() if len(entries) == 1}

    def refill(self) -> set[str]:
        down = set()
        for seat in self.seats:
            dropped = min(self.drop[seat], self.hand[seat])
            self.hand[seat] -= dropped
            self.discard[seat] += dropped
            need = max(0, self.full - self.hand[seat])
            drawn = min(need, self.deck[seat])
            self.hand[seat] += drawn
            self.deck[seat] -= drawn
            if drawn < need:
                down.add(seat.split(".")[0])
        return down

    def repair(self, played: set[str]) -> set[str]:
        down: set[str] = set()
        self.repairing = [
            seat for seat in self.seats if seat not in played and seat.split(".")[0] in self.flying
        ]
        for seat in self.repairing:
            self.deck[seat] += self.discard[seat]
            self.discard[seat] = 0
        for seat in self.repairing:
            team, role = seat.split(".")
            if team in self.smoke:
                self.hurt(f"{team}.{'gunner' if role == 'pilot' else 'pilot'}", 3, down)
        return down

    def move(self, cards: dict[str, dict[str, Any]], order: list[str]) -> None:
        for team in order:
            if team in cards and cards[team]["card"].startswith("sun"):
                self.move_sun(cards[team], team)
        for side in ("own", "enemy"):
            for team in cards:
                if cards[team].get("side") != side:
                    continue
                kind = cards[team]["card"].removeprefix("plane_")
                for token, zone in self.planes.items():
                    mover, boards = token.split("@")
                    if zone != "gone" and (mover if side == "own" else boards) == team:
                        self.planes[token] = (OTHER_BOARDS if side == "own" else OWN_BOARDS)[kind][
                            zone
                        ]

    def move_sun(self, entry: dict[str, Any], team: str) -> None:
        kind = entry["card"].removeprefix("sun_")
        if kind != "team":
            steps = OWN_BOARDS if self.sun[0] == team else OTHER_BOARDS
            self.sun[1] = steps[kind][self.sun[1]]
            return
        target = entry["to"]
        if target not in self.flying or target == self.sun[0]:
            target = self.after(self.sun[0])
            while target not in self.flying:
                target = self.after(target)
        self.sun[0] = target

    def shoot(self, entry: dict[str, Any], team: str, section: int, down: set[str]) -> None:
        zone, (owner, sun_zone) = entry["card"].removeprefix("shoot_").upper(), self.sun
        zones = {zone}
        if not self.night and owner != team and self.planes[f"{team}@{owner}"] == sun_zone:
            zones = {item for item in ZONES if item[0] == zone[0]}
        for victim in self.flying:
            if victim == team or self.planes[f"{victim}@{team}"] not in zones:
                continue
            damage = 6
            if not self.night and owner == team and self.planes[f"{victim}@{team}"] == sun_zone:
                damage = 3
            seats = [seat for seat in self.repairing if seat.startswith(f"{victim}.")]
            front = self.planes[f"{team}@{victim}"][0] == "P"
            for seat in seats or [f"{victim}.{'pilot' if front else 'gunner'}"]:
                self.hits.append(f"{section} {entry['seat']} > {seat} {damage}")
                self.hurt(seat, damage, down)

    def expect(self) -> dict[str, Any]:
        expect = {
            "planes": self.planes,
            "sun": ".".join(self.sun),
            "hits": self.hits,
            "deck": self.deck,
            "hand": self.hand,
            "scrap": self.scrap,
            "collisions": self.collisions,
            "repairing": self.repairing,
            "smoke": self.smoke,
            "down": [team for team in self.teams if team not in self.flying],
            "result": self.result,
        }
        if self.result == "none":
            expect["discard"] = self.discard
        return expect


@pytest.mark.parametrize("block", range(4))
def test_jp_7_1_random_rounds_come_out_as_the_pseudo_code_says(game: Paws, block: int) -> None:
    results = set()
    for seed in range(150):
        model = Model(Random(1000 * block + seed))
        example = model.example()
        model.resolve()
        assert run_example(game, {**example, "expect": model.expect()}) == [], example
        results.add((model.result.split()[0], len(model.flying), model.night))
    assert len(results) >= 8
