"""Tours and their walks."""

import pytest
from hypothesis import given

import arcload
from arcload.model.tour import as_tour
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_walk_of_the_paper_example() -> None:
    """The walk that the paper prints, [ ] being deadheads; 3-1 is shorter by 2 than by 4."""
    tour = arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4])
    drives = [(c.from_node, c.to_node, c.served, c.load_before, c.cost) for c in tour.walk]
    assert drives == [
        (1, 2, True, 135, 170),
        (2, 3, True, 35, 25),
        (3, 2, False, 15, 15),
        (2, 1, False, 15, 30),
        (1, 4, True, 15, 10),
        (4, 3, True, 5, 25),
        (3, 2, False, 0, 0),
        (2, 1, False, 0, 0),
    ]
    assert (tour.length, tour.deadhead_length, tour.load_distance) == (20, 6, 275)


def test_load_distance_leaves_the_empty_vehicle_out() -> None:
    tour = arcload.best_directions(FOUR_EDGES.replace(curb_weight=10), [1, 2, 3, 4])
    assert tour.cost == pytest.approx(10 * tour.length + tour.load_distance)


@pytest.mark.parametrize(
    ("order", "directions", "words"),
    [
        ([1, 2, 3], [1, 1, 1], "edge 4 must be served once; the order has it 0 times"),
        ([1, 2, 3, 4, 4], [1, 1, 1, 1, 1], "the order has it 2 times"),
        ([1, 2, 3, 4], [1, 1, 1], "4 edges have 3 directions"),
        ([1, 2, 3, 4], [1, 1, 1, 3], "edge 4 has direction 3"),
        ([1, 2, 3, 9], [1, 1, 1, 1], "edge 9 is not in the network"),
    ],
)
def test_bad_tours_are_refused(order: list[int], directions: list[int], words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        arcload.Tour(FOUR_EDGES, order, directions)


@given(instances())
def test_every_solution_starts_and_ends_where_it_should(instance: arcload.Instance) -> None:
    walk = arcload.solve(instance, "greedy").plan.walk
    if walk:
        assert instance.start in (arcload.FREE, walk[0].from_node)
        assert instance.end in (arcload.FREE, walk[-1].to_node)
        loads = (walk[0].load_before, walk[-1].load_after)
        total = instance.total_demand
        expected = (total, 0.0) if instance.mode == "deliver" else (0.0, total)
        assert loads == pytest.approx(expected, abs=1e-9 * total)


def test_nothing_to_serve_still_drives_to_the_end() -> None:
    nothing = FOUR_EDGES.replace(demand=dict.fromkeys((1, 2, 3, 4), 0), end=3, curb_weight=2)
    result = arcload.solve(nothing, "greedy")
    assert (result.cost, result.plan.length, result.status, result.gap) == (6, 3, "optimal", 0)
    assert arcload.solve(nothing.replace(start=arcload.FREE)).plan.walk == ()
    assert arcload.solve(nothing.replace(mode="collect")).cost == 6


def test_a_plan_of_several_trips_is_no_tour() -> None:
    fleet = FOUR_EDGES.replace(capacity=120)
    first, second = ((1, 1), (2, 1)), ((3, 1), (4, 2))
    trips = tuple(
        arcload.Trip(tuple(arcload.Service(*s) for s in trip)) for trip in (first, second)
    )
    plan = arcload.Plan(fleet, [arcload.Route(fleet.vehicle, trips)])
    with pytest.raises(arcload.InputError, match="2 trips"):
        arcload.solve(FOUR_EDGES, warm_start=plan, iterations=1)
    joined = arcload.Trip(trips[0].services + trips[1].services)
    whole = FOUR_EDGES.replace(count=1)
    one = arcload.Plan(whole, [arcload.Route(whole.vehicle, (joined,))])
    assert as_tour(one, FOUR_EDGES) == arcload.Tour(FOUR_EDGES, (1, 2, 3, 4), (1, 1, 1, 2))


def test_what_is_for_one_tour_refuses_a_fleet() -> None:
    fleet = FOUR_EDGES.replace(capacity=120)
    with pytest.raises(arcload.InputError, match="'four edges' is for a fleet"):
        arcload.best_directions(fleet, [1, 2, 3, 4])
