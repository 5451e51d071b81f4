"""What each choice is about, in a plain sentence for newcomers."""

from __future__ import annotations

from dogfight.games.boots import state as st

MEANINGS = {
    st.PLACING: "Cover and a clear line of fire count most; guns like to look down a long road.",
    st.ACTING: "Each unit moves or fires once a turn; in the enemy's turn it may react again.",
    st.STEPPING: "Every step costs points by its terrain, and enemies that see it may fire at you.",
    st.FOLLOWING: (
        "A shot may stop it in the open; the slot stays bound to this mover for the rest of the"
        " turn."
    ),
    st.OVERRUNNING: "The tank's machine gun fires as it drives in: no cover, and a pin destroys.",
    st.RETURNING: (
        "Shooting back spends a slot that you may want against the next enemy that moves."
    ),
    st.FIRING_ON: "A machine gun has more than one attack; each may go at another target.",
    st.AIMING: "Best die against best die: higher pins, with the second die higher too it kills.",
    st.MUSTERING: "Units that join add their firepower to one roll; each has used an attack then.",
    st.CALLING: (
        "Shells strike everybody in the hex and around it, friends too; a die says whether now or"
        " next turn."
    ),
    st.SENDING: "It attacks a hex with enemies and no friends; those below may fire at it first.",
    st.FIGHTING: (
        "There is no cover in one hex: it goes on in rounds until one side is gone or goes back."
    ),
    st.STORMING: (
        "Rifle squads attack the armor with their firepower; it may fire at one of them first."
    ),
    st.DEFENDING: "A squad that you destroy takes no part in the assault.",
    st.PAIRING: "Each pair rolls once: the lower side loses a unit of it, and on a tie both do.",
    st.GANGING_UP: "One more unit in a match adds to your roll, and is one more that can be lost.",
    st.LOSING: "It is removed: keep the one you need more.",
    st.RETREATING: "Going back saves those who can walk; weapons that stay behind are lost.",
    st.GROUND_FIRE: (
        "A kill stops the attack before it falls; a hit sends the aircraft home after it."
    ),
    st.STRAFING: "Its guns fire at one unarmored unit: name the one that matters most.",
    st.FLYING: (
        "Get on an enemy's tail first, then fire; one that nobody is engaged with may leave."
    ),
    st.CHOOSING: (
        "Behind an enemy you may fire at it in your turn; apart, you are free to begin anew."
    ),
}
