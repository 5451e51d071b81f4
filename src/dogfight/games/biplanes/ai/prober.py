"""How much a prober gains that knows the bot's strategy, in the Biplanes dogfight.

The prober is no player. It sees the whole position, the bot's hand included, and before every
commitment it asks the bot for its mixed strategy: another bot of the same name, with dice of its
own, is given the bot's own view. A timed search is never quite the same twice, so that this is the
strategy, not the very draw. The prober answers with the commitment that does best on average
against that strategy, looking one turn ahead: what follows a pair of commitments is judged by the
game's own judgement, knowing both hands, and exactly in the last round. Where it chooses alone it
takes what looks best after it. A fair opponent scores 0.5; what is more is what the bot could lose
to an opponent that reads its mind one turn at a time.
"""

from __future__ import annotations

from dogfight.bots.estimates import ActionEstimate
from dogfight.bots.hints import CanEstimate
from dogfight.bots.registry import make_bot
from dogfight.core.decision import Over, acting
from dogfight.core.errors import BadOption, Unsolved
from dogfight.core.options import Options
from dogfight.core.seat import OVER, Seat
from dogfight.games.biplanes.game import Biplanes
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.solution import solve
from dogfight.games.biplanes.state import PLAN
from dogfight.match.match import Match

SOLVED = 4000
"""Positions of a last round that are worked out; one with more to it is evaluated statically."""


class Prober:
    """Probes a bot by its name, game by game."""

    def __init__(self, game: Biplanes, options: Options, bot: str) -> None:
        if options["mode"] != "dogfight":
            raise BadOption("expected a dogfight: the prober flies no missions")
        if not isinstance(make_bot(bot, 0, game), CanEstimate):
            raise BadOption(
                f"expected a bot that states its strategy, such as hard or ace; got {bot!r}"
            )
        self.game = game
        self.options = options
        self.bot = bot

    def deal(self, seed: int) -> float:
        """What the prober gets on average from both seats of one deal."""
        return (self.play(0, seed) + self.play(1, seed)) / 2

    def play(self, seat: Seat, seed: int) -> float:
        """One game of the prober in this seat; what it gets."""
        table = Match(self.game, self.options, seed=seed)
        opponent = make_bot(self.bot, seed * 2 + 1, self.game)
        asked = 0
        while not isinstance(decision := table.advance(), Over):
            actions = {}
            for who in acting(decision):
                asked += 1
                if who == seat:
                    actions[who] = self.answer(table, seat, seed * 1000 + asked)
                else:
                    actions[who] = opponent.choose(table.view(who))
            for who, action in actions.items():
                table.play(who, action)
        return decision.payoffs[seat]

    def answer(self, table: Match, seat: Seat, seed: int) -> int:
        """The action that does best: in planning against the strategy the bot has in this
        position.
        """
        position = table.position
        assert isinstance(position, Position)
        replies: list[ActionEstimate] = []
        if position.phase == PLAN:
            stated = make_bot(self.bot, seed, self.game)
            assert isinstance(stated, CanEstimate)
            replies = [
                opinion for opinion in stated.opinions(table.view(1 - seat)) if opinion.chance > 0
            ]

        def gain(action: int) -> float:
            if not replies:
                return self.worth(self.after(position, (seat, action)), seat)
            return sum(
                reply.chance
                * self.worth(self.after(position, (seat, action), (1 - seat, reply.action)), seat)
                for reply in replies
            )

        return max(self.game.legal(position, seat), key=gain)

    def after(self, position: Position, *moves: tuple[Seat, int]) -> Position:
        """The position after some moves, in the order of the seats."""
        then = position.copy()
        for who, action in sorted(moves):
            then.apply(who, action)
        return then

    def worth(self, position: Position, seat: Seat) -> float:
        """What a seat may expect after a turn: the result, the exact value of the last round, or
        a glance.
        """
        if position.actor() == OVER:
            return float(position.payoff(seat))
        if position.actor() >= 0:
            try:
                value = solve(position, positions=SOLVED, seats=()).value
                return value if seat == 0 else 1.0 - value
            except Unsolved:
                pass
        return float(self.game.advice.evaluate(position, seat))
