"""The Biplanes dogfight as arrays: the rules of `games/biplanes` for JAX on any device, held equal
game by game.

In the manner of pgx, with both seats at once: `init` deals, `step` takes an action from each seat,
`legal` and `asked` say what may be done and by whom; `features.observe` is what a seat knows. All
are written for one game and meant for `jax.vmap` and `jax.jit`. `encoding` says what the numbers of
actions mean.

Where one seat alone is asked the other's action is ignored. `step` trusts its caller, as `apply`
does; `refuse_illegal` is for those who want to be told. A finished game stays as it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from dogfight.games.biplanes.ai.training.encoding import (
    ACTIONS,
    ANSWER,
    ASIDE,
    BLACK,
    BROWN,
    ENDED,
    GREY,
    KEEP,
    LOOP,
    LOSE,
    MULLIGAN,
    NOTHING,
    PLAN,
    PUT_AWAY,
    ROUND_TURNS,
    ROUNDS,
    SHOW,
    THREE,
    WHITE,
)
from dogfight.games.biplanes.ai.training.tables import KINDS, VALUES, load

T: Final = load()

# For whom a game ended, and why; GOING while it has not.
GOING: Final = -1
FOR_P1: Final = 0
FOR_P2: Final = 1
DRAWN: Final = 2
SHOT_DOWN: Final = 1
CRASHED: Final = 3
TIME: Final = 4

ROUND_DRAW: Final = 5
DONE: Final = KINDS
"""What is sealed once a mulligan is over."""
LOOK: Final = 2
MOST_HITS: Final = 3
MOST_DRAWN: Final = int(T.opening.max())
WORDS: Final = 2 * MOST_DRAWN + MOST_HITS
"""Random words that one step may need: draws of both seats, and what black loses from its bag."""
MOST_STEPS: Final = (
    int(T.opening[[BROWN, WHITE]].max()) + 1 + 2 * ROUNDS * ROUND_TURNS + int(T.track[BLACK]) - 1
)
"""No game has more: a mulligan, white's look in every turn, a step for every tile that black
loses.
"""


class State(NamedTuple):
    """A game at one moment; the last seven fields have one entry a seat.

    Tiles are bits of a mask, as in `Tables`.
    """

    board: Array
    phase: Array
    round: Array
    turn: Array
    owed: Array
    """Tiles that black still has to put away."""
    outcome: Array
    why: Array
    plane: Array
    at: Array
    damage: Array
    jammed: Array
    last: Array
    """The kind played last, or -1."""
    sealed: Array
    """The action of this turn, or -1; in a mulligan the kind set aside last, -1, or DONE."""
    hand: Array
    bag: Array
    aside: Array


# --- bits -----------------------------------------------------------------------------------------


def count(mask: Array) -> Array:
    """How many bits are set."""
    number: Array = lax.population_count(mask).astype(jnp.int32)
    return number


def lowest(mask: Array) -> Array:
    bit: Array = mask & (~mask + jnp.uint32(1))
    return bit


def nth(mask: Array, n: Array) -> Array:
    """The place of the n-th set bit, counted from 0."""
    at = jnp.zeros_like(n)
    for width in (16, 8, 4, 2, 1):
        below = count((mask >> at.astype(jnp.uint32)) & jnp.uint32((1 << width) - 1))
        onward = n >= below
        n = jnp.where(onward, n - below, n)
        at = jnp.where(onward, at + width, at)
    return at


def below(word: Array, n: Array) -> Array:
    """A whole number from 0 to n - 1 from a random word, n being 32 at most; equally likely but
    for one in 2**22.
    """
    return (((word >> 5) * n.astype(jnp.uint32)) >> 27).astype(jnp.int32)


def random_tiles(mask: Array, number: Array, words: Array) -> Array:
    """This many of the tiles, all choices equally likely; the last axis of `words` has a word
    for each of them.
    """
    chosen = jnp.zeros_like(mask)
    for n in range(words.shape[-1]):
        left = mask & ~chosen
        place = nth(left, below(words[..., n], count(left)))
        chosen |= (
            jnp.where(n < number, jnp.uint32(1) << place.astype(jnp.uint32), jnp.uint32(0)) & left
        )
    return chosen


def distinct(plane: Array, tiles: Array) -> Array:
    """One tile of each kind: those that no equal tile among them comes before."""
    repeats = jnp.asarray(T.repeats)[plane]
    hidden = jnp.zeros_like(tiles)
    passed = tiles
    for _ in range(T.longest_run - 1):
        passed = (passed << 1) & repeats
        hidden |= passed
    return tiles & ~hidden


def tile_of(plane: Array, kind: Array, among: Array) -> Array:
    """The lowest tile of this kind among some, as a mask; 0 if there is none."""
    return lowest(jnp.asarray(T.runs)[plane, kind] & among)


def choose(when: Array, this: State, that: State) -> State:
    """One state or another."""
    return State(*(jnp.where(when, a, b) for a, b in zip(this, that, strict=True)))


# --- what may be done
# ------------------------------------------------------------------------------------------------


def asked(s: State) -> Array:
    """Which seats are asked for an action now."""
    white = s.plane == WHITE
    return jnp.select(
        [s.phase == MULLIGAN, s.phase == PLAN, s.phase == SHOW, s.phase == ANSWER, s.phase == LOSE],
        [s.sealed != DONE, jnp.full(2, True), ~white, white, s.plane == BLACK],
        jnp.full(2, False),
    )


def must_play_low(s: State) -> Array:
    """[BD-14.2] [BD-14.3] Brown has just played a 0 and owes a 1 or a 2."""
    return (s.plane == BROWN) & (s.last >= 0) & (s.last < 4)


def playable(s: State) -> Array:
    """[BD-4.1] [BD-4.2] [BD-14.2] What a side may commit; [BD-17.7] black plays its last again
    when it has none.
    """
    hand = jnp.where(must_play_low(s), s.hand & jnp.asarray(T.low)[s.plane], s.hand)
    again = (s.plane == BLACK) & (s.hand == 0) & (s.last >= 0)
    return jnp.where(again, jnp.asarray(T.runs)[s.plane, jnp.maximum(s.last, 0)], hand)


def candidates(s: State) -> Array:
    """The tiles that may be played, set aside [BD-2.9], or put away [BD-17.4], by those who are
    asked.
    """
    not_asked_yet = jnp.asarray(T.upward)[s.plane, jnp.clip(s.sealed, 0, KINDS)]
    tiles = jnp.where(
        s.phase == MULLIGAN, s.hand & not_asked_yet, jnp.where(s.phase == LOSE, s.hand, playable(s))
    )
    return jnp.where(asked(s), tiles, jnp.uint32(0))


def may_loop(s: State) -> Array:
    """[BD-4.4] [BD-6.3] A loop can be flown from where the biplane stands."""
    return in_planning(s) & (jnp.asarray(T.looped)[s.board, s.at] >= 0)


def in_planning(s: State) -> Array:
    return (s.phase >= PLAN) & (s.phase <= ANSWER)


def legal(s: State) -> Array:
    """Which actions each seat may take: nothing for a seat that is not asked."""
    kinds = (jnp.asarray(T.runs)[s.plane] & candidates(s)[:, None]) != 0
    exchanges = asked(s) & (s.phase == MULLIGAN)
    return jnp.concatenate(
        [
            kinds & in_planning(s),
            kinds[:, THREE : THREE + 4] & may_loop(s)[:, None],
            kinds & (s.phase == MULLIGAN),
            exchanges[:, None],
            (exchanges & (s.aside != 0))[:, None],
            kinds & (s.phase == LOSE),
        ],
        axis=-1,
    )


def random_actions(s: State, words: Array) -> Array:
    """A legal action for each seat, all equally likely, from a random word for each; 0 for a
    seat that is not asked.
    """
    tiles = distinct(s.plane, candidates(s))
    loops = jnp.where(may_loop(s), tiles & jnp.asarray(T.threes)[s.plane], jnp.uint32(0))
    exchanges = asked(s) & (s.phase == MULLIGAN)
    straight = count(tiles)
    with_loops = straight + count(loops)
    number = with_loops + exchanges + (exchanges & (s.aside != 0))
    n = below(words, number)
    on_loop = n >= straight
    place = nth(jnp.where(on_loop, loops, tiles), jnp.where(on_loop, n - straight, n))
    kind = jnp.asarray(T.kind_at)[s.plane, jnp.minimum(place, T.kind_at.shape[1] - 1)]
    base = jnp.select([s.phase == MULLIGAN, s.phase == LOSE], [ASIDE, PUT_AWAY], 0)
    action = jnp.where(on_loop, LOOP + kind - THREE, base + kind)
    return jnp.where(number == 0, 0, jnp.where(n >= with_loops, KEEP + n - with_loops, action))


def refuse_illegal(s: State, actions: Array) -> None:
    """Raise for actions that are not legal now, in words; not for use inside `jit`.

    States may be batched.
    """
    allowed = np.asarray(legal(s) if s.board.ndim == 0 else jax.vmap(legal)(s))
    ndarray = np.asarray(actions)
    if ndarray.shape != allowed.shape[:-1]:
        raise ValueError(
            f"expected actions of the shape {allowed.shape[:-1]}, an action for each seat; got"
            f" {ndarray.shape}"
        )
    if ndarray.min() < 0 or ndarray.max() >= ACTIONS:
        raise ValueError(
            f"expected actions from 0 to {ACTIONS - 1}; got {ndarray.min()} to {ndarray.max()}"
        )
    if (np.asarray(s.phase) == ENDED).any():
        raise ValueError("expected games that go on; got one that is over [BD-3.5]")
    fine = np.take_along_axis(allowed, ndarray[..., None], -1)[..., 0] | ~allowed.any(-1)
    if not fine.all():
        where = tuple(np.argwhere(~fine)[0])
        options = np.flatnonzero(allowed[where]).tolist()
        raise ValueError(
            f"expected one of the actions {options} from seat {where[-1]}; got {ndarray[where]}"
            " [BD-4.1]"
        )


# --- dealing --------------------------------------------------------------------------------------


def init(key: Array, planes: Array, board: Array) -> State:
    """[BD-2.3] [BD-2.6] A game of two different biplanes (by number, p1 first) on a board, its
    hands dealt.
    """
    return deal(planes, board, jax.random.bits(key, (WORDS,), jnp.uint32))


def deal(planes: Array, board: Array, words: Array) -> State:
    """[BD-2.5] [BD-2.7] `init` with the random words it needs."""
    planes = jnp.asarray(planes, jnp.int32)
    board = jnp.asarray(board, jnp.int32)
    zero, none = jnp.int32(0), jnp.uint32(0)
    exchanges = (planes == BROWN) | (planes == WHITE)  # [BD-2.8] [BD-14.1] [BD-18.1]
    s = State(
        board=board,
        phase=jnp.int32(MULLIGAN),
        round=jnp.int32(1),
        turn=jnp.int32(1),
        owed=zero,
        outcome=jnp.int32(GOING),
        why=zero,
        plane=planes,
        at=jnp.asarray(T.starts)[board],
        damage=jnp.full(2, zero),
        jammed=jnp.full(2, zero),
        last=jnp.full(2, jnp.int32(-1)),
        sealed=jnp.where(exchanges, -1, DONE).astype(jnp.int32),
        hand=jnp.full(2, none),
        bag=jnp.asarray(T.every)[planes],
        aside=jnp.full(2, none),
    )
    s = draw(s, jnp.asarray(T.opening)[planes], words)
    return choose(exchanges.any(), s, begin_turn(s._replace(sealed=jnp.full(2, jnp.int32(-1)))))


def draw(s: State, number: Array, words: Array) -> State:
    """[BD-1.13] Each seat draws so many tiles from its bag, or all there are."""
    tiles = random_tiles(s.bag, number, words[: 2 * MOST_DRAWN].reshape(2, MOST_DRAWN))
    tiles = jnp.where(number >= count(s.bag), s.bag, tiles)
    return s._replace(bag=s.bag & ~tiles, hand=s.hand | tiles)


def tiles_to_draw(s: State) -> Array:
    """[BD-10.5] [BD-10.6] [BD-15.2] [BD-17.2] What is drawn before the second and the third
    round.
    """
    missing = jnp.maximum(jnp.asarray(T.opening)[s.plane] - count(s.hand), 0)
    return jnp.where(
        s.plane == BLACK, missing, jnp.where(s.round == 2, ROUND_DRAW, jnp.asarray(T.size)[s.plane])
    )


# --- a step ---------------------------------------------------------------------------------------


def step(s: State, actions: Array, key: Array) -> State:
    """What follows when each seat that is asked takes its action, with all draws up to the next
    question.
    """
    return advance(s, actions, jax.random.bits(key, (WORDS,), jnp.uint32))


def advance(s: State, actions: Array, words: Array) -> State:
    """`step` with the random words it needs."""
    exchanging = s.phase == MULLIGAN
    showing = s.phase == SHOW
    flown = choose(s.phase == LOSE, put_away(s, actions), fly(s, actions))
    flown = lose_from_bag(flown, words[2 * MOST_DRAWN :])
    over = ~exchanging & ~showing & (flown.phase != ENDED) & (flown.owed == 0)
    flown = choose(over, end_turn(flown), flown)
    after = choose(exchanging, set_aside(s, actions), choose(showing, show(s, actions), flown))
    exchanged = exchanging & (after.sealed == DONE).all()
    new_round = over & (after.phase != ENDED) & (after.turn == 1)
    number = jnp.where(exchanged, count(after.aside), jnp.where(new_round, tiles_to_draw(after), 0))
    after = draw(after, number, words)
    after = choose(exchanged, return_aside(after), after)
    begins = exchanged | (over & (after.phase != ENDED))
    return choose(s.phase == ENDED, s, choose(begins, begin_turn(after), after))


def set_aside(s: State, actions: Array) -> State:
    """[BD-2.9] [BD-2.10] One more tile goes back, or the rest is kept, or all; each seat for
    itself.
    """
    array = asked(s)
    kind = jnp.clip(actions - ASIDE, 0, KINDS - 1)
    ends = (actions == KEEP) | (actions == NOTHING)
    tile = jnp.where(array & ~ends, tile_of(s.plane, kind, s.hand), jnp.uint32(0))
    back = jnp.where(array & (actions == NOTHING), s.aside, jnp.uint32(0))
    return s._replace(
        hand=(s.hand & ~tile) | back,
        aside=(s.aside | tile) & ~back,
        sealed=jnp.where(array, jnp.where(ends, DONE, kind), s.sealed),
    )


def return_aside(s: State) -> State:
    """[BD-2.9] Only after the draw do the tiles set aside go back."""
    return s._replace(
        bag=s.bag | s.aside, aside=jnp.zeros_like(s.aside), sealed=jnp.full(2, jnp.int32(-1))
    )


def show(s: State, actions: Array) -> State:
    """[BD-18.4] White's enemy commits and shows; then white answers."""
    return s._replace(sealed=jnp.where(asked(s), actions, s.sealed), phase=jnp.int32(ANSWER))


