"""The table as one seat may see it, built from an allow-list, and positions imagined from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from dogfight.core.dice import Dice
from dogfight.core.parts import Views
from dogfight.core.seat import OPEN, Seat
from dogfight.core.view import View
from dogfight.games.paws import state as st
from dogfight.games.paws.data import ROLES, SIDES, ZONE_NAMES
from dogfight.games.paws.names import Names
from dogfight.games.paws.notation import PHASES
from dogfight.games.paws.position import Position
from dogfight.games.paws.rules.damage import BITS, looked_card
from dogfight.games.paws.rules.refill import moonlit
from dogfight.games.paws.state import code_of, kind_in, open_in, section_in, side_in


class TrackCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on a track: its back, or its front too where the viewer may see it."""

    section: int
    role: str
    card: str = ""
    side: str = ""
    open: bool = False
    face_up: bool = False


class Secrets(msgspec.Struct, frozen=True):
    """What only the owner of a seat sees; `hand_order` counts cards on the track before the
    lock.
    """

    hand: tuple[str, ...]
    hand_order: tuple[str, ...]
    set_aside: tuple[str, ...]
    discards: tuple[str, ...]
    scrap: tuple[str, ...]
    wants_extra: bool


class SeatTable(msgspec.Struct, frozen=True):
    """[JP-4.9] What everybody sees of a seat: numbers of cards."""

    seat: str
    hand: int
    deck: int
    discards: int
    scrap: int
    ready: bool
    played: bool
    repairing: bool
    secrets: Secrets | None


