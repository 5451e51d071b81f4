"""Changes of a battle that the lab tries one at a time: who begins, pieces, conditions, length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dogfight.datafiles.trials import DataTrial, TrialKind
from dogfight.games.boots.battles import Battle
from dogfight.games.boots.data import Catalogue
from dogfight.games.boots.victory import clauses

LONGEST = 60
"""Letters of a condition in the name of a trial."""


class Trials:
    """The changes of one battle that can be tried."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self._battle = battle
        self._catalogue = catalogue
        self._contents: Mapping[str, Any] = catalogue.battles[battle.key].contents
        self._section: Mapping[str, Any] = self._contents["battle"]

    def all(self) -> tuple[DataTrial, ...]:
        """The first move and the length before conditions and pieces."""
        return (*self._order(), *self._length(), *self._conditions(), *self._pieces())

    def _trial(
        self, kind: TrialKind, text: str, values: Mapping[str, Any], side: int = -1
    ) -> DataTrial:
        file = f"battle_{self._battle.key}.toml"
        return DataTrial(kind, text, file, tuple(values.items()), side)

    def _order(self) -> Iterator[DataTrial]:
        sides, first = self._battle.sides, int(self._section["first"])
        other = 1 - first
        yield self._trial("first move", f"{sides[other]} begins", {"battle.first": other}, first)
        if "setup" in self._section:
            order = self._section["setup"][::-1]
            text = f"{sides[order[0]]} sets up first"
            yield self._trial("set-up", text, {"battle.setup": order})

    def _length(self) -> Iterator[DataTrial]:
        """One turn less and more, the turns that the conditions name moved along."""
        turns = int(self._section["turns"])
        for other in (turns - 1, turns + 1):
            victory = re.sub(rf"\bturn {turns}\b", f"turn {other}", self._section["victory"])
            values = {"battle.turns": other, "battle.victory": victory}
            yield self._trial("length", f"{other} turns, not {turns}", values)

    def _conditions(self) -> Iterator[DataTrial]:
        conditions = clauses(self._section["victory"]) if self._battle.conditions else []
        for at in range(len(conditions)):
            rest = [
                re.sub(r"^it wins", f"Seat {seat} wins", text, flags=re.I)
                for n, (seat, text) in enumerate(conditions)
                if n != at
            ]
            winner = self._battle.sides[self._battle.conditions[at].seat]
            spoken = re.sub(r"^it ", f"{winner} ", self._battle.conditions[at].text, flags=re.I)
            text = spoken if len(spoken) <= LONGEST else f"{spoken[:LONGEST]}…"
            if rest:
                yield self._trial(
                    "condition", f"without “{text}”", {"battle.victory": "; ".join(rest) + "."}
                )

    def _pieces(self) -> Iterator[DataTrial]:
        """One less of each piece, and help that does not come."""
        for at, side in enumerate(self._contents["side"]):
            name = side["name"]
            for key, count in side["units"].items():
                text = f"{name}: one {self._name(key)} less"
                yield self._trial(
                    "piece", text, {f"side.{at}.units.{key}": count - 1 if count > 1 else None}
                )
            for what in ("batteries", "aircraft", "reinforcements"):
                for key in side.get(what, {}):
                    text = f"{name}: no {what} {self._name(key)}"
                    yield self._trial("piece", text, {f"side.{at}.{what}.{key}": None})

    def _name(self, key: str) -> str:
        return self._catalogue.pieces[key].name if key in self._catalogue.pieces else key
