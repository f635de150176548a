"""The formulas of the Arc-MDP mean the same to every compiler, and what they should."""

import math
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.kernels import arc_mdp
from arcload.engine.kernels.compiled import kernel, part
from arcload.neural.common import arrays

FORMULAS: dict[str, tuple[Callable[..., Any], int]] = {
    "service_cost": (arc_mdp.service_cost, 7),
    "detour": (arc_mdp.detour, 2),
    "share_around": (arc_mdp.share_around, 2),
    "vehicle_inputs": (arc_mdp.vehicle_inputs, 7),
    "end_inputs": (arc_mdp.end_inputs, 1),
}
for formula, _ in FORMULAS.values():
    part(formula)


@kernel
def compiled(a: float, b: float, c: float, d: float, e: float, f: float, g: float) -> Any:
    """Return what the formulas give, as Numba compiles them."""
    return (
        arc_mdp.service_cost(a, b, c, d, e, f, g),
        arc_mdp.detour(a, b),
        arc_mdp.share_around(a, b),
        arc_mdp.vehicle_inputs(a, b, c, d, e, f, g),
        arc_mdp.end_inputs(a),
    )


def flat(values: Any) -> list[Any]:
    """Return numbers or arrays, however they are nested."""
    if isinstance(values, tuple):
        return [value for each in values for value in flat(each)]
    return [values]


def arrays_of(value: float) -> list[Any]:
    """Return a number twice, as an array of NumPy and of torch."""
    return [np.array([value, value]), torch.tensor([value, value], dtype=torch.float64)]


@given(st.lists(st.floats(1e-3, 100), min_size=7, max_size=7))
def test_numba_numpy_and_torch_compute_the_same(values: list[float]) -> None:
    by_numba = compiled(*values)
    for (formula, count), compiled_values in zip(FORMULAS.values(), by_numba, strict=True):
        wanted = pytest.approx(flat(formula(*values[:count])), rel=1e-12)
        assert flat(compiled_values) == wanted
        for columns in zip(*map(arrays_of, values[:count]), strict=True):
            results = flat(arc_mdp.written_with(arrays, formula)(*columns))
            assert [float(each[1]) for each in results] == wanted


@pytest.mark.parametrize(
    "formula", [*(formula for formula, _ in FORMULAS.values()), arc_mdp.moment_inputs]
)
def test_triton_can_read_the_formulas(formula: FunctionType) -> None:
    """It looks up every name that it meets, also those of types, and accepts functions of `xp`."""
    assert all(isinstance(kind, str) for kind in formula.__annotations__.values())
    names = {"xp", "log", "abs", "floor", "minimum", "maximum"}
    assert set(formula.__code__.co_names) <= names


def test_an_edge_is_served_from_the_cheaper_end_with_half_of_its_demand_on_board() -> None:
    """The empty vehicle weighs 2 and carries 8; it comes from 3 away for 10, or 1 away for 50."""
    found = arc_mdp.service_cost(10.0, 3.0, 50.0, 1.0, 2.0 + 8.0, 4.0, 6.0)
    assert found == 10 + 3 * (2 + 8) + 4 * (2 + 8 - 6 / 2)
    assert arc_mdp.service_cost(50.0, 1.0, 10.0, 3.0, 10.0, 4.0, 6.0) == found


def test_a_detour_is_what_the_dearer_side_costs_more() -> None:
    assert arc_mdp.detour(-30.0, 10.0) == arc_mdp.detour(30.0, 10.0) == 3
    assert np.isfinite(arc_mdp.detour(1.0, 0.0))


@pytest.mark.parametrize(
    ("demand", "load", "share"), [(1, 4, 0.25), (9, 4, 1), (-1e-9, 4, 0), (0, 0, 0)]
)
def test_shares_of_the_load_lie_between_0_and_1(demand: float, load: float, share: float) -> None:
    assert arc_mdp.share_around(demand, load) == pytest.approx(math.log(share + 0.01))


@pytest.mark.parametrize(
    ("left", "others", "none", "odd"), [(0, 0, 1, 0), (1, 0, 1, 0), (2, 1, 0, 1), (5, 4, 0, 0)]
)
def test_an_end_is_seen_by_the_other_edges_there(
    left: int, others: int, none: int, odd: int
) -> None:
    assert arc_mdp.end_inputs(float(left)) == pytest.approx((math.log1p(others), none, odd))


def test_an_edge_that_ends_nowhere_else_is_seen_as_one() -> None:
    alone, crossing = arc_mdp.end_inputs(1.0), arc_mdp.end_inputs(4.0)
    for far, near, last in ((alone, alone, 1), (crossing, alone, 0), (alone, crossing, 0)):
        inputs = arc_mdp.moment_inputs(far, near, -1.0, -2.0, 3.0, 12.0)
        assert inputs == (far[0], near[0], far[1], near[1], far[2], -1, -2, 0.25, last)
