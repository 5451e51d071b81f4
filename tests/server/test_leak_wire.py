"""Every real game on two whole servers whose tables differ only in what one player may not know.

Other players' hands, sealed choices, drafts, how often they were edited and when, and every draw
still to come are different; whatever that player and a watcher are sent over sockets and HTTP,
lists and refusals included, must be the same bytes in the same number of frames. The time of both
servers is the test's, and ids are pinned, so nothing is left out of the comparison but the `date`
of an answer and how late the server's own clock runs; the promise of the seed differs by design and
is pinned too.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from harness import Line, Server, serving, set_clock
from told import Told, lines_of, look_around, seen
from twins import Step, Twins, twins

import dogfight
from dogfight.client import Client
from dogfight.core.decision import Choose, Commit
from dogfight.server.storage.ledger import Entry
from dogfight.server.tables.logged_match import LoggedMatch

pytestmark = pytest.mark.usefixtures("same_nonces")
LENGTH, SEEDS = (120, 40) if os.environ.get("DOGFIGHT_SOAK") else (40, 6)


@dataclass(frozen=True)
class Case:
    """A game with options that hide as much as they can; open games keep only what is still to
    be drawn.
    """

    game: str
    options: dict[str, Any]
    draws: int
    choices: int


CASES = [
    Case("biplanes", {"mode": "dogfight", "board": "alt", "starts": "choose"}, 1, 1),
    Case("boots", {"battle": "convoy"}, 0, 0),
    Case("goofspiel", {}, 0, 1),
    Case("paws", {"players": 4, "timer": 600}, 1, 1),
    Case("squadrons", {}, 0, 0),
    Case("starfighters", {"players": 4}, 1, 1),
]


def test_every_game_has_its_twins() -> None:
    ours = {
        name
        for name in dogfight.names()
        if type(dogfight.load(name)).__module__.startswith("dogfight.")
    }
    assert {item.game for item in CASES} == ours, (
        "but for games that other tests have registered in this process"
    )


def found_twins(case: Case) -> Twins:
    """The longest pair among a few that differ in all the ways they should."""
    game = dogfight.load(case.game)
    tried = [
        twins(game, game.options(case.options), watching, seed, LENGTH, altered)
        for watching in (0, 1)
        for seed in range(SEEDS)
        for altered in (0.3, 1.0)
    ]
    good = [item for item in tried if item.draws >= case.draws and item.choices >= case.choices]
    assert good, f"no twins of {case.game}: {[(twin.draws, twin.choices) for twin in tried]}"
    return max(good, key=lambda item: len(item.one))


@pytest.fixture(scope="module")
def pairs() -> dict[str, Twins]:
    return {case.game: found_twins(case) for case in CASES}


class House:
    """One of the two servers."""

    def __init__(self, server: Server, clock: Path, second: bool) -> None:
        self.server = server
        self.clock = clock
        self.second = second

    def set_clock(self, step: int, secret: bool = False) -> None:
        """Make it this many seconds later; what happens in secret happens later in the second
        house.
        """
        set_clock(self.clock, step + (0.5 if secret and self.second else 0.0))

    def told(self, pair: Twins) -> Told:
        """Play one script and gather all that the watched player and a watcher are told."""
        with ExitStack() as stack:
            return Play(self, pair, stack).told()


class Play:
    """One script at one table, every player with a line of their own."""

    def __init__(self, house: House, pair: Twins, stack: ExitStack) -> None:
        self.house = house
        self.pair = pair
        self.script: list[Step] = pair.two if house.second else pair.one
        self.seats = pair.game.seats(pair.options)
        players = sorted({seat.player for seat in self.seats})
        self.clients = [stack.enter_context(Client(house.server.url, f"P{n}")) for n in players]
        self.eve = stack.enter_context(Client(house.server.url, "Eve"))
        self.house.set_clock(0)
        self.told_beside = Told()
        made = self.clients[0].create(pair.game.name, pair.options, listed=True)
        self.code = made.table.code
        for invite in made.invites:
            self.clients[invite.player].claim(self.code, invite.secret)
        *self.lines, self.stands = lines_of(stack, [*self.clients, self.eve], self.code)
        self.eyes = [self.lines[pair.watching], self.stands]
        self.match = LoggedMatch(pair.game, pair.options, b"", "")

    def settle(self) -> None:
        """Wait until both eyes have seen all that has happened."""
        for eye, client in zip(
            self.eyes, (self.clients[self.pair.watching], self.eve), strict=True
        ):
            self.house.server.catch_up(client, eye, self.code)
            eye.settle()

    def told(self) -> Told:
        reported = self.told_beside
        self.settle()
        for n, (seat, action) in enumerate(self.script):
            alone = (
                isinstance(self.match.decision, Choose)
                and self.match.table.forced_action(seat) is not None
            )
            if seat >= 0 and not alone:
                self.play(n, seat, action)
                self.look_at_lists()
            self.match.replay(
                Entry(do="play", seat=seat, steps=((seat, action),), forced=(0,) if alone else ())
            )
        self.house.set_clock(len(self.script) + 1)
        self.try_what_one_may_not()
        self.settle()
        for line in self.eyes:
            line.rest()
            reported.frames += seen(line)
        for client in (self.clients[self.pair.watching], self.eve):
            look_around(reported, client, self.code)
            with Line(client, self.code) as again:
                again.settle()
                again.rest()
                reported.frames += seen(again)
        return reported

    def play(self, n: int, seat: int, action: int) -> None:
        """One action; the others think aloud on paper first, in the second house three times as
        long.
        """
        line = self.lines[self.seats[seat].player]
        question = self.question(line, seat)
        secret = line is not self.eyes[0] and isinstance(self.match.decision, Commit)
        self.house.set_clock(n + 1, secret=True)
        for edit in range(3 if self.house.second else 1) if secret else ():
            note = f"hush {action} {edit}"
            draft = {
                "type": "draft",
                "id": f"d{n}-{edit}",
                "seat": seat,
                "question": question,
                "n": 10 * n + edit,
            }
            assert line.ask(**draft, actions=[action], note=note)["type"] == "ack"
        self.house.set_clock(n + 1)
        answer = line.ask(type="play", id=f"c{n}", seat=seat, question=question, action=action)
        assert answer["type"] == "ack", answer
        self.settle()

    def look_at_lists(self) -> None:
        """What lists say after every step, with the time at which each table changed last."""
        for client, path in (
            (self.clients[self.pair.watching], "/api/tables"),
            (self.eve, "/api/live"),
        ):
            answer = client.http.get(path)
            assert self.code in answer.text
            self.told_beside.answers.append((answer.status_code, answer.content, {}))

    def question(self, line: Line, seat: int) -> int:
        """The phase as the seat's own view says it now."""
        view = (
            self.clients[self.lines.index(line)]
            .http.get(f"/api/tables/{self.code}/view?seat={seat}")
            .json()
        )
        return int(view["question"])

    def try_what_one_may_not(self) -> None:
        """Refusals are told apart from nothing either."""
        watched = self.eyes[0]
        for n, info in enumerate(self.seats):
            own = info.player == self.pair.watching
            question = self.question(watched, n) if own else 1
            for action in (-1, 0, 1, 2**30) if not own else (-1, 2**30):
                for line in self.eyes:
                    line.ask(
                        type="play", id=f"no{n}{action}", seat=n, question=question, action=action
                    )
            watched.ask(type="play", id=f"w{n}", seat=n, question=question, word="zzz")
            if not own:
                watched.ask(type="take_back", id=f"t{n}", seat=n, question=question)


