"""Prompts, actions and events in plain words."""

from __future__ import annotations

from dogfight.core.decision import owing
from dogfight.core.errors import IllegalAction
from dogfight.core.event import SEALED as SEALED_KIND
from dogfight.core.event import Event, EventCause, Fact
from dogfight.core.parts import HasNotation, Text
from dogfight.core.position import Trace
from dogfight.core.seat import CHANCE, Seat
from dogfight.core.view import Prompt
from dogfight.games.biplanes import state as st
from dogfight.games.biplanes import tables
from dogfight.games.biplanes.aids import landing, piece_name, space_of, way_of
from dogfight.games.biplanes.causes import ShotCauses
from dogfight.games.biplanes.data import MAL_IDS, MODES, Data
from dogfight.games.biplanes.meanings import meaning_of, plane_text, stand_apart
from dogfight.games.biplanes.names import commitment_word, kind_word
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.refusals import why_not_planned
from dogfight.games.biplanes.rules.damage import is_down
from dogfight.games.biplanes.rules.escort import mal_steps
from dogfight.games.biplanes.rules.rescue import stays_landed

RULES = {
    st.PLACE: "BD-22.2",
    st.PICK: "BD-19.12",
    st.START: "BD-2.4",
    st.DEAL: "BD-2.7",
    st.SLOT: "BD-25.7",
    st.OBJECTIVE: "BD-23.4",
    st.MULLIGAN: "BD-2.9",
    st.REDRAW: "BD-2.9",
    st.PLAN: "BD-4.1",
    st.SHOW: "BD-18.4",
    st.ANSWER: "BD-18.4",
    st.TARGET: "BD-24.18",
    st.LOSE: "BD-17.4",
    st.LOSE_BAG: "BD-17.5",
    st.REMOVE: "BD-19.8",
    st.BOT_DRAW: "BD-25.11",
    st.TOSS: "BD-25.16",
    st.ENDED: "BD-11.1",
}
"""The rule by which each phase asks."""

_ASKS = {
    st.PLACE: "A tile is laid on the next site spot.",
    st.PICK: "Pick a biplane.",
    st.START: "Choose where you start; the other side gets the other space.",
    st.DEAL: "Tiles are drawn.",
    st.SLOT: "The bot's left slot is filled.",
    st.OBJECTIVE: "The rescuer draws an Objective tile.",
    st.MULLIGAN: "Swap tiles: set aside any you do not want, then keep the rest.",
    st.REDRAW: "Tiles set aside are replaced.",
    st.PLAN: "Choose your tile; nobody sees it yet.",
    st.SHOW: "White is close behind: choose a tile and show it.",
    st.ANSWER: "You have seen their tile: choose yours.",
    st.TARGET: "Choose which of the two takes the odd hit.",
    st.LOSE: "You were hit: put away one tile, face down.",
    st.LOSE_BAG: "A tile is lost out of the bag.",
    st.REMOVE: "Tiles are taken out of black's bag.",
    st.BOT_DRAW: "The bot draws a tile.",
    st.TOSS: "The bot's 3 is tossed.",
}

_TAKES_ALL = "Choose which of the two takes all the hits."
_MULLIGAN = {st.DONE: "keep the rest", st.NOTHING: "exchange nothing"}
_ENDINGS = {
    st.SHOT_DOWN: {
        tables.DOGFIGHT: ("BD-11.1", "BD-11.1", "BD-11.1"),
        tables.ESPIONAGE: ("BD-21.10", "BD-21.10", "BD-21.10"),
        tables.BOMBING: ("BD-22.7", "BD-22.8", "BD-22.9"),
        tables.RESCUE: ("BD-23.19", "BD-23.20", "BD-23.19"),  # or as `_shot_down_rule` says
        tables.ESCORT: ("BD-24.23", "BD-24.24", "BD-24.25"),
    },
    st.TIME: {
        tables.DOGFIGHT: ("BD-11.2", "BD-11.2", "BD-11.3"),
        tables.ESCORT: ("BD-24.26", "BD-24.26", "BD-24.26"),
    },
    st.EXITED: {tables.RESCUE: ("BD-23.18", "BD-23.18", "BD-23.18")},
}
"""The rules of endings that a mode has of its own, if p1 wins, if p2 wins, and of a draw."""
_ANY_MODE = {st.TIME: "BD-19.5", st.EXITED: "BD-20.7", st.CRASHED: "BD-19.10"}


def asked_rule(position: Position) -> str:
    """The rule by which a position asks, draws or is over."""
    phase = int(position.phase)
    return "BD-24.29" if phase == st.TARGET and stand_apart(position) else RULES[phase]


