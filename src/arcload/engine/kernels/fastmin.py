"""A minimum that LLVM turns into vector instructions."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _fast_min(typing_context: Any, a: Any, b: Any) -> Any:

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        double = ir.DoubleType()
        kind = ir.FunctionType(double, [double, double])
        minnum = builder.module.declare_intrinsic("llvm.minnum", [double], kind)
        return builder.call(minnum, arguments, fastmath=("fast",))

    return types.float64(types.float64, types.float64), generate


fast_min = cast(Callable[[float, float], float], intrinsic(_fast_min))
"""Return the lesser of two numbers; reductions with it are vectorised, unlike with `if`."""
