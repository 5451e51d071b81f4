"""What each choice is about, in a plain sentence for somebody new to the game."""

from __future__ import annotations

from dogfight.games.paws import state as st

MEANINGS = {
    st.SUN_PLACING: "The {sun} helps or hides planes in its zone; cards can move it later.",
    st.ACTION: "Sections go off from 1 to 4: first move, then shoot where they will be. No card at all: you repair.",
    st.DISCARDS: "You draw as many as you are missing, but your deck is your life: empty, your team falls.",
    st.EXTRA: "One card more to play with, one card fewer in the deck that keeps you flying.",
    st.SUN_TARGET: "Planes in the zone of the {sun} on those boards feel it next.",
    st.MOON_OFFER: "You may pick which of their cards are lost, instead of leaving it to chance.",
    st.PICK: "Take away what would hurt you most.",
}
