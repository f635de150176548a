"""The decorators of every kernel: compiled once, cached for all kernels as they stand.

Numba renews a cached function when the file that holds it changes, and not when that of a
function it calls does. So here the cache is tied to the text of all kernels together.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


@cache
def _stamp() -> str:
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def kernel(function: Function) -> Function:
    """Compile a function that is called from Python, in exact floating-point arithmetic."""
    return _cached(function, fastmath=False)


def fast_kernel(function: Function) -> Function:
    """Compile a `kernel` whose sums may be reordered, so that its loops vectorise."""
    return _cached(function, fastmath=True)


def part(function: Function) -> Function:
    """Let kernels call a function: it is compiled and cached with them, which takes less time."""
    return register_jitable(**_OPTIONS)(function)


def fast_part(function: Function) -> Function:
    """Let kernels call a `part` whose sums may be reordered, so that its loops vectorise."""
    return register_jitable(fastmath=True, **_OPTIONS)(function)


def _cached(function: Function, fastmath: bool) -> Function:
    made = njit(cache=True, fastmath=fastmath, **_OPTIONS)(function)
    index: Any = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if hasattr(index, "_source_stamp"):
        index._source_stamp = _stamp()
    return cast(Function, made)


def is_cached(kernel: Callable[..., Any]) -> bool:
    """Return whether a kernel as it stands was compiled before, or cannot be cached at all."""
    index: Any = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    return not hasattr(index, "_load_index") or bool(index._load_index())
