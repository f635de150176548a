"""The decorators of every kernel: compiled once, cached for all kernels as they stand.

A kernel is compiled with the functions that it calls, so the cache is tied to the text of all
kernels together.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

from arcload.engine.kernels.cache import KernelCache, can_keep
from arcload.engine.kernels.deferring import deferring_in

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


def bare_kernel(function: Function) -> Function:
    """Compile a `kernel` that makes no arrays and hands on tuples of many.

    Compiled code counts the users of every array, at each call for each array of a tuple that is
    handed on, and a call that is not inlined copies the tuple. Where tuples hold dozens of arrays
    both take many times longer than the work. A bare kernel does not count, so it cannot make
    arrays; its caller holds them all until it returns.
    """
    return _cached(function, _nrt=False)


def bare_part(function: Function) -> Function:
    """Let bare kernels call a function: it is compiled into each place that calls it."""
    return register_jitable(forceinline=True, **_OPTIONS)(function)


def _cached(function: Function, **options: Any) -> Function:
    made: Any = njit(**options, **_OPTIONS)(function)
    if hasattr(made, "_cache"):  # not where NUMBA_DISABLE_JIT leaves it as it is
        made._cache = KernelCache(function, _stamp())
        made.compile = deferring_in("llvmlite", made.compile)
    return cast(Function, made)


def is_cached(kernel: Callable[..., Any]) -> bool:
    """Return whether a kernel as it stands was compiled before, or cannot be kept at all."""
    cache = getattr(kernel, "_cache", None)
    return not isinstance(cache, KernelCache) or cache.holds_any() or not can_keep()
