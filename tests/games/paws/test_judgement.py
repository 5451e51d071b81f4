"""How the bots judge Jaws vs Paws: who looks better off, what the rollout policy lays, what search
leaves open.
"""

from typing import Any

import pytest

from dogfight.bots.registry import make_bot
from dogfight.bots.search import SearchBot
from dogfight.core.decision import Commit, acting
from dogfight.core.dice import Dice
from dogfight.games.paws.advice import PawsAdvice
from dogfight.games.paws.evaluation import NOTHING, rather_repairs, rollout_placement, runs_dry
from dogfight.games.paws.game import Paws
from dogfight.games.paws.names import Names
from dogfight.games.paws.position import PLACE, READY, Position
from dogfight.games.paws.state import ACTION, DECK, section_in
from dogfight.match.match import Match
from dogfight.testing.checks import walk

pytestmark = pytest.mark.no_rule("judgement")

ADVICE = PawsAdvice()

SUNS = "sun_left,sun_left,sun_right,sun_view"
QUIET = {
    "jaws.pilot": "plane_left,plane_left,plane_right,plane_view",
    "jaws.gunner": SUNS,
    "paws.pilot": "plane_left,plane_left,plane_right,plane_view",
    "paws.gunner": SUNS,
}
FAR = "paws.GL"
"""A place of the Sun where it shades nobody."""


def at(desk: Any, jaws_pilot: str = "", paws_pilot: str = "", **more: Any) -> Position:
    hands = {**QUIET, **({"jaws.pilot": jaws_pilot} if jaws_pilot else {})}
    return desk.at(
        sun=FAR, hands={**hands, **({"paws.pilot": paws_pilot} if paws_pilot else {})}, **more
    )


def fields(discards: str = "-", scrap: str = "-") -> str:
    return f"-|-|{discards}|{scrap}|-"


def test_equal_teams_share_the_stake(desk: Any) -> None:
    position = at(desk)
    assert [ADVICE.evaluate(position, seat) for seat in range(4)] == pytest.approx([0.25] * 4)


def test_scrapped_cards_cost_more_than_discarded_ones(desk: Any) -> None:
    whole = ADVICE.evaluate(at(desk), 0)
    discarded = ADVICE.evaluate(
        at(desk, fields={"jaws.pilot": fields(discards="4xplane_right,2xplane_corner")}), 0
    )
    scrapped = ADVICE.evaluate(
        at(desk, fields={"jaws.pilot": fields(scrap="4xplane_right,2xplane_corner")}), 0
    )
    assert scrapped < discarded < whole


def test_jp_17_1_the_weaker_seat_counts_for_more(desk: Any) -> None:
    six, three = "4xplane_right,2xplane_corner", "3xshoot_gl"
    lopsided = {"jaws.pilot": fields(scrap=six)}
    even = {"jaws.pilot": fields(scrap="3xplane_right"), "jaws.gunner": fields(scrap=three)}
    assert ADVICE.evaluate(at(desk, fields=lopsided), 0) < ADVICE.evaluate(at(desk, fields=even), 0)


def test_jp_14_1_worth_is_lowest_for_plane_in_the_sights(desk: Any) -> None:
    safe = ADVICE.evaluate(at(desk), 0)
    near = ADVICE.evaluate(at(desk, paws_pilot="plane_left,plane_left,plane_right,shoot_pl"), 0)
    aimed = ADVICE.evaluate(at(desk, paws_pilot="plane_left,plane_left,plane_right,shoot_pc"), 0)
    assert aimed < near < safe


def test_rollout_fires_at_a_plane_in_the_sights(desk: Any, game: Paws) -> None:
    position = at(desk, jaws_pilot="plane_left,plane_view,plane_view,shoot_pc")
    words = {
        Names(game.data).code(rollout_placement(position, 0, 15, Dice(seed))) for seed in range(6)
    }
    assert "1:shoot_pc" in words


def test_rollout_pushes_enemy_into_shot_zone_then_fires(desk: Any, game: Paws) -> None:
    position = at(desk, jaws_pilot="plane_left,plane_view,plane_view,shoot_pl")
    names = Names(game.data)
    first = [rollout_placement(position, 0, 15, Dice(seed)) for seed in range(12)]
    assert "1:plane_left:enemy" in {names.code(code) for code in first if code != NOTHING}
    desk.do(position, "jaws.pilot 1:plane_left:enemy")
    second = [rollout_placement(position, 0, 14, Dice(seed)) for seed in range(12)]
    assert "2:shoot_pl" in {names.code(code) for code in second if code != NOTHING}


def test_jp_8_6_rollout_keeps_cards_the_deck_cannot_replace(desk: Any) -> None:
    scrap = (
        "2xplane_right,4xplane_corner,4xplane_view,"
        "sun_view,sun_team,2xshoot_pl,2xshoot_pc,2xshoot_pr"
    )
    discards = "4xplane_left,3xplane_right,plane_view"
    position = at(desk, fields={"jaws.pilot": fields(discards, scrap)})
    assert position.count(DECK, 0) == 0
    assert runs_dry(position, 0)
    assert rather_repairs(position, 0, Dice(1))
    assert position.choice(ADVICE.rollout_choice(position, Dice(3))) == READY
    assert all(ADVICE.can_prune(position, index) for index in range(1, position.choice_count()))


