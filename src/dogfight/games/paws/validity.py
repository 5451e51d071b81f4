"""What cannot be: positions that no game reaches, each with what was expected and the rule.

Hands and piles may be composed freely, as in a problem. Phases, marks, tokens and tracks have to
agree with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dogfight.games.paws import state as st
from dogfight.games.paws.data import Data
from dogfight.games.paws.position import Position
from dogfight.games.paws.rules.damage import looked_card
from dogfight.games.paws.rules.gunnery import hit_damage, in_sights, moon_offers, takes_hit
from dogfight.games.paws.rules.refill import moonlit
from dogfight.games.paws.rules.resolve import card_of, in_order, sun_targets
from dogfight.games.paws.state import kind_in, open_in, section_in
from dogfight.games.paws.tables import PC, SHOOT, SUN

_STEP_1 = (st.DISCARDS, st.DRAW, st.EXTRA, st.EXTRA_DRAW)
Test = tuple[bool, str, str]
"""Whether all is well, what was expected, and by which rule."""


def fault(p: Position, data: Data) -> tuple[str, str] | None:
    """What was expected of a position, and by which rule, if it cannot be."""
    for tests in _CHAPTERS:
        for good, expected, rule in tests(p, data):
            if not good:
                return expected, rule
    return None


def _setup(p: Position, data: Data) -> Iterator[Test]:
    """Options, and the time before the first round."""
    early, dealing = p.phase in (st.COIN, st.SUN_PLACING), p.round == 0
    seats = range(p.seats)
    holding = any(p.count(st.IN_ORDER, seat) for seat in seats)
    shortest, untimed = min(data.numbers.timer.action_choices_s), data.numbers.timer.untimed_allowed
    yield (
        p.timer >= shortest or (p.timer == 0 and untimed),
        f"a timer of {shortest} seconds or longer, or 0",
        "JP-5.2",
    )
    yield early == (p.sun < 0), "the Sun to be on the table once it is placed", "JP-3.8"
    yield dealing == (p.holder < 0), "a holder of the Sun from round 1 on", "JP-10.5"
    yield not early or (dealing and not holding), "no cards before the Sun is placed", "JP-3.8"
    yield (
        not dealing or early or p.phase == st.DRAW,
        "the hands to be dealt before round 1",
        "JP-3.10",
    )
    yield (
        p.phase not in (st.COIN, st.SUN_PLACING) or p.placer < p.teams,
        "the Sun to be placed by a team",
        "JP-3.5",
    )
    if dealing:
        still = all(p.plane(a, b) == PC for a in range(p.teams) for b in range(p.teams) if a != b)
        yield still, "every plane on PC before round 1", "JP-3.2"
        piles = any(p.count(pile, seat) for pile in (st.DISCARD, st.SCRAPPED) for seat in seats)
        yield not piles, "empty discard and scrap piles before round 1", "JP-3.4"
        yield p.flying == (1 << p.teams) - 1, "every team flying before round 1", "JP-17.2"
    yield (
        p.round > 1 or not p.smoke,
        "no smoke before a team has repaired in an earlier round",
        "JP-11.2",
    )


def _marks(p: Position, _: Data) -> Iterator[Test]:
    """Who is ready, has played and is repairing."""
    locked = p.round > 0 and p.phase != st.ACTION
    yield locked or not p.played, "marks of cards played only after the lock", "JP-0.7"
    yield (
        p.phase in (st.ACTION, st.DISCARDS) or not p.ready,
        "marks of ready only while planning",
        "JP-5.15",
    )
    yield p.phase != st.ACTION or not p.ready & ~p.crew, "no fallen seat to be ready", "JP-20.16"
    if p.phase == st.DISCARDS:
        idle = [seat for seat in range(p.seats) if not p.crew >> seat & 1 or not _in_hand(p, seat)]
        yield (
            all(p.ready >> seat & 1 for seat in idle),
            "seats without a hand to be done with discarding",
            "JP-8.1",
        )
    yield not p.repairing & p.played, "no seat to repair that has played", "JP-9.1"
    if p.round == 0 or p.phase == st.ACTION or p.phase in _STEP_1:
        yield not p.repairing, "marks of repairing only from Step 2 on", "JP-9.1"
    elif p.phase != st.OVER:
        yield (
            p.repairing & p.crew == p.crew & ~p.played,
            "exactly the seats to repair that played nothing",
            "JP-9.1",
        )


def _in_hand(p: Position, seat: int) -> int:
    return int(p.count(st.HELD, seat) + p.count(st.DROPPED, seat))


def _tracks(p: Position, _: Data) -> Iterator[Test]:
    """Cards placed, set aside and on the tracks."""
    planning = p.phase == st.ACTION
    cards = [
        (n // p.t.sections, n % p.t.sections, int(card))
        for n, card in enumerate(p.track)
        if card != st.EMPTY
    ]
    yield planning or not any(p.down_n), "placements only in the Action Phase", "JP-5.16"
    yield not planning or not cards, "no cards left on the tracks in the Action Phase", "JP-11.1"
    yield p.round > 0 or not cards, "no cards on the tracks before round 1", "JP-3.1"
    dropped = any(p.count(st.DROPPED, seat) for seat in range(p.seats))
    yield (
        p.phase == st.DISCARDS or not dropped,
        "cards set aside only while all choose discards",
        "JP-8.8",
    )
    placing = sum(1 << seat for seat in range(p.seats) if p.down_n[seat])
    yield not placing & ~p.crew, "no placements of a fallen team", "JP-20.16"
    yield (
        _sections_fit(p),
        "a section to be revealed before the next, and after the repairs",
        "JP-10.1",
    )
    owners = sum({1 << (2 * team + card % 2) for team, _, card in cards})
    yield not owners & ~p.played, "the owner of a card on the track to have played", "JP-0.7"
    left = [pair for pair in cards if not p.flying >> pair[0] & 1 and pair[1] >= p.revealed]
    yield p.teams == 2 or not left, "no unrevealed cards of a fallen team", "JP-20.16"
    yield _open_cards_fit(p), "at most one open card, of the solo player of three", "JP-19.7"
    lying = sum(p.down_n[2 * p.duty : 2 * p.duty + 2]) if p.duty >= 0 else 0
    yield (
        not lying or p.has_open_card(p.duty),
        "an open card of the solo player while any lies there",
        "JP-19.11",
    )
    numbers = [card for team, _, card in cards if team == p.duty]
    shown = not numbers or any(open_in(card // 2) for card in numbers)
    yield shown, "an open card of the solo player after the lock", "JP-19.8"
    if p.duty >= 0 and p.phase == st.DISCARDS:
        silent = not p.played >> (2 * p.duty) & 3
        hand = _in_hand(p, 2 * p.duty) + _in_hand(p, 2 * p.duty + 1)
        yield not silent or not hand, "the solo player to have played a card", "JP-19.9"


def _sections_fit(p: Position) -> bool:
    """[JP-10.1] Sections are revealed in Step 3 only; while one is resolved it is the last
    revealed one.
    """
    if p.phase in (st.SUN_TARGET, st.MOON_OFFER, st.LOOK, st.PICK) or (
        p.phase == st.SCRAP and p.then == st.SHOTS
    ):
        return p.section < p.t.sections and p.revealed == p.section + 1
    return p.section == p.revealed == 0 or (p.phase == st.OVER and p.section == p.revealed)


def _open_cards_fit(p: Position) -> bool:
    """[JP-19.7] Open cards before the lock and after it."""
    for seat in range(p.seats):
        codes = [p.down[seat * p.cap + n] for n in range(p.down_n[seat])]
        if any(
            section_in(code) >= p.t.sections or (open_in(code) and p.duty != seat // 2)
            for code in codes
        ):
            return False
    opened = sum(
        open_in(p.down[seat * p.cap + n]) for seat in range(p.seats) for n in range(p.down_n[seat])
    )
    tracks = [
        n // p.t.sections
        for n, card in enumerate(p.track)
        if card != st.EMPTY and open_in(card // 2)
    ]
    return opened + len(tracks) <= 1 and all(team == p.duty for team in tracks)


def _sky(p: Position, _: Data) -> Iterator[Test]:
    """The Sun, and who flies."""
    flying = bin(p.flying).count("1")
    yield (
        (p.phase == st.OVER) == (flying < 2),
        "the game to be over when fewer than two teams fly",
        "JP-17.4",
    )
    over_fallen = p.sun >= 0 and p.teams > 2 and p.flying != 0 and not p.is_flying(p.sun_team())
    yield not over_fallen, "a flying Sun holder", "JP-20.17"
    before_step_3 = (
        p.phase == st.ACTION or p.phase in _STEP_1 or (p.phase == st.SCRAP and p.then == st.SMOKE)
    )
    if p.round > 0 and before_step_3:
        # [JP-20.17] Only the Sun of a team that has just fallen in Step 1 moves on before Step 3.
        passed_on = p.phase == st.SCRAP and not p.is_flying(p.holder)
        yield (
            p.holder == p.sun_team() or passed_on,
            "the Sun where it was when the round began",
            "JP-10.5",
        )


def _details(p: Position, _: Data) -> Iterator[Test]:
    """What the phase says of itself."""
    untimed = p.timer == 0 or p.phase == st.DISCARDS
    waits = p.phase not in (st.ACTION, st.DISCARDS) or not untimed or p.crew & ~p.ready != 0
    yield waits, "details that fit the phase: a seat to wait for", "JP-5.15"
    yield (
        p.phase == st.OVER or not p.failed & ~p.flying,
        "only flying teams to lack a card",
        "JP-17.2",
    )
    if p.phase in (st.EXTRA, st.EXTRA_DRAW):
        yield from _extra(p)
    elif p.phase == st.OVER:
        yield (
            bool(p.fell_last) and not p.fell_last & p.flying,
            "details that fit the phase: who fell last",
            "JP-17.4",
        )
        fallen = ((1 << p.teams) - 1) & ~p.flying
        yield (
            p.teams > 2 or p.fell_last == fallen,
            "both teams to fall together, or one alone",
            "JP-17.5",
        )
    elif p.phase in (st.DRAW, st.SUN_TARGET, st.MOON_OFFER, st.LOOK, st.PICK, st.SCRAP):
        yield (
            p.crew >> p.turn & 1 == 1,
            "details that fit the phase: the seat of a flying team",
            "JP-7.1",
        )
        yield from _turn(p)
    yield (
        p.phase == st.OVER or _lacked(p),
        "a team to lack a card only where a deck is empty",
        "JP-17.1",
    )


def _extra(p: Position) -> Iterator[Test]:
    """[JP-16.3] [JP-16.5] Who may draw extra cards, who has asked for one, and whose turn it is."""
    seats = p.asked | p.wants
    yield (
        bool(seats) and not seats & ~p.crew and not p.asked & p.wants,
        "details that fit the phase: seats",
        "JP-16.5",
    )
    yield (
        p.night == 1 and 1 <= p.step <= p.t.extra,
        "details that fit the phase: a first or second card",
        "JP-16.5",
    )
    able = [
        seat for seat in range(p.seats) if moonlit(p, seat // 2) and not p.failed >> seat // 2 & 1
    ]
    allowed = all(seat in able for seat in range(p.seats) if seats >> seat & 1)
    yield (
        allowed,
        "extra cards only for a plane on the other board than the Moon's, over an enemy",
        "JP-16.3",
    )
    drawn = range(p.turn) if p.phase == st.EXTRA_DRAW else ()
    decks = all(
        p.count(st.DECK, seat) > 0
        for seat in range(p.seats)
        if seats >> seat & 1 and seat not in drawn
    )
    yield decks, "extra cards only from decks that have one", "JP-16.6"
    if p.phase == st.EXTRA:
        yield p.asked != 0, "details that fit the phase: a seat to ask", "JP-16.5"
    else:
        yield (
            not p.asked and p.wants >> p.turn & 1 == 1,
            "details that fit the phase: a seat that draws",
            "JP-16.5",
        )


def _turn(p: Position) -> Iterator[Test]:
    """The seat whose turn it is can do what it has to."""
    if p.phase == st.DRAW:
        draws = p.count(st.HELD, p.turn) < p.full_hand(p.turn) and p.count(st.DECK, p.turn) > 0
        yield draws, "details that fit the phase: a seat that has to draw, and can", "JP-8.3"
    elif p.phase == st.SUN_TARGET:
        yield from _target(p)
    elif p.phase == st.SCRAP and p.then == st.SMOKE:
        yield (
            p.cursor == p.turn + 1,
            "details that fit the phase: the seats in their order",
            "JP-9.4",
        )
        pays = p.smoke >> p.turn // 2 & 1 and p.repairing >> (p.turn ^ 1) & 1
        yield bool(pays), "smoke damage only where smoke shows and the other seat repairs", "JP-9.4"
        yield (
            _scraps(p, int(p.t.smoke_damage)),
            "details that fit the phase: cards to scrap",
            "JP-9.4",
        )
    else:
        yield from _hit(p)


def _target(p: Position) -> Iterator[Test]:
    """[JP-20.9] A Move Sun Team card of the seat is being resolved, and there is a choice."""
    fits = 1 <= p.cursor <= p.teams and in_order(p, p.cursor - 1) == p.turn // 2
    card = card_of(p, p.turn // 2, SUN)
    sends = card != st.EMPTY and card % 2 == p.turn % 2 and p.t.sends[kind_in(card // 2)] == 1
    yield (
        bool(fits and sends),
        "details that fit the phase: a Move Sun Team card of the seat",
        "JP-20.9",
    )
    yield bin(sun_targets(p)).count("1") > 1, "several teams to choose from", "JP-20.10"


def _hit(p: Position) -> Iterator[Test]:
    """[JP-14.3] [JP-16.8] A shot of the section hits this seat, by the Moon's choice where it is
    offered.
    """
    last, most = p.cursor - 1, 2 * p.teams
    yield (
        0 <= last < p.teams * most,
        "details that fit the phase: the shots in their order",
        "JP-10.9",
    )
    team, victim = int(in_order(p, last // most)), int(p.turn) // 2
    card = card_of(p, team, SHOOT)
    named = (team + last % most // 2) % p.teams == victim and last % 2 == p.turn % 2
    yield (
        card != st.EMPTY and named,
        "details that fit the phase: a Shoot card on the section",
        "JP-14.1",
    )
    kind = kind_in(card // 2)
    hit = in_sights(p, team, victim, kind) and takes_hit(p, team, p.turn)
    yield bool(hit), "damage only for a seat that is hit", "JP-14.3"
    damage = int(hit_damage(p, team, victim, kind))
    yield _scraps(p, damage), "details that fit the phase: cards to scrap", "JP-14.9"
    if p.phase == st.SCRAP:
        return
    yield (
        p.shooter == 2 * team + card % 2,
        "details that fit the phase: the seat that shot",
        "JP-16.8",
    )
    # [JP-16.12] What has been picked of this hit already was in the deck when the look was offered.
    offered = bool(moon_offers(p, team, p.turn, p.left))
    yield offered, "the Moon over the board of the plane that is hit", "JP-16.8"
    whole = p.phase == st.PICK or p.left == damage
    yield whole, "details that fit the phase: nothing scrapped before the look", "JP-16.8"
    yield _looks(p), "details that fit the phase: cards looked at", "JP-16.8"


def _scraps(p: Position, damage: int) -> bool:
    return 1 <= p.left <= min(damage, int(p.count(st.DECK, p.turn)))


def _looks(p: Position) -> bool:
    """[JP-16.8] [JP-16.9] [JP-16.11] The cards looked at are in the deck, and as many as they
    should be.
    """
    looked = [int(looked_card(p, n)) for n in range(p.looked_n)]
    if any(looked.count(kind) > p.cards(st.DECK, p.turn, kind) for kind in range(p.t.kinds)):
        return False
    most = min(int(p.t.look), int(p.count(st.DECK, p.turn)))
    return p.left <= p.looked_n <= most if p.phase == st.PICK else p.looked_n < most


def _lacked(p: Position) -> bool:
    """[JP-8.6] [JP-14.11] A team that lacked a card has a deck that is empty, or will be when it
    has scrapped.
    """
    for team in range(p.teams):
        decks = [
            int(p.count(st.DECK, seat))
            - (int(p.left) if p.phase == st.SCRAP and p.turn == seat else 0)
            for seat in (2 * team, 2 * team + 1)
        ]
        if p.failed >> team & 1 and min(decks) > 0:
            return False
    return True


_CHAPTERS: tuple[Callable[[Position, Data], Iterator[Test]], ...] = (
    _setup,
    _sky,
    _tracks,
    _marks,
    _details,
)
