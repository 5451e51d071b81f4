"""Text of strangers is shown without steering the terminal, and names are what they look like."""

from hypothesis import given
from hypothesis import strategies as st

from dogfight.core.text_safety import escaped, escaped_json, visible


@given(st.text(st.characters()))
def test_escaped_text_is_always_printable(text: str) -> None:
    assert escaped(text).isprintable()
    assert escaped(text, keep="\n").replace("\n", "").isprintable()
    name = visible(text)
    assert name == visible(name) and name == name.strip() and len(name.splitlines()) <= 1


def test_controls_and_marks_of_direction_are_written_out() -> None:
    assert escaped("Ana") == "Ana" and escaped("Zoë 飞机 …") == "Zoë 飞机 …"
    assert escaped("\x1b[2J\u202e\u2028\U000e0041") == r"\u001b[2J\u202e\u2028\udb40\udc41"
    assert escaped_json('{"a":"\u0085"}'.encode()) == r'{"a":"\u0085"}'


def test_a_name_has_no_invisible_characters() -> None:
    assert visible(" A\u2028na\t\u0085 B\x1b[1m\u202e\u200f ") == "A na B[1m"
    assert visible("\u3164\u2800\u115f\u034f") == ""
