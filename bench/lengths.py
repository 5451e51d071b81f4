"""How long random games are and which seats win: a table for a game's page.

    python bench/lengths.py starfighters [--games 2000] [--seed 1] [--option name=value ...] ...

Every `--option` adds a row with that option set; several options of one row are joined by commas.
The first player is left to the game's own options.
"""

from __future__ import annotations

import argparse

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.options import read_word
from dogfight.core.position import playout
from dogfight.core.registry import AnyGame


def row(game: AnyGame, words: str, games: int, seed: int) -> str:
    """One line of the table: turns, decisions, shares of wins by seat, draws."""
    options = game.options(dict(read_word(word) for word in words.split(",") if word))
    start, dice = game.new(options), Dice(seed)
    seats = range(len(game.seats(options)))
    turns, decisions, wins, draws = [], [], [0] * len(seats), 0
    for _ in range(games):
        position = start.copy()
        decisions.append(playout(position, dice))
        turns.append(game.turn(position))
        winners = [seat for seat in seats if position.payoff(seat) == 1]
        draws += not winners
        for seat in winners:
            wins[seat] += 1
    shares = " ".join(f"{100 * won / games:.1f}" for won in wins)
    cells = [
        words or "(default)",
        spread(turns),
        spread(decisions),
        shares,
        f"{100 * draws / games:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def spread(values: list[int]) -> str:
    """Median and 95 % point."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]} / {ordered[len(ordered) * 95 // 100]}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--option", action="append", default=[], help="name=value, several joined by commas"
    )
    supplied = parser.parse_args()
    game = dogfight.load(supplied.game)
    print(
        "| options | turns: median / 95 % | decisions: median / 95 % | wins by seat, % | draws, % |"
    )
    print("|---|---|---|---|---|")
    for words in supplied.option or [""]:
        print(row(game, words, supplied.games, supplied.seed))


if __name__ == "__main__":
    main()
