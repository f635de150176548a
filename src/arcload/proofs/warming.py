"""Compiling what proofs need, so that no proof pays for it."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.model.instance import Instance
from arcload.model.window_cut import WindowCut

if TYPE_CHECKING:
    from arcload.proofs.relaxation import Relaxation


def warm_up_proofs() -> None:
    """Compile the kernels of every kind of proof, on a street of three edges."""
    from arcload.proofs.envelope.prove_ways import prove_ways
    from arcload.proofs.prover import Effort, cutoff_of, relax, tune_root, widen
    from arcload.proofs.subsets import Subsets
    from arcload.proofs.windows.tune_with_cuts import tune_with_cuts

    street = [(node, node + 1, 1.0 + node, 1.0) for node in range(3)]
    context = Context(Problem.of(Instance.from_edges(street, depot=0)), AnyOf())
    subsets = Subsets(context.problem)
    for _ in subsets.run():
        pass
    context.offer_order(subsets.order)
    _warm_up_cuts()
    for _ in prove_ways(context):
        pass
    relaxation = relax(context)
    assert relaxation is not None
    for _ in tune_root(context, relaxation, 2, 1.0):
        pass
    relaxation.set_cuts([WindowCut((0,), high=3, low=1, odd=(0,))])
    next(tune_with_cuts(relaxation, cutoff_of(context)))
    relaxation.delete(2 * cutoff_of(context))
    for _ in widen(context, relaxation, 1, Effort(3, 3, patient=False), beam=True):
        pass
    _warm_up_tuning(relaxation)


def _warm_up_cuts() -> None:
    """Compile what finds the cuts that a tour's length needs."""
    import numpy as np

    from arcload.engine.kernels.odd_sums import odd_sums
    from arcload.proofs.edge_bits import packed
    from arcload.proofs.postman.weighted_graph import WeightedGraph

    street = WeightedGraph(3, np.arange(2), np.arange(1, 3), np.ones(2))
    for _ in street.tree_cuts(below=2.0):
        pass
    for _ in street.cuts_between(np.array([0, 2]), below=2.0):
        pass
    rows = np.eye(2, dtype=np.bool_)
    odd_sums(packed(rows), packed(rows), rows[0].copy(), np.zeros(2), np.ones(2), 1.0, 2)


def _warm_up_tuning(relaxation: "Relaxation") -> None:
    """Compile what is needed when the multipliers are tuned on the way."""
    import numpy as np

    from arcload.engine.kernels.labels import bound_again, fill_buckets, new_states, unpack
    from arcload.proofs.edge_bits import packed

    m, grid = relaxation.problem.size, relaxation.grid
    states = new_states(1, m)
    for column in states:
        column[:] = 0
    ending = packed(np.zeros((len(grid.home) - 1, m), dtype=np.bool_))
    fill_buckets(1, states, np.full(2, -1, dtype=np.int32), np.empty(1, dtype=np.int32))
    due = relaxation.table.priced(relaxation.multipliers)
    bound_again(1, m, relaxation.multipliers, ending, grid, relaxation.labels, due, states)
    unpack(np.arange(1), m, states)


_processes: list["subprocess.Popen[bytes]"] = []  # that compile the kernels of proofs


def start_compiling(*, fleets: bool = False) -> None:
    """Compile the kernels of proofs in a process of their own, unless they are in the cache.

    Compiling keeps one core busy, so a search need not wait for it where there are two. The
    process goes on when this one ends, so that the next finds them compiled.

    Parameters
    ----------
    fleets
        Whether those for fleets, or those for tours.
    """
    from arcload.engine.kernels.compiled import is_cached
    from arcload.engine.kernels.labels import unpack
    from arcload.engine.kernels.trip_labels import follow_trip

    last: Callable[..., Any] = unpack
    script = "from arcload.proofs.warming import warm_up_proofs as warm_up"
    if fleets:
        last = follow_trip
        script = "from arcload.proofs.fleets.warming import warm_up_fleet_proofs as warm_up"
    if not compiling() and not is_cached(last):  # the last that is compiled
        script += "; warm_up()"
        with suppress(OSError):  # then they are compiled when they are needed
            command = [sys.executable, "-P", "-c", script]  # -P: no module of the working folder
            _processes.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))


def compiling() -> bool:
    """Return whether that process is still at it."""
    return any(process.poll() is None for process in _processes)
