"""The process finished games are explained in: is asked `Explain`, answers with a line of JSON,
an `Analysis`.
"""

from __future__ import annotations

import msgspec

import dogfight  # noqa: F401  registers the games
from dogfight.core.record import Record
from dogfight.core.registry import load
from dogfight.review.analysis import analyses
from dogfight.review.report import Analysis
from dogfight.server.analyst import Explain
from dogfight.server.desk import FAULT, FINE, unpack
from dogfight.server.worker_process import work

SEED = 0
MOST_CHOICES = 300
"""Of games with more choices only those travel with all their options that were not the best."""


def answer(question: Explain) -> bytes:
    """The best explanation there is time for; whatever goes wrong with it, this process goes on
    with the next game.
    """
    try:
        return FINE + msgspec.json.encode(slim(explained(unpack(question.record), question)))
    except Exception as error:
        return FAULT + " ".join(f"{type(error).__name__} {error}".split()).encode()


def explained(record: Record, question: Explain) -> Analysis:
    """The luck and the curve alone, which come first, or the last word on it."""
    analysis = analyses(load(record.header.game), record, SEED, question.seconds)
    if question.curve:
        return next(analysis)
    *_, last = analysis
    return last


def slim(analysis: Analysis) -> Analysis:
    """Without the options of choices that were right, where there are very many."""
    if sum(len(part.choices) for part in analysis.parts) <= MOST_CHOICES:
        return analysis
    parts = []
    for part in analysis.parts:
        choices = tuple(
            msgspec.structs.replace(choice, options=())
            if choice.verdict in ("best", "forced")
            else choice
            for choice in part.choices
        )
        parts.append(msgspec.structs.replace(part, choices=choices))
    return msgspec.structs.replace(analysis, parts=tuple(parts))


if __name__ == "__main__":
    work(answer)
