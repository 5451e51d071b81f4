"""Prompts, actions and events in plain words."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dogfight.core.errors import IllegalAction
from dogfight.core.event import PARTIAL, Event, EventCause, EventContext, Fact
from dogfight.core.parts import HasNotation, Text
from dogfight.core.position import Trace
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.core.view import ActionData, Legal, Prompt
from dogfight.games.boots import actions, causes, odds, rolls
from dogfight.games.boots import state as st
from dogfight.games.boots.action_data import action_data, place_of
from dogfight.games.boots.battles import Battle, Unit
from dogfight.games.boots.maps import DIRECTIONS, hex_name
from dogfight.games.boots.meanings import MEANINGS
from dogfight.games.boots.notation import faces
from dogfight.games.boots.position import Position
from dogfight.games.boots.refusals import refusal
from dogfight.games.boots.rules import close, menu, windows
from dogfight.games.boots.rules import dogfight as sky
from dogfight.games.boots.rules.dice import poured

QUESTIONS: dict[int, tuple[str, str]] = {
    st.PLACING: ("Set up {lead}.", "CB-D1"),
    st.ACTING: ("Move or fire with a unit, call a mission, use an aircraft, or say done.", "CB-D2"),
    st.STEPPING: ("{mover} moves: a step, load or unload, or stop.", "CB-D3"),
    st.FOLLOWING: ("{mover} has moved: fire at it, or pass.", "CB-D4"),
    st.OVERRUNNING: ("{mover} may overrun one unarmored enemy.", "CB-D5"),
    st.RETURNING: ("You were fired at: shoot back, or pass.", "CB-D6"),
    st.FIRING_ON: ("A machine gun may fire again, or stop.", "CB-D7"),
    st.AIMING: ("{lead} fires: at whom?", "CB-D2"),
    st.MUSTERING: ("Fire now, or add partners or targets.", "CB-12.1"),
    st.CALLING: ("Where shall the mission fall?", "CB-18.3"),
    st.SENDING: ("Where shall the aircraft attack?", "CB-20.5"),
    st.FIGHTING: ("Start hand-to-hand combat, assault armor, or say done.", "CB-D8"),
    st.STORMING: ("{lead} assaults: which armor, and with whom?", "CB-16.10"),
    st.DEFENDING: ("Your armor is assaulted: fire at one squad, or pass.", "CB-D9"),
    st.PAIRING: ("Pair one of your units with an enemy.", "CB-D10"),
    st.GANGING_UP: ("{lead} is left over: join a match, or stay out.", "CB-D11"),
    st.LOSING: ("Which unit of this match do you lose?", "CB-D12"),
    st.RETREATING: ("Retreat from hand-to-hand combat, or fight on.", "CB-D13"),
    st.GROUND_FIRE: ("An aircraft attacks: fire at it, or pass.", "CB-D14"),
    st.STRAFING: ("Strafe a unit in the hex.", "CB-D15"),
    st.FLYING: ("Choose an aircraft and what it does.", "CB-D16"),
    st.CHOOSING: ("You won the maneuver: choose the position.", "CB-D17"),
    st.SPOTTING: ("The spotting round is rolled.", "CB-18.5"),
    st.RECOVERING: ("A pinned unit tries to rally.", "CB-19.3"),
    st.FINISHED: ("The battle is over.", "CB-5.15"),
}
PRICES: dict[int, str] = {
    st.FOLLOWING: "Costs each unit a slot, once for this mover.",
    st.RETURNING: "Costs each unit a slot.",
    st.DEFENDING: "Costs the armor its slot.",
    st.GROUND_FIRE: "Costs each rifle squad a slot.",
}
"""What an answer costs, told with the question."""
ROLL_RULES = {
    st.MATCH: "CB-15.8",
    st.BARRAGE: "CB-18.14",
    st.BOMBS: "CB-20.6",
    st.STRAFE: "CB-20.9",
    st.GROUND: "CB-20.12",
    st.ASSAULT: "CB-16.7",
    st.DEFENCE: "CB-16.6",
    st.OVERRUN: "CB-17.2",
    st.AIR_FIRE: "CB-23.1",
    st.RUN: "CB-23.5",
    st.HEAD_ON: "CB-23.9",
    st.DODGE: "CB-22.1",
    st.CIRCLE: "CB-22.1",
    st.ONTO: "CB-22.1",
}
VERBS = {
    st.OWN: "fire at",
    st.RETURN: "return fire at",
    st.FOLLOW: "fire at the moving",
    st.OVERRUN: "overrun",
    st.DEFENCE: "defend against",
    st.ASSAULT: "assault",
    st.GROUND: "fire at",
}
FROM_ABOVE = {st.BOMBS: "bombs", st.STRAFE: "strafes"}
_WITH_UNIT = {
    menu.A_MOVE: "move {}",
    menu.A_FIRE: "fire with {}",
    menu.A_GUN: "fire the machine gun of {}",
    menu.A_LOAD: "load {}",
    menu.A_TARGET: "at {}",
    menu.A_GUN_TARGET: "with the machine gun at {}",
    menu.A_PARTNER: "together with {}",
    menu.A_ALSO: "also at {}",
    menu.A_ASSAULT: "assault with {}",
    menu.A_REMOVE: "remove {}",
}
_OTHER_WORDS = {
    menu.A_PLACE: "to {}",
    menu.A_MELEE: "fight hand to hand in {}",
    menu.A_CALL: "call the {}",
    menu.A_AIR: "send {}",
    menu.A_JOIN: "join match {}",
    menu.A_UNLOAD: "unload {}",
    menu.A_EXIT: "leave the board",
    menu.A_PURSUE: "take the pursuing position",
    menu.A_TURN: "turn with it",
    menu.A_APART: "disengage",
}
RESULTS = ("no effect", "pinned", "destroyed")


def rule_of(p: Position) -> str:
    """The rule by which the game asks or rolls."""
    if p.stage in (st.ROLLING, st.REPLYING):
        return ROLL_RULES.get(int(p.how), "CB-10.4")
    return QUESTIONS[int(p.stage)][1]


class Speaker:
    """Speaks about one battle."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    # --- names -------------------------------------------------------------------------------

    def unit(self, u: int) -> str:
        return self._name(self.battle.units, u)

    def plane(self, a: int) -> str:
        return self._name(self.battle.planes, a)

    @staticmethod
    def _name(units: list[Unit], n: int) -> str:
        unit = units[n]
        alone = sum(1 for other in units if other.key == unit.key and other.seat == unit.seat) == 1
        return unit.piece.name if alone else f"{unit.piece.name} {unit.number}"

    def units(self, mask: int) -> str:
        names = [self.unit(u) for u in range(len(self.battle.units)) if mask >> u & 1]
        return (
            " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
        )

    def place(self, place: int) -> str:
        name = hex_name(self.battle.tables.board, place)
        return name if place < self.battle.tables.board.size else f"{name[:4]} {name[4:]}"

    def side(self, seat: int) -> str:
        return self.battle.sides[seat]

    def battery(self, b: int) -> str:
        return self.battle.batteries[b][1].name

    # --- prompts -----------------------------------------------------------------------------

    def question(self, p: Position) -> str:
        """What is asked, with the names filled in."""
        text = QUESTIONS[int(p.stage)][0]
        lead = ""
        if "{lead}" in text:
            lead = self.unit(p.lead) if p.lead >= 0 else self.plane(p.plane)
        return text.format(lead=lead, mover=self.unit(p.mover) if p.mover >= 0 else "")

    # --- actions -----------------------------------------------------------------------------

    def describe(self, p: Position, action: int) -> str:
        """An action in plain words; an attack with its exact odds."""
        return promising(self.short_text(p, action), self._promise(p, action))

    def short_text(self, p: Position, action: int) -> str:
        """An action in plain words, without what it promises."""
        return self._plain(p, *actions.split(action))

    def action_data(self, p: Position, action: int) -> ActionData:
        """What an action is about, as data, and what it promises."""
        return action_data(
            self.battle, p, action, self.short_text(p, action), self._promise(p, action)
        )

    def _promise(self, p: Position, action: int) -> str:
        """The odds of an action, or whom it concerns: what stands in brackets after its words."""
        kind, what = actions.split(action)
        if self._attacks(p, kind):
            return odds.attack_words(p, action)
        return self._open_promise(p, kind, what)

    def _open_promise(self, p: Position, kind: int, what: int) -> str:
        """What an action promises that is not an attack on the ground."""
        if kind == menu.A_PAIR:
            return self._match_odds(p, what // menu.PAIR, what % menu.PAIR)
        if kind == menu.A_PLACE and p.stage == st.CALLING:
            return self._under_fire(p, what)
        return self._sky_odds(p, kind, what) if kind in actions.IN_THE_SKY.values() else ""

    @staticmethod
    def _attacks(p: Position, kind: int) -> bool:
        if p.stage in (st.MUSTERING, st.STORMING):
            return p.aim >= 0 or p.how == st.GROUND
        shooting = (menu.A_FIRE, menu.A_GUN, menu.A_TARGET, menu.A_GUN_TARGET, menu.A_ASSAULT)
        return kind in shooting or (kind == menu.A_PLACE and p.stage in (st.AIMING, st.SENDING))

    def _plain(self, p: Position, kind: int, what: int) -> str:
        if kind == menu.PASS:
            return actions.PLAIN.get(int(p.stage), "pass")
        if kind in actions.IN_THE_SKY.values():
            return self._sky_words(kind, what)
        if kind in _WITH_UNIT:
            return _WITH_UNIT[kind].format(self.unit(what)) + self._where(p, kind, what)
        return self._other_words(p, kind, what)

    def bears(self, p: Position, action: int) -> tuple[str, ...]:
        """[CB-10.12] The enemies that a counter chosen to fire could be aimed at."""
        kind, what = actions.split(action)
        if kind not in (menu.A_FIRE, menu.A_GUN) or p.stage == st.GROUND_FIRE:
            return ()
        mask = int(windows.targets_of(p, what, int(kind == menu.A_GUN)))
        return tuple(unit.label for u, unit in enumerate(self.battle.units) if mask >> u & 1)

    def _where(self, p: Position, kind: int, what: int) -> str:
        shown = kind in (
            menu.A_MOVE,
            menu.A_FIRE,
            menu.A_GUN,
            menu.A_TARGET,
            menu.A_ALSO,
            menu.A_ASSAULT,
        )
        return f" in {self.place(int(p.place[what]))}" if shown else ""

    def _other_words(self, p: Position, kind: int, what: int) -> str:
        if kind == menu.A_STEP:
            there = p.t.board.near[p.place[p.mover] * 6 + what]
            return f"step {DIRECTIONS[what]} to {self.place(int(there))}"
        if kind == menu.A_PAIR:
            return f"pair {self.unit(what // menu.PAIR)} with {self.unit(what % menu.PAIR)}"
        if kind == menu.A_PLACE and p.stage == st.RETREATING:
            return f"retreat to {self.place(what)}"
        return _OTHER_WORDS[kind].format(self._named(p, kind, what))

    def _named(self, p: Position, kind: int, what: int) -> str:
        """What an action that is not about a unit is about."""
        if kind in actions.WITH_PLACE.values():
            return self.place(what)
        if kind == menu.A_CALL:
            return self.battery(what)
        if kind == menu.A_AIR:
            return self.plane(what)
        return self.unit(int(p.link[p.mover]) - 1) if kind == menu.A_UNLOAD else str(what)

    @staticmethod
    def _match_odds(p: Position, u: int, v: int) -> str:
        """A match as it would be fought if nobody joined it."""
        extra = int(p.round == 1)
        dice = [
            int(p.survivability(number)) + (extra if p.t.side[number] != p.active else 0)
            for number in (u, v)
        ]
        return odds.contest_words(dice[0], dice[1])

    @staticmethod
    def _under_fire(p: Position, place: int) -> str:
        """Who is in the area of a barrage on this hex."""
        near = [place, *(int(p.t.board.near[place * 6 + d]) for d in range(6))]
        foes, own = (
            sum(int(p.units_at(side, number)).bit_count() for number in near if number >= 0)
            for side in (p.inactive(), p.active)
        )
        return f"{foes} enemy and {own} own units in the area" if foes or own else ""

    def _sky_words(self, kind: int, what: int) -> str:
        return _SKY_WORDS[kind].format(self.plane(what // menu.PAIR), self.plane(what % menu.PAIR))

    def _sky_odds(self, p: Position, kind: int, what: int) -> str:
        t = self.battle.tables
        number, item = what // menu.PAIR, what % menu.PAIR
        if kind in (menu.A_SHOOT, menu.A_RUN):
            n, m = int(t.plane_fp[number]), int(t.plane_sv[item]) + int(kind == menu.A_RUN)
            return odds.air_fire_words(n, m, damaged=bool(p.damaged >> item & 1))
        if kind == menu.A_HEAD_ON:
            return odds.contest_words(
                int(t.plane_fp[number] + t.plane_sv[number]),
                int(t.plane_fp[item] + t.plane_sv[item]),
            )
        if kind == menu.A_ONTO and not sky.is_disengaged(p, item):
            return "no roll"
        rolled = kind in (menu.A_DODGE, menu.A_CIRCLE, menu.A_ONTO)
        return (
            odds.contest_words(int(t.plane_man[number]), int(t.plane_man[item])) if rolled else ""
        )

    # --- events ------------------------------------------------------------------------------

    def tell(
        self, before: Position, seat: int, action: int, trace: Trace, after: Position
    ) -> list[Event]:
        """The news of one action, in order; everybody may know everything (CB-1.2)."""
        events: list[Event] = []
        if seat == CHANCE and before.stage == st.ROLLING:
            events.append(self._partial(before, "", int(before.shown_a + poured(action))))
        elif seat == CHANCE and before.stage == st.REPLYING and not self._complete(before, action):
            events.append(
                self._partial(before, "the answer so far, ", int(before.shown_d + poured(action)))
            )
        elif seat != CHANCE and not trace.items:
            events.append(self._choice(before, seat, action))
        elif before.stage == st.REPLYING and not trace.items:
            events.append(self._maneuver_won(before, action))
        results = [item for item in trace.items if item[0] == st.N_RESULT]
        reported = False
        for n, item in enumerate(trace.items):
            if item[0] == st.N_RESULT:
                if not reported:
                    events.append(self._shot(before, action, results))
                reported = True
            else:
                completes = before.stage == st.REPLYING and n == 0
                events.append(self._event(before, action, item, after, completes))
        return events

    def _choice(self, before: Position, seat: int, action: int) -> Event:
        kind, what = actions.split(action)
        words = promising(self._plain(before, kind, what), self._open_promise(before, kind, what))
        about = action_data(self.battle, before, action, "", "")
        who = (
            (about.acting_piece, about.piece)
            if about.acting_piece != about.piece
            else (about.acting_piece,)
        )
        named = tuple(text for text in who if text)
        return Event(
            "choice",
            f"{self.side(seat)}: {words}",
            rule_of(before),
            places=about.places,
            pieces=named,
        )

    @staticmethod
    def _complete(before: Position, action: int) -> bool:
        return len(faces(int(before.shown_d + poured(action)))) == before.dice_d

    def _partial(self, before: Position, what: str, shown: int) -> Event:
        """Return the event of dice rolled before the roll is complete; the event that completes
        it repeats them.
        """
        return Event(
            PARTIAL,
            f"{self._duel(before)}: {what}{_spaced(shown)}",
            rule_of(before),
            **self._sides_of(before),
        )

    def _sides_of(self, p: Position) -> EventContext:
        """Who rolls against whom, and where they are: the attackers first."""
        if p.how >= st.AIR_FIRE:
            return {"pieces": self._planes_called(p.plane, p.foe)}
        if p.how == st.MATCH:
            both = (
                int(close.in_match(p, p.active, p.bout)),
                int(close.in_match(p, p.inactive(), p.bout)),
            )
            return {
                "places": (self.hex(int(p.melee)),),
                "pieces": self._labels(both[0]) + self._labels(both[1]),
            }
        firers = () if p.how == st.BARRAGE or p.how in FROM_ABOVE else self._labels(int(p.firers))
        if p.how == st.GROUND:
            return {"pieces": firers + self._planes_called(p.plane)}
        masks = int(p.firers) if firers else 0, int(p.group)
        places = tuple(dict.fromkeys(place for mask in masks for place in self._places(p, mask)))
        above = self._planes_called(p.plane) if p.how in FROM_ABOVE else ()
        return {"places": places, "pieces": above + firers + self._labels(int(p.group))}

    def hex(self, place: int) -> str:
        """A hex, band or line as boards call it."""
        return hex_name(self.battle.tables.board, place)

    def _labels(self, mask: int) -> tuple[str, ...]:
        return tuple(unit.label for u, unit in enumerate(self.battle.units) if mask >> u & 1)

    def _planes_called(self, *planes: int) -> tuple[str, ...]:
        return tuple(self.battle.planes[plane].label for plane in planes if plane >= 0)

    def _places(self, p: Position, mask: int) -> list[str]:
        here = [u for u in range(len(self.battle.units)) if mask >> u & 1]
        return [place for u in here for place in place_of(self.battle, p, u)]

    def _duel(self, p: Position) -> str:
        """[CB-1.9] Who rolls against whom, and with how many dice."""
        count = f"{int(p.dice_a)}-{int(p.dice_d)}"
        if p.how == st.MATCH:
            first = self.units(int(close.in_match(p, p.active, p.bout)))
            return (
                f"Match {int(p.bout)} in {self.place(int(p.melee))}: {first} against "
                + f"{self.units(int(close.in_match(p, p.inactive(), p.bout)))}, {count}"
            )
        if p.how >= st.AIR_FIRE:
            return f"{self.plane(p.plane)} against {self.plane(p.foe)}, {count}"
        return f"{self._attack(p)}, {count}"

    def _attack(self, p: Position) -> str:
        targets = self.units(int(p.group)) if p.how != st.GROUND else self.plane(p.plane)
        where = "" if p.how == st.GROUND else f" in {self.place(int(p.place[p.aim]))}"
        if p.how == st.BARRAGE:
            return f"The barrage of the {self.battery(p.lead)} strikes {targets}{where}"
        if p.how in FROM_ABOVE:
            return f"{self.plane(p.plane)} {FROM_ABOVE[int(p.how)]} {targets}{where}"
        verb = VERBS[int(p.how)]
        if p.firers & (p.firers - 1) == 0:
            head, _, tail = verb.partition(" ")
            verb = f"{head}s {tail}".strip()
        return f"{self.units(int(p.firers))} {verb} {targets}{where}"

    def _shot(
        self, before: Position, action: int, results: list[tuple[int, int, int, int, int]]
    ) -> Event:
        """2-1: 6 5 against 4, needed over 4, got 6 and 5: destroyed."""
        roll = rolls.completed(before, action)
        if len(results) == 1:
            outcome = RESULTS[results[0][3]]
        else:
            outcome = ", ".join(f"{self.unit(item[1])} {RESULTS[item[3]]}" for item in results)
        text = f"{self._duel(before)}: {roll.text()}: {outcome}"
        facts = roll.facts() | {
            "targets": [self.battle.units[item[1]].label for item in results],
            "results": [RESULTS[item[3]] for item in results],
            **_verdict([RESULTS[item[3]] for item in results]),
        }
        _, target, _, result, _ = results[0]
        rule, pinned = rule_of(before), bool(before.pin[target])
        cause = causes.of_attack(roll, rule, result, pinned=pinned)
        return Event("attack", text, rule, facts, causes=(cause,), **self._sides_of(before))

    def _event(
        self,
        before: Position,
        action: int,
        item: tuple[int, int, int, int, int],
        after: Position,
        completes: bool,
    ) -> Event:
        """One piece of news; the first after the last dice of a roll `completes` it and tells
        them all.
        """
        kind, a, b, c, d = item
        if kind in _UNIT_NEWS:
            name, rule, say = _UNIT_NEWS[kind]
            facts = self._single_die(kind, a, b, c)
            event = Event(
                name, say(self, a, b, c), rule, facts, **self._about(kind, before, a, b, c)
            )
            return event.because(self._die_cause(kind, a, b, c))
        if kind == st.N_PLANE_HIT:
            return self._plane_hit(before, action, a, c)
        if kind == st.N_MATCH:
            return self._match(before, action, a, b)
        if kind == st.N_SKY:
            return self._sky(before, action if completes else None, a, b, c)
        if kind == st.N_OVER:
            return Event("over", self.over_words(after)[0], "CB-24.3")
        if kind == st.N_PASS:
            return Event("pass", f"{self.side(a)}: {actions.PLAIN.get(b, 'pass')}", QUESTIONS[b][1])
        if kind == st.N_FIRE:
            verb = "opens" if b & (b - 1) == 0 else "open"
            text = f"{self.units(b)} {verb} fire" if b else "An attack begins"
            places = tuple(dict.fromkeys([*self._places(before, b), self.hex(c)]))
            return Event(
                "fire",
                f"{text} at {self.place(c)}",
                "CB-10.1",
                places=places,
                pieces=self._labels(b),
            )
        text = f"{self.plane(a)} {FROM_ABOVE[d]} {self.place(b)}"
        return Event("air", text, "CB-20.5", places=(self.hex(b),), pieces=self._planes_called(a))

    def _about(self, kind: int, before: Position, a: int, b: int, c: int) -> EventContext:
        """The places and pieces that such news is about; a piece without a place is where it
        was.
        """
        pairs = list(zip(_ABOUT.get(kind, ""), (a, b, c), strict=False))
        units = [n for what, n in pairs if what == "u"]
        places = [self.hex(n) for what, n in pairs if what == "p"]
        where = places or [place for u in units for place in place_of(self.battle, before, u)]
        planes = self._planes_called(*(n for what, n in pairs if what == "a"))
        return {
            "places": tuple(dict.fromkeys(where)),
            "pieces": tuple(self.battle.units[u].label for u in units) + planes,
        }

    def _plane_hit(self, before: Position, action: int, a: int, result: int) -> Event:
        text = ("no effect", "damaged", "destroyed")[result]
        roll = rolls.completed(before, action)
        verdict = _verdict([text])
        if before.how == st.HEAD_ON:  # CB-23.10: either of the two may be the loser
            verdict["verdict"] = f"{self.plane(a)} {text}"
        facts = roll.facts() | {
            "targets": [self.battle.planes[a].label],
            "results": [text],
            **verdict,
        }
        return Event(
            "plane",
            f"{self._duel(before)}: {roll.text()}: {self.plane(a)} {text}",
            rule_of(before),
            facts,
            causes=(self._plane_cause(before, roll),),
            **self._sides_of(before),
        )

    @staticmethod
    def _plane_cause(before: Position, roll: rolls.Roll) -> EventCause:
        """[CB-23.2] [CB-23.3] [CB-23.10] Why an aircraft is hit or not."""
        if before.how == st.HEAD_ON:
            return causes.of_contest(roll, "CB-23.10")
        return causes.of_attack(roll, rule_of(before))

    def morale_of(self, u: int) -> int:
        """[CB-19.4] What a unit may roll at most to rally."""
        return int(self.battle.tables.morale[self.battle.units[u].seat])

    def _single_die(self, kind: int, a: int, die: int, won: int) -> dict[str, Fact]:
        """[CB-18.6] [CB-19.3] The die of a rally or a spotting round, what it needed and what it
        came to.
        """
        if kind == st.N_RALLY:
            rallied = _verdict(["rallies" if won else "stays pinned"])
            return rolls.single_die(die, f"{self.morale_of(a)} or less") | rallied
        if kind == st.N_SPOTTED:
            return rolls.single_die(die, "an odd number") | _verdict(
                ["on target" if die % 2 else "delayed"]
            )
        return {}

    def _die_cause(self, kind: int, a: int, die: int, won: int) -> EventCause | None:
        """[CB-18.6] [CB-19.3] Why a die that is read by itself is enough, or not."""
        if kind == st.N_RALLY:
            needed = f"{self.morale_of(a)} or less"
            return causes.of_single_die(die, needed, "CB-19.3", done=bool(won))
        if kind == st.N_SPOTTED:
            return causes.of_single_die(die, "odd", "CB-18.6", done=bool(die % 2))
        return None

    def _maneuver_won(self, before: Position, action: int) -> Event:
        """[CB-22.1] A maneuver is decided, and the winner's owner chooses what comes of it."""
        roll = rolls.completed(before, action)
        verdict = f"{self.plane(before.foe if before.how == st.ONTO else before.plane)} wins"
        facts = roll.facts() | _verdict([verdict])
        text = f"{self._duel(before)}: {roll.text()}: {verdict}"
        cause = causes.of_contest(roll, "CB-22.1")
        return Event("sky", text, rule_of(before), facts, causes=(cause,), **self._sides_of(before))

    def _match(self, before: Position, action: int, bout: int, won: int) -> Event:
        verdict = (
            "a tie"
            if won == 0
            else f"{self.side(int(before.active if won > 0 else before.inactive()))} wins"
        )
        roll = rolls.completed(before, action)
        text = f"{self._duel(before)}: {roll.text()}: {verdict}"
        facts = {"match": bout} | roll.facts() | _verdict([verdict], harm=won != 0)
        cause = causes.of_contest(roll, "CB-15.10" if won else "CB-15.11")
        return Event("match", text, "CB-15.10", facts, causes=(cause,), **self._sides_of(before))

    def _sky(self, before: Position, completing: int | None, what: int, a: int, b: int) -> Event:
        """What happened in the sky, with the roll that the dice `completing` it decided."""
        texts = {
            sky.SKY_PURSUES: ("{} pursues {}", "pursues"),
            sky.SKY_APART: ("{} and {} are disengaged", "disengaged"),
            sky.SKY_TURNS: ("{} and {} are turning", "turning"),
            sky.SKY_FLEES_ON: ("{} goes on fleeing {}", "flees on"),
            sky.SKY_MISSES: ("{} and {} miss each other", "both miss"),
        }
        dice = ""
        facts: dict[str, Fact] = {}
        why: tuple[EventCause, ...] = ()
        if completing is not None:
            roll = rolls.completed(before, completing)
            facts = roll.facts()
            why = (causes.of_contest(roll, "CB-22.1"),)
            dice = f"{self._duel(before)}: {roll.text()}: "
        if what in texts:
            text, verdict = texts[what]
            words = text.format(self.plane(a), self.plane(b))
            if facts:
                facts |= _verdict([verdict])
            planes = self._planes_called(a, b)
            return Event("sky", dice + words, "CB-21.4", facts, pieces=planes, causes=why)
        if what == sky.SKY_WAITS:
            return Event("sky", f"{self.plane(a)} waits", "CB-22.11", pieces=self._planes_called(a))
        words = f"{self.plane(a)} leaves the fight{' damaged' if b else ''}"
        return Event("sky", words, "CB-23.12", pieces=self._planes_called(a))

    def over_words(self, p: Position) -> tuple[str, str, str]:
        """Why the battle is over: words, a short reason and the rule."""
        who = "It is a draw" if p.winner == 2 else f"{self.side(int(p.winner))} wins"
        if p.reason == st.BY_LOSS:
            return f"{who}: the other side has nobody left", "annihilation", "CB-5.16"
        if p.reason == st.BY_CONDITION:
            return f"{who}: {self.battle.conditions[p.condition].text}", "condition", "CB-24.3"
        if p.reason == st.BY_POINTS:
            score = f"{int(sky.points(p, 0))} points to {int(sky.points(p, 1))}"
            return f"{who}: {score}", "points", "CB-23.13"
        return f"{who}: {self.battle.otherwise}", "else", "CB-24.5"


def promising(brief: str, promise: str) -> str:
    """Words, and in brackets what they promise."""
    return f"{brief} ({promise})" if promise else brief


class BootsText(Text[Position]):
    """Speaks about the battles of one set of data files, each with a speaker of its own."""

    def __init__(self, game: HasNotation[Position], battle: Callable[[str], Battle]) -> None:
        super().__init__(game)
        self.battle = battle
        self._speakers: dict[str, Speaker] = {}

    def speaker(self, p: Position) -> Speaker:
        """Return the writer of texts about the battle of a position."""
        battle = self.battle(p.t.name)
        known = self._speakers.get(battle.key)
        if known is None or known.battle is not battle:
            known = self._speakers[battle.key] = Speaker(battle)
        return known

    def prompt(self, p: Position, seat: Seat) -> Prompt:
        rule = rule_of(p)
        actor = int(p.actor())
        speaker = self.speaker(p)
        if actor == CHANCE:
            return Prompt("The dice are rolled.", rule)
        if actor == OVER:
            return Prompt(speaker.over_words(p)[0], rule)
        if actor == seat:
            return Prompt(speaker.question(p), rule, more=PRICES.get(int(p.stage), ""))
        return Prompt(f"Waiting for {speaker.side(actor)}.", rule)

    def meaning(self, p: Position) -> str:
        """What the present choice is about."""
        return MEANINGS.get(int(p.stage), "")

    def _describe(self, p: Position, seat: Seat, action: int) -> str:  # noqa: ARG002
        return self.speaker(p).describe(p, action)

    def legal_entry(self, p: Position, seat: Seat, action: int) -> Legal:
        """Write an action and its data; the odds of an attack take time and are worked out once."""
        speaker = self.speaker(p)
        data = speaker.action_data(p, action)
        return Legal(
            action,
            self.game.notation.write_action(p, seat, action),
            promising(speaker.short_text(p, action), data.odds_text),
            speaker.bears(p, action),
            **msgspec.structs.asdict(data),
        )

    def tell(
        self, before: Position, seat: Seat, action: int, trace: Trace, after: Position
    ) -> list[Event]:
        return self.speaker(before).tell(before, seat, action, trace, after)

    def _why_not(self, p: Position, seat: Seat, action: int) -> IllegalAction:
        """The reason, as near to the rule as can be told; else the list of what is possible."""
        return refusal(self.speaker(p), p, seat, action) or super()._why_not(p, seat, action)

    def called(self, p: Position, seat: Seat, action: int) -> str:
        """With the name of the piece or place that it is about, where it is about one."""
        word = super().called(p, seat, action)
        kind, what = actions.split(action)
        if word == f"action {action}" or kind not in (*_WITH_UNIT, *actions.WITH_PLACE.values()):
            return word
        speaker = self.speaker(p)
        if kind in _WITH_UNIT:
            return f"{word} ({_WITH_UNIT[kind].format(speaker.unit(what))})"
        return f"{word} ({_OTHER_WORDS[kind].format(speaker.place(what))})"


def _spaced(pool: int) -> str:
    return " ".join(faces(pool))


def _verdict(results: list[str], *, harm: bool | None = None) -> dict[str, Fact]:
    """Return the short text of a roll's result, and whether it caused a loss."""
    harmed = {
        name: results.count(name) for name in ("destroyed", "damaged", "pinned") if name in results
    }
    if not harmed or len(results) == 1:
        text = results[0]
    elif len(harmed) == 1 and results.count(results[0]) == len(results):
        text = f"all {results[0]}"
    else:
        text = ", ".join(f"{count} {name}" for name, count in harmed.items())
    return {"verdict": text, "harm": bool(harmed) if harm is None else harm}


_SKY_WORDS = {
    menu.A_SHOOT: "{} fires at its target {}",
    menu.A_RUN: "{} makes a firing run at {}",
    menu.A_BREAK: "{} disengages from {}",
    menu.A_DODGE: "{} maneuvers against its pursuer {}",
    menu.A_CIRCLE: "{} maneuvers against {}, with whom it turns",
    menu.A_ONTO: "{} maneuvers on {}",
    menu.A_HEAD_ON: "{} attacks {} head-on",
    menu.A_WAIT: "{} waits",
    menu.A_LEAVE: "{} leaves the fight",
}
_ABOUT = {
    st.N_PLACED: "up",
    st.N_MOVES: "u",
    st.N_STEP: "upp",
    st.N_LOADED: "uu",
    st.N_UNLOADED: "uup",
    st.N_LEFT: "up",
    st.N_CALL: "-p",
    st.N_SPOTTED: "--p",
    st.N_BARRAGE: "-p",
    st.N_BARRAGE_ENDS: "-p",
    st.N_FIGHT: "p",
    st.N_REMOVED: "up",
    st.N_RETREAT: "-pp",
    st.N_CUT_OFF: "up",
    st.N_RALLY: "u",
    st.N_CONTROL: "p",
    st.N_PLANE_LEAVES: "a",
}
"""What the numbers of such news are, in order: u a unit, p a place, a an aircraft, - none of
these.
"""
_Say = Callable[[Speaker, int, int, int], str]
_UNIT_NEWS: dict[int, tuple[str, str, _Say]] = {
    st.N_PLACED: ("placed", "CB-24.1", lambda s, a, b, _: f"{s.unit(a)} is set up in {s.place(b)}"),
    st.N_MOVES: ("move", "CB-6.1", lambda s, a, _b, _c: f"{s.unit(a)} moves"),
    st.N_STEP: (
        "step",
        "CB-6.2",
        lambda s, a, b, c: f"{s.unit(a)} goes from {s.place(b)} to {s.place(c)}",
    ),
    st.N_LOADED: ("load", "CB-7.5", lambda s, a, b, _: f"{s.unit(a)} loads {s.unit(b)}"),
    st.N_UNLOADED: (
        "unload",
        "CB-7.6",
        lambda s, a, b, c: f"{s.unit(a)} unloads {s.unit(b)} in {s.place(c)}",
    ),
    st.N_LEFT: (
        "exit",
        "CB-6.18",
        lambda s, a, b, _: f"{s.unit(a)} leaves the board from {s.place(b)}",
    ),
    st.N_CALL: (
        "call",
        "CB-18.3",
        lambda s, a, b, _: f"The {s.battery(a)} is called on {s.place(b)}",
    ),
    st.N_SPOTTED: (
        "spotting",
        "CB-18.5",
        lambda s, _a, b, c: (
            f"The spotting round at {s.place(c)} rolls {b}, needed an odd number:"
            f" {'on target' if b % 2 else 'delayed'}"
        ),
    ),
    st.N_BARRAGE: (
        "barrage",
        "CB-18.9",
        lambda s, a, b, c: (
            f"The {s.battery(a)} {'fires for effect' if c else 'still fires'} at {s.place(b)}"
        ),
    ),
    st.N_BARRAGE_ENDS: (
        "lifted",
        "CB-18.12",
        lambda s, a, b, _: f"The fire of the {s.battery(a)} at {s.place(b)} ends",
    ),
    st.N_FIGHT: ("fight", "CB-15.1", lambda s, a, _b, _c: f"Hand-to-hand combat in {s.place(a)}"),
    st.N_REMOVED: (
        "removed",
        "CB-15.10",
        lambda s, a, b, _: f"{s.unit(a)} is lost in {s.place(b)}",
    ),
    st.N_RETREAT: (
        "retreat",
        "CB-15.15",
        lambda s, a, b, c: f"{s.side(a)} retreats from {s.place(b)} to {s.place(c)}",
    ),
    st.N_CUT_OFF: (
        "cut off",
        "CB-14.8",
        lambda s, a, b, _: f"{s.unit(a)} is cut off in {s.place(b)} and destroyed",
    ),
    st.N_RALLY: (
        "rally",
        "CB-19.3",
        lambda s, a, b, c: (
            f"{s.unit(a)} rolls {b}, needed {s.morale_of(a)} or less:"
            f" {'rallies' if c else 'stays pinned'}"
        ),
    ),
    st.N_PHASE: (
        "phase",
        "CB-5.12",
        lambda _s, _a, _b, _c: "The actions are over; close combat begins",
    ),
    st.N_CONTROL: ("control", "CB-24.2", lambda s, a, b, _: f"{s.side(b)} controls {s.place(a)}"),
    st.N_PLANE_LEAVES: (
        "plane leaves",
        "CB-20.8",
        lambda s, a, b, _: f"{s.plane(a)} leaves {'damaged' if b else 'the battle'}",
    ),
    st.N_TURN: ("turn", "CB-5.1", lambda s, a, b, _: f"Player turn {a}: {s.side(b)} is active"),
}
