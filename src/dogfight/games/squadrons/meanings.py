"""What each choice is about, in a plain sentence for newcomers."""

from __future__ import annotations

from dogfight.games.squadrons.state import COLLISION, FORCED, LAST_RESORT, NORMAL

NAMING = (
    "All your planes move once a turn; near an enemy a card decides how. Then both sides shoot."
)
FLYING = {
    NORMAL: "Guns point ahead: end with an enemy on the square before your nose, best from behind.",
    FORCED: "The plane turns back so that it stays on the board; only left or right is up to you.",
    COLLISION: "There is no room left: your plane and the one you name are both lost.",
    LAST_RESORT: "No manoeuvre and no turn back is possible, so this is all the plane can do.",
}
