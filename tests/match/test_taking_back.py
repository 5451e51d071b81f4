"""Taking back: whatever is allowed succeeds and leaves no trace; everything else changes
nothing.
"""

import os
from collections.abc import Sequence
from typing import Any

import pytest

import dogfight
from dogfight.core.decision import Choose, Commit, Over, acting
from dogfight.core.dice import Dice
from dogfight.core.errors import IllegalAction
from dogfight.core.event import Event
from dogfight.core.options import Options, as_words
from dogfight.core.registry import AnyGame
from dogfight.core.seat import CHANCE, CLOCK, TIME_UP, Seat
from dogfight.match.match import Match
from dogfight.match.record import parse
from dogfight.match.replay import replay_move, verify
from dogfight.testing.checks import pick, random_step

TAKE_BACKS = 50_000 if os.environ.get("DOGFIGHT_SOAK") else 5_000
SHARES = {"paws": 15, "biplanes": 2, "starfighters": 0.1}
"""How much of the take-backs falls to a game, where it is not 1: most where minds can be changed
in many ways.
"""


def option_sets(game: AnyGame) -> list[Options]:
    """Option sets that reach every mode and every number of players, with a clock and without."""
    named = {field.name: field for field in game.option_fields(game.options())}
    sets = list(game.samples())
    for players in named["players"].values() if "players" in named else ():
        for mode in named["mode"].values() if "mode" in named else (None,):
            for timer in (0, 20) if "timer" in named else (None,):
                expected = {"players": players, "mode": mode, "timer": timer}
                sets.append(
                    game.options(
                        {name: value for name, value in expected.items() if value is not None}
                    )
                )
    return [item for n, item in enumerate(sets) if item not in sets[:n]]


CASES = [
    (name, options) for name in dogfight.names() for options in option_sets(dogfight.load(name))
]
PARAMS = [
    pytest.param(name, options, id=f"{name}-{as_words(options).replace(' ', ',')}")
    for name, options in CASES
]


def standing(table: Match) -> tuple[object, ...]:
    """Where a table stands, as values that nothing changes any more."""
    mark = table.mark()
    lists = (mark.events, mark.played, mark.events_before, mark.notes)
    moves = tuple(table.record.moves)
    place = mark.position, mark.decision, mark.question, mark.steps, mark.opening
    return moves, *place, *(tuple(item.items) for item in lists)


