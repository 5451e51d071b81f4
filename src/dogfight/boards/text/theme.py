"""How things look: in colour or without, in all characters or in ASCII only."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from dogfight.core.text_safety import escaped

LEAST_COLUMNS, LEAST_LINES = 80, 24
"""The smallest terminal that everything fits into."""

INKS: dict[str, tuple[str, str]] = {
    "ink": ("#f2e8d2", ""),
    "soft": ("#bdb59f", ""),
    "rule": ("#727b8b", ""),
    "strong": ("bold #f2e8d2", "bold"),
    "act": ("bold #f5be41", "bold underline"),
    "danger": ("bold #ff8e7a", "bold"),
    "link": ("#86bfef", "underline"),
    "ok": ("#77d0a4", "bold"),
    "a": ("bold #ff7f66", "bold reverse"),
    "b": ("bold #63c9a0", "bold"),
    "c": ("bold #76b7f2", "bold reverse"),
    "d": ("bold #e9b44c", "bold"),
    "e": ("bold #d59ae0", "bold reverse"),
    "f": ("bold #8fd3dc", "bold"),
}
"""Style by name, in colour and without. Seats a, c, e are solid without colour, b, d, f are not."""

SEAT_INKS = "abcdef"

ASCII: dict[int, str] = str.maketrans(
    {
        **dict.fromkeys("–—−‒―─━═╌┄", "-"),
        **dict.fromkeys("│┃║╎┆▏▎▍▌▋▊▉▐", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╋┏┓┗┛", "+"),
        **dict.fromkeys("‘’′", "'"),
        **dict.fromkeys("“”″", '"'),
        **dict.fromkeys("→▶►▸›»", ">"),
        **dict.fromkeys("←◀◄◂‹«", "<"),
        **dict.fromkeys("↑▲△", "^"),
        **dict.fromkeys("↓▼▽", "v"),
        **dict.fromkeys("↗↙╱", "/"),
        **dict.fromkeys("↖↘╲", "\\"),
        **dict.fromkeys("•·∙", "."),
        **dict.fromkeys("█▓▒▀▄■◼▁▂▃▅▆▇", "#"),
        **dict.fromkeys("✓✔", "v"),
        **dict.fromkeys("✕✗×", "x"),
        **dict.fromkeys("\u00a0\u2009\u200a\u202f", " "),
        "…": ".",
        "≤": "<",
        "≥": ">",
        "♣": "C",
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "½": "h",
        "°": "o",
        "§": "S",
        "ä": "a",
        "ö": "o",
        "ü": "u",
        "é": "e",
        "ß": "s",
    }
)


def plain(text: str) -> str:
    """The words in ASCII characters, each character replaced by one, so that columns stay."""
    return text.translate(ASCII).encode("ascii", "replace").decode()


@dataclass(frozen=True, slots=True)
class BoardTheme:
    """What the terminal can show."""

    colour: bool = True
    ascii: bool = False
    columns: int = 68
    lines: int = 26
    """How much room there is for a board."""

    def sign(self, fancy: str, simple: str) -> str:
        """A drawn sign, or its stand-in where only ASCII is wanted."""
        return simple if self.ascii else fancy

    def ink(self, name: str) -> str:
        """The style with this name."""
        colour, without = INKS[name]
        return colour if self.colour else without

    def seat(self, number: int) -> str:
        """The style of a seat or side, counted from 0."""
        return self.ink(SEAT_INKS[number % len(SEAT_INKS)])

    def tint(self, colour: str, without: str = "") -> str:
        """A style of a board's own."""
        return colour if self.colour else without

    def text(self, text: str, ink: str = "ink") -> Text:
        """Words in the style with this name."""
        return self.styled(text, self.ink(ink))

    def styled(self, text: str, style: str) -> Text:
        """Words in a style; more text can be added to them without taking it on."""
        text = escaped(text, keep="\n")
        return Text().append(plain(text) if self.ascii else text, style or None)
