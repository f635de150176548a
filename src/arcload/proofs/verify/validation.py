"""What a certificate must be made of."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.types import FloatArray, IntArray
from arcload.proofs.verify.delivery import Delivery

TOLERANCE = 1e-9  # by which a stated bound may exceed the proven one, relatively
_GREATEST = 1e100  # multiplier or potential, so that no sum overflows


class Multipliers(NamedTuple):
    """What is added for each service of an edge, and taken off for each deadhead's end at a node.

    A tour serves every edge once, and at an odd node at least one deadhead begins or ends. So no
    tour costs less than the cheapest walk, less the multipliers of the edges, plus those of the
    odd nodes: none of these may be below 0. Nor may those of the window cuts, see `tolls`.
    """

    edge: FloatArray
    node: FloatArray
    cut: FloatArray

    def size(self) -> float:
        """Return the sum of all multipliers of edges and nodes, without their signs."""
        return float(np.abs(self.edge).sum() + self.node.sum())

    def saved(self, place: int) -> tuple[FloatArray, FloatArray]:
        """Return what they take off a deadhead from each node to each other, and to a place.

        Staying where it is is no deadhead. To or from anywhere, -1, the other end alone counts.
        """
        between = self.node[:, None] + self.node
        np.fill_diagonal(between, 0.0)
        return between, self.node.copy() if place < 0 else between[place].copy()


def multipliers_of(delivery: Delivery, cuts: int, given: Any, what: str) -> Multipliers:
    """Return multipliers: those of the edges, of the nodes, and of so many cuts."""
    m, n = delivery.size, len(delivery.D)
    values = numbers(given, (m + n + cuts,), what)
    others = values[m:]
    if (others < 0).any():
        raise CheckError(f"{what} of nodes and cuts must be 0 or more; one is {others.min()}")
    return Multipliers(values[:m], others[:n], others[n:])


def stages_of(delivery: Delivery, certificate: Certificate) -> dict[int, Multipliers]:
    """Return the multipliers by the number of edges served from which on they are used."""
    if delivery.size == 0:
        raise CheckError(f"nothing is to be served; kind {certificate.kind!r} proves nothing here")
    stages: dict[int, Multipliers] = {}
    cuts = len(certificate.windows)
    for begin, multipliers in pairs(certificate.stages, "stages"):
        served = int(whole_numbers(begin, (), "the number of a stage"))
        if not max(stages, default=-1) < served < delivery.size or (served > 0 and not stages):
            raise CheckError(
                f"stage {len(stages) + 1} begins at {served} edges served; stages begin at 0, "
                f"rise, and are below {delivery.size}"
            )
        what = f"the multipliers of stage {len(stages) + 1}"
        stages[served] = multipliers_of(delivery, cuts, multipliers, what)
    if not stages:
        raise CheckError(f"the certificate of kind {certificate.kind!r} has no stages")
    return stages


def pairs(given: Any, what: str) -> Iterable[tuple[Any, Any]]:
    """Return pairs of a number and multipliers as they are; refuse all else."""
    if not isinstance(given, tuple | list) or any(
        not isinstance(pair, tuple | list) or len(pair) != 2 for pair in given
    ):
        raise CheckError(f"the {what} are no sequence of pairs of a number and multipliers")
    return given


def numbers(given: Any, shape: tuple[int, ...] | None, what: str) -> FloatArray:
    """Return finite numbers of a shape, None for a row of any length; refuse all else."""
    try:
        values = np.array(given)
    except ValueError:
        values = np.array(None)
    if values.size == 0:
        values = values.astype(np.float64)
    if values.dtype.kind not in "iuf":
        raise CheckError(f"{what} must be numbers")
    if shape is None:
        shape = (values.size,)
    if values.shape != shape:
        raise CheckError(f"{what} must have the shape {shape}; it is {values.shape}")
    if not (np.abs(values) <= _GREATEST).all():
        raise CheckError(f"{what} must be finite and at most {_GREATEST} in size")
    return values.astype(np.float64)


def whole_numbers(given: Any, shape: tuple[int, ...] | None, what: str) -> IntArray:
    """Return whole numbers of a shape; refuse all else."""
    values = numbers(given, shape, what)
    if not ((values == np.rint(values)) & (np.abs(values) < 2**53)).all():
        raise CheckError(f"{what} must be whole and below 2^53 in size")
    return values.astype(np.int64)
