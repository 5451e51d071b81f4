"""What each choice is about, in a plain sentence for somebody new to the game."""

from __future__ import annotations

from dogfight.games.biplanes import state as st

MEANINGS = {
    st.PICK: "Each biplane has its own tiles and one rule of its own: rest on a name to read it.",
    st.START: "The two start half a ring apart; you always fly the way the arrows point.",
    st.MULLIGAN: "What you set aside is drawn anew once, then goes back into your bag.",
    st.PLAN: "You fly its number of spaces; from close behind it shoots. Guess where the enemy will be.",
    st.SHOW: "White sees your tile before it chooses, so pick one that is safe even when known.",
    st.ANSWER: "You know where the enemy will be: choose the tile that ends close behind it.",
    st.TARGET: "Both stand on this space and the hits cannot be halved: you say who takes the odd one.",
    st.LOSE: "It is gone for good: give up the tile you need least.",
}
