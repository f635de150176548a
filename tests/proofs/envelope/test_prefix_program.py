"""Rows that every beginning of a tour keeps, followed along real tours."""

from collections.abc import Iterator

import numpy as np

import arcload
from arcload.model.types import FloatArray
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.envelope.prefix_program import PrefixProgram
from arcload.proofs.envelope.separation import Separation
from arcload.proofs.street_network import StreetNetwork
from tests.examples import FOUR_EDGES


def test_without_load_nothing_is_driven() -> None:
    network = StreetNetwork.of(FOUR_EDGES)
    late = network.served[network.street]
    prefix = PrefixProgram(network, late).solve(0.0)
    assert prefix is not None
    assert (prefix.length, prefix.slope) == (0.0, 0.0)


def test_all_load_takes_all_services_and_the_ways_between() -> None:
    """Streets 1-2-3 and 1-4 and 3-4: with parity and links no way is shorter than 14."""
    network = StreetNetwork.of(FOUR_EDGES)
    late = network.served[network.street]
    program, separation = PrefixProgram(network, late), Separation(network, late)
    while True:
        prefix = program.solve(program.total)
        assert prefix is not None
        cuts = separation.cuts(prefix, 1e-4)
        if not cuts:
            break
        program.add(cuts)
    assert abs(prefix.length - 14.0) < 1e-6
    assert abs(prefix.load - 135.0) < 1e-6


def test_what_cuts_pay_is_their_rows_times_their_multipliers() -> None:
    network = StreetNetwork.of(FOUR_EDGES)
    late = network.served[network.street]
    program = PrefixProgram(network, late)
    # Node 4 alone: streets 2 and 3 (1-4 and 3-4) are its border.
    program.add(
        [
            PrefixCut("linked", np.array([3]), np.array([3])),
            PrefixCut("parity", np.array([3]), np.array([2])),
        ]
    )
    paid = program.paid(np.array([10, 1]))
    by_arc = {
        (int(street), int(head)): (int(y), int(z))
        for street, head, y, z in zip(network.street, network.head, paid.y, paid.z, strict=True)
    }
    assert by_arc[2, 3] == (10 - 1, 1)  # into node 4 along F
    assert by_arc[2, 0] == (-1, 1)
    assert by_arc[3, 3] == (10 - 10 + 1, 0)  # it is linked, and enters itself
    assert by_arc[3, 2] == (-10 + 1, 0)
    assert paid.h.tolist() == [0, 0, 0, 1]
    assert program.sides.tolist() == [0, 0]


def test_beginnings_of_a_driven_tour_break_no_cut() -> None:
    """The tour of a search, each street served on its first crossing, cut after each service."""
    town = arcload.generate("city", edges=30, served=0.8, seed=4)
    network = StreetNetwork.of(town)
    late = network.served[network.street]
    program, separation = PrefixProgram(network, late), Separation(network, late)
    for share in (0.3, 0.6, 0.9):
        for _ in range(4):
            prefix = program.solve(share * program.total)
            assert prefix is not None
            program.add(separation.cuts(prefix, 0.01))
    assert len(program.cuts) > 20
    for y, z, h in _beginnings(town, network):
        for cut in program.cuts:
            assert _lack(cut, network, y, z, h) <= 0


def _beginnings(
    town: arcload.Instance, network: StreetNetwork
) -> Iterator[tuple[FloatArray, FloatArray, FloatArray]]:
    result = arcload.solve(town, "greedy")
    arc_of = {
        (int(street), int(side)): arc
        for arc, (street, side) in enumerate(zip(network.street, network.side, strict=True))
    }
    y, z = np.zeros(len(network.street)), np.zeros(len(network.street))
    served: set[int] = set()
    for crossing in result.plan.walk:
        street = town.edge_index(crossing.edge)
        arc = arc_of[street, 0 if crossing.direction == 1 else 1]
        if network.served[street] and street not in served:
            served.add(street)
            y[arc] += 1
            h = np.zeros(network.nodes)
            h[network.head[arc]] = 1
            yield y.copy(), z.copy(), h
        else:
            z[arc] += 1


def _lack(
    cut: PrefixCut, network: StreetNetwork, y: FloatArray, z: FloatArray, h: FloatArray
) -> float:
    inside = np.isin(np.arange(network.nodes), cut.nodes)
    into, out = inside[network.head], inside[network.tail]
    served = network.served[network.street]
    own = np.isin(network.street, cut.streets)
    if cut.kind == "linked":
        entering = into & ~out
        return float(y[own].sum() - y[entering].sum() - z[entering & ~served].sum())
    border = into != out
    driven = z[border & (own | ~served)].sum() + y[border & ~own].sum() + h[inside].sum()
    return float(1 - (len(cut.streets) - y[border & own].sum()) - driven)
