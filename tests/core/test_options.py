"""Option fields read what menus, forms and command lines give them, and say what they expected."""

import pytest

from dogfight.cli.option_schema import json_schema
from dogfight.core.errors import BadOption
from dogfight.core.options import OptionField, as_words, read_word

BOARD = OptionField(
    "board", "Board", "choice", "main", "Which side.", choices=("main", "alt"), rule="BD-2.1"
)
ROUNDS = OptionField("rounds", "Rounds", "integer", 3, "How many.", minimum=0, maximum=99)
SOLO = OptionField("solo", "Solo", "boolean", False, "Alone.")


def test_values_come_as_themselves_or_as_text() -> None:
    assert BOARD.read("alt") == "alt"
    assert ROUNDS.read("12") == ROUNDS.read(12) == 12
    assert SOLO.read("yes") is SOLO.read(True) is True
    assert SOLO.read("no") is False


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (BOARD, "moon", "one of main, alt"),
        (ROUNDS, 100, "a whole number from 0 to 99"),
        (ROUNDS, "many", "a whole number"),
        (ROUNDS, True, "a whole number"),
        (SOLO, 3, "yes or no"),
    ],
)
def test_wrong_value_error_names_expected_and_actual(
    field: OptionField, value: object, expected: str
) -> None:
    with pytest.raises(BadOption) as caught:
        field.read(value)
    assert expected in caught.value.message and repr(value) in caught.value.message
    assert caught.value.rule == field.rule


def test_options_are_written_and_split() -> None:
    assert as_words({"board": "main", "solo": True, "rounds": 3}) == "board=main solo=yes rounds=3"
    assert read_word("board=a=b") == ("board", "a=b")
    with pytest.raises(BadOption, match="name=value"):
        read_word("board")


def test_the_schema_is_json_schema() -> None:
    schema = json_schema("Game", (BOARD, ROUNDS, SOLO))
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert properties["board"]["enum"] == ["main", "alt"]
    assert properties["rounds"]["maximum"] == 99
    assert properties["solo"]["type"] == "boolean"
