"""Lines of play counted a second way, and whole random games followed by a plain second reading of
the specification.

The reading shares nothing with the game but its data files: spaces are names, tiles are words,
hands are counters. It knows all modes for two players, is slow, and says only what follows from the
pages.
"""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dogfight.core.decision import Chance
from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE, OPEN
from dogfight.games.biplanes.game import Biplanes
from dogfight.testing.perft import perft

pytestmark = pytest.mark.no_rule("counts derived a second way")

COUNTS = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))["count"]
DATA = Path(__file__).parents[3] / "src" / "dogfight" / "games" / "biplanes" / "data"
BOARDS = tomllib.loads((DATA / "boards.toml").read_text(encoding="utf-8"))
SETS = tomllib.loads((DATA / "sets.toml").read_text(encoding="utf-8"))
MAL = {tile["id"]: tile for tile in SETS["malfunctioning"]["tiles"]}
FAR = 99


def tiles_of(plane: str) -> Counter[str]:
    return Counter(
        f"{value}/{hits}" for value, many in SETS["sets"][plane]["tiles"].items() for hits in many
    )


class Board:
    def __init__(self, name: str) -> None:
        data = BOARDS["boards"][name]
        self.spaces = {space["id"]: space for space in data["spaces"]}
        self.ring = data["ring"]
        self.fork = data["exit_from"]
        self.path = data["exit_path"]
        self.entry = {
            data[key]["space"]: data[key]["entry"] for key in ("loop_purple", "loop_brown")
        }

    def next(self, at: str) -> str:
        return at if at == "off" else str(self.spaces[at]["next"])

    def walk(self, at: str, steps: int, turn: str = "", onto: str = "") -> tuple[str, bool]:
        """Go straight on, but turn once where the key `turn` names a way (only `onto`, if
        given).
        """
        turned = False
        for _ in range(steps):
            way = "" if at == "off" or turned or not turn else self.spaces[at].get(turn, "")
            if way and (not onto or way == onto):
                at, turned = way, True
            else:
                at = self.next(at)
        return at, turned

    def distance(self, space: str, other: str) -> int:
        if "off" in (space, other) or "down" in (space, other):
            return FAR
        if space == other:
            return 0
        if other in self.path and space not in self.path:
            return self.distance(space, self.fork) + 1 + self.path.index(other)
        if other in self.entry:
            return min(FAR, self.distance(space, self.entry[other]) + 1)
        at = space
        for steps in range(1, 12):
            at = self.next(at)
            if at == other:
                return steps
        return FAR

    def behind(self, space: str, other: str) -> int:
        away = self.distance(space, other)
        return away if 1 <= away <= 3 and away < self.distance(other, space) else 0

    def sees(self, space: str, other: str) -> bool:
        colours = BOARDS["colours"]
        fires = colours[self.spaces[space]["colour"]]["fires"]
        return any(colour in colours[self.spaces[other]["colour"]]["hit_by"] for colour in fires)


class Side:
    def __init__(self, plane: str, at: str, damage: int, track: int) -> None:
        self.plane, self.at, self.damage, self.track = plane, at, damage, track
        self.hand: Counter[str] = Counter()
        self.last = ""
        self.jammed = False
        self.range = SETS["sets"][plane]["range"]


