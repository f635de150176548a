"""What cuts ask of states: in all, and when one more edge is served."""

import numpy as np

from arcload.engine.kernels.labels import States, bound_again, expand, new_states
from arcload.proofs.edge_bits import packed
from tests.fuzz import Case, take_random_cuts
from tests.random_instances import random_instance

NOTHING_DUE = 1e-9


def test_children_are_asked_for_what_their_sets_and_places_say() -> None:
    """Three edges are served one by one; what is due is compared with that of each state alone."""
    compared = 0
    for index in range(60):
        rng = np.random.default_rng([6, index])
        case = Case(random_instance(rng)[0], rng)
        relaxation, m = case.random_relaxation(), case.problem.size
        take_random_cuts(case, relaxation)
        relaxation.reset(relaxation.multipliers)
        due = relaxation.table.priced(relaxation.multipliers)
        scale = np.abs(relaxation.multipliers).sum()
        nodes = len(relaxation.grid.home) - 1
        crossed = packed(np.zeros((nodes + 1, nodes, m), dtype=np.bool_))
        tail, head = case.problem.arrays.entry.T
        ending = packed((tail == np.arange(nodes)[:, None]) != (head == np.arange(nodes)[:, None]))
        parents, root = new_states(1, m), relaxation.root()
        parents.node[0], parents.level[0] = root.nodes[0], root.levels[0]
        parents.load[0], parents.cost[0] = case.problem.arrays.q.sum(), 0.0
        parents.rest[0] = -root.due[0] @ relaxation.multipliers
        count = 1
        for _ in range(min(3, m)):
            children = new_states(count * len(relaxation.grid.edge), m)
            count = expand(
                0,
                count,
                np.inf,
                relaxation.multipliers,
                crossed,
                ending,
                relaxation.grid,
                relaxation.labels,
                due,
                parents,
                children,
            )
            served = _unpacked(children, count, m)
            here = children.node[:count].astype(np.int64)
            asked = relaxation.due(served, here, children.level[:count].astype(np.int64))
            rest = children.rest[:count].copy()
            np.testing.assert_allclose(
                rest, -(asked @ relaxation.multipliers), rtol=0, atol=NOTHING_DUE * scale
            )
            open_yet = children.level[:count] > 0  # of whole tours the cost itself is the bound
            bound = children.bound[:count][open_yet]
            bound_again(
                count,
                m,
                relaxation.multipliers,
                ending,
                relaxation.grid,
                relaxation.labels,
                due,
                children,
            )
            np.testing.assert_allclose(children.rest[:count], rest, atol=NOTHING_DUE * scale)
            np.testing.assert_allclose(
                children.bound[:count][open_yet], bound, rtol=1e-9, atol=NOTHING_DUE * scale
            )
            compared += count
            parents, count = children, min(count, 50)
    assert compared > 3000


def _unpacked(states: States, count: int, edges: int) -> np.ndarray:
    bits = np.unpackbits(states.served[:count].view(np.uint8), axis=1, bitorder="little")
    return bits[:, :edges].astype(np.bool_)
