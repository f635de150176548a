"""Plans against today's route."""

import json
from pathlib import Path

import pytest

import arcload
from arcload import InputError, read_today
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def listed(path: Path, *streets: int) -> Path:
    file = path / "today.txt"
    file.write_text("\n".join(map(str, streets)))
    return file


def test_the_four_edges_save_fifty_of_todays_325(tmp_path: Path) -> None:
    comparison = arcload.compare(FOUR_EDGES, today=listed(tmp_path, 1, 2, 4, 3))
    beside = comparison.today
    assert beside is not None
    assert (beside.route.plan.cost, beside.plan.cost) == (325, 275)
    assert beside.saved == pytest.approx(50 / 325)
    assert beside.change("length") == pytest.approx(20 / 14 - 1)
    assert beside.change("deadhead_length") is None  # from 0 to 6
    assert beside.change("hours") is None
    assert not beside.same_streets


def test_a_route_that_leaves_streets_out_is_compared_on_the_same_streets(tmp_path: Path) -> None:
    result = arcload.solve(FOUR_EDGES)
    beside = arcload.compare(result, today=[listed(tmp_path, 2, 1)]).today
    assert beside is not None
    assert beside.same_streets
    assert set(beside.plan.order) == {1, 2}
    # 2 is served first, and 1 on the way back: the 100 of it are driven along 1 and 2.
    assert (beside.route.plan.cost, beside.plan.cost) == (2 * 120 + 110 + 100 + 100, 150)


def test_the_comparison_is_stated_for_json(tmp_path: Path) -> None:
    comparison = arcload.compare(FOUR_EDGES, today=str(listed(tmp_path, 2, 1)))
    today = json.loads(json.dumps(comparison.to_dict()))["today"]
    assert today["cost"] == 550
    assert (today["unserved"], today["unserved_demand"]) == ([3, 4], 15)
    assert (today["driven_again"], today["broken"]) == (2, [])
    assert today["same_streets"]["cost"] == 150
    assert today["saved"] == pytest.approx(400 / 550)
    assert len(today["notes"]) == 1
    assert "today" not in arcload.compare(FOUR_EDGES).to_dict()


def test_what_was_read_before_is_taken_for_the_same_instance_alone(tmp_path: Path) -> None:
    route = read_today(FOUR_EDGES, listed(tmp_path, 1, 2, 4, 3))
    beside = arcload.compare(FOUR_EDGES, today=route).today
    assert beside is not None
    assert beside.route is route
    with pytest.raises(InputError, match="another instance"):
        arcload.compare(FOUR_EDGES.replace(curb_weight=5), today=route)
    with pytest.raises(InputError, match="today"):
        arcload.compare(FOUR_EDGES, today=3)  # type: ignore[arg-type]


def test_a_file_that_cannot_be_read_is_refused_before_any_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcload.solving.solve.solve", lambda *_, **__: pytest.fail("searched"))
    with pytest.raises(InputError, match=r"nowhere\.gpx"):
        arcload.compare(FOUR_EDGES, today=tmp_path / "nowhere.gpx")


def test_a_fleet_is_compared_with_its_own_plan_at_no_saving(tmp_path: Path) -> None:
    fleet = fleet_of(town())
    plan = cut_tour(fleet)
    arcload.write_route(plan, tmp_path / "today.geojson")
    beside = arcload.compare(plan, today=tmp_path / "today.geojson", time=0.1).today
    assert beside is not None
    assert beside.saved == pytest.approx(0, abs=1e-12)
    assert beside.change("hours") == pytest.approx(0, abs=1e-12)


def test_nothing_is_saved_where_no_plan_serves_the_streets_of_today(tmp_path: Path) -> None:
    """Today all 135 are on board; with one trip of 100 the street of 100 is left out."""
    fleet = FOUR_EDGES.replace(capacity=100, count=1, max_trips=1, allow_unserved=True)
    result = arcload.solve(fleet, iterations=100, threads=1)
    comparison = arcload.compare(result, today=listed(tmp_path, 1, 2, 4, 3))
    beside = comparison.today
    assert beside is not None
    assert (beside.route.unserved, beside.plan.unserved) == ((), (1,))
    assert not beside.serve_alike
    assert not beside.same_streets
    assert (beside.saved, beside.change("cost"), beside.change("length")) == (None, None, None)
    today = json.loads(json.dumps(comparison.to_dict()))["today"]
    assert (today["saved"], today["change"]["cost"]) == (None, None)


def test_a_plan_that_leaves_out_the_same_streets_as_today_is_compared_as_it_is(
    tmp_path: Path,
) -> None:
    fleet = FOUR_EDGES.replace(capacity=100, count=1, max_trips=1, allow_unserved=True)
    result = arcload.solve(fleet, iterations=100, threads=1)
    beside = arcload.compare(result, today=listed(tmp_path, 2, 3, 4)).today
    assert beside is not None
    assert beside.serve_alike
    assert beside.plan is result.plan
    assert beside.saved is not None
