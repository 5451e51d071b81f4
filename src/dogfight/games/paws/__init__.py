"""Jaws vs Paws: two crews of dogs duel in biplanes with cards laid in secret."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="paws",
    title="Jaws vs Paws",
    about=(
        "Two crews of dogs duel in biplanes: secret cards on a track, turned over section by"
        " section."
    ),
    prefix="JP",
    rules_version="2",
    order=4,
    events="events:KINDS",
    highlights="highlights:highlights",
    data_files="data:DATA_FILES",
    calls="calls:CALLS",
    bot_calls="calls:BOT_CALLS",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    lessons="lessons.toml",
    lesson_targets={
        "zone": r"(jaws|paws)\.[PG][LCR]",
        "section": r"[1-4]",
        "card": r"\w+",
        "plane": r"jaws|paws",
        "sun": r"sun",
    },
    variants={"Two": {"players": 2}},
    groups=({"players": 4}, {"players": 2}, {"players": 8, "teams": 4}),
    scores={"cards": "score:cards"},
    env_digests=("4785dc552594defd", "ed3055017759a160"),
    has_page=True,
    game="game:load",
)