def ending(position: Position) -> tuple[str, str]:
    """Rule and words of a finished game."""
    outcome, why = int(position.outcome()), int(position.why())
    of_mode = _ENDINGS.get(why, {}).get(int(position.setup.mode))
    rule = _ANY_MODE[why] if of_mode is None else of_mode[0 if outcome == st.MAJOR else outcome]
    if why == st.SHOT_DOWN:
        rule = _shot_down_rule(position, rule)
        if outcome == st.FOR_P2 and rule == _DEFENDER_DOWN:
            return (
                rule,
                (
                    f"Nobody was rescued, so {side_name(position, 1).lower()} wins although it is"
                    " shot down."
                ),
            )
    if outcome == st.DRAWN:
        return rule, f"A draw{_how_drawn(position, why)}."
    number = 1 if outcome == st.FOR_P2 else 0
    grade = " a major victory" if outcome == st.MAJOR else ""
    return rule, f"{side_name(position, number)} wins{grade}{_how_won(position, why, number)}."


def _how_won(position: Position, why: int, winner: int) -> str:
    """How a side won, to follow `Blue wins`."""
    loser = side_name(position, 1 - winner).lower()
    if why == st.TIME:
        if position.setup.mode == tables.DOGFIGHT:
            return f" on fewer hits after {_turns(position)} turns"
        return f": the mission failed in {int(position.setup.limit)} rounds"
    if why == st.EXITED:
        return ": it has left the board"
    return f": {loser} {'has crashed' if why == st.CRASHED else 'is shot down'}"


def _how_drawn(position: Position, why: int) -> str:
    """How nobody won, to follow `A draw`."""
    if why == st.TIME:
        return f" with equal hits after {_turns(position)} turns"
    return _DRAWN_IN.get(int(position.setup.mode), "")


_DRAWN_IN = {
    tables.BOMBING: ": four factories are gone, and so is the bomber",
    tables.RESCUE: ": one person is rescued",
    tables.ESCORT: ": both are shot down",
}
"""How a game of each mode is drawn before its time, to follow `A draw`."""


def _turns(position: Position) -> int:
    """[BD-11.2] The turns of a whole game."""
    return int(position.setup.limit) * int(st.ROUND_TURNS)


_DEFENDER_DOWN = "BD-23.19"


def _shot_down_rule(position: Position, rule: str) -> str:
    """[BD-23.19] [BD-25.23] The rule of a rescue goes by who is down; a solo player who is shot
    down has lost.
    """
    mode = position.setup.mode
    if mode == tables.RESCUE and is_down(position, 1):
        return _DEFENDER_DOWN
    return "BD-25.23" if position.setup.solo and mode != tables.ESCORT else rule


def side_name(position: Position, who: int) -> str:
    """A biplane by its colour; before it has one, by its side."""
    if who == st.MAL:
        return "The malfunctioning biplane"
    tiles = position.plane(who).tiles
    return f"Player {who + 1}" if tiles.colour == tables.NOBODY else tiles.name.capitalize()


# --- actions -----------------------------------------------------------------------------------


def pick_words(position: Position, colour: int) -> str:
    """Which biplane is picked, and in solo play for whom."""
    name = position.setup.sets[colour].name
    bot = position.setup.solo and position.p1.tiles.colour != tables.NOBODY
    return f"let the bot fly {name}" if bot else f"fly {name}"


def describe_outcome(position: Position, outcome: int) -> str:
    if position.phase == st.TOSS:
        return "the loop face comes up" if outcome else "the straight face comes up"
    return f"number {outcome}" if position.draws_numbers() else f"{tile(outcome)} is drawn"


def tile(kind: int) -> str:
    hits = kind & 3
    return (
        f"{kind >> 2} with {'no hits' if hits == 0 else '1 hit' if hits == 1 else f'{hits} hits'}"
    )


def describe_way(data: Data, position: Position, seat: Seat, action: int) -> str:
    """How the tile of a commitment is flown, without the tile: `around the loop to m7`, `fly on
    to m3, hold fire`.
    """
    return ", ".join(
        [_flight(data, position, seat, action, "fly on to"), *_besides(position, action)]
    )


def _flight(data: Data, position: Position, seat: Seat, action: int, plainly: str) -> str:
    how = (
        "around the loop to"
        if action & tables.LOOP
        else "by the exit path to"
        if action & tables.EXIT
        else plainly
    )
    return f"{how} {data.space_ids(position.board.name)[landing(position, seat, action)]}"


