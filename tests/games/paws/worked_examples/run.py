"""Runs the worked examples of the specification against the real rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from dogfight.core.errors import BadNotation, DogfightError
from dogfight.core.game import Game
from dogfight.core.position import Trace
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, WATCHER, Seat
from dogfight.games.paws import state as st
from dogfight.games.paws.data import ROLES, SIDES, ZONE_NAMES, Data
from dogfight.games.paws.names import Names
from dogfight.games.paws.plans import CardPlans, Placement
from dogfight.games.paws.position import DROP, NO, PLACE, READY, YES, Position
from dogfight.games.paws.rules.damage import looked_card
from dogfight.games.paws.view import BoardView, PawsViews
from dogfight.match.plans import Plan, PlanTracker, Ready

Example = Mapping[str, Any]
_TOP = {"id", "kind", "rules", "teams", "solo", "mode", "cards", "expect"}
_KEYS = {
    "round": _TOP | {"play", "choice", "peek", "start"},
    "view": _TOP | {"play", "start"},
    "timing": _TOP | {"timer_s", "grace_ms", "round", "hand", "message"},
    "move": _TOP | {"case"},
    "sun_placement": _TOP | {"case"},
}
_START = {"sun", "planes", "smoke", "deck", "discard", "scrap", "hand", "deck_cards", "hand_cards"}
_PLAY = {"slot", "seat", "card", "side", "to", "face_up"}
_PEEK = {"by", "victim", "sees", "take"}
_MESSAGE = {"at_ms", "player", "round", "seq", "plan", "ready", "status"}
_DECK = 20
_FILLER = "plane_corner"


class Examples:
    """Reads examples with the data and the legal actions of one game."""

    def __init__(self, game: Game[Position, BoardView], data: Data) -> None:
        self.game = game
        self.data = data

    def run(self, example: Example) -> list[str] | None:
        """What differs, a line each."""
        kinds: dict[str, Callable[[Example], list[str]]] = {
            "round": self.round,
            "view": self.view,
            "timing": self.timing,
            "move": self.move,
            "sun_placement": self.sun_placement,
        }
        kind = example.get("kind")
        if kind not in kinds:
            return [f"kind: expected one of {', '.join(kinds)}; got {kind!r}"]
        strange = _strange(example, _KEYS[str(kind)], "")
        return strange or kinds[str(kind)](example)

    # --- building a position
    # -----------------------------------------------------------------------

    def names(self, example: Example) -> Names:
        return Names(self.data, tuple(example.get("teams", ("jaws", "paws"))))

    def position(self, example: Example, names: Names, timer: int, room: int) -> Position:
        """An Action Phase of round 1 with bare hands and decks."""
        tables = (
            self.data.changed_cards(example["cards"]) if "cards" in example else self.data.tables
        )
        mode = example.get("mode", "day")
        if mode not in ("day", "night"):
            raise BadNotation(f"mode: expected day or night, got {mode!r}", rule="JP-16.1")
        solo = sum(1 << names.team(name) for name in example.get("solo", ()))
        position = Position(tables)
        position.lay_out(len(names.teams), solo, int(mode == "night"), timer, room)
        position.phase = st.ACTION
        position.round = 1
        return position

    # --- kinds
    # -------------------------------------------------------------------------------------

    def round(self, example: Example) -> list[str]:
        play = RoundPlay(self, example)
        play.lay_cards()
        play.resolve()
        return play.problems + play.compare(example.get("expect", {}))

    def view(self, example: Example) -> list[str]:
        """[JP-5.12] What everyone sees while the tracks are being laid."""
        expect = example.get("expect", {})
        strange = _strange(expect, {"everyone_sees"}, "expect.")
        if strange:
            return strange
        play = RoundPlay(self, example)
        play.lay_cards()
        table = PawsViews(play.names, lambda *_: play.p).board_view(play.p, WATCHER)
        lines = [
            " ".join(
                [
                    team.team,
                    str(card.section),
                    card.role,
                    *([card.card, card.side] if card.card else ["back"]),
                ]
            )
            for team in table.teams
            for card in team.track
        ]
        return play.problems + _lists(
            "everyone_sees", [line.strip() for line in lines], expect["everyone_sees"]
        )

    def move(self, example: Example) -> list[str]:
        """Each case is a round in which one card is played and one token watched."""
        problems: list[str] = []
        for number, case in enumerate(example.get("case", ()), 1):
            at = f"case {number}: "
            problems += _strange(case, {"by", "card", "from", "to"}, at) or self._move(
                example, case, at
            )
        return problems + _strange(example.get("expect", {}), set(), "expect.")

    def _move(self, example: Example, case: Example, at: str) -> list[str]:
        team, boards = case["by"].partition(".")[0], case["from"].partition(".")[0]
        zone = case["from"].partition(".")[2]
        names = self.names(example)
        family = self.data.cards[names.kinds[names.kind(case["card"])]].family
        if family == "shoot":
            return [f"{at}expected a card that moves, got {case['card']}"]
        entry: dict[str, Any] = {"slot": 1, "seat": case["by"], "card": case["card"]}
        if family == "sun":
            start: dict[str, Any] = {"sun": case["from"]}
            token = ""
            entry["to"] = case["to"].partition(".")[0]
        else:
            mover = team if boards != team else next(name for name in names.teams if name != team)
            token = f"{mover}@{boards}"
            start = {"sun": f"{names.teams[0]}.GC", "planes": {token: zone}}
            entry["side"] = "own" if boards != team else "enemy"
        kept = {key: example[key] for key in ("teams", "solo", "mode", "cards") if key in example}
        play = RoundPlay(self, {**kept, "play": [entry], "start": start})
        play.lay_cards()
        play.resolve()
        got = play.seen_sun() if not token else f"{boards}.{play.seen_plane(token)}"
        return [at + problem for problem in play.problems] + _same(f"{at}to", got, case["to"])

    def sun_placement(self, example: Example) -> list[str]:
        """[JP-3.7] Whether the team that won the coin may start the Sun there."""
        problems: list[str] = []
        names = self.names(example)
        for number, case in enumerate(example.get("case", ()), 1):
            at = f"case {number}: "
            strange = _strange(case, {"by", "zone", "legal"}, at)
            if strange:
                problems += strange
                continue
            position = self.position(example, names, 0, 1)
            position.phase, position.round = st.COIN, 0
            position.apply(CHANCE, names.team(case["by"]))
            legal = self.game.legal(position, 2 * names.team(case["by"]))
            problems += _same(f"{at}legal", names.read_place(case["zone"]) in legal, case["legal"])
        return problems + _strange(example.get("expect", {}), set(), "expect.")

    def timing(self, example: Example) -> list[str]:
        """[JP-6.5] Messages in the order of their arrival, and what lies there at the lock."""
        names = self.names(example)
        timer = int(example.get("timer_s", self.data.numbers.timer.action_s))
        hands = example.get("hand", {})
        position = self.position(example, names, timer, 64)
        position.round = example.get("round", 1)
        position.sun = position.holder = 0
        for seat, cards in hands.items():
            for card in cards:
                position.to_hand(names.seat(seat), names.kind(card))
        phase = TimedPhase(
            names, position, int(example.get("grace_ms", self.data.numbers.timer.grace_ms))
        )
        problems: list[str] = []
        for message in sorted(example.get("message", ()), key=lambda item: int(item["at_ms"])):
            at = f"message at {message['at_ms']}: "
            problems += _strange(message, _MESSAGE, at) or _same(
                f"{at}status", phase.status(message), message.get("status", "ok")
            )
        return problems + phase.compare(example.get("expect", {}))


class TimedPhase:
    """[JP-6.1] [JP-6.2] [JP-6.3] One Action Phase with its messages.

    It opens at 0 ms of the only clock there is, and plans count until the grace is over.
    """

    def __init__(self, names: Names, position: Position, grace_ms: int) -> None:
        self.names = names
        self.p = position
        self.p.trace = Trace()
        self.closes_ms = 1000 * int(position.timer) + grace_ms if position.timer else None
        self.desk = PlanTracker(CardPlans(names), self._players())
        self.laid: list[tuple[Seat, int]] = []
        """What lay on the table when it was last open."""

    def _players(self) -> dict[int, tuple[Seat, ...]]:
        """[JP-0.2] A player is called by the first of the seats held."""
        players: dict[int, tuple[Seat, ...]] = {}
        for team in range(self.p.teams):
            pilot, gunner = 2 * team, 2 * team + 1
            players |= (
                {pilot: (pilot, gunner)}
                if self.p.solo >> team & 1
                else {pilot: (pilot,), gunner: (gunner,)}
            )
        return players

    def player(self, name: str) -> int:
        """The player called by a seat or by a solo team."""
        solo = name in self.names.teams and self.p.solo >> self.names.team(name) & 1
        seat = self.names.seat(f"{name}.{ROLES[0]}" if solo else name)
        return next(player for player, seats in self.desk.players.items() if seat in seats)

    def status(self, message: Example) -> str:
        """[JP-6.10] The answer to a plan or a "ready"; what is accepted is carried out."""
        late = self.closes_ms is not None and message["at_ms"] > self.closes_ms
        player, round_ = self.player(message["player"]), message.get("round", int(self.p.round))
        if message.get("ready"):
            verdict = self.desk.confirm(
                self.p, Ready(player, round_, message.get("seq", 0)), late=late
            )
        else:
            plan = Plan(player, round_, message["seq"], self._parts(message))
            verdict = self.desk.judge(self.p, plan, late=late)
            if verdict.status == "ok":
                self.desk = self.desk.keeping(plan)
        for seat, action in verdict.moves:
            self.p.apply(seat, action)
            if self.p.phase == st.ACTION:
                self.laid = self._on_table()
        return verdict.status

    def _parts(self, message: Example) -> tuple[tuple[Seat, str | int], ...]:
        try:
            placements = msgspec.convert(message["plan"], tuple[Placement, ...])
        except msgspec.ValidationError:
            placements = (Placement("", 0),)
        return tuple(placement.part(self.names, message["player"]) for placement in placements)

    def _on_table(self) -> list[tuple[Seat, int]]:
        p = self.p
        return [
            (seat, int(p.down[seat * p.cap + n]))
            for seat in range(p.seats)
            for n in range(p.down_n[seat])
        ]

    def compare(self, expect: Example) -> list[str]:
        """[JP-6.5] [JP-6.11] What differs from what the example expects to lie there at the
        lock.
        """
        problems = _strange(expect, {"final", "collisions"}, "expect.")
        for who, expected in expect.get("final", {}).items():
            codes = [
                code
                for seat, code in self.laid
                if who in (self.names.seats[seat], self.names.seats[seat].partition(".")[0])
            ]
            problems += _lists(
                f"final {who}", [_final(self.names, code) for code in codes], expected
            )
        if "collisions" in expect:
            if self.p.phase == st.ACTION:
                self.p.apply(CLOCK, TIME_UP)
            problems += _lists("collisions", _collisions(self.p, self.names), expect["collisions"])
        return problems


class RoundPlay:
    """One round of an example: its position, the order of its decks, and what happened."""

    def __init__(self, examples: Examples, example: Example) -> None:
        self.game = examples.game
        self.example = example
        self.names = names = examples.names(example)
        self.start: Example = example.get("start", {})
        self.problems: list[str] = _strange(self.start, _START, "start.")
        self.plays: list[Example] = list(example.get("play", ()))
        self.peeks: list[Example] = list(example.get("peek", ()))
        for entry in self.plays:
            self.problems += _strange(entry, _PLAY, "play.")
        for entry in self.peeks:
            self.problems += _strange(entry, _PEEK, "peek.")
        self.problems += _strange(example.get("choice", {}), {"discard", "extra"}, "choice.")
        room = 64 + sum(self.start.get("hand", {}).values()) + len(self.plays)
        self.p = examples.position(example, names, examples.data.numbers.timer.action_s, room)
        self.filler = _FILLER if _FILLER in names.kinds else names.kinds[0]
        self.decks: list[list[str]] = []
        self._place_tokens()
        for seat in range(self.p.seats):
            self._deal(seat)
        self.p.trace = Trace()

    def _place_tokens(self) -> None:
        p, names = self.p, self.names
        p.sun = names.read_place(self.start.get("sun", f"{names.teams[0]}.GC"))
        p.holder = p.sun_team()
        for token, zone in self.start.get("planes", {}).items():
            a, _, b = token.partition("@")
            p.planes[names.team(a) * p.teams + names.team(b)] = names.zone(zone)
        p.smoke = sum(1 << names.team(name) for name in self.start.get("smoke", ()))

    def _deal(self, seat: int) -> None:
        """Hand, deck and piles of a seat: what the example names, and any other cards."""
        p, name = self.p, self.names.seats[seat]
        for card in self._hand(seat, name):
            p.to_hand(seat, self.names.kind(card))
        deck = list(self.start.get("deck_cards", {}).get(name, ()))
        size = self.start.get("deck", {}).get(name, len(deck) if deck else _DECK)
        if size < len(deck):
            self.problems.append(
                f"start.deck {name}: expected at least the {len(deck)} cards named, got {size}"
            )
        deck += [self.filler] * (size - len(deck))
        for card in deck:
            p.put(st.DECK, seat, self.names.kind(card))
        self.decks.append(deck)
        for pile, key in ((st.DISCARD, "discard"), (st.SCRAPPED, "scrap")):
            for _ in range(self.start.get(key, {}).get(name, 0)):
                p.put(pile, seat, self.names.kind(self.filler))

    def _hand(self, seat: int, name: str) -> list[str]:
        """The named cards first, as the oldest, then the others that are played, then any."""
        hand = list(self.start.get("hand_cards", {}).get(name, ()))
        played = Counter(entry["card"] for entry in self.plays if entry["seat"] == name)
        hand += (played - Counter(hand)).elements()
        size = self.start.get("hand", {}).get(name, max(len(hand), int(self.p.full_hand(seat))))
        if size < len(hand):
            self.problems.append(
                f"start.hand {name}: expected at least {len(hand)} cards, got {size}"
            )
        return hand + [self.filler] * (size - len(hand))

    # --- playing
    # -----------------------------------------------------------------------------------

    def apply(self, seat: int, action: int) -> None:
        self.p.apply(seat, action)
        for number in range(self.p.seats):
            self._mend_deck(number)

    def _mend_deck(self, seat: int) -> None:
        """After a shuffle any order will do: cards that came in lie at the bottom, those gone
        are gone.
        """
        now = Counter(self.names.counts(self.p, st.DECK, seat))
        before = Counter(self.decks[seat])
        for card in (before - now).elements():
            self.decks[seat].remove(card)
        self.decks[seat] += (now - before).elements()

    def lay_cards(self) -> None:
        for entry in self.plays:
            seat, kind = self.names.seat(entry["seat"]), self.names.kind(entry["card"])
            side = st.OWN
            if self.p.t.planes >> kind & 1:
                if entry.get("side") not in SIDES:
                    self.problems.append(
                        f"play: {entry['card']}: expected side own or enemy, got"
                        f" {entry.get('side')!r}"
                    )
                    continue
                side = SIDES.index(entry["side"])
            action = PLACE + int(
                st.code_of(kind, entry["slot"] - 1, side, int(entry.get("face_up", False)))
            )
            try:
                self.game.check(self.p, seat, action)
            except DogfightError as error:
                self.problems.append(f"play: {entry['seat']} {entry['card']}: {error}")
                continue
            self.apply(seat, action)

    def resolve(self) -> None:
        """Lock the phase and decide as the example says, until the round or the game is over."""
        self.apply(CLOCK, TIME_UP)
        while self.p.phase != st.OVER and self.p.phase != st.ACTION:
            actor = int(self.p.actor())
            action = self._outcome() if actor == CHANCE else self._decide(actor)
            self.apply(actor, action)

    def _outcome(self) -> int:
        """The next card of the deck that is turned over."""
        p = self.p
        return self.names.kind(self.decks[p.turn][p.looked_n if p.phase == st.LOOK else 0])

    def _decide(self, seat: int) -> int:
        p, name = self.p, self.names.seats[seat]
        choice = self.example.get("choice", {})
        if p.phase == st.DISCARDS:
            expected = choice.get("discard", {}).get(name, 0)
            done = int(p.count(st.DROPPED, seat))
            return (
                DROP + self._newest(seat) if done < expected and p.count(st.HELD, seat) else READY
            )
        if p.phase == st.EXTRA:
            return YES if choice.get("extra", {}).get(name, 0) >= p.step else NO
        if p.phase == st.SUN_TARGET:
            return self._target(seat)
        if p.phase == st.MOON_OFFER:
            return YES if self._peek() is not None else NO
        return self._pick(seat)

    def _newest(self, seat: int) -> int:
        """The hand card drawn last of those not set aside."""
        p = self.p
        cards = [int(p.order[seat * p.cap + n]) for n in range(p.count(st.IN_ORDER, seat))]
        return next(kind for kind in reversed(cards) if p.cards(st.HELD, seat, kind) > 0)

    def _target(self, seat: int) -> int:
        """The team named by the card played here, if it may be chosen."""
        for entry in self.plays:
            here = entry["seat"] == self.names.seats[seat] and entry["slot"] == self.p.section + 1
            if (
                here
                and "to" in entry
                and self.names.team(entry["to"]) in self.game.legal(self.p, seat)
            ):
                return self.names.team(entry["to"])
        return self.game.default_action(self.p, seat)

    def _peek(self) -> Example | None:
        shooter, victim = self.names.seats[self.p.shooter], self.names.seats[self.p.turn]
        return next(
            (peek for peek in self.peeks if peek["by"] == shooter and peek["victim"] == victim),
            None,
        )

    def _pick(self, seat: int) -> int:
        """The next card to take; `sees` is compared at the first."""
        peek = dict(self._peek() or {})
        if "sees" in peek:
            looked = [self.names.kinds[looked_card(self.p, n)] for n in range(self.p.looked_n)]
            self.problems += _lists(f"{peek['by']} sees", looked, peek.pop("sees"))
        takes = list(peek.get("take", ()))
        chosen = self.game.default_action(self.p, seat)
        while takes:
            kind = self.names.kind(takes.pop(0))
            if kind in self.game.legal(self.p, seat):
                chosen = kind
                break
        peek["take"] = takes
        index = self.peeks.index(self._peek() or {})
        if self.p.left > 1:
            self.peeks[index] = peek
        else:
            del self.peeks[index]
        return chosen

    # --- comparing
    # ---------------------------------------------------------------------------------

    def seen_sun(self) -> str:
        return self.names.place(self.p.sun)

    def seen_plane(self, token: str) -> str:
        a, _, b = token.partition("@")
        zone = self.p.plane(self.names.team(a), self.names.team(b))
        return "gone" if zone == st.GONE else ZONE_NAMES[zone]

    def result(self) -> str:
        if self.p.phase != st.OVER:
            return "none"
        won = [name for n, name in enumerate(self.names.teams) if self.p.flying >> n & 1]
        return f"win {won[0]}" if won else "draw"

    def _told(self, kind: int) -> list[tuple[int, int, int, int, int]]:
        assert self.p.trace is not None
        return [item for item in self.p.trace.items if item[0] == kind]

    def _lists(self) -> dict[str, list[str]]:
        """Everything an example may list, as it came."""
        names = self.names
        fallen = [name for n, name in enumerate(names.teams) if not self.p.is_flying(n)]
        return {
            "hits": [
                f"{d + 1} {names.seats[a]} > {names.seats[b]} {c}"
                for _, a, b, c, d in self._told(st.N_HIT)
            ],
            "collisions": _collisions(self.p, names),
            "turned_up": [
                f"{names.teams[a]} {b + 1}" for _, a, b, _, _ in self._told(st.N_TURNED_UP)
            ],
            "forced": [
                f"{names.seats[a]} {names.kinds[b]}" for _, a, b, _, _ in self._told(st.N_FORCED)
            ],
            "repairing": [names.seats[a] for _, a, _, _, _ in self._told(st.N_REPAIRING)],
            "smoke": [name for n, name in enumerate(names.teams) if self.p.smoke >> n & 1],
            "down": fallen,
        }

    def compare(self, expect: Example) -> list[str]:
        """What differs from what the example expects."""
        piles = {"deck": st.DECK, "hand": st.HELD, "discard": st.DISCARD, "scrap": st.SCRAPPED}
        lists = self._lists()
        problems = _strange(
            expect,
            {"planes", "sun", "result", "deck_cards", "scrap_cards", *piles, *lists},
            "expect.",
        )
        for token, zone in expect.get("planes", {}).items():
            problems += _same(f"planes {token}", self.seen_plane(token), zone)
        if "sun" in expect:
            problems += _same("sun", self.seen_sun(), expect["sun"])
        if "result" in expect:
            problems += _same("result", self.result(), expect["result"])
        for key, pile in piles.items():
            for seat, count in expect.get(key, {}).items():
                problems += _same(
                    f"{key} {seat}", int(self.p.count(pile, self.names.seat(seat))), count
                )
            for seat, cards in (
                expect.get(f"{key}_cards", {}).items() if key in ("deck", "scrap") else ()
            ):
                problems += _lists(
                    f"{key}_cards {seat}",
                    self.names.counts(self.p, pile, self.names.seat(seat)),
                    cards,
                )
        for key, got in lists.items():
            if key in expect:
                problems += _lists(key, got, expect[key])
        return problems


def _final(names: Names, code: int) -> str:
    kind = int(st.kind_in(code))
    side = f" {SIDES[st.side_in(code)]}" if names.is_plane(kind) else ""
    return f"{st.section_in(code) + 1} {names.kinds[kind]}{side}"


def _collisions(position: Position, names: Names) -> list[str]:
    assert position.trace is not None
    return [
        f"{names.teams[a]} {b + 1}"
        for kind, a, b, _, _ in position.trace.items
        if kind == st.N_COLLISION
    ]


def _strange(table: Mapping[str, Any], known: set[str], where: str) -> list[str]:
    """A line for each key that the format does not have."""
    expected = ", ".join(sorted(known)) or "nothing"
    return [
        f"{where}{key}: not a key here; expected {expected}" for key in table if key not in known
    ]


def _same(what: str, got: object, expected: object) -> list[str]:
    return [] if got == expected else [f"{what}: expected {expected!r}, got {got!r}"]


def _lists(what: str, got: Iterable[str], expected: list[str]) -> list[str]:
    """No list depends on order."""
    return _same(what, sorted(got), sorted(expected))
