"""The decorators of kernels that allocate nothing and work on tuples of many arrays.

Compiled code counts the users of every array, at each call for each array of a tuple that is handed
on, and a call that is not inlined copies the tuple. Where tuples hold dozens of arrays both take
many times longer than the work. A bare kernel does not count, so it cannot make arrays; its caller
holds them all until it returns. Its parts are always inlined.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

from arcload.engine.kernels.cache import KernelCache
from arcload.engine.kernels.compiled import _OPTIONS, _stamp
from arcload.engine.kernels.deferring import deferring_in

Function = TypeVar("Function", bound=Callable[..., Any])


def bare_kernel(function: Function) -> Function:
    """Compile a `kernel` that allocates nothing, without counts of the users of arrays."""
    options: dict[str, Any] = {"_nrt": False, **_OPTIONS}
    made: Any = njit(**options)(function)
    if hasattr(made, "_cache"):  # not where NUMBA_DISABLE_JIT leaves it as it is
        made._cache = KernelCache(function, _stamp())
        made.compile = deferring_in("llvmlite", made.compile)
    return cast(Function, made)


def bare_part(function: Function) -> Function:
    """Let bare kernels call a function: it is compiled into each of its callers."""
    return register_jitable(forceinline=True, **_OPTIONS)(function)
