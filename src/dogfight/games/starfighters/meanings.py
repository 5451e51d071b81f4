"""What each choice is about, in a plain sentence for newcomers."""

from __future__ import annotations

from dogfight.games.starfighters.state import BEAM, DECLARE, DRIFT, FACE, MOVE, PLACE, TARGET, WRECK

MEANINGS = {
    PLACE: "Distance keeps you safe at first; later players see where the others are.",
    FACE: "Medium and long cards reach forward only, so face where you want to shoot.",
    DECLARE: (
        "It goes off after everybody has moved: an attack hits, a shield stops one hit on you."
    ),
    MOVE: "Get others into the reach of your card and stay out of theirs. You may stop early.",
    TARGET: "A hit costs a hull point, unless that pilot has a shield that has not blocked yet.",
    BEAM: "Every ship on the beam is hit; it ends at the first wreckage or debris.",
    WRECK: "It stays there and blocks flight and beams: use it as cover, or put it in a way.",
    DRIFT: "You are debris now, and still in the way: drift, or ram one ship on the way.",
}
