"""The nodes at which a deadhead must begin or end."""

import pytest

from arcload import FREE, Instance
from arcload.proofs.verify.delivery import delivery_of
from arcload.proofs.verify.odd_nodes import odd_nodes

LINE = [(0, 1, 1, 1), (1, 2, 1, 1)]


@pytest.mark.parametrize(
    ("start", "end", "odd"),
    [
        (0, 0, [0, 2]),
        (0, 2, []),
        (1, 0, [1, 2]),
        (FREE, 0, [-1, 2]),
        (FREE, FREE, [-1, -1, 0, 2]),
    ],
)
def test_a_line_by_hand(start: object, end: object, odd: list[int]) -> None:
    """Its ends are odd; start and end count as one more end each."""
    instance = Instance.from_edges(LINE, start=start, end=end)  # type: ignore[arg-type]
    assert odd_nodes(delivery_of(instance)) == odd


def test_a_loop_ends_twice_at_its_node() -> None:
    assert odd_nodes(delivery_of(Instance.from_edges([(0, 0, 1, 1)], depot=0))) == []
