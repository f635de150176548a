"""Rows without runs."""

from benchmarks.fleet_rows import FleetRow


def row_of(
    instance: str = "gdb1", cost: float = 316.0, part: str = "plain", **values: object
) -> FleetRow:
    """Return a row without making its run."""
    given: dict[str, object] = {
        "group": "gdb",
        "seed": 1,
        "limit": 2.0,
        "threads": 2,
        "services": 22,
        "bound": 0.0,
        "status": "feasible",
        "trips": 5,
        "routes": 5,
        "seconds": 2.0,
        "iterations": 400_000,
    }
    return FleetRow(part=part, instance=instance, cost=cost, **given | values)  # type: ignore[arg-type]
