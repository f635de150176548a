"""The decorator of every kernel: compiled once, cached for all kernels as they stand.

Numba renews a cached function when the file that holds it changes, and not when that of a
function it calls does. So here the cache is tied to the text of all kernels together.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def _stamp() -> str:
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def kernel(function: Function) -> Function:
    """Compile a function that keeps to exact floating-point arithmetic."""
    return _compiled(function, fastmath=False)


def fast_kernel(function: Function) -> Function:
    """Compile a function whose sums may be reordered, so that its loops vectorise."""
    return _compiled(function, fastmath=True)


def _compiled(function: Function, fastmath: bool) -> Function:
    made = njit(cache=True, nogil=True, error_model="numpy", fastmath=fastmath)(function)
    index: Any = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if hasattr(index, "_source_stamp"):
        index._source_stamp = _stamp()
    return cast(Function, made)
