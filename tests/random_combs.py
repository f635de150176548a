"""Combs of a network that have nothing to do with any solution."""

import numpy as np

from arcload.proofs.postman.comb import Comb, Tooth
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork
from tests.random_instances import Rng


def random_combs(rng: Rng, network: StreetNetwork, tries: int) -> list[Comb]:
    """Return up to a number of combs, none if there are too few parts for a tooth."""
    ends = RequiredEnds.of(network)
    part = np.append(ends.part, ends.part.max(initial=-1) + 1)
    barred = np.unique(part[[*ends.places, network.nodes]])
    wanted = np.setdiff1d(ends.part[ends.active], barred)
    odd = np.append(ends.odd, ends.odd.sum() % 2 == 1)
    if len(wanted) < 2:
        return []
    combs = []
    for _ in range(tries):
        teeth = []
        for _ in range(rng.integers(1, 4)):
            side = rng.integers(0, 3, int(part.max()) + 1)
            side[barred] = 0
            side[rng.permutation(wanted)[:2]] = 1, 2
            one, other, rest = (side[part] == number for number in (1, 2, 0))
            teeth.append([Tooth(one, other), Tooth(one, rest), Tooth(rest, other)][rng.integers(3)])
        handle = rng.random(network.nodes + 1) < 0.5
        if (odd[handle].sum() + len(teeth)) % 2:
            combs.append(Comb(handle, teeth))
    return combs
