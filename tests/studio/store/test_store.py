"""Plans and their versions in one SQLite file."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arcload.studio.errors import Conflict, TooMany, Unknown
from arcload.studio.store import Store

FACTS = {"streets": 4, "served": 3}
BEST: dict[str, Any] = {
    "result": '{"cost": 275}',
    "drawing": '{"routes": []}',
    "summary": {"cost": 275.0},
    "cost": 275.0,
    "seconds": 0.5,
    "iterations": 10,
    "lower_bound": 250.0,
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "studio.db")


def add(store: Store, name: str = "town") -> str:
    return store.add_plan(name, '{"edges": []}', source="town.json", notes=["a"], facts=FACTS)


def queue(store: Store, plan: str, most: int = 100, start: int | None = None) -> int:
    return store.add_version(plan, name="", options={"time": 1}, start=start, most=most)


def test_a_plan_is_kept(store: Store) -> None:
    plan = add(store, "Zürich")
    store.close()
    again = Store(store.path)
    row = again.plan(plan)
    assert (row.name, row.source, row.notes, row.facts) == ("Zürich", "town.json", ["a"], FACTS)
    assert (row.state, row.edits, row.count, row.best) == ("new", {}, 0, None)
    assert len(plan) == 12
    assert again.base(plan) == '{"edges": []}'


def test_the_newest_plan_comes_first(store: Store) -> None:
    first, second = add(store), add(store)
    store.rename_plan(first, "changed later")
    assert [row.id for row in store.plans()] == [second, first]


def test_a_plan_that_is_not_there(store: Store) -> None:
    plan = add(store)
    store.remove_plan(plan)
    assert store.plans() == []
    for ask in (store.plan, store.base, store.today, store.versions, store.remove_plan):
        with pytest.raises(Unknown, match=plan):
            ask(plan)
    with pytest.raises(Unknown, match=plan):
        store.rename_plan(plan, "x")
    with pytest.raises(Unknown, match=plan):
        queue(store, plan)


def test_a_version_has_the_edits_of_its_time(store: Store) -> None:
    plan = add(store)
    edits = {"steps": [[{"depot": 3}]], "position": 1}
    store.set_edits(plan, edits, problem="no way", facts={"streets": 4, "served": 2})
    number = queue(store, plan)
    store.set_edits(plan, {}, problem=None, facts=FACTS)
    assert store.edits_of(plan, number) == edits
    row = store.plan(plan)
    assert (row.edits, row.problem, row.facts, row.revision) == ({}, None, FACTS, 2)


def test_todays_route(store: Store) -> None:
    plan = add(store)
    assert (store.today(plan), store.plan(plan).today) == (None, False)
    store.set_today(plan, {"files": []})
    assert (store.today(plan), store.plan(plan).today) == ({"files": []}, True)
    store.set_today(plan, None)
    assert not store.plan(plan).today


def test_a_solve_from_begin_to_end(store: Store) -> None:
    plan = add(store)
    number = queue(store, plan)
    assert (number, store.plan(plan).state) == (1, "queued")
    store.begin(plan, number)
    store.save_best(plan, number, **BEST)
    store.save_best(plan, number, **BEST | {"cost": 260.0, "seconds": 0.7, "lower_bound": 240.0})
    store.save_bound(plan, number, lower_bound=255.0, seconds=0.9)
    row = store.version(plan, number)
    assert (row.state, row.cost, row.lower_bound) == ("running", 260, 255)
    assert row.gap_facts["gap"] == 260 / 255 - 1
    assert store.result(plan, number) == BEST["result"]
    assert store.drawing(plan, number) == BEST["drawing"]
    assert store.history(plan, number) == ([(0.5, 275), (0.7, 260)], [(0.5, 250), (0.9, 255)])
    store.end(plan, number, "done", status="feasible")
    row = store.version(plan, number)
    assert (row.state, row.status, row.summary) == ("done", "feasible", {"cost": 275.0})
    assert None not in (row.started, row.ended)
    best = store.plan(plan).best
    assert best is not None
    assert best.number == number


def test_one_solve_of_a_plan_at_a_time_and_so_many_of_all(store: Store) -> None:
    plans = [add(store) for _ in range(4)]
    queue(store, plans[0], most=2)
    with pytest.raises(Conflict):
        queue(store, plans[0], most=2)
    queue(store, plans[1], most=2)
    with pytest.raises(TooMany, match="2 solves"):
        queue(store, plans[2], most=2)
    store.begin(plans[0], 1)
    queue(store, plans[2], most=2)
    assert store.queued() == plans[1:3]
    assert [store.plan(plan).ahead for plan in plans] == [None, 0, 1, None]
    with pytest.raises(TooMany, match="1 solve is waiting"):
        queue(store, plans[3], most=1)


def test_a_version_goes_on_from_one_with_a_result(store: Store) -> None:
    plan = add(store)
    queue(store, plan)
    store.end(plan, 1, "stopped")
    with pytest.raises(Conflict, match="version 1"):
        queue(store, plan, start=1)
    with pytest.raises(Unknown, match="version 7"):
        queue(store, plan, start=7)
    assert [row.number for row in store.versions(plan)] == [1]


def test_a_version_is_renamed_and_removed_once_it_has_ended(store: Store) -> None:
    plan = add(store)
    number = queue(store, plan)
    store.rename_version(plan, number, "first try")
    assert store.version(plan, number).name == "first try"
    with pytest.raises(Conflict):
        store.remove_version(plan, number)
    store.save_best(plan, number, **BEST)
    store.end(plan, number, "failed", message="it died")
    assert store.version(plan, number).message == "it died"
    store.remove_version(plan, number)
    assert (store.versions(plan), store.history(plan, number)) == ([], ([], []))


def test_a_change_that_fails_changes_nothing(store: Store) -> None:
    plan = add(store)
    queue(store, plan)
    with pytest.raises(TypeError):
        store.save_best(plan, 1, **BEST | {"lower_bound": 1, "summary": {"x": object()}})
    assert store.version(plan, 1).cost is None
    assert store.history(plan, 1) == ([], [])


def test_what_was_running_is_interrupted_with_its_best(store: Store) -> None:
    plans = [add(store) for _ in range(3)]
    for plan in plans:
        queue(store, plan)
    store.begin(plans[0], 1)
    store.save_best(plans[0], 1, **BEST)
    store.end(plans[2], 1, "done")
    store.close()
    again = Store(store.path)
    assert [again.plan(p).state for p in plans] == ["interrupted", "interrupted", "done"]
    assert again.version(plans[0], 1).cost == 275
    assert again.result(plans[0], 1) == BEST["result"]


def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    script = f"""
import os, signal, sys
from pathlib import Path
from tests.studio.store.test_store import BEST, add, queue
from arcload.studio.store import Store
store = Store(Path({str(tmp_path / "studio.db")!r}))
plan = add(store)
store.begin(plan, queue(store, plan))
store.save_best(plan, 1, **BEST)
os.kill(os.getpid(), signal.SIGKILL)
"""
    run = subprocess.run([sys.executable, "-c", script], check=False, cwd=Path(__file__).parents[3])
    assert run.returncode == -signal.SIGKILL
    store = Store(tmp_path / "studio.db")
    (row,) = store.plans()
    assert (row.state, row.best and row.best.cost) == ("interrupted", 275)
