"""Squadrons: the poker-deck variant of the biplane board game."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="squadrons",
    title="Squadrons",
    about="Six biplanes a side on a square grid; poker decks move them near the enemy and aim their guns.",
    prefix="SQ",
    rules_version="1",
    order=2,
    events="events:KINDS",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    has_page=True,
    game="game:Squadrons",
)
