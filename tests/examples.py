"""The instances that everybody knows."""

import arcload

FOUR_EDGES = arcload.Instance.from_edges(
    [(1, 2, 2, 100), (2, 3, 1, 20), (1, 4, 1, 10), (3, 4, 10, 5)], depot=1, name="four edges"
)
"""The paper's example: 275 is optimal, the plain round trip costs 325."""
