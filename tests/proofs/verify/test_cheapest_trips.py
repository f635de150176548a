"""The cheapest trips that forget what they served, worked by hand."""

from arcload.proofs.verify.cheapest_trips import TripArc, Trips, cheapest_trips


def street(top: int) -> Trips:
    """Return two edges in a row, of length 10 and a level each, from a facility that costs 5.

    A crossing costs 10, and 1 more per level; a service pays 40.
    """
    arcs = []
    for edge, ends in enumerate([(0, 1), (1, 2)]):
        for tail, head in (ends, ends[::-1]):
            arcs.append(TripArc(tail, head, 20, 2, 2, 0))
            arcs.append(TripArc(tail, head, 21, 2, 2, 40, 1, edge))
    return Trips(3, top, arcs, {0: 5}, {0: 0})


# Each cost is rounded down. One level: out with service, back without. Two: both edges out.
ONE, TWO = 5 + 10 + 10 - 40, 5 + 11 + 10 + 20 - 80


def test_trips_serve_all_levels_together_at_the_least_cost() -> None:
    assert cheapest_trips([street(1)], 1) == ONE
    assert cheapest_trips([street(2)], 2) == min(2 * ONE, TWO)
    assert cheapest_trips([street(1)], 3) == 3 * ONE
    assert cheapest_trips([street(2)], 3) == ONE + TWO


def test_the_cheapest_type_makes_each_trip() -> None:
    dear = street(2)._replace(starts={0: 100})
    assert cheapest_trips([dear, street(1)], 2) == 2 * ONE


def test_where_no_trip_can_start_there_is_no_cost() -> None:
    assert cheapest_trips([street(2)._replace(starts={})], 2) is None
    assert cheapest_trips([street(0)], 2) is None


def test_without_levels_one_trip_is_made_all_the_same() -> None:
    assert cheapest_trips([street(0)], 0) == 5
