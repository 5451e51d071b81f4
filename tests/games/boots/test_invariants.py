"""What must hold at every moment of any battle, and sight worked out a second time from the
words of the rules.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dogfight.core.dice import Dice
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.boots import state as st
from dogfight.games.boots.maps import hex_name, hex_number
from dogfight.games.boots.rules import fire, movement, windows
from dogfight.games.boots.rules.menu import A_FIRE, A_GUN, KIND
from dogfight.games.boots.rules.windows import is_ready
from dogfight.games.boots.sight_text import intervening

GROUND = ["orchard", "crossroads", "eighty_eights", "hill", "ford", "raiders", "tiger_road"]


def check(p: Any) -> None:
    """The masks of the hexes, the links of cargo and the counters fit the places of the units."""
    size, t = int(p.t.board.size), p.t
    expected = [0] * (2 * size)
    for u in range(int(t.units)):
        in_play = bool(p.alive >> u & 1)
        assert in_play == (p.place[u] >= 0)
        assert 0 <= p.pin[u] <= p.turn and (in_play or p.pin[u] == 0)
        link = int(p.link[u]) - 1
        if link >= 0:
            assert in_play and p.link[link] == u + 1 and p.place[link] == p.place[u]  # CB-7.1
            assert bool(t.carries[u]) != bool(t.carries[link])
        free, *rest = (int(p.slots[u]) >> shift & 3 for shift in (0, 2, 4, 6, 8))
        assert (
            free + rest[0] + rest[2] <= p.volleys(u) and rest[1] <= rest[0] and rest[3] <= rest[2]
        )  # CB-13.9
        assert 0 <= p.attacks[u] <= p.volleys(u)
        if in_play and p.place[u] < size and not p.is_inside(u):
            expected[int(t.side[u]) * size + int(p.place[u])] |= 1 << u
    assert [int(item) for item in p.there] == expected
    words = int(t.board.words)
    for side in (0, 1):
        held = [place for place in range(size) if expected[side * size + place]]
        assert [
            place
            for place in range(32 * words)
            if p.occupied[side * words + place // 32] >> place % 32 & 1
        ] == held
    outside = [u for u in range(int(t.units)) if p.place[u] >= size]
    assert [u for u in range(int(t.units)) if p.beyond >> u & 1] == outside
    assert p.mover == -1 or not p.is_cargo(p.mover)


@pytest.mark.no_rule("invariants")
@pytest.mark.parametrize("key", GROUND)
def test_every_moment_of_random_battles_is_consistent(boots: Any, key: str) -> None:
    dice = Dice(len(key))
    p = boots.new({"battle": key})
    while (actor := p.actor()) != OVER:
        check(p)
        if actor == CHANCE:
            p.roll(dice)
        else:
            p.apply_choice(dice.below(p.choice_count()))
    check(p)


@pytest.mark.no_rule("tables")
@pytest.mark.parametrize("key", GROUND)
def test_zone_and_step_tables_agree_with_the_rules(boots: Any, key: str) -> None:
    p = boots.new({"battle": key}).copy()
    t, board, size = p.t, p.t.board, int(p.t.board.size)
    kinds = {(int(t.reach[u]), int(t.reach_bands[u])): u for u in range(int(t.units))}
    for u in kinds.values():
        for start in range(0, size, 7):
            p.place[u] = start
            seen = [
                place
                for place in range(size)
                if fire.in_range(p, u, place) and fire.in_sight(p, start, place)
            ]
            assert [place for place in range(size) if fire.covers(p, u, place)] == seen
    for n in range(4):
        for place in range(size):
            costs = [movement.step_halves(board, n, place, d) for d in range(6)]
            assert [int(board.steps[(n * size + place) * 6 + d]) for d in range(6)] == costs


@pytest.mark.no_rule("what is seen at a glance")
@pytest.mark.parametrize("key", GROUND)
def test_fast_fire_options_match_exact_targets(boots: Any, key: str) -> None:
    dice = Dice(3)
    p = boots.new({"battle": key})
    looked = 0
    while p.actor() != OVER and looked < 150:
        if p.actor() == CHANCE:
            p.roll(dice)
            continue
        if p.stage in (st.ACTING, st.FOLLOWING):
            looked += 1
            twin = p.copy()
            twin.how = st.OWN if p.stage == st.ACTING else st.FOLLOW
            firers, foes = (
                (p.active, p.inactive()) if p.stage == st.ACTING else (p.inactive(), p.active)
            )
            leads = [int(p.choice(n)) for n in range(p.choice_count())]
            for u in (u for u in range(int(p.t.units)) if p.side_units(firers) >> u & 1):
                for gun, kind in ((0, A_FIRE), (1, A_GUN)):
                    enemies = [v for v in range(int(p.t.units)) if p.side_units(foes) >> v & 1]
                    hit = [v for v in enemies if windows.may_shoot(twin, u, gun, v)]
                    assert [v for v in enemies if windows.targets_of(twin, u, gun) >> v & 1] == (
                        hit
                        if p.stage == st.ACTING
                        else [v for v in hit if v in (p.mover, p.companion)]
                    )
                    may_lead = is_ready(p, u) and (p.stage == st.FOLLOWING or not p.acted >> u & 1)
                    if may_lead and (gun == 0 or p.t.mg[u] > 0):
                        assert (kind * KIND + u in leads) == windows.has_target(twin, u, gun)
        p.apply_choice(dice.below(p.choice_count()))


def straight(board: Any, a: int, b: int) -> bool:
    """CB-8.5 to CB-8.15 word by word: obstacles, higher ground, and every line k where the
    ground first reaches it.
    """
    if board.distance(a, b) <= 1:
        return True
    low, high = (a, b) if board.elev[a] <= board.elev[b] else (b, a)
    bottom, top = int(board.elev[low]), int(board.elev[high])
    ground = [
        (place, start, end, int(board.elev[place]))
        for place, start, end in intervening(board, low, high)
    ]
    if any(board.obstacle[place] and not (bottom > e and top > e) for place, _, _, e in ground):
        return False
    first = min(start for _, start, _, _ in ground)
    last = max(end for _, _, end, _ in ground)
    row = [(low, Fraction(0), first, bottom), *ground, (high, last, Fraction(1), top)]
    met = [(start, e) for _, start, _, e in row[1:]]
    for n, (x, x_start, x_end, e) in enumerate(row):
        for y, y_start, y_end, _ in row[n + 1 :]:
            if not any(board.near[x * 6 + d] == y and board.ridges[x] >> d & 1 for d in range(6)):
                continue
            if x_end == y_start or (x_start, x_end) == (y_start, y_end):
                met.append((y_start, e + 1))
    if any(e > top for _, e in met):
        return False
    lines = top - bottom
    for k in range(1, lines + 1):
        from_higher = 1 - min(start for start, e in met if e >= bottom + k)
        if lines == 1 and not from_higher < Fraction(1, 2):
            return False
        if lines > 1 and not from_higher <= Fraction(lines - k + 1, lines + 1):
            return False
    return True


@pytest.mark.parametrize("key", ["hill", "eighty_eights", "crossroads"])
def test_cb_8_1_sight_agrees_with_the_rules_word_by_word(boots: Any, key: str) -> None:
    board = boots.battle(key).tables.board
    dice = Dice(3)
    for _ in range(1500):
        a, b = dice.below(board.size), dice.below(board.size)
        if a != b:
            assert bool(board.sees[a * board.size + b]) == straight(board, a, b), (
                hex_name(board, a),
                hex_name(board, b),
            )


def test_cb_8_1_a_mirrored_map_has_mirrored_sight(boots: Any) -> None:
    board = boots.battle("ford").tables.board
    rows, columns = int(board.rows), int(board.columns)

    def mirror(place: int) -> int:
        return (columns - 1 - place // rows) * rows + place % rows

    assert hex_number(board, "O1") == mirror(0)
    for a in range(int(board.size)):
        for b in range(a):
            assert board.sees[a * board.size + b] == board.sees[mirror(a) * board.size + mirror(b)]


def may(p: Any, u: int, target: int) -> bool:
    """CB-10.1 to CB-10.3, CB-8.17 and the weapons, from the words of the rules, inside the hex
    field.
    """
    t, board = p.t, p.t.board
    start, place = int(p.place[u]), int(p.place[target])
    weapon = " rmMah"[t.weapon[u]]
    armored = bool(t.armor >> target & 1)
    if p.is_inside(target) or (armored and weapon in "rmM"):
        return False
    foes = [
        v
        for v in range(int(t.units))
        if p.alive >> v & 1 and t.side[v] != t.side[u] and p.place[v] == start
    ]
    friends = [v for v in range(int(t.units)) if p.alive >> v & 1 and t.side[v] == t.side[u]]
    away = int(board.distance(start, place))
    dice = (
        int(t.fp[u]) - (weapon == "a" and not armored) - (weapon == "h" and armored) + (away <= 1)
    )
    if dice < 1 or (away == 0 and weapon == "h") or (t.heavy_mortars >> u & 1 and away < 2):
        return False
    if away == 0:
        return True
    if foes or any(p.place[v] == place for v in friends):
        return False
    if t.reach[u] >= 0 and not t.reach_bands[u] and away > t.reach[u]:
        return False
    between = {item for item, _, _ in intervening(board, start, place)}
    hindered = any(
        p.place[v] in between and board.elev[p.place[v]] == board.elev[start] for v in friends
    )
    return bool(board.sees[start * board.size + place]) and (
        not hindered or bool(t.mortars >> u & 1)
    )


@pytest.mark.parametrize("key", ["crossroads", "hill", "orchard"])
def test_cb_10_1_fire_targets_agree_with_literal_rules(boots: Any, key: str) -> None:
    dice = Dice(9)
    p = boots.new({"battle": key})
    compared = 0
    while (actor := p.actor()) != OVER and compared < 4000:
        if actor == CHANCE:
            p.roll(dice)
        else:
            p.apply_choice(dice.below(p.choice_count()))
        if p.turn > 0 and dice.below(8) == 0:
            for u in range(int(p.t.units)):
                for v in range(int(p.t.units)):
                    if is_ready(p, u) and p.alive >> v & 1 and p.t.side[u] != p.t.side[v]:
                        assert fire.can_fire(p, u, 0, v) == may(p, u, v), (
                            boots.notation.write(p),
                            u,
                            v,
                        )
                        compared += 1
    assert compared > 300
