"""What the numbers of the twin and of a network mean; for those who play as well as for those who
train.

Actions mean one thing in every phase:

    0-23   play a tile of this kind (value * 4 + hits), straight
    24-27  play a 3 with 0 to 3 hits, loop face
    28-51  set a tile of kind 0-23 aside in a mulligan
    52     keep the rest; what is set aside is exchanged
    53     take back what was set aside and exchange nothing
    54-77  put a tile of kind 0-23 away, as black does when it is hit
"""

from __future__ import annotations

from typing import Final

from dogfight.games.biplanes.ai.training.tables import BOARDS, KINDS, PLANES, SPACES

ACTIONS: Final = 78
LOOP: Final = 24
ASIDE: Final = 28
KEEP: Final = 52
NOTHING: Final = 53
PUT_AWAY: Final = 54
THREE: Final = 12
"""The first kind of value 3."""

# What the game waits for.
MULLIGAN: Final = 0
PLAN: Final = 1
SHOW: Final = 2
ANSWER: Final = 3
LOSE: Final = 4
ENDED: Final = 5

ROUNDS: Final = 3
ROUND_TURNS: Final = 5
BROWN, GREY, BLACK, WHITE = (PLANES.index(name) for name in ("brown", "grey", "black", "white"))
LOOK_BACK: Final = (BROWN, BLACK, WHITE)
"""[BD-14.2] [BD-17.7] [BD-18.2] The biplanes whose rules look back at the tile played last."""

LEFT: Final = 8
"""Spaces left on a damage track, as far as they are told apart."""
LEAD: Final = 7
TURNS: Final = ROUNDS * ROUND_TURNS
COMMITMENTS: Final = ASIDE
PHASES: Final = ("mulligan", "plan", "show", "answer", "lose")
GROUPS: Final = (
    ("hand", KINDS),
    ("bag", KINDS),
    ("unseen", KINDS),
    ("enemy_unseen", KINDS),
    ("sizes", 5),
    ("places", len(BOARDS) * SPACES * SPACES),
    ("left", LEFT),
    ("enemy_left", LEFT),
    ("lead", 2 * LEAD + 1),
    ("plane", len(PLANES)),
    ("enemy_plane", len(PLANES)),
    ("jammed", 2),
    ("last", KINDS),
    ("enemy_last", KINDS),
    ("turn", TURNS),
    ("phase", len(PHASES)),
    ("asked", 1),
    ("shown", COMMITMENTS),
)
"""The groups of numbers in their order, with the size of each.

`hand`, `bag` and `unseen` (hand, bag and what lies aside face down) count tiles by kind; `sizes`
are tiles in hand, the enemy's in hand, in the bag and aside, and what black still owes, in tenths;
`places` is the board with both spaces, the seat's own first; `lead` is the enemy's damage less
one's own; `last` is there where a rule looks back at it; `shown` is what the enemy has shown to
white.
"""
NAMES: Final = tuple(f"{name}_{n}" for name, size in GROUPS for n in range(size))
FEATURES: Final = len(NAMES)
VERSION: Final = "biplanes-1"
"""Changes with the meaning of any number or action, or with the printed parts."""