class Reference:
    """One game between two players: `legal` says what may be committed, `turn` flies it."""

    def __init__(self, mode: str, board: str, p1: Side, p2: Side) -> None:
        self.mode, self.board = mode, Board(board)
        self.p1, self.p2 = p1, p2
        self.round, self.turn_number = 1, 1
        self.mal_at, self.mal_damage = p1.at, 0
        self.mal_used: set[str] = set()
        self.sites: dict[str, int] = {}
        self.removed = self.rescued = 0
        self.landed = ""
        self.objectives: set[int] = set()
        self.over: tuple[str, str] | None = None
        self.owes = 0
        self.limit = 3

    def twin(self) -> Reference:
        return copy.deepcopy(self)

    # --- planning ----------------------------------------------------------------------------

    def exit_open(self) -> bool:
        if self.mode == "dogfight":
            return False
        if self.mode == "escort":
            return self.round == 3
        return self.rescued >= 1 if self.mode == "rescue" else self.removed >= 4

    def crashes(self) -> str:
        """The side that cannot plan, if brown owes a 1 or a 2 and has neither."""
        for name, side in (("p1", self.p1), ("p2", self.p2)):
            owes = side.plane == "brown" and side.last[:1] == "0" and side.at != "down"
            if owes and not any(tile[0] in "12" for tile in +side.hand):
                return name
        return ""

    def first(self) -> str:
        """Who has to show to white."""
        close = (1, 2)
        if self.p1.plane == "white" and self.board.behind(self.p1.at, self.p2.at) in close:
            return "p2"
        targets = [self.p1.at] + ([self.mal_at] if self.mode == "escort" else [])
        if self.p2.plane == "white" and any(
            self.board.behind(self.p2.at, target) in close for target in targets
        ):
            return "p1"
        return ""

    def singles(self, name: str) -> list[str]:
        side = self.p1 if name == "p1" else self.p2
        tiles = list(+side.hand)
        if side.plane == "brown" and side.last[:1] == "0":
            tiles = [tile for tile in tiles if tile[0] in "12"]
        if side.plane == "black" and not tiles:
            tiles = [side.last]
        words = []
        for tile in tiles:
            value, hits = tile.split("/")
            words.append(tile)
            if (
                value == "3"
                and side.at in self.board.ring
                and self.board.walk(side.at, 3, "loop_to")[1]
            ):
                words.append(f"3L/{hits}")
            opens = self.exit_open()
            if self.mode == "rescue" and name == "p1" and self.landed and value in "12":
                opens = opens or self.sites[self.landed] in self.objectives
            if opens and self.board.walk(side.at, int(value), "exit_to")[1]:
                words.append(f"{tile}X")
        if self.mode == "rescue" and name == "p1":
            words += [f"{word}H" for word in words]
        return words

    def legal(self, name: str) -> list[str]:
        if self.mode != "escort" or name == "p2":
            return sorted(self.singles(name))
        flies = self.p1.at != "down"
        tiles = [item for item in MAL if item not in self.mal_used] if flies else ["0*", "+1", "+2"]
        words = []
        for single in self.singles("p1") if flies else [""]:
            for tile in tiles:
                words.append(f"{single}&{tile}" if flies else tile)
                steps, loop = self.mal_steps(single, tile), self.loop_touched(single)
                follows = (
                    loop
                    and self.mal_at != loop
                    and self.board.walk(self.mal_at, steps, "loop_to", loop)[1]
                )
                if (
                    self.exit_open()
                    and self.board.walk(self.mal_at, steps, "exit_to")[1]
                    and not follows
                ):
                    words.append(words[-1] + "X")
        return sorted(words)

    def mal_steps(self, single: str, tile: str) -> int:
        return max(0, (int(single[0]) if single else 0) + MAL[tile]["value"])

    def loop_touched(self, single: str) -> str:
        """The loop space the escort starts on, passes or ends on."""
        if not single:
            return ""
        if self.p1.at in self.board.entry:
            return self.p1.at
        if "L" not in single:
            return ""
        at = self.p1.at
        while not self.board.spaces[at].get("loop_to"):
            at = self.board.next(at)
        return str(self.board.spaces[at]["loop_to"])

    # --- a turn ------------------------------------------------------------------------------

    def turn(self, word_1: str, word_2: str, choice: str) -> None:
        """Steps 3 to 12 of a turn; draws and lost tiles are told afterwards."""
        single, _, tile = word_1.partition("&")
        if "/" not in single:
            single, tile = "", single
        mal_exit = tile.endswith("X")
        tile = tile.rstrip("X")
        zeros = [self.reveal(side, word) for side, word in ((self.p1, single), (self.p2, word_2))]
        if tile:
            self.mal_used.add(tile)
        for crashed, winner in zip(zeros, ("p2", "p1"), strict=True):
            if crashed and not self.over:
                self.over = (winner, "crash")
        if self.over:
            return
        loop, start = self.loop_touched(single), self.mal_at
        waits = self.landed != "" and single[:1] == "0"
        if self.mode == "rescue":
            self.take_off(int(single[0]))
        if single:
            self.p1.at = self.fly(self.p1.at, single)
        self.p2.at = self.fly(self.p2.at, word_2)
        self.p2.at = self.board.path[-1] if self.p2.at == "off" else self.p2.at
        if self.mode == "escort":
            self.p1.at = self.board.path[-1] if self.p1.at == "off" else self.p1.at
            steps = self.mal_steps(single, tile)
            end, follows = (
                self.board.walk(start, steps, "loop_to", loop)
                if loop and start != loop
                else ("", False)
            )
            self.mal_at = (
                end if follows else self.board.walk(start, steps, "exit_to" if mal_exit else "")[0]
            )
        if self.left():
            return
        self.mission(single)
        self.shoot(f"{single}H" if waits else single, tile, word_2, choice)  # BD-23.17
        if not self.over:
            for side, word in ((self.p1, single), (self.p2, word_2)):
                if side.plane == "grey" and side.at != "down" and word:
                    side.jammed = word_hits(word) == 3 or (side.jammed and word_hits(word) > 0)
            self.end_turn()

    def reveal(self, side: Side, word: str) -> bool:
        """Whether white crashes by this tile."""
        if not word:
            return False
        tile = f"{word[0]}/{word_hits(word)}"
        if side.hand[tile] > 0:
            side.hand[tile] -= 1
        second = side.plane == "white" and side.last[:1] == "0" == word[0]
        side.last = tile
        return second

    def fly(self, at: str, word: str) -> str:
        return self.board.walk(
            at, int(word[0]), "loop_to" if "L" in word else "exit_to" if "X" in word else ""
        )[0]

    def take_off(self, value: int) -> None:
        if not self.landed or value == 0:
            return
        number = self.sites[self.landed]
        if value <= 2 and number in self.objectives:
            self.objectives.discard(number)
            del self.sites[self.landed]
            self.rescued += 1
        self.landed = ""

    def left(self) -> bool:
        gone = self.mal_at if self.mode == "escort" else self.p1.at
        if gone == "off":
            result = (
                ["p2", "draw", "p1", "p1_major"][min(3, self.rescued)]
                if self.mode == "rescue"
                else "p1"
            )
            self.over = (result, "exit")
        return gone == "off"

    def mission(self, single: str) -> None:
        value = int(single[0]) if single else 9
        here = self.sites.get(self.p1.at, 0)
        if self.mode == "espionage" and here and value <= 2:
            if value == 2 and here == 2:
                self.sites[self.p1.at] = 1
            else:
                del self.sites[self.p1.at]
                self.removed += 1
        elif self.mode == "bombing" and here and here == value:
            del self.sites[self.p1.at]
            self.removed += 1
        elif self.mode == "rescue" and here and value <= 1:
            self.landed = self.p1.at

    def can_hit(self, space: str, other: str, reach: int) -> bool:
        return 1 <= self.board.behind(space, other) <= reach and self.board.sees(space, other)

    def shoot(self, single: str, tile: str, word_2: str, choice: str) -> None:
        guns = {
            "p1": word_hits(single) if single and not self.p1.jammed else 0,
            "p2": 0 if self.p2.jammed else word_hits(word_2),
        }
        if self.mode == "espionage" or "H" in single:
            guns["p1"] = 0
        hits = Counter[str]()
        own = {"p1": (self.p1.at, self.p1.range, guns["p1"])}
        if self.mode == "escort":
            own["mal"] = (self.mal_at, 3, MAL[tile]["hits"])
        near = {name: self.board.behind(at, self.p2.at) for name, (at, _, _) in own.items()}
        closest = min((away for away in near.values() if away), default=0)
        shots = [
            power
            for name, (at, reach, power) in own.items()
            if near[name] == closest and self.can_hit(at, self.p2.at, reach)
        ]
        hits["p2"] = max(shots, default=0)
        self.shot_at(guns["p2"], {name: at for name, (at, _, _) in own.items()}, choice, hits)
        self.take(hits)

    def shot_at(self, power: int, targets: dict[str, str], choice: str, hits: Counter[str]) -> None:
        near = {name: self.board.behind(self.p2.at, at) for name, at in targets.items()}
        closest = min((away for away in near.values() if away), default=0)
        able = [
            name
            for name, at in targets.items()
            if near[name] == closest and self.can_hit(self.p2.at, at, self.p2.range)
        ]
        if not able or not power:
            return
        if len(able) == 1:
            hits[able[0]] += power
        elif self.p1.at == self.mal_at:
            for name in able:
                hits[name] += power // 2
            hits[choice] += power % 2
        else:
            hits[choice] += power

    def take(self, hits: Counter[str]) -> None:
        before = {"p1": self.p1.damage, "p2": self.p2.damage}
        self.p1.damage = min(self.p1.track, self.p1.damage + hits["p1"])
        self.p2.damage = min(self.p2.track, self.p2.damage + hits["p2"])
        self.mal_damage = min(3, self.mal_damage + hits["mal"])
        down_1, down_2 = self.p1.damage >= self.p1.track, self.p2.damage >= self.p2.track
        if self.mode == "escort":
            if self.mal_damage >= 3 or down_2:
                self.over = (
                    "draw" if self.mal_damage >= 3 and down_2 else "p1" if down_2 else "p2",
                    "shot_down",
                )
            if down_1:
                self.p1.at = "down"
                self.p1.hand = Counter()
                self.p1.jammed = False
        elif down_2:
            self.over = (
                (
                    ["p2", "draw", "p1", "p1_major"][min(3, self.rescued)]
                    if self.mode == "rescue"
                    else "p1"
                ),
                "shot_down",
            )
        elif down_1:
            self.over = (
                "draw" if self.mode == "bombing" and self.removed >= 4 else "p2",
                "shot_down",
            )
        self.owes = 0
        for name, side in (("p1", self.p1), ("p2", self.p2)):
            if side.plane == "black" and side.at != "down":
                self.owes += side.damage - before[name]

    def end_turn(self) -> None:
        self.turn_number += 1
        if self.turn_number <= 5:
            return
        if self.round == self.limit:
            item, pair = self.p1.damage, self.p2.damage
            fewer = "p1" if item < pair else "p2" if pair < item else "draw"
            self.over = (fewer if self.mode == "dogfight" else "p2", "time")
            self.turn_number = 5
            return
        self.round, self.turn_number = self.round + 1, 1
        self.mal_used = set()


