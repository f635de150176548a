"""Compiling what proofs need, so that no proof pays for it."""

from arcload.context import Context
from arcload.instance import Instance
from arcload.problem import Problem
from arcload.stop import AnyOf


def warm_up_proofs() -> None:
    """Compile the kernels of every kind of proof, on a street of three edges."""
    from arcload.bounds.prover import Effort, cutoff_of, relax, tune_root, widen
    from arcload.bounds.subsets import Subsets

    street = [(node, node + 1, 1.0 + node, 1.0) for node in range(3)]
    context = Context(Problem.of(Instance.from_edges(street, depot=0)), AnyOf(()))
    subsets = Subsets(context.problem)
    for _ in subsets.run():
        pass
    context.offer_order(subsets.order)
    relaxation = relax(context)
    assert relaxation is not None
    for _ in tune_root(context, relaxation, 2, 1.0):
        pass
    relaxation.delete(2 * cutoff_of(context))
    for _ in widen(context, relaxation, 1, Effort(3, 3, patient=False), beam=True):
        pass
