"""Starfighters: secret cards and open flying among wreckage, for 3 to 6 ships."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="starfighters",
    title="Starfighters",
    about="Secret cards, open flying, wreckage that stays: 3 to 6 ships until one is left.",
    prefix="SF",
    rules_version="1",
    order=3,
    events="events:KINDS",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    has_page=True,
    game="game:load",
)