class Shadow:
    """A table beside an own list of what stands in the present question, to tell what taking
    back must give.
    """

    def __init__(self, game: AnyGame, options: Options, seed: int) -> None:
        self.game = game
        self.table = Match(game, options, seed=seed)
        self.dice = Dice(seed)
        self.taken_back = self.refused = self.changes = 0
        self.foretold = options.get("players") != 3
        """Whether what a take-back gives follows from the seat's own moves; the solo player of
        three owes a card.
        """
        self.open_anew()

    def open_anew(self) -> None:
        """Whatever was played up to now stands."""
        self.opening = self.table.position.copy()
        self.moves: list[tuple[Seat, int, str]] = []
        """What stands of that which was played since, with its words."""
        self.known = len(self.table.record.moves)

    def step(self) -> bool:
        """Play one random move; whoever may still change something often does. False at the end."""
        game, decision, dice = self.game, self.table.decision(), self.dice
        if isinstance(decision, Over):
            return False
        seat, action = random_step(game, self.table.position, decision, dice)
        able = acting(decision)
        if isinstance(decision, Commit) and able and dice.below(4):
            able = decision.changeable if decision.changeable and dice.below(2) else able
            seat = able[dice.below(len(able))]
            legal, changes = (
                game.legal(self.table.position, seat),
                game.legal_changes(self.table.position, seat),
            )
            action = legal[0] if dice.below(2) else legal[dice.below(len(legal))]
            action = changes[dice.below(len(changes))] if changes and dice.below(3) == 0 else action
        self.play(seat, action)
        return True

    def play(self, seat: Seat, action: int) -> None:
        question, asked, struck = self.table.question, self.table.decision(), self.table.struck
        word = self.game.notation.write_action(self.table.position, seat, action)
        self.table.play(seat, action)
        self.changes += self.table.struck - struck
        closed = isinstance(asked, Commit) and self.table.question != question
        opened = isinstance(asked, Choose) and isinstance(self.table.decision(), Commit)
        if closed or opened or seat < 0:
            self.open_anew()
            return
        self.stand(seat, action, word)
        self.check_tail()

    def stand(self, seat: Seat, action: int, word: str) -> None:
        """A change of mind takes out what it undoes; anything else stands from now on."""
        own = [item for item in self.moves if item[0] == seat]
        undone = word.removeprefix("back:")
        if word == "start_over":
            gone = own
        elif undone != word:
            gone = [item for item in own if item[2] == "ready"] + [
                item for item in own if item[2] == undone
            ][-1:]
        elif word == "not_ready":
            gone = [move for move in own if move[2] == "ready"]
        elif word == "ready" and any(item[2] == "ready" for item in own):
            return
        elif word.endswith(":open") and any(move[2].endswith(":open") for move in own):
            gone = [move for move in own if move[2].endswith(":open")]
            self.moves.append((seat, action, word))
        else:
            self.moves.append((seat, action, word))
            return
        for item in gone:
            del self.moves[max(n for n, other in enumerate(self.moves) if other == item)]

    def without_last(self, seat: Seat) -> Any:
        """The position as if the seat's last move that stands had never been made."""
        last = max(n for n, item in enumerate(self.moves) if item[0] == seat)
        del self.moves[last]
        twin = self.opening.copy()
        for who, action, _ in self.moves:
            self.game.play(twin, who, action)
        return twin

    def try_to_take_back(self, seat: Seat) -> None:
        table, game = self.table, self.game
        before, moves = standing(table), len(table.record.moves)
        if not table.can_take_back(seat):
            self.refused += 1
            with pytest.raises(IllegalAction) as refusal:
                table.take_back(seat)
            assert refusal.value.message and refusal.value.rule
            assert standing(table) == before
            return
        self.taken_back += 1
        assert standing(table) == before, "to ask changes nothing"
        table.take_back(seat)
        assert len(table.record.moves) == len(table.played) == moves - 1
        if self.foretold:
            assert game.notation.write(table.position) == game.notation.write(
                self.without_last(seat)
            )
        self.check_tail()

    def check_tail(self) -> None:
        """The record since the opening plays, hash by hash, to the position in memory, and tells
        what the log tells.
        """
        table, game = self.table, self.game
        moves, twin = table.record.moves, self.opening
        assert len(moves) == len(table.played)
        reported: list[Event] = []
        for n, move in enumerate(moves[self.known :]):
            step = replay_move(game, twin, move, n)
            twin, reported = step.after, [*reported, *step.events]
        assert game.notation.write(table.position) == game.notation.write(twin)
        assert table.position == twin and table.record.last_hash() == game.notation.hash(twin)
        decision = table.decision()
        assert decision == game.decision(twin)
        assert table.events[len(table.events) - len(reported) :] == reported
        assert not isinstance(decision, Commit) or decision.waiting or decision.clock, (
            "somebody is waited for"
        )
        if self.foretold:
            assert len(moves) - self.known == len(self.moves)


def share_of(name: str) -> int:
    """How many take-backs one set of options of a game has to stand."""
    whole = sum(SHARES.get(item, 1) for item in dogfight.names())
    alike = sum(item == name for item, _ in CASES)
    return int(TAKE_BACKS * SHARES.get(name, 1) / whole / alike) + 1


def test_the_shares_of_all_games_are_all_take_backs() -> None:
    assert sum(share_of(name) for name, _ in CASES) >= TAKE_BACKS


@pytest.mark.parametrize(("name", "options"), PARAMS)
def test_whatever_is_acknowledged_can_be_replayed(name: str, options: Options) -> None:
    """Random play with take-backs and changes of mind, also after "ready"; the last game is
    played to its end.
    """
    game, seats = dogfight.load(name), len(dogfight.load(name).seats(options))
    taken_back = changes = seed = 0
    while taken_back < share_of(name):
        seed += 1
        shadow = Shadow(game, options, seed)
        while taken_back + shadow.taken_back < share_of(name) and shadow.step():
            for _ in range(shadow.dice.below(4) if shadow.dice.below(4) == 0 else 0):
                recent = [move[0] for move in shadow.moves[-4:]] if shadow.dice.below(4) else []
                shadow.try_to_take_back(
                    recent[shadow.dice.below(len(recent))] if recent else shadow.dice.below(seats)
                )
        taken_back += shadow.taken_back
        changes += shadow.changes
        verify(game, parse(shadow.table.record.to_text()))
    while not isinstance(decision := shadow.table.advance(), Over):
        shadow.table.play(*random_step(game, shadow.table.position, decision, shadow.dice))
    assert verify(game, parse(shadow.table.record.to_text())) == decision
    assert changes >= share_of(name) // 4 or name != "paws"


