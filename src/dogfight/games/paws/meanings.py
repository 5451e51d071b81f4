"""What each choice is about, in a plain sentence for newcomers."""

from __future__ import annotations

from dogfight.games.paws import state as st

MEANINGS = {
    st.SUN_PLACING: (
        "The Sun hides a plane in its zone, and lets it sweep a board; cards can move it later."
    ),
    st.ACTION: (
        "Sections go off from 1 to 4: first move, then shoot where they will be. No card at all:"
        " you repair."
    ),
    st.DISCARDS: (
        "You draw as many as you are missing; your team falls if it must take a card and there is"
        " none."
    ),
    st.EXTRA: "One card more to play with, one card fewer in the deck that keeps you flying.",
    st.SUN_TARGET: "Planes in the zone of the Sun on those boards feel it next.",
    st.MOON_OFFER: "You may pick which of their cards are lost, instead of leaving it to chance.",
    st.PICK: "Take away what would hurt you most.",
}
NIGHT_MEANINGS = {
    st.SUN_PLACING: (
        "The Moon counts for its whole View Board: extra cards, and a choice of what is scrapped."
    ),
    st.SUN_TARGET: "On those boards the Moon counts for its whole View Board, whatever its zone.",
}
"""[JP-16.2] [JP-16.4] What is different by night."""
