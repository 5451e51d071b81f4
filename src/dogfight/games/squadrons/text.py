"""Prompts, actions and events in plain words, and why something is refused."""

from __future__ import annotations

from dogfight.core.decision import Over
from dogfight.core.errors import IllegalAction
from dogfight.core.event import Event, Fact
from dogfight.core.parts import Text
from dogfight.core.position import Trace
from dogfight.core.seat import Seat
from dogfight.core.view import Aim, Prompt
from dogfight.games.squadrons.action_data import squares_of
from dogfight.games.squadrons.causes import (
    RANK_WORDS,
    SUIT_WORDS,
    UNDECIDED,
    answers_of,
    causes_of,
    duel_verb,
)
from dogfight.games.squadrons.meanings import FLYING, NAMING
from dogfight.games.squadrons.names import (
    CARD_NAMES,
    CODES,
    HEADING_NAMES,
    PLANE_NAMES,
    square_name,
)
from dogfight.games.squadrons.position import Position
from dogfight.games.squadrons.rules.movement import (
    landing,
    nearest_enemy,
    needs_card,
    new_heading,
    permitted,
)
from dogfight.games.squadrons.rules.shots import HEAD_TO_HEAD, TAIL, target_of
from dogfight.games.squadrons.state import (
    ACTIONS,
    CARD_DRAWN,
    COLLIDED,
    COLLISION,
    DOWN,
    ENDED,
    FINISHED,
    FIRST_CARD,
    FIRST_DRAWN,
    FLOWN,
    FLY,
    FORCED,
    LAST_RESORT,
    MANOEUVRE,
    MOVE_CARD,
    NAME_PLANE,
    NAMED,
    NORMAL,
    RAM,
    SHOT,
    SHOT_CARD,
    STAY,
    STAYED,
    TURN,
    State,
    side_of,
)
from dogfight.games.squadrons.tables import DIAMONDS, GONE, PLANES, RANKS, is_red
from dogfight.games.squadrons.view import ENDS, aims_of

SIDE_WORDS = ("Red", "Green")
CODE_WORDS = (
    "ahead",
    "left turn",
    "right turn",
    "barrel roll left",
    "barrel roll right",
    "Immelmann left",
    "Immelmann right",
)
_END_WORDS = (
    "",
    "a deck is used up",
    "a side has no plane left",
    "too many turns have passed without a card",
)
_END_RULES = ("", "SQ-8.1", "SQ-8.6", "SQ-8.7")
_HOW_WORDS = {
    NORMAL: ("choose a manoeuvre", "SQ-6.4"),
    FORCED: (
        "every permitted manoeuvre leaves the board; choose the side of the forced Immelmann",
        "SQ-6.5",
    ),
    COLLISION: ("no square is left; choose the plane to collide with", "SQ-6.8"),
    LAST_RESORT: ("nothing permitted stays on the board; take the last resort", "SQ-6.13"),
}
_SHOT_WORDS = {HEAD_TO_HEAD: ("head to head", "SQ-7.6"), TAIL: ("at the tail", "SQ-7.8")}
_OTHER_SHOT = ("from another angle", "SQ-7.9")
_HOW_SHOT = {HEAD_TO_HEAD: "head", TAIL: "tail"}


def card_words(card: int) -> str:
    """A card in words, `the 10 of hearts`."""
    return f"the {RANK_WORDS[card % RANKS]} of {SUIT_WORDS[card // RANKS]}"


def stand_words(s: State, plane: int) -> str:
    """Where a plane is, `R3 (e5 N)`."""
    return (
        f"{PLANE_NAMES[plane]} ({square_name(s.square(plane))} {HEADING_NAMES[s.heading(plane)]})"
    )


def rule_of(s: State) -> str:
    """The rule by which the game asks what it asks."""
    if s.phase == FIRST_CARD:
        return "SQ-2.3"
    if s.phase == NAME_PLANE:
        return "SQ-3.5"
    if s.phase == MOVE_CARD:
        return "SQ-5.4" if nearest_enemy(s, s.plane) == 1 else "SQ-5.3"
    if s.phase == SHOT_CARD:
        return "SQ-7.4"
    return _END_RULES[s.why] if s.phase == FINISHED else _HOW_WORDS[s.how][1]


