"""What happens at one screen between the pages: standing orders on reactions."""

from dataclasses import replace

import pytest

import dogfight
from dogfight.core.decision import Choose, Over
from dogfight.core.dice import Dice
from dogfight.core.errors import BadOption
from dogfight.tui.session import Session
from dogfight.tui.setup import read_auto_pass
from tui.table import set_up


def test_a_standing_order_passes_reactions_that_are_not_worth_asking_for() -> None:
    game = dogfight.load("boots")
    asked = {}
    for order in ("never", "50", "always"):
        session = Session(replace(set_up(game, "human,human", battle="orchard"), auto_pass=order))
        dice, count = Dice(5), 0
        while not isinstance(decision := session.decision(), Over) and len(session.table.record.moves) < 400:
            assert isinstance(decision, Choose)
            view = session.table.view(decision.seat)
            count += decision.rule in ("CB-D4", "CB-D6", "CB-D9", "CB-D14")
            session.table.play(decision.seat, view.legal[dice.below(len(view.legal))].action)
        asked[order] = count
    assert asked["never"] > 0 and asked["50"] < asked["never"] and asked["always"] == 0
    with pytest.raises(BadOption, match="expected never, always or a number"):
        read_auto_pass("sometimes")
