"""Lessons: the files are true, every way leads to the end, and nothing but what is accepted is
played.
"""

import re
from pathlib import Path

import pytest

import dogfight
from dogfight.core.errors import BadData, BadNotation, BadOption, IllegalAction
from dogfight.core.event import visible_events
from dogfight.core.registry import manifest_of
from dogfight.lessons import checking, courses
from dogfight.lessons.courses import course, games_with_lessons
from dogfight.lessons.play import LessonTable, Place
from dogfight.lessons.progress import ProgressFile

ALL = [
    (name, number)
    for name in games_with_lessons()
    for number in range(1, len(course(name).lessons) + 1)
]


def text_of(game: str) -> str:
    return manifest_of(game).file("lessons.toml").read_text(encoding="utf-8")


def test_all_five_games_have_lessons() -> None:
    assert games_with_lessons() == ("biplanes", "boots", "paws", "squadrons", "starfighters")
    assert (
        sum(len(lesson.step) for name in games_with_lessons() for lesson in course(name).lessons)
        == 62
    )


@pytest.mark.parametrize("game", games_with_lessons())
def test_lessons_agree_with_the_rules(game: str) -> None:
    assert checking.faults(course(game)) == ()


@pytest.mark.parametrize(("game", "number"), ALL)
def test_every_lesson_can_be_played_to_its_end(game: str, number: int) -> None:
    table = LessonTable(course(game), number)
    for step in table.lesson.step:
        assert table.step is step and table.doing == "asked"
        for word in step.series()[-1]:
            assert word in table.accepted() and word in [item.notation for item in table.wanted()]
            assert table.play(word).played
        assert table.doing in ("explained", "finished") and table.accepted() == ()
        if table.doing == "explained":
            table.go_on()
    with pytest.raises(IllegalAction, match="finished"):
        table.go_on()


@pytest.mark.parametrize(("game", "number"), ALL)
def test_unexpected_move_gets_nudge_and_changes_nothing(game: str, number: int) -> None:
    table = LessonTable(course(game), number)
    for step in table.lesson.step:
        for word in step.series()[0]:
            before = table.view(), table.place
            others = [
                entry.notation
                for entry in table.view().legal
                if entry.notation not in table.accepted()
            ]
            for number_of_nudges, other in enumerate(others[:3], 1):
                answer = table.play(other)
                assert not answer.played and answer.retry_text == step.retry_text != ""
                assert table.helps == (number_of_nudges > 1) == bool(answer.hint)
                assert answer.hint in ("", table.hint())
                assert (table.view(), table.place) == before
            expected = [item.text for item in table.wanted()]
            assert any(words in table.hint() for words in expected), table.hint()
            table.play(word)
            assert not table.helps
        if table.doing == "explained":
            table.go_on()


@pytest.mark.parametrize(("game", "number"), ALL)
def test_any_place_in_a_lesson_can_be_left_and_come_back_to(game: str, number: int) -> None:
    table = LessonTable(course(game), number)
    for step in table.lesson.step:
        for word in step.series()[0]:
            table.play(word)
            again = LessonTable(course(game), number, table.place)
            assert again.place == table.place and again.view() == table.view()
        if table.doing == "explained":
            table.go_on()


def test_illegal_move_is_refused_and_changes_nothing() -> None:
    table = LessonTable(course("biplanes"), 1)
    before = table.view()
    with pytest.raises(IllegalAction, match=r"BD-4\.1"):
        table.play("5/2")
    with pytest.raises(BadNotation):
        table.play("nonsense")
    assert table.view() == before and table.place == Place()


def test_taking_back_is_free_even_after_a_reveal() -> None:
    table = LessonTable(course("biplanes"), 1)
    first = table.view()
    table.play("1/1")
    assert table.doing == "explained"
    table.take_back()
    assert table.view() == first and table.doing == "asked"
    with pytest.raises(IllegalAction, match="laid out"):
        table.take_back()
    table.play("1/0")
    table.go_on()
    table.take_back()
    assert table.place == Place() and table.view() == first


def test_a_series_keeps_what_has_been_played() -> None:
    table = LessonTable(course("paws"), 1)
    for _ in range(3):
        table.play(table.accepted()[0])
        table.go_on()
    table.play("2:shoot_pc")
    assert (
        table.doing == "asked"
        and table.accepted() == ("ready",)
        and table.played == ("2:shoot_pc",)
    )
    other = next(entry.notation for entry in table.view().legal if entry.notation != "ready")
    assert not table.play(other).played
    assert table.played == ("2:shoot_pc",)


@pytest.mark.parametrize("game", games_with_lessons())
def test_the_learner_sees_the_view_of_the_seat_and_no_more(game: str) -> None:
    table = LessonTable(course(game), 1)
    for step in table.lesson.step:
        for word in step.series()[0]:
            table.play(word)
            assert table.view().seat == table.seat
            events = tuple(table.driver.events)
            assert table.view().log == visible_events(events, table.seat)
            fresh = table.game.view(table.driver.position, table.seat)
            assert table.view().board == fresh.board and table.view().legal == fresh.legal
        if table.doing == "explained":
            table.go_on()


def test_unplayable_place_falls_back_to_last_position() -> None:
    lessons = course("biplanes")
    first, second = [n for n, item in enumerate(lessons.lesson(1).step) if item.position]
    assert LessonTable(lessons, 1, Place(4, (("1/0",), ("9/9",)))).place == Place(first)
    assert LessonTable(lessons, 1, Place(second + 1, (("3L/2",), ("1/0",)))).place == Place(second)
    assert LessonTable(lessons, 1, Place(99, ((),))).place == Place(second)


