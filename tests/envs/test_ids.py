"""Ids of Gymnasium for titles with any characters."""

import pytest

from dogfight.envs import ids


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("Jaws vs Paws", "JawsVsPaws"),
        ("Liar's Dice", "LiarsDice"),
        ("Leduc hold'em (two rounds)", "LeducHoldemTwoRounds"),
        ("snake_case", "Snakecase"),
        ("???", ""),
    ],
)
def test_title_becomes_one_word_of_letters_and_digits(title: str, word: str) -> None:
    assert ids.camel(title) == word
