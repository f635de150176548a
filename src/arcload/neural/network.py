"""The attention network of Arc-DRL (section 4.3 and Appendix G of the paper), and ours.

One definition for both: `NetworkConfiguration` says which parts are there. The encoder looks at
every edge once; the decoder scores the edges that are still open, in one state or in many.
"""

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn

from arcload.neural.batch import Batch
from arcload.neural.configuration import NetworkConfiguration
from arcload.neural.environment import Places
from arcload.neural.features import (
    EDGE_INPUTS,
    MOMENT_INPUTS,
    PAIR_INPUTS,
    VEHICLE_INPUTS,
    WAY_INPUTS,
    Look,
    edge_inputs,
    moment_inputs,
    pair_inputs,
    way_inputs,
)

_WAY = 2  # times as wide as its result is the network that looks at ways
_NEVER = -1e9  # score of what must not be chosen: finite, so that an empty choice is no NaN


class Memory(NamedTuple):
    """What the decoder keeps of an instance; shared by all its rollouts."""

    graph: Tensor
    """The graph's part of the query, [B, D]."""
    last: Tensor
    """The part of the edge served last, the start before them, for each side, [B, 1 + M, 2, D]."""
    first: Tensor
    """The part of the edge served first, [B, 1 + M, D], or nothing, [B, 1, 1]."""
    keys: Tensor
    """Keys of the glimpse, [B, H, M, D / H]."""
    values: Tensor
    """Values of the glimpse, [B, H, M, D / H]."""
    targets: Tensor
    """What the glimpse is compared with, [B, M, D]."""
    ways: Tensor
    """What is known of the way from each place to each edge, [B, 1 + N, hidden, M], or nothing."""
    turned: Tensor
    """Whether that way leads to the edge's side 1, [B, 1 + N, M]."""


