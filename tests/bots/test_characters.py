"""Every bot that people can choose has a name and a sentence of character."""

from dogfight.bots.characters import CHARACTERS, bot_introduction, bot_title
from dogfight.bots.registry import bot_names


def test_every_built_in_bot_has_a_character() -> None:
    assert (
        set(CHARACTERS) == {"random", "greedy", "easy", "medium", "hard", "ace"} <= set(bot_names())
    )
    assert len({character.name for character in CHARACTERS.values()}) == len(CHARACTERS)
    for bot, item in CHARACTERS.items():
        assert bot_title(bot) == f"{item.name} ({bot} bot)"
        sentence = bot_introduction(bot, "Red")
        assert sentence == f"{item.name} ({bot} bot) plays Red: {item.about}."
        assert "  " not in sentence and len(item.about) < 70


def test_external_bot_title_uses_its_given_name() -> None:
    assert bot_title("rook") == "the rook bot"
    assert bot_introduction("rook", "Red") == ""
