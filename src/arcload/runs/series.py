"""The costs of each method on each instance, ours and published ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from arcload.runs.instances import by_number
from arcload.runs.paper_names import rank
from arcload.runs.run import Run

_EXACT = 1e-9  # two costs this near, relatively, are the same
_SIX_DIGITS = 1e-5  # the same for costs of which six digits were published


@dataclass(frozen=True, kw_only=True)
class Series:
    """Costs and times of one method.

    Parameters
    ----------
    name
        What to call it.
    costs, seconds
        By instance, one number per seed.
    published
        Whether someone else measured it: its costs are rounded, its times of another machine.
    edges
        Number of edges of each instance, where that is known.
    """

    name: str
    costs: Mapping[str, tuple[float, ...]]
    seconds: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    published: bool = False
    edges: Mapping[str, int] = field(default_factory=dict)

    @property
    def tolerance(self) -> float:
        """How far apart, relatively, two costs may be and count as the same."""
        return _SIX_DIGITS if self.published else _EXACT

    def cost(self, instance: str) -> float:
        """Return the mean cost over all seeds."""
        return fmean(self.costs[instance])

    def time(self, instance: str) -> float:
        """Return the mean time over all seeds."""
        return fmean(self.seconds[instance])

    def on(self, instances: Iterable[str]) -> "Series":
        """Return the part on some instances."""
        names = [name for name in instances if name in self.costs]
        return Series(
            name=self.name,
            costs={name: self.costs[name] for name in names},
            seconds={name: self.seconds[name] for name in names if name in self.seconds},
            published=self.published,
            edges=self.edges,
        )


@dataclass(frozen=True, kw_only=True)
class Best:
    """The best known tour and bound of an instance.

    Parameters
    ----------
    cost
        Cost of the best tour.
    bound
        The best proven bound; None if there is none.
    method, seed
        What found the tour; seed None for a published one.
    proof
        How the bound was proven.
    edges, served
        Size of the instance.
    """

    cost: float
    bound: float | None
    method: str
    seed: int | None
    proof: str
    edges: int
    served: int

    @property
    def proven(self) -> bool:
        """Whether the tour is proven to be optimal."""
        return self.bound is not None and self.cost <= self.bound * (1 + _EXACT)

    def gap_of(self, cost: float) -> float:
        """Return how far a cost is above the best one, as a fraction."""
        return max(0.0, cost / self.cost - 1) if self.cost > 0 else 0.0

    def gap_to_bound(self, cost: float) -> float | None:
        """Return how far a cost is above the bound; None where there is none."""
        if self.bound is None or (self.bound <= 0 < cost):
            return None
        return max(0.0, cost / self.bound - 1) if self.bound > 0 else 0.0


def series_of(runs: Sequence[Run]) -> list[Series]:
    """Return the runs that did not fail, by method, the paper's methods first."""
    costs: dict[str, dict[str, list[float]]] = {}
    seconds: dict[str, dict[str, list[float]]] = {}
    for run in sorted(runs, key=lambda run: rank(run.method)):
        of_method = costs.setdefault(run.method, {})
        if run.cost is not None and run.seconds is not None:
            of_method.setdefault(run.instance, []).append(run.cost)
            times = seconds.setdefault(run.method, {})
            times.setdefault(run.instance, []).append(run.seconds)
    return [
        Series(name=name, costs=_frozen(by_instance), seconds=_frozen(seconds.get(name, {})))
        for name, by_instance in costs.items()
    ]


def best_known(runs: Sequence[Run], references: Sequence[Series] = ()) -> dict[str, Best]:
    """Return the best that is known of every instance that was run, by its name.

    A published cost is rounded, so it counts only where it is below ours by more than that.
    """
    best: dict[str, Best] = {}
    for name in sorted({run.instance for run in runs}, key=by_number):
        there = [run for run in runs if run.instance == name and run.cost is not None]
        if not there:
            continue
        winner = min(there, key=lambda run: (run.cost, run.time_to_best))
        bounded = [run for run in there if run.bound is not None]
        prover = max(bounded, key=lambda run: (run.bound, run.proven), default=None)
        assert winner.cost is not None
        best[name] = Best(
            cost=winner.cost,
            bound=None if prover is None else prover.bound,
            method=winner.method,
            seed=winner.seed,
            proof="" if prover is None else prover.proof,
            edges=winner.edges,
            served=winner.served,
        )
    for series in references:
        for name, ours in best.items():
            cost = min(series.costs.get(name, (ours.cost,)))
            if cost < ours.cost * (1 - series.tolerance):
                best[name] = Best(
                    **{
                        **vars(ours),
                        "cost": max(cost, ours.bound or 0.0),
                        "method": f"{series.name}, published",
                        "seed": None,
                    }
                )
    return best


def best_published(references: Sequence[Series]) -> dict[str, Best]:
    """Return the best that was published of every instance; nothing is known of its bound."""
    best: dict[str, Best] = {}
    for series in references:
        for name in series.costs:
            cost = min(series.costs[name])
            if name in series.edges and (name not in best or cost < best[name].cost):
                best[name] = Best(
                    cost=cost,
                    bound=None,
                    method=f"{series.name}, published",
                    seed=None,
                    proof="",
                    edges=series.edges[name],
                    served=0,
                )
    return best


def _frozen(lists: Mapping[str, list[float]]) -> dict[str, tuple[float, ...]]:
    return {name: tuple(values) for name, values in lists.items()}
