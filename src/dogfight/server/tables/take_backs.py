"""A player asks the others to let them take back what was already answered or revealed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from dogfight.server.messages import OfferInfo, OfferKind
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person
from dogfight.server.tables.logged_match import LoggedMatch
from dogfight.server.tables.seats import Seating

if TYPE_CHECKING:
    from dogfight.server.tables.live import LiveTable


class Offer(msgspec.Struct, frozen=True):
    """One such question. It is void as soon as everybody can see that the game went on.

    Parts of a secret choice do not end it: that would tell that they were made.
    """

    player: int
    n: int
    kept: int
    """How many moves stay if it is granted."""
    standing: tuple[int, tuple[int, ...]]
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    kind: OfferKind = "take_back"

    @classmethod
    def of(
        cls,
        seating: Seating,
        match: LoggedMatch,
        person: Person,
        player: int,
        n: int,
        kind: OfferKind = "take_back",
    ) -> Offer:
        """The question of a player, and whom it goes to: every other person who is still in the
        game.
        """
        kept = match.retake_point(seating.chairs(player)) if kind == "take_back" else 0
        if kept is None:
            raise Refused("nothing_to_take_back", "You have not chosen anything here yet.")
        others = [
            row for row in seating if row.person != person.id and row.player not in match.resigned
        ]
        if kind != "pause" and any(row.bot for row in others):
            refusal = "let anybody take back" if kind == "take_back" else "agree on a draw"
            raise Refused("not_now", f"Bots do not {refusal}.")
        asked = tuple(row.player for row in others if row.person is not None and not row.bot)
        return cls(player, n, kept, (match.round, match.waiting), asked, kind=kind)

    def void(self, match: LoggedMatch) -> bool:
        return self.standing != (match.round, match.waiting)

    @property
    def granted(self) -> bool:
        return set(self.asked) <= {*self.agreed}

    def info(self) -> OfferInfo:
        return OfferInfo(self.player, self.n, self.asked, self.agreed, self.kind)


class TakeBacks:
    """Taking back with everybody's consent: at most one question at a time, which is stored with
    the table.
    """

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._read: tuple[str, Offer | None] = ("", None)

    @property
    def _offer(self) -> Offer | None:
        """What is asked, as it is stored; read once."""
        text = self._table.row.offer
        if self._read[0] != text:
            self._read = (text, msgspec.json.decode(text, type=Offer) if text else None)
        return self._read[1]

    def info(self) -> OfferInfo | None:
        return self._offer.info() if self._offer else None

    def void(self) -> bool:
        """Whether the game went past what is asked."""
        return self._offer is not None and self._offer.void(self._table.match)

    async def ask(self, person: Person, player: int) -> None:
        """Ask the others to let a player take back; where there is nobody to ask it is done at
        once.
        """
        await self._table.exclusively(lambda: self._ask(person, player, "take_back"))

    async def ask_pause(self, person: Person, player: int) -> None:
        """Ask the others for a pause; the clocks stand once everybody agrees."""
        await self._table.exclusively(lambda: self._ask(person, player, "pause"))

    async def offer_draw(self, person: Person, player: int) -> None:
        """Offer a draw, in a game that knows draws."""
        if not self._table.game.manifest.has_draws:
            raise Refused("not_now", f"{self._table.game.title} knows no draws.")
        await self._table.exclusively(lambda: self._ask(person, player, "draw"))

    async def _ask(self, person: Person, player: int, kind: OfferKind) -> None:
        table = self._table
        table.check_plays(person, player)
        if table.clock.is_paused:
            raise Refused("not_now", "The game is paused. Any player lets it go on.")
        now = table.services.sources.ms()
        offer = Offer.of(table.seating, table.match, person, player, now, kind)
        await self._grant_or_keep(offer)

    async def answer(self, person: Person, n: int, yes: bool) -> None:
        """Agree to a take-back, or decline; the player who asked can withdraw the request."""
        await self._table.exclusively(lambda: self._answer(person, n, yes))

    async def _answer(self, person: Person, n: int, yes: bool) -> None:
        offer = self._offer
        if offer is None or offer.n != n:
            raise Refused("not_now", "The table moved on; nobody asks that any more.")
        numbers = {*self._table.seating.players_of(person.id)}
        if not yes and numbers & {offer.player, *offer.asked}:
            await self._grant_or_keep(None)
        elif yes and numbers & set(offer.asked):
            agreed = {*offer.agreed} | (numbers & set(offer.asked))
            await self._grant_or_keep(msgspec.structs.replace(offer, agreed=tuple(sorted(agreed))))
        else:
            raise Refused("not_yours", "You are not asked.")

    async def _grant_or_keep(self, offer: Offer | None) -> None:
        """Do what everybody agrees to; before that, keep what is asked and who agrees."""
        table = self._table
        if offer is not None and offer.granted and offer.kind == "pause":
            await table.clock.pause()
            table.row = replace(table.row, offer="")
        elif offer is not None and offer.granted and offer.kind == "draw":
            await table.commit(table.match.agree_draw)
        elif offer is not None and offer.granted:
            await table.commit(lambda: table.match.retake(offer.player, offer.kept))
        else:
            text = msgspec.json.encode(offer).decode() if offer is not None else ""
            await table.update_row(lambda known: table.services.ledger.put_offer(known, text))
            table.row = replace(table.row, offer=text)
        table.presence.announce()
