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
    highlights="highlights:highlights",
    data_files="data:DATA_FILES",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    lessons="lessons.toml",
    lesson_targets={"hex": r"-?[0-7],-?[0-7]", "ship": r"p[0-5]", "card": r"\w+"},
    pieces="pieces:Ships",
    egocentric_digest="0947d2e188378e5c",
    pieces_digest="881d87391942cdd2",
    variants={"Three": {"players": 3}},
    groups=({"players": 3}, {"players": 4}),
    scores={"hull": "score:hull"},
    env_digests=("e18fe4ac7553ce13",),
    has_page=True,
    game="game:load",
)