# --- what was found ------------------------------------------------------------------------------


def refused(table: Match, seat: Seat) -> IllegalAction:
    """The refusal of a take-back that must leave everything as it was."""
    before = standing(table)
    assert not table.can_take_back(seat)
    with pytest.raises(IllegalAction) as refusal:
        table.take_back(seat)
    assert standing(table) == before
    return refusal.value


@pytest.mark.parametrize(("players", "teams"), [(6, 3), (8, 4), (3, 3), (4, 4)])
def test_jp_5_7_plans_of_many_teams_are_withdrawn_in_any_order(players: int, teams: int) -> None:
    # JP-5.7
    game = dogfight.load("paws")
    table = Match(game, {"players": players, "teams": teams, "timer": 0}, seed=players)
    table.advance()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.advance()
    start, seats = game.notation.write(table.position), range(2 * teams)
    for _ in range(2):
        for seat in seats:
            table.play(seat, table.view(seat).legal[1].action)
    for seat in seats[:-1]:
        table.play(seat, "ready")
    for seat in (*seats[:-1], *reversed(seats), *seats):
        table.take_back(seat)
    assert game.notation.write(table.position) == start and not any(
        table.can_take_back(seat) for seat in seats
    )
    verify(game, parse(table.record.to_text()))


def planning(options: Options, seed: int = 2) -> Match:
    """A table of Jaws vs Paws at its first Action Phase."""
    table = Match(dogfight.load("paws"), {"timer": 0, **options}, seed=seed)
    table.advance()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.advance()
    return table


def lay(table: Match, seat: Seat) -> str:
    """Lay the first card that a seat may lay; its word."""
    word = table.view(seat).legal[1].notation
    table.play(seat, word)
    return word


def replays(table: Match) -> None:
    """The record leads, hash by hash, to the position in memory."""
    record, game = parse(table.record.to_text()), table.game
    verify(game, record)
    assert record.last_hash() == game.notation.hash(table.position)


def test_jp_5_15_taking_back_beside_changed_minds_replays() -> None:
    # JP-5.15
    table = planning({"players": 4})
    pair, item = lay(table, 2), lay(table, 1)
    for seat, word in (
        (0, "ready"),
        (3, "ready"),
        (2, "ready"),
        (2, f"back:{pair}"),
        (1, "ready"),
        (1, f"back:{item}"),
    ):
        table.play(seat, word)
        replays(table)
    refused(table, 2)
    refused(table, 1)
    assert table.waiting() == (1, 2)
    lay(table, 1)
    table.take_back(0)
    replays(table)
    for seat in (0, 1, 2):
        table.play(seat, "ready")
    assert table.decision().rule == "JP-8.1"
    replays(table)


@pytest.mark.parametrize("change", ["start_over", "back"])
def test_jp_5_15_a_taken_back_change_waits_for_somebody(change: str) -> None:
    # JP-5.15
    table = planning({"players": 4})
    word = lay(table, 0)
    for seat in (0, 1, 2):
        table.play(seat, "ready")
    table.play(0, f"back:{word}" if change == "back" else change)
    table.play(3, "ready")
    assert table.waiting() == (0,)
    refused(table, 0)
    assert table.next_seat() == 0
    table.play(0, "ready")
    assert table.decision().rule == "JP-8.1"
    replays(table)


def test_jp_5_7_a_change_takes_out_what_it_undoes() -> None:
    # JP-5.7
    table = planning({"players": 4})
    start = standing(table)[0]
    first, second = lay(table, 0), lay(table, 0)
    table.play(0, "ready")
    table.play(0, f"back:{first}")
    assert [move.notation for move in table.record.moves[len(start) :]] == [second]
    table.take_back(0)
    assert standing(table)[0] == start and not table.can_take_back(0)
    replays(table)


def test_jp_5_7_of_two_equal_cards_the_later_one_goes() -> None:
    # JP-5.7
    for seed in range(100):
        table = planning({"players": 4}, seed)
        before, word = len(table.record.moves), lay(table, 0)
        legal = [entry.notation for entry in table.view(0).legal]
        if word in legal:
            break
    other = next(entry for entry in reversed(legal) if entry != word)
    for change in (other, word, f"back:{word}"):
        table.play(0, change)
    assert [move.notation for move in table.record.moves[before:]] == [word, other]
    replays(table)


