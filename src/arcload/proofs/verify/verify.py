"""The check of a lower bound, by the kind of its certificate."""

from collections.abc import Callable

from arcload.model.certificate import KINDS, Certificate, Kind
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem
from arcload.model.instance import Instance
from arcload.proofs.verify.capacity_cuts import by_capacity_cuts
from arcload.proofs.verify.delivery import Delivery, delivery_of
from arcload.proofs.verify.fleet_subsets import by_fleet_subsets
from arcload.proofs.verify.labels import by_labels
from arcload.proofs.verify.smith import by_smith
from arcload.proofs.verify.subsets import by_subsets
from arcload.proofs.verify.validation import TOLERANCE, numbers
from arcload.proofs.verify.walks import by_relaxation


def verify(instance: Instance, certificate: Certificate) -> float:
    """Return the lower bound that a certificate really proves.

    Parameters
    ----------
    instance
        The instance that it is about.
    certificate
        The bound with its proof.

    Raises
    ------
    CheckError
        If it is malformed, or states more than it proves.
    """
    if not isinstance(certificate.kind, str) or certificate.kind not in KINDS:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}; known are {[*KINDS]}")
    stated = float(numbers(certificate.bound, (), "the certificate's bound"))
    if instance.is_fleet:
        proven = _of_fleet(instance, certificate)
    else:
        proven = _of_tour(instance, certificate)
    proven = max(0.0, proven)  # no cost is below 0
    if stated > proven + TOLERANCE * abs(stated):
        raise CheckError(f"the certificate states the bound {stated!r}; it proves {proven!r}")
    return proven


def _of_tour(instance: Instance, certificate: Certificate) -> float:
    ways: dict[Kind, Callable[[Delivery, Certificate], float]] = {
        "smith": by_smith,
        "subsets": by_subsets,
        "relaxation": by_relaxation,
        "labels": by_labels,
    }
    if certificate.kind not in ways:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}, which is for fleets")
    return ways[certificate.kind](delivery_of(instance), certificate)


def _of_fleet(instance: Instance, certificate: Certificate) -> float:
    ways: dict[Kind, Callable[[FleetProblem, Certificate], float]] = {
        "subsets": by_fleet_subsets,
        "capacity-cuts": by_capacity_cuts,
    }
    if certificate.kind not in ways:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}, which is for one tour")
    return ways[certificate.kind](FleetProblem.of(instance), certificate)
