"""What a game need not write: the defaults of `Game` give what the games' own methods give."""

import pytest

import dogfight
from dogfight.core.capabilities import BoardAids, Reactions, Solver
from dogfight.core.decision import Choose, Commit
from dogfight.core.errors import BadNotation
from dogfight.core.game import Game
from dogfight.core.parts import Notation, Text, Views
from dogfight.core.seat import CHANCE
from dogfight.match.match import Match
from dogfight.planning.capabilities import HasPlans
from dogfight.testing.checks import sampled


def test_a_game_has_to_write_five_methods_and_its_parts_six() -> None:
    assert Game.__abstractmethods__ == {"seats", "max_steps", "new", "options_of", "decision"}
    assert Notation.__abstractmethods__ == {"write", "_read", "_write_action"}
    assert Text.__abstractmethods__ == {"tell"}
    assert Views.__abstractmethods__ == {"board_view", "imagine"}


@pytest.mark.parametrize("name", [name for name in dogfight.names() if name != "goofspiel"])
def test_a_game_holds_its_parts_and_no_part_drops_a_guard(name: str) -> None:
    game = dogfight.load(name)
    assert (
        isinstance(game.notation, Notation)
        and isinstance(game.text, Text)
        and isinstance(game.views, Views)
    )
    for method in ("read", "hash", "write_action", "read_action"):
        assert getattr(type(game.notation), method) is getattr(Notation, method)
    for method in ("describe", "why_not"):
        assert getattr(type(game.text), method) is getattr(Text, method)
    for method in ("options", "check", "play", "view"):
        assert method == "options" or getattr(type(game), method) is getattr(Game, method)


@pytest.mark.parametrize("name", dogfight.names())
def test_default_legal_and_notation_match_fast_methods(name: str) -> None:
    game = dogfight.load(name)
    options = game.samples()[0]
    for position, decision, _ in sampled(game, options, 4, max(2, game.max_steps(options) // 60)):
        waiting = decision.waiting if isinstance(decision, Commit) else ()
        for seat in (decision.seat,) if isinstance(decision, Choose) else waiting:
            own = game.legal(position, seat)
            assert Game.legal(game, position, seat) == own, game.notation.write(position)
            for action in own[:5]:
                assert (
                    Notation._read_action(
                        game.notation,
                        position,
                        seat,
                        game.notation.write_action(position, seat, action),
                    )
                    == action
                )


def test_bad_notation_error_names_expected_words() -> None:
    table = Match(dogfight.load("goofspiel"), {"cards": 2})
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
