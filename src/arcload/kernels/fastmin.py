"""A minimum that LLVM turns into vector instructions."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def fast_min(typing_context: Any, a: Any, b: Any) -> Any:
    """Return the lesser of two numbers; reductions with it are vectorised, unlike with `if`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        double = ir.DoubleType()
        kind = ir.FunctionType(double, [double, double])
        minnum = builder.module.declare_intrinsic("llvm.minnum", [double], kind)
        return builder.call(minnum, arguments, fastmath=("fast",))

    return types.float64(types.float64, types.float64), generate
