"""Operations that work on torch tensors and NumPy arrays, so that training and solving share code.

Where the two libraries agree, code calls the module that `library` returns; what they spell
differently stands here. torch is imported by the caller that has tensors, never here.
"""

import sys
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
"""A torch tensor or a NumPy array."""


def library(x: Array) -> Any:
    """Return the module whose array it is: ``torch`` or ``numpy``."""
    return np if isinstance(x, np.ndarray) else sys.modules["torch"]


def log(x: Array) -> Array:
    """Return logarithms."""
    return library(x).log(x)


def floor(x: Array) -> Array:
    """Return the next lower whole numbers."""
    return library(x).floor(x)


def abs(x: Array) -> Array:  # noqa: A001
    """Return absolute values."""
    return library(x).abs(x)


def minimum(x: Array, y: Array | float) -> Array:
    """Return the lesser of two values."""
    return library(x).clip(x, None, y)


def maximum(x: Array, y: Array | float) -> Array:
    """Return the greater of two values."""
    return library(x).clip(x, y, None)


def count(size: int, like: Array) -> Array:
    """Return 0, 1, 2, ... beside another array."""
    if isinstance(like, np.ndarray):
        return np.arange(size)
    return library(like).arange(size, device=like.device)


def zeros(shape: tuple[int, ...], like: Array) -> Array:
    """Return zeros of the type of another array."""
    return np.zeros(shape, like.dtype) if isinstance(like, np.ndarray) else like.new_zeros(shape)


def whole_zeros(shape: tuple[int, ...], like: Array) -> Array:
    """Return whole numbers 0 beside another array."""
    if isinstance(like, np.ndarray):
        return np.zeros(shape, np.int64)
    return like.new_zeros(shape, dtype=library(like).int64)


def cast(x: Array, like: Array) -> Array:
    """Return an array in the type of another."""
    return x.astype(like.dtype) if isinstance(x, np.ndarray) else x.to(like.dtype)


def compact(x: Array) -> Array:
    """Return an array that lies in memory in one piece."""
    return np.ascontiguousarray(x) if isinstance(x, np.ndarray) else x.contiguous()


def take(x: Array, index: Array, axis: int) -> Array:
    """Return the values at indices along an axis; the other axes are broadcast."""
    if isinstance(x, np.ndarray):
        return np.take_along_axis(x, index, axis)
    sizes = [max(pair) for pair in zip(x.shape, index.shape, strict=True)]
    sizes[axis] = -1  # torch's own take_along_dim does this too, and then checks every index
    return x.expand(sizes).gather(axis, index.expand(sizes))


def rows(table: Array, index: Array) -> Array:
    """Return rows [B, Q, ...] of a table [B, P, ...].

    For gradients they are picked by a matrix product, whose gradient is one, too; adding up
    millions of rows one by one would take far longer.
    """
    if isinstance(table, np.ndarray):
        return table[np.arange(len(table))[:, None], index]
    torch = library(table)
    if not (torch.is_grad_enabled() and table.requires_grad):
        return table[torch.arange(len(table), device=index.device)[:, None], index]
    picks = (index[..., None] == count(table.shape[1], index)).to(table.dtype)
    return (picks @ table.flatten(2)).unflatten(2, table.shape[2:])


def less_at(x: Array, index: Array) -> Array:
    """Return [B, S, N] with 1 taken away at each index [B, S, K], as often as it is there."""
    if isinstance(x, np.ndarray):
        less = x.copy()
        places = np.ogrid[: x.shape[0], : x.shape[1]]
        for column in range(index.shape[2]):
            less[(*places, index[..., column])] -= 1
        return less
    torch = library(x)
    return x.scatter_add(2, index, torch.full_like(index, -1, dtype=x.dtype))


def linear(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """Return x W^T + b."""
    if not isinstance(x, np.ndarray):
        return library(x).nn.functional.linear(x, weight, bias)
    product = x @ weight.T
    return product if bias is None else plus(product, bias)


def plus(x: Array, y: Array) -> Array:
    """Return x + y; NumPy writes it over x, which must not be needed any more."""
    if isinstance(x, np.ndarray):
        x += y
        return x
    return x + y


def only(allowed: Array, x: Array, otherwise: float) -> Array:
    """Return x where it is allowed; NumPy first looks whether it is so everywhere."""
    if isinstance(x, np.ndarray):
        return x if allowed.all() else cast(np.where(allowed, x, otherwise), x)
    return library(x).where(allowed, x, otherwise)


def relu(x: Array) -> Array:
    """Return what is above 0; NumPy writes it over x, which must not be needed any more."""
    return np.maximum(x, 0, out=x) if isinstance(x, np.ndarray) else library(x).relu(x)


def softmax(x: Array) -> Array:
    """Return exp(x) / sum(exp(x)) over the last axis; NumPy writes it over x."""
    if not isinstance(x, np.ndarray):
        return library(x).softmax(x, -1, dtype=x.dtype)
    if x.dtype == np.float32 and x.flags.c_contiguous:  # as in solving
        from arcload.engine.kernels.softmax import softmax_of_rows

        softmax_of_rows(x.reshape(-1, x.shape[-1]))
        return x
    x -= x.max(-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(-1, keepdims=True)
    return x


def layer_norm(x: Array, weight: Array, bias: Array) -> Array:
    """Return the last axis with mean 0 and variance 1, scaled and moved."""
    if not isinstance(x, np.ndarray):
        return library(x).nn.functional.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    centred = x - x.mean(-1, keepdims=True)
    spread = np.sqrt(np.square(centred).mean(-1, keepdims=True) + 1e-5)
    return centred / spread * weight + bias


def exact_product(x: Array, y: Array) -> Array:
    """Return x @ y with no less than 32 bits per number, whatever products are cast to."""
    if isinstance(x, np.ndarray):
        return x @ y
    with library(x).autocast(x.device.type, enabled=False):
        return exact(x) @ exact(y)


def exact(x: Array) -> Array:
    """Return an array with no less than 32 bits per number."""
    if isinstance(x, np.ndarray):
        return x
    torch = library(x)
    return x.to(torch.promote_types(x.dtype, torch.float32))


def pad(x: Array, axis: int, before: int = 0, after: int = 0) -> Array:
    """Return an array with zeros (or False) before and after it along an axis."""
    if not before and not after:
        return x
    shape = list(x.shape)
    edges = []
    for size in (before, after):
        shape[axis] = size
        edges.append(zeros(tuple(shape), x))
    return library(x).concatenate([edges[0], x, edges[1]], axis)