def _besides(position: Position, action: int) -> list[str]:
    """What else a commitment holds: the other biplane of an escort, and fire held back."""
    parts = []
    if action >= tables.MAL_UNIT:
        away = ", by the exit path" if action & tables.MAL_EXIT else ""
        number = ((action >> 8) & 7) - 1
        parts.append(
            f"malfunctioning biplane {MAL_IDS[number]}: {mal_steps(position, action)} steps{away}"
        )
    return [*parts, "hold fire"] if action & tables.HOLD else parts


def bears(data: Data, position: Position, seat: Seat, action: int) -> tuple[str, ...]:
    """[BD-9.1] [BD-9.3] The spaces that a tile's guns could hit from where it lands, by colour
    and range.
    """
    plane = position.plane(seat)
    planning = st.PLAN <= position.phase <= st.ANSWER
    if (
        not planning
        or action & tables.KIND_BITS == tables.NO_TILE
        or not action & 3
        or action & tables.HOLD
        or plane.jammed
    ):
        return ()
    if seat == 0 and (position.setup.solo or not position.setup.armed):
        return ()  # [BD-21.8] [BD-25.22]
    m = position.mission
    if seat == 0 and m is not None and stays_landed(m, action):
        return ()  # [BD-23.17]
    board, here = position.board, landing(position, seat, action)
    ids = data.space_ids(board.name)
    return tuple(
        ids[there]
        for there in range(board.width)
        if 0 < board.fire(here, there) <= plane.tiles.aid_range
    )


# --- events ------------------------------------------------------------------------------------


def _tiles(number: int) -> str:
    return "1 tile" if number == 1 else f"{number} tiles"


