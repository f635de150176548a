"""Drivings to begin with, and what makes one."""

import numpy as np

import arcload
from arcload.solving.postman.cutting_planes import CuttingPlanes, Driving
from arcload.solving.postman.repair import repaired

_LONG = 600.0


def first_driving(instance: arcload.Instance) -> Driving:
    """Return a driving that serves all streets, and is not yet short."""
    need = (instance.demands > 0).astype(np.int64)
    driving = CuttingPlanes(instance, repaired(instance, need)).oriented(_LONG)
    # One-way streets may forbid all directions of what is repaired.
    driving = driving or CuttingPlanes(instance, need).shortest(_LONG)
    assert driving is not None
    return driving


def check_walk(instance: arcload.Instance, driving: Driving) -> None:
    """Raise if a driving is not one walk, from its start to where it must end."""
    assert np.isfinite(instance.lengths[driving.times > 0]).all()
    walk = driving.walk(instance)
    times = np.zeros_like(driving.times)
    np.add.at(times, tuple(np.array(walk).T), 1)
    assert np.array_equal(times, driving.times)
    tails = [int(instance.ends[drive]) for drive in walk]
    heads = [int(instance.ends[edge, 1 - side]) for edge, side in walk]
    assert tails == [driving.start, *heads[:-1]]
    assert instance.end_index in {heads[-1], -1}
