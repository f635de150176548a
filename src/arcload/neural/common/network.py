"""The attention network of Arc-DRL (section 4.3 and Appendix G of the paper), and ours.

One definition for both networks, for training and for solving: `NetworkConfiguration` says which
parts are there, and the weights are torch's parameters or NumPy's arrays. The encoder looks at
every edge once; the decoder scores the edges that are still open, in one state or in many.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from arcload.neural.common.arrays import (
    Array,
    cast,
    compact,
    count,
    exact,
    exact_product,
    layer_norm,
    library,
    linear,
    only,
    plus,
    relu,
    rows,
    softmax,
    take,
    zeros,
)
from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.common.environment import Lookups
from arcload.neural.common.features import (
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

FORMAT = "arcload-policy/1"
"""Stated by a file of weights."""

Weights = Mapping[str, Array]
Normalise = Callable[[Array, str], Array]
"""Normalises what a sublayer takes or gives, by the name of its weights."""

_WAY = 2  # width of the network that looks at ways, in widths of its result
SHUT = -1e4  # added to the score of a closed edge: exp(SHUT) is 0
_NEVER = -1e9  # score of what must not be chosen: finite, so that an empty choice is no NaN


class Memory(NamedTuple):
    """What the decoder keeps of an instance; shared by all its rollouts."""

    graph: Array
    """The graph's part of the query, [B, A]."""
    last: Array
    """The part of the edge served last, the start before them, on each side, [B, 2 + 2 M, A]."""
    first: Array
    """The part of the edge served first, [B, 1 + M, A], or nothing, [B, 1, 1]."""
    keys: Array
    """Keys of the glimpse, [B, H, D / H, M]."""
    values: Array
    """Values of the glimpse, [B, H, M, D / H]."""
    targets: Array
    """What the glimpse is compared with, [B, D, M]."""
    ways: Array
    """What is seen of the way from each place to each edge, [B, 1 + N, hidden, M], or nothing."""
    turned: Array
    """Whether that way leads to the edge's side 1, [B, 1 + N, M]."""


