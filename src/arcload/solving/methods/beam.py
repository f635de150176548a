"""Beam search: the most promising beginnings of a tour, one more edge at a time.

The label setting of `arcload.proofs`, with at most `width` states of each number of served
edges. What is left out gives a lower bound. Each pass is wider than the one before.
"""

import math
from dataclasses import dataclass, fields

from arcload.engine.context import Context
from arcload.engine.stop import Stop
from arcload.model.errors import InputError
from arcload.solving.methods import auto, greedy


@dataclass(frozen=True)
class Parameters:
    """What can be set.

    Parameters
    ----------
    width
        States of each number of served edges in the first pass.
    growth
        How many times wider each pass is than the one before.
    tuning
        Steps that improve the multipliers before the first pass.
    """

    width: int = 1000
    growth: int = 4
    tuning: int = 100

    def __post_init__(self) -> None:
        for field in fields(self):
            value, least = getattr(self, field.name), 2 if field.name == "growth" else 1
            if not isinstance(value, int) or value < least:
                raise InputError(f"{field.name} is {value!r}; it must be {least} or more")


DEFAULT = Parameters()
_STEP = 0.3


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Run passes that grow wider until nothing was left out or the context says stop."""
    from arcload.proofs.prover import Effort, ending, relax, tune_root, widen

    greedy.build(context)
    relaxation = relax(context)
    if relaxation is None or context.should_stop():
        return
    with ending(relaxation, context.over_but_for_iterations):
        for _ in tune_root(context, relaxation, parameters.tuning, _STEP):
            if context.should_stop():
                return
        passes = widen(
            context,
            relaxation,
            context.threads,
            Effort(parameters.width * context.problem.size, math.inf, patient=True),
            growth=parameters.growth,
            beam=True,
            count_passes=True,
        )
        for _ in passes:
            if context.should_stop():
                return


def default_limits(size: int) -> tuple[Stop, ...]:
    """Return when to stop where nothing is said: as `auto` does."""
    return auto.default_limits(size)


def warm_up(size: int) -> None:
    """Compile the kernels."""
    from arcload.proofs.warming import warm_up_proofs

    greedy.warm_up(size)
    warm_up_proofs()
