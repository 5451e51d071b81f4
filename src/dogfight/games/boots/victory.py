"""Victory conditions: the sentences a battle may use, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dogfight.games.boots.tables import CONTROLS, DRAW, EXITED, FEWER_LEFT

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_N = r"(\d+|" + "|".join(NUMBERS) + ")"
_WHO = r"(?:seat ([01])|it) wins"
_WHEN = r"(?:(?: at the end of turn (\d+))|(?: at once,)?(?: in any end phase),?)"
_CLAUSE = re.compile(rf"{_WHO}{_WHEN} (?:if it |if |in which )(.+)", re.I)
_CONTROL = re.compile(rf"controls (?:at least {_N}|all(?: {_N})?)(?: objectives?)?", re.I)
_EXIT = re.compile(rf"has exited at least {_N} (.+)", re.I)
_NONE = re.compile(r"no (.+) (?:is|are) left", re.I)
_FEWER = re.compile(rf"fewer than {_N} (.+) are left", re.I)
_ELSE = re.compile(r"seat ([01]) wins\.?", re.I)
_DRAW = re.compile(r"(?:it is )?a? ?draw\.?", re.I)
_TIE = re.compile(
    r"equal points: seat ([01]) wins if it has scored for at least one bomber, "
    r"otherwise (it is a draw|seat ([01]) wins)\.?",
    re.I,
)
_ENDS = re.compile(
    r"the fight ends at the end of turn (\d+), or as soon as one side has no aircraft left in it",
    re.I,
)
_SCORE = re.compile(
    rf"each side scores {_N} for each enemy aircraft destroyed and {_N} for each driven off"
    r" damaged; "
    rf"(?:withdrawals score (nothing|{_N}))",
    re.I,
)
_BONUS = re.compile(
    rf"seat ([01]) also scores {_N} for each bomber that is in the fight and undamaged at the end"
    r" of turn (\d+), "
    r"or when the fight ends if that is earlier",
    re.I,
)


@dataclass(frozen=True)
class Condition:
    """[CB-24.3] One way to win: who, when (0 for any End phase), and what must be counted."""

    seat: int
    turn: int
    kind: int
    count: int
    units: int
    text: str


@dataclass(frozen=True)
class Score:
    """[CB-23.13] What a dog fight is worth."""

    destroyed: int
    driven_off: int
    withdrawn: int
    bonus_seat: int = -1
    bonus_each: int = 0
    bonus_turn: int = 0


Select = Callable[[str], int | None]
"""The units that words like "ger_flak88" or "British tanks" mean, as a set; None if they mean
nothing.
"""


def number(word: str) -> int:
    """A number in digits or in words up to ten."""
    return int(word) if word.isdecimal() else NUMBERS.index(word.lower())


def conditions(text: str, objectives: int, select: Select) -> list[Condition] | str:
    """The conditions of a battle, or the clause that cannot be understood."""
    result: list[Condition] = []
    for seat, clause in clauses(text):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            return clause
        what = _counted(match[3], objectives, select)
        if seat < 0 or what is None:
            return clause
        result.append(Condition(seat, int(match[2] or 0), *what, text=clause))
    return result if result else text


def clauses(text: str) -> list[tuple[int, str]]:
    """The clauses of the conditions, each with the seat that it is about; -1 if it names none."""
    result: list[tuple[int, str]] = []
    seat = -1
    for clause in filter(None, re.split(r"[;.]\s*", text.strip())):
        match = _CLAUSE.fullmatch(clause)
        seat = int(match[1]) if match and match[1] else seat
        result.append((seat, clause))
    return result


def _counted(text: str, objectives: int, select: Select) -> tuple[int, int, int] | None:
    if match := _CONTROL.fullmatch(text):
        count = number(match[1]) if match[1] else objectives
        if match[2] and number(match[2]) != objectives:
            return None
        return (CONTROLS, count, 0) if 1 <= count <= objectives else None
    if match := _EXIT.fullmatch(text):
        units = select(match[2])
        return None if units is None else (EXITED, number(match[1]), units)
    if match := _FEWER.fullmatch(text):
        units = select(match[2])
        return None if units is None else (FEWER_LEFT, number(match[1]), units)
    if match := _NONE.fullmatch(text):
        units = select(match[1])
        return None if units is None else (FEWER_LEFT, 1, units)
    return None


def spoken(text: str, sides: tuple[str, str], pieces: Mapping[str, str]) -> str:
    """A sentence of the battle format as people read it: with the names of sides and pieces, not
    their ids.
    """
    named = re.sub(r"\bseat ([01])\b", lambda result: sides[int(result[1])], text, flags=re.I)
    return re.sub(r"\b[a-z]\w*_\w+\b", lambda match_: pieces.get(match_[0], match_[0]), named)


def otherwise(text: str) -> tuple[int, int] | None:
    """[CB-24.5] The `else` line: who wins (or DRAW), and the seat that wins equal points with a
    bomber through.
    """
    if match := _ELSE.fullmatch(text.strip()):
        return int(match[1]), -1
    if _DRAW.fullmatch(text.strip()):
        return DRAW, -1
    if match := _TIE.fullmatch(text.strip()):
        return int(match[3]) if match[3] else DRAW, int(match[1])
    return None


def score(text: str, turns: int) -> Score | str:
    """The score of a dog fight, or the sentence that cannot be understood."""
    result: Score | None = None
    bonus: tuple[int, int, int] = (-1, 0, 0)
    for sentence in re.split(r"\.\s*", text.strip()):
        if match := _ENDS.fullmatch(sentence):
            if int(match[1]) != turns:
                return sentence
        elif match := _SCORE.fullmatch(sentence):
            withdrawn = 0 if match[3].lower() == "nothing" else number(match[3])
            result = Score(number(match[1]), number(match[2]), withdrawn)
        elif match := _BONUS.fullmatch(sentence):
            bonus = (int(match[1]), number(match[2]), int(match[3]))
        elif sentence and sentence.lower() != "more points win":
            return sentence
    if result is None:
        return text
    return Score(result.destroyed, result.driven_off, result.withdrawn, *bonus)
