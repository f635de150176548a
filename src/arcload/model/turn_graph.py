"""The graph of turns: from which drive a vehicle may go on into which, and what that adds."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from arcload.model.instance import Instance
from arcload.model.turn_angles import KINDS, TurnAngles
from arcload.model.types import FloatArray, IntArray
from arcload.model.units import METRES


@dataclass(frozen=True)
class TurnGraph:
    """The turns of a network, sorted by the drives that they leave and enter.

    Drives are numbered ``2 * edge + side``, where side 0 drives from tail to head. The turns out
    of drive ``d`` are those from ``first[d]`` up to, without it, ``first[d + 1]``.

    Parameters
    ----------
    first
        Where the turns out of each drive begin; one more entry than there are drives.
    to
        The drive that each turn leads into.
    cost
        What each turn adds to the way, in the unit of the lengths.
    hours
        How long each turn takes.
    kinds
        What each is, as a position in `KINDS`, or `UNKNOWN`.
    """

    first: IntArray
    to: IntArray
    cost: FloatArray
    hours: FloatArray
    kinds: IntArray

    @classmethod
    def of(cls, instance: Instance, lengths: FloatArray) -> Self:
        """Return the graph of turns for a vehicle.

        Where U-turns are ruled out, they stay possible at dead ends, at no cost: where no other
        turn leads on.

        Parameters
        ----------
        instance
            The network and its rules.
        lengths
            Lengths of the edges for the vehicle, infinite where it may not drive.
        """
        before, after = _joined(instance, lengths)
        if instance.forbidden_turns:
            free = ~np.isin(before * lengths.size + after, _forbidden(instance))
            before, after = before[free], after[free]
        kinds = TurnAngles(instance).kinds(before, after)
        metres, seconds = np.zeros(len(KINDS)), np.zeros(len(KINDS))
        rules = instance.turn_rules
        if rules is not None:
            metres = np.array([getattr(rules, kind) for kind in KINDS])
            seconds = np.array([getattr(rules, f"{kind}_seconds") for kind in KINDS])
        if np.isinf(metres[3]):
            u_turn = kinds == 3
            goes_on = np.bincount(before[~u_turn], minlength=lengths.size) > 0
            stays = ~(u_turn & goes_on[before])
            before, after, kinds = before[stays], after[stays], kinds[stays]
            metres[3] = 0.0
        cost = metres / METRES.get(instance.length_unit, 1.0)
        return cls(
            first=np.searchsorted(before, np.arange(lengths.size + 1)),
            to=after,
            cost=cost[np.maximum(kinds, 0)],
            hours=(seconds / 3600)[np.maximum(kinds, 0)],
            kinds=kinds,
        )

    def find(self, before: IntArray, after: IntArray) -> IntArray:
        """Return the positions of turns by the drives that they leave and enter, -1 for none."""
        if len(self.to) == 0:
            return np.full(len(before), -1)
        drives = len(self.first) - 1
        keys = np.repeat(np.arange(drives), np.diff(self.first)) * drives + self.to
        wanted = before * drives + after
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, place, -1)


def _joined(instance: Instance, lengths: FloatArray) -> tuple[IntArray, IntArray]:
    """Return all pairs of drives of which the second starts where the first ends."""
    drives = np.flatnonzero(np.isfinite(lengths))
    starts, ends = instance.ends.ravel(), instance.ends[:, ::-1].ravel()
    by_start = drives[np.argsort(starts[drives], kind="stable")]
    low = np.searchsorted(starts[by_start], ends[drives], side="left")
    counts = np.searchsorted(starts[by_start], ends[drives], side="right") - low
    begin = np.cumsum(counts) - counts
    within = np.arange(int(counts.sum())) - np.repeat(begin, counts)
    return np.repeat(drives, counts), by_start[np.repeat(low, counts) + within]


def _forbidden(instance: Instance) -> IntArray:
    """Return the forbidden turns, each as one number: drive left * drives + drive entered."""
    drives = np.array(
        [
            (
                2 * instance.edge_index(turn.from_edge) + turn.from_direction - 1,
                2 * instance.edge_index(turn.to_edge) + turn.to_direction - 1,
            )
            for turn in instance.forbidden_turns
        ]
    )
    return np.asarray(drives @ (2 * len(instance.edges), 1), dtype=np.int64)
