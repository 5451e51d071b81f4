"""Squadrons: the poker-deck variant of the biplane board game."""

from dogfight.core.manifest import Manifest

_HALF = "AC,3C,5C,7C,9C,JC,KC,2S,4S,6S,8S,10S,QS,AH,3H,5H,7H,9H,JH,KH,2D,4D,6D,8D,10D,QD"
"""Half a deck: seven clubs and hearts, six spades and diamonds."""

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
    egocentric_digest="284660e41217df7b",
    positions={
        "Three": (
            f"R:h9S,g9S,f9S,-,-,- G:e4N,f4N,g4N,-,-,- r={_HALF} g={_HALF} R/name:123 3:3 idle:0 t1"
        ),
        "HalfDecks": (
            "R:l12S,k12S,j12S,c12S,b12S,a12S G:a1N,b1N,c1N,j1N,k1N,l1N"
            f" r={_HALF} g={_HALF} R/name:123456 0:0 idle:0 t1"
        ),
    },
    scores={"planes": "score:planes"},
    env_digests=("fcc323d2a5bdf3f2",),
    has_page=True,
    game="game:Squadrons",
)
