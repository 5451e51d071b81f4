"""What a game need not write: the defaults of `Game` give what the games' own methods give."""

import pytest

import dogfight
from dogfight.core.capabilities import BoardAids, HasPlans, Reactions, Solver
from dogfight.core.decision import Choose, Commit
from dogfight.core.errors import BadNotation
from dogfight.core.game import Game
from dogfight.core.parts import Notation, Text, Views
from dogfight.core.seat import CHANCE
from dogfight.core.table import Table
from dogfight.testing.checks import sampled


def test_a_game_has_to_write_five_methods_and_its_parts_six() -> None:
    assert Game.__abstractmethods__ == {"seats", "longest", "new", "options_of", "decision"}
    assert Notation.__abstractmethods__ == {"write", "read", "write_action"}
    assert Text.__abstractmethods__ == {"tell"}
    assert Views.__abstractmethods__ == {"picture", "imagine"}


@pytest.mark.parametrize("name", [name for name in dogfight.names() if name != "goofspiel"])
def test_a_game_holds_its_parts_and_passes_on_to_them(name: str) -> None:
    game = dogfight.load(name)
    assert (
        isinstance(game.notation, Notation)
        and isinstance(game.words, Text)
        and isinstance(game.views, Views)
    )
    for method in (
        "write",
        "read",
        "write_action",
        "read_action",
        "prompt",
        "describe",
        "tell",
        "why_not",
    ):
        assert getattr(type(game), method) is getattr(Game, method)
    assert type(game).picture is Game.picture and type(game).imagine is Game.imagine


@pytest.mark.parametrize("name", dogfight.names())
def test_default_legal_and_notation_match_fast_methods(name: str) -> None:
    game = dogfight.load(name)
    options = game.samples()[0]
    for position, decision, _ in sampled(game, options, 4, max(2, game.longest(options) // 60)):
        waiting = decision.waiting if isinstance(decision, Commit) else ()
        for seat in (decision.seat,) if isinstance(decision, Choose) else waiting:
            own = game.legal(position, seat)
            assert Game.legal(game, position, seat) == own, game.write(position)
            for action in own[:5]:
                assert (
                    Notation.read_action(
                        game.notation, position, seat, game.write_action(position, seat, action)
                    )
                    == action
                )


def test_bad_notation_error_names_expected_words() -> None:
    table = Table(dogfight.load("goofspiel"), {"cards": 2})
    with pytest.raises(BadNotation, match="expected one of 1, 2; got '3'") as refused:
        table.play(CHANCE, "3")
    assert refused.value.rule == "GO-2.1"
    with pytest.raises(BadNotation, match="expected no action now; got '1'"):
        table.play(0, "1")


OFFERS: dict[type, set[str]] = {
    Reactions: {"boots"},
    BoardAids: {"biplanes", "boots", "squadrons", "starfighters"},
    Solver: {"biplanes"},
    HasPlans: {"paws"},
}
"""What a game may offer beyond the contract, and who does."""


@pytest.mark.parametrize("name", dogfight.names())
def test_a_game_that_lacks_a_capability_has_nothing_in_its_place(name: str) -> None:
    game = dogfight.load(name)
    for capability, games in OFFERS.items():
        assert isinstance(game, capability) == (name in games)
        assert not any(hasattr(Game, method) for method in vars(capability) if method[0] != "_"), (
            capability
        )