def kind_played(action: Array) -> Array:
    """The kind of the tile of a commitment, whichever its face."""
    return jnp.clip(jnp.where(action >= LOOP, action - LOOP + THREE, action), 0, KINDS - 1)


def fly(s: State, actions: Array) -> State:
    """[BD-3.4] Steps 3 to 11 of a turn but for black's losses, with what each seat commits now
    or has shown.
    """
    s = s._replace(sealed=jnp.where(asked(s), actions, s.sealed))
    before = s.last
    kind = kind_played(s.sealed)
    s = s._replace(hand=s.hand & ~tile_of(s.plane, kind, s.hand), last=kind)  # [BD-4.7]
    crashes = (s.plane == WHITE) & (before >= 0) & (before < 4) & (kind < 4)  # [BD-18.2] [BD-18.3]
    flown = shoot(s._replace(at=moved(s)))
    flown = choose(flown.phase == ENDED, flown, flown._replace(jammed=jammed_after(flown)))
    return choose(crashes.any(), crash(s, crashes), flown)


def moved(s: State) -> Array:
    """[BD-5.1] [BD-5.6] [BD-6.2] [BD-6.4] Where both biplanes come to stand."""
    value = jnp.minimum(s.last >> 2, VALUES - 1)
    straight = jnp.asarray(T.straight)[s.board, s.at, value]
    return jnp.where(s.sealed >= LOOP, jnp.asarray(T.looped)[s.board, s.at], straight)