def test_an_unknown_lesson_is_refused_in_words() -> None:
    with pytest.raises(BadOption, match="from 1 to 1, got 7"):
        LessonTable(course("biplanes"), 7)
    with pytest.raises(BadOption, match="expected a game with lessons"):
        course("goofspiel")


BROKEN = [
    (
        'accept = ["4/1"]',
        'accept = ["5/2"]',
        "step 2: accept: expected what p1, p2 may play now, got p1 '5/2': 5/2 is not in your",
    ),
    ('script = ["p2 1/1"]', 'script = ["p2 9/9"]', "step 1: script: expected what p2 may play now"),
    (
        'script = ["p2 1/1"]',
        'script = ["p3 1/1"]',
        "step 1: script: expected p1, p2 or chance before the word, got 'p3'",
    ),
    (
        'log_contains = ["Red: m4 to m5"',
        'log_contains = ["Red: m4 to m6"',
        "step 1: log_contains: expected 'Red: m4 to m6' in the log",
    ),
    (
        '"BD-7.6"]\n\n[[step]]',
        '"BD-none"]\n\n[[step]]',
        "step 1: rules: expected ids of Biplanes, got 'BD-none'",
    ),
    (
        'outcome = "Both',
        f'outcome = "{"very " * 25}Both',
        "step 1: outcome: expected at most 25 words, got 4",
    ),
    (
        'say = "Shake it off.',
        'say = "Your slot.',
        "step 4: say: expected players' words, got 'slot'",
    ),
    ('"space:m5"]', '"space:z5"]', "step 1: point: expected space, plane, tile or control"),
    (
        '"tile:4/1", "space:m1"]',
        '"tile:9/1", "space:m1"]',
        "step 2: point: expected what is on the table",
    ),
    (
        'retry_text = "Start small. Pick either tile that shows a 1."\n',
        "",
        "step 1: retry_text: expected an answer to",
    ),
    (
        'seat = "p1"\nsay = "Now hunt',
        'seat = "p9"\nsay = "Now hunt',
        "step 2: seat: expected one of p1, p2, got 'p9'",
    ),
    ("red;at=m4", "red;at=m99", "step 1: position: "),
    ('others = "easy"', 'others = "ace"', "first_game: others: expected easy or random, got 'ace'"),
    ('board = "main"', 'board = "moon"', "first_game: options: "),
    (
        "either tile that shows a 1.",
        "either tile that shows a 1." + " more" * 20,
        "step 1: retry_text: expected at most 20",
    ),
    (
        'say = "You win by filling',
        'say = "Hello. You win by filling',
        "brief.rule 1: say: expected one sentence, got 2",
    ),
    ('game = "biplanes"', 'game = "chess"', "game: expected one of biplanes, boots"),
]


@pytest.mark.parametrize(("good", "bad", "words"), BROKEN)
def test_lesson_fault_names_file_step_key_and_value(good: str, bad: str, words: str) -> None:
    text = text_of("biplanes")
    assert good in text
    result = checking.faults(courses.read(text.replace(good, bad, 1), "mine.toml"))
    assert any(item.startswith((f"mine.toml {words}", f"mine.toml: {words}")) for item in result), (
        result
    )


UNREADABLE = [
    ('say = "Now hunt.', "say = 7 #", "mine.toml step 2: say: Expected `str`, got `int`"),
    (
        'seat = "p1"\nsay = "Now hunt',
        'say = "Now hunt',
        "mine.toml step 2: Object missing required field `seat`",
    ),
    (
        "[[step]]\nseat",
        '[[step]]\nhint = "x"\nseat',
        "mine.toml step 2: Object contains unknown field `hint`",
    ),
    ("minutes = 6", 'minutes = "six"', "mine.toml: minutes: Expected `int`, got `str`"),
    ("[first_game]", "[second_game]", "mine.toml: expected the keys game, title"),
    ("game = ", "game : ", "mine.toml: expected TOML; "),
]


@pytest.mark.parametrize(("good", "bad", "words"), UNREADABLE)
def test_unreadable_lesson_file_is_explained(good: str, bad: str, words: str) -> None:
    text = text_of("biplanes")
    assert good in text
    with pytest.raises(BadData, match=re.escape(words)):
        courses.read(text.replace(good, bad, 1), "mine.toml")


def test_a_script_does_not_choose_for_the_learner() -> None:
    bad = text_of("biplanes").replace('script = ["p2 1/1"]', 'script = ["p2 1/1", "p1 4/1"]', 1)
    words = (
        "mine.toml step 1: script: expected only what others play, got '4/1', which is the"
        " learner's to choose"
    )
    assert words in checking.faults(courses.read(bad, "mine.toml"))


def test_progress_is_kept_and_a_finished_lesson_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "state" / "lessons.json"
    table = LessonTable(course("biplanes"), 1)
    table.play("1/0")
    ProgressFile(path).keep(table)
    result = ProgressFile(path).of("biplanes", 1)
    assert result is not None and result.place == Place(0, (("1/0",),), True) and not result.done
    while table.doing != "finished":
        if table.doing == "explained":
            table.go_on()
        table.play(table.accepted()[0])
    ProgressFile(path).keep(table)
    result = ProgressFile(path).of("biplanes", 1)
    assert result is not None and result.done and result.place == Place()
    ProgressFile(path).forget("biplanes", 1)
    assert ProgressFile(path).of("biplanes", 1) == result
    path.write_text("[1, 2")
    with pytest.raises(BadData, match="expected the progress in lessons"):
        ProgressFile(path)


@pytest.mark.parametrize("game", games_with_lessons())
def test_the_first_game_can_be_played(game: str) -> None:
    first = course(game).first_game
    loaded = dogfight.load(game)
    options = loaded.options(first.options)
    assert first.seat in [seat.name for seat in loaded.seats(options)]
