"""What the paper's four methods share: parameters and their checks, start, iterations, threads."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from arcload.engine.context import Context
from arcload.engine.distances import matrix_bytes
from arcload.engine.pool import Pool
from arcload.engine.solution import Solution
from arcload.model.errors import InputError
from arcload.model.types import IntArray
from arcload.solving.methods import greedy

if TYPE_CHECKING:
    from arcload.engine.kernels.sequence import Space, Work

LocalSearch: TypeAlias = Literal["single", "full"]
Each: TypeAlias = Callable[..., Iterable[Any]]
"""Calls a function for each of some arguments, as `map` does."""

_STEPS = 10_000_000  # positions squared that are scanned between two looks at the clock
_WORTH_A_THREAD = 150  # edges below which handing a scan to a thread costs more than it gives


@dataclass(frozen=True)
class PaperParameters:
    """Parameters of every method of the paper.

    Parameters
    ----------
    k_max
        Iterations, unless the user limits them.
    """

    k_max: int = 100

    def __post_init__(self) -> None:
        whole(0, k_max=self.k_max)


@dataclass(frozen=True)
class SearchParameters(PaperParameters):
    """Parameters of the methods that perturb and search.

    Parameters
    ----------
    k_max
        Iterations, unless the user limits them.
    perturbation
        Random exchanges of a perturbation, as a share of the served edges.
    local_search
        ``"full"``: to a local optimum; ``"single"``: one step.
    """

    perturbation: float = 0.2
    local_search: LocalSearch = "full"

    def __post_init__(self) -> None:
        super().__post_init__()
        between(0, 1, perturbation=self.perturbation)
        one_of(("single", "full"), local_search=self.local_search)

    def exchanges(self, m: int) -> int:
        """Return the number of random exchanges in a tour of m edges."""
        return max(1, round(self.perturbation * m)) if self.perturbation else 0


def whole(least: int, **values: int) -> None:
    """Refuse what is not a whole number of at least so much."""
    for name, value in values.items():
        if not isinstance(value, int) or value < least:
            raise InputError(f"{name} is {value!r}; it must be a whole number, {least} or more")


def between(least: float, most: float, **values: float) -> None:
    """Refuse what is not a number from the least to the most."""
    for name, value in values.items():
        if not isinstance(value, int | float) or not least <= value <= most:
            raise InputError(f"{name} is {value!r}; it must be a number from {least:g} to {most:g}")


def one_of(choices: tuple[str, ...], **values: str) -> None:
    """Refuse words that are not known."""
    for name, value in values.items():
        if value not in choices:
            raise InputError(f"{name} is {value!r}; it must be {' or '.join(choices)}")


def start(context: Context) -> tuple[Solution, "Work", "Space"]:
    """Return the tour to start from, room that holds it, and the problem.

    The tour is the user's, or else that of the greedy construction.
    """
    from arcload.engine.kernels.sequence import new_work, search_space, set_tour

    greedy.build(context)
    assert context.best is not None
    space = search_space(context.problem, context.pause)
    _, order, sides = context.best
    work = new_work(space, order, sides)
    cost = set_tour(order, sides, work, space)
    return Solution.of(cost, work), work, space


def iterations(context: Context, k_max: int) -> Iterator[int]:
    """Count iterations until the context says stop, or to k_max if it has no limit of its own."""
    while not context.should_stop():
        if context.max_iterations is None and context.iterations >= k_max:
            return
        yield context.iterations
        context.iterations += 1


def random_states(context: Context, count: int) -> IntArray:
    """Return states for so many random generators of the kernels, one a row."""
    return context.rng.integers(1, 2**62, (count, 1))


@contextmanager
def workers(context: Context, tasks: int) -> Iterator[Each]:
    """Give a `map` that uses the context's threads where that is worth it."""
    threads = min(context.threads, tasks)
    if threads == 1 or context.problem.size < _WORTH_A_THREAD:
        yield map
    else:
        with Pool(threads) as pool:
            yield pool.map


def search(
    how: LocalSearch,
    operators: IntArray,
    cost: float,
    work: "Work",
    space: "Space",
    *,
    first_improving: bool = False,
    stop: Callable[[], bool],
) -> float:
    """Improve the tour at hand by the kernel `improve`, one step or all; return its cost."""
    from arcload.engine.kernels.descent import debugging
    from arcload.engine.kernels.operators import improve

    steps = 1 if how == "single" else max(1, _STEPS // len(work.position) ** 2)
    improved = True
    while improved:
        cost, improved = improve(operators, first_improving, steps, debugging(), cost, work, space)
        if how == "single" or stop():
            break
    return float(cost)


def search_memory(nodes: int, size: int) -> int:
    """Return the bytes that a search takes beside the problem: two matrices of distances."""
    return 2 * matrix_bytes(nodes)


def small_context() -> Context:
    """Return a run on two edges, on which a method compiles what it needs."""
    from arcload.engine.problem import Problem
    from arcload.model.instance import Instance

    pair = Instance.from_edges([(1, 2, 1, 1), (2, 1, 2, 1)], depot=1)
    return Context(Problem.of(pair), lambda _: False, np.random.default_rng(1))
