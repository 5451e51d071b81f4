"""One game as learners play it: by ids, with masks, observations and shares of the stake.

All environments share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dogfight.boards import board_picture, board_svg
from dogfight.core.decision import Decision, Over, owing
from dogfight.core.errors import BadOption, IllegalAction, shown
from dogfight.core.registry import AnyGame
from dogfight.core.seat import WATCHER, Seat, SeatInfo
from dogfight.core.view import View
from dogfight.encoding.action_space import ListedActions
from dogfight.encoding.capabilities import HasFeatures
from dogfight.envs.beginnings import beginning
from dogfight.envs.learnable import learnable
from dogfight.envs.observations import FLAT, BoardForm, FormName, feature_space
from dogfight.envs.rewards import Payer, Reward
from dogfight.match.match import Match
from dogfight.printing.pixels import pixels

RenderMode = Literal["ansi", "svg", "rgb_array"]
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "svg", "rgb_array")
Rendered = str | NDArray[np.uint8]
Mask = NDArray[np.int8]
Row = NDArray[np.float32]
Rows = NDArray[np.int32]
_TOLD = 20
"""A refusal names at most so many of the actions that would do."""


class Play:
    """A table with the spaces of its game: what a seat sees, what it may do by id, and what it
    gets.
    """

    def __init__(
        self,
        name: str | AnyGame,
        options: Mapping[str, object] | None = None,
        reward: Reward = "result",
        observation: FormName = "features",
        position: str | None = None,
    ) -> None:
        game = learnable(name)
        assert isinstance(game, HasFeatures)
        self.game: AnyGame = game
        self.beginning = beginning(game, options, position)
        self.options = self.beginning.options
        self.seats = game.seats(self.options)
        self.space = game.action_space(self.options)
        self.features = feature_space(game, self.options, observation)
        self.observation: FormName = observation
        self.form = None if observation in FLAT else BoardForm(game, self.options, observation)
        self.payer = Payer(game, len(self.seats), reward)
        self._leads = self.payer.nothing
        """What every seat was ahead by when it was last paid."""
        self._table: Match | None = None
        self._ids: dict[Seat, dict[int, int]] = {}

    # --- going on ----------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """A new game; the same seed gives the same draws."""
        self._table = self._new_table(seed)
        self._settle()
        self._leads = self.payer.leads(self.table.position)

    def _new_table(self, seed: int) -> Match:
        start = self.beginning.position if self.beginning.text else None
        return Match(self.game, self.options, seed=seed, start=start)

    def copy(self) -> Play:
        """The same game, to be played on by itself."""
        twin = Play.__new__(Play)
        twin.__dict__.update(self.__dict__)
        twin._table = None if self._table is None else self._table.copy()
        twin._ids = {}
        return twin

    def state(self) -> bytes:
        """The game in progress; nothing before the first one."""
        return b"" if self._table is None else self._table.state()

    def read(self, state: bytes) -> Match | None:
        """The table that goes on from a state of this game with these options."""
        if not state:
            return None
        table = self._new_table(0)
        table.load(state)
        return table

    def put(self, table: Match | None) -> None:
        """Play on at this table, or none."""
        self._table, self._ids = table, {}
        self._leads = self.payer.nothing if table is None else self.payer.leads(table.position)

    def _settle(self) -> None:
        self._ids = {}
        self.table.next_seat()

    @property
    def begun(self) -> bool:
        """Whether there is a game at the table."""
        return self._table is not None

    @property
    def table(self) -> Match:
        """The game in progress, with its record."""
        if self._table is None:
            raise IllegalAction("no game has begun; expected reset() first")
        return self._table

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that are asked now; none once the game is over."""
        return asked(self.table.decision(), self.seats)

    @property
    def over(self) -> Over | None:
        """How the game has ended, if it has."""
        decision = self.table.decision()
        return decision if isinstance(decision, Over) else None

    def act(self, choices: Mapping[Seat, object]) -> None:
        """Carry out the ids that seats have chosen; if one of them is refused, none is carried
        out.
        """
        actions = {seat: self.action(seat, id) for seat, id in choices.items()}
        with self.all_or_nothing():
            for seat, action in actions.items():
                self.table.play(seat, action)
        self._settle()

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Whatever fails inside leaves the game as it was."""
        mark = self.table.mark()
        try:
            yield
        except Exception:
            self.table.restore(mark)
            self._ids = {}
            raise

    def play(self, seat: Seat, action: int) -> None:
        """Carry out an action of the rules, as bots choose them."""
        self.table.play(seat, action)
        self._settle()

    # --- actions -----------------------------------------------------------------------------

    def ids(self, seat: Seat) -> dict[int, int]:
        """The ids of what a seat that is asked may do, with the actions that they stand for."""
        if seat not in self._ids:
            position = self.table.position
            legal = self.game.legal(position, seat) if seat in self.waiting else []
            self._ids[seat] = {self.space.id_of(position, seat, action): action for action in legal}
        return self._ids[seat]

    def action(self, seat: Seat, id: object) -> int:
        """The action that an id stands for; `IllegalAction` says what was expected if a seat
        must not choose it.
        """
        if self.over is not None:
            raise IllegalAction("the game is over; expected reset() before another action")
        number = whole_id(id, self.space.count)
        ids = self.ids(seat)
        if number not in ids:
            raise IllegalAction(self._refusal(seat, number), rule=self.table.decision().rule)
        return ids[number]

    def _refusal(self, seat: Seat, id: int) -> str:
        ids, name = sorted(self.ids(seat)), self.seats[seat].name
        if not ids:
            others = ", ".join(self.seats[number].name for number in self.waiting)
            return f"{name} is not asked now; expected an action of {others}"
        items = ", ".join(f"{id_} ({self.space.notation(id_)})" for id_ in ids[:_TOLD])
        more = f" or {len(ids) - _TOLD} more" if len(ids) > _TOLD else ""
        return (
            f"expected an id that the mask of {name} allows: {items}{more}; got {id}"
            f" ({self.space.notation(id)})"
        )

    def mask(self, seat: Seat) -> Mask:
        """1 for every id that the seat may choose now; all are 0 while it is not asked."""
        mask = np.zeros(self.space.count, np.int8)
        mask[list(self.ids(seat))] = 1
        return mask

    # --- what a seat knows -------------------------------------------------------------------

    def row(self, seat: Seat) -> Row:
        """The features of what a seat knows."""
        return self.features.vector(self.table.position, seat)

    def seen(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What a seat knows in the form that was asked for; the flat row stands beside others."""
        row = self.row(seat)
        if self.form is None:
            return {"observation": row}
        return self.form.observe(self.table.position, seat) | {"features": row}

    def rows(self, seat: Seat) -> Rows | None:
        """The features of every legal action, where ids are places in the list of those; unused
        rows are -1.
        """
        if not isinstance(self.space, ListedActions):
            return None
        rows = np.full((self.space.count, len(self.space.fields)), -1, np.int32)
        if self.ids(seat):
            legal = self.space.rows(self.table.position, seat)
            rows[: len(legal)] = legal
        return rows

    def info(self, seat: Seat) -> dict[str, Any]:
        """The seat's team and who holds it; how the game has ended, once it has."""
        about = self.seats[seat]
        reported: dict[str, Any] = {"team": about.side, "player": about.player}
        if self.over is not None:
            reported |= {
                "result": self.over.text,
                "winners": [self.seats[winner].name for winner in self.over.winners],
            }
        return reported

    def shares(self) -> tuple[float, ...]:
        """What every seat gets of the stake of 1; nothing while the game goes on."""
        return self.over.payoffs if self.over is not None else (0.0,) * len(self.seats)

    def pay(self, *, lost: bool = False) -> tuple[float, ...]:
        """What every seat gets for the step that has just been made; a game that is lost by a
        forbidden id is over.
        """
        before, self._leads = self._leads, self.payer.leads(self.table.position)
        over = lost or self.over is not None
        return self.payer.paid(before, self._leads, self.shares(), over)

    def seat(self, name: object) -> Seat:
        """A seat by its name or number."""
        names = [info.name for info in self.seats]
        if isinstance(name, str) and name in names:
            return names.index(name)
        if type(name) is int and 0 <= name < len(names):
            return name
        raise BadOption(
            f"expected a seat out of {', '.join(names)} or from 0 to {len(names) - 1}; got"
            f" {shown(name)}"
        )

    def render(self, mode: RenderMode, seat: Seat = WATCHER) -> Rendered:
        """The table as a seat may see it, or as everybody may; pixels need the extra `video`."""
        view = self.table.view(seat)
        if mode == "rgb_array":
            return pixels(board_picture(self.game, view), self.frame_size)
        return _DRAWN[mode](self.game, view)

    @cached_property
    def frame_size(self) -> tuple[int, int]:
        """Width and height of all frames, by the picture of the first position."""
        start = self.game.view(self.beginning.position, WATCHER)
        picture = board_picture(self.game, start)
        return round(picture.width), round(picture.height)


