"""The view names the counter that a question is about, so that a board can draw it."""

from __future__ import annotations

import dogfight


def test_cb_d1_the_view_names_the_counter_that_is_set_up() -> None:
    game = dogfight.load("boots")
    position = game.new(game.options({"battle": "orchard"}))
    named = []
    while (seat := game.decision(position).seat) >= 0:
        view = game.view(position, seat)
        if view.board.stage != "placing":
            break
        lead = next(piece for piece in view.board.pieces if piece.label == view.board.lead)
        assert lead.seat == seat
        assert lead.name in view.prompt.text
        named.append(lead.label)
        game.play(position, seat, view.legal[0].action)
    assert len(named) == len(set(named)) > 5
