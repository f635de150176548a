"""What a map shows of a route."""

import pytest

import arcload
from arcload.model.street_list import street_list
from arcload.views.printing.fonts import Fonts
from arcload.views.printing.printed_route import PrintedRoute
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def _printed(instance: arcload.Instance) -> PrintedRoute:
    (route,) = arcload.solve(instance, "greedy", bound=False).plan.driven
    return PrintedRoute(route, street_list(route), Fonts())


def test_a_unit_is_a_metre_on_earth_and_else_as_the_lengths_say() -> None:
    assert _printed(town()).metres == 1
    plane = arcload.generate("city", edges=30, seed=1)
    assert _printed(plane).metres == pytest.approx(1, rel=0.05)
    km = plane.replace(lengths=plane.lengths / 1000, length_unit="km")
    assert _printed(km).metres == pytest.approx(1, rel=0.05)
    assert _printed(plane.replace(length_unit="")).metres is None


def test_the_places_of_the_vehicle_alone_are_named() -> None:
    plan = cut_tour(fleet_of(town(edges=40)))
    for route in plan.driven:
        printed = PrintedRoute(route, street_list(route), Fonts())
        visited = {trip.facility for trip in route.trips} | {plan.instance.start}
        assert set(printed.places) == visited
        assert "Depot" in printed.places.values()


def test_every_crossing_is_drawn_and_deadheads_lie_beside_the_street() -> None:
    printed = _printed(town())
    paths = printed.paths(1.0)
    assert len(paths) == len(printed.route.walk)
    for crossing, path in zip(printed.route.walk, paths, strict=True):
        course = printed.along[printed.plane.edge_index(crossing.edge)]
        on_street = path[0].tolist() in (course[0].tolist(), course[-1].tolist())
        assert on_street is crossing.served
