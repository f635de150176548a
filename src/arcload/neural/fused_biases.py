"""What the decoder asks of ways and moments, on a GPU without writing them down, for training.

`network.biases` gathers what is known of every edge in every state, gigabytes of it, to multiply it
with a few numbers. Here each state looks it up anew where it is needed, also for the gradients.
"""

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from arcload.neural.batch import Batch
from arcload.neural.features import MOMENT_INPUTS, Look
from arcload.neural.network import SHUT, Memory


def biases(asked: Tensor, memory: Memory, batch: Batch, look: Look) -> tuple[Tensor, Tensor]:
    """Return what is added to the scores of heads and to the final ones, see `network.biases`."""
    known: tuple[Tensor, Tensor] = _Biases.apply(  # type: ignore[no-untyped-call]
        asked, memory.ways, memory.turned, batch, look
    )
    return known


class _Biases(torch.autograd.Function):
    """The product and its gradients."""

    @staticmethod
    def forward(
        ctx: Any, asked: Tensor, ways: Tensor, turned: Tensor, batch: Batch, look: Look
    ) -> tuple[Tensor, Tensor]:
        asked, ways = asked.contiguous(), ways.contiguous().to(asked.dtype)
        known = tuple(column.contiguous() for column in (look.place, look.load, look.left))
        known = (*known, look.nearby.contiguous(), look.open.contiguous(), turned.contiguous())
        known = (*known, batch.entry.contiguous(), batch.demand.contiguous())
        size, states, askers, _ = asked.shape
        edges = batch.demand.shape[1]
        of_heads = asked.new_empty((size, states, askers - 1, edges))
        final = batch.demand.new_empty((size, states, edges))
        found = (final, of_heads)
        _multiply[(states, size)](found, asked, ways, known, **_sizes(asked, ways, known))
        ctx.save_for_backward(asked, ways, *known)
        return of_heads, final

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        asked, ways, *rest = ctx.saved_tensors
        known = tuple(rest)
        of_heads, final = gradients
        gradient = (final.contiguous(), of_heads.contiguous())
        of_asked, of_ways = torch.zeros_like(asked), torch.empty_like(ways)
        size, states, _, _ = asked.shape
        count = ways.shape[1]
        sizes = _sizes(asked, ways, known)
        _differ_asked[(states, size)](of_asked, gradient, ways, known, **sizes)
        place, order = known[0].sort(-1)
        bounds = torch.arange(count + 1, device=place.device).expand(size, -1).contiguous()
        begin = torch.searchsorted(place, bounds)
        _differ_ways[(count, size)](of_ways, gradient, asked, order, begin, **sizes)
        return of_asked, of_ways, None, None, None


def _sizes(asked: Tensor, ways: Tensor, known: tuple[Tensor, ...]) -> dict[str, int]:
    _, states, askers, width = asked.shape
    _, count, hidden, edges = ways.shape
    assert width == hidden + MOMENT_INPUTS
    return {
        "states": states,
        "count": count,
        "M": edges,
        "N": known[2].shape[2],
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
    known, state, b, at, columns, inside, M, N, count, KINDS: tl.constexpr
):
    """Return what changes from step to step about each edge, see `features.moment_inputs`."""
    _place, load, left, nearby, _opened, turned, entry, demand = known
    near_end = tl.load(entry + (b * M + columns) * 2, mask=inside, other=0)
    far_end = tl.load(entry + (b * M + columns) * 2 + 1, mask=inside, other=0)
    swap = tl.load(turned + (b * count + at) * M + columns, mask=inside, other=0) != 0
    far = tl.where(swap, near_end, far_end)
    near = tl.where(swap, far_end, near_end)
    far_left = tl.maximum(tl.load(left + state * N + far) - 1, 0.0)
    near_left = tl.maximum(tl.load(left + state * N + near) - 1, 0.0)
    no_far = (far_left < 0.5).to(tl.float32)
    no_near = (near_left < 0.5).to(tl.float32)
    on_board = tl.maximum(tl.load(load + state), 1e-9)
    needs = tl.load(demand + b * M + columns, mask=inside, other=0.0) / on_board
    kind = tl.arange(0, KINDS)[:, None]
    found = tl.where(kind == 0, tl.log(1 + far_left)[None, :], 0.0)
    found = tl.where(kind == 1, tl.log(1 + near_left)[None, :], found)
    found = tl.where(kind == 2, no_far[None, :], found)
    found = tl.where(kind == 3, no_near[None, :], found)
    found = tl.where(kind == 4, (far_left - 2 * tl.floor(far_left / 2))[None, :], found)
    found = tl.where(kind == 5, tl.load(nearby + state * 2 * N + far)[None, :], found)
    found = tl.where(kind == 6, tl.load(nearby + (state * 2 + 1) * N + far)[None, :], found)
    found = tl.where(kind == 7, tl.minimum(needs, 1.0)[None, :], found)
    found = tl.where(kind == 8, (no_far * no_near)[None, :], found)
    return tl.where(inside[None, :], found, 0.0)


