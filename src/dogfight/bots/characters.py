"""Who the bots are: a name and a sentence of character for each that people can choose."""

from __future__ import annotations

from typing import NamedTuple


class Character(NamedTuple):
    """What a bot is called, and what it is like."""

    name: str
    about: str


CHARACTERS = {
    "easy": Character("Otto", "takes what looks good at once, and forgets what he has seen"),
    "medium": Character("Ilse", "weighs every move, and looks a little ahead"),
    "hard": Character("Maurice", "thinks long, and expects you to do the same"),
    "ace": Character("Hedy", "has flown more duels than anybody, and mixes her tiles"),
    "greedy": Character("Bruno", "goes for the nearest target, always"),
    "random": Character("Tilda", "nobody knows what she does next, least of all Tilda"),
}
"""By the name a bot is chosen with. Bots that plugins or engines add go by that name alone."""


def bot_title(bot: str) -> str:
    """What people read where a bot sits, `Ilse (medium bot)`; in the middle of a sentence."""
    return f"{CHARACTERS[bot].name} ({bot} bot)" if bot in CHARACTERS else f"the {bot} bot"


def bot_sentence(bot: str) -> str:
    """Who a bot is, in a sentence; nothing where nobody knows."""
    return f"{CHARACTERS[bot].name}, {bot}: {CHARACTERS[bot].about}." if bot in CHARACTERS else ""


def bot_introduction(bot: str, seats: str) -> str:
    """Who a bot is and what it plays, for the beginning of a log; nothing where nobody knows the
    bot.
    """
    if bot not in CHARACTERS:
        return ""
    return f"{CHARACTERS[bot].name} ({bot} bot) plays {seats}: {CHARACTERS[bot].about}."
