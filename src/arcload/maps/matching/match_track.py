"""The streets that a track was driven on, by a hidden Markov model.

The states are positions on streets in a direction of driving. A point lies off its true position
by noise of a normal distribution, and between two points the vehicle drives about as far as these
are apart: the difference has an exponential distribution. The most likely sequence is found by
Viterbi's algorithm [1]_.

References
----------
.. [1] P. Newson and J. Krumm, Hidden Markov map matching through noise and sparseness, Proceedings
   of the 17th ACM SIGSPATIAL conference, 2009.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from arcload.maps.matching.node_distances import NodeDistances
from arcload.maps.matching.street_lines import StreetLines
from arcload.maps.matching.track import Track
from arcload.model.errors import InputError, counted
from arcload.model.instance import Instance
from arcload.model.network import Path, shortest_paths
from arcload.model.types import FloatArray, IntArray
from arcload.model.units import quantity

REACH = 50.0
"""Metres from a point within which its street is looked for."""

LONGEST_STEP = 250.0
"""Metres between two points above which the track has a gap."""

_MOST_STREETS = 8  # near a point that are looked at
_LEAST_NOISE, _MOST_NOISE = 2.0, 20.0  # metres
_THINNED = 2.0  # standard deviations of the noise within which a point tells nothing new
_BACKWARDS = 6.0  # standard deviations by which noise may seem to drive backwards
_DETOUR = 5.0  # metres, the mean difference between what is driven and the step of a short step
_DETOUR_SHARE = 0.1  # of the step, by which that grows
_U_TURN = 4.0  # by how much less likely a U-turn is, as a log-probability
_SLACK = 500.0  # metres that a way may be longer than three steps and still be of interest
_LEAST_POINTS = 2
_FIT = 2 / 3  # share of the points that must be near to a street
_LOST = 200.0  # metres by which a way is longer than its step where the network lacks one
_STEPS_AT_ONCE = 5_000  # of which all ways are priced together


@dataclass(frozen=True)
class Bridge:
    """A part of a track whose streets are not known, bridged by the shortest path.

    Parameters
    ----------
    place
        Where it begins, in words.
    straight
        Metres from its first point to its last.
    driven
        Metres of the path.
    """

    place: str
    straight: float
    driven: float


@dataclass(frozen=True)
class Match:
    """What a track was driven on.

    Parameters
    ----------
    drives
        Index and side of each street driven, one after the other without a gap.
    bridges
        Where the track does not tell the streets.
    noise
        The standard deviation of its points from the streets, in metres.
    away
        How many of its points lie off every street.
    """

    drives: Path
    bridges: tuple[Bridge, ...]
    noise: float
    away: int


def match_track(instance: Instance, track: Track) -> Match:
    """Return the streets that a track was driven on, in order.

    One-way streets are respected. All streets are driven in whole: a part at the start or the
    end, and one that was turned back from halfway, is driven if it is more than half of the street.

    Parameters
    ----------
    instance
        The network, with coordinates.
    track
        The points.

    Raises
    ------
    InputError
        If the track does not fit the network: it is of another place, or has too few points.
    """
    return _Matching(instance, track).match()


@dataclass(frozen=True)
class _States:
    """Where the vehicle may be at each point: a street, a side and how far along."""

    first: IntArray
    """Index of the first state of each point, and at last the number of states."""
    drive: IntArray
    """2 * edge + side."""
    done: FloatArray
    """Metres driven along the street."""
    rest: FloatArray
    """Metres left to drive."""
    entry: IntArray
    exit: IntArray
    """Indices of the nodes where the street was entered and will be left."""
    fit: FloatArray
    """Log-probability of the point."""


class _Matching:
    """One track on its network."""

    def __init__(self, instance: Instance, track: Track) -> None:
        self.instance, self.track = instance, track
        self.lines = StreetLines(instance)
        allowed = np.isfinite(instance.lengths)
        self.lengths = np.where(allowed, self.lines.lengths[:, None], np.inf)
        self.distances = NodeDistances(instance, self.lengths)

    def match(self) -> Match:
        points = self.lines.on_plane(self.track.points)
        near = self.lines.near(points, REACH, 1)
        self._require_fit(points, near.point)
        noise = float(np.clip(1.4826 * np.median(near.distance), _LEAST_NOISE, _MOST_NOISE))
        kept = _thinned(points, near.point, _THINNED * noise)
        self._require_dense(points, kept)
        states = self._states(points[kept], noise)
        steps = np.hypot(*np.diff(points[kept], axis=0).T)
        chosen = self._most_likely(states, steps, kept, noise)
        drives, bridges = self._driven(states, chosen, steps, kept, noise)
        return Match(drives, tuple(bridges), noise, len(points) - len(near.point))

    def _require_fit(self, points: FloatArray, near: IntArray) -> None:
        """Refuse a track of one point, and one of which more than a third is off the streets."""
        if len(points) < _LEAST_POINTS:
            raise InputError(
                f"{self.track.file}: the track has only {counted(len(points), 'point')}, which "
                "tells no way; record a point every 50 m at least"
            )
        away = np.ones(len(points), dtype=np.bool_)
        away[near] = False
        if len(points) - away.sum() >= max(_LEAST_POINTS, _FIT * len(points)):
            return
        first = int(np.argmax(away)) if away.any() else 0
        far = quantity(round(float(self.lines.farthest(points[first : first + 1])[0])), "m")
        raise InputError(
            f"{self.track.file}: the track does not fit the streets of {self.instance.name!r}: "
            f"{away.sum():,} of its {len(points):,} points are more than {REACH:g} m from every "
            f"street; it first leaves them at {self.track.place(first)}, {far} from the nearest"
        )

    def _require_dense(self, points: FloatArray, kept: IntArray) -> None:
        """Refuse a track whose points are too far apart to tell the streets between them."""
        steps = np.hypot(*np.diff(points[kept], axis=0).T)
        long = steps > LONGEST_STEP
        if steps[long].sum() <= 0.5 * steps.sum():
            return
        first = int(np.argmax(long))
        raise InputError(
            f"{self.track.file}: the track is too coarse to tell its streets: most of it has more "
            f"than {LONGEST_STEP:g} m from point to point, first {steps[first]:.0f} m at "
            f"{self.track.place(int(kept[first]))}; record a point every 50 m at least"
        )

    def _states(self, points: FloatArray, noise: float) -> _States:
        near = self.lines.near(points, REACH, _MOST_STREETS)
        row = np.repeat(np.arange(len(near.point)), 2)
        side = np.tile([0, 1], len(near.point))
        ways = np.isfinite(self.lengths[near.edge[row], side])
        row, side = row[ways], side[ways]
        edge, length = near.edge[row], self.lines.lengths[near.edge[row]]
        done = np.where(side == 0, near.along[row], length - near.along[row])
        return _States(
            first=np.searchsorted(near.point[row], np.arange(len(points) + 1)),
            drive=2 * edge + side,
            done=done,
            rest=length - done,
            entry=self.instance.ends[edge, side],
            exit=self.instance.ends[edge, 1 - side],
            fit=-0.5 * (near.distance[row] / noise) ** 2,
        )

    def _most_likely(
        self, states: _States, steps: FloatArray, kept: IntArray, noise: float
    ) -> list[int]:
        """Return the state of each point on the most likely way, by Viterbi's algorithm."""
        first = states.first
        best = states.fit[first[0] : first[1]]
        before: list[IntArray] = []
        for low in range(0, len(steps), _STEPS_AT_ONCE):
            many = range(low, min(low + _STEPS_AT_ONCE, len(steps)))
            for step, scores in zip(many, self._scores(states, steps, many, noise), strict=True):
                total = best[:, None] + scores
                if not np.isfinite(total).any():
                    raise self._no_way(int(kept[step]))
                came = np.argmax(total, axis=0)
                before.append(came)
                best = total[came, np.arange(len(came))]
                best = best + states.fit[first[step + 1] : first[step + 2]]
        at = int(np.argmax(best))
        chosen = [at]
        for came in reversed(before):
            at = int(came[at])
            chosen.append(at)
        return [int(first[point]) + state for point, state in enumerate(reversed(chosen))]

    def _scores(
        self, states: _States, steps: FloatArray, many: range, noise: float
    ) -> list[FloatArray]:
        """Return the log-probabilities of the ways of some steps, from state to state."""
        first = states.first
        counts = np.diff(first)
        sizes = counts[many.start : many.stop] * counts[many.start + 1 : many.stop + 1]
        ends = np.append(0, np.cumsum(sizes))
        step = np.repeat(np.arange(many.start, many.stop), sizes)
        number = np.arange(ends[-1]) - np.repeat(ends[:-1], sizes)
        here = first[step] + number // counts[step + 1]
        there = first[step + 1] + number % counts[step + 1]
        driven = self._driven_metres(states, steps, step, here, there, noise)
        mean = _DETOUR + _DETOUR_SHARE * steps[step]
        scores = -np.abs(driven - steps[step]) / mean
        scores[states.drive[here] == states.drive[there] ^ 1] -= _U_TURN
        return [
            scores[low:high].reshape(counts[one], counts[one + 1])
            for one, (low, high) in zip(many, pairwise(ends.tolist()), strict=True)
        ]

    def _driven_metres(
        self,
        states: _States,
        steps: FloatArray,
        step: IntArray,
        here: IntArray,
        there: IntArray,
        noise: float,
    ) -> FloatArray:
        """Return how far it is from state to state; infinite where no way leads.

        Noise may seem to lead backwards on a street, which counts as a way below 0.
        """
        onwards = states.done[there] - states.done[here]
        same = (states.drive[here] == states.drive[there]) & (onwards >= -_BACKWARDS * noise)
        driven = np.where(same, onwards, np.inf)
        short = steps <= LONGEST_STEP
        limit = 3 * float(steps[short].max(initial=0.0)) + _SLACK
        for rows, most in (
            (np.flatnonzero(~same & short[step]), limit),
            (np.flatnonzero(~same & ~short[step]), np.inf),
        ):
            driven[rows] = self._by_nodes(states, here[rows], there[rows], most)
        # Where no way is short enough, any way is better than none.
        reached = np.zeros(len(steps), dtype=np.bool_)
        reached[step[np.isfinite(driven)]] = True
        rows = np.flatnonzero(~reached[step])
        driven[rows] = self._by_nodes(states, here[rows], there[rows], np.inf)
        return driven

    def _by_nodes(
        self, states: _States, here: IntArray, there: IntArray, limit: float
    ) -> FloatArray:
        between = self.distances.between(states.exit[here], states.entry[there], limit)
        total: FloatArray = states.rest[here] + between + states.done[there]
        return total

    def _driven(
        self,
        states: _States,
        chosen: Sequence[int],
        steps: FloatArray,
        kept: IntArray,
        noise: float,
    ) -> tuple[Path, list[Bridge]]:
        """Return the whole streets of a way through the states, and what the track left open."""
        here, there = np.array(chosen[:-1], dtype=np.int64), np.array(chosen[1:], dtype=np.int64)
        onwards = states.done[there] - states.done[here]
        same = (states.drive[here] == states.drive[there]) & (onwards >= -_BACKWARDS * noise)
        legs = [
            (int(states.exit[one]), int(states.entry[other]))
            for one, other in zip(here[~same], there[~same], strict=True)
        ]
        paths = shortest_paths(
            self.instance, {leg for leg in legs if leg[0] != leg[1]}, self.lengths
        )
        drives: Path = []
        bridges = []
        last, next_leg = chosen[0], iter(legs)
        for step, (one, other) in enumerate(zip(here.tolist(), there.tolist(), strict=True)):
            if same[step]:
                continue
            path = paths.get(next(next_leg), [])
            drives += [self._drive(states, one), *path]
            metres = float(states.rest[one] + states.done[other])
            metres += sum(float(self.lengths[drive]) for drive in path)
            last = other
            if steps[step] > LONGEST_STEP or metres > steps[step] + _LOST:
                place = self.track.place(int(kept[step]))
                bridges.append(Bridge(place, float(steps[step]), metres))
        if drives and states.done[chosen[0]] > states.rest[chosen[0]]:
            drives = drives[1:]
        begun = 0.0 if drives else float(states.done[chosen[0]])
        if states.done[chosen[-1]] - begun > (states.done + states.rest)[last] / 2:
            drives.append(self._drive(states, last))
        return drives, bridges

    def _drive(self, states: _States, state: int) -> tuple[int, int]:
        edge, side = divmod(int(states.drive[state]), 2)
        return edge, side

    def _no_way(self, point: int) -> InputError:
        return InputError(
            f"{self.track.file}: the streets of {self.instance.name!r} have no way from "
            f"{self.track.place(point)} on along the track; look at its one-way streets"
        )


def _thinned(points: FloatArray, usable: IntArray, apart: float) -> IntArray:
    """Return the indices of usable points of which each is so far from the one before it."""
    kept = [int(usable[0])]
    x, y = points[usable[0]].tolist()
    square = apart * apart
    for index, (at_x, at_y) in zip(usable[1:].tolist(), points[usable[1:]].tolist(), strict=True):
        if (at_x - x) ** 2 + (at_y - y) ** 2 >= square:
            kept.append(index)
            x, y = at_x, at_y
    return np.array(kept, dtype=np.int64)
