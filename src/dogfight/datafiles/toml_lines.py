"""Find the line of each key of a TOML text, so that an error can name the line of a fault."""

from __future__ import annotations

import re

Step = str | int
Place = tuple[Step, ...]
"""A way into the contents: keys of tables and numbers in lists."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}\n#]*")
_QUOTED = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.S
)


class _Scanner:
    """Walks over a text that is known to be TOML and notes where things begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Place, int] = {}
        self._counted = 0
        self._line = 1
        self._asked_at = -1

    def line(self) -> int:
        """The number of the line reached."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def note(self, place: Place) -> None:
        for depth in range(1, len(place) + 1):
            self.lines.setdefault(place[:depth], self.line())

    def skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""

    def sees(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def key(self) -> Place:
        """A key, with dots or without."""
        parts: list[Step] = []
        while True:
            self.skip(_BLANK)
            word = self.skip(_QUOTED)
            parts.append(word[1:-1] if word else self.skip(_BARE))
            self.skip(_BLANK)
            if not self.sees("."):
                return tuple(parts)

    def read(self) -> None:
        table: Place = ()
        counts: dict[Place, int] = {}
        while self.skip(_BLANK) is not None and self.at < len(self.text):
            before = self.at
            if self.sees("[["):
                name = self.within(self.key(), counts)
                counts[name] = counts.get(name, -1) + 1
                table = (*name, counts[name])
                self.note(table)
                self.sees("]]")
            elif self.sees("["):
                table = self.within(self.key(), counts)
                self.note(table)
                self.sees("]")
            else:
                self.pair(table)
            if self.at == before:
                return

    @staticmethod
    def within(name: Place, counts: dict[Place, int]) -> Place:
        """A name of a table; inside a list of tables it means the last one."""
        place: Place = ()
        for n, step in enumerate(name):
            place = (*place, step)
            if n + 1 < len(name) and place in counts:
                place = (*place, counts[place])
        return place

    def pair(self, table: Place) -> None:
        start = self.at
        place = (*table, *self.key())
        end, self.at = self.at, start
        self.note(place)
        self.at = end
        if self.sees("="):
            self.value(place)

    def value(self, place: Place) -> None:
        self.skip(_BLANK)
        self.note(place)
        if self.sees("["):
            self.items(place)
        elif self.sees("{"):
            while self.more("}"):
                self.pair(place)
        elif not self.skip(_QUOTED):
            self.skip(_PLAIN)

    def items(self, place: Place) -> None:
        number = 0
        while self.more("]"):
            self.value((*place, number))
            number += 1

    def more(self, end: str) -> bool:
        """Whether something stands before the end of a list or a table.

        A sign that nothing can be made of is passed over, so that malformed text ends, too.
        """
        self.skip(_BLANK)
        self.sees(",")
        self.skip(_BLANK)
        if self.at == self._asked_at:
            self.at += 1
        self._asked_at = self.at
        return not self.sees(end) and self.at < len(self.text)


def toml_lines(text: str) -> dict[Place, int]:
    """The line of every key and every entry of a list in a TOML text."""
    scanner = _Scanner(text)
    scanner.read()
    return scanner.lines
