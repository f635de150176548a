"""Random tiny networks with rules of turns: what is found is the optimum, and the walk keeps them.

``python -m tests.fuzz_turns --count 2000`` is the long run; `tests/solving/test_fuzz_turns.py`
makes a short one. Instance i of seed s is always the same, so that a failure is found again with
``--first i --count 1``. The optimum is that of `brute_force.optimum_of` on the ways of `turn_ways`,
which share no code with the package. With every fifth network comes a fleet.
"""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np

import arcload
from arcload import InputError, Instance, Result
from arcload.maps.formats import json_instance
from arcload.model.vehicle import Vehicle
from arcload.proofs.verify import verify
from arcload.solving.methods import auto, greedy
from tests.brute_force import Spot, optimum_of
from tests.fleet_optimum import fleet_optimum
from tests.fuzz_fleets import check_instance
from tests.fuzzing import CheckFailedError, main
from tests.random_fleets import random_fleet
from tests.random_instances import random_instance
from tests.random_turns import RandomTurns, random_turns
from tests.turn_ways import TurnWays

TOLERANCE = 1e-9
"""By which a cost or a bound may differ from the optimum, relatively."""

FLEET_EVERY = 5
"""With every so many networks comes a fleet."""

MOST_EDGES = 6
"""Served streets at most."""

ITERATIONS = 3_000
"""Of a search without the enumeration of tiny problems."""

OTHERS = ("greedy", "beam", "ils", "vns", "ea", "aco", "arc-drl")
"""Methods that need not find the optimum."""


@contextmanager
def no_enumeration() -> Iterator[None]:
    """Let `auto` search where it would look at every set of streets."""
    with (
        mock.patch.object(auto, "is_tiny", return_value=False),
        mock.patch.object(greedy, "is_tiny", return_value=False),
    ):
        yield


def check_turns(seed: int, index: int, covered: Counter[str] | None = None) -> None:
    """Draw one network with rules of turns, and solve it in all ways."""
    rng = np.random.default_rng([seed, index])
    covered = Counter() if covered is None else covered
    while True:
        network, kinds = random_instance(rng)
        if len(network.served) <= MOST_EDGES:
            break
    drawn = random_turns(rng, network, kinds, seconds=False)
    ways = TurnWays(drawn.network, drawn.rules, drawn.forbidden)
    optimum = optimum_of(
        drawn.network, lambda here, there: ways.between(_by_index(here), _by_index(there))[0]
    )
    covered.update(kinds)
    try:
        instance = _instance(drawn, optimum)
        if instance is None or not math.isfinite(optimum):
            covered["no tour"] += 1
        if instance is None:
            return
        other = str(rng.choice(OTHERS))
        _check(instance, optimum, ways, "auto")
        with no_enumeration():
            limits = {"iterations": ITERATIONS, "seed": index, "threads": 1}
            _check(instance, optimum, ways, "auto", bound=False, **limits)
        exact = _check(instance, optimum, ways, "exact", threads=1)
        if exact is not None and exact.status != "optimal":
            raise AssertionError(f"exact: the status is {exact.status}")
        limits = {} if other in ("greedy", "arc-drl") else {"iterations": 2}
        _check(instance, optimum, ways, other, threads=1, **limits)
    except Exception as failure:
        raise CheckFailedError(
            f"seed {seed}, network {index}: {failure!r}\n{', '.join(kinds)}; optimum {optimum!r}\n"
            f"{drawn.rules}\n{drawn.forbidden}\n{json_instance.dump(drawn.network, [])}"
        ) from failure


