"""The formulas of the Arc-MDP: what it costs to serve an edge, what a policy sees of a state.

Each formula stands here once, for four compilers. Numba compiles it as it is, to solve
(`kernels.decoding`). `written_with` gives the same formula with another module in the place of
`xp`: NumPy and torch for whole arrays (`neural.common.environment` and `features`), Triton for a
GPU (`neural.train.fused_rollout` and `fused_biases`). So a formula is arithmetic and `log`, `abs`,
`floor`, `minimum` and `maximum`, which all of them have, and calls no other formula.

All values are scaled, see `neural.common.batch`: the mean edge is 1 long, all demands sum up to 1.
Change `neural.common.features.SCHEMA` whenever the meaning of an input changes.
"""

from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as xp

Formula = TypeVar("Formula")

Value = Any
"""A number, or an array of them; in quotes below, for Triton would look it up."""


def service_cost(
    cost_0: "Value",
    way_0: "Value",
    cost_1: "Value",
    way_1: "Value",
    weight: "Value",
    length: "Value",
    demand: "Value",
) -> "Value":
    """Return the least cost of a tour up to an edge, which it serves last, on one side of it.

    The vehicle comes from one of the two ends of the edge before, and half of the demand is on
    board while it is delivered.

    Parameters
    ----------
    cost_0, cost_1
        The least cost with the edge before served on side 0 and on side 1.
    way_0, way_1
        How far it is from where the vehicle then stands to where it enters the edge.
    weight
        What the vehicle weighs on this way, W + load.
    length, demand
        Those of the edge.
    """
    arrival = xp.minimum(cost_0 + weight * way_0, cost_1 + weight * way_1)
    return arrival + length * (weight - demand / 2)


def detour(gain: "Value", weight: "Value") -> "Value":
    """Return how far the vehicle can drive for the difference between the costs of two sides."""
    return xp.abs(gain) / xp.maximum(weight, 1e-9)


def share_around(demand: "Value", load: "Value") -> "Value":
    """Return the logarithm of the share of the load that is for edges around a node."""
    share = demand / xp.maximum(load, 1e-9)
    return xp.log(xp.minimum(xp.maximum(share, 0.0), 1.0) + 0.01)


def vehicle_inputs(
    load: "Value",
    left: "Value",
    number: "Value",
    W: "Value",
    other: "Value",
    close: "Value",
    wide: "Value",
) -> "tuple[Value, ...]":
    """Return what the policy sees of the vehicle; the paper's policy sees the first of it alone.

    Parameters
    ----------
    load
        What is on board.
    left, number
        How many edges are still to be served, and how many there are.
    W
        The curb weight.
    other
        The `detour` to the other end of the last edge.
    close, wide
        `share_around` the vehicle, by both radii; 0 at the start.
    """
    return (
        load,
        xp.log(load + 0.01),
        W / (1 + W),
        xp.log(W + load + 0.01),
        left / number,
        xp.log(1 + left) / 4,
        xp.log(load * number / xp.maximum(left, 1.0) + 0.01),
        xp.log(1 + xp.minimum(other, 100.0)),
        close,
        wide,
    )


def end_inputs(left: "Value") -> "tuple[Value, Value, Value]":
    """Return what the policy sees of an end of an open edge.

    The logarithm of the number of other open edges there, whether there is none, and whether the
    number is odd.

    Parameters
    ----------
    left
        How many open edges end there, the edge itself among them; a loop counts twice.
    """
    others = xp.maximum(left - 1, 0.0)
    return xp.log(1 + others), 1 - xp.minimum(others, 1.0), others - 2 * xp.floor(others / 2)


def moment_inputs(
    far: "tuple[Value, Value, Value]",
    near: "tuple[Value, Value, Value]",
    close: "Value",
    wide: "Value",
    demand: "Value",
    load: "Value",
) -> "tuple[Value, ...]":
    """Return what the policy sees of an open edge and changes from step to step.

    Parameters
    ----------
    far, near
        `end_inputs` of the end that is farther from the vehicle, and of the nearer one.
    close, wide
        `share_around` the far end, by both radii.
    demand
        That of the edge.
    load
        What is on board.
    """
    far_open, none_far, odd = far
    near_open, none_near, _odd_near = near
    share = xp.minimum(demand / xp.maximum(load, 1e-9), 1.0)
    return (
        far_open,
        near_open,
        none_far,
        none_near,
        odd,
        close,
        wide,
        share,
        none_far * none_near,
    )


def written_with(module: Any, formula: Formula) -> Formula:
    """Return a formula with another module in the place of `xp`, such as ``triton.language``."""
    written = cast(FunctionType, formula)
    names = {**written.__globals__, "xp": module}
    return cast(Formula, FunctionType(written.__code__, names, written.__name__))
