"""How many tours per second a training learns from."""

import pytest

from arcload.neural.train import learner
from arcload.neural.train.throughput import as_text, benchmark
from tests.neural.small import DEFAULT, STEPS, TINY, configuration_of


def test_speeds_are_shown_with_their_mean_over_as_many_tours_of_each_size() -> None:
    """A third of a second for the 1,000 small tours and one for as many large ones."""
    text = as_text({16: 3000.0, 232: 1000.0})
    assert [" ".join(line.split()) for line in text.splitlines()] == [
        "16 edges 3,000 tours per second",
        "232 edges 1,000 tours per second",
        "as many of each 1,500 tours per second",
    ]


def test_the_benchmark_counts_tours_of_every_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "steps", lambda mix: STEPS)
    speeds = benchmark(configuration_of(DEFAULT), seconds=0.0001, device="cpu")
    assert speeds.keys() == {kind.edges[1] for kind in TINY}
    assert all(speed > 0 for speed in speeds.values())