def over(s: State) -> Over:
    """[SQ-8.9] The end: the higher score wins, equal scores are a draw."""
    lead = s.red_score - s.green_score
    winners = () if lead == 0 else (0,) if lead > 0 else (1,)
    payoffs = (0.5, 0.5) if lead == 0 else (1.0, 0.0) if lead > 0 else (0.0, 1.0)
    return Over(payoffs, ENDS[s.why], _END_RULES[s.why], end_words(s), winners)


def end_words(s: State) -> str:
    """How it ended, in a sentence."""
    lead = s.red_score - s.green_score
    result = "a draw" if lead == 0 else f"{SIDE_WORDS[0 if lead > 0 else 1]} wins"
    return (
        f"The game ends because {_END_WORDS[s.why]}: {result}, Red {s.red_score}, Green"
        f" {s.green_score}."
    )


class SquadronsText(Text[Position]):
    """Everything is open, so that all are told the same."""

    def prompt(self, s: Position, seat: Seat) -> Prompt:
        """What the seat should do, or what is being waited for."""
        rule = rule_of(s)
        if s.phase == FINISHED:
            return Prompt(end_words(s), rule)
        if s.phase == FIRST_CARD:
            return Prompt("Red's top card decides who begins.", rule)
        if s.phase == MOVE_CARD:
            return Prompt(
                f"{SIDE_WORDS[s.active]} draws a card for {stand_words(s, s.plane)}.", rule
            )
        if s.phase == SHOT_CARD:
            target = PLANE_NAMES[target_of(s, s.plane)]
            return Prompt(
                f"{SIDE_WORDS[side_of(s.plane)]} draws: {PLANE_NAMES[s.plane]} shoots at {target}.",
                rule,
            )
        if seat != s.active:
            return Prompt(f"{SIDE_WORDS[s.active]} is moving.", rule)
        if s.phase == NAME_PLANE:
            return Prompt("Choose the plane that moves next.", rule)
        card = f" with {card_words(s.card)}" if s.card >= 0 else ""
        return Prompt(f"{stand_words(s, s.plane)}{card}: {_HOW_WORDS[s.how][0]}.", rule)

    def meaning(self, s: Position) -> str:
        """What the present choice is about."""
        return NAMING if s.phase == NAME_PLANE else FLYING[s.how]

    def _describe(self, s: Position, seat: Seat, action: int) -> str:
        """An action in plain words."""
        if seat < 0:
            return f"draw {card_words(action)}"
        if action < FLY:
            plane = seat * PLANES + action
            card = "a card decides" if needs_card(nearest_enemy(s, plane)) else "no card"
            return f"move {stand_words(s, plane)}: {card}"
        name = PLANE_NAMES[s.plane]
        if action < RAM:
            return f"{name}: {flight_words(s, s.plane, action - FLY)}"
        if action == STAY:
            return f"{name} stays where it is"
        return f"{name} collides with {stand_words(s, action - RAM)}; both are lost"

    def _why_not(self, s: Position, seat: Seat, action: int) -> IllegalAction:
        return refusal(s, seat, action)

    def tell(
        self,
        before: Position,
        seat: Seat,  # noqa: ARG002
        action: int,  # noqa: ARG002
        trace: Trace,
        after: Position,
    ) -> list[Event]:
        """The news of one action as events; everybody may know all of them."""
        answers = answers_of(before, trace)
        causes = causes_of(before, trace, after, answers)
        return [
            _event(before, after, answer, *item).because(cause)
            for item, answer, cause in zip(trace.items, answers, causes, strict=True)
        ]


def flight_words(s: State, plane: int, code: int) -> str:
    """A manoeuvre and where it ends, `left turn to d6, heading NW`."""
    square, heading = (
        square_name(landing(s, plane, code)),
        HEADING_NAMES[new_heading(s, plane, code)],
    )
    return f"{CODE_WORDS[code]} to {square}, heading {heading}"


def bears(s: State, action: int) -> tuple[str, ...]:
    """[SQ-7.2] The enemy plane in front of where a manoeuvre ends, if there is one."""
    if not FLY <= action < RAM:
        return ()
    code = action - FLY
    front = s.board.next_square(landing(s, s.plane, code), new_heading(s, s.plane, code))
    target = s.plane_at(front)
    return (PLANE_NAMES[target],) if target >= 0 and side_of(target) != side_of(s.plane) else ()


