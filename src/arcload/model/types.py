"""Names for the types that stand in many signatures."""

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Id: TypeAlias = str | int | float
"""A node's or an edge's own name, as its user gave it."""

Keep: TypeAlias = Literal["all", "depot"]
Mode: TypeAlias = Literal["deliver", "collect"]
Objective: TypeAlias = Literal["cost", "balance"]
Traffic: TypeAlias = Literal["right", "left"]
Shape: TypeAlias = tuple[tuple[float, float], ...]

BoolArray: TypeAlias = npt.NDArray[np.bool_]
FloatArray: TypeAlias = npt.NDArray[np.float64]
SingleArray: TypeAlias = npt.NDArray[np.float32]
IntArray: TypeAlias = npt.NDArray[np.int64]
Int32Array: TypeAlias = npt.NDArray[np.int32]
