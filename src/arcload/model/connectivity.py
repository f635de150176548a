"""Which streets a vehicle can reach, and whether one tour can serve them all."""

from collections import defaultdict
from itertools import pairwise
from typing import Any

import numpy as np

from arcload.model.cut_off import Streets, count_and_measure, name_lost
from arcload.model.errors import CutOffError
from arcload.model.types import BoolArray, FloatArray, Id, IntArray

_FEW = 100  # nodes whose parts are found sooner than SciPy is imported


def one_way_graph(ends: IntArray, lengths: FloatArray, nodes: int) -> Any:
    """Return the sparse matrix with an entry for each pair of nodes joined by one drive."""
    from scipy.sparse import csr_array

    edge, side = np.nonzero(np.isfinite(lengths))
    rows, columns = ends[edge, side], ends[edge, 1 - side]
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=(nodes, nodes))


def strong_parts(ends: IntArray, lengths: FloatArray, nodes: int) -> IntArray:
    """Return the label of each node's part: nodes one can drive between in both directions."""
    if nodes <= _FEW and _is_one_part(ends, lengths, nodes):
        return np.zeros(nodes, dtype=np.int64)
    from scipy.sparse.csgraph import connected_components

    graph = one_way_graph(ends, lengths, nodes)
    _, labels = connected_components(graph, directed=True, connection="strong")
    return np.asarray(labels, dtype=np.int64)


def _is_one_part(ends: IntArray, lengths: FloatArray, nodes: int) -> bool:
    edge, side = np.nonzero(np.isfinite(lengths))
    reached = np.eye(nodes, dtype=np.bool_)
    reached[ends[edge, side], ends[edge, 1 - side]] = True
    for _ in range(nodes.bit_length()):  # drives over twice as many edges each time
        reached = reached @ reached
    return bool(reached.all())


def require_tour(
    nodes: tuple[Id, ...], streets: Streets, served: BoolArray, start: int, end: int
) -> None:
    """Raise `CutOffError` unless some walk from `start` to `end` crosses every served edge.

    `start` and `end` are indices of nodes, or -1 where the tour may start or end anywhere.
    """
    ends, lengths = streets.ends, streets.lengths
    parts = strong_parts(ends, lengths, len(nodes))
    places = np.array([node for node in (start, end) if node >= 0], dtype=np.int64)
    needed = np.append(ends[served].ravel(), places)
    if len(np.unique(parts[needed])) <= 1:
        return

    after_start = _reached_from(ends, lengths, len(nodes), start)
    before_end = _reached_from(ends, lengths[:, ::-1], len(nodes), end)
    if start >= 0 and end >= 0 and not after_start[end]:
        raise CutOffError(
            f"no way leads from the start {nodes[start]!r} to the end {nodes[end]!r}; "
            "connect them or choose another end"
        )
    if start < 0 and end < 0:
        after_start = before_end = _largest_weak_part(ends, lengths, served, len(nodes))

    entered = np.isfinite(lengths) & after_start[ends]
    left = before_end[ends[:, ::-1]]
    lost = np.flatnonzero(served & ~np.any(entered & left, axis=1))
    if len(lost):
        what = count_and_measure(streets, lost)
        why = _why_lost(nodes, start, end, np.any(entered[lost], axis=1))
        them = "it" if len(lost) == 1 else "them"
        named = name_lost(streets, lost, after_start & before_end)
        raise CutOffError(
            f"{what} {why}: {named}; connect {them} or leave {them} out",
            edge=int(lost[0]),
            lost=lost.tolist(),
        )
    _require_chain(streets, np.flatnonzero(served), parts)


def reached_from(ends: IntArray, lengths: FloatArray, nodes: int, starts: IntArray) -> BoolArray:
    """Return whether each node can be reached from any of some others."""
    from scipy.sparse.csgraph import breadth_first_order

    reached = np.zeros(nodes, dtype=np.bool_)
    graph = one_way_graph(ends, lengths, nodes)
    for start in starts:
        if not reached[start]:
            reached[breadth_first_order(graph, start, return_predecessors=False)] = True
    return reached


