"""What can happen, as numbers for `News`: the comment names what goes with each."""

from typing import Final

WRECKAGE_PUT: Final = 1  # hex
FIRST_PLAYER: Final = 2  # seat
PLACED: Final = 3  # seat, hex
FACED: Final = 4  # seat, facing
DEALT: Final = 5  # seat, kind
TURN_BEGINS: Final = 6  # turn
CAPTURE_DECLARED: Final = 7  # seat, kind
DECLARED: Final = 8  # seat, kind
ALL_DECLARED: Final = 9
STEPPED: Final = 10  # seat, hex
ROTATED: Final = 11  # seat, facing
STOPPED: Final = 12  # seat
TURNED_UP: Final = 13  # seat, kind
ATTACKED: Final = 14  # seat, kind, mask of those hit
NOBODY_IN_RANGE: Final = 15  # seat, kind
VOID: Final = 16  # seat, kind
BLOCKED: Final = 17  # seat, kind of the shield, seat of the attacker
CAPTURED: Final = 18  # seat, kind
DAMAGED: Final = 19  # seat, hull left
WRECKED_HEX: Final = 20  # seat, hex
TOKEN_LOST: Final = 21  # seat
DESTROYED: Final = 22  # seat
DRIFTED: Final = 23  # seat, hex
RAMMED: Final = 24  # seat, seat rammed
DRIFT_STOPPED: Final = 25  # seat
TOKEN_PASSED: Final = 26  # seat
DREW: Final = 27  # seat, kind
RESHUFFLED: Final = 28  # cards
NO_CARD_LEFT: Final = 29  # seat
WON: Final = 30  # seat
NOBODY_LEFT: Final = 31
TURN_LIMIT: Final = 32  # turn
