"""A player asks the others to let them take back what was already answered or revealed."""

from __future__ import annotations

from dataclasses import dataclass, field

from dogfight.server.messages import OfferInfo
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.match import Match
from dogfight.server.tables.seats import Seating


@dataclass(slots=True)
class Offer:
    """One such question. It is void as soon as everybody can see that the game went on.

    Parts of a secret choice do not end it: that would tell that they were made.
    """

    player: int
    n: int
    kept: int
    """How many moves stay if it is granted."""
    standing: tuple[int, tuple[int, ...]]
    asked: tuple[int, ...]
    agreed: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, seating: Seating, match: Match, person: Person, player: int, n: int) -> Offer:
        """The question of a player, and whom it goes to: every other person who is still in the game."""
        kept = match.retake_point(seating.chairs(player))
        if kept is None:
            raise Refused("nothing_to_take_back", "You have not chosen anything here yet.")
        others = [row for row in seating if row.person != person.id and row.player not in match.resigned]
        if any(row.bot for row in others):
            raise Refused("not_now", "Bots do not let anybody take back.")
        asked = tuple(row.player for row in others if row.person is not None)
        return cls(player, n, kept, (match.round, match.waiting), asked)

    def void(self, match: Match) -> bool:
        return self.standing != (match.round, match.waiting)

    @property
    def granted(self) -> bool:
        return set(self.asked) <= self.agreed

    def info(self) -> OfferInfo:
        return OfferInfo(self.player, self.n, self.asked, tuple(sorted(self.agreed)))
