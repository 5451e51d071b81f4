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
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    print_kit="ui.print_kit:kit",
    commands="commands:app",
    lessons="lessons.toml",
    lesson_targets={"hex": r"[A-Z]\d{1,2}", "unit": r"[A-Za-z0-9]+-\d"},
    env_digests=("f0b7d3ab97c8129f",),
    has_page=True,
    game="game:Boots",
)
