"""A first plan for a fleet with many services."""

import numpy as np
import pytest

from arcload.engine.kernels.fleet import Fleet
from arcload.engine.kernels.fleet_search import BEST_ROUTES, COST, UNSERVED, new_search
from arcload.engine.kernels.ruin_recreate import run_search
from arcload.engine.search.fleet_start import start_from_scan
from tests.engine.kernels.test_ruin_recreate import NEVER, grid


def costs(fleet: Fleet) -> tuple[float, float]:
    """Return the cost of the plan made by insertion, and of the one the search goes on from."""
    search = new_search(fleet, 1)
    run_search(1, 1.0, 1.0, NEVER, True, search, fleet)
    inserted = float(search.now[COST])
    start_from_scan(search, fleet)
    assert search.numbers[UNSERVED] == 0
    assert 0 < search.numbers[BEST_ROUTES] <= fleet.available[0]
    return inserted, float(search.now[COST])


def test_a_split_scan_is_better_than_insertion_for_many_services() -> None:
    inserted, scanned = costs(grid(16))
    assert scanned < 0.9 * inserted


@pytest.mark.parametrize("change", [{"limited": True}, {"available": np.array([12])}])
def test_where_it_cannot_keep_the_rules_nothing_changes(change: dict[str, object]) -> None:
    fleet = grid(8)._replace(**change)  # type: ignore[arg-type]
    inserted, scanned = costs(fleet)
    assert scanned == inserted
