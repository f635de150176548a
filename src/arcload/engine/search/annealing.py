"""A chain of ruin and recreate, in a thread."""

from arcload.engine.kernels.descent import debugging
from arcload.engine.kernels.fleet import BY_TIME, Fleet
from arcload.engine.kernels.fleet_search import COST, LONGEST, PENALTY, FleetSearch
from arcload.engine.kernels.ruin_recreate import run_search
from arcload.model.types import BoolArray

BALANCE = 10.0
"""What a metre of the longest route counts in the search, in mean costs of a metre."""


def weigh(chain: FleetSearch, fleet: Fleet) -> None:
    """Say what counts how much in a chain that has its first plan.

    To leave out any service costs as much as all that is driven.
    """
    cost = float(chain.now[COST]) or 1.0
    spans = chain.routes.time if fleet.balance == BY_TIME else chain.routes.length
    chain.weights[PENALTY] = cost / float(fleet.penalty.min())
    chain.weights[LONGEST] = BALANCE * cost / (float(spans.sum()) or 1.0)


def anneal(
    ended: BoolArray, count: int, temperature: float, chain: FleetSearch, fleet: Fleet
) -> None:
    """Make so many iterations of a chain."""
    run_search(count, temperature, temperature, ended, debugging(), chain, fleet)
