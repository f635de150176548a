"""How good the tours of a policy are, group by group."""

import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from arcload.model.instance import Instance
from arcload.solving.solve import solve

SAMPLES = 128
POLISHED = 4


@dataclass(frozen=True)
class Evaluation:
    """What a policy reached on one instance.

    Parameters
    ----------
    instance, group
        Its name, and the group of similar instances that it belongs to.
    greedy, sampled, polished
        Cost of the greedy tour, of the best tour with 128 samples added, and with those polished.
    """

    instance: str
    group: str
    greedy: float
    sampled: float
    polished: float


def evaluate(instances: Mapping[str, Instance], model: str, seed: int = 1) -> Iterator[Evaluation]:
    """Yield what a policy reaches on each instance.

    Parameters
    ----------
    instances
        Instances by name.
    model
        The policy: a name or a file, as the parameter ``model`` of the method arc-drl.
    seed
        Seed of the random generator.
    """
    for name, instance in instances.items():
        costs = [
            solve(
                instance,
                "arc-drl",
                seed=seed,
                threads=1,
                parameters={"model": model, "samples": samples, "polish": polish},
            ).cost
            for samples, polish in ((0, 0), (SAMPLES, 0), (SAMPLES, POLISHED))
        ]
        yield Evaluation(name, evaluation_group(name, instance), *costs)


def evaluation_group(name: str, instance: Instance) -> str:
    """Return the group of similar instances: by set, kind of demand, and nodes of large ones."""
    kind = name.rpartition("_")[0] or name
    if kind in ("C", "H"):
        return "C and H"
    served = instance.served
    ratio = instance.demands[served] / np.maximum(instance.lengths[served].min(1), 1e-12)
    if len(served) and np.ptp(ratio) <= 1e-4 * ratio.max():
        return (
            "proportional Eulerian" if kind in ("E", "small", "large") else f"{kind}, proportional"
        )
    return f"large n = {len(instance.nodes)}, random" if kind == "large" else f"{kind}, random"


def gaps(
    evaluations: list[Evaluation],
    best: Mapping[str, float],
    others: Mapping[str, Mapping[str, float]],
) -> dict[str, dict[str, float | None]]:
    """Return mean gaps in % to the best known costs, by group and then by method.

    Parameters
    ----------
    evaluations
        What the policy reached.
    best
        The best cost known of each instance; what the policy reached counts, too.
    others
        Costs of other methods by name and instance.
    """
    groups: dict[str, list[Evaluation]] = defaultdict(list)
    for one in evaluations:
        groups[one.group].append(one)
    table = {}
    for group, members in sorted(groups.items()):
        least = {
            one.instance: min(
                one.polished,
                *(
                    costs[one.instance]
                    for costs in (best, *others.values())
                    if one.instance in costs
                ),
                one.sampled,
            )
            for one in members
        }
        row: dict[str, float | None] = {}
        for name, costs in others.items():
            above = [costs[k] / least[k] - 1 for k in least if k in costs]
            row[name] = 100 * statistics.mean(above) if len(above) == len(least) else None
        for name in ("greedy", "sampled", "polished"):
            row[name] = 100 * statistics.mean(
                getattr(one, name) / least[one.instance] - 1 for one in members
            )
        table[group] = row
    return table
