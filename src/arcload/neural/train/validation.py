"""Fixed instances with the best tours known, to see how far a policy has come."""

from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import torch

from arcload.model.errors import InputError
from arcload.neural.common.batch import Batch, joined
from arcload.neural.common.features import near_end_first
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import roll_out

OWN = Path(__file__).with_name("validation.npz")
"""Instances of our own generators; ``benchmarks/validation_set.py`` makes the file."""


class Group(NamedTuple):
    """Instances of about one size."""

    name: str
    batch: Batch
    best: torch.Tensor
    """Cost of the best tour known, in the units of the scaled batch."""


def load_groups(path: Path, device: torch.device | str) -> list[Group]:
    """Return the groups of instances of a file, on a device.

    The file holds for each instance k the arrays ``k/entry`` and so on, as in `Batch`, its group
    ``k/group`` and the cost ``k/best``.
    """
    parts: dict[str, list[tuple[Batch, float]]] = defaultdict(list)
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            columns = {name: file[name] for name in file.files}
        instances: dict[str, dict[str, Any]] = defaultdict(dict)
        for name, column in columns.items():
            number, _, field = name.partition("/")
            instances[number][field] = column
        for fields in instances.values():
            batch = Batch(*(torch.as_tensor(fields[name])[None] for name in Batch._fields))
            parts[str(fields["group"])].append((batch, float(fields["best"])))
    except (OSError, ValueError, EOFError, KeyError, TypeError, BadZipFile) as error:
        raise InputError(f"{path}: cannot be read as validation instances ({error})") from error
    groups = []
    for name, members in parts.items():
        batch, unit = joined([each for each, _ in members]).scaled()
        best = torch.tensor([cost for _, cost in members], dtype=unit.dtype) / unit
        groups.append(Group(name, near_end_first(_single(batch)).to(device), best.to(device)))
    return groups


def validate(policy: Policy, groups: list[Group], samples: int = 0) -> dict[str, float]:
    """Return the mean gap in % to the best tour known, by group.

    Parameters
    ----------
    policy
        The policy; it is left in the mode in which it came.
    groups
        The instances.
    samples
        0 for greedy tours, else the best of greedy and so many samples counts.
    """
    training = policy.training
    policy.eval()
    gaps = {}
    for group in groups:
        cost = roll_out(policy, group.batch, 1, greedy=True).cost[:, 0]
        if samples:
            cost = torch.minimum(cost, roll_out(policy, group.batch, samples).cost.amin(-1))
        gaps[group.name] = round(100 * float((cost / group.best - 1).mean()), 4)
    policy.train(training)
    return gaps


def _single(batch: Batch) -> Batch:
    return Batch(*(c.float() if c.is_floating_point() else c for c in batch))
