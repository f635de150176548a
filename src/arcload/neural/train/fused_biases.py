"""What the decoder asks of ways and moments, on a GPU without writing them down, for training.

`network.biases` gathers all inputs of every edge in every state, gigabytes of it, to multiply it
with a few numbers. Here each state looks it up anew where it is needed, also for the gradients.
"""

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from arcload.neural.common.batch import Batch
from arcload.neural.common.features import MOMENT_INPUTS, Look
from arcload.neural.common.network import SHUT, Memory
from arcload.neural.train.fused_formulas import end_inputs, moment_inputs


def biases(asked: Tensor, memory: Memory, batch: Batch, look: Look) -> tuple[Tensor, Tensor]:
    """Return what is added to the scores of heads and to the final ones, see `network.biases`."""
    scores: tuple[Tensor, Tensor] = _Biases.apply(  # type: ignore[no-untyped-call]
        asked, memory.ways, memory.turned, batch, look
    )
    return scores


class _Biases(torch.autograd.Function):
    """The product and its gradients."""

    @staticmethod
    def forward(
        ctx: Any, asked: Tensor, ways: Tensor, turned: Tensor, batch: Batch, look: Look
    ) -> tuple[Tensor, Tensor]:
        asked, ways = asked.contiguous(), ways.contiguous().to(asked.dtype)
        looks = tuple(column.contiguous() for column in (look.place, look.load, look.left))
        looks = (*looks, look.nearby.contiguous(), look.open.contiguous(), turned.contiguous())
        looks = (*looks, batch.entry.contiguous(), batch.demand.contiguous())
        size, states, askers, _ = asked.shape
        edges = batch.demand.shape[1]
        of_heads = asked.new_empty((size, states, askers - 1, edges))
        final = batch.demand.new_empty((size, states, edges))
        scores = (final, of_heads)
        _multiply[(states, size)](scores, asked, ways, looks, **_sizes(asked, ways, looks))
        ctx.save_for_backward(asked, ways, *looks)
        return of_heads, final

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        asked, ways, *rest = ctx.saved_tensors
        looks = tuple(rest)
        of_heads, final = gradients
        gradient = (final.contiguous(), of_heads.contiguous())
        of_asked, of_ways = torch.zeros_like(asked), torch.empty_like(ways)
        size, states, _, _ = asked.shape
        count = ways.shape[1]
        sizes = _sizes(asked, ways, looks)
        _differ_asked[(states, size)](of_asked, gradient, ways, looks, **sizes)
        place, order = looks[0].sort(-1)
        bounds = torch.arange(count + 1, device=place.device).expand(size, -1).contiguous()
        begin = torch.searchsorted(place, bounds)
        _differ_ways[(count, size)](of_ways, gradient, asked, order, begin, **sizes)
        return of_asked, of_ways, None, None, None


def _sizes(asked: Tensor, ways: Tensor, looks: tuple[Tensor, ...]) -> dict[str, int]:
    _, states, askers, width = asked.shape
    _, count, hidden, edges = ways.shape
    assert width == hidden + MOMENT_INPUTS
    return {
        "states": states,
        "count": count,
        "M": edges,
        "N": looks[2].shape[2],
        "ASKERS": askers,
        "HIDDEN": hidden,
        "MOMENTS": MOMENT_INPUTS,
        "SHUT": SHUT,
        "ROWS": max(16, triton.next_power_of_2(askers)),
        "KINDS": max(16, triton.next_power_of_2(MOMENT_INPUTS)),
        "EDGES": max(16, triton.next_power_of_2(edges)),
        "num_warps": 4,
    }


@triton.jit
def _moments(  # type: ignore[no-untyped-def]
    looks,
    state,
    b,
    at,
    columns,
    inside,
    M,
    N,
    count,
    MOMENTS: tl.constexpr,
    KINDS: tl.constexpr,
):
    """Return what changes from step to step about each edge, see `features.moment_inputs`."""
    _place, load, left, nearby, _opened, turned, entry, demand = looks
    end_0 = tl.load(entry + (b * M + columns) * 2, mask=inside, other=0)
    end_1 = tl.load(entry + (b * M + columns) * 2 + 1, mask=inside, other=0)
    swap = tl.load(turned + (b * count + at) * M + columns, mask=inside, other=0) != 0
    far = tl.where(swap, end_0, end_1)
    near = tl.where(swap, end_1, end_0)
    seen = moment_inputs(
        end_inputs(tl.load(left + state * N + far)),
        end_inputs(tl.load(left + state * N + near)),
        tl.load(nearby + state * 2 * N + far),
        tl.load(nearby + (state * 2 + 1) * N + far),
        tl.load(demand + b * M + columns, mask=inside, other=0.0),
        tl.load(load + state),
    )
    kind = tl.arange(0, KINDS)[:, None]
    moments = tl.where(kind == 0, seen[0][None, :], 0.0)
    for k in tl.static_range(1, MOMENTS - 1):  # the last one is that an edge is closed
        moments = tl.where(kind == k, seen[k][None, :], moments)
    return tl.where(inside[None, :], moments, 0.0)


@triton.jit
def _askers(tensors, state, row, columns, M, ASKERS: tl.constexpr):  # type: ignore[no-untyped-def]
    """Return where the final scores, asker 0, and those of the heads lie."""
    final, of_heads = tensors
    final += state * M + columns[None, :] + row[:, None] * 0
    of_heads += (state * (ASKERS - 1) + row[:, None] - 1) * M + columns[None, :]
    return final, of_heads


