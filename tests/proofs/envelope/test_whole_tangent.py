"""Tangents in whole numbers."""

import arcload
from arcload.proofs.envelope.prefix_program import PrefixProgram
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.separation import Separation
from arcload.proofs.envelope.whole_tangent import whole_tangent
from arcload.proofs.street_network import StreetNetwork


def test_rounding_costs_next_to_nothing() -> None:
    network = StreetNetwork.of(arcload.generate("city", edges=60, served=0.8, seed=2))
    scale = Scale.of(network)
    late = network.served[network.street]
    program, separation = PrefixProgram(network, late), Separation(network, late)
    for share in (0.2, 0.9, 0.9, 0.9):
        load = share * program.total
        prefix = program.solve(load)
        assert prefix is not None
        tangent = whole_tangent(program, scale, prefix)
        assert tangent is not None
        way = (tangent.slope * (load / scale.load_unit) + tangent.constant) * scale.length_unit
        assert (1 - 1e-6) * prefix.length < way < (1 + 1e-9) * prefix.length
        program.add(separation.cuts(prefix, 0.02))


def test_prices_that_are_too_great_are_none() -> None:
    network = StreetNetwork.of(arcload.generate("city", edges=30, seed=2))
    late = network.served[network.street]
    program = PrefixProgram(network, late)
    prefix = program.solve(0.5 * program.total)
    assert prefix is not None
    spoiled = prefix._replace(slope=1e300)
    assert whole_tangent(program, Scale.of(network), spoiled) is None
