"""``arcload info``."""

from typing import TYPE_CHECKING, Any

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.model.errors import counted
from arcload.model.units import figure, quantity

if TYPE_CHECKING:
    from arcload.model.instance import Instance

_WORTH_A_WORD = 2**20  # bytes
_VALUES = 5  # of an attribute that are shown


@grouped
def command(
    file: options.File,
    json: options.Json = False,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
) -> None:
    """Show what an instance holds, and whether it is in order."""
    from arcload.maps.formats import read

    instance = read(file, **reading.changes(), **vehicle.changes())
    show.notes(instance.notes)
    facts = describe(instance)
    if json:
        show.print_json(facts)
    else:
        show.print_facts(instance.name, _rows(facts))


def describe(instance: "Instance") -> dict[str, Any]:
    """Return the figures of an instance."""
    import numpy as np

    from arcload.engine.distances import count_rows, matrix_bytes
    from arcload.model.network import nodes_that_matter

    drive = np.min(instance.lengths, axis=1, initial=np.inf)
    served = instance.served
    one_way = ~np.isfinite(instance.lengths).all(axis=1)
    pairs = np.sort(instance.ends, axis=1)
    total = instance.total_demand
    demands = instance.demands[served]
    nodes, (rows, _) = len(nodes_that_matter(instance)), count_rows(instance)
    return {
        "instance": instance.name,
        "nodes": len(instance.nodes),
        "edges": len(instance.edges),
        "served": len(served),
        "length": float(drive.sum()),
        "served_length": float(drive[served].sum()),
        "one_way": int(one_way.sum()),
        "uneven": int((~one_way & (instance.lengths[:, 0] != instance.lengths[:, 1])).sum()),
        "loops": int((instance.ends[:, 0] == instance.ends[:, 1]).sum()),
        "parallel": len(pairs) - len(np.unique(pairs, axis=0)),
        "total_demand": total,
        "least_demand": float(demands.min()) if len(demands) else None,
        "greatest_demand": float(demands.max()) if len(demands) else None,
        "curb_ratio": instance.curb_weight / total if total else None,
        "load_factor": instance.load_factor,
        "capacity": instance.capacity,
        **instance.vehicle.stated(),
        **(_fleet(instance) if instance.is_fleet else {}),
        **_turns(instance),
        "attributes": _attributes(instance),
        "bounds": _bounds(instance),
        "length_unit": instance.length_unit,
        "load_unit": instance.load_unit,
        "nodes_that_matter": nodes,
        **({"ports": rows} if instance.has_turns else {}),
        "distance_bytes": matrix_bytes(rows),
    }


def _fleet(instance: "Instance") -> dict[str, Any]:
    """Return the figures of a fleet."""
    from arcload.model.fleet_rules import least_trips

    return {
        "vehicles": [vehicle.stated() for vehicle in instance.vehicles],
        "facilities": [place.stated() for place in instance.places],
        "objective": instance.objective,
        "allow_unserved": instance.allow_unserved,
        "least_trips": least_trips(instance),
    }


def _turns(instance: "Instance") -> dict[str, Any]:
    """Return the rules of turns, where there are any."""
    rules, turns = instance.turn_rules, len(instance.forbidden_turns)
    stated = {} if rules is None else {"turn_rules": rules.stated()}
    return stated | ({"forbidden_turns": turns} if turns else {})


def _attributes(instance: "Instance") -> dict[str, dict[str, Any]]:
    """Return how many edges have each attribute, and its most frequent values."""
    from collections import Counter

    counts = {
        name: Counter(cell for cell in cells if cell) for name, cells in instance.attributes.items()
    }
    return {
        name: {
            "edges": count.total(),
            "values": dict(count.most_common(_VALUES)),
            "other_values": max(0, len(count) - _VALUES),
        }
        for name, count in counts.items()
    }


def _bounds(instance: "Instance") -> list[float] | None:
    """Return west, south, east and north of a network on earth."""
    if not instance.geographic or instance.coordinates is None:
        return None
    points = instance.coordinates
    return [*points.min(axis=0).tolist(), *points.max(axis=0).tolist()]