def word_hits(word: str) -> int:
    return int(word.split("/")[1][0])


def state_of(reference: Reference) -> dict[str, Any]:
    """What is compared with the game."""
    return {
        "at": [reference.p1.at, reference.p2.at],
        "damage": [reference.p1.damage, reference.p2.damage],
        "hands": [sorted((+side.hand).elements()) for side in (reference.p1, reference.p2)],
        "last": [reference.p1.last, reference.p2.last],
        "jammed": [reference.p1.jammed, reference.p2.jammed],
        "mal": [reference.mal_at, reference.mal_damage] if reference.mode == "escort" else [],
        "sites": dict(sorted(reference.sites.items())),
        "progress": [reference.removed, reference.rescued, reference.landed],
        "round": [reference.round, reference.turn_number],
        "over": reference.over,
    }


# --- the game beside the reference -------------------------------------------------------------


def reference_of(game: Biplanes, position: Any) -> Reference:
    """The same position, read from the view that shows everything."""
    board = game.view(position, OPEN).board
    sides = []
    for seen in board.sides:
        side = Side(seen.plane, seen.at, seen.damage, seen.track)
        side.hand, side.last, side.jammed = Counter(seen.hand), seen.last, seen.jammed
        sides.append(side)
    reference = Reference(board.mode, board.board, *sides)
    reference.round, reference.turn_number = board.round, board.turn
    reference.limit = position.setup.limit
    if board.mission is not None:
        reference.sites = dict(board.mission.sites)
        reference.removed, reference.rescued = board.mission.removed, board.mission.rescued
        reference.landed = board.mission.landed
        reference.objectives = {int(number) for number in board.mission.objectives or ()}
    if board.mal is not None:
        reference.mal_at, reference.mal_damage = board.mal.at, board.mal.damage
        reference.mal_used = set(board.mal.used)
    if game.decision(position).__class__.__name__ == "Over":
        outcome = ("p1", "p2", "draw", "p1_major")[position.outcome()]
        reference.over = (outcome, ("", "shot_down", "exit", "crash", "time")[position.why()])
    return reference


