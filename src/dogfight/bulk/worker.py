"""The process that works on chunks: the first line says what the work is, then comes one chunk a
line.
"""

from __future__ import annotations

import os
import sys

import msgspec

from dogfight.bots.process_limits import leave_with_parent
from dogfight.bulk.work import Work
from dogfight.core.errors import one_line

DONE, FAILED = b"=", b"!"


def main() -> None:
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what games and bots print goes where their errors go
    leave_with_parent()
    work = msgspec.json.decode(sys.stdin.buffer.readline(), type=Work)
    worker = None
    for line in sys.stdin.buffer:
        try:
            worker = worker or work.worker()
            answer = DONE + worker(line)
        except Exception as error:
            answer = FAILED + one_line(error).encode()
        target.write(answer + b"\n")
        target.flush()


if __name__ == "__main__":
    main()