def shoot(s: State) -> State:
    """[BD-9.1] [BD-9.4] [BD-9.7] [BD-15.3] [BD-16.3] At most one shoots; [BD-11.1] a plane that
    goes down has lost.
    """
    shot = jnp.asarray(T.gun)[s.board, s.at[0], s.at[1]]
    distance = shot * jnp.array([1, -1])
    shoots = (distance > 0) & (distance <= jnp.asarray(T.range)[s.plane]) & (s.jammed == 0)
    track = jnp.asarray(T.track)[s.plane]
    hits = jnp.minimum(jnp.where(shoots, s.last & 3, 0)[::-1], track - s.damage)
    damage = s.damage + hits
    owed = jnp.where(s.plane == BLACK, hits, 0).sum()  # [BD-17.3]
    hit = s._replace(damage=damage, owed=owed)
    down = damage >= track
    return choose(down.any(), finish(hit, jnp.where(down[1], FOR_P1, FOR_P2), SHOT_DOWN), hit)


def jammed_after(s: State) -> Array:
    """[BD-16.1] [BD-16.2] [BD-16.4] [BD-16.5] Grey, after shooting: three hits on the tile jam,
    none unjam.
    """
    hits = s.last & 3
    jammed = jnp.where(hits == 3, 1, jnp.where(hits == 0, 0, s.jammed))
    return jnp.where(s.plane == GREY, jammed, s.jammed)