@triton.jit
def _of_scores(tensors, state, row, columns, inside, M, ASKERS: tl.constexpr):  # type: ignore[no-untyped-def]
    """Return a gradient of the final scores and those of the heads, a row for each asker."""
    final, of_heads = _askers(tensors, state, row, columns, M, ASKERS)
    is_head = ((row > 0) & (row < ASKERS))[:, None] & inside[None, :]
    of_heads = tl.load(of_heads, mask=is_head, other=0.0)
    final = tl.load(final, mask=(row == 0)[:, None] & inside[None, :], other=0.0)
    return of_heads + final.to(of_heads.dtype)


@triton.jit
def _multiply(  # type: ignore[no-untyped-def]
    scores,
    asked,
    ways,
    looks,
    states,
    count,
    M,
    N,
    ASKERS: tl.constexpr,
    HIDDEN: tl.constexpr,
    MOMENTS: tl.constexpr,
    SHUT: tl.constexpr,
    ROWS: tl.constexpr,
    KINDS: tl.constexpr,
    EDGES: tl.constexpr,
):
    """Multiply what one state asks with what it knows."""
    b = tl.program_id(1).to(tl.int64)
    state = b * states + tl.program_id(0)
    at = tl.load(looks[0] + state)
    row = tl.arange(0, ROWS)
    asks = row < ASKERS
    columns = tl.arange(0, EDGES)
    inside = columns < M
    hidden = tl.arange(0, HIDDEN)
    kind = tl.arange(0, KINDS)
    begin = asked + (state * ASKERS + row[:, None]) * (HIDDEN + MOMENTS)
    ask = tl.load(begin + hidden[None, :], mask=asks[:, None], other=0.0)
    way = ways + ((b * count + at) * HIDDEN + hidden[:, None]) * M + columns[None, :]
    product = tl.dot(ask, tl.load(way, mask=inside[None, :], other=0.0))
    some = asks[:, None] & (kind < MOMENTS - 1)[None, :]
    ask = tl.load(begin + HIDDEN + kind[None, :], mask=some, other=0.0)
    moments = _moments(looks, state, b, at, columns, inside, M, N, count, MOMENTS, KINDS)
    product += tl.dot(ask, moments.to(ask.dtype))
    opened = tl.load(looks[4] + state * M + columns, mask=inside, other=0) != 0
    product += tl.where(opened, 0.0, SHUT)[None, :]
    final, of_heads = _askers(scores, state, row, columns, M, ASKERS)
    tl.store(final, product, mask=(row == 0)[:, None] & inside[None, :])
    tl.store(of_heads, product, mask=(asks & (row > 0))[:, None] & inside[None, :])


@triton.jit
def _differ_asked(  # type: ignore[no-untyped-def]
    of_asked,
    gradient,
    ways,
    looks,
    states,
    count,
    M,
    N,
    ASKERS: tl.constexpr,
    HIDDEN: tl.constexpr,
    MOMENTS: tl.constexpr,
    SHUT: tl.constexpr,
    ROWS: tl.constexpr,
    KINDS: tl.constexpr,
    EDGES: tl.constexpr,
):
    """Write the gradient of what one state asks."""
    b = tl.program_id(1).to(tl.int64)
    state = b * states + tl.program_id(0)
    at = tl.load(looks[0] + state)
    row = tl.arange(0, ROWS)
    asks = row < ASKERS
    columns = tl.arange(0, EDGES)
    inside = columns < M
    hidden = tl.arange(0, HIDDEN)
    kind = tl.arange(0, KINDS)
    of_scores = _of_scores(gradient, state, row, columns, inside, M, ASKERS)
    way = ways + ((b * count + at) * HIDDEN + hidden[:, None]) * M + columns[None, :]
    way = tl.load(way, mask=inside[None, :], other=0.0)
    begin = of_asked + (state * ASKERS + row[:, None]) * (HIDDEN + MOMENTS)
    tl.store(begin + hidden[None, :], tl.dot(of_scores, tl.trans(way)), mask=asks[:, None])
    moments = _moments(looks, state, b, at, columns, inside, M, N, count, MOMENTS, KINDS)
    some = asks[:, None] & (kind < MOMENTS - 1)[None, :]
    product = tl.dot(of_scores, tl.trans(moments.to(of_scores.dtype)))
    tl.store(begin + HIDDEN + kind[None, :], product, mask=some)


@triton.jit
def _differ_ways(  # type: ignore[no-untyped-def]
    of_ways,
    gradient,
    asked,
    order,
    begins,
    states,
    count,
    M,
    N,
    ASKERS: tl.constexpr,
    HIDDEN: tl.constexpr,
    MOMENTS: tl.constexpr,
    SHUT: tl.constexpr,
    ROWS: tl.constexpr,
    KINDS: tl.constexpr,
    EDGES: tl.constexpr,
):
    """Write the gradient of the ways from one place: a sum over the states that stand there."""
    b = tl.program_id(1).to(tl.int64)
    at = tl.program_id(0)
    row = tl.arange(0, ROWS)
    asks = row < ASKERS
    columns = tl.arange(0, EDGES)
    inside = columns < M
    hidden = tl.arange(0, HIDDEN)
    total = tl.zeros((HIDDEN, EDGES), tl.float32)
    begin = tl.load(begins + b * (count + 1) + at)
    end = tl.load(begins + b * (count + 1) + at + 1)
    for index in range(begin, end):
        state = b * states + tl.load(order + b * states + index)
        ask = asked + (state * ASKERS + row[None, :]) * (HIDDEN + MOMENTS) + hidden[:, None]
        ask = tl.load(ask, mask=asks[None, :], other=0.0)
        of_scores = _of_scores(gradient, state, row, columns, inside, M, ASKERS)
        total += tl.dot(ask, of_scores)
    goal = of_ways + ((b * count + at) * HIDDEN + hidden[:, None]) * M + columns[None, :]
    tl.store(goal, total, mask=inside[None, :])
