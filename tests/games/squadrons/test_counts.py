"""Lines of play counted a second way, by a plain reading of the specification that shares nothing
with the rules.

The reference below knows squares as pairs, planes as a dict and cards as text. It is compared with
the game in the counts of counts.toml and in every choice of whole random games, on the usual board
and on cramped ones.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from dogfight.core.decision import Chance, Choose, Over
from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE
from dogfight.testing.perft import perft

pytestmark = pytest.mark.no_rule("counts derived a second way")

COUNTS = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))["count"]
COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
STEP = dict(
    zip(
        COMPASS, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], strict=True
    )
)
ANGLE = {
    "A": (0, 0),
    "TL": (-45, -45),
    "TR": (45, 45),
    "BL": (-90, 0),
    "BR": (90, 0),
    "IL": (-135, 180),
    "IR": (135, 180),
}
PACK = [
    rank + suit
    for suit in "CSHD"
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
]


def turned(heading: str, degrees: int) -> str:
    return COMPASS[(COMPASS.index(heading) + degrees // 45) % 8]


class Reference:
    """The whole game as plainly as can be: `steps` says what can happen, `play` does it."""

    def __init__(
        self,
        planes: dict[str, tuple[tuple[int, int], str]],
        squares: set[tuple[int, int]],
        stall: int,
    ) -> None:
        self.planes = dict(planes)
        self.squares = squares
        self.stall = stall
        self.decks = {"R": list(PACK), "G": list(PACK)}
        self.lost = {"R": 0, "G": 0}
        self.active, self.doing, self.named, self.card = "", "first", "", ""
        self.owing: list[str] = []
        self.shooters: list[str] = []
        self.shots: dict[str, str] = {}
        self.drawn, self.idle, self.why = False, 0, ""

    def twin(self) -> Reference:
        other = Reference(self.planes, self.squares, self.stall)
        other.__dict__.update(self.__dict__)
        for name in ("planes", "lost", "shots"):
            setattr(other, name, dict(getattr(self, name)))
        other.decks = {side: list(deck) for side, deck in self.decks.items()}
        other.owing, other.shooters = list(self.owing), list(self.shooters)
        return other

    # --- what can happen ---------------------------------------------------------------------

    def steps(self) -> list[str]:
        if self.doing == "first":
            return self.decks["R"]
        if self.doing == "name":
            return self.owing
        if self.doing == "draw":
            return self.decks[self.active]
        if self.doing == "shoot":
            return self.decks[self.shooters[0][0]]
        return self.choices() if self.doing == "fly" else []

    def away(self, name: str) -> int:
        (x, y), _ = self.planes[name]
        enemies = [at for other, (at, _) in self.planes.items() if other[0] != name[0]]
        return min((max(abs(x - u), abs(y - v)) for u, v in enemies), default=99)

    def permitted(self) -> list[str]:
        away = self.away(self.named)
        if away >= 3:
            return ["A", "TL", "TR"]
        if away == 2:
            return ["A"] if self.card[-1] in "CS" else ["TL", "TR"]
        return {"C": ["A"], "S": ["BL", "BR"], "H": ["TL", "TR"], "D": ["IL", "IR"]}[self.card[-1]]

    def line(self, code: str) -> tuple[list[str], tuple[int, int] | None, str]:
        """The planes met, the square reached, the new heading."""
        (x, y), heading = self.planes[self.named]
        at_entry, at_heading = ANGLE[code]
        new = turned(heading, at_heading)
        step = STEP[turned(heading, at_entry)]
        square = x + step[0], y + step[1]
        met: list[str] = []
        while square in self.squares:
            here = [name for name, (at, _) in self.planes.items() if at == square]
            if not here:
                return met, square, new
            met += here
            square = square[0] + STEP[new][0], square[1] + STEP[new][1]
        return met, None, new

    def choices(self) -> list[str]:
        codes = self.permitted()
        lines = {code: self.line(code) for code in ANGLE}
        result = [code for code in codes if lines[code][1]]
        if result:
            return result
        result = [code for code in ("IL", "IR") if lines[code][1] and not lines[code][0]]
        if result:
            return result
        met = {name for code in codes for name in lines[code][0]}
        met |= {name for code in ("IL", "IR") for name in lines[code][0][:1]}
        if not met:
            if lines["A"][1]:
                return ["A"]
            met = set(lines["A"][0])
        return [f"X:{name}" for name in sorted(met, key=lambda name: (name[0] == "G", name))] or [
            "stay"
        ]

    # --- what happens ------------------------------------------------------------------------

    def play(self, word: str) -> None:
        if self.doing == "first":
            self.decks["R"].remove(word)
            self.begin("R" if word[-1] in "HD" else "G")
        elif self.doing == "name":
            self.named, self.card = word, ""
            self.doing = "draw" if self.away(word) <= 2 else "fly"
        elif self.doing == "draw":
            self.decks[self.active].remove(word)
            self.card, self.drawn, self.doing = word, True, "fly"
        elif self.doing == "fly":
            self.fly(word)
        else:
            shooter = self.shooters.pop(0)
            self.decks[shooter[0]].remove(word)
            self.shots[shooter], self.drawn = word, True
            self.next_shot()

    def begin(self, side: str) -> None:
        self.active = side
        self.owing = sorted(name for name in self.planes if name[0] == side)
        self.doing = "name"

    def fly(self, word: str) -> None:
        self.owing.remove(self.named)
        if word in ANGLE:
            _, square, heading = self.line(word)
            assert square
            self.planes[self.named] = square, heading
        elif word != "stay":
            self.lose(self.named)
            self.lose(word[2:])
        if self.over():
            return
        self.doing = "name"
        if not self.owing:
            order = [self.active, "G" if self.active == "R" else "R"]
            aimed = [name for name in self.planes if self.target(name)]
            self.shooters = sorted(aimed, key=lambda name: (order.index(name[0]), name))
            self.shots = {}
            self.next_shot()

    def lose(self, name: str) -> None:
        del self.planes[name]
        self.lost[name[0]] += 1
        if name in self.owing:
            self.owing.remove(name)

    def target(self, name: str) -> str:
        (x, y), heading = self.planes[name]
        front = x + STEP[heading][0], y + STEP[heading][1]
        return next(
            (item for item, (at, _) in self.planes.items() if at == front and item[0] != name[0]),
            "",
        )

    def next_shot(self) -> None:
        while self.shooters and not self.decks[self.shooters[0][0]]:
            self.shooters.pop(0)
        self.doing = "shoot"
        if not self.shooters:
            self.end_shots()

    def end_shots(self) -> None:
        for name in {self.target(shooter) for shooter in self.shots if self.hit(shooter)}:
            self.lose(name)
        self.idle = 0 if self.drawn else self.idle + 1
        self.drawn = False
        if self.over():
            return
        if self.idle == self.stall:
            self.doing, self.why = "over", "stall"
            return
        self.begin("G" if self.active == "R" else "R")

    def hit(self, shooter: str) -> bool:
        target = self.target(shooter)
        apart = abs(COMPASS.index(self.planes[shooter][1]) - COMPASS.index(self.planes[target][1]))
        card = self.shots[shooter]
        if apart == 4:
            answer = self.shots.get(target)
            return answer is None or PACK.index(card) % 13 > PACK.index(answer) % 13
        return card[-1] == "D" or (card[-1] == "H" and apart in (0, 1, 7))

    def over(self) -> bool:
        if not all(self.decks.values()):
            self.why = "deck"
        elif 6 in self.lost.values():
            self.why = "wipeout"
        else:
            return False
        self.doing = "over"
        return True


def reference_of(desk: Any) -> Reference:
    """The reference at the start of a desk's board."""
    table = desk.game.views.board_view(desk.game.new({}), 0)
    planes = {plane.name: (_pair(plane.square), plane.heading) for plane in table.planes}
    everywhere = {(x, y) for x in range(table.columns) for y in range(table.rows)}
    return Reference(
        planes, everywhere - {_pair(item) for item in table.blocked}, table.stall_turns
    )