def aims(p: Position, action: int) -> tuple[Aim, ...]:
    """[SQ-7.2] The lines of fire from and at the named plane where a manoeuvre ends."""
    if action != STAY and not FLY <= action < RAM:
        return ()
    after = p.copy()
    if action != STAY:
        code = action - FLY
        after.place(p.plane, landing(p, p.plane, code), new_heading(p, p.plane, code))
    name = PLANE_NAMES[p.plane]
    return tuple(aim for aim in aims_of(after) if name in (aim.by, aim.at))


# --- why not ---------------------------------------------------------------------------------


def refusal(s: State, seat: int, action: int) -> IllegalAction:
    """The reason an action of the active player is refused."""
    if not 0 <= action < ACTIONS:
        return IllegalAction(
            f"expected an action from 0 to {ACTIONS - 1}, got {action}", rule=rule_of(s)
        )
    if s.phase == NAME_PLANE:
        return _why_not_named(s, seat, action)
    if action < FLY:
        return IllegalAction(f"{PLANE_NAMES[s.plane]} has to finish its move first", rule="SQ-3.5")
    if action < RAM:
        return _why_not_flown(s, action - FLY)
    if action == STAY:
        return IllegalAction(
            "no plane may stand still while it can do anything else", rule="SQ-3.3"
        )
    if s.how != COLLISION:
        return IllegalAction("nobody may collide while a square is left", rule="SQ-6.12")
    return IllegalAction(f"{PLANE_NAMES[action - RAM]} is not in the way", rule="SQ-6.9")


def refusal_at(s: State, seat: int, place: str) -> IllegalAction | None:
    """Why nothing can be done on a square: whose plane is there, or why no manoeuvre ends there."""
    here = next((plane for plane in range(2 * PLANES) if square_name(s.square(plane)) == place), -1)
    if s.phase == NAME_PLANE:
        if here < 0:
            return IllegalAction(
                f"no plane stands on {place}; expected one of yours that has not moved",
                rule="SQ-3.6",
            )
        if side_of(here) != seat:
            return IllegalAction(
                f"{PLANE_NAMES[here]} belongs to the enemy; expected one of yours", rule="SQ-3.6"
            )
        return _why_not_named(s, seat, here - seat * PLANES)
    if s.phase != MANOEUVRE:
        return None
    for code in range(len(CODES)):
        if square_name(landing(s, s.plane, code)) == place:
            return _why_not_flown(s, code)
    if here >= 0 and here != s.plane and side_of(here) == seat:
        return IllegalAction(f"{PLANE_NAMES[s.plane]} has to finish its move first", rule="SQ-3.5")
    return IllegalAction(f"no manoeuvre takes {PLANE_NAMES[s.plane]} to {place}", rule="SQ-4.2")


def _why_not_named(s: State, seat: int, action: int) -> IllegalAction:
    if action >= FLY:
        return IllegalAction(
            "expected the plane that moves next; it is named before anything else", rule="SQ-3.6"
        )
    name = PLANE_NAMES[seat * PLANES + action]
    if s.square(seat * PLANES + action) == GONE:
        return IllegalAction(f"{name} is lost and does not move any more", rule="SQ-7.13")
    return IllegalAction(f"{name} has moved in this turn; no plane moves twice", rule="SQ-3.3")


def _why_not_flown(s: State, code: int) -> IllegalAction:
    name, word = PLANE_NAMES[s.plane], f"{CODES[code]} ({CODE_WORDS[code]})"
    away = nearest_enemy(s, s.plane)
    if permitted(away, s.card) >> code & 1:
        return IllegalAction(f"{word} takes {name} off the board", rule="SQ-6.4")
    if s.how != NORMAL:
        return IllegalAction(f"{word} is not what is left to {name}", rule=_HOW_WORDS[s.how][1])
    if s.card < 0:
        return IllegalAction(
            f"{away - 1} spaces lie between {name} and the nearest enemy; expected A, TL or TR, got"
            f" {word}",
            rule="SQ-5.2",
        )
    return IllegalAction(f"{card_words(s.card)} does not permit {word}", rule="SQ-5.6")


# --- events ----------------------------------------------------------------------------------


