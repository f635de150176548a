"""Halves as a certificate has them."""

import numpy as np

from arcload.model.envelope_prices import HalfCut
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.postman.half import Half
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork


def half_cuts(
    network: StreetNetwork, halves: tuple[Half, ...], sets: SetTable
) -> tuple[HalfCut, ...]:
    """Return what each half is half of, by numbers; a check computes the half itself.

    Parameters
    ----------
    network
        The network.
    halves
        The halves, each behind those that it is made of.
    sets
        Takes the sets of their rules.
    """
    arcs = len(network.street)
    number: dict[SumRule, int] = {}
    cuts: list[HalfCut] = []
    for half in halves:
        of: dict[str, list[int]] = {"odd": [], "linked": [], "halves": []}
        for source in half.of:
            if isinstance(source, SumRule):
                of["halves"].append(number[source])
            else:
                of[source[0]].append(sets.number(np.frombuffer(source[1], np.int64)))
        is_service = half.downwards < 2 * arcs
        services = network.street[half.downwards[is_service] - arcs]
        places = half.downwards[~is_service] - 2 * arcs + network.streets
        number[half.rule] = len(cuts)
        cuts.append(
            HalfCut(
                **{kind: tuple(numbers) for kind, numbers in of.items()},
                equations=tuple(half.equations.tolist()),
                downwards=tuple(np.append(services, places).tolist()),
            )
        )
    return tuple(cuts)
