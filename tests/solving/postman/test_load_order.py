"""The rounds of a walk come in the order that carries the load least far."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.solving.postman.load_order import by_load

ROUNDS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 5)), min_size=1)


@given(ROUNDS.filter(lambda rounds: len(rounds) <= 6))
def test_rounds_from_one_node_come_in_the_best_order(rounds: list[tuple[int, int, int]]) -> None:
    """Round k goes to node k + 1 and back by another street, without a demand."""
    number = len(rounds)
    streets = np.arange(2 * number)
    nodes = np.array([0, *(node for k in range(number) for node in (k + 1, 0))])
    lengths = np.array([float(x) for there, back, _ in rounds for x in (there, back)])
    demands = np.array([float(x) for *_, q in rounds for x in (q, 0)])

    def carried(order: tuple[int, ...]) -> float:
        walk = [crossing for k in order for crossing in (2 * k, 2 * k + 1)]
        return float(np.cumsum(lengths[walk]) @ demands[walk])

    order, least = by_load(streets, nodes, lengths, demands)
    assert sorted(order) == streets.tolist()
    # What a round carries within itself is the same in any order, so Smith's rule is the optimum.
    assert least == pytest.approx(min(map(carried, permutations(range(number)))))


@given(st.data())
def test_any_walk_stays_one_and_carries_no_more(data: st.DataObject) -> None:
    nodes = np.array(data.draw(st.lists(st.integers(0, 3), min_size=2, max_size=12)))
    number = len(nodes) - 1
    streets = np.array(data.draw(st.lists(st.integers(0, 5), min_size=number, max_size=number)))
    lengths = np.array(data.draw(st.lists(st.floats(0, 9), min_size=number, max_size=number)))
    demands = np.array(data.draw(st.lists(st.floats(0, 9), min_size=6, max_size=6)))
    order, carried = by_load(streets, nodes, lengths, demands)
    assert sorted(order) == list(range(number))
    assert nodes[order[0]] == nodes[0]
    assert nodes[order[-1] + 1] == nodes[-1]
    for one, other in pairwise(order):
        assert nodes[one + 1] == nodes[other]
    served: set[int] = set()
    before, load = 0.0, 0.0
    for street, length in zip(streets, lengths, strict=True):
        before += length
        load += 0.0 if street in served else demands[street] * before
        served.add(int(street))
    assert carried <= load * (1 + 1e-9) + 1e-9


def test_it_ends_when_it_is_over() -> None:
    streets, nodes, lengths = np.array([0, 1]), np.array([0, 0, 0]), np.ones(2)
    demands = np.array([1.0, 2.0])
    assert by_load(streets, nodes, lengths, demands)[0].tolist() == [1, 0]
    assert by_load(streets, nodes, lengths, demands, lambda: True)[0].tolist() == [0, 1]