class TeamTable(msgspec.Struct, frozen=True):
    """A team: its colours, whether it flies and smokes, its track."""

    team: str
    color: str
    symbol: str
    solo: bool
    flying: bool
    smoke: bool
    track: tuple[TrackCard, ...]


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a step has come: whose deck or turn, how many cards are still to go, by whose
    shot.
    """

    seat: str = ""
    cards: int = 0
    shooter: str = ""
    cause: str = ""
    place: int = 0
    step: int = 0
    looked: int = 0


class BoardView(msgspec.Struct, frozen=True):
    """[JP-21.9] Positions, Sun or Moon, smoke and timer for all; secrets for their owners.

    `sections` is how many a track has, `section` the one that is resolved.
    """

    round: int
    phase: str
    mode: str
    timer: int
    sections: int
    section: int
    revealed: int
    placer: str
    sun: str
    holder: str
    planes: dict[str, str]
    teams: tuple[TeamTable, ...]
    seats: tuple[SeatTable, ...]
    short_of_cards: tuple[str, ...]
    fell_last: tuple[str, ...]
    drawing: tuple[str, ...]
    progress: Progress
    looked_at: tuple[str, ...] | None


_TURN = (st.DRAW, st.EXTRA_DRAW, st.SUN_TARGET, st.MOON_OFFER, st.LOOK, st.PICK, st.SCRAP)
_HURT = (st.MOON_OFFER, st.LOOK, st.PICK, st.SCRAP)
_MOON = (st.MOON_OFFER, st.LOOK, st.PICK)


def known_seats(p: Position, viewer: Seat) -> int:
    """[JP-18.5] The seats whose secrets a viewer knows: the own one, and both of a solo player."""
    if viewer == OPEN:
        return (1 << p.seats) - 1
    if viewer < 0:
        return 0
    return 3 << (viewer & ~1) if p.solo >> viewer // 2 & 1 else 1 << viewer


class PawsViews(Views[Position, BoardView]):
    """Builds pictures for viewers, and positions from pictures; `make` lays out an empty table."""

    def __init__(self, names: Names, make: Callable[[int, int, int, int], Position]) -> None:
        self.names = names
        self.make = make

    # --- seeing
    # ------------------------------------------------------------------------------------

    def board_view(self, p: Position, viewer: Seat) -> BoardView:
        return self._known_to(p, known_seats(p, viewer))

    def board_views(self, p: Position, seats: Sequence[Seat]) -> tuple[BoardView, ...]:
        """One for all who know the same."""
        made: dict[int, BoardView] = {}
        for seat in seats:
            known = known_seats(p, seat)
            if known not in made:
                made[known] = self._known_to(p, known)
        return tuple(made[known_seats(p, seat)] for seat in seats)

    def _known_to(self, p: Position, known: int) -> BoardView:
        """Return what lies on the table for a viewer who knows the secrets of these seats."""
        names = self.names
        # [JP-21.8] Of a deck all see the number; the shooter sees the cards looked at.
        looking = p.phase in (st.LOOK, st.PICK) and known >> p.shooter & 1
        return BoardView(
            round=int(p.round),
            phase=PHASES[p.phase],
            mode="night" if p.night else "day",
            timer=int(p.timer),
            sections=int(p.t.sections),
            section=int(p.section),
            revealed=int(p.revealed),
            placer=names.teams[p.placer] if p.phase == st.SUN_PLACING else "",
            sun=names.place(p.sun) if p.sun >= 0 else "",
            holder=names.teams[p.holder] if p.holder >= 0 else "",
            planes={
                f"{names.teams[a]}@{names.teams[b]}": (
                    "gone" if p.plane(a, b) == st.GONE else ZONE_NAMES[p.plane(a, b)]
                )
                for a in range(p.teams)
                for b in range(p.teams)
                if a != b
            },
            teams=tuple(self._team(p, team, known) for team in range(p.teams)),
            seats=tuple(self._seat(p, seat, bool(known >> seat & 1)) for seat in range(p.seats)),
            short_of_cards=self._teams(p.failed),
            fell_last=self._teams(p.fell_last) if p.phase == st.OVER else (),
            drawing=self._seats(p.wants) if p.phase == st.EXTRA_DRAW else (),
            progress=self._progress(p),
            looked_at=(
                tuple(names.kinds[looked_card(p, n)] for n in range(p.looked_n))
                if looking
                else None
            ),
        )

    def _teams(self, mask: int) -> tuple[str, ...]:
        return tuple(name for n, name in enumerate(self.names.teams) if mask >> n & 1)

    def _seats(self, mask: int) -> tuple[str, ...]:
        return tuple(name for n, name in enumerate(self.names.seats) if mask >> n & 1)

    def _progress(self, p: Position) -> Progress:
        return Progress(
            seat=self.names.seats[p.turn] if p.phase in _TURN else "",
            cards=int(p.left) if p.phase in _HURT else 0,
            shooter=self.names.seats[p.shooter] if p.phase in _MOON else "",
            cause=("smoke" if p.then == st.SMOKE else "shots") if p.phase == st.SCRAP else "",
            place=int(p.cursor) if p.phase in (*_HURT, st.SUN_TARGET) else 0,
            step=int(p.step) if p.phase in (st.EXTRA, st.EXTRA_DRAW) else 0,
            looked=int(p.looked_n),
        )

    def _team(self, p: Position, team: int, known: int) -> TeamTable:
        name = self.names.teams[team]
        look = self.names.data.teams[name]
        cards = [
            self._track_card(p, 2 * team + role, int(p.down[(2 * team + role) * p.cap + n]), known)
            for role in (0, 1)
            for n in range(p.down_n[2 * team + role])
        ]
        for section in range(p.t.sections):
            card = int(p.on_track(team, section))
            if card != st.EMPTY:
                cards.append(self._track_card(p, 2 * team + card % 2, card // 2, known))
        return TeamTable(
            team=name,
            color=look.color,
            symbol=look.symbol,
            solo=bool(p.solo >> team & 1),
            flying=p.is_flying(team),
            smoke=bool(p.smoke >> team & 1),
            track=tuple(
                sorted(
                    cards,
                    key=lambda track_card: (
                        track_card.section,
                        track_card.role,
                        track_card.card,
                        track_card.side,
                        track_card.open,
                    ),
                )
            ),
        )

    def _track_card(self, p: Position, seat: int, code: int, known: int) -> TrackCard:
        """[JP-5.12] [JP-6.14] [JP-21.2] [JP-21.3] [JP-21.4] A back, unless the card is one's
        own, open or revealed.
        """
        section, kind = int(section_in(code)), int(kind_in(code))
        face_up = bool(open_in(code)) or section < p.revealed
        if not face_up and not known >> seat & 1:
            return TrackCard(section + 1, ROLES[seat % 2])
        side = SIDES[side_in(code)] if self.names.is_plane(kind) else ""
        return TrackCard(
            section + 1, ROLES[seat % 2], self.names.kinds[kind], side, bool(open_in(code)), face_up
        )

    def _seat(self, p: Position, seat: int, known: bool) -> SeatTable:
        """[JP-4.9] [JP-8.8] Numbers for all; cards set aside still count as hand cards for the
        others.
        """
        return SeatTable(
            seat=self.names.seats[seat],
            hand=int(p.count(st.HELD, seat) + p.count(st.DROPPED, seat)),
            deck=int(p.count(st.DECK, seat)),
            discards=int(p.count(st.DISCARD, seat)),
            scrap=int(p.count(st.SCRAPPED, seat)),
            ready=p.phase in (st.ACTION, st.DISCARDS) and bool(p.ready >> seat & 1),
            played=bool(p.played >> seat & 1),
            repairing=bool(p.repairing >> seat & 1),
            secrets=self._secrets(p, seat) if known else None,
        )

    def _secrets(self, p: Position, seat: int) -> Secrets:
        """[JP-4.2] [JP-4.5] [JP-4.6] [JP-4.8] [JP-21.1] [JP-21.5] [JP-21.6] [JP-21.7] Fronts for
        the owner.
        """
        names = self.names
        order = [names.kinds[p.order[seat * p.cap + n]] for n in range(p.count(st.IN_ORDER, seat))]
        return Secrets(
            hand=tuple(_without(order, self._away(p, seat))),
            hand_order=tuple(order),
            set_aside=names.counts(p, st.DROPPED, seat),
            discards=names.counts(p, st.DISCARD, seat),
            scrap=names.counts(p, st.SCRAPPED, seat),
            wants_extra=p.phase in (st.EXTRA, st.EXTRA_DRAW) and bool(p.wants >> seat & 1),
        )

    def _away(self, p: Position, seat: int) -> list[str]:
        """Cards that still count in the order of the hand but lie on the track or aside."""
        down = [self.names.kinds[kind_in(p.down[seat * p.cap + n])] for n in range(p.down_n[seat])]
        return [*down, *self.names.counts(p, st.DROPPED, seat)]

    # --- imagining
    # ---------------------------------------------------------------------------------

    def imagine(self, view: View[BoardView], dice: Dice) -> Position:
        """[JP-4.7] A whole position that fits the view; unseen cards are dealt anew."""
        board = view.board
        solo = sum(1 << n for n, team in enumerate(board.teams) if team.solo)
        p = self.make(len(board.teams), solo, int(board.mode == "night"), board.timer)
        self._set_public(p, board)
        looked = list(board.looked_at or ())
        for seat, shown in enumerate(board.seats):
            track = board.teams[seat // 2].track
            track_cards = [card for card in track if card.role == ROLES[seat % 2]]
            hidden = looked if board.progress.seat == shown.seat else []
            if shown.secrets is not None:
                self._set_known(p, seat, shown.secrets, track_cards)
            else:
                self._set_unknown(p, seat, shown, track_cards, hidden, dice)
        if p.phase in (st.LOOK, st.PICK):
            self._set_looked(p, board, looked, dice)
        if p.phase == st.EXTRA:
            p.asked = sum(1 << seat for seat in view.waiting)
            self._guess_extras(p, board, dice)
        return p

    def _set_public(self, p: Position, board: BoardView) -> None:
        names, progress = self.names, board.progress
        p.phase = {text: phase for phase, text in PHASES.items()}[board.phase]
        p.round, p.section, p.revealed = board.round, board.section, board.revealed
        p.placer = names.team(board.placer) if board.placer else -1
        p.sun = names.read_place(board.sun) if board.sun else -1
        p.holder = names.team(board.holder) if board.holder else -1
        for token, zone in board.planes.items():
            a, _, b = token.partition("@")
            p.planes[names.team(a) * p.teams + names.team(b)] = (
                st.GONE if zone == "gone" else names.zone(zone)
            )
        for n, team in enumerate(board.teams):
            p.smoke |= int(team.smoke) << n
            if not team.flying:
                p.flying &= ~(1 << n)
                p.crew &= ~(3 << 2 * n)
        for n, seat in enumerate(board.seats):
            p.ready |= int(seat.ready) << n
            p.played |= int(seat.played) << n
            p.repairing |= int(seat.repairing) << n
        p.failed = sum(1 << names.team(name) for name in board.short_of_cards)
        p.fell_last = sum(1 << names.team(name) for name in board.fell_last)
        p.wants = sum(1 << names.seat(name) for name in board.drawing)
        p.turn = names.seat(progress.seat) if progress.seat else 0
        p.shooter = names.seat(progress.shooter) if progress.shooter else -1
        p.left, p.cursor, p.step = progress.cards, progress.place, progress.step
        p.then = st.SMOKE if progress.cause == "smoke" else st.SHOTS

    def _set_known(self, p: Position, seat: int, secrets: Secrets, track: list[TrackCard]) -> None:
        names = self.names
        for name in secrets.hand_order:
            p.to_hand(seat, names.kind(name))
        for card in track:
            self._lay(p, seat, card, names.kind(card.card), SIDES.index(card.side or "own"))
        for name in secrets.set_aside:
            p.remove(st.HELD, seat, names.kind(name))
            p.put(st.DROPPED, seat, names.kind(name))
        for pile, cards in ((st.DISCARD, secrets.discards), (st.SCRAPPED, secrets.scrap)):
            for name in cards:
                p.put(pile, seat, names.kind(name))
        p.wants |= int(secrets.wants_extra) << seat
        known = [*secrets.hand_order, *secrets.discards, *secrets.scrap]
        known += [card.card for card in track if p.phase != st.ACTION]
        self._rest_to_deck(p, seat, known)

    def _lay(self, p: Position, seat: int, card: TrackCard, kind: int, side: int) -> None:
        code = code_of(kind, card.section - 1, side, int(card.open))
        if p.phase == st.ACTION:
            p.remove(st.HELD, seat, kind)
            p.lay_down(seat, code)
        else:
            p.track[seat // 2 * p.t.sections + card.section - 1] = 2 * code + seat % 2

    def _rest_to_deck(self, p: Position, seat: int, known: list[str]) -> None:
        rest = Counter(self.names.data.decks[ROLES[seat % 2]])
        rest.subtract(known)
        for name, count in rest.items():
            for _ in range(count):
                p.put(st.DECK, seat, self.names.kind(name))

    def _set_unknown(
        self,
        p: Position,
        seat: int,
        shown: SeatTable,
        track: list[TrackCard],
        in_deck: list[str],
        dice: Dice,
    ) -> None:
        """Deal a seat's unseen cards: the shown ones and those known to be in its deck stay
        where they are.
        """
        seen = [card.card for card in track if card.card]
        rest = Counter(self.names.data.decks[ROLES[seat % 2]])
        rest.subtract([*seen, *in_deck])
        pool = [self.names.kind(name) for name in rest.elements()]
        _shuffle(pool, dice)
        fronts = [self.names.kind(card.card) if card.card else pool.pop() for card in track]
        hand = [pool.pop() for _ in range(shown.hand)]
        if p.phase == st.ACTION:
            hand += fronts
            _shuffle(hand, dice)
        for kind in hand:
            p.to_hand(seat, kind)
        for card, kind in zip(track, fronts, strict=True):
            side = SIDES.index(card.side or "own")
            if not card.card and self.names.is_plane(kind):
                side = dice.below(2)
            self._lay(p, seat, card, kind, side)
        for pile, count in ((st.DISCARD, shown.discards), (st.SCRAPPED, shown.scrap)):
            for _ in range(count):
                p.put(pile, seat, pool.pop())
        for kind in [*pool, *(self.names.kind(name) for name in in_deck)]:
            p.put(st.DECK, seat, kind)
        if p.phase == st.DISCARDS and shown.ready:
            for kind in hand[: dice.below(len(hand) + 1)]:
                p.remove(st.HELD, seat, kind)
                p.put(st.DROPPED, seat, kind)

    def _set_looked(self, p: Position, board: BoardView, looked: list[str], dice: Dice) -> None:
        cards = [self.names.kind(name) for name in looked]
        if board.looked_at is None:
            deck = [self.names.kind(name) for name in self.names.counts(p, st.DECK, int(p.turn))]
            _shuffle(deck, dice)
            cards = deck[: board.progress.looked]
        p.looked = sum(card << (n * BITS) for n, card in enumerate(cards))
        p.looked_n = len(cards)

    def _guess_extras(self, p: Position, board: BoardView, dice: Dice) -> None:
        """[JP-16.5] Who is still asked is open; what others have answered is guessed."""
        if p.step > 1:
            return
        answered = p.crew & ~p.asked
        for seat, shown in enumerate(board.seats):
            may = answered >> seat & 1 and moonlit(p, seat // 2) and p.count(st.DECK, seat) > 0
            if shown.secrets is None and may and not p.failed >> seat // 2 & 1:
                p.wants |= dice.below(2) << seat


def _without(cards: list[str], gone: list[str]) -> list[str]:
    """The cards left when the oldest copies of some are gone."""
    left = list(cards)
    for name in gone:
        left.remove(name)
    return left


def _shuffle(cards: list[int], dice: Dice) -> None:
    for n in range(len(cards) - 1, 0, -1):
        other = dice.below(n + 1)
        cards[n], cards[other] = cards[other], cards[n]