class Policy(nn.Module):
    """The policy p(next edge | state).

    Parameters
    ----------
    configuration
        How it is built.
    """

    def __init__(self, configuration: NetworkConfiguration) -> None:
        super().__init__()
        c = self.configuration = configuration
        self.embed = nn.Linear(EDGE_INPUTS[c.inputs], c.width)
        self.embed_start = nn.Linear(EDGE_INPUTS[c.inputs], c.width)
        self.layers = nn.ModuleList(_Layer(c) for _ in range(c.layers))
        self.final = nn.LayerNorm(c.width) if c.normalisation == "layer" else nn.Identity()
        self.distances = (
            _small(PAIR_INPUTS, c.hidden, c.heads * c.layers) if c.encoder_distances else None
        )
        asked = c.width + ((c.heads + 1) * (c.hidden + MOMENT_INPUTS) if c.decoder_distances else 0)
        self.query_graph = nn.Linear(c.width, asked, bias=False)
        self.query_last = nn.Linear(
            c.width, 2 * asked if c.decoder_distances else asked, bias=False
        )
        self.query_first = None if c.inputs == "full" else nn.Linear(c.width, asked, bias=False)
        self.query_vehicle = nn.Linear(VEHICLE_INPUTS[c.inputs], asked, bias=False)
        if c.inputs == "paper":
            self.no_last = nn.Parameter(torch.empty(c.width).uniform_(-1, 1) / math.sqrt(c.width))
            self.no_first = nn.Parameter(torch.empty(c.width).uniform_(-1, 1) / math.sqrt(c.width))
        self.keys_values = nn.Linear(c.width, 3 * c.width, bias=False)
        self.join = nn.Linear(c.width, c.width, bias=False)
        if c.decoder_distances:
            self.way_of_edge = nn.Linear(c.width, 2 * _WAY * c.hidden, bias=False)
            self.way_in = nn.Linear(WAY_INPUTS, _WAY * c.hidden)
            self.way_out = nn.Linear(_WAY * c.hidden, c.hidden)

    def encode(self, batch: Batch, where: Places) -> Memory:
        """Return what the decoder needs of a scaled batch.

        Parameters
        ----------
        batch
            The instances, ends ordered by `near_end_first`.
        where
            Their `places`.
        """
        c = self.configuration
        inputs = edge_inputs(batch, c.inputs)
        beginning = torch.zeros_like(inputs[:, :1])
        hidden = torch.cat([self.embed_start(beginning), self.embed(inputs)], 1)
        real = torch.nn.functional.pad(batch.real, (1, 0), value=True)
        pairs = pair_inputs(batch, where)
        if self.distances is None:
            touching = pairs[..., 2] > 0.5
            scores = torch.where(touching & real[:, None], 0.0, _NEVER)[:, None]
            biases = [scores] * c.layers
        else:
            scores = self.distances(pairs) + torch.where(real[:, None, :, None], 0.0, _NEVER)
            biases = list(scores.permute(0, 3, 1, 2).chunk(c.layers, 1))
        for layer, bias in zip(self.layers, biases, strict=True):
            hidden = layer(hidden, bias, real)
        return self._memory(self.final(hidden), batch, where)

    def _memory(self, hidden: Tensor, batch: Batch, where: Places) -> Memory:
        edges = hidden[:, 1:]
        weight = batch.real[..., None].to(edges.dtype)
        mean = (edges * weight).sum(1) / weight.sum(1).clamp(min=1)
        graph = self.query_graph(mean)
        last = self.query_last(hidden)
        first = hidden.new_zeros((len(hidden), 1, 1))
        if self.query_first is not None:
            first = self.query_first(edges)
            first = torch.cat([self.query_first(self.no_first).expand_as(first[:, :1]), first], 1)
            last = torch.cat([self.query_last(self.no_last).expand_as(last[:, :1]), last[:, 1:]], 1)
        last = last.unflatten(-1, (-1, graph.shape[-1])).expand(-1, -1, 2, -1)
        keys, values, targets = self.keys_values(edges).chunk(3, -1)
        targets = targets @ self.join.weight  # q . (join x) = (q join) . x: once an instance
        heads = self.configuration.heads
        ways, turned = self._ways(edges, where)
        return Memory(
            graph, last, first, _heads(keys, heads), _heads(values, heads), targets, ways, turned
        )

    def _ways(self, edges: Tensor, where: Places) -> tuple[Tensor, Tensor]:
        """Return what is known of the way from each place to each edge."""
        inputs, turned = way_inputs(where)
        if not self.configuration.decoder_distances:
            return edges.new_zeros((1, 1, 1, 1)), turned
        there, back = self.way_of_edge(edges)[:, None].chunk(2, -1)
        hidden = self.way_in(inputs) + torch.where(turned[..., None], back, there)
        ways: Tensor = self.way_out(torch.relu(hidden))
        return ways.transpose(2, 3).contiguous(), turned

    def logits(self, memory: Memory, batch: Batch, look: Look) -> Tensor:
        """Return the score of each edge as the next one, [B, Q, M]."""
        c = self.configuration
        query = memory.graph[:, None] + self.query_vehicle(look.vehicle)
        row = (2 * look.last + look.side)[..., None].expand_as(query)
        query = query + memory.last.flatten(1, 2).gather(1, row)
        if self.query_first is not None:
            query = query + memory.first.gather(1, look.first[..., None].expand_as(query))
        glance = _heads(query[..., : c.width], c.heads) / math.sqrt(c.width / c.heads)
        scores = glance @ memory.keys.transpose(-1, -2)
        extra: Tensor | float = 0.0
        if c.decoder_distances:
            asked = query[..., c.width :].unflatten(-1, (c.heads + 1, -1))
            moment = moment_inputs(look, batch, memory.turned).to(asked.dtype)
            known = torch.cat([_rows(memory.ways, look.place).to(asked.dtype), moment], 2)
            biases = asked @ known
            scores = scores + biases[:, :, 1:].transpose(1, 2)
            extra = biases[:, :, 0]
        scores = torch.where(look.open[:, None], scores, _NEVER)
        glimpse = torch.softmax(scores, -1, dtype=scores.dtype) @ memory.values
        match = glimpse.transpose(1, 2).flatten(2) @ memory.targets.transpose(-1, -2)
        match = (
            match.to(torch.promote_types(match.dtype, torch.float32)) / math.sqrt(c.width) + extra
        )
        steep = 1.0 if c.inputs == "paper" else 1 / c.clip
        return torch.where(look.open, c.clip * torch.tanh(steep * match), _NEVER)


