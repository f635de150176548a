"""A set of instances with the sizes of the paper's data table."""

from collections.abc import Iterator

from arcload.maps.generators.generate import generate
from arcload.model.instance import Instance

RATIOS = (0.0, 0.5, 5.0)
"""The paper's curb weights, as multiples of the total demand."""

SIZES = {
    "E": ((7, 12), (10, 18), (20, 32)),
    "C": ((11, 13), (14, 32), (17, 35)),
    "H": (
        *((6, 11), (7, 15), (8, 20), (9, 25), (10, 30), (11, 35)),
        *((12, 40), (14, 48), (18, 22), (21, 26), (24, 30), (27, 33)),
    ),
    "small": ((7, 8), (7, 9), (8, 10)),
    "large": (
        *((10, 16), (10, 20), (10, 27), (20, 53)),
        *((20, 75), (30, 110), (30, 162), (30, 232)),
    ),
}
"""(nodes, edges) of each group: Eulerian, Christofides et al., Hertz et al., small, large."""


def paper_set(seed: int = 1) -> Iterator[Instance]:
    """Yield 126 instances named as the paper's: E_1 to E_18, C_1, H_1, small_1, large_1 ...

    Each size comes with W = 0, Q/2 and 5Q (Hertz et al. with Q/2 alone), first with
    proportional demand, then with random demand.

    Parameters
    ----------
    seed
        The same seed gives the same set.
    """
    total = 0
    for group, sizes in SIZES.items():
        kind = "rural" if group in "CH" else "eulerian"
        number = 0
        for nodes, edges in sizes:
            for ratio in (0.5,) if group == "H" else RATIOS:
                for demand in ("proportional", "random"):
                    number += 1
                    total += 1
                    yield generate(
                        kind,
                        nodes=nodes,
                        edges=edges,
                        demand=demand,
                        curb_ratio=ratio,
                        seed=seed * 1000 + total,
                        name=f"{group}_{number}",
                    )