def legal_words(game: Biplanes, position: Any, seat: int) -> list[str]:
    actions = [position.choice_for(seat, index) for index in range(position.choices_for(seat))]
    return sorted(game.notation.write_action(position, seat, action) for action in actions)


def outcomes(reference: Reference, words: tuple[str, str]) -> dict[str, Reference]:
    """What a turn leads to, by the attacker's choice; one entry if there is nothing to choose."""
    results = {}
    for choice in ("p1", "mal"):
        results[choice] = reference.twin()
        results[choice].turn(*words, choice)
    if state_of(results["p1"]) == state_of(results["mal"]):
        return {"p1": results["p1"]}
    return results


def count_lines(reference: Reference, depth: int) -> int:
    """Lines of play by the reference; a show or a commitment is a step, and so is a choice of
    target.
    """
    if depth == 0:
        return 1
    if reference.over or reference.crashes():
        return 0
    first = reference.first() or "p1"
    second = "p2" if first == "p1" else "p1"
    ones, others = reference.legal(first), reference.legal(second)
    if depth <= 2:
        return len(ones) * (len(others) if depth == 2 else 1)
    total = 0
    for item in ones:
        for other in others:
            results = outcomes(reference, (item, other) if first == "p1" else (other, item))
            if len(results) == 2 and depth == 3:
                total += 2
            else:
                total += sum(
                    count_lines(after, depth - 1 - len(results)) for after in results.values()
                )
    return total