def _event(
    before: State, after: State, answer: int, kind: int, a: int, b: int, c: int, d: int
) -> Event:
    if kind == FIRST_DRAWN:
        text = f"Red draws {card_words(a)}: {SIDE_WORDS[b]} begins."
        return Event("first", text, "SQ-2.3", {"card": CARD_NAMES[a], "side": SIDE_WORDS[b]})
    if kind == TURN:
        return Event("turn", f"{SIDE_WORDS[a]}'s turn.", "SQ-3.1", {"side": SIDE_WORDS[a]})
    if kind == ENDED:
        return Event("over", end_words(after), _END_RULES[a], {"why": ENDS[a]})
    if kind == SHOT:
        return _shot_event(before, a, b, c, d, answer)
    name = PLANE_NAMES[a]
    here = squares_of(before, a)
    if kind == NAMED:
        return Event(
            "named",
            f"{stand_words(before, a)} is to move.",
            "SQ-3.6",
            {"plane": name},
            None,
            (),
            here,
            (name,),
        )
    if kind == CARD_DRAWN:
        facts: dict[str, Fact] = {"plane": name, "card": CARD_NAMES[b]}
        text = f"{SIDE_WORDS[side_of(a)]} draws {card_words(b)} for {name}."
        return Event("card", text, rule_of(before), facts, None, (), here, (name,))
    if kind == FLOWN:
        return _flight_event(before, a, b, c, d)
    if kind == COLLIDED:
        facts = {"plane": name, "victim": PLANE_NAMES[b]}
        text = f"{name} collides with {PLANE_NAMES[b]}."
        return Event(
            "collision",
            text,
            "SQ-6.10",
            facts,
            None,
            (),
            squares_of(before, a, b),
            (name, PLANE_NAMES[b]),
        )
    if kind == STAYED:
        return Event(
            "stayed",
            f"{name} has nowhere to go and stays.",
            "SQ-6.13",
            {"plane": name},
            None,
            (),
            here,
            (name,),
        )
    assert kind == DOWN
    text = f"{name} is lost; it counts for {SIDE_WORDS[1 - side_of(a)]}."
    return Event("lost", text, "SQ-8.8", {"plane": name}, None, (), here, (name,))


def _shot_event(
    before: State, shooter: int, target: int, kind: int, card: int, answer: int
) -> Event:
    name, other = PLANE_NAMES[shooter], PLANE_NAMES[target]
    angle, rule = _SHOT_WORDS.get(kind, _OTHER_SHOT)
    drawn = f"with {card_words(card)}"
    text = f"{name} shoots at {other} {angle} {drawn}."
    if card < 0:
        text, rule = f"{name} has no card left to shoot at {other}.", "SQ-8.4"
    facts: dict[str, Fact] = {
        "shooter": name,
        "target": other,
        "card": CARD_NAMES[card] if card >= 0 else "-",
        "how": _HOW_SHOT.get(kind, "other"),
    }
    if kind != HEAD_TO_HEAD:
        facts["hit"] = bool(
            card >= 0 and (is_red(card) if kind == TAIL else card >= DIAMONDS * RANKS)
        )
    elif answer != UNDECIDED:
        facts["duel"] = duel_verb(card, answer)
    return Event(
        "shot", text, rule, facts, None, (), squares_of(before, shooter, target), (name, other)
    )


def _flight_event(before: State, plane: int, code: int, how: int, over_planes: int) -> Event:
    flown = (
        f", flying over {over_planes} plane{'s' if over_planes > 1 else ''}" if over_planes else ""
    )
    forced = " (forced)" if how == FORCED else " (last resort)" if how == LAST_RESORT else ""
    rule = "SQ-6.2" if over_planes else "SQ-6.1" if how == NORMAL else _HOW_WORDS[how][1]
    facts: dict[str, Fact] = {
        "plane": PLANE_NAMES[plane],
        "code": CODES[code],
        "from": square_name(before.square(plane)),
        "to": square_name(landing(before, plane, code)),
        "heading": HEADING_NAMES[new_heading(before, plane, code)],
    }
    text = f"{PLANE_NAMES[plane]}: {flight_words(before, plane, code)}{flown}{forced}."
    way = square_name(before.square(plane)), square_name(landing(before, plane, code))
    return Event("flown", text, rule, facts, None, (), way, (PLANE_NAMES[plane],))
