"""A book: what walks from the start of a game have learned of it, kept for the process.

A game that is too large to be solved at once, but whose information states recur, has one. Its
walks begin at the start alone, so it knows nothing of the secrets of any game in play.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from dogfight.bots.game_tree import GameTree
from dogfight.bots.regrets import Regrets
from dogfight.bots.solutions import is_small, solution_key
from dogfight.core.dice import Dice
from dogfight.core.errors import Unsolved
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame

MOST_NODES: Final = 500_000
"""A game whose tree is larger has no book."""
MOST_BOOKS: Final = 2
"""Books a process keeps; the one that was not used for longest goes first."""
SEED: Final = 1
PROBES: Final = 16
"""Walks by which a new book finds out whether the game can have one."""


class Book:
    """The average strategy of walks from the start of a game."""

    def __init__(self, game: AnyGame, options: Options, seed: int = SEED) -> None:
        self.tree = GameTree(game, [game.new(options)], 2, MOST_NODES, public=True)
        self.regrets = Regrets(self.tree, game.advice, Dice(seed))

    @property
    def walks(self) -> int:
        """How many walks were made."""
        return self.regrets.walks

    def walk(self, count: int) -> None:
        """So many walks more."""
        self.regrets.walk_from_start(count)


_kept: OrderedDict[str, Book | None] = OrderedDict()
"""Books by what they hang on; None where a game has none."""


def book_of(game: AnyGame, options: Options) -> Book | None:
    """The book of a game with these options; None where it cannot have one."""
    key = solution_key(game, options)
    if key not in _kept:
        _kept[key] = _new_book(game, options)
        while sum(book is not None for book in _kept.values()) > MOST_BOOKS:
            oldest = next(name for name, book in _kept.items() if book is not None)
            del _kept[oldest]
    _kept.move_to_end(key)
    return _kept[key]


def _new_book(game: AnyGame, options: Options) -> Book | None:
    """A book without walks, where two seats share the stake and the tree is small enough."""
    if len(game.seats(options)) != 2 or not is_small(game, options, MOST_NODES):
        return None
    book = Book(game, options)
    try:
        book.walk(PROBES)
    except Unsolved:
        return None
    tree = book.tree
    shares = [
        tree.payoff[at] + tree.payoff[at + 1] for at in range(0, len(tree.payoff), tree.seats)
    ]
    return book if all(abs(share - book.regrets.stake) < STAKE_ERROR for share in shares) else None


STAKE_ERROR: Final = 1e-9