def put_away(s: State, actions: Array) -> State:
    """[BD-17.4] Black puts one tile of its hand away."""
    kind = jnp.clip(actions - PUT_AWAY, 0, KINDS - 1)
    tile = jnp.where(asked(s), tile_of(s.plane, kind, s.hand), jnp.uint32(0))
    return s._replace(hand=s.hand & ~tile, aside=s.aside | tile, owed=s.owed - 1)


def lose_from_bag(s: State, words: Array) -> State:
    """[BD-17.3] What black still owes comes out of its hand, by choice; [BD-17.5] [BD-17.6] else
    from the bag.
    """
    black = s.plane == BLACK
    empty = jnp.where(black, s.hand == 0, False).any()
    number = jnp.where(black & empty & (s.phase != ENDED), jnp.minimum(s.owed, count(s.bag)), 0)
    tiles = random_tiles(s.bag, number, jnp.broadcast_to(words, (2, MOST_HITS)))
    goes_on = s.phase != ENDED
    owed = jnp.where(goes_on & empty, 0, s.owed)
    phase = jnp.where(goes_on & (owed > 0), LOSE, s.phase)
    return s._replace(bag=s.bag & ~tiles, aside=s.aside | tiles, owed=owed, phase=phase)


def end_turn(s: State) -> State:
    """[BD-10.1] [BD-10.2] [BD-3.2] The next turn, the next round, or the end of the time."""
    s = s._replace(sealed=jnp.full(2, jnp.int32(-1)))
    last = s.turn == ROUND_TURNS
    onward = s._replace(turn=jnp.where(last, 1, s.turn + 1), round=s.round + last)
    return choose(last & (s.round == ROUNDS), time_is_up(s), onward)


