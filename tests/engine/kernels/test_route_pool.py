"""The memory of all routes."""

from hypothesis import given

from arcload.engine.kernels.route_pool import ACTIVE, lay_out
from tests.engine.kernels.driven_routes import a_route, arcs_of, routes_to_be, sums_of
from tests.engine.kernels.fleets import Town


@given(routes_to_be())
def test_routes_keep_all_they_have_when_they_move_in_the_pool(
    case: tuple[Town, list[int], int],
) -> None:
    town, arcs, kind = case
    fleet = town.fleet
    routes = a_route(arcs, kind, fleet)
    assert routes.counts[ACTIVE] == 1
    t = int(routes.active[0])
    begin, before = int(routes.begin[t]), (arcs_of(t, routes), sums_of(t, routes, fleet))
    lay_out(routes)
    assert begin != routes.begin[t]
    assert before == (arcs_of(t, routes), sums_of(t, routes, fleet))
    assert before[0] == arcs