@pytest.mark.parametrize(
    "case", [count for count in COUNTS if "text" in count], ids=lambda case: case["words"][:30]
)
def test_lines_of_play_are_counted_alike(game: Biplanes, case: dict[str, Any]) -> None:
    position = game.notation.read(case["text"])
    reference = reference_of(game, position)
    result = [perft(game, position, depth) for depth in range(1, len(case["lines"]) + 1)]
    assert result == case["lines"]
    assert [count_lines(reference, depth) for depth in range(1, len(case["lines"]) + 1)] == result


def test_draws_are_counted_alike(game: Biplanes) -> None:
    """Two tiles drawn in a row: every ordered pair of kinds the set can give."""
    kinds = tiles_of("red")
    pairs = sum(1 for kind in kinds for other in kinds if kind != other or kinds[kind] > 1)
    start = game.new(game.options())
    case = next(count for count in COUNTS if "options" in count)
    assert [perft(game, start, 1), perft(game, start, 2)] == [len(kinds), pairs] == case["lines"]


MODES = [
    *(
        {"p1": item, "p2": other}
        for item, other in (("red", "blue"), ("brown", "grey"), ("white", "purple"))
    ),
    {"p1": "black", "p2": "white", "board": "alt"},
    {"mode": "espionage", "p1": "black", "p2": "brown", "safety_round_limit": 6},
    {"mode": "bombing", "p1": "yellow", "p2": "grey", "board": "alt", "safety_round_limit": 6},
    {"mode": "rescue", "p1": "white", "p2": "black", "safety_round_limit": 6},
    {"mode": "rescue", "p1": "brown", "p2": "white", "board": "alt", "safety_round_limit": 6},
    {"mode": "escort", "p1": "black", "p2": "white"},
    {"mode": "escort", "p1": "grey", "p2": "purple", "board": "alt"},
    {"mode": "escort", "p1": "brown", "p2": "grey"},
    {"mode": "escort", "p1": "white", "p2": "black"},
]


