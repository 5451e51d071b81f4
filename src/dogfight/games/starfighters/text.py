"""Prompts, actions, refusals and events in plain words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.event import SEALED, Event, EventCause, Fact
from dogfight.core.parts import HasNotation, Text
from dogfight.core.position import Trace
from dogfight.core.seat import Seat
from dogfight.core.view import Prompt
from dogfight.games.starfighters import causes
from dogfight.games.starfighters.causes import FORWARD_WORDS
from dogfight.games.starfighters.data import CARDS, DIRECTIONS, Data
from dogfight.games.starfighters.meanings import MEANINGS
from dogfight.games.starfighters.notation import FORWARD_LETTERS, read_hex, write_hex
from dogfight.games.starfighters.position import Position
from dogfight.games.starfighters.rules import news
from dogfight.games.starfighters.rules.attacks import on_beam
from dogfight.games.starfighters.rules.debris import DRIFT_STEPS, drift_fault
from dogfight.games.starfighters.rules.movement import (
    ANCHORED,
    DEBRIS_THERE,
    FINE,
    OCCUPIED,
    OFF_THE_MAP,
    ROTATE,
    SAME_FACING,
    SECOND_RAM,
    STEPS,
    STOP,
    TOO_MANY_STEPS,
    step_fault,
)
from dogfight.games.starfighters.state import (
    BEAM,
    DEAL,
    DECLARE,
    DRAW,
    DRIFT,
    FACE,
    FIRST,
    MOVE,
    NOBODY,
    OVER_PHASE,
    PLACE,
    TARGET,
    WRECK,
    WRECKAGE,
)
from dogfight.games.starfighters.tables import forward_direction
from dogfight.games.starfighters.view import seats_in

RULES = {
    WRECKAGE: "SF-2.1",
    FIRST: "SF-2.2",
    PLACE: "SF-2.6",
    FACE: "SF-2.8",
    DEAL: "SF-2.10",
    DECLARE: "SF-3.2",
    MOVE: "SF-4.2",
    TARGET: "SF-6.2",
    BEAM: "SF-6.4",
    WRECK: "SF-7.2",
    DRIFT: "SF-9.5",
    DRAW: "SF-10.4",
}
"""The rule by which each phase asks."""

FAULTS = {
    TOO_MANY_STEPS: ("too many steps", "SF-4.2", "all steps have been used"),
    ANCHORED: (
        "anchored",
        "SF-4.10",
        "the ship is anchored this turn: it may rotate but not leave its hex",
    ),
    OFF_THE_MAP: ("off the map", "SF-4.9", "the map ends there"),
    OCCUPIED: ("occupied", "SF-4.8", "a ship, wreckage or debris is in the way"),
    SAME_FACING: ("same facing", "SF-4.5", "the ship faces that way already"),
    DEBRIS_THERE: ("debris", "SF-9.7", "other debris is in the way"),
    SECOND_RAM: (
        "second ram",
        "SF-9.9",
        "this debris has rammed this turn, so ships are in its way",
    ),
}
"""Why a step cannot be made: the reason in a word or two, its rule, and a sentence."""

CARD_WORDS = {
    "short": "hits all ships within 2 hexes",
    "medium": "hits one ship in your front zone",
    "long": "hits all ships on one of three beams",
    "drain": "shield; if it blocks, no draw this turn",
    "echo": "shield; if it blocks, no draw, and you must use the blocked attack next turn",
    "anchor": "shield; if it blocks, your ship stays on its hex next turn",
}
"""What a card does."""
_WITH_WORD = {
    WRECKAGE: "wreckage on {}",
    PLACE: "place your ship on {}",
    FACE: "face {}",
    DEAL: "a card {}",
    DRAW: "a card {}",
}
"""What is said of an action by its word in notation,"""
_WITH_PILOT = {FIRST: "{} is first", TARGET: "hit {}"}
"""and by the pilot whose number it is."""


def name(seat: Seat) -> str:
    """The short name of a seat."""
    return f"p{seat}"


def pilot(seat: Seat) -> str:
    """A seat as people read it: they count from 1."""
    return f"Pilot {seat + 1}"


@lru_cache(64)
def pilots(mask: int) -> str:
    """Several seats as people read them."""
    return ", ".join(pilot(seat) for seat in seats_in(mask))


def _chance_words(p: Position) -> str:
    if p.phase == WRECKAGE:
        return f"Chance puts {p.left} wreckage on the map."
    if p.phase == FIRST:
        return "Chance names the starting player."
    return f"{pilot(p.active)} {'is dealt' if p.phase == DEAL else 'draws'} a card."


_WAITING = {
    PLACE: "place a ship",
    FACE: "choose a facing",
    MOVE: "move",
    TARGET: "choose a target",
    BEAM: "choose a beam",
    WRECK: "place wreckage",
    DRIFT: "let the debris drift",
}


def _own_words(p: Position) -> str:
    words = {
        PLACE: "Place your ship on a free hex of the marked lines.",
        FACE: "Choose which way your ship faces.",
        TARGET: "Choose the ship your medium attack hits.",
        BEAM: "Choose the beam of your long attack.",
        WRECK: "Put your lost hull point on an unoccupied hex next to your ship.",
        MOVE: f"Move your ship: {_steps(p)} left.",
        DRIFT: f"Let your debris drift: {_steps(p)} left.",
    }
    return words[p.phase]


def _steps(p: Position) -> str:
    return "1 step" if p.left == 1 else f"{p.left} steps"


_STEP_WORDS = {
    STOP: "stop here",
    **{action: f"fly {words}" for action, words in FORWARD_WORDS.items()},
    **{ROTATE + n: f"rotate to {direction}" for n, direction in enumerate(DIRECTIONS)},
}


def _describe_drift(p: Position, action: int) -> str:
    if action == STOP:
        return "stop here"
    victim = p.piece_on(p.tables.neighbour(p.at[p.active], action - 1))
    direction = DIRECTIONS[action - 1]
    return f"drift {direction}" if victim == NOBODY else f"ram {pilot(victim)}, {direction}"


# --- events ------------------------------------------------------------------------------------

_Item = tuple[int, int, int, int, int]
_Teller = Callable[[Data, _Item], Event]


def _placed(data: Data, before: Position, event: Event) -> Event:
    """The event with the ships it is about and the hexes: of a flight both ends, of an attack
    shooter and targets.
    """
    facts = event.facts
    ships = [item for key in ("by", "seat") if isinstance(item := facts.get(key), int)]
    if isinstance(hits := facts.get("hits"), list):
        ships += hits
    places = [
        data.names[before.at[ship]] for ship in ships if before.at[ship] != before.tables.off_map()
    ]
    if "hex" in facts:
        places.append(str(facts["hex"]))
    if not places and not ships:
        return event
    who = tuple([name(ship) for ship in ships])
    return msgspec.structs.replace(event, places=tuple(dict.fromkeys(places)), pieces=who)


def _drawn(seat: Seat, card: str, rule: str) -> list[Event]:
    """[SF-2.11] Everybody sees that a card is drawn, its owner alone which."""
    facts: dict[str, Fact] = {"seat": seat}
    return [
        Event("draw", f"{pilot(seat)} draws a card.", rule, facts, hidden_from=(seat,)),
        Event("drawn", f"{pilot(seat)} draws {card}.", rule, {**facts, "card": card}, (seat,)),
    ]


def _of_seat(kind: str, text: str, rule: str) -> _Teller:
    """An event about one seat; `words` may name it."""
    return lambda _, item: Event(kind, text.format(p=pilot(item[1])), rule, {"seat": item[1]})


def _on_hex(kind: str, text: str, rule: str) -> _Teller:
    """An event about one seat and a hex."""

    def tell(data: Data, item: _Item) -> Event:
        hex_ = write_hex(data, item[2])
        return Event(
            kind, text.format(p=pilot(item[1]), hex=hex_), rule, {"seat": item[1], "hex": hex_}
        )

    return tell


def _with_facing(kind: str, text: str, rule: str) -> _Teller:
    """An event about one seat and a facing."""

    def tell(_: Data, item: _Item) -> Event:
        facing = DIRECTIONS[item[2]]
        return Event(
            kind,
            text.format(p=pilot(item[1]), facing=facing),
            rule,
            {"seat": item[1], "facing": facing},
        )

    return tell


def _with_card(kind: str, text: str, rule: str) -> _Teller:
    """An event about one seat and a card that lies open."""

    def tell(_: Data, item: _Item) -> Event:
        card = CARDS[item[2]]
        return Event(
            kind, text.format(p=pilot(item[1]), card=card), rule, {"seat": item[1], "card": card}
        )

    return tell


def _plain(kind: str, text: str, rule: str) -> _Teller:
    """An event that says it all in its words."""
    return lambda _, __: Event(kind, text, rule)


def _with_number(kind: str, text: str, rule: str) -> _Teller:
    """An event that is about a number only."""
    return lambda _, item: Event(kind, text.format(n=item[1]), rule, {"number": item[1]})


def _wreckage_put(data: Data, item: _Item) -> Event:
    hex_ = write_hex(data, item[1])
    return Event("wreckage", f"Wreckage lies on {hex_}.", "SF-2.1", {"hex": hex_})


def _attacked(_: Data, item: _Item) -> Event:
    card = CARDS[item[2]]
    facts: dict[str, Fact] = {"seat": item[1], "card": card, "hits": list(seats_in(item[3]))}
    return Event(
        "attack", f"{pilot(item[1])}'s {card} attack hits {pilots(item[3])}.", "SF-5.6", facts
    )


def _blocked(_: Data, item: _Item) -> Event:
    shield = CARDS[item[2]]
    facts: dict[str, Fact] = {"seat": item[1], "card": shield, "by": item[3]}
    text = f"{pilot(item[1])}'s {shield} shield blocks the hit by {pilot(item[3])}."
    return Event("block", text, "SF-8.2", facts)


def _damaged(_: Data, item: _Item) -> Event:
    text = f"{pilot(item[1])} loses a hull point; {item[2]} left."
    return Event("damage", text, "SF-7.1", {"seat": item[1], "hull": item[2]})


def _rammed(_: Data, item: _Item) -> Event:
    text = f"The debris of {pilot(item[1])} rams {pilot(item[2])}."
    return Event("ram", text, "SF-9.8", {"seat": item[1], "hits": [item[2]]})


_TELL: dict[int, _Teller] = {
    news.WRECKAGE_PUT: _wreckage_put,
    news.FIRST_PLAYER: _of_seat("first", "{p} is the starting player.", "SF-2.2"),
    news.PLACED: _on_hex("place", "{p} places a ship on {hex}.", "SF-2.5"),
    news.FACED: _with_facing("face", "{p}'s ship faces {facing}.", "SF-2.8"),
    news.TURN_BEGINS: _with_number("turn", "Turn {n} begins.", "SF-3.1"),
    news.CAPTURE_DECLARED: _with_card(
        "open", "{p} has to declare the captured {card}, openly.", "SF-3.4"
    ),
    news.ALL_DECLARED: _plain("movement", "All have declared; the ships move.", "SF-3.3"),
    news.STEPPED: _on_hex("step", "{p} flies to {hex}.", "SF-4.3"),
    news.ROTATED: _with_facing("rotate", "{p} rotates to {facing}.", "SF-4.5"),
    news.STOPPED: _of_seat("stop", "{p} stops.", "SF-4.2"),
    news.TURNED_UP: _with_card("reveal", "{p} has declared {card}.", "SF-5.1"),
    news.ATTACKED: _attacked,
    news.NOBODY_IN_RANGE: _with_card(
        "miss", "{p}'s {card} attack finds nobody in range.", "SF-5.7"
    ),
    news.VOID: _with_card(
        "void", "{p} was destroyed first; the {card} attack has no effect.", "SF-5.3"
    ),
    news.BLOCKED: _blocked,
    news.CAPTURED: _with_card(
        "capture", "{p} captures the {card} card and must use it next turn.", "SF-8.7"
    ),
    news.DAMAGED: _damaged,
    news.WRECKED_HEX: _on_hex("wreck", "{p} puts wreckage on {hex}.", "SF-7.2"),
    news.TOKEN_LOST: _of_seat(
        "lost", "No hex next to {p} is free: the hull token leaves the game.", "SF-7.4"
    ),
    news.DESTROYED: _of_seat(
        "destroyed",
        "{p} is destroyed: the hand is discarded, the ship drifts on as debris.",
        "SF-7.8",
    ),
    news.DRIFTED: _on_hex("drift", "The debris of {p} drifts to {hex}.", "SF-9.5"),
    news.RAMMED: _rammed,
    news.DRIFT_STOPPED: _of_seat("stop", "The debris of {p} stays.", "SF-9.5"),
    news.TOKEN_PASSED: _of_seat("token", "{p} is the next starting player.", "SF-10.3"),
    news.RESHUFFLED: _with_number(
        "reshuffle", "The {n} discards are shuffled and become the deck.", "SF-10.6"
    ),
    news.NO_CARD_LEFT: _of_seat("empty", "There is no card left for {p} to draw.", "SF-10.7"),
    news.WON: _of_seat("won", "{p} is the last one flying and wins.", "SF-11.1"),
    news.NOBODY_LEFT: _plain("drawn game", "Nobody is left flying: a draw.", "SF-11.5"),
    news.TURN_LIMIT: _with_number(
        "drawn game", "Turn {n} was the last: a draw between those still flying.", "SF-11.6"
    ),
}


class StarfightersText(Text[Position]):
    """Speaks with the names of one set of data files."""

    def __init__(self, game: HasNotation[Position], data: Data) -> None:
        super().__init__(game)
        self.data = data

    def prompt(self, p: Position, seat: Seat) -> Prompt:
        """What this seat has to do, or whom it waits for."""
        if p.phase == OVER_PHASE:
            return super().prompt(p, seat)
        rule = RULES[p.phase]
        if p.phase == DECLARE:
            if seat >= 0 and p.due >> seat & 1:
                return Prompt("Choose a card; nobody sees it yet.", rule)
            return Prompt(f"Waiting for {pilots(p.due)} to declare.", rule)
        if p.phase in (WRECKAGE, FIRST, DEAL, DRAW):
            return Prompt(_chance_words(p), rule)
        if seat == p.active:
            anchored = p.phase == MOVE and p.anchored >> p.active & 1
            return Prompt(
                _own_words(p), rule, more="It is anchored and can only rotate." if anchored else ""
            )
        return Prompt(f"Waiting for {pilot(p.active)} to {_WAITING[p.phase]}.", rule)

    def meaning(self, p: Position) -> str:
        """What the present choice is about."""
        return MEANINGS.get(p.phase, "")

    def _describe(self, p: Position, seat: Seat, action: int) -> str:
        """An action in plain words."""
        if p.phase == MOVE:
            return _STEP_WORDS[action]
        word = self.game.notation.write_action(p, seat, action)
        if p.phase in _WITH_WORD:
            return _WITH_WORD[p.phase].format(word)
        if p.phase in _WITH_PILOT:
            return _WITH_PILOT[p.phase].format(pilot(action))
        if p.phase == DECLARE:
            return f"{word} ({CARD_WORDS[word]})"
        if p.phase == BEAM:
            return f"beam {FORWARD_WORDS[action]}: hits {pilots(on_beam(p, seat, action))}"
        if p.phase == WRECK:
            return (
                f"put the wreckage on {word.partition('-')[2]}, {DIRECTIONS[action]} of your ship"
            )
        return _describe_drift(p, action)

    def _why_not(self, p: Position, seat: Seat, action: int) -> IllegalAction:
        """The reason an action is refused, with its rule."""
        legal = self.game.legal(p, seat)[:20]
        text = ", ".join(self.game.notation.write_action(p, seat, entry) for entry in legal)
        fault, rule = self._fault(p, action)
        return IllegalAction(f"{fault}; expected one of {text}", rule=rule)

    def why_not_at(self, p: Position, seat: Seat, place: str) -> IllegalAction | None:
        """Why nothing can be done on a hex: what is in the way there, or that it is out of
        reach.
        """
        try:
            there = read_hex(self.data, place)
        except BadNotation:
            return None
        if p.phase == TARGET:
            ship = next(
                (index for index in range(p.seats) if p.at[index] == there and index != seat), -1
            )
            text, rule = (
                self._fault(p, ship) if ship >= 0 else (f"no enemy ship is on {place}", "SF-6.2")
            )
            return IllegalAction(text, rule=rule)
        if p.phase == PLACE:
            on_line = there in self.data.lines
            text, rule = self._fault(p, self.data.lines.index(there) if on_line else -1 - there)
            return IllegalAction(text, rule=rule)
        if p.phase == WRECK:
            near = [n for n in range(6) if p.tables.neighbour(p.at[seat], n) == there]
            text, rule = self._fault(p, near[0] if near else -1 - there)
            return IllegalAction(text, rule=rule)
        if p.phase in (MOVE, DRIFT):
            return self._no_step(p, seat, there, place)
        return None

    def _no_step(self, p: Position, seat: Seat, there: int, place: str) -> IllegalAction:
        """Why a ship cannot fly, or debris drift, to a hex in one step."""
        for action in range(1, ROTATE) if p.phase == MOVE else range(1, DRIFT_STEPS):
            way = forward_direction(p.facing[seat], action) if p.phase == MOVE else action - 1
            if p.tables.neighbour(p.at[seat], way) == there:
                text, rule = self._fault(p, action)
                return IllegalAction(text, rule=rule)
        if p.phase == DRIFT:
            return IllegalAction(f"{place} is more than one step away", rule="SF-9.5")
        return IllegalAction(
            f"{place} is not one step straight on, half left or half right of you", rule="SF-4.3"
        )

    def _fault(self, p: Position, action: int) -> tuple[str, str]:
        if (p.phase == MOVE and 0 <= action < STEPS) or (
            p.phase == DRIFT and 0 <= action < DRIFT_STEPS
        ):
            fault = step_fault(p, action) if p.phase == MOVE else drift_fault(p, action)
            if fault != FINE:
                return FAULTS[fault][2], FAULTS[fault][1]
        if p.phase == DECLARE and 0 <= action < len(CARDS):
            return f"there is no {CARDS[action]} in your hand", "SF-3.2"
        if p.phase == TARGET and 0 <= action < p.seats:
            return f"{pilot(action)} is not an enemy ship in your front zone", "SF-6.2"
        if p.phase == BEAM and action in FORWARD_LETTERS:
            return f"the beam {FORWARD_WORDS[action]} hits nobody", "SF-5.6"
        if p.phase == PLACE and 0 <= action < len(self.data.lines):
            return f"{write_hex(self.data, self.data.lines[action])} is occupied", "SF-2.7"
        if p.phase == PLACE and 0 <= -1 - action < len(self.data.hexes):
            return f"{write_hex(self.data, -1 - action)} is not on a marked line", "SF-2.6"
        if p.phase == WRECK and 0 <= action < 6:
            return f"the hex {DIRECTIONS[action]} of your ship is occupied or off the map", "SF-7.2"
        if p.phase == WRECK and 0 <= -1 - action < len(self.data.hexes):
            return f"{write_hex(self.data, -1 - action)} is not next to your ship", "SF-7.2"
        return f"there is no action {action} here", RULES[p.phase]

    def tell(
        self,
        before: Position,
        seat: Seat,  # noqa: ARG002
        action: int,
        trace: Trace,
        after: Position,
    ) -> list[Event]:
        """The news as events, each with who may see it, where it happened and why."""
        events = self._events_of(before, action, trace, after)
        return [_placed(self.data, before, event) for event in events]

    def _cause(
        self, before: Position, action: int, item: _Item, after: Position
    ) -> EventCause | None:
        """Why an attack hits or misses, and why a hit does damage; cards lie open by then."""
        kind, who, what = item[0], item[1], item[2]
        if kind == news.ATTACKED:
            return causes.of_hit(after, who, what, item[3], action)
        if kind == news.NOBODY_IN_RANGE:
            return causes.of_miss(self.data, after, who, what)
        return causes.of_damage(before, who) if kind == news.DAMAGED else None

    def _events_of(
        self, before: Position, action: int, trace: Trace, after: Position
    ) -> list[Event]:
        events: list[Event] = []
        for item in trace.items:
            kind, who, what = item[0], item[1], item[2]
            if kind == news.DECLARED:
                text = f"{pilot(who)} has put a card face down."
                events.append(Event(SEALED, text, "SF-3.3", {"seat": who}, hidden_from=(who,)))
                text = f"{pilot(who)} declares {CARDS[what]}."
                events.append(
                    Event("declared", text, "SF-3.2", {"seat": who, "card": CARDS[what]}, (who,))
                )
            elif kind in (news.DEALT, news.DREW):
                events += _drawn(who, CARDS[what], "SF-2.10" if kind == news.DEALT else "SF-10.4")
            else:
                cause = self._cause(before, action, item, after)
                events.append(_TELL[kind](self.data, item).because(cause))
        return events
