"""Prompts, actions and events in plain words, each with who may see it."""

from __future__ import annotations

import msgspec

from dogfight.core.decision import acting
from dogfight.core.errors import IllegalAction
from dogfight.core.event import SEALED, Event, EventContext, Fact
from dogfight.core.parts import HasNotation, Text
from dogfight.core.position import Trace
from dogfight.core.seat import CLOCK, Seat
from dogfight.core.view import Prompt
from dogfight.games.paws import state as st
from dogfight.games.paws.action_data import section_name
from dogfight.games.paws.causes import SectionCauses, of_smoke
from dogfight.games.paws.data import SIDES, ZONE_NAMES
from dogfight.games.paws.meanings import MEANINGS, NIGHT_MEANINGS
from dogfight.games.paws.names import Names, seats_in
from dogfight.games.paws.position import (
    DROP,
    NOT_READY,
    PLACE,
    READY,
    START_OVER,
    TAKE_BACK,
    YES,
    Position,
)
from dogfight.games.paws.tables import ZONES
from dogfight.games.paws.view import known_seats

_ASKS = {
    st.SUN_PLACING: ("Place the {sun} on any zone but an enemy's PC.", "JP-3.7"),
    st.ACTION: ("Lay cards on your track, then say ready.", "JP-5.4"),
    st.DISCARDS: ("Discard what you do not want, then say done.", "JP-8.1"),
    st.EXTRA: ("Draw an extra card by the Moon, or stop.", "JP-16.5"),
    st.SUN_TARGET: ("Choose the team whose boards the {sun} goes to.", "JP-20.9"),
    st.MOON_OFFER: (
        "Look at the top of the deck of {turn} and choose what is scrapped, or decline.",
        "JP-16.8",
    ),
    st.PICK: ("Choose the next card of {turn} to scrap; {left} to go.", "JP-16.9"),
}
_DRAWS = {
    st.COIN: ("A coin picks the team that places the {sun}.", "JP-3.5"),
    st.DRAW: ("{turn} draws.", "JP-8.3"),
    st.EXTRA_DRAW: ("{turn} draws an extra card.", "JP-16.5"),
    st.LOOK: ("The top cards of the deck of {turn} are turned over for the shooter.", "JP-16.8"),
    st.SCRAP: ("{turn} scraps the top card of the deck.", "JP-14.9"),
}


