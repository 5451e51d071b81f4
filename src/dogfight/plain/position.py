"""Positions of plain games, compiled: what the rules ask is worked out once for every state, and
copies share a state until one of them changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from dogfight.core.decision import Chance, Choose, Commit, Decision, Over, pick
from dogfight.core.dice import Dice
from dogfight.core.event import SEALED, Event
from dogfight.core.options import Options
from dogfight.core.position import Position
from dogfight.core.seat import CHANCE, CLOCK, OPEN, OVER, TIME_UP, Seat

Parts = tuple[int, ...]
"""What one seat has sealed in the decision at hand; a single action unless the game asks for its
choice in parts.
"""
_UNKNOWN: Final = -100
"""Stands for the actor until it is asked for."""


class PlainPosition(Position):
    """A state with the choices that are sealed; its doors go by the rules of its game, which is a
    `PlainGame`.
    """

    def __init__(
        self,
        game: Any,
        supplied: Options,
        state: Any,
        sealed: Mapping[Seat, Parts],
        shared: bool = False,
    ) -> None:
        """A `shared` state is held elsewhere too, so that it is copied before a change."""
        super().__init__()
        self.game: Any = game
        self.options: Options = supplied
        self.parts: dict[Seat, Parts] = dict(sealed)
        self.events: list[Event] = []
        """What the last action has led to."""
        self._state: Any = state
        self._shared: bool = shared
        self._rules: Decision | None = None
        """What the rules ask in this state, whatever is sealed."""
        self._menus: dict[Seat, list[int]] = {}
        """What each seat may do or seal first in this state, sorted, once it was asked for."""
        self._actor: i64 = _UNKNOWN
        self._decision: Decision | None = None

    @property
    def state(self) -> Any:
        """The state, which is this position's own from now on."""
        self._unshare()
        return self._state

    def _unshare(self) -> None:
        if self._shared:
            self._state, self._shared = self.game.copied(self._state), False

    def copy(self) -> PlainPosition:
        self._shared = True
        twin = PlainPosition(self.game, self.options, self._state, self.parts, True)
        twin._rules, twin._menus = self._rules, self._menus
        twin._actor, twin._decision = self._actor, self._decision
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return PlainPosition, (self.game, self.options, self._state, self.parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlainPosition) or type(self.game) is not type(other.game):
            return NotImplemented
        return (self.options, self._state, self.parts) == (other.options, other._state, other.parts)

    # --- what is asked -----------------------------------------------------------------------

    def asked(self) -> Decision:
        """What the rules ask in this state, whatever is sealed."""
        if self._rules is None:
            self._rules = self.game.decide(self._state)
        return self._rules

    def decision(self) -> Decision:
        """What the game waits for, less what is sealed; worked out once for every position."""
        if self._decision is None:
            asked = self.asked()
            self._decision = self._left(asked) if isinstance(asked, Commit) else asked
        return self._decision

    def _left(self, asked: Commit) -> Commit:
        waiting = tuple([seat for seat in asked.waiting if self._owes(seat)])
        changeable = tuple(
            [seat for seat in asked.changeable if seat in self.parts and seat not in waiting]
        )
        return Commit(waiting, asked.rule, changeable, asked.clock)

    def _owes(self, seat: Seat) -> bool:
        """Whether a seat that is asked for a secret choice has something left to seal."""
        sealed = self.parts.get(seat)
        if not sealed:
            return bool(self._first_menu(seat))
        return not self.game.whole_at_once and bool(self.game.parts(self._state, seat, sealed))

    def _first_menu(self, seat: Seat) -> list[int]:
        """What a seat may do, or seal first, in this state; sorted, and not to be changed."""
        menu = self._menus.get(seat)
        if menu is None:
            game = self.game
            chosen = isinstance(self.asked(), Choose)
            menu = sorted(
                game.legal_actions(self._state, seat)
                if chosen
                else game.parts(self._state, seat, ())
            )
            self._menus[seat] = menu
        return menu

    def next_part(self, seat: Seat) -> list[int]:
        """What a seat may seal next; nothing once its choice is whole."""
        menu: list[int] = self.game.parts(self._state, seat, self.parts.get(seat, ()))
        return menu

    def legal(self, seat: Seat) -> list[int]:
        match self.decision():
            case Choose(seat=actor) if seat == actor:
                return list(self._first_menu(seat))
            case Commit(waiting=waiting) if seat in waiting:
                return list(self._menu(seat))
            case Commit(changeable=changeable) if seat in changeable:
                return list(self._first_menu(seat))
        return []

    def _menu(self, seat: Seat) -> list[int]:
        """What the actor may do, sorted, and not to be changed; nothing for chance and at the
        end.
        """
        if seat < 0:
            return []
        return sorted(self.next_part(seat)) if seat in self.parts else self._first_menu(seat)

    def actor(self) -> i64:
        if self._actor == _UNKNOWN:
            self._actor = self._acting()
        return self._actor

    def _acting(self) -> i64:
        asked = self.asked()
        if isinstance(asked, Commit):
            for seat in asked.waiting:
                if self._owes(seat):
                    return seat
            return CLOCK
        if isinstance(asked, Choose):
            return asked.seat
        return CHANCE if isinstance(asked, Chance) else OVER

    def choice_count(self) -> i64:
        actor = self.actor()
        return 1 if actor == CLOCK else len(self._menu(actor))

    def choice(self, index: i64) -> i64:
        actor = self.actor()
        return TIME_UP if actor == CLOCK else self._menu(actor)[index]

    def menu(self) -> list[int]:
        """What the actor may do, in the order of `choice`; not to be changed."""
        return self._menu(self.actor())

    def situation(self) -> tuple[type[Decision], tuple[Seat, ...]]:
        """What kind of thing is asked, and which seats have to act before the game goes on."""
        asked = self.asked()
        if isinstance(asked, Commit):
            return Commit, tuple([seat for seat in asked.waiting if self._owes(seat)])
        return type(asked), (asked.seat,) if isinstance(asked, Choose) else ()

    def is_secret_choice(self) -> bool:
        return isinstance(self.asked(), Commit)

    def information_key(self, seat: i64) -> i64:
        decision = self.decision()
        waiting = decision.waiting if isinstance(decision, Commit) else ()
        seen = self.encoded((self.game.views.board_view(self, seat), waiting))
        return int.from_bytes(blake2b(seen, digest_size=8).digest(), "big") >> 1

    @staticmethod
    def encoded(value: object) -> bytes:
        """The same bytes for equal values, whatever the order in which sets and dictionaries were
        filled.
        """
        return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True, order="deterministic"))

    def seen(self, seat: Seat) -> Any:
        """The state as a seat may see it, for reading; `Views.picture` has one to keep."""
        game = self.game
        hidden = game.hides and seat != OPEN
        return game.visible_state(game.copied(self._state), seat) if hidden else self._state

    def worth(self, seat: Seat) -> float:
        """The game's own judgement of the state."""
        share: float = self.game.evaluate(self._state, seat)
        return share

    def payoff(self, seat: i64) -> float:
        end = self.asked()
        return end.payoffs[seat] if isinstance(end, Over) else 0.0

    # --- what is done ------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        asked = self.asked()
        if seat == CLOCK:
            self.events = self._time_up(asked)
        elif isinstance(asked, Commit):
            self.events = self._seal(asked, seat, action)
        else:
            self.events = self._act(seat, action)

    def apply_choice(self, index: i64) -> None:
        actor = self.actor()
        self.apply(actor, TIME_UP if actor == CLOCK else self._menu(actor)[index])

    def _act(self, seat: Seat, action: int) -> list[Event]:
        self._begin_change()
        return list(self.game.act(self._state, seat, action))

    def _begin_change(self) -> None:
        """Make the state this position's own, and forget what hangs on it."""
        self._unshare()
        self._menus = {}
        self._rules, self._actor, self._decision = None, _UNKNOWN, None

    def _seal(self, asked: Commit, seat: Seat, action: int) -> list[Event]:
        changes = seat in asked.changeable and seat in self.parts and not self._owes(seat)
        before = () if changes else self.parts.get(seat, ())
        self._lay(seat, (*before, action))
        event = None if self.trace is None else self._event_of(asked, seat, action)
        events = [] if event is None else [event]
        return [*events, *self._reveal()] if self.actor() == CLOCK else events

    def _lay(self, seat: Seat, parts: Parts) -> None:
        self.parts[seat] = parts
        self._actor, self._decision = _UNKNOWN, None

    def _event_of(self, asked: Commit, seat: Seat, action: int) -> Event:
        """What is said of a choice that was sealed."""
        title = self.game.seats(self.options)[seat].title
        if self._owes(seat):
            text = f"{title} chose {self.game.notation.write_action(self, seat, action)}."
            return Event("chosen", text, asked.rule, seen_by=(seat,))
        return Event(SEALED, f"{title} has sealed a choice.", asked.rule)

    def _reveal(self) -> list[Event]:
        sealed, self.parts = self.parts, {}
        self._begin_change()
        return list(self.game.reveal_parts(self._state, dict(sorted(sealed.items()))))

    def _time_up(self, asked: Decision) -> list[Event]:
        event = Event("clock", "The clock has run out.", asked.rule)
        if isinstance(asked, Choose):
            return [event, *self._act(asked.seat, self.game.timeout_action(self, asked.seat))]
        while (seat := self.actor()) != CLOCK:
            self._lay(seat, (*self.parts.get(seat, ()), self.game.timeout_action(self, seat)))
        return [event, *self._reveal()]

    def roll(self, dice: Dice) -> None:
        draw = self.asked()
        assert isinstance(draw, Chance)
        self.events = self._act(CHANCE, pick(draw.odds, dice))

    def unseal_others(self, thinker: i64) -> None:
        self.parts = {seat: parts for seat, parts in self.parts.items() if seat == thinker}
        self._actor, self._decision = _UNKNOWN, None
