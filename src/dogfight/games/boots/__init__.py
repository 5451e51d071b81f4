"""Combat Boots: small-unit combat on hexes, with artillery, aircraft and dog fights."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="boots",
    title="Combat Boots",
    about=(
        "Squads, tanks and dive-bombers on a field of hexes; two players, open information, dice."
    ),
    prefix="CB",
    rules_version="2",
    order=5,
    events="events:KINDS",
    highlights="highlights:highlights",
    data_files="battle_file:DATA_FILES",
    data_questions={"sight": "sight_from:sight_from"},
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    booklet="ui.print_kit:booklet",
    data_costs="costs:data_costs",
    commands="commands:app",
    lessons="lessons.toml",
    lesson_targets={"hex": r"[A-Z]\d{1,2}", "unit": r"[A-Za-z0-9]+-\d"},
    pieces="pieces:Pieces",
    pieces_digest="65b743762f23b666",
    variants={"Convoy": {"battle": "convoy"}},
    scores={"pieces": "score:pieces"},
    env_digests=("f0b7d3ab97c8129f", "1a472a8a1f979c9a"),
    has_draws=True,
    has_page=True,
    game="game:Boots",
)
