"""The same report, byte for byte, from a real Ray cluster of two nodes, one of which is killed
in the middle.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from studies import DUEL

from dogfight import load
from dogfight.arena.plan import agreed
from dogfight.arena.run import Arena, journal_at
from dogfight.bulk.executors import ExecutorConfig
from dogfight.cli.sim import simulate
from dogfight.lab.files import JOURNAL, write_folder
from dogfight.lab.questions import Question
from dogfight.lab.study import Budget

pytestmark = pytest.mark.filterwarnings("ignore")
"""Ray and what it brings along warn about each other."""
QUESTION = Question(
    kind="balance",
    game="biplanes",
    options=(*DUEL, "p1=red,white", "p2=blue,grey"),
    bots=("random", "easy"),
    seed=11,
)
BUDGET = Budget(games=(40_000, 400) if os.environ.get("DOGFIGHT_SOAK") else (4000, 60))


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes of one processor each; the second one is the one to be killed."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 80_000_000}
    made = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    made.doomed = made.add_node(**small)
    yield made
    ray.shutdown()
    made.shutdown()


def files(folder: Path, hands: ExecutorConfig, progress: Any = lambda *_: None) -> dict[str, bytes]:
    study = QUESTION.study()
    study.run(BUDGET, hands, folder / JOURNAL, progress)
    return {
        path.name: path.read_bytes() for path in write_folder(folder, study, QUESTION.report(study))
    }


def test_study_result_is_unchanged_by_a_dying_node(cluster: Any, tmp_path: Path) -> None:
    import ray

    reported: list[float] = []

    def kill_in_the_middle(part: float, _: str) -> None:
        reported.append(part)
        if len(reported) == 10:
            assert len([node for node in ray.nodes() if node["Alive"]]) == 2
            cluster.remove_node(cluster.doomed, allow_graceful=False)

    spread = files(tmp_path / "ray", ExecutorConfig(ray=cluster.address), kill_in_the_middle)
    assert len(reported) > 12, "there was work left when the node died"
    assert spread == files(tmp_path / "one", ExecutorConfig(1))

    game = load("goofspiel")
    options = game.options({"cards": 4})
    names = ["random", "greedy"]
    on_ray = simulate(game, options, names, 9, 5, hands=ExecutorConfig(ray=cluster.address))
    assert on_ray == simulate(game, options, names, 9, 5)

    terms = agreed(game, options, ("random", "greedy"), 5, 60.0)
    played = [
        [
            item.digest
            for deal in Arena(game, terms, 4, ray=where).run(journal_at(None, terms))
            for item in deal
        ]
        for where in (None, cluster.address)
    ]
    assert played[0] == played[1] and len(played[0]) == 4, (
        "move by move the same games in the arena"
    )
