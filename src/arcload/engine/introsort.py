"""Sorting as the GNU C++ library does, the order of equal keys included.

The published results of the greedy construction depend on the order in which its authors'
program, compiled with that library, takes edges with equal length * demand. Up to 16 keys
equal ones keep their order; beyond, quicksort's exchanges decide.
"""

from collections.abc import Sequence

_SHORT = 16  # pieces up to this length are left to the insertion sort at the end


def falling_order(keys: Sequence[float]) -> list[int]:
    """Return the positions of the keys from the greatest to the least."""
    order = list(range(len(keys)))
    pieces = [(0, len(order))]
    while pieces:
        first, last = pieces.pop()
        while last - first > _SHORT:
            cut = _partition(order, keys, first, last)
            pieces.append((cut, last))
            last = cut
    for position in range(1, len(order)):
        moved = order[position]
        while position > 0 and keys[moved] > keys[order[position - 1]]:
            order[position] = order[position - 1]
            position -= 1  # noqa: PLW2901
        order[position] = moved
    return order


def _partition(order: list[int], keys: Sequence[float], first: int, last: int) -> int:
    """Part a piece around the median of three of its keys; return where the second half starts."""
    median = _median(order, keys, first + 1, first + (last - first) // 2, last - 1)
    order[first], order[median] = order[median], order[first]
    pivot = keys[order[first]]
    low, high = first + 1, last
    while True:
        while keys[order[low]] > pivot:
            low += 1
        high -= 1
        while pivot > keys[order[high]]:
            high -= 1
        if low >= high:
            return low
        order[low], order[high] = order[high], order[low]
        low += 1


def _median(order: list[int], keys: Sequence[float], a: int, b: int, c: int) -> int:
    x, y, z = keys[order[a]], keys[order[b]], keys[order[c]]
    if x > y:
        return b if y > z else c if x > z else a
    return a if x > z else c if y > z else b
