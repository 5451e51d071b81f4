"""How much a prober gains that knows the bot's strategy: the Biplanes dogfight on the main board against `hard`.

    python -P bench/best_response.py [--bot hard] [--games 20] [--seed 0] [--json FILE]

The prober is no player. It sees the whole position, the bot's hand included, and before every commitment it asks the
bot for its mixed strategy: another bot of the same name, with dice of its own, is given the bot's own view. A timed
search is never quite the same twice, so that this is the strategy, not the very draw. The prober answers with the
commitment that does best on average against that strategy, looking one turn ahead: what follows a pair of commitments
is judged by the game's own judgement, knowing both hands, and exactly in the last round. A fair opponent scores 0.5;
what is more is what the bot could lose to somebody who reads its mind one turn at a time.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path

import dogfight
from dogfight.bots.registry import make_bot
from dogfight.core.decision import Over, acting
from dogfight.core.errors import Unsolved
from dogfight.core.registry import AnyGame
from dogfight.core.seat import OVER
from dogfight.core.table import Table
from dogfight.games.biplanes.advice import BiplanesAdvice
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.solution import solve


def worth(position: Position, seat: int) -> float:
    """What a seat may expect after a turn: the result, the exact value of the last round, or a glance."""
    if position.actor() == OVER:
        return float(position.payoff(seat))
    try:
        value = solve(position, positions=4000).value if position.actor() >= 0 else None
    except Unsolved:
        value = None
    if value is None:
        return float(BiplanesAdvice().worth(position, seat))
    return value if seat == 0 else 1.0 - value


def best_response(game: AnyGame, table: Table, seat: int, bot: str, seed: int) -> int:
    """The commitment that does best against the strategy the bot has in this position."""
    prober = make_bot(bot, seed, game)
    opinions = prober.opinions(table.view(1 - seat))  # type: ignore[attr-defined]
    best, best_worth = -1, -1.0
    for action in game.legal(table.position, seat):
        total = 0.0
        for one in opinions:
            if one.chance > 0:
                after = game.copy(table.position)
                for who in (0, 1):
                    game.apply(after, who, action if who == seat else one.action)
                total += one.chance * worth(after, seat)
        if total > best_worth:
            best, best_worth = action, total
    return best


def play(game: AnyGame, bot: str, seat: int, seed: int) -> float:
    """One game of the prober in this seat against the bot; what the prober gets."""
    table = Table(game, seed=seed)
    opponent = make_bot(bot, seed * 2 + 1, game)
    turn = 0
    while not isinstance(decision := table.settle(), Over):
        actions = {}
        for who in acting(decision):
            turn += 1
            if who == seat:
                actions[who] = best_response(game, table, seat, bot, seed * 1000 + turn)
            else:
                actions[who] = opponent.choose(table.view(who))
        for who, action in actions.items():
            table.play(who, action)
    return decision.payoffs[seat]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    game = dogfight.load("biplanes")
    scores = [play(game, given.bot, number % 2, given.seed + number // 2) for number in range(given.games)]
    mean = statistics.fmean(scores)
    half = 1.96 * statistics.pstdev(scores) / len(scores) ** 0.5
    print(
        f"prober against {given.bot}: {mean:.3f} of {len(scores)} games (95 % {mean - half:.3f} to {mean + half:.3f})"
    )
    if given.json:
        given.json.write_text(json.dumps({"bot": given.bot, "games": len(scores), "score": mean, "half": half}) + "\n")


if __name__ == "__main__":
    main()
