"""Many instances as padded arrays, in units that make them alike."""

from typing import Any, NamedTuple, Self

from arcload.neural.common.arrays import Array, cast, library, pad

FORBIDDEN = 1e4
"""Length that stands for a way that must not be driven, in mean edge lengths.

Longer ways count as that long: a policy takes them for forbidden, too.
"""


class Batch(NamedTuple):
    """Instances as arrays: B instances of up to M served edges on up to N nodes.

    Served on side s, an edge is entered at ``entry[..., s]`` and left at ``entry[..., 1 - s]``.
    In a scaled batch the mean length of the served edges is 1 and so is the sum of their demands;
    what must not be driven has the length `FORBIDDEN`. Padding follows the real edges.
    """

    entry: Array
    """Node at which an edge is entered on each side, [B, M, 2]."""
    length: Array
    """Length of an edge on each side, [B, M, 2]."""
    demand: Array
    """Demand of an edge, 0 for padding, [B, M]."""
    distance: Array
    """Shortest distance between any two nodes, [B, N, N]."""
    from_start: Array
    """Distance from the start to each node, [B, N]."""
    to_end: Array
    """Distance from each node to the end, [B, N]."""
    curb_weight: Array
    """Weight of the empty vehicle, [B]."""
    real: Array
    """Whether an edge is one, and no padding, [B, M]."""

    def scaled(self) -> tuple[Self, Array]:
        """Return the batch in units of its own, and what a cost there is worth here."""
        xp = library(self.demand)
        shortest = xp.where(self.real, xp.amin(self.length, -1), 0.0)
        count = xp.clip(cast(xp.sum(self.real, -1), self.demand), 1, None)
        mean = cast(xp.sum(shortest, -1) / count, self.demand)
        mean = cast(xp.where(mean > 0, mean, 1.0), self.demand)
        total = xp.sum(self.demand, -1)
        total = cast(xp.where(total > 0, total, 1.0), self.demand)

        def in_means(lengths: Array) -> Array:
            unit = mean.reshape(-1, *[1] * (lengths.ndim - 1))
            return xp.clip(lengths / unit, None, FORBIDDEN)

        scaled = self._replace(
            length=in_means(self.length),
            demand=self.demand / total[:, None],
            distance=in_means(self.distance),
            from_start=in_means(self.from_start),
            to_end=in_means(self.to_end),
            curb_weight=self.curb_weight / total,
        )
        return scaled, mean * total

    def to(self, device: Any) -> Self:
        """Return a batch of tensors on a device."""
        return type(self)(*(column.to(device) for column in self))

    def select(self, rows: slice) -> Self:
        """Return some of the instances."""
        return type(self)(*(column[rows] for column in self))

    def padded(self, edges: int, nodes: int) -> Self:
        """Return the batch with room for so many edges and nodes."""
        more_edges = edges - self.demand.shape[1]
        more_nodes = nodes - self.distance.shape[1]
        return type(self)(
            entry=pad(self.entry, 1, after=more_edges),
            length=pad(self.length, 1, after=more_edges),
            demand=pad(self.demand, 1, after=more_edges),
            distance=pad(pad(self.distance, 1, after=more_nodes), 2, after=more_nodes),
            from_start=pad(self.from_start, 1, after=more_nodes),
            to_end=pad(self.to_end, 1, after=more_nodes),
            curb_weight=self.curb_weight,
            real=pad(self.real, 1, after=more_edges),
        )


def joined(batches: list[Batch]) -> Batch:
    """Return batches of any sizes as one, padded to the largest."""
    edges = max(batch.demand.shape[1] for batch in batches)
    nodes = max(batch.distance.shape[1] for batch in batches)
    columns = zip(*(batch.padded(edges, nodes) for batch in batches), strict=True)
    return Batch(*(library(column[0]).concatenate(column, 0) for column in columns))
