"""A handler for tests: repeats its request, sleeps, raises or ends its process."""

import os
import time

from dogfight.processes.child import Handler


def echo(config: bytes) -> Handler:
    if config == b"unfit":
        raise ValueError("planted")

    def handle(request: bytes) -> bytes:
        if request == b"sleep":
            time.sleep(60)
        if request == b"raise":
            raise ValueError("two\nlines")
        if request == b"exit":
            os._exit(3)
        return request

    return handle
