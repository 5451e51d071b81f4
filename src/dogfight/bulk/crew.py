"""Several hands that work in parallel, one piece each at a time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

W = TypeVar("W")
R = TypeVar("R")
W_in = TypeVar("W_in", contravariant=True)
R_out = TypeVar("R_out", covariant=True)


class Cancelled(Exception):
    """Nobody waits for this piece of work any more."""


class Hand(Protocol[W_in, R_out]):
    """A worker that does one piece after another."""

    def do(self, piece: W_in) -> R_out: ...

    def close(self) -> None: ...


class Crew(Generic[W, R]):
    """Hands that share one list of work. Results come back in the order in which they end.

    A hand is made when it is first needed, from an event that says that nobody waits any more.
    """

    def __init__(self, make: Callable[[threading.Event], Hand[W, R]], jobs: int) -> None:
        self._make = make
        self._closing = threading.Event()
        self._next = threading.Lock()
        self._hands: list[Hand[W, R] | None] = [None] * jobs

    def play(self, expected: Iterable[W]) -> Generator[R, None, None]:
        """What came of the work; leaving early abandons the rest, and the crew with it."""
        waiting = iter(expected)
        done: queue.SimpleQueue[R | BaseException | None] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=self._work, args=(at, waiting, done))
            for at in range(len(self._hands))
        ]
        for thread in threads:
            thread.start()
        working = len(threads)
        try:
            while working:
                item = done.get()
                if isinstance(item, BaseException):
                    raise item
                if item is None:
                    working -= 1
                else:
                    yield item
        finally:
            if working:
                self._closing.set()
            for thread in threads:
                thread.join()

    def close(self) -> None:
        """Let every hand go."""
        self._closing.set()
        hands, self._hands = self._hands, [None] * len(self._hands)
        for hand in hands:
            if hand is not None:
                hand.close()

    def _work(
        self, at: int, waiting: Iterator[W], done: queue.SimpleQueue[R | BaseException | None]
    ) -> None:
        try:
            while not self._closing.is_set():
                with self._next:
                    piece = next(waiting, None)
                if piece is None:
                    break
                hand = self._hands[at] or self._make(self._closing)
                self._hands[at] = hand
                done.put(hand.do(piece))
        except Cancelled:
            pass
        except BaseException as error:
            done.put(error)
        finally:
            done.put(None)