@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(map(str, options.values())))
def test_random_games_go_as_the_reference_says(game: Biplanes, options: dict[str, Any]) -> None:
    for seed in range(12):
        follow(game, options, Dice(seed))


def follow(game: Biplanes, options: dict[str, Any], dice: Dice) -> None:
    """One random game, every turn of it flown twice."""
    position = game.new(game.options(options))
    while position.phase not in (8, 9, 17):
        play_any(game, position, dice)
    while position.phase != 17:
        text = game.notation.write(position)
        reference = reference_of(game, position)
        assert not reference.crashes(), text
        assert reference.first() == ("" if position.phase == 8 else f"p{position.acting + 1}"), text
        for seat, name in enumerate(("p1", "p2")):
            assert legal_words(game, position, seat) == reference.legal(name), text
        words = commit_any(game, position, dice)
        results = outcomes(reference, words)
        assert (position.phase == 11) == (len(results) == 2), text
        choice = "p1"
        if position.phase == 11:
            choice = game.notation.write_action(position, 1, action := [0, 2][dice.below(2)])
            position.apply(1, action)
        compare(game, position, results[choice], dice, f"{text} {words} {choice}")


def commit_any(game: Biplanes, position: Any, dice: Dice) -> tuple[str, str]:
    words = ["", ""]
    for _ in range(2):
        seat = int(position.acting)
        legal = game.legal(position, seat)
        action = legal[dice.below(len(legal))]
        words[seat] = game.notation.write_action(position, seat, action)
        position.apply(seat, action)
    return words[0], words[1]


def play_any(game: Biplanes, position: Any, dice: Dice) -> None:
    seat = int(position.acting)
    if seat == CHANCE:
        position.roll(dice)
    else:
        legal = game.legal(position, seat)
        position.apply(seat, legal[dice.below(len(legal))])


def compare(game: Biplanes, position: Any, expected: Reference, dice: Dice, text: str) -> None:
    """Finish the turn's losses and draws, and compare what does not depend on them."""
    lost = 0
    while position.phase in (12, 13):
        lost += 1
        play_any(game, position, dice)
    while position.phase not in (8, 9, 17):
        play_any(game, position, dice)
    result = reference_of(game, position)
    if not expected.over and result.over:
        assert result.over[1] == "crash" and reference_crash(result, expected), text
        return
    item, other = state_of(result), state_of(expected)
    if lost or item["round"][1] == 1:
        del item["hands"], other["hands"]
    if not expected.over:
        assert lost <= expected.owes, text
    assert item == other, text


def reference_crash(reached: Reference, expected: Reference) -> bool:
    """A crash before planning: brown owes a low tile by the reference as well, and has none
    left.
    """
    expected.p1.hand, expected.p2.hand = reached.p1.hand, reached.p2.hand
    return expected.crashes() == {"p1": "p2", "p2": "p1"}[reached.over[0] if reached.over else "p1"]


def test_the_reference_reads_its_data(game: Biplanes) -> None:
    assert sum(sum(tiles_of(plane).values()) for plane in SETS["sets"]) == 138
    assert list(MAL) == ["-2", "-1", "0", "0*", "+1", "+2"]
    assert isinstance(game.decision(game.new(game.options())), Chance)
