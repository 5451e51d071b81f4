"""Memory equals log: whatever is refused or fails, the match is the one that its entries give."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import command, serving
from toygame import ToyGame

import dogfight
from dogfight.client import Client, new_id
from dogfight.core.capabilities import Reactions
from dogfight.core.decision import Commit, acting
from dogfight.core.dice import Dice
from dogfight.core.errors import BadNotation, IllegalAction
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OPEN, WATCHER
from dogfight.match import draws
from dogfight.match.match import ABOUT_TABLE, Match
from dogfight.match.plans import Plan, PlanRejected
from dogfight.match.record import Record, parse
from dogfight.match.replay import verify
from dogfight.server.storage.ledger import Entry, GameRow, Logged, chained
from dogfight.server.tables.logged_match import LoggedMatch
from dogfight.server.tables.rebuilding import rebuilt

SEED = b"\x07" * 32
CODE = "LARK-7K2M"
ORDERS = {0: "50", 1: "50"}


def row_of(game: AnyGame, options: Options) -> GameRow:
    known = {
        "code": CODE,
        "game": game.name,
        "rules": game.rules_version,
        "data": game.data_digest,
        "options": options,
        "seed": SEED,
    }
    blank: dict[str, Any] = dict.fromkeys(GameRow.__dataclass_fields__)
    return GameRow(**(blank | known))


class Guarded:
    """A match whose entries are kept; after every command it is compared with the one they lead
    to.
    """

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game = game
        self.options = game.options(options)
        self.match = LoggedMatch(game, self.options, SEED, CODE)
        self.match.orders = ORDERS if isinstance(game, Reactions) else {}
        self.log: list[Logged] = []
        self.twin = LoggedMatch(game, self.options, SEED, CODE)
        """Led by the entries alone."""
        self.done(self.match.start)

    def done(self, command: Callable[[], Entry]) -> None:
        body = msgspec.json.encode(command()).decode()
        last = self.log[-1].hash if self.log else CODE.encode()
        self.log.append(Logged(len(self.log) + 1, None, 0, body, chained(last, body)))
        self.twin.replay(msgspec.json.decode(body, type=Entry))
        assert self.match.untouched
        self.compare()

    def refused(self, command: Callable[[], Entry], kind: type[Exception] = IllegalAction) -> None:
        with pytest.raises(kind):
            command()
        assert self.match.untouched
        self.compare()

    def compare(self) -> None:
        """Everything anybody can see is what the log gives."""
        assert known(self.match) == known(self.twin)

    def rebuild(self) -> None:
        """So it is after a restart."""
        twin, _ = rebuilt(self.game, row_of(self.game, self.options), self.log)
        assert known(self.match) == known(twin)


def known(match: LoggedMatch) -> dict[str, Any]:
    table = match.table
    seats = range(len(table.seats))
    return {
        "position": table.game.notation.write(table.position),
        "decision": match.decision,
        "events": table.events,
        "record": table.record.to_json_lines(),
        "questions": [match.question(seat) for seat in seats],
        "round": match.round,
        "played": table.played,
        "waiting": match.waiting,
        "resigned": match.resigned,
        "retaken": match.retaken,
        "notes": {eye: match.notes_for(eye) for eye in (OPEN, WATCHER, *seats)},
        "sat": match.sat,
        "nonces": match.nonces,
        "plans": (
            match.desk
            and [
                match.desk.kept(item.player, match.desk.plan_rules.round(table.position))
                for item in table.seats
            ]
        ),
        "take_back": [table.can_take_back(seat) for seat in seats],
        "retake": [match.retake_point((seat,)) for seat in seats],
        "told": [
            table.move_of_log_line(eye, 0)
            for eye in (OPEN, WATCHER)
            if any(event.visible_to(eye) for event in table.events)
        ],
    }


CASES = [
    ("toy", {"seats": 3, "rounds": 4}),
    ("biplanes", {"mode": "escort", "p1": "black", "p2": "white"}),
    ("biplanes", {"p1": "white", "p2": "brown"}),
    ("paws", {"players": 6, "teams": 3, "timer": 0}),
    ("paws", {"players": 4, "teams": 4, "mode": "night", "timer": 20}),
    ("paws", {"players": 3, "timer": 0}),
    ("starfighters", {"players": 3}),
    ("squadrons", {}),
    ("boots", {"battle": "orchard"}),
]


def lay_something(guarded: Guarded, dice: Dice, n: int) -> None:
    """A player lays a plan of one card, which counts while plans are laid; one with a card too
    many changes nothing.
    """
    match, desk = guarded.match, guarded.match.desk
    assert desk is not None
    position, player = match.table.position, dice.below(len(desk.players))
    seat, now = desk.players[player][0], desk.plan_rules.round(position)
    laying = desk.plan_rules.accepts_plans(position)
    legal = guarded.game.legal(position, seat) if laying else []
    good = Plan(player, now, 1 + desk.kept(player, now), tuple((seat, item) for item in legal[-1:]))
    bad = msgspec.structs.replace(good, parts=(*good.parts, (seat, 10**6)))
    guarded.refused(lambda: match.plan(bad, lay=True, ready=True, late=False), PlanRejected)
    guarded.refused(lambda: match.plan(good, lay=True, ready=True, late=True), PlanRejected)
    try:
        entry = match.plan(good, lay=True, ready=n % 5 == 4, late=False)
    except PlanRejected:
        guarded.compare()
        return
    guarded.done(lambda: entry)


@pytest.mark.parametrize(
    ("name", "options"), CASES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(CASES)]
)
def test_after_every_command_memory_equals_the_log(name: str, options: Options) -> None:
    game = ToyGame() if name == "toy" else dogfight.load(name)
    guarded = Guarded(game, options)
    match, dice = guarded.match, Dice(5)
    for n in range(60):
        if match.over:
            break
        able = acting(match.decision)
        if able:
            seat = able[dice.below(len(able))]
            legal = [
                *game.legal(match.table.position, seat),
                *game.legal_changes(match.table.position, seat),
            ]
            action = legal[0] if dice.below(3) == 0 else legal[dice.below(len(legal))]
            guarded.done(lambda seat=seat, action=action: match.play(seat, action))  # type: ignore[misc]
        else:
            guarded.done(lambda: match.time_up({}))
        for seat in range(len(match.table.seats)):
            back = lambda seat=seat: match.take_back(seat)  # noqa: E731
            if not match.table.can_take_back(seat):
                guarded.refused(back)
            elif dice.below(3) == 0:
                guarded.done(back)
        if match.desk is not None and not match.over:
            lay_something(guarded, dice, n)
        if n % 9 == 8 and not match.over:
            guarded.done(lambda n=n: match.reseat(n % 2, (n, n + 1), f"{n} leaves."))  # type: ignore[misc]
        guarded.refused(lambda: match.play(0, 10**6))
        guarded.refused(lambda: match.play(0, "nonsense"), BadNotation)
        if n % 17 == 16 and (kept := match.retake_point((0,))) is not None and not match.over:
            guarded.done(lambda kept=kept: match.retake(0, kept))  # type: ignore[misc]
        if n % 11 == 10 and not match.over and match.waiting:
            drafts = {
                seat: tuple(game.legal(match.table.position, seat)[:1]) for seat in match.waiting
            }
            guarded.done(lambda drafts=drafts: match.time_up(drafts))  # type: ignore[misc]
        if n % 20 == 19:
            guarded.rebuild()
    guarded.rebuild()
    entries = [msgspec.json.decode(item.body, type=Entry) for item in guarded.log]
    said = [event.text for event in match.table.events if event.kind == ABOUT_TABLE]
    assert said == [words for entry in entries for words in entry.notes], "whatever was taken back"
    verify(game, parse(match.table.record.to_text()))


@pytest.mark.parametrize("at", ["advance", "hash", "tell"])
def test_failed_command_leaves_no_change(at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ToyGame()
    guarded = Guarded(game, {"seats": 2, "rounds": 2})
    match = guarded.match
    for seat, action in ((0, 1), (0, 4), (1, 0)):
        guarded.done(lambda seat=seat, action=action: match.play(seat, action))  # type: ignore[misc]
    owner: Any = {"advance": Match, "hash": game.notation, "tell": game.text}[at]
    real = getattr(owner, at)

    def fails(*args: Any) -> Any:
        if at == "tell" and not isinstance(match.decision, Commit):
            return real(*args)
        raise RuntimeError("the rules stumble")

    with monkeypatch.context() as patched:
        patched.setattr(owner, at, fails)
        with pytest.raises(RuntimeError):
            match.play(1, 3)
        with pytest.raises(RuntimeError):
            match.time_up({1: (3,)})
    assert match.untouched
    guarded.compare()
    guarded.done(lambda: match.play(1, 3))
    guarded.rebuild()


def test_match_detects_a_change_left_by_a_command() -> None:
    match = LoggedMatch(ToyGame(), {"seats": 2, "rounds": 2, "seconds": 0}, SEED, CODE)
    match.start()
    assert match.untouched
    match.table.play(0, 1)
    assert not match.untouched


def test_sealed_choice_of_other_seat_keeps_the_question() -> None:
    match = LoggedMatch(ToyGame(), {"seats": 2, "rounds": 2, "seconds": 0}, SEED, CODE)
    match.start()
    match.play(0, 1)
    match.play(0, 2)
    question = match.question(0)
    match.play(1, 1)
    assert match.question(0) == question
    match.take_back(1)
    assert match.question(0) == question


def logged_by_an_earlier_release(
    game: AnyGame, options: Options, entries: list[Entry]
) -> LoggedMatch:
    log: list[Logged] = []
    last = CODE.encode()
    for entry in entries:
        body = msgspec.json.encode(entry).decode()
        last = chained(last, body)
        log.append(Logged(len(log) + 1, None, 0, body, last))
    return rebuilt(game, row_of(game, options), log)[0]


def test_take_backs_of_earlier_releases_are_still_replayed() -> None:
    """Declared cards and steps over secret cards could once be taken back; such logs lead where
    they led.
    """
    game = dogfight.load("starfighters")
    options = game.options({"players": 3, "first": "0"})
    match = LoggedMatch(game, options, SEED, CODE)
    entries = [match.start()]
    while match.decision.rule != "SF-3.2":
        seat = match.waiting[0]
        entries.append(match.play(seat, game.default_action(match.table.position, seat)))
    before = match.table.record.last_hash()
    card = game.legal(match.table.position, 1)[0]
    declared = match.play(1, card)
    taken = Entry(do="take_back", seat=1, after=before)
    again = msgspec.structs.replace(declared)
    replayed = logged_by_an_earlier_release(game, options, [*entries, declared, taken, again])
    assert known(replayed)["position"] == known(match)["position"]
    assert replayed.table.record.to_text() == match.table.record.to_text()


PLANS: Options = {"players": 4, "teams": 2, "mode": "day", "timer": 0}


def at_the_first_plans(guarded: Guarded) -> tuple[str, str]:
    """Lead a game of Jaws vs Paws to its first Action Phase; a word that lays a card for the
    seats 1 and 2.
    """
    match, game = guarded.match, guarded.game
    seat = match.waiting[0]
    guarded.done(lambda: match.play(seat, game.default_action(match.table.position, seat)))
    item, pair = (match.table.view(seat).legal[1].notation for seat in (1, 2))
    return item, pair


def play_on_to_the_end(guarded: Guarded) -> None:
    match, dice = guarded.match, Dice(3)
    while not match.over:
        seat = match.waiting[0]
        legal = guarded.game.legal(match.table.position, seat)
        match.play(seat, legal[dice.below(len(legal))])


def check_record(match: LoggedMatch) -> None:
    """The record can be written, is played again hash by hash, and its draws follow from the
    promised seed.
    """
    game, record = match.table.game, match.table.record
    verify(game, parse(record.to_text()))
    promise = draws.commitment(CODE, game.name, game.rules_version, SEED)
    header = draws.with_tags(record.header, match.promised(promise))
    checked = draws.check_draws(game, Record(header, record.moves))
    assert checked is not None and checked.draws > 20 and not checked.elsewhere


def test_jp_5_15_changed_minds_are_the_same_in_log_and_record() -> None:
    guarded = Guarded(dogfight.load("paws"), PLANS)
    match = guarded.match
    item, pair = at_the_first_plans(guarded)
    said = [
        (2, pair),
        (1, item),
        (0, "ready"),
        (3, "ready"),
        (2, "ready"),
        (2, f"back:{pair}"),
        (1, "ready"),
    ]
    for seat, word in (*said, (1, f"back:{item}")):
        guarded.done(lambda seat=seat, word=word: match.play(seat, word))  # type: ignore[misc]
    entries = [msgspec.json.decode(logged.body, type=Entry) for logged in guarded.log]
    assert [entry.struck for entry in entries[-4:]] == [False, True, False, True][-4:]
    guarded.refused(lambda: match.take_back(2))
    for seat in (0, 3):
        guarded.done(lambda seat=seat: match.take_back(seat))  # type: ignore[misc]
    guarded.rebuild()
    play_on_to_the_end(guarded)
    check_record(match)


def test_what_a_change_of_mind_undoes_is_told_no_more() -> None:
    guarded = Guarded(dogfight.load("paws"), PLANS)
    match = guarded.match
    item, _ = at_the_first_plans(guarded)
    match.take_events()
    guarded.done(lambda: match.play(1, item))
    news, retold = match.take_events()
    assert len(news) == 2 and not retold
    known_before = list(match.table.events)
    guarded.done(lambda: match.play(1, f"back:{item}"))
    assert match.take_events() == ((), True)
    assert match.table.events == known_before[:-2]


def test_changes_of_mind_of_an_earlier_release_are_replayed() -> None:
    """Such a log kept a change and what it undid as moves; its draws were numbered so, and its
    record can be had.
    """
    game = dogfight.load("paws")
    guarded = Guarded(game, PLANS)
    item, pair = at_the_first_plans(guarded)
    begun = [msgspec.json.decode(logged.body, type=Entry) for logged in guarded.log]
    said = [
        (2, pair),
        (1, item),
        (0, "ready"),
        (3, "ready"),
        (2, "ready"),
        (2, f"back:{pair}"),
        (1, "ready"),
    ]
    entries = list(begun)
    for seat, word in (*said, (1, f"back:{item}")):
        action = game.notation.read_action(guarded.match.table.position, seat, word)
        guarded.match.play(seat, word)
        entries.append(
            Entry(do="play", seat=seat, steps=((seat, action),), after=hash_of(guarded.match))
        )
    expected = Guarded(game, PLANS)
    at_the_first_plans(expected)
    for seat, word in ((2, pair), (0, "ready"), (3, "ready"), (2, "ready")):
        expected.match.play(seat, word)
    entries.append(Entry(do="take_back", seat=2, after=hash_of(expected.match)))
    match = logged_by_an_earlier_release(game, PLANS, entries)
    assert game.notation.write(match.table.position) == game.notation.write(
        expected.match.table.position
    )
    moves = sum(len(entry.steps) for entry in begun)
    assert len(match.table.record.moves) == moves + 7, "every draw after this has the number it had"
    guarded.match = match
    play_on_to_the_end(guarded)
    check_record(match)


def hash_of(match: LoggedMatch) -> str:
    return match.table.game.notation.hash(match.table.position)


def test_moves_after_refused_take_back_survive_a_kill(tmp_path: Path) -> None:
    """Seat 0 has led in the open and seat 1 has begun its next bid: that must not be played
    again anywhere else.
    """
    with serving(tmp_path) as server, Client(server.url, "Ana") as ana:
        code = ana.create("toy", {"rounds": 4}, ["me", "me"]).table.code

        def accepted(kind: str, seat: int, action: int | None = None) -> bool:
            question = ana.http.get(f"/api/tables/{code}/view?seat={seat}").json()["question"]
            sent = {"type": kind, "id": new_id(), "seat": seat, "question": question}
            sent |= {} if action is None else {"action": action}
            return ana.http.post(f"/api/tables/{code}/command", json=sent).is_success

        for seat, action in ((0, 1), (0, 5), (1, 0), (1, 3), (0, 1), (1, 1)):
            assert accepted("play", seat, action)
        assert not accepted("take_back", 0)
        for seat, action in ((0, 0), (1, 2), (0, 4)):
            assert accepted("play", seat, action)
        before = [ana.http.get(f"/api/tables/{code}/view?seat={seat}").json() for seat in (0, 1)]
        server.kill()
        server.start()
        assert [
            ana.http.get(f"/api/tables/{code}/view?seat={seat}").json() for seat in (0, 1)
        ] == before
        audited = command("audit", "--data-dir", str(server.data), "--plugin", "toy")
        assert audited.returncode == 0, audited.stderr
