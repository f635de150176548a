"""Instances as a batch of the Arc-MDP."""

from collections.abc import Sequence

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.arguments import require
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.tour import require_one_tour
from arcload.neural.common.batch import Batch, joined
from arcload.neural.serve.serving import batch_of as batch_of_one


def batch_of(instances: Sequence[Instance], device: str | None = "cpu") -> Batch:
    """Return instances as one batch, in their own units, padded to the largest.

    Edge k of an instance is the k-th that is to be served, `Instance.served`. A vehicle that
    collects is planned backwards, from the end of its tour.

    Parameters
    ----------
    instances
        The instances, of one tour each and without rules for turns.
    device
        Where torch has it; None for NumPy's arrays.
    """
    batch = joined([_batch(instance) for instance in instances])
    if device is None:
        return batch
    import torch

    return Batch(*(torch.from_numpy(np.ascontiguousarray(column)) for column in batch)).to(device)


def _batch(instance: Instance) -> Batch:
    require(instance, "instance", Instance)
    require_one_tour(instance, "the Arc-MDP")
    if instance.has_turns:
        raise InputError(
            f"{instance.name!r} has rules for turns, which the Arc-MDP does not know",
            advice="leave them out by {turn_rules=None} and {forbidden_turns=()}",
        )
    problem = Problem.of(instance)
    if not problem.size:
        raise InputError(f"{instance.name!r} has nothing to serve")
    return batch_of_one(problem)
