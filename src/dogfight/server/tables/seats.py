"""Who holds which chairs of a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from dogfight.bots.characters import bot_title
from dogfight.bots.registry import bot_names
from dogfight.core.errors import BadOption
from dogfight.core.options import Options
from dogfight.core.registry import AnyGame
from dogfight.core.seat import Seat, SeatInfo
from dogfight.server.messages import PlayerInfo
from dogfight.server.refusals import Refused
from dogfight.server.storage.ledger import Person, PlayerRow


class Seating:
    """The players of one table in order. Rows are replaced, never changed in place."""

    def __init__(self, seats: tuple[SeatInfo, ...], rows: list[PlayerRow]) -> None:
        self.seats = seats
        self.reload(rows)

    def reload(self, rows: list[PlayerRow]) -> None:
        """Go back to what is stored."""
        self.rows = {row.player: row for row in rows}
        self._look_for_bots()

    def __iter__(self) -> Iterator[PlayerRow]:
        return iter(self.rows.values())

    def row(self, player: int) -> PlayerRow:
        """A copy of a player's row, to be changed and stored."""
        if player not in self.rows:
            raise Refused(
                "unknown", f"expected a player from 0 to {len(self.rows) - 1}, got {player}"
            )
        return replace(self.rows[player])

    def put(self, row: PlayerRow) -> None:
        self.rows[row.player] = row
        self._look_for_bots()

    def _look_for_bots(self) -> None:
        self.has_bots = any(row.bot for row in self.rows.values())

    def chairs(self, player: int) -> tuple[Seat, ...]:
        return tuple(seat for seat, info in enumerate(self.seats) if info.player == player)

    def at(self, seat: Seat) -> PlayerRow:
        return self.rows[self.seats[seat].player]

    def held_by(self, person: int) -> tuple[Seat, ...]:
        """The chairs a person holds, those a bot is playing for them included."""
        return tuple(seat for seat in range(len(self.seats)) if self.at(seat).person == person)

    def players_of(self, person: int) -> tuple[int, ...]:
        """The players a person is."""
        return tuple(row.player for row in self if row.person == person)

    def holds(self, person: int, seat: Seat) -> bool:
        """Whether this person acts for this seat now."""
        return (
            0 <= seat < len(self.seats) and self.at(seat).person == person and not self.at(seat).bot
        )

    def full(self) -> bool:
        return all(row.person is not None or row.bot for row in self)

    def nonces(self) -> tuple[str, ...]:
        """What every player adds to the seed; bots add nothing."""
        return tuple("" if row.bot else row.nonce or "" for row in self)

    def unsaid(self) -> tuple[int, ...]:
        """The players who are people and have not said yet what they add to the seed."""
        return tuple(
            row.player
            for row in self
            if row.person is not None and not row.bot and row.nonce is None
        )

    def title(self, player: int) -> str:
        """The names of a player's chairs."""
        return " and ".join(self.seats[seat].title for seat in self.chairs(player))

    def bots(self) -> list[str]:
        """The bot that plays each player; empty for a person."""
        return [row.bot or "" for row in self]

    def bot_name(self, player: int) -> str:
        """What the bot of a player is called at this table."""
        bots = self.bots()
        bot = bots[player]
        return bot_title(bot, bots[:player].count(bot)) if bot else "A bot"

    def names(self) -> list[str]:
        """A name for every chair, for records."""
        return [
            row.name or row.bot or "?" for row in (self.at(seat) for seat in range(len(self.seats)))
        ]

    def infos(
        self,
        person: int,
        online: set[int],
        resigned: Collection[int],
        guest_of: Callable[[int], str] = lambda _: "",
        silenced: Collection[int] = (),
    ) -> tuple[PlayerInfo, ...]:
        return tuple(
            PlayerInfo(
                player=row.player,
                seats=self.chairs(row.player),
                name=row.name,
                bot=row.bot,
                you=row.person is not None and row.person == person,
                online=row.person in online,
                resigned=row.player in resigned,
                guest="" if row.person is None else guest_of(row.person),
                silenced=row.person in silenced,
            )
            for row in self
        )


def change_words(title: str, before: PlayerRow, after: PlayerRow, bots: Sequence[str]) -> str:
    """Return the public text for a change of a player's owner; nothing if it does not change.

    `bots` are those of all players: every bot has a name of its own.
    """
    if (before.person, before.bot) == (after.person, after.bot):
        return ""
    left = (
        f"{before.name} leaves {title}."
        if before.person is not None and before.person != after.person
        else ""
    )
    nth = [list(bots[: after.player]).count(row.bot or "") for row in (before, after)]
    called = bot_title(after.bot, nth[1])
    bot = f"{called[0].upper()}{called[1:]} plays {title}"
    if after.person is None:
        now = f"{bot}." if after.bot else "" if left else f"{title} is free."
    elif after.bot:
        now = f"{bot} for {after.name}."
    elif before.person == after.person:
        now = f"{after.name} plays {title} again."
    else:
        now = f"{after.name} takes {title}" + (
            f" over from {bot_title(before.bot, nth[0])}." if before.bot else "."
        )
    return f"{left} {now}".strip()


def _player(n: int, word: str, person: Person) -> PlayerRow:
    """A player's row from the word it was asked for with."""
    if word == "me":
        return PlayerRow("", n, person.id, person.name)
    if word == "open":
        return PlayerRow("", n)
    bot = word.removeprefix("bot:")
    if bot == word or bot not in bot_names():
        raise BadOption(
            f"expected me, open or bot:NAME with a bot out of {', '.join(bot_names())}; got"
            f" {word!r}"
        )
    return PlayerRow("", n, None, "", bot)


def players_from(
    game: AnyGame, options: Options, words: tuple[str, ...], person: Person
) -> list[PlayerRow]:
    """A row for every player of a game from the words they were asked for with."""
    count = len({seat.player for seat in game.seats(options)})
    words = words or ("me", *["open"] * (count - 1))
    if len(words) != count:
        raise BadOption(f"expected {count} players, got {len(words)}")
    return [_player(n, word, person) for n, word in enumerate(words)]