def _reached_from(ends: IntArray, lengths: FloatArray, nodes: int, start: int) -> BoolArray:
    if start < 0:
        return np.ones(nodes, dtype=np.bool_)
    return reached_from(ends, lengths, nodes, np.array([start]))


def _largest_weak_part(
    ends: IntArray, lengths: FloatArray, served: BoolArray, nodes: int
) -> BoolArray:
    """Return the nodes of the part, one-way or not, that holds the greatest served length.

    Of parts with the same length, such as 0, it is the one with the most served edges.
    """
    parts = strong_parts(ends, np.zeros_like(lengths), nodes)
    at, drive = parts[ends[served, 0]], np.min(lengths, axis=1)[served]
    count = np.bincount(at, minlength=parts.max() + 1)
    weight = np.bincount(at, weights=drive, minlength=len(count))
    return np.asarray(parts == np.lexsort((-count, -weight))[0], dtype=np.bool_)


def _why_lost(nodes: tuple[Id, ...], start: int, end: int, reached: BoolArray) -> str:
    """Return why edges cannot be served, `reached` being whether each can be entered at all."""
    one = len(reached) == 1
    if start < 0 and end < 0:
        return f"{'lies' if one else 'lie'} apart from the largest part of the network"
    if start < 0:
        return f"{'has' if one else 'have'} no way to the end {nodes[end]!r}"
    from_start = f"cannot be reached from the {'depot' if start == end else 'start'}"
    if not reached.any():
        return f"{from_start} {nodes[start]!r}"
    to_end = "" if start == end else f" to reach the end {nodes[end]!r}"
    if not reached.all():
        return f"{from_start} {nodes[start]!r} or left again{to_end}"
    to_end = to_end or f" to return to the depot {nodes[end]!r}"
    return f"cannot be left again{to_end} along the one-way streets"


def _require_chain(streets: Streets, served: IntArray, parts: IntArray) -> None:
    """Raise unless the served edges can be put in an order in which each leads to the next.

    A tour that need not return may leave a part of the network for good. It can serve all
    edges only if the parts it serves follow each other in one line.
    """
    ends, lengths = streets.ends, streets.lengths
    rank, following = _order_parts(ends, lengths, parts)
    side = np.argmin(lengths[served], axis=1)
    entry = parts[ends[served, side]]
    leave = parts[ends[served, 1 - side]]
    line = np.lexsort((rank[leave], rank[entry]))
    for here, there in pairwise(line):
        if not _leads_to(following, rank, int(leave[here]), int(entry[there])):
            one, other = (streets.label(int(edge)) for edge in served[[here, there]])
            raise CutOffError(
                f"edges {one} and {other} cannot both be served: no way leads from one to the "
                "other along the one-way streets",
                edge=int(served[there]),
            )


def _order_parts(
    ends: IntArray, lengths: FloatArray, parts: IntArray
) -> tuple[IntArray, dict[int, set[int]]]:
    """Return a rank of each part that grows along every street, and the parts after each."""
    following: dict[int, set[int]] = defaultdict(set)
    edge, side = np.nonzero(np.isfinite(lengths))
    for here, there in zip(parts[ends[edge, side]], parts[ends[edge, 1 - side]], strict=True):
        if here != there:
            following[int(here)].add(int(there))
    waiting = np.zeros(parts.max() + 1, dtype=np.int64)
    for others in following.values():
        for part in others:
            waiting[part] += 1
    ready = [int(part) for part in np.flatnonzero(waiting == 0)]
    rank = np.zeros(len(waiting), dtype=np.int64)
    for position in range(len(waiting)):
        part = ready.pop()
        rank[part] = position
        for other in following.get(part, ()):
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    return rank, following


def _leads_to(following: dict[int, set[int]], rank: IntArray, here: int, there: int) -> bool:
    seen, pending = {here}, [here]
    while pending:
        part = pending.pop()
        if part == there:
            return True
        for other in following.get(part, ()):
            if other not in seen and rank[other] <= rank[there]:
                seen.add(other)
                pending.append(other)
    return False
