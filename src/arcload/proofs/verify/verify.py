"""The check of a lower bound, by the kind of its certificate."""

from collections.abc import Callable

from arcload.model.certificate import KINDS, Certificate, Kind
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.street_hours import street_hours
from arcload.model.vehicle import Vehicle
from arcload.proofs.verify.capacity_cuts import by_capacity_cuts
from arcload.proofs.verify.delivery import Delivery, delivery_of, delivery_with_turns
from arcload.proofs.verify.envelope import by_envelope
from arcload.proofs.verify.fleet_subsets import by_fleet_subsets
from arcload.proofs.verify.labels import by_labels
from arcload.proofs.verify.priced_walk import by_walk
from arcload.proofs.verify.smith import by_smith
from arcload.proofs.verify.subsets import by_subsets
from arcload.proofs.verify.turn_ways import TurnWays, turn_ways
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
    if certificate.kind == "envelope":
        return by_envelope(instance, certificate)
    if certificate.kind == "walk":
        return by_walk(instance, certificate)
    ways: dict[Kind, Callable[[Delivery, Certificate], float]] = {
        "smith": by_smith,
        "subsets": by_subsets,
        "relaxation": by_relaxation,
        "labels": by_labels,
    }
    if certificate.kind not in ways:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}, which is for fleets")
    # Only every set of edges is looked at with its turns: without them no tour costs more.
    turns = instance.has_turns and certificate.kind == "subsets"
    delivery = delivery_with_turns(instance) if turns else delivery_of(instance)
    return ways[certificate.kind](delivery, certificate)


def _of_fleet(instance: Instance, certificate: Certificate) -> float:
    problem = FleetProblem.of(instance)
    if certificate.kind == "subsets":
        return by_fleet_subsets(problem, certificate, _ways_of_fleet(instance))
    if certificate.kind == "capacity-cuts":
        return by_capacity_cuts(problem, certificate)
    raise CheckError(f"the certificate's kind is {certificate.kind!r}, which is for one tour")


def _ways_of_fleet(instance: Instance) -> list[TurnWays] | None:
    """Return the ways of each type of vehicle where turns count, else None."""
    if not instance.has_turns:
        return None
    return [_ways_of(instance, vehicle) for vehicle in instance.vehicles]


def _ways_of(instance: Instance, vehicle: Vehicle) -> TurnWays:
    hours = street_hours(instance, vehicle)
    lengths = usable_lengths(instance, vehicle)
    return turn_ways(instance, lengths, None if hours is None else hours.drive)