def _rows(table: Tensor, index: Tensor) -> Tensor:
    """Return rows [B, Q, ...] of a table [B, P, ...].

    For gradients they are picked by a matrix product, whose gradient is one, too; adding up
    millions of rows one by one would take far longer.
    """
    count, places = table.shape[:2]
    if not torch.is_grad_enabled():
        flat = index + places * torch.arange(count, device=index.device)[:, None]
        return table.flatten(0, 1)[flat]
    picks = (index[..., None] == torch.arange(places, device=index.device)).to(table.dtype)
    return (picks @ table.flatten(2)).unflatten(2, table.shape[2:])


class _Layer(nn.Module):
    """Attention between edges, then a feed-forward network on each, with skip connections."""

    def __init__(self, c: NetworkConfiguration) -> None:
        super().__init__()
        self.heads = c.heads
        self.before = c.normalisation == "layer"
        self.project = nn.Linear(c.width, 3 * c.width, bias=False)
        self.join = nn.Linear(c.width, c.width, bias=False)
        self.norm_attention = _norm(c)
        self.forward_in = nn.Linear(c.width, c.feed_forward)
        self.forward_out = nn.Linear(c.feed_forward, c.width)
        self.norm_forward = _norm(c)

    def forward(self, hidden: Tensor, bias: Tensor, real: Tensor) -> Tensor:
        if self.before:
            hidden = hidden + self._attend(self.norm_attention(hidden, real), bias)
            return hidden + self._feed(self.norm_forward(hidden, real))
        hidden = self.norm_attention(hidden + self._attend(hidden, bias), real)
        normed: Tensor = self.norm_forward(hidden + self._feed(hidden), real)
        return normed

    def _attend(self, hidden: Tensor, bias: Tensor) -> Tensor:
        query, key, value = (_heads(x, self.heads) for x in self.project(hidden).chunk(3, -1))
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1]) + bias
        mixed = torch.softmax(scores, -1, dtype=scores.dtype) @ value
        joined: Tensor = self.join(mixed.transpose(1, 2).flatten(2))
        return joined

    def _feed(self, hidden: Tensor) -> Tensor:
        out: Tensor = self.forward_out(torch.relu(self.forward_in(hidden)))
        return out


class _LayerNorm(nn.LayerNorm):
    def forward(self, hidden: Tensor, real: Tensor) -> Tensor:  # type: ignore[override]
        return super().forward(hidden)


class _BatchNorm(nn.Module):
    """Batch normalisation over the real edges alone.

    While sampling without gradients, the statistics of the batch are used and not remembered:
    the pass that learns sees the same batch and does it once.
    """

    def __init__(self, width: int, momentum: float = 0.1) -> None:
        super().__init__()
        self.momentum = momentum
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))
        self.register_buffer("running_mean", torch.zeros(width))
        self.register_buffer("running_var", torch.ones(width))
        self.running_mean: Tensor
        self.running_var: Tensor

    def forward(self, hidden: Tensor, real: Tensor) -> Tensor:
        exact = hidden.to(self.weight.dtype)
        if self.training:
            weight = real[..., None].to(self.weight.dtype)
            count = weight.sum((0, 1))
            mean = (exact * weight).sum((0, 1)) / count
            var = ((exact - mean).square() * weight).sum((0, 1)) / count
            if torch.is_grad_enabled():
                with torch.no_grad():
                    self.running_mean.lerp_(mean, self.momentum)
                    self.running_var.lerp_(var, self.momentum)
        else:
            mean, var = self.running_mean, self.running_var
        normed = (exact - mean) * torch.rsqrt(var + 1e-5) * self.weight + self.bias
        return normed.to(hidden.dtype)


def _norm(c: NetworkConfiguration) -> nn.Module:
    return _LayerNorm(c.width) if c.normalisation == "layer" else _BatchNorm(c.width)


def _small(inputs: int, hidden: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, outputs))


def _heads(x: Tensor, heads: int) -> Tensor:
    """Return [B, H, Q, D / H] of [B, Q, D]."""
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)
