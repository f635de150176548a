"""The check of a lower bound, by the kind of its certificate."""

from collections.abc import Callable

from arcload.bounds.verify.labels import by_labels
from arcload.bounds.verify.smith import by_smith
from arcload.bounds.verify.subsets import by_subsets
from arcload.bounds.verify.validation import TOLERANCE, numbers
from arcload.bounds.verify.walks import by_relaxation
from arcload.certificate import KINDS, Certificate, Kind
from arcload.errors import CheckError
from arcload.instance import Instance
from arcload.problem import Problem


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
    ways: dict[Kind, Callable[[Problem, Certificate], float]] = {
        "smith": by_smith,
        "subsets": by_subsets,
        "relaxation": by_relaxation,
        "labels": by_labels,
    }
    if not isinstance(certificate.kind, str) or certificate.kind not in KINDS:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}; known are {[*KINDS]}")
    stated = float(numbers(certificate.bound, (), "the certificate's bound"))
    proven = max(0.0, ways[certificate.kind](Problem.of(instance), certificate))  # costs are >= 0
    if stated > proven + TOLERANCE * abs(stated):
        raise CheckError(f"the certificate states the bound {stated!r}; it proves {proven!r}")
    return proven
