"""A small language for tests: draw a map, put pieces on it, play words, see what can be done."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import dogfight
from dogfight.core.event import Event
from dogfight.datafiles.files import DataFile
from dogfight.games.boots import notation
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.game import Boots
from dogfight.games.boots.odds import attack_odds
from dogfight.games.boots.position import Position
from dogfight.games.boots.view import Piece

NATIONS = ("bri", "ger")


def piece_keys(game: Boots) -> dict[str, str]:
    """British pieces in capitals for seat 0, German ones in small letters for seat 1."""
    names = {}
    for key, piece in game.catalogue.pieces.items():
        short = key.removeprefix(piece.nation + "_").replace("_", "")
        names[short.upper() if piece.nation == "bri" else short.lower()] = key
    return names


class Scene:
    """One small battle at one moment."""

    def __init__(self, game: Boots, position: Position) -> None:
        self.game = game
        self.p = position

    def play(self, words: str) -> list[Event]:
        """Play words one after the other, whoever has to act; dice are digits."""
        events: list[Event] = []
        for word in words.split():
            seat = int(self.p.actor())
            events += self.game.play(
                self.p, seat, self.game.notation.read_action(self.p, seat, word)
            )
        return events

    def can(self) -> list[str]:
        """What the actor may do, in words; empty before dice."""
        seat = int(self.p.actor())
        return [
            self.game.notation.write_action(self.p, seat, entry)
            for entry in self.game.legal(self.p, seat)
        ]

    def after(self, words: str) -> Scene:
        """The same scene after some words, without changing this one."""
        other = Scene(self.game, self.p.copy())
        other.play(words)
        return other

    @property
    def battle(self) -> Battle:
        return self.game.battle_of(self.p)

    @property
    def stage(self) -> str:
        return notation.STAGES[self.p.stage]

    @property
    def phase(self) -> str:
        return notation.PHASES[self.p.phase]

    @property
    def actor(self) -> int:
        return int(self.p.actor())

    @property
    def dice(self) -> str:
        """The roll that comes next: 3-2, or 3-2+1/2 with stacking and cover."""
        plus = (
            f"+{int(self.p.plus_a)}/{int(self.p.plus_d)}" if self.p.plus_a or self.p.plus_d else ""
        )
        return f"{int(self.p.dice_a)}-{int(self.p.dice_d)}{plus}"

    def piece(self, label: str) -> Piece:
        return next(
            item for item in self.game.views.board_view(self.p, 0).pieces if item.label == label
        )

    def plane(self, label: str) -> Any:
        return next(
            item for item in self.game.views.board_view(self.p, 0).planes if item.label == label
        )

    def where(self, label: str) -> str:
        return self.piece(label).place

    def pinned(self, label: str) -> bool:
        return self.piece(label).pinned > 0

    def line(self) -> str:
        return self.game.notation.write(self.p)


class Desk:
    """Makes scenes."""

    def __init__(self) -> None:
        self.game = Boots()
        self.keys = piece_keys(self.game)
        self.count = 0

    def battle(self, text: str) -> Boots:
        """The game with this text as its battle `scene`."""
        self.adopt("scene", text)
        return self.game

    def adopt(self, key: str, text: str) -> Battle:
        return self.game.adopt(key, DataFile("scene.toml", text, "scene.toml"))

    def begin(self, text: str) -> Scene:
        """The battle with this text before its set-up."""
        return Scene(self.battle(text), self.game.new({"battle": "scene"}))

    def next_battle(self, text: str) -> Battle:
        self.count += 1
        return self.adopt(f"scene{self.count}", text)

    def text(self, counts: list[dict[str, int]], terrain: str, more: dict[str, Any]) -> str:
        """A battle file with these pieces."""
        drawn = "\n".join(terrain.split())
        lines = [
            "[battle]",
            'name = "Scene"',
            "setup = [1, 0]",
            "first = 0",
            f"turns = {more.get('turns', 9)}",
        ]
        lines += [
            f"objectives = {more.get('objectives', [])}",
            f"control = {more.get('control', '{}')}",
        ]
        lines += [f"annihilation = {str(more.get('annihilation', False)).lower()}"]
        never = (
            f"Seat 1 wins at the end of turn {more.get('turns', 9)} if no British units are left."
        )
        lines += [f'victory = "{more.get("victory", never)}"']
        lines += [
            f'else = "{more.get("otherwise", "Seat 1 wins.")}"',
            "[map]",
            f'terrain = """\n{drawn}\n"""',
        ]
        for key in ("elev", "roads", "ridges", "trenches", "bands"):
            if key in more:
                value = more[key]
                lines.append(
                    f"{key} = "
                    + (f'"""\n{chr(10).join(value.split())}\n"""' if key == "elev" else repr(value))
                )
        for seat in (0, 1):
            units = ", ".join(f"{key} = {n}" for key, n in counts[seat].items())
            lines += ["[[side]]", f"seat = {seat}", f'name = "{("British", "German")[seat]}"']
            lines += [f"morale = {more.get('morale', 4)}", f"units = {{ {units} }}"]
            lines += [
                "zones ="
                f" {more.get(f'zones{seat}', '{ any = [' + repr(more.get('zone', 'A1')) + '] }')}"
            ]
            for key in ("batteries", "aircraft", "exits", "aboard", "reinforcements"):
                if f"{key}{seat}" in more:
                    lines.append(f"{key} = {more[f'{key}{seat}']}")
        return "\n".join(lines) + "\n"

    def scene(
        self,
        terrain: str,
        places: str,
        turn: int = 1,
        at: str = "action/acting",
        fields: str = "",
        **more: Any,
    ) -> Scene:
        """Pieces on a map; those that are numbered but not placed are destroyed; nobody wins
        before the last turn.
        """
        counts: list[dict[str, int]] = [{}, {}]
        seen = re.findall(r"([A-Za-z0-9]+)-([0-9]+)", places)
        for name, number in seen:
            key = self.keys[name]
            seat = NATIONS.index(key[:3])
            counts[seat][key] = max(counts[seat].get(key, 0), int(number))
        counts[0] = counts[0] or {"bri_rifle": 1}
        counts[1] = counts[1] or {"ger_rifle": 1}
        rows = terrain.split()
        more.setdefault("zone", f"A1:{chr(64 + len(rows[0]))}{len(rows)}")
        game, battle = self.game, self.next_battle(self.text(counts, terrain, more))
        placed = {f"{name}-{number}" for name, number in seen}
        lost = [unit.label for unit in battle.units if unit.label not in placed]
        p = Position(battle.tables)
        p.turn = turn
        p.active = (turn - 1) % 2
        phase, _, stage = at.partition("/")
        p.phase, p.stage = notation.PHASES.index(phase), notation.STAGES.index(stage)
        words = places.split() + ([f"destroyed:{','.join(lost)}"] if lost else []) + fields.split()
        notation.Filler(battle, p).fill(words)
        return Scene(game, game.notation.read(game.notation.write(p)))

    def sky(
        self, planes: str, turn: int = 3, fields: str = "", turns: int = 8, bonus: str = ""
    ) -> Scene:
        """A dog fight with these aircraft."""
        counts: list[dict[str, int]] = [{}, {}]
        for name, number in re.findall(r"([A-Za-z0-9]+)-([0-9]+)", planes):
            key = self.keys[name]
            seat = NATIONS.index(key[:3])
            counts[seat][key] = max(counts[seat].get(key, 0), int(number))
        words = (
            f"The fight ends at the end of turn {turns}, or as soon as one side has no aircraft"
            " left in it. Each side scores 2 for each enemy aircraft destroyed and 1 for each"
            " driven off damaged; withdrawals score nothing."
        )
        text = f'[battle]\nname = "Sky"\ndogfight = true\nfirst = 0\nturns = {turns}\n'
        text += f'victory = "{words}{bonus} More points win."\nelse = "It is a draw."\n'
        for seat in (0, 1):
            units = ", ".join(f"{key} = {n}" for key, n in counts[seat].items())
            text += (
                f'[[side]]\nseat = {seat}\nname = "{("British", "German")[seat]}"\nunits = {{'
                f" {units} }}\n"
            )
        game, battle = self.game, self.next_battle(text)
        p = Position(battle.tables)
        p.turn, p.active = turn, (turn - 1) % 2
        p.phase, p.stage = notation.PHASES.index("dogfight"), notation.STAGES.index("flying")
        notation.Filler(battle, p).fill(planes.split() + fields.split())
        return Scene(game, game.notation.read(game.notation.write(p)))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def boots() -> Boots:
    game = dogfight.load("boots")
    assert isinstance(game, Boots)
    return game


@pytest.fixture
def pin_and_kill() -> Callable[..., tuple[Fraction, Fraction]]:
    return attack_odds