class PawsText(Text[Position]):
    """Speaks with the names of one set of data files."""

    def __init__(self, game: HasNotation[Position], names: Names) -> None:
        super().__init__(game)
        self.names = names

    # --- prompts and actions
    # -----------------------------------------------------------------------

    def rule(self, p: Position) -> str:
        """The rule by which the game waits."""
        if p.phase == st.DRAW and p.round == 0:
            return "JP-3.10"
        if p.phase == st.SCRAP and p.then == st.SMOKE:
            return "JP-9.4"
        return {**_ASKS, **_DRAWS}.get(p.phase, ("", "JP-17.4"))[1]

    def prompt(self, p: Position, seat: Seat) -> Prompt:
        rule = self.rule(p)
        able, waiting = acting(self.game.decision(p)), seats_in(int(p.waiting()))
        if p.phase == st.OVER:
            return Prompt(self.ending(p), self.ending_rule(p))
        if p.phase in _DRAWS:
            return Prompt(self._fill(p, _DRAWS[p.phase][0]), rule)
        if p.phase == st.ACTION and seat in able and not waiting:
            return Prompt(
                "All are ready; until the lock you may still change your mind.", "JP-6.18"
            )
        if p.phase == st.ACTION and p.duty == seat // 2 and seat in able:
            return self._open_card_prompt(p, ready=seat not in waiting)
        if seat in waiting:
            return Prompt(self._fill(p, _ASKS[p.phase][0]), rule)
        if p.phase == st.ACTION and seat in able:
            return Prompt("You are ready; until the lock you may take cards back.", "JP-5.7")
        if seat in able:
            return Prompt(self._fill(p, _ASKS[p.phase][0]), "JP-3.9")
        names = ", ".join(self.names.titles[number] for number in waiting) or "the clock"
        return Prompt(f"Waiting for {names}.", rule)

    def _open_card_prompt(self, p: Position, *, ready: bool) -> Prompt:
        """[JP-19.4] [JP-19.11] What the solo player of three is asked: always one card open."""
        section = self._open_section(p)
        if ready and not section:
            return Prompt(
                "You are ready without a card: at the lock your oldest one is played open.",
                "JP-19.9",
            )
        if ready:
            return Prompt(
                "You are ready; until the lock you may take cards back, the open one last.",
                "JP-19.6",
            )
        if not section:
            text = "Put your first card open on your track, others face down, then say ready."
            return Prompt(
                text,
                "JP-19.11",
                more="All see the open card at once; the lock plays one if none lies there.",
            )
        return Prompt(
            f"Your open card lies on section {section}: put others face down, then say ready.",
            "JP-19.11",
        )

    @staticmethod
    def _open_section(p: Position) -> int:
        """The section on which the solo player's open card lies before the lock; 0 for none."""
        codes = [int(p.lies_open(2 * p.duty + role)) for role in (0, 1)]
        return next((int(st.section_in(code)) + 1 for code in codes if code != st.EMPTY), 0)

    def _fill(self, p: Position, text: str) -> str:
        turn = self.names.titles[p.turn] if "{turn}" in text else ""
        return text.format(sun=self.sun(p), turn=turn, left=p.left)

    @staticmethod
    def sun(p: Position) -> str:
        """[JP-0.9] [JP-1.6] The token is the Sun by day and the Moon by night."""
        return "Moon" if p.night else "Sun"

    def ending(self, p: Position) -> str:
        """[JP-17.4] [JP-17.5] How the game ended."""
        if p.flying:
            return f"{self._teams(p.flying)} win: no other team is flying."
        return f"{self._teams(p.fell_last)} fall together: a draw."

    @staticmethod
    def ending_rule(p: Position) -> str:
        return "JP-17.4" if p.flying else "JP-17.5"

    def _teams(self, mask: int) -> str:
        return " and ".join(
            name.capitalize() for n, name in enumerate(self.names.teams) if mask >> n & 1
        )

    def meaning(self, p: Position) -> str:
        """What the present choice is about."""
        night = NIGHT_MEANINGS.get(p.phase, "") if p.night else ""
        return self._fill(p, night or MEANINGS.get(p.phase, ""))

    def _describe(self, p: Position, seat: Seat, action: int) -> str:
        names = self.names
        if seat == CLOCK:
            return "The time is up"
        if p.phase == st.SUN_PLACING:
            return f"Place the {self.sun(p)} on {names.zone_words(action)}"
        if p.phase == st.SUN_TARGET:
            return f"Send the {self.sun(p)} to {names.teams[action].capitalize()}"
        if p.phase == st.ACTION:
            return self._describe_plan(action)
        if p.phase == st.DISCARDS:
            return (
                "Done with discarding"
                if action == READY
                else f"Set {self.card(action - DROP)} aside to discard"
            )
        if p.phase == st.EXTRA:
            return "Draw one extra card" if action == YES else "Draw no further card"
        if p.phase == st.MOON_OFFER:
            return (
                "Look at the cards and choose"
                if action == YES
                else "Decline the look; scrap the top cards"
            )
        if p.phase == st.COIN:
            return f"The coin picks {names.teams[action].capitalize()}"
        return f"Scrap {self.card(action)}" if p.phase == st.PICK else self.card(action)

    def _describe_plan(self, action: int) -> str:
        if action >= TAKE_BACK:
            return f"Take back {self.placement(action - TAKE_BACK)}"
        if action >= PLACE:
            return f"Put {self.placement(action - PLACE)}"
        return {START_OVER: "Take all your cards back", NOT_READY: "Not ready"}.get(action, "Ready")

    def card(self, kind: int) -> str:
        """A card as it is called at the table: Move Plane Left, Move Sun Team, Shoot PC."""
        card = self.names.data.cards[self.names.kinds[kind]]
        if card.family == "shoot":
            return f"Shoot {card.zone}"
        if card.family == "sun":
            return f"Move Sun {card.effect.title()}"
        halves = (
            card.own.title()
            if card.own == card.enemy
            else f"{card.own.title()}/{card.enemy.title()}"
        )
        return f"Move Plane {halves}"

    def placement(self, code: int) -> str:
        kind = int(st.kind_in(code))
        half = f", {SIDES[st.side_in(code)]} half up" if self.names.is_plane(kind) else ""
        face = ", open" if st.open_in(code) else ""
        return f"{self.card(kind)} on section {st.section_in(code) + 1}{half}{face}"

    # --- refusals
    # ----------------------------------------------------------------------------------

    def _why_not(self, position: Position, seat: Seat, action: int) -> IllegalAction:
        if position.phase == st.SUN_PLACING and 0 <= action < position.teams * ZONES:
            return IllegalAction(
                f"{self.names.zone_words(action)} is the PC of an enemy", rule="JP-3.7"
            )
        if position.phase == st.ACTION:
            reason = self._why_not_plan(position, seat, action)
            if reason is not None:
                return reason
        if position.phase == st.DISCARDS and 0 <= action - DROP < len(self.names.kinds):
            return IllegalAction(
                f"there is no {self.names.kinds[action - DROP]} in your hand", rule="JP-8.1"
            )
        return super()._why_not(position, seat, action)

    def why_not_at(self, position: Position, seat: Seat, place: str) -> IllegalAction | None:
        """Why nothing can be done at a zone or a section of a track."""
        team, _, spot = place.partition(".")
        if position.phase != st.ACTION or team not in self.names.teams:
            return None
        if not spot.isdecimal():
            text = (
                "a zone is aimed at with a Shoot card, or left with a Move Plane card, laid on a"
                " section"
            )
            return IllegalAction(text, rule="JP-14.1")
        if self.names.teams.index(team) != seat // 2:
            return IllegalAction(
                f"that is the track of {team.capitalize()}; cards go on your own", rule="JP-5.4"
            )
        if position.ready >> seat & 1:
            return IllegalAction(
                "you are ready; take a card back or start over first", rule="JP-5.15"
            )
        return IllegalAction(
            f"choose a card of your hand first; then it is laid on section {spot}", rule="JP-5.4"
        )

    def _why_not_plan(self, position: Position, seat: Seat, action: int) -> IllegalAction | None:
        """Why a placement, or taking one back, is refused."""
        if action in (START_OVER, NOT_READY):
            return self._why_not_again(position, seat, action)
        code = action - (TAKE_BACK if action >= TAKE_BACK else PLACE)
        kind = int(st.kind_in(code))
        if action < PLACE or kind >= len(self.names.kinds):
            return None
        name = self.names.kinds[kind]
        if action >= TAKE_BACK:
            if position.lies_open(seat) == code:
                return IllegalAction(_STAYS_OPEN, rule="JP-19.6")
            return IllegalAction(f"no such {name} of yours is on the track", rule="JP-5.8")
        if position.ready >> seat & 1:
            return IllegalAction(
                "you are ready; take a card back or start over first", rule="JP-5.15"
            )
        if not position.held_kinds[seat] >> kind & 1:
            return IllegalAction(f"there is no {name} in your hand", rule="JP-5.4")
        if st.section_in(code) >= position.t.sections:
            return IllegalAction(
                f"expected a section from 1 to {position.t.sections}", rule="JP-1.2"
            )
        if bool(st.open_in(code)) != position.next_is_open(seat):
            return self._why_not_face(position, seat, code)
        return IllegalAction(f"{name} has no second half", rule="JP-5.11")

    def _why_not_face(self, position: Position, seat: Seat, code: int) -> IllegalAction:
        """[JP-19.7] [JP-19.11] Why a card may not lie open, or must."""
        if not st.open_in(code):
            word = self.names.code(
                int(st.code_of(st.kind_in(code), st.section_in(code), st.side_in(code), 1))
            )
            return IllegalAction(
                f"the first card that you lay in a round lies open: {word}", rule="JP-19.11"
            )
        if position.duty != seat // 2:
            return IllegalAction(
                "only the solo player of three lays an open card, and only one", rule="JP-19.7"
            )
        text = f"your open card lies on section {self._open_section(position)}; only one does"
        return IllegalAction(text, rule="JP-19.7")

    def _why_not_again(self, position: Position, seat: Seat, action: int) -> IllegalAction:
        if action == START_OVER and position.ready >> seat & 1:
            return IllegalAction(_STAYS_OPEN, rule="JP-19.12")
        return IllegalAction(
            "you have not said that you are ready",
            rule="JP-6.18" if action == NOT_READY else "JP-5.7",
        )

    # --- events
    # ------------------------------------------------------------------------------------

    def tell(
        self, before: Position, seat: Seat, action: int, trace: Trace, after: Position
    ) -> list[Event]:
        """The news of one action; hidden fronts go to their owner only."""
        events: list[Event] = [self._time_up(before)] if seat == CLOCK else []
        if before.phase == st.DISCARDS and seat >= 0 and action != READY:
            text = f"{self.names.titles[seat]} sets {self.card(action - DROP)} aside."
            events.append(Event(SEALED, text, "JP-8.1", seen_by=self._owner(after, seat)))
        if before.phase == st.EXTRA and seat >= 0:
            text = (
                f"{self.names.titles[seat]}"
                f" {'draws one more' if action == YES else 'stops drawing'}."
            )
            events.append(Event(SEALED, text, "JP-16.5", seen_by=self._owner(after, seat)))
        causes = SectionCauses(self.names, before, trace)
        for n, (kind, a, b, c, d) in enumerate(trace.items):
            reported = self._event(after, kind, a, b, c, d)
            if kind == st.N_HIT:
                there = causes.places_of(a, seat=b)
                reported = [_also_at(reported[0].because(*causes.of_hit(a, b, c)), there)]
            elif kind == st.N_SHOT:
                there = causes.places_of(a, code=b)
                reported = [_also_at(reported[0].because(causes.of_miss(n, a, b)), there)]
            elif kind == st.N_SMOKE_DAMAGE:
                reported = [reported[0].because(of_smoke(b))]
            causes.follow(kind, a, b, c)
            events += reported
        return events

    def _time_up(self, before: Position) -> Event:
        """[JP-5.13] [JP-6.15] The clock has ended the phase; who had not answered is known to
        all.
        """
        if before.phase == st.ACTION:
            return Event("time_up", "Time is up.", "JP-5.13")
        silent = [n for n in range(len(self.names.seats)) if before.waiting() >> n & 1]
        text = f"Time ran out for {' and '.join(self.names.titles[n] for n in silent)}."
        return Event("time_up", text, "JP-6.15", {"seats": [self.names.seats[n] for n in silent]})

    def _owner(self, p: Position, seat: int) -> tuple[Seat, ...]:
        known = known_seats(p, seat)
        return tuple(index for index in range(p.seats) if known >> index & 1)

    def _event(self, p: Position, kind: int, a: int, b: int, c: int, d: int) -> list[Event]:
        if kind in (st.N_PLACED, st.N_TAKEN_BACK):
            return self._track_events(p, kind, a, b)
        if kind in _SECRETS:
            return self._card_events(p, kind, a, b, c)
        return [self._public(p, kind, a, b, c, d)]

    def _track_events(self, p: Position, kind: int, seat: int, code: int) -> list[Event]:
        """[JP-5.12] [JP-6.13] [JP-19.5] All see that a card comes or goes; its front, if it is
        open.
        """
        verb = "puts" if kind == st.N_PLACED else "takes back"
        who, section = self.names.seats[seat], st.section_in(code) + 1
        about = self._on_track(seat // 2, int(st.section_in(code)), seat)
        called = self.names.titles[seat]
        full = f"{called} {verb} {self.placement(code)}."
        if st.open_in(code):
            return [
                Event(
                    SEALED, full, "JP-19.5", {"seat": who, "placed": self.names.code(code)}, **about
                )
            ]
        owner = self._owner(p, seat)
        others = f"{called} {verb} a card on section {section}."
        return [
            Event(
                SEALED,
                others,
                "JP-5.12",
                {"seat": who, "section": int(section)},
                hidden_from=owner,
                **about,
            ),
            Event(
                SEALED,
                full,
                "JP-5.4",
                {"seat": who, "placed": self.names.code(code)},
                owner,
                **about,
            ),
        ]

    def _on_track(self, team: int, section: int, *seats: int) -> EventContext:
        """A section of a team's track, and who acts there, as boards call them."""
        who = tuple(self.names.seats[seat] for seat in seats)
        return {"places": (section_name(self.names, team, section),), "pieces": who}

    def _card_events(self, p: Position, kind: int, a: int, b: int, c: int) -> list[Event]:
        """[JP-4.2] A card moves unseen: everybody hears of it, its owner sees the front."""
        name, verb, rule = _SECRETS[kind]
        seat, called, owner = self.names.seats[a], self.names.titles[a], self._owner(p, a)
        if kind == st.N_LOOKED:
            text = f"{called} sees {self.card(c)} in the deck of {self.names.titles[b]}."
            return [
                Event(
                    name,
                    f"{called} looks at a card in the deck of {self.names.titles[b]}.",
                    rule,
                    hidden_from=owner,
                ),
                Event(name, text, rule, seen_by=owner),
            ]
        card = int(st.kind_in(b)) if kind == st.N_LOST else b
        if kind == st.N_LOST and st.open_in(b):
            return [Event(name, f"{called} loses {self.card(card)} in a collision.", rule)]
        return [
            Event(name, f"{called} {verb} a card.", rule, {"seat": seat}, hidden_from=owner),
            Event(
                name,
                f"{called} {verb} {self.card(card)}.",
                rule,
                {"seat": seat, "card": self.names.kinds[card]},
                owner,
            ),
        ]

    def _public(self, p: Position, kind: int, a: int, b: int, c: int, d: int) -> Event:
        return self._setup_news(p, kind, a, b, c) or self._battle_news(p, kind, a, b, c, d)

    def _setup_news(self, p: Position, kind: int, a: int, b: int, c: int) -> Event | None:
        """News of setup, planning and refilling."""
        names, sun = self.names, self.sun(p)
        if kind == st.N_COIN:
            team = names.teams[a]
            return Event(
                "coin",
                f"The coin picks {team.capitalize()} to place the {sun}.",
                "JP-3.5",
                {"team": team},
            )
        if kind == st.N_SUN_PLACED:
            team, zone = names.teams[a], names.place(b)
            text = f"{team.capitalize()} place the {sun} on {names.zone_words(b)}."
            return Event("sun", text, "JP-3.7", {"team": team, "zone": zone}, places=(zone,))
        if kind == st.N_READY:
            return Event(
                SEALED, f"{names.titles[a]} is ready.", "JP-5.15", {"seat": names.seats[a]}
            )
        if kind == st.N_NOT_READY:
            return Event(
                SEALED, f"{names.titles[a]} is not ready.", "JP-6.18", {"seat": names.seats[a]}
            )
        if kind == st.N_SEALED:
            return Event(
                SEALED, f"{names.titles[a]} has decided.", self.rule(p), {"seat": names.seats[a]}
            )
        if kind == st.N_ROUND:
            return Event("round", f"Round {a} begins.", "JP-3.11", {"round": a})
        if kind == st.N_LOCKED:
            return Event("lock", "The Action Phase locks.", "JP-5.13", {"round": a})
        if kind == st.N_FORCED:
            text = f"{names.titles[a]} has to play {self.card(b)}, open, on section 1."
            return Event(
                "forced",
                text,
                "JP-19.9",
                {"seat": names.seats[a], "card": names.kinds[b]},
                **self._on_track(a // 2, 0, a),
            )
        if kind == st.N_COLLISION:
            team = names.teams[a]
            text = f"{team.capitalize()} lose {c} cards on section {b + 1}."
            facts: dict[str, Fact] = {"team": team, "section": b + 1, "cards": c}
            return Event("collision", text, "JP-7.2", facts, **self._on_track(a, b))
        if kind == st.N_TURNED_UP:
            team = names.teams[a]
            text = f"{team.capitalize()} turn up {self.placement(c // 2)}."
            return Event(
                "turned_up",
                text,
                "JP-19.8",
                {"team": team, "section": b + 1},
                **self._on_track(a, b),
            )
        if kind == st.N_DISCARDED:
            return Event(
                "discard",
                f"{names.titles[a]} discards {b}.",
                "JP-8.1",
                {"seat": names.seats[a], "cards": b},
            )
        if kind == st.N_EXTRA:
            who = [n for n in range(len(names.seats)) if a >> n & 1]
            text = (
                f"An extra card by the Moon: {', '.join(names.titles[n] for n in who) or 'nobody'}."
            )
            return Event("extra", text, "JP-16.3", {"seats": [names.seats[n] for n in who]})
        return None

    def _battle_news(self, p: Position, kind: int, a: int, b: int, c: int, d: int) -> Event:
        """News of repairs, sections and the end."""
        seats, titles = self.names.seats, self.names.titles
        if kind == st.N_OUT_OF_CARDS:
            return Event(
                "out_of_cards", f"{titles[a]} lacks a card.", "JP-17.1", {"seat": seats[a]}
            )
        if kind == st.N_REPAIRING:
            text = f"{titles[a]} repairs and shuffles {b} discards in."
            return Event("repair", text, "JP-9.2", {"seat": seats[a], "cards": b})
        if kind == st.N_SMOKE_DAMAGE:
            text = f"Smoke costs {titles[a]} {b} cards."
            return Event("smoke_damage", text, "JP-9.4", {"seat": seats[a], "damage": b})
        if kind == st.N_SHOT:
            card = int(st.kind_in(b))
            facts: dict[str, Fact] = {"seat": seats[a], "card": self.names.kinds[card]}
            about = self._on_track(a // 2, int(st.section_in(b)), a)
            return Event("shot", f"{titles[a]} fires {self.card(card)}.", "JP-14.1", facts, **about)
        if kind == st.N_HIT:
            text = f"{titles[a]} hits {titles[b]} for {c} on section {d + 1}."
            facts = {"shooter": seats[a], "seat": seats[b], "damage": c, "section": d + 1}
            return Event("hit", text, "JP-14.3", facts, **self._on_track(a // 2, d, a, b))
        if kind == st.N_DECLINED:
            return Event(
                "declined", f"{titles[a]} declines the look.", "JP-16.13", {"shooter": seats[a]}
            )
        if kind == st.N_SHUFFLED:
            return Event(
                "shuffle", f"The deck of {titles[a]} is shuffled.", "JP-16.10", {"seat": seats[a]}
            )
        return self._token_news(p, kind, a, b, c)

    def _token_news(self, p: Position, kind: int, a: int, b: int, c: int) -> Event:
        """News of cards turned over, of tokens that moved, and of teams."""
        names = self.names
        facts: dict[str, Fact]
        if kind == st.N_REVEALED:
            text = f"{names.titles[a]} reveals {self.placement(b)}."
            about = self._on_track(a // 2, int(st.section_in(b)), a)
            facts = {
                "seat": names.seats[a],
                "section": int(st.section_in(b)) + 1,
                "card": names.kinds[st.kind_in(b)],
            }
            if names.is_plane(int(st.kind_in(b))):
                facts["side"] = SIDES[st.side_in(b)]
            return Event("reveal", text, "JP-10.2", facts, **about)
        if kind == st.N_SUN_MOVED:
            zone = names.place(b)
            return Event(
                "sun",
                f"The {self.sun(p)} is on {names.zone_words(b)}.",
                "JP-13.1",
                {"zone": zone},
                places=(zone,),
            )
        if kind == st.N_PLANE_MOVED:
            plane, zone = f"{names.teams[a]}@{names.teams[b]}", ZONE_NAMES[c]
            facts = {"plane": plane, "zone": zone}
            there = f"{names.teams[b]}.{zone}"
            text = f"{names.teams[a].capitalize()} fly on {zone} of {names.teams[b].capitalize()}."
            return Event("plane", text, "JP-12.2", facts, places=(there,), pieces=(plane,))
        if kind == st.N_FELL:
            return Event(
                "fell",
                f"{names.teams[a].capitalize()} are shot down.",
                "JP-17.1",
                {"team": names.teams[a]},
            )
        if kind == st.N_SMOKES:
            text = f"The track of {names.teams[a].capitalize()} shows smoke."
            return Event("smoke", text, "JP-11.2", {"team": names.teams[a]})
        return Event("over", self.ending(p), self.ending_rule(p))


def _also_at(event: Event, places: tuple[str, ...]) -> Event:
    """The event with more places that it is about."""
    return msgspec.structs.replace(event, places=(*event.places, *places))


_STAYS_OPEN = (
    "cards of yours lie face down; take those back first, or lay another card open in its place"
)
_SECRETS = {
    st.N_DREW: ("draw", "draws", "JP-8.3"),
    st.N_LOST: ("lost", "loses in a collision", "JP-7.4"),
    st.N_SCRAPPED: ("scrap", "scraps", "JP-14.9"),
    st.N_LOOKED: ("look", "looks at", "JP-16.8"),
}