def asked(decision: Decision, seats: Sequence[SeatInfo]) -> tuple[Seat, ...]:
    """The seats that can be asked at the same time: of each side the first one that owes a choice.

    Mates share what they have, so that what one may lay can hang on what another has laid; they are
    asked in turn.
    """
    first: dict[str, Seat] = {}
    for seat in owing(decision):
        first.setdefault(seats[seat].side, seat)
    return tuple(first.values())


def text(game: AnyGame, view: View[Any]) -> str:
    """The table of a view in characters, and what is asked."""
    from dogfight.boards.text.lookup import board
    from dogfight.boards.text.theme import BoardTheme

    drawn = board(game)(view, BoardTheme(colour=False), None).text.plain
    return f"{drawn}\n{view.prompt.full_text}"


_DRAWN: dict[RenderMode, Callable[[AnyGame, View[Any]], str]] = {"ansi": text, "svg": board_svg}


def whole_id(id: object, count: int) -> int:
    """A number below the count; whole numbers of NumPy will do, and arrays of one such number
    without a shape.
    """
    if isinstance(id, np.ndarray) and id.shape == ():
        id = id[()]
    if (
        isinstance(id, bool | np.bool_)
        or not isinstance(id, int | np.integer)
        or not 0 <= int(id) < count
    ):
        got = f"an array of shape {id.shape}" if isinstance(id, np.ndarray) else shown(id)
        raise IllegalAction(
            f"expected the id of an action, a whole number from 0 to {count - 1}; got {got}"
        )
    return int(id)


def check_mode(mode: object) -> RenderMode | None:
    """A way to render, or none."""
    for known in RENDER_MODES:
        if mode == known:
            return known
    if mode is None:
        return None
    raise BadOption(
        f"expected a render mode out of {', '.join(RENDER_MODES)} or none; got {shown(mode)}"
    )
