"""Sets that a solution enters too little, against the greatest flows of networkx."""

import networkx as nx
import numpy as np
import pytest

import arcload
from arcload.proofs.postman.linked_sets import LinkedSets
from arcload.proofs.postman.postman_program import PostmanProgram
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork

BELOW = 1 - 1e-6


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_least_entered_set_around_every_part_is_found(seed: int, free: bool) -> None:
    town = arcload.generate("city", edges=80, served=0.3, seed=seed)
    if free:
        town = town.replace(start=arcload.FREE, end=arcload.FREE)
    network = StreetNetwork.of(town)
    ends = RequiredEnds.of(network)
    program = PostmanProgram(network, 1.0)
    program.add(("odd", np.arange(network.nodes) == node) for node in np.flatnonzero(ends.odd))
    optimum = program.solve()
    assert optimum is not None
    places = optimum.starts, optimum.ends
    sets = list(LinkedSets(network, ends).least(optimum.deadheads, *places, BELOW))
    graph = nx.DiGraph()
    for tail, head, weight in zip(network.tail, network.head, optimum.deadheads, strict=True):
        pair = ends.part[tail], ends.part[head]
        before = graph.get_edge_data(*pair, {"capacity": 0.0})["capacity"]
        graph.add_edge(*pair, capacity=before + weight)
    for node in np.flatnonzero(optimum.starts):
        graph.add_edge("start", ends.part[node], capacity=optimum.starts[node])
    entered = [
        optimum.deadheads[inside[network.head] & ~inside[network.tail]].sum()
        + optimum.starts[inside].sum()
        for inside in sets
    ]
    broken = 0
    for part in np.unique(ends.part[ends.active]):
        least = nx.maximum_flow_value(graph, "start", part)
        around = [
            value
            for value, inside in zip(entered, sets, strict=True)
            if (inside | (ends.part != part)).all()
        ]
        assert min([1.0, *around]) == pytest.approx(min(1.0, least), abs=1e-5)
        broken += least < BELOW
    assert broken
