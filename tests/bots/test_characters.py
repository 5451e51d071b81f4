"""Every bot that people can choose has a name and a sentence of character."""

from dogfight.bots.characters import CHARACTERS, bot_sentence, bot_title
from dogfight.bots.registry import bot_names


def test_every_built_in_bot_has_a_character() -> None:
    assert (
        set(CHARACTERS) == {"random", "greedy", "easy", "medium", "hard", "ace"} <= set(bot_names())
    )
    assert len({character.name for character in CHARACTERS.values()}) == len(CHARACTERS)
    for bot, item in CHARACTERS.items():
        assert bot_title(bot) == f"{item.name} ({bot} bot)"
        assert bot_sentence(bot).startswith(f"{item.name}, {bot}: ") and bot_sentence(bot).endswith(
            "."
        )
        assert "  " not in bot_sentence(bot) and len(item.about) < 70


def test_external_bot_title_uses_its_given_name() -> None:
    assert bot_title("rook") == "the rook bot"
    assert bot_sentence("rook") == ""