def test_jp_5_7_changes_of_mind_leave_nothing_behind() -> None:
    """10,000 changes of mind in one question keep no more than what lies on the table, and no
    more is looked at.
    """
    # JP-5.7
    table = planning({"players": 4})
    for seat in (1, 2, 3):
        lay(table, seat)
    word = lay(table, 0)
    lay(table, 0)
    table.play(1, "ready")
    before = sizes(table), looked_at(table)
    for n in range(5_000):
        for change in (
            "ready",
            f"back:{word}",
            word,
            "ready",
            "start_over" if n % 2 else f"back:{word}",
            word,
        ):
            table.play(0, change)
            if n % 250 == 0:
                assert all(
                    now <= then + 4 for now, then in zip(sizes(table), before[0], strict=True)
                )
                assert looked_at(table) <= before[1] + 12
        if n % 2:
            lay(table, 0)
    assert table.struck == 10_000
    assert (sizes(table), looked_at(table)) == before
    replays(table)


def test_jp_5_7_a_change_in_two_moves_goes_with_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may be unable to name what stands in the middle of an exchange; it is taken out
    when that is whole.
    """
    # JP-5.7
    table = planning({"players": 4})
    game = table.game
    real = game.sealed_moves

    def whole_only(opening: Any, position: Any, seats: Sequence[Seat]) -> Any:
        return real(opening, position, seats) if position.down_n[0] != 1 else None

    monkeypatch.setattr(game, "sealed_moves", whole_only)
    word, _ = lay(table, 0), lay(table, 0)
    before = sizes(table)
    for _ in range(20):
        table.play(0, f"back:{word}")
        table.play(0, word)
        assert sizes(table) == before
        replays(table)


def test_what_another_own_choice_rests_on_is_not_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule of this test: the pilot of Jaws lays a second card only beside the gunner's."""
    table = planning({"players": 2})
    game = table.game
    real = game.legal

    def legal(position: Any, seat: Seat) -> list[int]:
        alone = seat == 0 and position.down_n[0] == 1 and position.down_n[1] == 0
        return real(position, seat)[:1] if alone else real(position, seat)

    monkeypatch.setattr(game, "legal", legal)
    for seat in (0, 1, 0):
        lay(table, seat)
    assert "rests on it" in refused(table, 1).message
    table.take_back(0)
    table.take_back(1)
    replays(table)


def sizes(table: Match) -> tuple[int, ...]:
    """How much a table keeps: moves, events, notes, open steps; of positions there is one at the
    opening.
    """
    mark = table.mark()
    kept = (mark.played, mark.events, mark.events_before, mark.notes)
    return (*(len(item.items) for item in kept), len(mark.steps), len(table.record.moves))


def looked_at(table: Match) -> int:
    """How many moves are checked to tell all seats whether they can take back."""
    table.position = table.position.copy()  # nothing is remembered of it
    with pytest.MonkeyPatch.context() as patched:
        checked: list[int] = []
        real = table.game.check

        def check(*args: Any) -> None:
            checked.append(1)
            real(*args)

        patched.setattr(table.game, "check", check)
        for seat in range(len(table.seats)):
            table.can_take_back(seat)
    return len(checked)


def test_record_matches_current_state_after_any_take_back() -> None:
    game = dogfight.load("paws")
    table = Match(game, {"players": 4, "timer": 0}, seed=2)
    table.advance()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.advance()
    table.play(0, table.view(0).legal[1].action)
    table.play(1, table.view(1).legal[2].action)
    mark, before = table.mark(), standing(table)
    table.take_back(0)
    table.play(2, table.view(2).legal[1].action)
    verify(game, parse(table.record.to_text()))
    table.restore(mark)
    assert standing(table) == before
    verify(game, parse(table.record.to_text()))


def test_take_back_does_not_replay_ready_in_another_phase() -> None:
    game = dogfight.load("paws")
    table = Match(game, {"players": 4, "timer": 0}, seed=2)
    table.advance()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.advance()
    for seat in range(4):
        table.play(seat, "ready")
    assert table.decision().rule == "JP-8.1"
    for seat in range(4):
        refused(table, seat)
    table.play(2, table.view(2).legal[1].action)
    table.play(0, "done")
    refused(table, 1)
    table.take_back(0)
    table.take_back(2)
    refused(table, 2)


def test_bd_24_18_a_target_stands_once_the_next_turn_is_sealed() -> None:
    # BD-24.18
    game = dogfight.load("biplanes")
    for seed in range(400):
        table, dice = (
            Match(game, {"mode": "escort", "p1": "red", "p2": "blue"}, seed=seed),
            Dice(seed),
        )
        while not isinstance(decision := table.advance(), Over):
            asked = decision.rule
            seat, action = random_step(game, table.position, decision, dice)
            table.play(seat, action)
            if asked == "BD-24.18" and table.decision().rule == "BD-4.1":
                refused(table, 1)
                table.play(0, table.view(0).legal[0].action)
                refused(table, 1)
                table.take_back(0)
                verify(game, parse(table.record.to_text()))
                return
    raise AssertionError("no target was chosen before a next turn")


