"""What is stated of the environments holds in a small sample."""

import gymnasium
import pytest

import dogfight
from dogfight import envs
from dogfight.core.errors import BadOption
from dogfight.envs.figures import USUAL, measured
from dogfight.envs.ids import gymnasium_id

VARIANTS = [(name, variant) for name in dogfight.names() for variant in envs.variants(name)]


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_stated_figures_hold_in_a_sample(name: str, variant: str) -> None:
    stated = envs.figures(name, variant)
    sample = measured(dogfight.load(name), envs.variants(name)[variant].position, 25, 12345)
    assert stated.games >= 400
    assert sample.decisions == pytest.approx(stated.decisions, rel=0.4)
    assert sample.decisions <= stated.decisions_95
    assert sample.legal == pytest.approx(stated.legal, rel=0.2)
    assert sample.draws == pytest.approx(stated.draws, rel=0.4)
    assert sample.chance_bits == pytest.approx(stated.chance_bits, rel=0.4)
    assert sample.spread == pytest.approx(stated.spread, abs=0.25)


@pytest.mark.parametrize(("name", "variant"), [pair for pair in VARIANTS if pair[1] != USUAL])
def test_variant_has_an_id_and_can_be_played(name: str, variant: str) -> None:
    env = gymnasium.make(gymnasium_id(name, variant))
    env.reset(seed=1)
    play = env.unwrapped.play  # type: ignore[attr-defined]
    start = envs.variants(name)[variant]
    assert (play.options, play.beginning.text) == (start.options, start.text)
    for _ in range(200):
        if env.step(env.unwrapped.action_space.sample())[2]:
            break
    assert envs.figures(name, variant).decisions <= envs.figures(name).decisions


def test_unknown_environment_is_refused() -> None:
    with pytest.raises(BadOption, match="expected an environment of goofspiel out of usual, Small"):
        envs.figures("goofspiel", "Large")
