"""Lessons online: played to the end over HTTP, each person apart, kept across a restart, and
never a game.
"""

import dataclasses
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import Server, serving

from dogfight.client import Client
from dogfight.core.manifest import manifests
from dogfight.core.registry import manifest_of
from dogfight.lessons.courses import course, games_with_lessons
from dogfight.lessons.play import LessonTable
from dogfight.server import lessons

LESSONS = [
    (name, number)
    for name in games_with_lessons()
    for number in range(1, len(course(name).lessons) + 1)
]


class Learner:
    """Somebody at one lesson."""

    def __init__(self, client: Client, game: str, number: int = 1) -> None:
        self.http, self.path = client.http, f"/api/lessons/{game}/{number}"
        self.state: dict[str, Any] = self.http.get(self.path).json()

    def ask(self, what: str, **body: Any) -> httpx.Response:
        answer = self.http.post(f"{self.path}/{what}", json=body)
        if answer.status_code == 200:
            self.state = answer.json()
        return answer

    def play(self, action: int | str) -> httpx.Response:
        return self.ask("play", question=self.question, action=action)

    def on(self) -> httpx.Response:
        return self.ask("next", question=self.question)

    def back(self) -> httpx.Response:
        return self.ask("undo", question=self.question)

    @property
    def question(self) -> int:
        return int(self.state["view"]["question"])

    @property
    def coach(self) -> dict[str, Any]:
        result: dict[str, Any] = self.state["coach"]
        return result


def through(learner: Learner) -> None:
    """Play a lesson to its end by what the coach takes."""
    while learner.coach["doing"] != "finished":
        if learner.coach["doing"] == "explained":
            assert learner.on().status_code == 200
        else:
            assert learner.play(learner.coach["wanted"][0]).status_code == 200


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_is_played_to_its_end_and_remembered(
    server: Server, game: str, number: int
) -> None:
    ana = Client(server.url, "Ana")
    learner = Learner(ana, game, number)
    through(learner)
    assert learner.coach["step"] == learner.coach["steps"] - 1
    first = learner.coach["first_game"]
    assert first["players"].count("me") == 1 and set(first["players"]) <= {
        "me",
        "bot:easy",
        "bot:random",
    }
    made = ana.create(first["game"], first["options"], list(first["players"]))
    assert made.table.status == "live" and made.table.time_limit_s == 0
    listed = {
        item["game"]: item["lessons"] for item in ana.http.get("/api/lessons").json()["courses"]
    }
    assert listed[game][number - 1]["done"] and listed[game][number - 1]["at"] == 0
    ana.close()


def test_wrong_move_is_nudged_and_illegal_move_refused(server: Server) -> None:
    ana = Client(server.url, "Ana")
    learner = Learner(ana, "biplanes")
    before = learner.state
    assert learner.play("2/2").status_code == 200
    assert (
        learner.coach["nudge"].startswith("Start small") and learner.state["view"] == before["view"]
    )
    refused = learner.play("5/2")
    assert (
        refused.status_code == 409
        and refused.json()["rule"] == "BD-4.1"
        and refused.json()["code"] == "illegal"
    )
    assert learner.play("nonsense").json()["code"] == "illegal"
    assert learner.on().json()["code"] == "illegal" and learner.back().json()["code"] == "illegal"
    late = learner.ask("play", question=99, action="1/0")
    assert late.status_code == 409 and late.json()["code"] == "question_closed"
    assert ana.http.get(learner.path).json() == before
    ana.close()


def test_taking_back_is_free_and_no_clock_runs(server: Server) -> None:
    ana = Client(server.url, "Ana")
    learner = Learner(ana, "biplanes")
    first = learner.state
    learner.play("1/0")
    assert (
        learner.coach["outcome_text"]
        and learner.state["view"]["take_back"]
        and learner.state["view"]["deadline"] is None
    )
    learner.back()
    assert learner.state == first
    ana.close()


def test_people_learn_apart_and_go_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ana, ben = Client(server.url, "Ana"), Client(server.url, "Ben")
        own, other = Learner(ana, "paws"), Learner(ben, "paws")
        own.play("1:shoot_pc")
        own.on()
        assert Learner(ben, "paws").state == other.state
        cookies, left = dict(ana.http.cookies), own.state
        ana.close()
        ben.close()
    with serving(tmp_path) as server:
        again = Client(server.url, "Ana")
        again.http.cookies.clear()
        again.http.cookies.update(cookies)
        back = Learner(again, "paws")
        assert back.state == left and back.coach["step"] == 1
        back.ask("restart", step=0)
        assert back.coach["step"] == 0
        assert again.http.get("/api/tables").json() == {"tables": []}
        again.close()


@pytest.mark.parametrize("game", games_with_lessons())
def test_lesson_sends_only_the_view_of_the_seat(server: Server, game: str) -> None:
    ana = Client(server.url, "Ana")
    learner, twin = Learner(ana, game), LessonTable(course(game), 1)
    for step in twin.lesson.step:
        for word in step.series()[0]:
            learner.play(word)
            twin.play(word)
            shown, own = learner.state["view"], twin.view()
            assert shown["seat"] == own.seat
            assert [event["text"] for event in shown["log"]["events"]] == [
                event.text for event in own.log
            ]
            assert all("seen_by" not in event for event in shown["log"]["events"])
        if twin.doing == "explained":
            twin.go_on()
            learner.on()
    ana.close()


def test_unknown_lesson_is_refused_with_reason(server: Server) -> None:
    ana = Client(server.url, "Ana")
    for path in ("biplanes/9", "biplanes/x", "goofspiel/1", "chess/1"):
        answer = ana.http.get(f"/api/lessons/{path}")
        assert answer.status_code == 404 and answer.json()["error"].startswith("expected"), path
    assert ana.http.post("/api/lessons/biplanes/1/restart", json={"step": 99}).status_code == 409
    assert ana.http.get("/api/games/goofspiel/brief").status_code == 404
    page = ana.http.get("/api/games/squadrons/brief").json()
    assert page["title"] == "Squadrons" and len(page["rules"]) >= 8 and len(page["mistakes"]) == 3
    ana.close()


def test_games_list_order_lessons_and_first_options(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as stranger:
        games = stranger.get("/api/games").json()["games"]
        courses = stranger.get("/api/lessons").json()["courses"]
    by_name = {game["name"]: game for game in games}
    orders = [game["order"] for game in games]
    assert orders == sorted(orders) and len(set(orders)) > 2
    assert [course["game"] for course in courses] == [g["name"] for g in games if g["lessons"]]
    assert by_name["paws"]["first_options"] == {"timer": 0}
    assert by_name["squadrons"]["first_options"] == {}
    assert (by_name["goofspiel"]["lessons"], by_name["goofspiel"]["first_options"]) == (0, {})


def test_game_with_unreadable_lessons_is_listed_without(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = dataclasses.replace(manifest_of("goofspiel"), lessons="missing.toml")
    monkeypatch.setitem(manifests, "goofspiel", manifest)
    lessons.teaching.cache_clear()
    try:
        assert lessons.teaching("goofspiel") == lessons.Teaching(0, {})
    finally:
        lessons.teaching.cache_clear()
