"""What a vehicle does one after the other, worked by hand on the paper's four streets."""

import pytest

from arcload import Facility, Plan, Route, Service, Tour, Trip
from arcload.model.crossing import Crossing
from arcload.model.stages import Visit, stages
from tests.examples import FOUR_EDGES

_FLEET = FOUR_EDGES.replace(
    capacity=120,
    length_unit="km",
    serve_speed=10,
    drive_speed=20,
    facilities=(Facility(1, stop_minutes=30),),
)
_PLAN = Plan(
    _FLEET,
    [
        Route(
            _FLEET.vehicle,
            (Trip((Service(1, 1), Service(2, 1)), 1), Trip((Service(3, 1), Service(4, 2)), 1)),
        )
    ],
)


def test_delivering_each_trip_begins_with_a_visit_that_takes_its_time() -> None:
    driven = list(stages(_PLAN.driven[0]))
    visits = [stage for stage in driven if isinstance(stage.deed, Visit)]
    assert [(stage.trip, stage.deed) for stage in visits] == [
        (1, Visit(1, 120.0)),
        (2, Visit(1, 15.0)),
    ]
    assert [stage.distance for stage in visits] == [0, 6]
    # 3 km at 10 km/h, 3 km back at 20 km/h, and half an hour per visit
    assert [stage.hours for stage in visits] == pytest.approx([0.5, 0.5 + 0.3 + 0.15 + 0.5])


def test_the_last_stage_stands_at_the_totals_of_the_route() -> None:
    for plan in (_PLAN, Plan(_FLEET.replace(mode="collect"), _collecting())):
        route = plan.driven[0]
        driven = list(stages(route))
        assert driven[-1].distance == route.length
        assert driven[-1].hours == pytest.approx(route.hours)
        crossings = tuple(s.deed for s in driven if isinstance(s.deed, Crossing))
        assert crossings == route.walk


def test_collecting_each_trip_ends_with_a_visit() -> None:
    route = Plan(_FLEET.replace(mode="collect"), _collecting()).driven[0]
    visits = [stage for stage in stages(route) if isinstance(stage.deed, Visit)]
    assert [stage.distance for stage in visits] == [6, route.length]


def test_a_single_tour_visits_nothing_and_has_no_hours_without_speeds() -> None:
    tour = Tour(FOUR_EDGES, (1, 2, 3, 4), (1, 1, 1, 2))
    driven = list(stages(tour.driven[0]))
    assert [stage.deed for stage in driven] == list(tour.walk)
    assert {stage.hours for stage in driven} == {None}


def _collecting() -> list[Route]:
    vehicle = _FLEET.replace(mode="collect").vehicle
    return [Route(vehicle, trips) for _, trips in _PLAN.routes]
