"""The instances that everybody knows."""

import random

import arcload

FOUR_EDGES = arcload.Instance.from_edges(
    [(1, 2, 2, 100), (2, 3, 1, 20), (1, 4, 1, 10), (3, 4, 10, 5)], depot=1, name="four edges"
)
"""The paper's example: 275 is optimal, the plain round trip costs 325."""

CHAIN = arcload.Instance.from_edges(
    [
        *((1, 2, 5, 1), (1, 2, 5, 1), (3, 5, 1, 1), (5, 3, 1, 1), (4, 6, 1, 1), (6, 4, 1, 1)),
        *((1, 3, 1, 0), (3, 4, 1, 0), (4, 2, 1, 0)),
    ],
    depot=1,
    name="chain of pieces",
)
"""Four links of length 1 are driven: either all three and one again, or two there and back."""


def heavy_at_the_depot(demand: float, seed: int) -> arcload.Instance:
    """Return a street of no length with a great demand at the depot, and 23 others, by chance.

    To carry all there is all the way would cost many orders of magnitude more than a tour.
    """
    chance = random.Random(seed)
    streets: list[tuple[int, int, float, float]] = [(1, 2, 0, demand)]
    while len(streets) < 24:
        head = len(streets) + 2
        tail = chance.randrange(1, head)
        if head > 12:
            tail, head = chance.sample(range(1, 13), 2)
        streets.append((tail, head, chance.uniform(50, 500), chance.randint(1, 9)))
    return arcload.Instance.from_edges(streets, depot=1, curb_weight=0)
