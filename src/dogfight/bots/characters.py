"""Who the bots are: a name and a sentence of character for each that people can choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Character(NamedTuple):
    """What a bot is called and is like, and what others of its kind at a table are called."""

    name: str
    about: str
    others: tuple[str, ...] = ()

    def called(self, nth: int) -> str:
        """The name of the nth of its kind at a table, counted from 0."""
        names = (self.name, *self.others)
        again = nth // len(names)
        return names[nth % len(names)] + (f" {again + 1}" if again else "")


CHARACTERS = {
    "easy": Character(
        "Otto",
        "takes what looks good at once, and forgets what he has seen",
        ("Karl", "Emil", "Franz", "Oskar", "Willi"),
    ),
    "medium": Character(
        "Ilse",
        "weighs every move, and looks a little ahead",
        ("Greta", "Marta", "Erna", "Lotte", "Frieda"),
    ),
    "hard": Character(
        "Maurice",
        "thinks long, and expects you to do the same",
        ("Louis", "Henri", "Armand", "Lucien", "Gaston"),
    ),
    "ace": Character(
        "Hedy",
        "has flown more duels than anybody, and mixes her tiles",
        ("Amelia", "Bessie", "Harriet", "Jean", "Ruth"),
    ),
    "greedy": Character(
        "Bruno", "goes for the nearest target, always", ("Hugo", "Max", "Otis", "Rolf", "Kurt")
    ),
    "random": Character(
        "Tilda",
        "nobody knows what she does next, least of all herself",
        ("Poppy", "Dora", "Fay", "Kit", "Wren"),
    ),
}
"""By the name a bot is chosen with. Bots that plugins or engines add go by that name alone."""


def bot_title(bot: str, nth: int = 0) -> str:
    """What people read where a bot sits, `Ilse (medium bot)`; in the middle of a sentence."""
    return f"{CHARACTERS[bot].called(nth)} ({bot} bot)" if bot in CHARACTERS else f"the {bot} bot"


def bot_introduction(bot: str, seats: str, nth: int = 0) -> str:
    """Who a bot is and what it plays, for the beginning of a log; nothing where nobody knows the
    bot.
    """
    if bot not in CHARACTERS:
        return ""
    return f"{bot_title(bot, nth)} plays {seats}: {CHARACTERS[bot].about}."


def nth_of_kind(bots: Sequence[str], player: int) -> int:
    """How many players before this one are played by the same bot."""
    return list(bots[:player]).count(bots[player])