def check_fleet(seed: int, index: int, covered: Counter[str] | None = None) -> None:
    """Draw one fleet with rules of turns, and check it as `fuzz_fleets` does."""
    rng = np.random.default_rng([seed, index, 1])
    covered = Counter() if covered is None else covered
    network, kinds = random_fleet(rng, most=4)
    drawn = random_turns(rng, network, kinds, seconds=True)
    covered.update(f"fleet: {kind}" for kind in kinds)
    try:
        instance = drawn.instance()
    except InputError as error:
        covered["fleet: refused"] += 1
        optimum = fleet_optimum(drawn.network, drawn.rules, drawn.forbidden)
        if optimum is not None:
            raise CheckFailedError(
                f"seed {seed}, fleet {index}: refused ({error}), though a plan costs {optimum!r}"
            ) from error
        return
    check_instance(instance, kinds, rng, f"seed {seed}, fleet {index}", index, covered)


def _instance(drawn: RandomTurns, optimum: float) -> Instance | None:
    """Return the instance; None if it is refused as no tour keeps its rules."""
    try:
        return drawn.instance()
    except InputError as error:
        if math.isfinite(optimum):
            raise AssertionError(f"an instance with a tour is refused: {error}") from error
        return None


def _by_index(spot: Spot) -> Spot:
    """Return a spot by the index of its edge: those of the networks are 1, 2 and so on."""
    kind, which, side = spot
    return (kind, which if kind == "place" else which - 1, side)


def _check(
    instance: Instance, optimum: float, ways: TurnWays, method: str, **arguments: Any
) -> Result | None:
    """Return a result of which all is right; None if there is no tour and that is said."""
    try:
        result = arcload.solve(instance, method, **arguments)
    except InputError as error:
        if math.isfinite(optimum):
            raise AssertionError(f"{method}: no tour is found ({error})") from error
        return None
    if not math.isfinite(optimum):
        raise AssertionError(f"{method}: a tour is found, there is none")
    if result.cost < optimum * (1 - TOLERANCE) - TOLERANCE:
        raise AssertionError(f"{method}: cost {result.cost!r} is below the optimum")
    same = math.isclose(result.cost, optimum, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    if not same and method not in OTHERS:
        raise AssertionError(f"{method}, {arguments}: cost {result.cost!r} is not the optimum")
    bound = result.lower_bound
    if bound is not None and bound > optimum * (1 + TOLERANCE) + TOLERANCE:
        raise AssertionError(f"{method}: the bound {bound!r} is above the optimum")
    if result.status == "optimal" and not same:
        raise AssertionError(f"{method}: called optimal at {result.cost!r}")
    if result.certificate is not None:
        proven = verify(instance, result.certificate)
        if proven > optimum * (1 + TOLERANCE) + TOLERANCE:
            raise AssertionError(f"{method}: {proven!r} is verified, above the optimum")
    arcload.check(result)
    driven = walked_cost(result, ways)
    if not math.isclose(driven, result.cost, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        raise AssertionError(f"{method}: the walk costs {driven!r}, not {result.cost!r}")
    return result


def walked_cost(result: Result, ways: TurnWays) -> float:
    """Return the cost of a tour's walk, turn by turn; refuse a turn that is not allowed."""
    instance = result.plan.instance
    vehicle: Vehicle = instance.vehicle
    load = instance.total_demand if instance.mode == "deliver" else 0.0
    sign = -1 if instance.mode == "deliver" else 1
    cost, last = 0.0, None
    for crossing in result.plan.walk:
        edge = instance.edge_index(crossing.edge)
        drive = (edge, (crossing.direction or 1) - 1)
        turn = (0.0, 0.0) if last is None else ways.turn(last, drive)
        if turn is None:
            raise AssertionError(f"the walk turns from {last} into {drive}")
        after = load + sign * float(instance.demands[edge]) * crossing.served
        W, b = vehicle.curb_weight, vehicle.load_factor
        cost += turn[0] * (W + b * load) + crossing.length * (W + b * (load + after) / 2)
        load, last = after, drive
    return cost


def check_number(seed: int, index: int, covered: Counter[str]) -> None:
    """Check one network, and with every fifth a fleet."""
    check_turns(seed, index, covered)
    if index % FLEET_EVERY == 0:
        check_fleet(seed, index, covered)


if __name__ == "__main__":
    main(check_number, what="networks", count=2000, description=str(__doc__))
