"""What Enter plays unasked, and moves that are the only ones."""

from dataclasses import replace

import pytest

import dogfight
from dogfight.core.decision import Commit, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.options import Options, as_words
from dogfight.core.seat import WATCHER
from dogfight.core.view import Legal
from dogfight.testing.checks import walk
from dogfight.tui.app import DogfightApp
from dogfight.tui.choices import first_choice
from dogfight.tui.session import FORCED, Session
from dogfight.tui.setup import HUMAN, GameSetup
from dogfight.tui.widgets import ActionList
from tui.table import screen_text, set_up, settled, table_of

CASES = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name in dogfight.names()
    for options in dogfight.load(name).samples()
]

DECLINING = {
    "biplanes": {"keep"},
    "boots": {"done", "stop", "pass", "none", "wait", "leave"},
    "paws": {"ready", "not_ready", "start_over", "no"},
    "squadrons": {"stay"},
    "starfighters": {"stop"},
    "goofspiel": set(),
}
"""The kinds of actions that end or give up something, by game."""


@pytest.mark.parametrize(("name", "options"), CASES)
def test_preselected_choice_ends_nothing_if_others_exist(name: str, options: Options) -> None:
    game = dogfight.load(name)
    for step, (position, _) in enumerate(walk(game, options, 2, 300)):
        if step % 7 == 0:
            for seat in owing(game.decision(position)):
                legal = game.view(position, seat).legal
                at = first_choice(legal)
                declining = {entry.kind for entry in legal if entry.declines}
                assert declining == {entry.kind for entry in legal} & DECLINING[name]
                assert len(legal) == 1 or at is None or legal[at].kind not in declining
                assert at is not None or all(entry.declines for entry in legal)


@pytest.mark.asyncio
async def test_enter_at_a_fresh_prompt_never_plays_done() -> None:
    app = DogfightApp(set_up(dogfight.load("boots"), "human,random", seed=3, battle="orchard"))
    async with app.run_test(size=(100, 30)) as pilot:
        asked = 0
        for _ in range(60):
            await settled(pilot)
            page = table_of(pilot)
            assert page.shown is not None
            asked += page.shown.legal[0].kind in ("done", "stop", "pass")
            before = len(page.session.table.record.moves)
            await pilot.press("enter")
            await settled(pilot)
            moves = page.session.table.record.moves[before:]
            assert not moves or moves[0].notation not in ("done", "stop", "pass", "none")
        assert asked > 10


@pytest.mark.asyncio
async def test_enter_asks_to_pick_when_every_choice_ends_something() -> None:
    app = DogfightApp(set_up(dogfight.load("boots"), "human,random", seed=3, battle="orchard"))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        page = table_of(pilot)
        actions = page.query_one(ActionList)
        actions.show(
            [
                Legal(kind="done", action=0, notation="done", text="", declines=True),
                Legal(kind="pass", action=1, notation="pass", text="", declines=True),
            ]
        )
        before = len(page.session.table.record.moves)
        await pilot.press("enter")
        await pilot.pause()
        assert len(page.session.table.record.moves) == before
        assert "Pick one first" in screen_text(pilot)
        await pilot.press("down")
        assert actions.picked() is not None


def forced_seats(session: Session) -> list[int]:
    """The people's seats that owe a choice among one."""
    game, position = session.setup.game, session.table.position
    return [
        s
        for s in owing(session.table.decision())
        if s in session.humans and len(game.legal(position, s)) == 1
    ]


def played_by_people(session: Session, seed: int, most: int) -> tuple[int, int]:
    """Play at random for everybody; how often somebody was asked for a forced move, and the
    forced lines of the log.
    """
    dice, asked = Dice(seed), 0
    while len(session.table.record.moves) < most and not isinstance(
        decision := session.decision(), Over
    ):
        asked += bool(forced_seats(session))
        waiting = owing(decision)
        if not waiting:
            session.table.time_up()
            continue
        legal = session.table.view(waiting[0]).legal
        session.table.play(waiting[0], legal[dice.below(len(legal))].action)
    return asked, sum(event.kind == FORCED for event in session.table.events)


@pytest.mark.parametrize(
    ("name", "options"), [("squadrons", {}), ("biplanes", {"p1": "red", "p2": "blue"})]
)
def test_forced_moves_are_played_and_logged_against_bots(name: str, options: Options) -> None:
    game = dogfight.load(name)
    setup = GameSetup(game, game.options(options), (HUMAN, "random"), 3)
    asked, reported = played_by_people(Session(setup), 3, 500)
    assert asked == 0 and reported > 0
    asked, reported = played_by_people(Session(replace(setup, play_forced=False)), 3, 500)
    assert asked > 0 and reported == 0


def test_forced_moves_between_people_are_played_if_public() -> None:
    asked, reported = played_by_people(
        Session(set_up(dogfight.load("squadrons"), "human,human", seed=3)), 3, 500
    )
    assert asked == 0 and reported > 0
    setup = set_up(dogfight.load("biplanes"), "human,human", seed=3)
    asked, reported = played_by_people(Session(setup), 3, 500)
    assert asked > 0 and reported == 0, (
        "that somebody had no choice tells the other what is in the hand"
    )


def test_forced_secret_is_hidden_from_bots_and_watchers() -> None:
    game = dogfight.load("biplanes")
    session = Session(
        GameSetup(game, game.options({"p1": "red", "p2": "blue"}), (HUMAN, "random"), 3)
    )
    played_by_people(session, 3, 500)
    assert any(event.kind == FORCED for event in session.table.view(0).log)
    for seat in (1, WATCHER):
        assert all(event.kind != FORCED for event in session.table.view(seat).log)


def test_taking_back_goes_to_the_last_choice_past_forced_moves() -> None:
    session = Session(set_up(dogfight.load("squadrons"), "human,human", seed=3))
    dice = Dice(3)
    while True:
        seat = owing(session.decision())[0]
        session.sit(session.seats[seat].player)
        before, moves = (
            session.table.game.notation.write(session.table.position),
            len(session.table.record.moves),
        )
        legal = session.view().legal
        session.play(legal[dice.below(len(legal))].action)
        session.decision()
        new = session.table.played[moves:]
        if any(item.ordered for item in new) and all(item.seat >= 0 for item in new):
            break
    session.take_back()
    assert session.table.game.notation.write(session.table.position) == before
    assert not isinstance(session.decision(), Commit)