@triton.jit
def _askers(tensors, state, row, columns, M, ASKERS: tl.constexpr):  # type: ignore[no-untyped-def]
    """Return where the final scores, asker 0, and those of the heads lie."""
    final, of_heads = tensors
    final += state * M + columns[None, :] + row[:, None] * 0
    of_heads += (state * (ASKERS - 1) + row[:, None] - 1) * M + columns[None, :]
    return final, of_heads


@triton.jit
def _given(tensors, state, row, columns, inside, M, ASKERS: tl.constexpr):  # type: ignore[no-untyped-def]
    """Return a gradient of the final scores and those of the heads, a row for each asker."""
    final, of_heads = _askers(tensors, state, row, columns, M, ASKERS)
    is_head = ((row > 0) & (row < ASKERS))[:, None] & inside[None, :]
    of_heads = tl.load(of_heads, mask=is_head, other=0.0)
    final = tl.load(final, mask=(row == 0)[:, None] & inside[None, :], other=0.0)
    return of_heads + final.to(of_heads.dtype)


@triton.jit
def _multiply(  # type: ignore[no-untyped-def]
    found,
    asked,
    ways,
    known,
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
    at = tl.load(known[0] + state)
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
    moments = _moments(known, state, b, at, columns, inside, M, N, count, KINDS)
    product += tl.dot(ask, moments.to(ask.dtype))
    opened = tl.load(known[4] + state * M + columns, mask=inside, other=0) != 0
    product += tl.where(opened, 0.0, SHUT)[None, :]
    final, of_heads = _askers(found, state, row, columns, M, ASKERS)
    tl.store(final, product, mask=(row == 0)[:, None] & inside[None, :])
    tl.store(of_heads, product, mask=(asks & (row > 0))[:, None] & inside[None, :])


@triton.jit
def _differ_asked(  # type: ignore[no-untyped-def]
    of_asked,
    gradient,
    ways,
    known,
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
    at = tl.load(known[0] + state)
    row = tl.arange(0, ROWS)
    asks = row < ASKERS
    columns = tl.arange(0, EDGES)
    inside = columns < M
    hidden = tl.arange(0, HIDDEN)
    kind = tl.arange(0, KINDS)
    given = _given(gradient, state, row, columns, inside, M, ASKERS)
    way = ways + ((b * count + at) * HIDDEN + hidden[:, None]) * M + columns[None, :]
    way = tl.load(way, mask=inside[None, :], other=0.0)
    begin = of_asked + (state * ASKERS + row[:, None]) * (HIDDEN + MOMENTS)
    tl.store(begin + hidden[None, :], tl.dot(given, tl.trans(way)), mask=asks[:, None])
    moments = _moments(known, state, b, at, columns, inside, M, N, count, KINDS)
    some = asks[:, None] & (kind < MOMENTS - 1)[None, :]
    product = tl.dot(given, tl.trans(moments.to(given.dtype)))
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
        given = _given(gradient, state, row, columns, inside, M, ASKERS)
        total += tl.dot(ask, given)
    goal = of_ways + ((b * count + at) * HIDDEN + hidden[:, None]) * M + columns[None, :]
    tl.store(goal, total, mask=inside[None, :])
