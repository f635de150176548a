"""Evolutionary algorithm (EA): tours are mixed and mutated, and the best ten live on.

Algorithm "EA for CPP-LC" in the paper's section 5, with Appendix C.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.model.types import IntArray
from arcload.solving.methods._paper import (
    LocalSearch,
    SearchParameters,
    iterations,
    random_states,
    search,
    search_memory,
    small_context,
    start,
    whole,
    workers,
)

if TYPE_CHECKING:
    from arcload.engine.kernels.sequence import Space, Work


@dataclass(frozen=True)
class Parameters(SearchParameters):
    """What can be set.

    Parameters
    ----------
    k_max
        Generations, unless the user limits them.
    perturbation
        Random exchanges that make the first tours from the greedy one, as a share of the
        served edges.
    local_search
        ``"single"``: a mutation applies an operator once; ``"full"``: as long as it improves.
    p_max
        Tours in the population.
    """

    local_search: LocalSearch = "single"
    p_max: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(1, p_max=self.p_max)


DEFAULT = Parameters()


@dataclass
class Individual:
    """A tour of the population.

    Parameters
    ----------
    tour
        The tour.
    is_mutated
        Whether its mutants have been made. They are always the same: if it lives on, they
        live too or were no match for those that do.
    """

    tour: Solution
    is_mutated: bool = False


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Breed k_max generations."""
    from arcload.engine.kernels.sequence import new_work

    best, work, space = start(context)
    rooms = [new_work(space, best.order, best.sides) for _ in range(parameters.p_max)]
    population = _first_generation(context, parameters, best, work, space)

    def breed(
        one: Individual, other: Individual | None, state: IntArray, work: "Work"
    ) -> list[Individual]:
        if context.over():
            return []
        offspring = [] if other is None else [_child(one.tour, other.tour, state, work, space)]
        if not one.is_mutated:
            one.is_mutated = True
            offspring += _mutants(context, parameters, one.tour, work, space)
        return [Individual(tour) for tour in offspring if np.isfinite(tour.cost)]

    with workers(context, parameters.p_max) as each:
        for _ in iterations(context, parameters.k_max):
            others = _partners(context, population)
            states = random_states(context, len(population))
            offspring = [*each(breed, population, others, states, rooms)]
            population = _fittest(sum(offspring, population), parameters.p_max)
            context.offer_order(population[0].tour.order)


def _first_generation(
    context: Context, parameters: Parameters, best: Solution, work: "Work", space: "Space"
) -> list[Individual]:
    """Return the tour itself and copies of it with random exchanges of edges."""
    from arcload.engine.kernels.operators import exchange_randomly
    from arcload.engine.kernels.sequence import set_tour

    population = [Individual(best)]
    exchanges = parameters.exchanges(context.problem.size)
    for state in random_states(context, parameters.p_max - 1):
        if context.should_stop():
            break
        set_tour(best.order, best.sides, work, space)
        cost = exchange_randomly(exchanges, best.cost, state, work, space)
        population.append(Individual(Solution.of(cost, work)))
    return population


def _partners(context: Context, population: list[Individual]) -> list[Individual | None]:
    """Return another individual for each, at random; None where there is no other."""
    size = len(population)
    if size == 1:
        return [None]
    steps = context.rng.integers(1, size, size)
    return [population[(i + int(step)) % size] for i, step in enumerate(steps)]


def _child(
    one: Solution, other: Solution, state: IntArray, work: "Work", space: "Space"
) -> Solution:
    from arcload.engine.kernels.mixing import mix
    from arcload.engine.kernels.operators import set_order

    order = np.empty_like(one.order)
    mix(one.order, other.order, state, order)
    return Solution.of(set_order(order, work, space), work)


def _mutants(
    context: Context, parameters: Parameters, tour: Solution, work: "Work", space: "Space"
) -> list[Solution]:
    """Return what 1-OPT, 2-OPT and 2-EXCHANGE make of a tour."""
    from arcload.engine.kernels.operators import ONE_OPT, TWO_EXCHANGE, TWO_OPT
    from arcload.engine.kernels.sequence import set_tour

    mutants = []
    for operator in (ONE_OPT, TWO_OPT, TWO_EXCHANGE):
        set_tour(tour.order, tour.sides, work, space)
        how, only = parameters.local_search, np.array([operator])
        cost = search(how, only, tour.cost, work, space, stop=context.over)
        mutants.append(Solution.of(cost, work))
    return mutants


def _fittest(individuals: list[Individual], p_max: int) -> list[Individual]:
    """Return the best p_max with different orders, the earlier ones first among equals."""
    unique: dict[bytes, Individual] = {}
    for individual in sorted(individuals, key=lambda individual: individual.tour.cost):
        unique.setdefault(individual.tour.order.tobytes(), individual)
    return list(unique.values())[:p_max]


memory = search_memory


def warm_up(size: int) -> None:
    """Compile the kernels."""
    run(small_context(), Parameters(k_max=1))
