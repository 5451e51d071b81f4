"""How long random games of Jaws vs Paws last and who wins, as the table in docs/paws.md.

python bench/lengths_paws.py [games]
"""

from __future__ import annotations

import sys

import dogfight
from dogfight.core.dice import Dice
from dogfight.core.options import Options
from dogfight.core.position import playout
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.paws.position import Position
from dogfight.games.paws.state import ACTION, DISCARDS

PLAYERS = (2, 3, 4, 5, 6, 7, 8)
HEAD = (
    "| Play | Players | Teams | Mode | Rounds: median (95 %) | Decisions a game | Wins by team |"
    " Draws |"
)


def sparing(position: Position, dice: Dice) -> int:
    """Random play that keeps its cards: nothing is discarded, and half the time no further card
    is laid.
    """
    decisions = 0
    while (actor := position.actor()) != OVER:
        if actor == CHANCE:
            position.roll(dice)
            continue
        choice = dice.below(position.choice_count())
        if position.phase == DISCARDS:
            choice = 0
        elif position.phase == ACTION and actor >= 0:
            first = position.down_n[actor] == 0
            choice = 0 if dice.below(10) < (2 if first else 5) else choice
        position.apply_choice(choice)
        decisions += 1
    return decisions


def row(game: AnyGame, options: Options, games: int, spare: bool) -> str:
    """One line of the table."""
    sides = [seat.side for seat in game.seats(options)][::2]
    wins = dict.fromkeys(sides, 0)
    start, dice, rounds, decisions = game.new(options), Dice(2026), list[int](), 0
    for _ in range(games):
        position = start.copy()
        decisions += sparing(position, dice) if spare else playout(position, dice)
        rounds.append(game.turn(position))
        flying = [side for team, side in enumerate(sides) if position.payoff(2 * team) == 0.5]
        for side in flying:
            wins[side] += 1
    rounds.sort()
    solo = f" ({options['solo']} solo)" if "solo" in options else ""
    shares = " / ".join(f"{100 * count / games:.0f}" for count in wins.values())
    draws = games - sum(wins.values())
    return (
        f"| {'sparing' if spare else 'uniform'} | {options['players']} | {len(sides)}{solo} |"
        f" {options['mode']} | {rounds[games // 2]} ({rounds[games * 95 // 100]}) |"
        f" {decisions / games:.0f} | {shares} % | {100 * draws / games:.1f} % |"
    )


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    game = dogfight.load("paws")
    print(HEAD)
    print("|" + " --- |" * (HEAD.count("|") - 1))
    for spare in (False, True):
        for players in PLAYERS:
            for mode in ("day", "night"):
                options = game.options({"players": players, "mode": mode, "timer": 0})
                print(row(game, options, games, spare))


if __name__ == "__main__":
    main()