class Teller:
    """Turns the news of one action into events."""

    def __init__(self, data: Data, before: Position, position: Position, trace: Trace) -> None:
        self.position = position
        names = tuple(side_name(position, who) for who in (0, 1, st.MAL))
        self.news, self.causes = trace, ShotCauses(data, before, position, trace, names)
        self.data = data
        self.ids = data.space_ids(position.board.name)
        self.events: list[Event] = []

    def say(
        self,
        kind: str,
        text: str,
        rule: str,
        facts: dict[str, Fact],
        only: tuple[Seat, ...] | None = None,
        unless: tuple[Seat, ...] = (),
        causes: tuple[EventCause, ...] = (),
    ) -> None:
        whom = [int(facts[key]) for key in ("who", "target") if key in facts]  # type: ignore[arg-type]
        texts = [str(facts[key]) for key in ("from", "to", "at") if key in facts]
        places = texts or [space_of(self.data, self.position, who) for who in whom]
        names = tuple(name for who in whom if (name := piece_name(self.position, who)))
        self.events.append(
            Event(kind, text, rule, facts, only, unless, tuple(filter(None, places)), names, causes)
        )

    def name(self, who: int) -> str:
        return side_name(self.position, who)

    def tell(self) -> list[Event]:
        for kind, a, b, c, _ in self.news.items:
            if kind in _SIMPLE:
                word, text, rule = _SIMPLE[kind]
                self.say(word, text.format(self.name(a)), rule, {"who": a})
            elif kind in _AT_SPACE:
                word, text, rule = _AT_SPACE[kind]
                self.say(word, text.format(self.ids[a], b), rule, {"at": self.ids[a], "number": b})
            elif kind in _OWN_TILE:
                self.own_tile(kind, a, b)
            elif kind in _TILES:
                word, text, rule = _TILES[kind]
                self.say(word, text.format(kind_word(a), b), rule, {"tile": kind_word(a)})
            else:
                self.other(kind, a, b, c)
        self.explain_silence()
        return self.events

    def explain_silence(self) -> None:
        """Add to the last flight of a turn why nobody shot after it."""
        silence = self.causes.of_silence()
        flights = [n for n, event in enumerate(self.events) if event.kind == "moved"]
        if silence is not None and flights:
            self.events[flights[-1]] = self.events[flights[-1]].because(silence)

    def own_tile(self, kind: int, seat: int, tile_kind: int) -> None:
        """A tile its owner sees; everybody else only sees that it happened."""
        word, own, others, rule = _OWN_TILE[kind]
        self.say(
            word,
            own.format(self.name(seat), tile(tile_kind)),
            rule,
            {"tile": kind_word(tile_kind)},
            (seat,),
        )
        if others:
            self.say(word, others.format(self.name(seat)), rule, {"who": seat}, unless=(seat,))

    def other(self, kind: int, a: int, b: int, c: int) -> None:
        if kind in (st.REVEALED, st.SHOWN):
            verb = "shows" if kind == st.SHOWN else "plays"
            rule = "BD-18.4" if kind == st.SHOWN else "BD-4.6"
            facts: dict[str, Fact] = {"who": a, "tile": commitment_word(b), "way": way_of(b)}
            if b & tables.KIND_BITS != tables.NO_TILE:
                facts["piece"] = kind_word(b & tables.KIND_BITS)
            self.say("played", f"{self.name(a)} {verb} {commitment_word(b)}.", rule, facts)
        elif kind == st.MOVED:
            start, end = self.ids[b], self.ids[c]
            self.say(
                "moved",
                f"{self.name(a)}: {start} to {end}.",
                "BD-5.1",
                {"who": a, "from": start, "to": end},
            )
        elif kind == st.SHOT:
            hits = "1 hit" if c == 1 else f"{c} hits"
            text = f"{self.name(a)} shoots at {self.name(b).lower()}: {hits}."
            facts = {"who": a, "target": b, "hits": c}
            self.say("shot", text, "BD-9.4", facts, causes=(self.causes.of_hit(a, b, c),))
        elif kind == st.PHOTO:
            done = "the site is turned to one camera" if b else "the site is removed"
            self.say(
                "photo",
                f"A photo at {self.ids[a]}: {done}.",
                "BD-21.5",
                {"at": self.ids[a], "cameras": b},
            )
        elif kind == st.TOOK_OFF:
            done = f"the person at airfield {b} is rescued" if b else "nobody is rescued"
            self.say(
                "took_off",
                f"Take-off from {self.ids[a]}: {done}.",
                "BD-23.9",
                {"at": self.ids[a], "number": b},
            )
        elif kind == st.DREW_ALL:
            self.say(
                "drew",
                f"{self.name(a)} empties its bag: {_tiles(b)}.",
                "BD-10.6",
                {"who": a, "tiles": b},
            )
        elif kind == st.NEW_OBJECTIVE:
            self.say(
                "objective",
                f"The rescuer's new objective is airfield {a}.",
                "BD-23.5",
                {"number": a},
                (0,),
            )
            self.say(
                "objective", "The rescuer draws an Objective tile.", "BD-23.5", {}, unless=(0,)
            )
        elif kind == st.EXCHANGED:
            self.say(
                "mulligan",
                f"{self.name(a)} exchanges {_tiles(b)}.",
                "BD-2.9",
                {"who": a, "tiles": b},
            )
        elif kind == st.ENDING:
            rule, text = ending(self.position)
            self.say("over", text, rule, {"outcome": a, "why": b})
        else:
            self.table_news(kind, a, b)

    def table_news(self, kind: int, a: int, b: int) -> None:
        if kind == st.PICKED:
            plane = self.position.setup.sets[b].name
            self.say(
                "picked", f"Player {a + 1} flies {plane}.", "BD-19.12", {"who": a, "plane": plane}
            )
        elif kind == st.STARTED:
            text = (
                f"{self.name(0)} starts on {self.ids[a]}, {self.name(1).lower()} on {self.ids[b]}."
            )
            self.say("started", text, "BD-2.4", {"p1": self.ids[a], "p2": self.ids[b]})
        elif kind == st.ROUND:
            self.say("round", f"Round {a} begins.", "BD-10.2", {"round": a})
        elif kind == st.RETURNED:
            if self.position.setup.solo:
                self.say("returned", _SOLO_RETURN, "BD-25.24", {})
            else:
                self.say("returned", "All tiles go back into the bags.", "BD-19.6", {})
        elif kind == st.TOSSED:
            face = "loop" if a else "straight"
            self.say("tossed", f"The toss says {face}.", "BD-25.16", {"face": face})
        elif kind == st.REFILLED:
            self.say(
                "refilled", f"The bot's bag is refilled with {a} tiles.", "BD-25.20", {"tiles": a}
            )
        else:
            raise AssertionError(f"news of kind {kind} in {MODES[self.position.setup.mode]}")


