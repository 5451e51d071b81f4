"""Refusals with a code for programs and words for people."""

from __future__ import annotations

from dogfight.core.errors import DogfightError

STATUS = {
    "bad_request": 400,
    # well-formed, but it cannot be carried out
    "bad_option": 409,
    "bad_record": 409,
    "unfit": 409,
    "no_session": 401,
    "not_yours": 403,
    "silenced": 403,
    "bad_origin": 403,
    "bad_host": 421,
    "no_watchers": 403,
    "unknown": 404,
    "seat_taken": 409,
    "not_now": 409,
    "invite_used": 409,
    "no_hints": 403,
    "hint_failed": 503,
    "too_large": 413,
    "too_long": 414,
    "not_json": 415,
    "rate": 429,
    "slow": 408,
    "busy": 503,
    "storage": 503,
    "table_damaged": 503,
    "table_outdated": 409,
    # what commands are refused with
    "question_closed": 409,
    "illegal": 409,
    "not_your_seat": 403,
    "not_live": 409,
    "nothing_to_take_back": 409,
    "bad_message": 400,
    "no_channel": 403,
    "id_used": 409,
    "too_early": 409,
    # what a plan is dropped with
    "wrong_round": 409,
    "late": 409,
    "stale": 409,
    "invalid": 409,
}


class Refused(DogfightError):
    """A request that is not carried out; nothing has changed."""

    def __init__(
        self, code: str, message: str, *, rule: str = "", at: tuple[int, int] | None = None
    ) -> None:
        super().__init__(message, rule=rule)
        self.code = code
        self.at = at
        self.status = STATUS[code]
