"""Shortest distances between ports, where turns count."""

import math
from unittest import mock

import numpy as np
import pytest

import arcload
from arcload import Instance, Turn, TurnRules
from arcload.engine import port_distances as module
from arcload.engine.distances import count_rows, distances
from arcload.engine.port_distances import count_ports, port_distances
from arcload.model.network import places_of
from arcload.model.types import Id
from arcload.proofs.verify.turn_ways import turn_ways
from tests.brute_force import Spot
from tests.random_instances import random_instance
from tests.random_turns import random_turns
from tests.turn_ways import TurnWays

DRIVE = 0.01
"""Hours per unit of length."""

# Two streets meet at b, and a third leads on from there to the left.
CROSSING: dict[Id, tuple[float, float]] = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1, 1)}
STREETS = [("a", "b", 10, 1), ("b", "c", 20, 1), ("b", "d", 5, 1)]


def spots(instance: Instance) -> tuple[list[Spot], list[Spot]]:
    """Return the spot of each row and of each column."""
    served, places = instance.served.tolist(), places_of(instance).tolist()
    ends = [(edge, end) for edge in served for end in (0, 1)]
    rows = [("left", edge, 1 - end) for edge, end in ends]
    columns = [("enter", edge, end) for edge, end in ends]
    all_places = [("place", node, 0) for node in places]
    return [*rows, *all_places], [*columns, *all_places]


def is_used(instance: Instance, spot: Spot) -> bool:
    """Return whether some service uses a port: not against a one-way street."""
    kind, edge, side = spot
    return kind == "place" or math.isfinite(instance.lengths[edge, side])


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_all_three_ways_agree(first: int) -> None:
    """Those of the kernel, of the check of certificates, and of plain code from the definition."""
    compared = 0
    for index in range(first, first + 20):
        rng = np.random.default_rng([9, index])
        drawn = random_turns(rng, random_instance(rng)[0], [], seconds=True)
        try:
            instance = drawn.instance()
        except arcload.InputError:
            continue  # some street cannot be served
        hours = np.where(np.isfinite(instance.lengths), DRIVE * instance.lengths, 0.0)
        ours = port_distances(instance, instance.lengths, hours, with_lengths=True)
        with mock.patch.object(module, "_FEW", 0):
            many = port_distances(instance, instance.lengths, hours, with_lengths=True, threads=2)
        assert all(np.array_equal(few, more) for few, more in zip(ours, many, strict=True))
        checked = turn_ways(instance, instance.lengths, hours)
        ways = TurnWays(instance, instance.turn_rules, instance.forbidden_turns, (), DRIVE)
        rows, columns = spots(instance)
        for row, here in enumerate(rows):
            for column, there in enumerate(columns):
                if not (is_used(instance, here) and is_used(instance, there)):
                    continue
                expected = ways.between(here, there)
                for found in (
                    (ours.matrix, ours.lengths, ours.hours),
                    (checked.metres, checked.lengths, checked.hours),
                ):
                    values = [matrix[row, column] for matrix in found]
                    assert values == pytest.approx(expected, rel=1e-12)
                compared += math.isfinite(expected[0])
    assert compared > 500


def test_turns_worked_by_hand() -> None:
    instance = Instance.from_edges(
        STREETS,
        depot="a",
        coordinates=CROSSING,
        turn_rules=TurnRules(left=3, right=2, u_turn=100),
        forbidden_turns=(Turn(3, 2, 2, 1),),  # from d to c
    )
    D = distances(instance).matrix
    assert len(D) == count_ports(instance) == 7
    assert D[1, 2] == 0  # straight on
    assert D[1, 4] == 3  # left
    assert D[4, 1] == 2  # right: d to a
    assert D[2, 4] == 2  # right: c to d
    assert D[4, 2] == 2 + 10 + 100 + 10 + 0  # not to the left, so by a
    assert D[1, 1] == 100  # back along the same street
    assert D[3, 6] == 100 + 20 + 0 + 10  # from c home
    assert D[6, 6] == 0


def test_u_turns_that_are_ruled_out_stay_possible_at_dead_ends() -> None:
    instance = Instance.from_edges(STREETS, depot="a", turn_rules=TurnRules(u_turn=math.inf))
    D = distances(instance).matrix
    assert D[3, 3] == 0  # at c
    assert D[1, 1] == 2 * 5  # not at b: round by d, which is nearer than c
    assert D[5, 2] == 0 + 5 + 0  # at d, then into b-c


def test_a_port_that_no_service_uses_is_as_near_as_the_other_end() -> None:
    streets = [*STREETS, arcload.Edge("d", "a", 7, 1, length_back=math.inf)]
    rules = TurnRules(u_turn=30)
    instance = Instance.from_edges(streets, depot="a", turn_rules=rules)
    D = distances(instance).matrix
    assert np.array_equal(D[6], D[7])  # left at its tail, as at its head
    assert np.array_equal(D[:, 7], D[:, 6])  # entered at its head, as at its tail


def test_threads_share_the_rows() -> None:
    city = arcload.generate("city", edges=80, seed=4).replace(turn_rules=TurnRules(left=30))
    one, three = (port_distances(city, city.lengths, threads=count) for count in (1, 3))
    assert np.array_equal(one.matrix, three.matrix)
    assert one.hours.size == one.lengths.size == 0
    assert len(one.matrix) > 2 * 64


def test_without_turn_rules_there_are_no_ports() -> None:
    instance = Instance.from_edges(STREETS, depot="a")
    assert not instance.has_turns
    assert count_rows(instance) == (4, "nodes that matter")
    assert distances(instance).matrix.shape == (4, 4)
