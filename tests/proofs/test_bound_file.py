"""A bound and its file."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.model.certificate import Certificate
from arcload.model.fleet_problem import FleetProblem
from arcload.model.settings import settings_of
from arcload.model.stated_route import stated_routes
from arcload.proofs.bound_file import Bound, _digest, check_bound, load_bound
from arcload.proofs.fleets.capacity_cuts import CapacityCuts
from arcload.proofs.fleets.small_fleets import small_optimum
from tests.examples import FOUR_EDGES
from tests.proofs.star import star_instance

BOUND = Bound(
    instance="four edges",
    lower_bound=182.25,
    best=275.0,
    kind="relaxation",
    seconds=1.5,
    version="1.0",
    settings={"curb_weight": 0.0, "start": 1, "end": 1, "mode": "deliver"},
    order=(1, 2, 3, 4),
    directions=(1, 1, 1, 2),
    certificate=Certificate(
        "relaxation", 182.25, levels=np.ones(4, dtype=np.int64), stages=((0, np.zeros(8)),)
    ),
)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    BOUND.save(tmp_path / "bound.json")
    again = load_bound(tmp_path / "bound.json")
    assert again.to_dict() == BOUND.to_dict()
    assert check_bound(FOUR_EDGES, again) == 275


def test_the_gap_is_relative_to_the_bound() -> None:
    assert BOUND.gap == pytest.approx(275 / 182.25 - 1)
    assert replace(BOUND, lower_bound=0.0).gap is None


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bound.json"
    BOUND.save(file)
    file.write_text(file.read_text().replace('"seconds": 1.5', '"seconds": 2.5'))
    with pytest.raises(arcload.CheckError, match=r"bound\.json.* changed"):
        load_bound(file)


@pytest.mark.parametrize("name", ["certificate", "kind", "order"])
def test_a_file_that_lacks_something_is_refused(tmp_path: Path, name: str) -> None:
    data = BOUND.to_dict()
    del data[name]
    file = tmp_path / "bound.json"
    file.write_text(json.dumps(data))
    with pytest.raises(arcload.InputError, match=f"'{name}' is missing"):
        load_bound(file)


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (replace(BOUND, lower_bound=200.0), "not that of its certificate"),
        (replace(BOUND, kind="labels"), "not that of its certificate"),
        (replace(BOUND, best=274.0), r"274\.0.*275\.0"),
        (replace(BOUND, order=(1, 2, 3, 9)), "not one of this instance"),
        (
            replace(BOUND, lower_bound=250.0, certificate=replace(BOUND.certificate, bound=250.0)),
            r"250\.0; it proves 216",
        ),
    ],
)
def test_what_does_not_follow_is_refused(bound: Bound, words: str) -> None:
    with pytest.raises(arcload.CheckError, match=words):
        check_bound(FOUR_EDGES, bound)


def test_a_bound_for_another_vehicle_is_refused() -> None:
    with pytest.raises(arcload.CheckError, match="made for"):
        check_bound(FOUR_EDGES.replace(curb_weight=5), BOUND)


def of_fleet(**fields: Any) -> tuple[arcload.Instance, Bound]:
    """Return the star, changed, with the bound of its optimum."""
    instance = star_instance().replace(**fields)
    problem = FleetProblem.of(instance)
    optimum = small_optimum(problem)
    assert optimum is not None
    plan, cuts = optimum.plan(instance), CapacityCuts(problem)
    for _ in cuts.run():
        pass
    certificate = cuts.certificate()
    bound = Bound(
        instance="star",
        lower_bound=certificate.bound,
        best=plan.cost,
        kind="capacity-cuts",
        seconds=1.5,
        version="1.0",
        settings=settings_of(instance),
        order=plan.order,
        directions=plan.directions,
        certificate=certificate,
        routes=stated_routes(plan, walks=False),
    )
    return instance, bound


DEAR_VISITS = {
    "load_factor": 1.0,
    "capacity": 4.0,
    "facilities": [arcload.Facility(0, visit_cost=100.0)],
}
"""With which the proof needs trips."""


@pytest.mark.parametrize("fields", [{}, DEAR_VISITS])
def test_that_of_a_fleet_is_read_as_it_was_written(tmp_path: Path, fields: dict[str, Any]) -> None:
    instance, bound = of_fleet(**fields)
    bound.save(tmp_path / "bound.json")
    again = load_bound(tmp_path / "bound.json")
    assert again.to_dict() == bound.to_dict()
    assert check_bound(instance, again) == pytest.approx(bound.best)
    assert bound.certificate.cuts is not None
    assert (bound.certificate.cuts.service_prices is None) == (not fields)


def test_a_bound_of_a_fleet_that_does_not_follow_is_refused() -> None:
    instance, bound = of_fleet()
    assert bound.routes is not None
    forged: list[tuple[str, Bound]] = [
        ("not one of this instance", replace(bound, routes=bound.routes[:0])),
        ("order", replace(bound, order=bound.order[::-1])),
        ("79", replace(bound, best=79.0)),
        ("vehicle", replace(bound, routes=(replace(bound.routes[0], vehicle=7),))),
        (
            "proves 80",
            replace(bound, lower_bound=81.0, certificate=replace(bound.certificate, bound=81.0)),
        ),
    ]
    for words, other in forged:
        with pytest.raises(arcload.CheckError, match=words):
            check_bound(instance, other)
    with pytest.raises(arcload.CheckError, match="made for"):
        check_bound(instance.replace(curb_weight=4.0), bound)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"unit": "x"}, "unit"),
        ({"sets": 3}, "sets"),
        ({"sets": [[0.5]]}, "value"),
        ({"multipliers": [2**70]}, "too large"),
        ({"service_prices": [1, 2, 3, 4], "level": None}, "level"),
        ({"more": 1}, "more"),
    ],
)
def test_prices_of_another_kind_are_refused(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    data = of_fleet()[1].to_dict()
    data["certificate"]["cuts"] |= change
    data["digest"] = _digest(data)
    file = tmp_path / "bound.json"
    file.write_text(json.dumps(data))
    with pytest.raises(arcload.InputError, match=words):
        load_bound(file)
