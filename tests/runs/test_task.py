"""One run: its outcome, whatever happens."""

import pytest

import arcload
from arcload.runs import task as module
from arcload.runs.task import Task, perform
from tests.examples import FOUR_EDGES
from tests.runs.conftest import FLEET


def _task(**changes: object) -> Task:
    given: dict[str, object] = {
        "number": 7,
        "instance": FOUR_EDGES,
        "method": "auto",
        "seed": 1,
        "options": {"threads": 1},
    }
    return Task(**given | changes)  # type: ignore[arg-type]


def test_an_outcome_holds_the_checked_result() -> None:
    outcome = perform(_task())
    assert outcome.result is not None
    assert (outcome.number, outcome.failure) == (7, "")
    assert outcome.result.cost == arcload.check(outcome.result).cost == 275
    assert "cores" in outcome.machine


def test_getting_started_is_no_part_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a method compiles and imports is done in a search of its own before the first run."""
    calls: list[tuple[int, str]] = []

    def recorded(instance: arcload.Instance, method: str, **options: object) -> arcload.Result:
        calls.append((len(instance.served), method))
        return arcload.solve(instance, method, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "solve", recorded)
    module._make_ready.cache_clear()
    for _ in range(2):
        assert perform(_task(method="greedy")).failure == ""
    assert calls == [(24, "greedy"), (4, "greedy"), (4, "greedy")]


def test_a_fleet_gets_started_as_a_fleet(monkeypatch: pytest.MonkeyPatch) -> None:
    trips: list[int] = []

    def recorded(instance: arcload.Instance, method: str, **options: object) -> arcload.Result:
        result = arcload.solve(instance, method, **options)  # type: ignore[arg-type]
        trips.append(result.plan.trips)
        return result

    monkeypatch.setattr(module, "solve", recorded)
    module._make_ready.cache_clear()
    assert perform(_task(instance=FLEET, method="greedy")).failure == ""
    assert trips[0] >= 3
    assert len(trips) == 2
    assert trips[1] > 1
    refused = perform(_task(instance=FLEET, method="vns")).failure
    assert "vns makes one tour" in refused


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"method": "gredy"}, "method 'gredy' is unknown"),
        ({"options": {"threads": 1, "time": -1.0}}, "time limit is -1"),
        ({"version": "0.0.9"}, "0.0.9 where the run was asked for"),
        ({"options": {"colour": 1}}, "TypeError"),
    ],
)
def test_a_failure_is_a_sentence(changes: dict[str, object], words: str) -> None:
    outcome = perform(_task(**changes))
    assert outcome.result is None
    assert words in outcome.failure
    assert "\n" not in outcome.failure