_SOLO_RETURN = "All tiles go back into the bags, the bot's too; its first tile is drawn anew."
_SIMPLE = {
    st.SEALED: (SEALED_KIND, "{} has made its choice.", "BD-4.1"),
    st.WENT_DOWN: ("down", "{} is shot down.", "BD-9.6"),
    st.JAMMED: ("jammed", "{}'s gun jams.", "BD-16.1"),
    st.UNJAMMED: ("unjammed", "{}'s gun is free again.", "BD-16.4"),
    st.CRASH: ("crash", "{} crashes.", "BD-19.10"),
    st.LEFT_BOARD: ("left", "{} leaves the board.", "BD-20.7"),
}
_AT_SPACE = {
    st.BOMBED: ("bombed", "The factory at {} is destroyed, number {}.", "BD-22.5"),
    st.LANDED: ("landed", "The rescuer lands at {}.", "BD-23.6"),
    st.ABORTED: ("aborted", "The rescuer aborts at {}.", "BD-23.12"),
    st.PLACED: ("placed", "At {} lies number {}.", "BD-22.2"),
}
_OWN_TILE = {
    st.DREW: ("drew", "{} draws {}.", "{} draws a tile.", "BD-2.7"),
    st.LOST: ("lost", "{} loses {}.", "{} loses a tile.", "BD-17.3"),
    st.SET_ASIDE: ("aside", "{} sets aside {}.", "", "BD-2.9"),
}
_TILES = {
    st.BOT_DREW: ("bot_drew", "The bot draws {}.", "BD-25.11"),
    st.BOT_CHOSE: ("bot_chose", "The bot plays {}.", "BD-25.11"),
    st.LEFT_SLOT: ("slot", "The bot's left slot shows {}.", "BD-25.7"),
}


class BiplanesText(Text[Position]):
    """Speaks with the names of one set of data files."""

    def __init__(self, game: HasNotation[Position], data: Data) -> None:
        super().__init__(game)
        self.data = data

    def prompt(self, position: Position, seat: Seat) -> Prompt:
        """What this seat should do now, or whom it waits for."""
        phase = int(position.phase)
        if phase == st.ENDED:
            rule, text = ending(position)
            return Prompt(text, rule)
        text, asked = _ASKS[phase], owing(self.game.decision(position))
        rule, meaning = asked_rule(position), meaning_of(position, seat) if seat in asked else ""
        if asked and seat not in asked:
            names = " and ".join(side_name(position, number) for number in asked)
            text = f"Waiting for {names}."
        elif phase == st.PICK and position.setup.solo and position.p1.tiles.colour != tables.NOBODY:
            text = "Pick the bot's biplane."
        elif phase == st.TARGET and stand_apart(position):
            text = _TAKES_ALL
        elif phase == st.PLAN and position.setup.solo:
            text = "Play a tile."
        elif (
            phase in (st.PLAN, st.SHOW, st.ANSWER)
            and seat == 0
            and position.setup.mode == tables.ESCORT
        ):
            more = (
                "One for each of your biplanes."
                if position.escort_flies()
                else "The escort is lost."
            )
            return Prompt(text, rule, meaning, more)
        return Prompt(text, rule, meaning)

    def _describe(self, position: Position, seat: Seat, action: int) -> str:
        """An action in plain words."""
        phase = int(position.phase)
        if seat == CHANCE:
            return describe_outcome(position, action)
        if phase == st.PICK:
            return f"{pick_words(position, action)}: {plane_text(position, action)}"
        if phase == st.START:
            return (
                "start on"
                f" {self.data.spaces[position.board.name][position.board.starts[action]].id}"
            )
        if phase == st.MULLIGAN:
            return _MULLIGAN.get(action) or f"set aside {tile(action)}"
        if phase == st.TARGET:
            return f"hit {'the malfunctioning biplane' if action == st.MAL else 'the escort'}"
        if phase == st.LOSE:
            return f"put away {tile(action)}"
        return self.describe_commitment(position, seat, action)

    def describe_commitment(self, position: Position, seat: Seat, action: int) -> str:
        """A commitment, and where it leads."""
        parts = []
        if action & tables.KIND_BITS != tables.NO_TILE:
            parts += [
                f"play {tile(action & tables.KIND_BITS)}",
                _flight(self.data, position, seat, action, "to"),
            ]
        return ", ".join(parts + _besides(position, action))

    def tell(
        self,
        before: Position,
        seat: Seat,  # noqa: ARG002
        action: int,  # noqa: ARG002
        trace: Trace,
        after: Position,
    ) -> list[Event]:
        teller = Teller(self.data, before, after, trace)
        if any(item[0] == st.REVEALED for item in trace.items):
            facts: dict[str, Fact] = {"round": int(before.round), "turn": int(before.turn)}
            teller.say(
                "turn", f"Round {int(before.round)}, turn {int(before.turn)}.", "BD-4.6", facts
            )
        return teller.tell()

    def _why_not(self, position: Position, seat: Seat, action: int) -> IllegalAction:
        """The reason an action is refused, from what the seat knows."""
        reason = why_not_planned(position, seat, action)
        return super()._why_not(position, seat, action) if reason is None else reason