@pytest.mark.parametrize(
    ("options", "seed", "asked"),
    [
        ({"players": 6, "teams": 3, "timer": 0}, 0, {"JP-20.9"}),
        ({"players": 2, "mode": "night", "timer": 0}, 4, {"JP-16.8", "JP-16.9"}),
    ],
)
def test_jp_10_2_what_was_chosen_stands_where_cards_are_hidden(
    options: Options, seed: int, asked: set[str]
) -> None:
    # JP-10.2
    game = dogfight.load("paws")
    table, dice = Match(game, options, seed=seed), Dice(seed)
    result: set[str] = set()
    while not isinstance(decision := table.advance(), Over) and not asked <= result:
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        if isinstance(decision, Choose):
            result.add(decision.rule)
            refused(table, seat)
            table.advance()
            refused(table, seat)
    assert asked <= result
    verify(game, parse(table.record.to_text()))


def test_bd_18_4_what_was_shown_stays_shown() -> None:
    # BD-18.4
    game = dogfight.load("biplanes")
    table, dice = Match(game, {"p1": "white", "p2": "blue"}, seed=1), Dice(1)
    shown = 0
    while not isinstance(decision := table.advance(), Over):
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        if decision.rule == "BD-18.4":
            shown += 1
            refused(table, seat)
    assert shown


def test_take_back_is_refused_after_timeout() -> None:
    game = dogfight.load("paws")
    table = Match(game, {"players": 4, "timer": 20}, seed=2)
    table.advance()
    table.play(CLOCK, TIME_UP)
    table.advance()
    table.play(1, table.view(1).legal[1].action)
    assert table.can_take_back(1)
    table.play(CLOCK, TIME_UP)
    refused(table, 1)


@pytest.mark.parametrize("name", ["squadrons", "boots", "starfighters"])
def test_timeout_action_cannot_be_taken_back(name: str) -> None:
    table, late = Match(dogfight.load(name), seed=1), 0
    while late < 20 and not isinstance(table.advance(), Over):
        seats = table.waiting()
        table.time_up()
        late += 1
        for seat in seats:
            refused(table, seat)
    assert late


def test_take_back_is_refused_only_after_the_draw() -> None:
    game = dogfight.load("squadrons")
    table, dice = Match(game, seed=1), Dice(1)
    drawn = 0
    while drawn < 5 and not isinstance(decision := table.advance(), Over):
        seat, action = random_step(game, table.position, decision, dice)
        table.play(seat, action)
        if table.position.actor() == CHANCE:
            drawn += 1
            assert table.can_take_back(seat)
            table.play(CHANCE, pick(table.decision().odds, dice))
            refused(table, seat)
    assert drawn


def test_jp_19_11_open_card_moves_to_the_other_seat() -> None:
    # JP-19.11 JP-19.6
    game = dogfight.load("paws")
    table = Match(game, {"players": 3, "solo": "jaws", "timer": 0}, seed=4)
    table.advance()
    table.play(table.waiting()[0], table.view(table.waiting()[0]).legal[0].action)
    table.advance()

    def lay_open(seat: Seat) -> str:
        word = next(
            entry.notation for entry in table.view(seat).legal if entry.notation.endswith(":open")
        )
        table.play(seat, word)
        return word

    word = lay_open(0)
    table.play(0, "ready")
    table.play(0, f"back:{word}")
    assert not table.can_take_back(0), "nothing of the card or of ready is left"
    lay_open(1)
    assert not any(entry.notation.endswith(":open") for entry in table.view(0).legal)
    table.take_back(1)
    assert lay_open(0) == word


def test_mark_restores_the_complete_state() -> None:
    game = dogfight.load("squadrons")
    table, dice = Match(game, seed=3), Dice(3)
    for n in range(60):
        decision = table.advance()
        seat, action = random_step(game, table.position, decision, dice)
        before, mark = standing(table), table.mark()
        table.play(seat, action)
        if table.can_take_back(seat):
            table.take_back(seat)
            table.play(seat, action)
        if n % 7 == 0:
            table.rewind(table.played[: len(table.played) // 2])
        table.restore(mark)
        assert standing(table) == before
        table.play(seat, action)