def time_is_up(s: State) -> State:
    """[BD-11.2] [BD-11.3] [BD-11.4] Fewer hits win."""
    array, other = s.damage[0], s.damage[1]
    return finish(
        s, jnp.where(array < other, FOR_P1, jnp.where(other < array, FOR_P2, DRAWN)), TIME
    )


def begin_turn(s: State) -> State:
    """[BD-14.4] Brown's crash check, then planning; [BD-18.4] [BD-18.5] [BD-18.6] white looks
    first where it may.
    """
    crashes = must_play_low(s) & (s.hand & jnp.asarray(T.low)[s.plane] == 0)
    behind = jnp.asarray(T.behind)[s.board, s.at, s.at[::-1]]
    looks = (s.plane == WHITE) & (behind >= 1) & (behind <= LOOK)
    planned = s._replace(phase=jnp.where(looks.any(), SHOW, PLAN).astype(jnp.int32))
    return choose(crashes.any(), crash(s, crashes), planned)


def crash(s: State, crashes: Array) -> State:
    """[BD-19.10] A plane that crashes has lost."""
    return finish(s, jnp.where(crashes[0], FOR_P2, FOR_P1), CRASHED)


def finish(s: State, outcome: Array, why: int) -> State:
    """[BD-3.5] The game is over."""
    return s._replace(phase=jnp.int32(ENDED), outcome=outcome.astype(jnp.int32), why=jnp.int32(why))


def rewards(s: State) -> Array:
    """What each seat has won: 1, -1, or 0 for a draw or a game that goes on."""
    first = jnp.where(s.outcome == FOR_P1, 1.0, jnp.where(s.outcome == FOR_P2, -1.0, 0.0))
    return jnp.stack([first, -first])
