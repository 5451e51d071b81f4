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
    highlights="highlights:highlights",
    data_files="data:DATA_FILES",
    svg_board="ui.svg:picture",
    text_board="ui.terminal:BOARD",
    evaluator="ai.evaluator:evaluator",
    bots={"learned": "ai.learned_bot:make"},
    print_kit="ui.print_kit:kit",
    commands="commands:app",
    lessons="lessons.toml",
    lesson_targets={"space": r"m[0-7pb]|mx[1-3]", "plane": r"p[12]", "tile": r"\d/\d"},
    variants={"SoloEscort": {"mode": "escort", "solo": True}},
    positions={
        "LastRound": (
            "mode=dogfight,board=main,p1=red,p2=blue,starts=default plan:1:0 3.1"
            " red;at=m2;damage=2;hand=1/0,1/1,1/1,3/0,3/2;last=2/1"
            " blue;at=m6;damage=2;hand=3/1,4/0,4/1,5/1,5/2;last=5/0"
        ),
    },
    scores={"hits": "score:hits"},
    env_digests=("244e57855e357de3",),
    has_draws=True,
    has_page=True,
    game="game:Biplanes",
)
