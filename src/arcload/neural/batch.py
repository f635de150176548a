"""Many instances as padded tensors, in units that make them alike."""

from typing import NamedTuple, Self

import torch
from torch import Tensor

FORBIDDEN = 1e4
"""Length that stands for a way that must not be driven, in mean edge lengths."""


class Batch(NamedTuple):
    """Instances as tensors: B instances of up to M served edges on up to N nodes.

    Served on side s, an edge is entered at ``entry[..., s]`` and left at ``entry[..., 1 - s]``.
    In a scaled batch the mean length of the served edges is 1 and so is the sum of their demands;
    what must not be driven has the length `FORBIDDEN`. Padding follows the real edges.
    """

    entry: Tensor
    """Node at which an edge is entered on each side, [B, M, 2]."""
    length: Tensor
    """Length of an edge on each side, [B, M, 2]."""
    demand: Tensor
    """Demand of an edge, 0 for padding, [B, M]."""
    distance: Tensor
    """Shortest distance between any two nodes, [B, N, N]."""
    from_start: Tensor
    """Distance from the start to each node, [B, N]."""
    to_end: Tensor
    """Distance from each node to the end, [B, N]."""
    curb_weight: Tensor
    """Weight of the empty vehicle, [B]."""
    real: Tensor
    """Whether an edge is one, and no padding, [B, M]."""

    def scaled(self) -> tuple[Self, Tensor]:
        """Return the batch in units of its own, and what a cost there is worth here."""
        shortest = self.length.amin(-1)
        count = self.real.sum(-1).clamp(min=1)
        mean = torch.where(self.real, shortest, 0).sum(-1) / count
        mean = torch.where(mean > 0, mean, 1.0)
        total = self.demand.sum(-1)
        total = torch.where(total > 0, total, 1.0)

        def in_means(lengths: Tensor) -> Tensor:
            unit = mean.view(-1, *[1] * (lengths.dim() - 1))
            return (lengths / unit).clamp(max=FORBIDDEN)

        scaled = self._replace(
            length=in_means(self.length),
            demand=self.demand / total[:, None],
            distance=in_means(self.distance),
            from_start=in_means(self.from_start),
            to_end=in_means(self.to_end),
            curb_weight=self.curb_weight / total,
        )
        return scaled, mean * total

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on a device."""
        return type(self)(*(column.to(device) for column in self))

    def select(self, rows: Tensor | slice) -> Self:
        """Return some of the instances."""
        return type(self)(*(column[rows] for column in self))


def joined(batches: list[Batch]) -> Batch:
    """Return batches of any sizes as one, padded to the largest."""
    edges = max(batch.demand.shape[1] for batch in batches)
    nodes = max(batch.distance.shape[1] for batch in batches)
    return Batch(
        *(torch.cat(c) for c in zip(*(padded(b, edges, nodes) for b in batches), strict=True))
    )


def padded(batch: Batch, edges: int, nodes: int) -> Batch:
    """Return a batch with room for so many edges and nodes."""
    more_edges = edges - batch.demand.shape[1]
    more_nodes = nodes - batch.distance.shape[1]

    def pad(column: Tensor, *sizes: int) -> Tensor:
        return torch.nn.functional.pad(column, [side for size in sizes for side in (0, size)])

    return Batch(
        entry=pad(batch.entry, 0, more_edges),
        length=pad(batch.length, 0, more_edges),
        demand=pad(batch.demand, more_edges),
        distance=pad(batch.distance, more_nodes, more_nodes),
        from_start=pad(batch.from_start, more_nodes),
        to_end=pad(batch.to_end, more_nodes),
        curb_weight=batch.curb_weight,
        real=pad(batch.real, more_edges),
    )