def shapes(c: NetworkConfiguration) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every weight of a network."""
    sizes: dict[str, tuple[int, ...]] = {}

    def add(name: str, outputs: int, inputs: int, bias: bool = True) -> None:
        sizes[f"{name}.weight"] = (outputs, inputs)
        if bias:
            sizes[f"{name}.bias"] = (outputs,)

    def add_norm(name: str) -> None:
        for part in ("weight", "bias"):
            sizes[f"{name}.{part}"] = (c.width,)
        if c.normalisation == "batch":
            for part in ("running_mean", "running_var"):
                sizes[f"{name}.{part}"] = (c.width,)

    add("embed", c.width, EDGE_INPUTS[c.inputs])
    add("embed_start", c.width, EDGE_INPUTS[c.inputs])
    for layer in range(c.layers):
        name = f"layers.{layer}"
        add(f"{name}.project", 3 * c.width, c.width, bias=False)
        add(f"{name}.join", c.width, c.width, bias=False)
        add(f"{name}.forward_in", c.feed_forward, c.width)
        add(f"{name}.forward_out", c.width, c.feed_forward)
        add_norm(f"{name}.norm_attention")
        add_norm(f"{name}.norm_forward")
    if c.normalisation == "layer":
        add_norm("final")
    if c.encoder_distances:
        add("pair_in", c.hidden, PAIR_INPUTS)
        add("pair_out", c.heads * c.layers, c.hidden)
    asked = _asked(c)
    add("query_graph", asked, c.width, bias=False)
    add("query_last", 2 * asked if c.decoder_distances else asked, c.width, bias=False)
    add("query_vehicle", asked, VEHICLE_INPUTS[c.inputs], bias=False)
    if c.inputs == "paper":
        add("query_first", asked, c.width, bias=False)
        sizes |= {"no_last": (c.width,), "no_first": (c.width,)}
    add("keys_values", 3 * c.width, c.width, bias=False)
    add("join", c.width, c.width, bias=False)
    if c.decoder_distances:
        add("way_of_edge", 2 * _WAY * c.hidden, c.width, bias=False)
        add("way_in", _WAY * c.hidden, WAY_INPUTS)
        add("way_out", c.hidden, _WAY * c.hidden)
    return sizes


def encode(
    c: NetworkConfiguration,
    weights: Weights,
    batch: Batch,
    where: Lookups,
    normalise: Normalise | None = None,
) -> Memory:
    """Return what the decoder needs of a scaled batch.

    Parameters
    ----------
    c, weights
        The network.
    batch
        The instances, ends ordered by `near_end_first`.
    where
        Their `lookups`.
    normalise
        The normalisation; by default the one of a network that is not in training.
    """
    xp = library(batch.demand)
    normed = normalise or (lambda hidden, name: _normed(c, weights, hidden, name))
    inputs = edge_inputs(batch, c.inputs)
    beginning = _linear(weights, "embed_start", zeros(inputs[:, :1].shape, inputs))
    hidden = xp.concatenate([beginning, _linear(weights, "embed", inputs)], 1)
    for layer, bias in enumerate(_pair_scores(c, weights, batch, where)):
        name = f"layers.{layer}"
        before, after = f"{name}.norm_attention", f"{name}.norm_forward"
        if c.normalisation == "layer":
            hidden = hidden + _attend(c, weights, name, normed(hidden, before), bias)
            hidden = hidden + _feed(weights, name, normed(hidden, after))
        else:
            hidden = normed(hidden + _attend(c, weights, name, hidden, bias), before)
            hidden = normed(hidden + _feed(weights, name, hidden), after)
    if c.normalisation == "layer":
        hidden = normed(hidden, "final")
    return _memory(c, weights, hidden, batch, where)


def biases(asked: Array, memory: Memory, batch: Batch, look: Look) -> tuple[Array, Array]:
    """Return what ways and moments add to the scores of the heads, and to the final ones.

    Parameters
    ----------
    asked
        What the final scores and each head ask of them, [B, Q, H + 1, hidden + moments].
    memory, batch, look
        As in `logits`.

    Returns
    -------
    [B, Q, H, M], where closed edges are as good as forbidden, and [B, Q, M], with no less than 32
    bits per number: differences count here, and they are between large numbers.
    """
    hidden = memory.ways.shape[2]
    moment = moment_inputs(look, batch, memory.turned, asked)
    scores = asked[..., :hidden] @ cast(rows(memory.ways, look.place), asked)
    scores = scores + _shut(asked[..., hidden:]) @ moment
    return scores[:, :, 1:], exact(scores[:, :, 0])


Biases = Callable[[Array, Memory, Batch, Look], tuple[Array, Array]]
"""Something that returns what `biases` returns."""


def logits(
    c: NetworkConfiguration,
    weights: Weights,
    memory: Memory,
    batch: Batch,
    look: Look,
    biases: Biases = biases,
) -> Array:
    """Return the score of each edge as the next one, [B, Q, M]."""
    xp = library(look.vehicle)
    steep = 1.0 if c.inputs == "paper" else 1 / c.clip
    match = _match(c, weights, memory, batch, look, biases)
    return xp.where(look.open, c.clip * xp.tanh(steep * match), _NEVER)


def unclipped(
    c: NetworkConfiguration, weights: Weights, memory: Memory, batch: Batch, look: Look
) -> Array:
    """Return the scores before they are clipped: the highest of them still differ, [B, Q, M]."""
    match = _match(c, weights, memory, batch, look, biases)
    return library(look.vehicle).where(look.open, match, _NEVER)


def _match(
    c: NetworkConfiguration,
    weights: Weights,
    memory: Memory,
    batch: Batch,
    look: Look,
    biases: Biases,
) -> Array:
    """Return how well each edge, open or not, matches the state."""
    xp = library(look.vehicle)
    query = exact_product(look.vehicle, weights["query_vehicle.weight"].T) + memory.graph[:, None]
    query = query + take(memory.last, (2 * look.last + look.side)[..., None], 1)
    if c.inputs == "paper":
        query = query + take(memory.first, look.first[..., None], 1)
    query = cast(query, memory.graph)
    glance = _heads(query[..., : c.width], c.heads) / math.sqrt(c.width / c.heads)
    scores = glance @ memory.keys
    extra = 0.0
    if c.decoder_distances:
        asked = query[..., c.width :].reshape(*query.shape[:2], c.heads + 1, -1)
        of_heads, extra = biases(asked, memory, batch, look)
        scores = scores + of_heads.swapaxes(1, 2)
    else:
        scores = cast(xp.where(look.open[:, None], scores, _NEVER), scores)
    glimpse = (softmax(scores) @ memory.values).swapaxes(1, 2)
    match = exact_product(glimpse.reshape(*query.shape[:2], c.width), memory.targets)
    return match / math.sqrt(c.width) + extra


def _shut(asked: Array) -> Array:
    """Return what is asked of moments with the last one, being closed, as good as forbidden."""
    last = count(asked.shape[-1], asked) == asked.shape[-1] - 1
    return cast(library(asked).where(last, SHUT, asked), asked)


def _asked(c: NetworkConfiguration) -> int:
    """Return the width of a query: for edges, and for the inputs of ways and moments."""
    return c.width + ((c.heads + 1) * (c.hidden + MOMENT_INPUTS) if c.decoder_distances else 0)


def _pair_scores(
    c: NetworkConfiguration, weights: Weights, batch: Batch, where: Lookups
) -> Iterator[Array]:
    """Yield what is added to the attention scores of each layer, [B, H or 1, 1 + M, 1 + M]."""
    xp = library(batch.demand)
    real = xp.concatenate([batch.real[:, :1] | True, batch.real], 1)[:, None]
    pairs = pair_inputs(batch, where)
    if not c.encoder_distances:
        seen = (pairs[:, 2] > 0.5) & real
        yield from [cast(xp.where(seen, 0.0, _NEVER), pairs)[:, None]] * c.layers
        return
    size, _, rows, columns = pairs.shape
    hidden = pairs.reshape(size, -1, rows * columns)
    hidden = relu(_mixed(hidden, weights["pair_in.weight"], weights["pair_in.bias"]))
    for layer in range(c.layers):
        own = slice(layer * c.heads, (layer + 1) * c.heads)
        scores = _mixed(hidden, weights["pair_out.weight"][own], weights["pair_out.bias"][own])
        yield only(real[:, None], scores.reshape(size, -1, rows, columns), _NEVER)


def _attend(
    c: NetworkConfiguration, weights: Weights, name: str, hidden: Array, bias: Array
) -> Array:
    """Return multi-head attention between edges (Appendix G)."""
    projected = _linear(weights, f"{name}.project", hidden)
    query, key, value = (
        _heads(projected[..., k * c.width : (k + 1) * c.width], c.heads) for k in range(3)
    )
    scores = plus((query / math.sqrt(c.width / c.heads)) @ key.swapaxes(2, 3), bias)
    mixed = (softmax(scores) @ value).swapaxes(1, 2)
    return _linear(weights, f"{name}.join", mixed.reshape(*hidden.shape[:2], c.width))


def _feed(weights: Weights, name: str, hidden: Array) -> Array:
    inner = relu(_linear(weights, f"{name}.forward_in", hidden))
    return _linear(weights, f"{name}.forward_out", inner)


def _normed(c: NetworkConfiguration, weights: Weights, hidden: Array, name: str) -> Array:
    weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
    if c.normalisation == "layer":
        return layer_norm(hidden, weight, bias)
    mean, var = weights[f"{name}.running_mean"], weights[f"{name}.running_var"]
    return batch_normed(hidden, mean, var, weight, bias)


def batch_normed(hidden: Array, mean: Array, var: Array, weight: Array, bias: Array) -> Array:
    """Return batch normalisation with fixed statistics."""
    scale = weight / library(var).sqrt(var + 1e-5)
    return cast((cast(hidden, weight) - mean) * scale + bias, hidden)


def _memory(
    c: NetworkConfiguration, weights: Weights, hidden: Array, batch: Batch, where: Lookups
) -> Memory:
    xp = library(hidden)
    edges = hidden[:, 1:]
    size, number, _ = edges.shape
    share = cast(batch.real, edges)[..., None]
    mean = xp.sum(edges * share, 1) / xp.clip(xp.sum(share, 1), 1, None)
    last = _linear(weights, "query_last", hidden)
    first = zeros((size, 1, 1), hidden)
    if c.inputs == "paper":
        first = _linear(weights, "query_first", edges)
        first = _after(_linear(weights, "query_first", weights["no_first"]), first)
        last = _after(_linear(weights, "query_last", weights["no_last"]), last[:, 1:])
    sides = (size, number + 1, 2, _asked(c))
    last = xp.broadcast_to(last.reshape(size, number + 1, -1, _asked(c)), sides)
    both = _linear(weights, "keys_values", edges)
    keys, values, targets = (both[..., k * c.width : (k + 1) * c.width] for k in range(3))
    targets = targets @ weights["join.weight"]  # q . (join x) = (q join) . x: once per instance
    ways, turned = _ways(c, weights, edges, where)
    return Memory(
        graph=_linear(weights, "query_graph", mean),
        last=last.reshape(size, 2 * (number + 1), _asked(c)),
        first=first,
        keys=compact(_heads(keys, c.heads).swapaxes(2, 3)),
        values=compact(_heads(values, c.heads)),
        targets=compact(targets.swapaxes(1, 2)),
        ways=ways,
        turned=turned,
    )


def _ways(
    c: NetworkConfiguration, weights: Weights, edges: Array, where: Lookups
) -> tuple[Array, Array]:
    """Return what is seen of the way from each place to each edge, and where it leads."""
    xp = library(edges)
    inputs, turned = way_inputs(where)
    if not c.decoder_distances:
        return zeros((1, 1, 1, 1), edges), turned
    of_edge = _linear(weights, "way_of_edge", edges)[:, None]
    half = of_edge.shape[-1] // 2
    hidden = plus(
        _linear(weights, "way_in", inputs),
        xp.where(turned[..., None], of_edge[..., half:], of_edge[..., :half]),
    )
    hidden = relu(hidden)
    return compact(_linear(weights, "way_out", hidden).swapaxes(2, 3)), turned


def _linear(weights: Weights, name: str, x: Array) -> Array:
    return linear(x, weights[f"{name}.weight"], weights.get(f"{name}.bias"))


def _mixed(x: Array, weight: Array, bias: Array) -> Array:
    """Return W x + b for inputs in rows, in the type of the product."""
    product = weight @ x
    return plus(product, cast(bias, product)[:, None])


def _heads(x: Array, heads: int) -> Array:
    """Return [B, H, Q, D / H] of [B, Q, D]."""
    return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def _after(first: Array, others: Array) -> Array:
    """Return one row for all instances, and theirs after it."""
    xp = library(others)
    first = xp.broadcast_to(first, others[:, :1].shape)
    return xp.concatenate([cast(first, others), others], 1)
