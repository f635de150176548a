"""Minimum T-joins against brute force and networkx."""

import itertools

import networkx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload.model.types import FloatArray, IntArray
from arcload.solving.postman.t_join import t_join

Graph = tuple[IntArray, FloatArray, list[int]]

_LENGTHS = st.integers(0, 9).map(float) | st.floats(1e-9, 1e15) | st.just(1 / 3)


@st.composite
def _graphs(draw: st.DrawFn) -> Graph:
    """Return a connected multigraph with loops and an even number of its nodes."""
    n = draw(st.integers(2, 6))
    tree = [(draw(st.integers(0, node - 1)), node) for node in range(1, n)]
    others = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    ends = tree + draw(st.lists(others, max_size=10 - len(tree)))
    lengths = draw(st.lists(_LENGTHS, min_size=len(ends), max_size=len(ends)))
    odd = sorted(draw(st.sets(st.integers(0, n - 1))))
    return np.array(ends), np.array(lengths), odd[: len(odd) // 2 * 2]


def _odd_nodes(ends: IntArray, edges: list[int]) -> list[int]:
    degree = np.bincount(ends[edges].ravel().astype(np.int64), minlength=1)
    return np.flatnonzero(degree % 2).tolist()


@given(_graphs())
def test_no_set_of_edges_with_these_odd_nodes_is_shorter(
    graph: Graph,
) -> None:
    ends, lengths, odd = graph
    edges, left_out = t_join(ends, lengths, odd)
    assert (_odd_nodes(ends, edges), left_out) == (odd, [])
    subsets = itertools.chain.from_iterable(
        itertools.combinations(range(len(ends)), size) for size in range(len(ends) + 1)
    )
    best = min(lengths[list(s)].sum() for s in subsets if _odd_nodes(ends, list(s)) == odd)
    assert lengths[edges].sum() == pytest.approx(best, rel=1e-12)


@given(_graphs(), st.integers(1, 2))
def test_the_nodes_left_out_are_those_that_save_most(
    graph: Graph,
    free: int,
) -> None:
    ends, lengths, odd = graph
    if free == 1:
        odd = odd[1:]
    assume(len(odd) >= free)
    edges, left_out = t_join(ends, lengths, odd, free)
    assert sorted([*_odd_nodes(ends, edges), *left_out]) == odd
    best = min(
        lengths[t_join(ends, lengths, [n for n in odd if n not in gone])[0]].sum()
        for gone in itertools.combinations(odd, free)
    )
    assert lengths[edges].sum() == pytest.approx(best, rel=1e-12)


def test_short_edges_count_beside_one_that_is_far_too_long() -> None:
    """Its length in whole numbers leaves none for the others."""
    ends = np.array([[0, 1], [0, 2], [2, 1], [1, 3]])
    assert t_join(ends, np.array([3e-30, 1e-30, 1e-30, 1e30]), [0, 1]) == ([1, 2], [])
    assert t_join(ends, np.array([1e-30, 1e-30, 1e-30, 1e30]), [0, 1]) == ([0], [])
    assert t_join(ends, np.array([1e-30, 0.0, 0.0, 1e30]), [0, 1]) == ([1, 2], [])


def test_a_town_agrees_with_networkx() -> None:
    """Its matching of the odd nodes along shortest paths has the same length."""
    town = arcload.generate("city", edges=250, seed=3)
    lengths = town.lengths.min(axis=1)
    degree = np.bincount(town.ends.ravel())
    odd = np.flatnonzero(degree % 2).tolist()
    graph = networkx.Graph()
    for (tail, head), length in zip(town.ends.tolist(), lengths.tolist(), strict=True):
        known = graph.get_edge_data(tail, head, {"weight": np.inf})["weight"]
        graph.add_edge(tail, head, weight=min(length, known))
    apart = dict(networkx.all_pairs_dijkstra_path_length(graph))
    pairs = networkx.Graph()
    pairs.add_weighted_edges_from((a, b, apart[a][b]) for a, b in itertools.combinations(odd, 2))
    matched = networkx.min_weight_matching(pairs)
    edges, _ = t_join(town.ends, lengths, odd)
    assert len(odd) > 40
    assert lengths[edges].sum() == pytest.approx(sum(apart[a][b] for a, b in matched), rel=1e-12)


def test_an_odd_node_alone_in_its_part_is_refused() -> None:
    with pytest.raises(ValueError, match="an odd number of odd nodes"):
        t_join(np.array([[0, 1], [2, 3]]), np.ones(2), [0, 2])
