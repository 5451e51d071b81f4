"""One JSON object a line on stderr: what happened, to which table, at whose request.

Never a name, a token, a seed or a hand. A request has an id, given by a proxy or made here, which
stands in every line that it leads to: so what a person saw, what a proxy noted and what any node of
several did can be put together.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
import traceback
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType

import msgspec

from dogfight.core.text_safety import escaped_json

Field = str | int | float | bool | None
_logger = logging.getLogger("dogfight.server")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_request: ContextVar[str] = ContextVar("request", default="")


def begin_request(supplied: str) -> str:
    """The id of the request that is being answered from here on: the given one if it can be one,
    else a new one.
    """
    name = request_id(supplied)
    _request.set(name)
    return name


def request_id(supplied: str) -> str:
    """Return the given id if it can be one, else a new one."""
    return supplied if _REQUEST_ID.fullmatch(supplied) else secrets.token_hex(8)


def current_request() -> str:
    """Return the id of the request that is being answered; empty outside of one."""
    return _request.get()


def _places(trace: TracebackType | None) -> list[str]:
    """Where an error came through. Its own words are left out: they could hold a position."""
    return [
        f"{Path(frame_summary.filename).name}:{frame_summary.lineno} {frame_summary.name}"
        for frame_summary in traceback.extract_tb(trace)
    ]


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = (
            time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z"
        )
        fields = getattr(record, "fields", {})
        line = {"at": at, "level": record.levelname.lower(), "event": record.getMessage(), **fields}
        if request := _request.get():
            line["request"] = request
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _places(record.exc_info[2])
        return escaped_json(msgspec.json.encode(line))


_INVALID = frozenset({"Invalid HTTP request received.", "Unsupported upgrade request."})
"""What the web server says for every such request; they are counted with the limits instead."""


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    return record.msg not in _INVALID


def start(level: str) -> None:
    """Send our lines, and those of the web server from warnings up, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    _logger.setLevel(level.upper())
    for name in ("dogfight.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("uvicorn.error").setLevel("WARNING")
    logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)


def debug(event: str, **fields: Field) -> None:
    _logger.debug(event, extra={"fields": fields})


def info(event: str, **fields: Field) -> None:
    _logger.info(event, extra={"fields": fields})


def warning(event: str, **fields: Field) -> None:
    _logger.warning(event, extra={"fields": fields})


def error(event: str, **fields: Field) -> None:
    """An error of ours, with the trace of the exception being handled, if there is one."""
    _logger.error(event, extra={"fields": fields}, exc_info=sys.exc_info()[0] is not None)