def _pair(square: str) -> tuple[int, int]:
    return ord(square[0]) - 97, int(square[1:]) - 1


def lines_of_play(reference: Reference, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for word in reference.steps():
        twin = reference.twin()
        twin.play(word)
        total += lines_of_play(twin, depth - 1)
    return total


def opened(desk: Any, words: list[str]) -> tuple[Any, Reference]:
    """The game and the reference after the same words."""
    position, reference = desk.game.new({}), reference_of(desk)
    for word in words:
        desk.play(position, word)
        reference.play(word)
    return position, reference


BOARDS = {
    "default": None,
    "six": (6, 6, "c3", "d4"),
    "strip": (12, 2),
    "ring": (5, 5, "c3"),
    "pocket": (6, 8, "b2", "b3", "a4", "b4"),
}


def desk_called(name: str, desk: Any, board: Any) -> Any:
    size = BOARDS[name]
    return desk if size is None else board(*size)


@pytest.mark.parametrize("count", COUNTS, ids=[item["name"] for item in COUNTS])
def test_counts_agree_with_the_reference(desk: Any, board: Any, count: dict[str, Any]) -> None:
    table = desk_called(count["board"], desk, board)
    position, reference = opened(table, count["after"])
    for depth, expected in enumerate(count["lines"], 1):
        assert perft(table.game, position, depth) == expected, f"depth {depth}"
        assert lines_of_play(reference, depth) == expected, f"reference, depth {depth}"


@pytest.mark.parametrize("name", BOARDS)
def test_whole_games_agree_with_the_reference(desk: Any, board: Any, name: str) -> None:
    table = desk_called(name, desk, board)
    dice = Dice(17)
    for _ in range(6):
        compare_a_game(table.game, reference_of(table), dice)


def compare_a_game(game: Any, reference: Reference, dice: Dice) -> None:
    position = game.new({})
    while True:
        text = game.notation.write(position)
        decision = game.decision(position)
        match decision:
            case Over(reason=why):
                assert (why, reference.doing) == (reference.why, "over"), text
                assert [position.score(1), position.score(0)] == list(reference.lost.values()), text
                return
            case Chance(odds=odds):
                seat, actions = CHANCE, [card for card, _ in odds]
            case Choose(seat=seat):
                actions = game.legal(position, seat)
        words = [game.notation.write_action(position, seat, action) for action in actions]
        assert words == reference.steps(), text
        index = dice.below(len(words))
        position.apply(seat, actions[index])
        reference.play(words[index])
