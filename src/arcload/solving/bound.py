"""Find out how far a plan is from the best possible one, with a proof."""

from collections.abc import Callable

from arcload.engine.run import DEFAULT_MEMORY
from arcload.engine.stop import Progress
from arcload.model.arguments import require
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.proofs.bound_file import Bound
from arcload.solving.solve import solve


def bound(
    instance: Instance,
    *,
    time: float = 60.0,
    tour: Plan | Result | None = None,
    seed: int = 1,
    threads: int | None = None,
    memory: float = DEFAULT_MEMORY,
    progress: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> Bound:
    """Return a lower bound on the cost of every plan, with its proof.

    Parameters
    ----------
    instance
        What to bound.
    time
        Seconds it may take.
    tour
        The plan to hold it against; without one, a search finds one in a share of the time.
    seed, threads
        As in `solve`.
    memory
        Bytes that the proof may take.
    progress, on_progress
        As in `solve`.
    """
    require(instance, "instance", Instance)
    if instance.objective != "cost":
        raise InputError(
            f"a lower bound is for the cost, and the objective is {instance.objective!r}",
            advice="give {objective='cost'}",
        )
    result = solve(
        instance,
        "exact",
        time=time,
        seed=seed,
        threads=threads,
        memory=memory,
        parameters={} if tour is None else {"share": 0.0},
        warm_start=tour,
        progress=progress,
        on_progress=on_progress,
    )
    return Bound.of(result)
