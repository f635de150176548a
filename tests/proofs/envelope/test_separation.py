"""Cuts that a beginning breaks."""

import numpy as np

import arcload
from arcload.proofs.envelope.prefix_program import PrefixProgram
from arcload.proofs.envelope.separation import Separation
from arcload.proofs.street_network import StreetNetwork


def test_cuts_raise_the_way_and_come_to_an_end() -> None:
    network = StreetNetwork.of(arcload.generate("city", edges=40, seed=7))
    late = network.served[network.street]
    program, separation = PrefixProgram(network, late), Separation(network, late)
    ways, kinds = [], set()
    for _ in range(100):
        prefix = program.solve(0.8 * program.total)
        assert prefix is not None
        ways.append(prefix.length)
        cuts = separation.cuts(prefix, 0.02)
        if not cuts:
            break
        kinds |= {cut.kind for cut in cuts}
        program.add(cuts)
    assert not cuts
    assert kinds == {"linked", "parity"}
    assert ways[-1] > 1.02 * ways[0]
    assert all(np.diff(ways) > -1e-6 * ways[-1])


def test_no_cut_is_found_twice() -> None:
    network = StreetNetwork.of(arcload.generate("city", edges=40, seed=7))
    late = network.served[network.street]
    program, separation = PrefixProgram(network, late), Separation(network, late)
    seen = set()
    for _ in range(5):
        prefix = program.solve(0.5 * program.total)
        assert prefix is not None
        for cut in separation.cuts(prefix, 0.02):
            key = (cut.kind, cut.nodes.tobytes(), cut.streets.tobytes())
            assert key not in seen
            seen.add(key)
            program.add([cut])


def test_loops_alone_have_no_cuts() -> None:
    loops = arcload.Instance.from_edges([(1, 1, 2, 3), (1, 1, 4, 1)], depot=1)
    network = StreetNetwork.of(loops)
    late = network.served[network.street]
    prefix = PrefixProgram(network, late).solve(2.0)
    assert prefix is not None
    assert Separation(network, late).cuts(prefix, 0.02) == []
