"""Trips that forget what they served, worked by hand."""

import numpy as np

from arcload.engine.kernels.trip_labels import (
    TripArcs,
    cheapest_loads,
    fill_trip_labels,
    follow_trip,
    new_trip_labels,
)


def street() -> TripArcs:
    """Return a street of two edges of length 10 and a level each, from node 0 to node 2.

    A crossing costs 10, and 1 more per level; a service pays 40.
    """
    tail, head = np.array([0, 1, 1, 2] * 2), np.array([1, 0, 2, 1] * 2)
    into = np.argsort(head[:4], kind="stable")
    return TripArcs(
        driven=4,
        tail=tail,
        head=head,
        first=np.searchsorted(head[:4][into], np.arange(4)),
        into=into,
        cost=np.array([10.0] * 4 + [10.5 - 40.0] * 4),
        slope=np.ones(8),
        length=np.full(8, 10.0),
        service=np.array([-1] * 4 + [0, 0, 1, 1]),
        level=np.array([0] * 4 + [1] * 4),
        home=np.array([0.0, np.inf, np.inf]),
    )


def test_a_trip_serves_no_edge_twice_in_a_row_but_forgets_what_was_before() -> None:
    labels = new_trip_labels(3, 3)
    fill_trip_labels(street(), labels)
    # Out with service, back without; both edges out; and the first again on the way back.
    one, two = 10.5 + 10 - 40, 11.5 + 10.5 + 20 - 80
    three = 12.5 + 11.5 + 10 + 1 + 10.5 - 120
    assert labels.cost[:, 0, 0].tolist() == [0, one, two, three]
    crossings, services = np.zeros(8), np.zeros(2)
    assert follow_trip(3, 0, street(), labels, crossings, services) == 0
    assert services.tolist() == [2, 1]
    assert crossings.sum() == 4


def test_the_cheapest_loads_of_a_total() -> None:
    chosen = np.zeros(8, dtype=np.int64)
    assert cheapest_loads(np.array([0.0, np.inf, 5.0, 9.0]), 7, chosen) == 5 + 5 + 9
    assert cheapest_loads(np.array([0.0, np.inf, 5.0]), 7, chosen) == np.inf
    assert cheapest_loads(np.array([3.0]), 0, chosen) == 3
