"""Random tiny fleets of every kind: what is found is the optimum, and every rule is checked.

``python -m tests.fuzz_fleets --count 5000`` is the long run; `tests/solving/test_fuzz_fleets.py`
makes a short one. Instance i of seed s is always the same, so that a failure is found again with
``--first i --count 1``. The optimum is that of `fleet_optimum`, which shares no code with the
package.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import numpy as np

import arcload
from arcload import ArcloadError, Facility, InputError, Instance, Plan, Result, Route, Trip
from arcload.maps.formats import json_instance
from arcload.proofs.verify import verify
from arcload.solving.methods import auto
from tests.fleet_optimum import fleet_optimum
from tests.fuzzing import CheckFailedError, main
from tests.random_fleets import random_fleet
from tests.random_instances import Rng

TOLERANCE = 1e-9
"""By which a cost or a bound may differ from the optimum, relatively."""

ITERATIONS = 20_000
"""Of a search without the enumeration of tiny problems."""


@contextmanager
def no_enumeration() -> Iterator[None]:
    """Let `auto` search where it would look at every set of streets."""
    with mock.patch.object(auto, "MOST_SERVICES", 0):
        yield


def check_fleet(seed: int, index: int, covered: Counter[str] | None = None) -> None:
    """Draw one fleet, solve it both ways, and break every rule of its plan."""
    rng = np.random.default_rng([seed, index])
    instance, kinds = random_fleet(rng)
    covered = Counter() if covered is None else covered
    covered.update(kinds)
    check_instance(instance, kinds, rng, f"seed {seed}, fleet {index}", index, covered)


def check_instance(
    instance: Instance, kinds: list[str], rng: Rng, what: str, seed: int, covered: Counter[str]
) -> None:
    """Solve one fleet both ways, and break every rule of its plan.

    Parameters
    ----------
    instance, kinds
        The instance, and of what kinds it is.
    rng
        The random generator.
    what
        What to call it where a check fails.
    seed
        Seed of the search.
    covered
        Counts what was checked.
    """
    optimum = fleet_optimum(instance)
    try:
        result = _solve(instance, optimum, "enumeration")
        with no_enumeration():
            _solve(instance, optimum, "search", iterations=ITERATIONS, seed=seed, threads=1)
        if result is None:
            covered["no plan"] += 1
            return
        for name in break_rules(result.plan, rng):
            covered[f"broken: {name}"] += 1
    except Exception as failure:
        raise CheckFailedError(
            f"{what}: {failure!r}\n{', '.join(kinds)}; optimum {optimum!r}\n"
            f"{json_instance.dump(instance, [])}"
        ) from failure


def _solve(instance: Instance, optimum: float | None, how: str, **arguments: Any) -> Result | None:
    """Return a result that is the optimum; None if there is none and that is said."""
    try:
        result = arcload.solve(instance, **arguments)
    except InputError as error:
        if optimum is None:
            return None
        raise AssertionError(f"{how}: no plan is found ({error})") from error
    if optimum is None:
        raise AssertionError(f"{how}: a plan of cost {result.cost!r} is found, there is none")
    if not math.isclose(result.cost, optimum, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        raise AssertionError(f"{how}: cost {result.cost!r} is not the optimum")
    bound = result.lower_bound
    if bound is not None and bound > optimum * (1 + TOLERANCE) + TOLERANCE:
        raise AssertionError(f"{how}: the bound {bound!r} is above the optimum")
    arcload.check(result)
    if result.certificate is not None and result.certificate.kind == "subsets":
        verify(instance, result.certificate)
    return result


def break_rules(plan: Plan, rng: Rng) -> Iterator[str]:
    """Break one rule after the other; give the name of each that is refused.

    Raises
    ------
    AssertionError
        If one is not.
    """
    for name, broken in _broken_rules(plan, rng):
        try:
            arcload.check(broken())
        except ArcloadError:
            yield name
        else:
            raise AssertionError(f"a plan with a broken rule is accepted: {name}")


def _broken_rules(plan: Plan, rng: Rng) -> Iterator[tuple[str, Callable[[], Plan]]]:
    number = int(rng.integers(len(plan.routes)))
    route, driven = plan.routes[number], plan.driven[number]
    vehicle = route.vehicle
    load = max(trip.load for trip in driven.trips)
    same = sum(other.vehicle == vehicle for other in plan.routes)

    def under(**changes: Any) -> Callable[[], Plan]:
        return lambda: _with_vehicle(plan, vehicle, changes)

    yield "capacity", under(capacity=load * 0.99)
    if len(route.trips) > 1:
        yield "trips", under(max_trips=len(route.trips) - 1)
    if same > 1:
        yield "count", under(count=same - 1)
    if driven.length > 0:
        yield "length", under(max_length=driven.length * 0.99)
    if driven.hours:
        yield "hours", under(max_hours=driven.hours * 0.99)
    crossing = driven.walk[int(rng.integers(len(driven.walk)))]
    if crossing.served:
        yield "closed street", under(closed=(*vehicle.closed, crossing.edge))
    trips = list(route.trips)
    which = int(rng.integers(len(trips)))
    services, facility = trips[which]

    def routes(trip: Trip | None) -> Callable[[], Plan]:
        changed = [*trips[:which], *([] if trip is None else [trip]), *trips[which + 1 :]]
        others = [*plan.routes[:number], Route(vehicle, tuple(changed)), *plan.routes[number + 1 :]]
        return lambda: Plan(plan.instance, others)

    yield "a street left out", routes(Trip(services[1:], facility))
    yield "a street served twice", routes(Trip((*services, services[0]), facility))
    yield "a trip left out", routes(None)
    wrong = [node for node in plan.instance.nodes if node not in _facilities(plan.instance)]
    if wrong:
        yield "no facility", routes(Trip(services, wrong[0]))
    edge, direction = services[0]
    if not math.isfinite(plan.instance.lengths[plan.instance.edge_index(edge), 2 - direction]):
        against = services[0]._replace(direction=3 - direction)
        yield "against a one-way street", routes(Trip((against, *services[1:]), facility))


def _facilities(instance: Instance) -> set[Any]:
    places: tuple[Facility, ...] = instance.places
    return {place.node for place in places}


def _with_vehicle(plan: Plan, vehicle: arcload.Vehicle, changes: dict[str, Any]) -> Plan:
    """Return the same routes for vehicles of which one type is changed."""
    changed = replace(vehicle, **changes)
    vehicles = [changed if each == vehicle else each for each in plan.instance.vehicles]
    routes = [
        Route(changed if route.vehicle == vehicle else route.vehicle, route.trips)
        for route in plan.routes
    ]
    return Plan(plan.instance.replace(vehicles=vehicles), routes)


if __name__ == "__main__":
    main(check_fleet, what="fleets", count=5000, description=str(__doc__))
