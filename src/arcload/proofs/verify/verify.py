"""The check of a lower bound, by the kind of its certificate."""

from collections.abc import Callable

from arcload.model.certificate import KINDS, Certificate, Kind
from arcload.model.errors import CheckError
from arcload.model.instance import Instance
from arcload.proofs.verify.delivery import Delivery, delivery_of
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
    ways: dict[Kind, Callable[[Delivery, Certificate], float]] = {
        "smith": by_smith,
        "subsets": by_subsets,
        "relaxation": by_relaxation,
        "labels": by_labels,
    }
    if not isinstance(certificate.kind, str) or certificate.kind not in KINDS:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}; known are {[*KINDS]}")
    stated = float(numbers(certificate.bound, (), "the certificate's bound"))
    proven = max(0.0, ways[certificate.kind](delivery_of(instance), certificate))  # costs are >= 0
    if stated > proven + TOLERANCE * abs(stated):
        raise CheckError(f"the certificate states the bound {stated!r}; it proves {proven!r}")
    return proven