def test_jp_5_12_unsealing_keeps_backs_and_redraws_fronts(desk: Any) -> None:
    position = at(desk)
    desk.do(
        position, "jaws.pilot 1:plane_left:own", "jaws.pilot 3:plane_view:own", "jaws.pilot ready"
    )
    desk.do(position, "jaws.gunner 2:sun_left")
    position.unseal_others(1)
    assert [int(item) for item in position.down_n] == [0, 1, 0, 0]
    dice = Dice(4)
    while position.actor() == 0:
        position.apply_choice(dice.below(position.choice_count()))
    laid = sorted(int(section_in(position.down[n])) for n in range(position.down_n[0]))
    assert laid == [0, 2]
    assert position.ready == 1
    assert position.actor() == 1


def test_jp_18_5_a_solo_player_knows_the_plans_of_both_seats(desk: Any) -> None:
    hands = {seat: cards.rpartition(",")[0] for seat, cards in QUIET.items()}
    position = desk.at(teams="jaws*,paws*", sun=FAR, hands=hands)
    desk.do(
        position, "jaws.pilot 1:plane_left:own", "jaws.pilot ready", "paws.pilot 1:plane_left:own"
    )
    text = position.copy()
    position.unseal_others(1)
    assert [int(item) for item in position.down_n] == [1, 0, 0, 0]
    assert position.information_key(1) == text.information_key(1)


def test_sealed_choices_of_others_do_not_change_a_look(game: Paws) -> None:
    options = game.options({"players": 4, "mode": "night", "timer": 0})
    met = 0
    for position, decision in walk(game, options, 5):
        if not isinstance(decision, Commit) or len(decision.waiting) < 2:
            continue
        seat, other = decision.waiting[0], decision.waiting[-1]
        before = position.information_key(seat)
        for action in game.legal(position, other)[:8]:
            twin = position.copy()
            twin.apply(other, action)
            if twin.phase == position.phase:
                assert twin.information_key(seat) == before, game.notation.write(position)
                met += 1
    assert met > 50


def test_pruning_keeps_first_option_and_orders_plan_by_section(game: Paws) -> None:
    met = 0
    for position, _ in walk(game, game.options({"players": 4}), 2):
        seat = position.actor()
        if seat < 0:
            continue
        assert not ADVICE.can_prune(position, 0)
        if position.phase == ACTION and position.down_n[seat] > 0:
            last = max(
                section_in(position.down[seat * position.cap + n])
                for n in range(position.down_n[seat])
            )
            sensible = [
                n for n in range(1, position.choice_count()) if not ADVICE.can_prune(position, n)
            ]
            assert all(section_in(position.choice(n) - PLACE) > last for n in sensible), (
                game.notation.write(position)
            )
            met += 1
    assert met > 20


@pytest.mark.compiled_only("how well it plays")
@pytest.mark.parametrize("name", ["greedy", "search:sims=16"])
def test_it_beats_random(game: Paws, name: str) -> None:
    score = 0.0
    for number in range(2):
        bots = [
            make_bot(name if seat // 2 == number % 2 else "random", 10 * number + seat, game)
            for seat in range(4)
        ]
        end = Match(game, {"timer": 0}, seed=1).run(bots)
        score += 2 * end.payoffs[2 * (number % 2)]
    assert score >= 1.5


def test_jp_5_14_plan_parts_are_searched_once(game: Paws) -> None:
    table = Match(game, {"timer": 20}, seed=3)
    bot = make_bot("search:sims=1600", 5, game)
    assert isinstance(bot, SearchBot)
    spent = []
    while table.position.round < 2:
        seat, *_ = acting(table.advance())
        if seat != 0 or table.position.phase != ACTION:
            table.play(seat, game.default_action(table.position, seat))
            continue
        table.play(seat, bot.choose(table.view(seat)))
        spent.append(bot.simulations)
        if table.position.ready & 1:
            break
    assert spent[0] >= 1600
    assert len(spent) > 1 and max(spent[1:]) < 1600


def test_jp_19_11_rollout_solo_player_shows_a_move_first(desk: Any, game: Paws) -> None:
    # JP-19.11
    hands = {
        **QUIET,
        "jaws.pilot": "plane_left,shoot_pc,plane_right",
        "jaws.gunner": "sun_left,sun_left,sun_right",
    }
    position = desk.at(teams="jaws*,paws", sun=FAR, hands=hands)
    codes = [rollout_placement(position, 0, 15, Dice(seed)) for seed in range(40)]
    words = [Names(game.data).code(code) for code in codes if code != NOTHING]
    shots = sum(word.endswith("shoot_pc") for word in words)
    assert 0 < shots < 0.75 * len(words)
    desk.do(position, "jaws.pilot 1:plane_left:own:open")
    later = [rollout_placement(position, 0, 14, Dice(seed)) for seed in range(40)]
    assert (
        sum(Names(game.data).code(code).endswith("shoot_pc") for code in later if code != NOTHING)
        > 30
    )


def test_jp_19_5_the_rollout_policy_dodges_an_open_shot(desk: Any, game: Paws) -> None:
    # JP-19.5
    hands = {
        **QUIET,
        "jaws.pilot": "plane_left,shoot_pc,shoot_pl",
        "jaws.gunner": "sun_left,sun_left,sun_right",
    }

    def dodges(word: str) -> int:
        position = desk.at(teams="jaws*,paws", sun=FAR, hands=hands)
        desk.do(position, f"jaws.pilot {word}")
        codes = [rollout_placement(position, 2, 15, Dice(seed)) for seed in range(60)]
        return sum(
            code != NOTHING and Names(game.data).code(code).endswith(":own") for code in codes
        )

    assert dodges("2:shoot_pc:open") > 1.5 * dodges("2:shoot_pl:open")