@pytest.fixture(scope="module")
def houses(
    tmp_path_factory: pytest.TempPathFactory, pairs: dict[str, Twins]
) -> Iterator[list[House]]:
    with ExitStack() as stack:
        yield two_houses(stack, tmp_path_factory, pairs, "")


def two_houses(
    stack: ExitStack, folders: pytest.TempPathFactory, pairs: dict[str, Twins], plant: str
) -> list[House]:
    result = []
    for second in (False, True):
        draws = {
            name: item.forced(item.two if second else item.one) for name, item in pairs.items()
        }
        folder = folders.mktemp(f"house-{plant}-{second}")
        twin = {"salt": "two" if second else "one", "draws": draws, "clock": str(folder / "clock")}
        set_clock(folder / "clock", 0)
        server = stack.enter_context(serving(folder, plant=plant, twin=twin))
        result.append(House(server, folder / "clock", second))
    return result


@pytest.mark.parametrize("case", CASES, ids=lambda item: item.game)
def test_hidden_state_changes_no_byte_for_others(
    houses: list[House], pairs: dict[str, Twins], case: Case
) -> None:
    pair = pairs[case.game]
    item, pair_found = (house.told(pair) for house in houses)
    acts = sum(seat >= 0 for seat, _ in pair.one)
    assert acts > 3 and len(item.frames) > acts, "enough was played and seen to tell of"
    assert [len(frame) for frame in item.frames] == [len(frame) for frame in pair_found.frames], (
        "neither size nor number tells"
    )
    assert item.frames == pair_found.frames
    assert item.answers == pair_found.answers
    assert "hush" not in item.everything() + pair_found.everything()


PLANTS = [
    pytest.param("state_leak", "starfighters", id="a bit of the position in every view"),
    pytest.param("draft_count_leak", "biplanes", id="how often somebody edited a draft"),
    pytest.param("error_leak", "paws", id="a bit of the position in refusals"),
    pytest.param("late_leak", "squadrons", id="a draw still to come"),
]


@pytest.mark.parametrize(("plant", "game"), PLANTS)
def test_the_comparison_finds_a_planted_leak(
    tmp_path_factory: pytest.TempPathFactory, pairs: dict[str, Twins], plant: str, game: str
) -> None:
    with ExitStack() as stack:
        item, pair = (
            house.told(pairs[game]) for house in two_houses(stack, tmp_path_factory, pairs, plant)
        )
    assert item != pair
