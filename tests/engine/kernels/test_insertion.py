"""Insertion in linear time against a direction program for every position."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.insertion import insert_best
from arcload.engine.problem import Problem
from tests.strategies import instances


@given(instances(min_served=1, max_served=8), st.randoms(use_true_random=False))
def test_insertion_is_the_best_of_all_positions(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    problem = Problem.of(instance)
    edges = list(range(problem.size))
    shuffler.shuffle(edges)
    order = np.empty(problem.size, dtype=np.int64)
    order[: problem.size - 1] = edges[1:]
    places = [np.array([*edges[1 : p + 1], edges[0], *edges[p + 1 :]]) for p in range(problem.size)]
    costs = [direction_program(place, *problem.arrays)[0] for place in places]
    cost = insert_best(order, problem.size - 1, edges[0], *problem.arrays)
    assert cost == pytest.approx(min(costs), rel=1e-9)
    assert direction_program(order, *problem.arrays)[0] == pytest.approx(min(costs), rel=1e-9)
