"""Squadrons: the poker-deck variant of the biplane board game."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="squadrons",
    title="Squadrons",
    about=(
        "Six biplanes a side on a square grid; poker decks move them near the enemy and aim their"
        " guns."
    ),
    prefix="SQ",
    rules_version="1",
    order=2,
    events="events:KINDS",
    highlights="highlights:highlights",
    data_files="data:DATA_FILES",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    lessons="lessons.toml",
    lesson_targets={"square": r"[a-l](1[0-2]|[1-9])", "plane": r"[RG][1-6]", "suit": r"[CSHD]"},
    pieces="pieces:Planes",
    pieces_digest="d3a18059e32d4704",
    scores={"planes": "score:planes"},
    env_digests=("fcc323d2a5bdf3f2",),
    has_page=True,
    game="game:Squadrons",
)