def _rows(facts: dict[str, Any]) -> list[tuple[str, str]]:
    length, load = facts["length_unit"], facts["load_unit"]
    rows = [
        ("network", f"{counted(facts['nodes'], 'node')}, {counted(facts['edges'], 'edge')}"),
        ("to be served", counted(facts["served"], "edge")),
        (
            "length",
            f"{quantity(facts['length'], length)} in all, "
            f"{quantity(facts['served_length'], length)} to be served",
        ),
    ]
    if facts["bounds"] is not None:
        west, south, east, north = facts["bounds"]
        place = f"latitude {south:.4f} to {north:.4f}, longitude {west:.4f} to {east:.4f}"
        rows.append(("on earth", place))
    special = [
        f"{facts[key]:,} {words}"
        for key, words in (
            ("one_way", "one-way"),
            ("uneven", "with a different length each way"),
            ("loops", "loop" if facts["loops"] == 1 else "loops"),
            ("parallel", "parallel to another"),
        )
        if facts[key]
    ]
    if special:
        rows.append(("special edges", ", ".join(special)))
    demand = quantity(facts["total_demand"], load)
    if facts["least_demand"] is not None:
        low, high = (figure(facts[f"{which}_demand"]) for which in ("least", "greatest"))
        demand += f", {low} to {high} per edge"
    rows.append(("demand", demand))
    if len(facts.get("vehicles", ())) < 2:
        curb = quantity(facts["curb_weight"], load)
        if facts["curb_ratio"]:
            curb += f", {facts['curb_ratio']:.3g} times the total demand"
        rows.append(("curb weight", curb))
        if facts["load_factor"] != 1:
            rows.append(("load factor", figure(facts["load_factor"])))
    if "vehicles" in facts:
        rows += _fleet_rows(facts)
    else:
        about = [facts["mode"], _from_to(facts), *_speeds_and_fuel(facts)]
        rows.append(("tour", ", ".join(about)))
    if "turn_rules" in facts:
        from arcload.model.turn_rules import turn_rules_in

        rows.append(("turn rules", turn_rules_in(facts["turn_rules"]).in_words()))
    if "forbidden_turns" in facts:
        rows.append(("forbidden turns", f"{facts['forbidden_turns']:,}"))
    rows += _attribute_rows(facts["attributes"])
    if facts["distance_bytes"] >= _WORTH_A_WORD:
        memory = f"{facts['distance_bytes'] / 2**20:,.1f} MiB of distances between "
        between = counted(facts["nodes_that_matter"], "node")
        if "ports" in facts:
            between = f"{facts['ports']:,} ends of streets, as turns count"
        rows.append(("memory", memory + between))
    return rows


def _attribute_rows(attributes: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Return a row per attribute, with its most frequent values."""
    rows: list[tuple[str, str]] = []
    for name, facts in attributes.items():
        values = ", ".join(f"{value} ({count:,})" for value, count in facts["values"].items())
        more = f" and {facts['other_values']:,} more" if facts["other_values"] else ""
        edges = counted(facts["edges"], "edge")
        rows.append(("" if rows else "attributes", f"{name} of {edges}: {values}{more}"))
    return rows


def _fleet_rows(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rows of a fleet: one per type of vehicles, the facilities, the trips."""
    length, load = facts["length_unit"], facts["load_unit"]
    rows = []
    several = len(facts["vehicles"]) > 1
    for number, vehicle in enumerate(facts["vehicles"], start=1):
        about = [f"{vehicle['count']:,}" if "count" in vehicle else "any number"]
        if several:
            about.append(f"curb weight {quantity(vehicle['curb_weight'], load)}")
            about.append(f"load factor {figure(vehicle.get('load_factor', 1.0))}")
        units = {"capacity": load, "max_length": length, "max_hours": "h"}
        for key, words in _LIMITS.items():
            if key in vehicle:
                about.append(f"{words} {quantity(vehicle[key], units.get(key, ''))}")
        about += _speeds_and_fuel(vehicle)
        if "closed" in vehicle:
            about.append(f"{counted(len(vehicle['closed']), 'street')} closed to them")
        name = vehicle.get("label") or (f"vehicles {number}" if several else "vehicles")
        rows.append((name, f"{', '.join(about)}, {facts['mode']}, {_from_to(vehicle)}"))
    does = "load" if facts["mode"] == "deliver" else "unload"
    rows.append((f"{does} at", ", ".join(_facility_in_words(one) for one in facts["facilities"])))
    if facts["objective"] != "cost":
        rows.append(("objective", facts["objective"]))
    if facts["allow_unserved"]:
        rows.append(("unserved", "streets may be left out"))
    rows.append(("trips", f"{facts['least_trips']:,} or more"))
    return rows


def _speeds_and_fuel(vehicle: dict[str, Any]) -> list[str]:
    """Return what is known of a vehicle's hours and fuel, in words."""
    about = []
    if "drive_speed" in vehicle:
        speeds = [vehicle[f"{which}_speed"] for which in ("serve", "drive")]
        serving, driving = (
            f"by the rule {speed!r}" if isinstance(speed, str) else f"{figure(speed)} km/h"
            for speed in speeds
        )
        about.append(f"{serving} serving and {driving} driving")
    if "leave" in vehicle:
        about.append(f"leaving at {vehicle['leave']}")
    if "fuel_empty" in vehicle:
        empty, per_tonne = (figure(vehicle[f"fuel_{which}"]) for which in ("empty", "per_tonne"))
        about.append(f"{empty} litres per 100 km and {per_tonne} more per tonne on board")
    return about


_LIMITS = {
    "capacity": "capacity",
    "fixed_cost": "fixed cost",
    "max_trips": "most trips",
    "max_length": "longest length",
    "max_hours": "longest time",
}


def _facility_in_words(facility: dict[str, Any]) -> str:
    cost, minutes = facility.get("visit_cost"), facility.get("stop_minutes")
    about = [f"cost {figure(cost)}"] if cost else []
    about += [f"{figure(minutes)} min"] if minutes else []
    return f"{facility['node']!r}" + (f" ({', '.join(about)} per visit)" if about else "")


def _from_to(vehicle: dict[str, Any]) -> str:
    start, end = ("anywhere" if vehicle[k] is None else repr(vehicle[k]) for k in ("start", "end"))
    return f"from {start} to {end}"
