"""What happens at one screen between the pages: standing orders on reactions, engines that fail."""

from dataclasses import replace
from pathlib import Path

import pytest

import dogfight
from dogfight.core.decision import Choose, Over, owing
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption, IllegalAction
from dogfight.core.seat import WATCHER
from dogfight.match.match import ABOUT_TABLE
from dogfight.tui.session import BOT_FAULT, Session
from dogfight.tui.setup import read_auto_pass
from tui.table import set_up
from tui.wrecks import wreck


def test_standing_order_passes_reactions_below_threshold() -> None:
    game = dogfight.load("boots")
    asked = {}
    for order in ("never", "50", "always"):
        session = Session(replace(set_up(game, "human,human", battle="orchard"), auto_pass=order))
        dice, count = Dice(5), 0
        while (
            not isinstance(decision := session.decision(), Over)
            and len(session.table.record.moves) < 400
        ):
            assert isinstance(decision, Choose)
            view = session.table.view(decision.seat)
            count += decision.rule in ("CB-D4", "CB-D6", "CB-D9", "CB-D14")
            session.table.play(decision.seat, view.legal[dice.below(len(view.legal))].action)
        asked[order] = count
    assert asked["never"] > 0 and asked["50"] < asked["never"] and asked["always"] == 0
    with pytest.raises(BadOption, match="expected never, always or a number"):
        read_auto_pass("sometimes")


def test_everything_is_set_up_as_recommended_at_once() -> None:
    session = Session(set_up(dogfight.load("boots"), "human,human", battle="hill"))
    first = owing(session.decision())[0]
    session.sit(session.seats[first].player)
    assert session.can_set_up()
    session.set_up()
    own = [piece for piece in session.table.view(first).board.pieces if piece.seat == first]
    assert own and all(piece.place != "unplaced" for piece in own)
    second = owing(session.decision())[0]
    assert second != first
    session.sit(session.seats[second].player)
    session.set_up()
    with pytest.raises(IllegalAction, match="nothing to set up"):
        session.set_up()


def until_failed(name: str, folder: Path) -> tuple[Session, int]:
    """A game up to the first fault of an engine, and how many lines the log had before that."""
    session = Session(
        set_up(dogfight.load(name), f"human,engine:path={wreck(folder, 'crashed')}", seed=3)
    )
    while True:
        while (bot := session.bot_to_move()) is not None:
            before = len(session.log(0))
            session.play_bot(bot, session.bots[bot].choose(session.table.view(bot)))
            if any(event.kind == BOT_FAULT for event in session.log(0)):
                return session, before
        session.play(session.view().legal[0].action)


def test_engine_fault_is_logged_before_the_default_move(tmp_path: Path) -> None:
    session, before = until_failed("biplanes", tmp_path)
    mishap = session.log(0)[before]
    assert mishap.kind == BOT_FAULT and len(session.log(0)) > before + 1
    assert "has crashed; a default is played in its place and it is started afresh" in mishap.text
    assert session.log(WATCHER).count(mishap) == 1
    assert all(event.kind != BOT_FAULT for event in session.view().log), (
        "the game and its bots hear nothing of it"
    )


def test_engine_fault_stays_in_log_after_take_back(tmp_path: Path) -> None:
    session, _ = until_failed("squadrons", tmp_path)
    while (bot := session.bot_to_move()) is not None:
        session.play_bot(bot, session.bots[bot].choose(session.table.view(bot)))
    reported = session.log(0)
    session.play(session.view().legal[0].action)
    assert len(session.log(0)) > len(reported)
    session.take_back()
    assert session.log(0) == reported and session.news(0) < len(reported)


def test_the_log_begins_with_who_the_bots_are() -> None:
    session = Session(set_up(dogfight.load("biplanes"), "human,medium", seed=3))
    first = session.log(0)[0]
    assert first.kind == ABOUT_TABLE
    assert (
        first.text
        == "Ilse (medium bot) plays Player 2: weighs every move, and looks a little ahead."
    )
    alone = Session(set_up(dogfight.load("biplanes"), "human,human", seed=3))
    assert not any(event.kind == ABOUT_TABLE for event in alone.log(0))
