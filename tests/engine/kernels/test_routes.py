"""Running sums of routes against those of a new walk along them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcload.engine.kernels.routes import insert, walk
from tests.engine.kernels.driven_routes import a_route, arcs_of, routes_to_be, sums_of
from tests.engine.kernels.fleets import Town


@given(routes_to_be(), st.data())
def test_an_insertion_keeps_the_sums_right(
    case: tuple[Town, list[int], int], data: st.DataObject
) -> None:
    town, arcs, kind = case
    fleet = town.fleet
    assume(len(arcs) > 2 and arcs[2] < 2 * len(town.q))
    driven, rest = arcs[:2], [arc for arc in arcs[2:] if arc < 2 * len(town.q)]
    if data.draw(st.booleans()) and len(rest) > 1:
        driven, rest = [*driven, 2 * len(town.q), rest[0]], rest[1:]
    routes = a_route(driven, kind, fleet)
    t = int(routes.active[0])
    for arc in rest:
        place = data.draw(st.integers(0, len(driven) - 1))
        insert(t, place, arc, routes, fleet)
        driven.insert(place + 1, arc)
        sums = sums_of(t, routes, fleet)
        assert arcs_of(t, routes) == driven
        walk(t, routes, fleet)
        assert sums == pytest.approx(sums_of(t, routes, fleet), rel=1e-9, abs=1e-9)
