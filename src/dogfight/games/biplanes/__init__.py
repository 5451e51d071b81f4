"""Biplanes: a First World War dogfight on a ring of eight spaces."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="biplanes",
    title="Biplanes",
    about="Two biplanes circle a ring of eight spaces; every turn both commit one tile in secret.",
    prefix="BD",
    rules_version="3",
    order=1,
    events="events:KINDS",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    has_page=True,
    game="game:Biplanes",
)
