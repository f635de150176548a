"""Sums of rows that are odd, with few odd entries: elimination in numbers modulo 2."""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.cuts_due import BitArray
from arcload.model.types import BoolArray, FloatArray

_ONE = np.uint64(1)


@kernel
def odd_sums(
    odd: BitArray,
    members: BitArray,
    side: BoolArray,
    slack: FloatArray,
    price: FloatArray,
    below: float,
    most: int,
) -> tuple[BitArray, FloatArray]:
    """Return sums of rows whose sides add up to an odd number, the cheapest that were met.

    A sum costs the slack of its rows and the price of every column in which its entries add up to
    an odd number. Column by column, one row with an odd entry is added to all others that have
    one, so that these are even there: that with the least slack, which is not used again.

    Parameters
    ----------
    odd
        Bits of each row: whether its entry in each column is odd. They are changed, as are the
        next three.
    members
        Bits of each row: of which rows it is the sum; at first of itself alone.
    side, slack
        Whether the side of each row is odd, and its slack.
    price
        Of each column, the dearest first.
    below
        What a sum costs at the most.
    most
        How many sums.

    Returns
    -------
    sums, costs
        Members of each sum, and what it costs.
    """
    rows = len(odd)
    free = slack < below  # rows that may be added
    sums, costs = np.zeros((most, members.shape[1]), dtype=np.uint64), np.zeros(most)
    alone = slack.copy()
    found = 0
    for column in range(len(price)):
        word, bit = column >> 6, _ONE << np.uint64(column & 63)
        pivot = -1
        for row in range(rows):
            if free[row] and odd[row, word] & bit and (pivot < 0 or slack[row] < slack[pivot]):
                pivot = row
        if pivot < 0:
            continue
        free[pivot] = False
        for row in range(rows):
            if not (free[row] and odd[row, word] & bit):
                continue
            side[row] ^= side[pivot]
            odd[row] ^= odd[pivot]
            members[row] ^= members[pivot]
            if slack[pivot] > 0:
                slack[row] = _cost(members[row], 0.0, alone, below)
            free[row] = slack[row] < below
            if not (free[row] and side[row]):
                continue
            cost = _cost(odd[row], slack[row], price, below)
            if cost >= below:
                continue
            place = found
            if found == most:
                place = int(np.argmax(costs))
                if cost >= costs[place]:
                    continue
            else:
                found += 1
            sums[place], costs[place] = members[row], cost
    return sums[:found], costs[:found]


@part
def _cost(set_: BitArray, cost: float, price: FloatArray, below: float) -> float:
    """Return a cost and the prices of what is in a set, as far as it is below a number."""
    for word in range(len(set_)):
        bits, place = set_[word], word << 6
        while bits and cost < below:
            if bits & _ONE:
                cost += price[place]
            bits >>= _ONE
            place += 1
    return cost
