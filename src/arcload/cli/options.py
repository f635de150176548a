"""The options that several commands share, each declared once.

Options that belong together are a frozen dataclass, which `grouped` hands to a command as one
object.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli.turn_options import turn_changes
from arcload.model.errors import InputError

if TYPE_CHECKING:
    from arcload.model.result_file import StatedResult
    from arcload.proofs.bound_file import Bound

_vehicle = partial(typer.Option, rich_help_panel="The vehicle")
_fleet = partial(typer.Option, rich_help_panel="The fleet")
_turns = partial(typer.Option, rich_help_panel="Turns")
_reading = partial(typer.Option, rich_help_panel="How the streets are read")
_stop = partial(typer.Option, rich_help_panel="When to stop")
_writing = partial(typer.Option, rich_help_panel="How the files are written")
_policy = partial(typer.Option, rich_help_panel="The policy of --method arc-drl")
search_option = partial(typer.Option, rich_help_panel="The search")
"""An option in the panel of those on how a search works."""

_POLISHED = 4  # tours that --polish improves
_OF_TURNS = ("u_turn", "turns", "traffic", "turn_seconds")

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The streets: .geojson, .csv, .osm, .graphml, .gpkg, .shp, .json, .txt, .dat; or a "
        "town file, .toml.",
    ),
]
Routes = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="OUT",
        help="Write the tour: .json, .gpx, .csv (the driver's list), .pdf (a map to print), "
        ".geojson, .html (a map to play), .png, .svg; repeatable.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Memory = Annotated[
    float | None, search_option(metavar="GB", help="Memory that proofs may use; 6 by default.")
]


@dataclass(frozen=True, kw_only=True)
class VehicleOptions:
    """The vehicles, their places and rules, in place of what the file says."""

    depot: Annotated[
        str | None,
        _vehicle(
            metavar="PLACE",
            help="Where the tour starts and ends: a node, a street, a point or LAT,LON.",
        ),
    ] = None
    start: Annotated[
        str | None,
        _vehicle(metavar="PLACE|free", help="Where it starts; 'free' for anywhere."),
    ] = None
    end: Annotated[
        str | None,
        _vehicle(metavar="PLACE|free", help="Where it ends; 'free' for anywhere."),
    ] = None
    curb_weight: Annotated[
        float | None,
        _vehicle(metavar="W", help="Weight of the empty vehicle."),
    ] = None
    curb_ratio: Annotated[
        float | None,
        _vehicle(metavar="R", help="The same as a multiple of the total demand."),
    ] = None
    load_factor: Annotated[
        float | None,
        _vehicle(metavar="B", help="Cost is length x (W + B x load); 1 by default."),
    ] = None
    mode: Annotated[
        str | None,
        _vehicle(metavar="deliver|collect", help="Whether the load falls or grows on the way."),
    ] = None
    keep: Annotated[
        str | None,
        _vehicle(
            metavar="all|depot",
            help="'depot': leave out streets that cannot be reached from the depot.",
        ),
    ] = None
    capacity: Annotated[
        float | None,
        _fleet(
            metavar="C", help="The most on board; a vehicle refills at the depot. inf: one tour."
        ),
    ] = None
    vehicles: Annotated[
        str | None,
        _fleet(metavar="N|any", help="How many vehicles there are; any number by default."),
    ] = None
    facility: Annotated[
        list[str] | None,
        _fleet(
            metavar="PLACE[,PLACE]",
            help="Where they refill (or unload) too: places as for --depot; repeatable.",
        ),
    ] = None
    refill_at_depot: Annotated[
        bool | None,
        _fleet(
            "--refill-at-depot/--no-refill-at-depot",
            help="Whether they refill at the depot, or at the facilities alone.",
        ),
    ] = None
    fixed_cost: Annotated[
        float | None,
        _fleet(metavar="F", help="Cost of each vehicle that is used."),
    ] = None
    max_trips: Annotated[
        str | None,
        _fleet(metavar="K|any", help="The most trips of one vehicle."),
    ] = None
    max_length: Annotated[
        float | None,
        _fleet(metavar="M", help="The longest way of one vehicle, in the unit of the lengths."),
    ] = None
    max_hours: Annotated[
        float | None,
        _fleet(metavar="H", help="The longest time of one vehicle; needs --speed."),
    ] = None
    speed: Annotated[
        list[str] | None,
        _vehicle(
            metavar="serve=S,drive=D",
            help="km/h while serving and while driving, or one for both; each a number or a rule "
            "by street such as 'drive=maxspeed * 0.8; else 40'; repeatable.",
        ),
    ] = None
    leave: Annotated[
        str | None,
        _vehicle(metavar="HH:MM", help="When the vehicles start, for clock times."),
    ] = None
    fuel: Annotated[
        str | None,
        _vehicle(
            metavar="EMPTY,PER_TONNE[,PRICE]",
            help="Litres per 100 km empty, more per tonne on board, and money per litre.",
        ),
    ] = None
    objective: Annotated[
        str | None,
        _fleet(
            metavar="cost|balance",
            help="'balance': first the longest route, then the cost; needs --vehicles.",
        ),
    ] = None
    allow_unserved: Annotated[
        bool | None,
        _fleet(
            "--allow-unserved/--no-allow-unserved",
            help="Leave streets out where not all can be served.",
        ),
    ] = None
    cut_streets: Annotated[
        bool | None,
        _fleet(
            "--cut-streets/--no-cut-streets",
            help="Serve a street above every capacity in pieces.",
        ),
    ] = None
    u_turn: Annotated[
        str | None,
        _turns(
            metavar="METRES|never",
            help="What a U-turn adds to the way; never: at dead ends alone.",
        ),
    ] = None
    turns: Annotated[
        str | None,
        _turns(
            metavar="left=M,right=M,...",
            help="Metres that other turns add; they cost with the load as driving does.",
        ),
    ] = None
    traffic: Annotated[
        str | None,
        _turns(metavar="right|left", help="On which side vehicles drive; right by default."),
    ] = None
    turn_seconds: Annotated[
        str | None,
        _turns(
            metavar="S|left=S,...",
            help="How long turns take, in the hours alone; one number is for all but straight on.",
        ),
    ] = None

    def __post_init__(self) -> None:
        if self.curb_weight is not None and self.curb_ratio is not None:
            raise InputError("--curb-weight and --curb-ratio say the same thing; give one")
        if self.keep not in (None, "all", "depot"):
            raise InputError(f"--keep is {self.keep!r}; it must be 'all' or 'depot'")
        if self.objective not in (None, "cost", "balance"):
            raise InputError(f"--objective is {self.objective!r}; it must be 'cost' or 'balance'")

    def changes(self, solved: "StatedResult | Bound | None" = None) -> dict[str, Any]:
        """Return what `arcload.read` takes in place of what the file says.

        Parameters
        ----------
        solved
            What the file of a result or bound states, whose settings are used where no option
            names another.
        """
        from arcload.model.vehicle import FREE

        changes = _given(self)
        if "facility" in changes:
            changes["facilities"] = changes.pop("facility")
        if "vehicles" in changes:
            changes["count"] = _whole_or_any(changes.pop("vehicles"), "--vehicles")
        if "max_trips" in changes:
            changes["max_trips"] = _whole_or_any(changes["max_trips"], "--max-trips")
        if "speed" in changes:
            changes |= _speeds(changes.pop("speed"))
        if "fuel" in changes:
            changes |= _fuel(changes.pop("fuel"))
        changes |= {place: FREE for place in ("start", "end") if changes.get(place) == "free"}
        settings = {} if solved is None else solved.vehicle()
        given = (changes.pop(name, None) for name in _OF_TURNS)
        rules = turn_changes(*given)
        if rules:
            stated = settings.get("turn_rules")
            changes["turn_rules"] = rules if stated is None else replace(stated, **rules)
        if "curb_ratio" in changes:
            settings.pop("curb_weight", None)
        if "depot" in changes:
            settings.pop("start", None)
            settings.pop("end", None)
        return settings | changes


@dataclass(frozen=True, kw_only=True)
class ReadingOptions:
    """How streets are read from a file."""

    demand_rule: Annotated[
        str | None,
        _reading(
            metavar="RULE",
            help="Demand of the streets for which the file gives none, such as 'highway=primary: "
            "180/km; else 0'; per /km, /lane-km or /m2.",
        ),
    ] = None
    demand_per_km: Annotated[
        float | None,
        _reading(metavar="Q", help="Demand per km of the streets for which the file gives none."),
    ] = None
    demand_column: Annotated[
        str | None,
        _reading(metavar="NAME", help="Column of the demand, if not 'demand'."),
    ] = None
    length_column: Annotated[
        str | None,
        _reading(metavar="NAME", help="Column of the length, if not 'length'."),
    ] = None
    name_column: Annotated[
        str | None,
        _reading(metavar="NAME", help="Column of the street's name, if not 'name'."),
    ] = None
    oneway_column: Annotated[
        str | None,
        _reading(metavar="NAME", help="Column for one-way streets, if not 'oneway'."),
    ] = None
    length_unit: Annotated[
        str | None,
        _reading(metavar="UNIT", help="Unit of the lengths: m, km, mi, ft or yd."),
    ] = None
    load_unit: Annotated[
        str | None,
        _reading(metavar="UNIT", help="Unit of demand and curb weight, such as kg."),
    ] = None
    snap: Annotated[
        float | None,
        _reading(
            metavar="M", help="Join the end of a street to a street within M metres; 1 by default."
        ),
    ] = None
    format: Annotated[
        str | None,
        _reading(
            metavar="NAME",
            help="Format of the file, such as geojson; by default found from its content.",
        ),
    ] = None

    def changes(self) -> dict[str, Any]:
        """Return what `arcload.read` takes."""
        return _given(self)


@dataclass(frozen=True, kw_only=True)
class StopOptions:
    """When a search stops."""

    time: Annotated[
        float | None,
        _stop(metavar="S", help="After S seconds of search."),
    ] = None
    iterations: Annotated[
        int | None,
        _stop(metavar="N", help="After N iterations."),
    ] = None
    no_improvement: Annotated[
        int | None,
        _stop(metavar="N", help="After N iterations without a better tour."),
    ] = None
    target: Annotated[
        float | None,
        _stop(metavar="COST", help="At a tour that costs no more than this."),
    ] = None
    gap: Annotated[
        float | None,
        _stop(metavar="G", help="At this proven gap to the best; 0.01 is 1%."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """What a search may use, and its chance."""

    seed: Annotated[
        int,
        search_option(metavar="N", help="The same seed gives the same tour."),
    ] = 1
    threads: Annotated[
        int | None,
        search_option(metavar="N", help="Threads to use; all cores by default."),
    ] = None
    memory: Memory = None

    def arguments(self) -> dict[str, Any]:
        """Return what `arcload.solve` and `arcload.bound` take."""
        memory = memory_in_bytes(self.memory)
        return {"seed": self.seed, "threads": self.threads, "memory": memory}


@dataclass(frozen=True, kw_only=True)
class WritingOptions:
    """How the files of a plan are written."""

    paper: Annotated[
        str | None,
        _writing(metavar="a4|a3|letter", help="Paper of the printed map (.pdf); a4 by default."),
    ] = None
    decimal_comma: Annotated[
        bool,
        _writing(
            "--decimal-comma",
            help="Numbers with a comma, columns with ';', in the driver's list (.csv).",
        ),
    ] = False

    def settings(self, outputs: Sequence[Path]) -> dict[str, Any]:
        """Return what `arcload.write_route` takes; refuse what is meant for no output."""
        from arcload.views.printing.paper import require_paper

        suffixes = [path.suffix.lower() for path in outputs]
        if self.paper is not None:
            require_paper(self.paper)
            if ".pdf" not in suffixes:
                raise InputError("--paper is for the printed map; name one, such as -o map.pdf")
        if self.decimal_comma and ".csv" not in suffixes:
            raise InputError(
                "--decimal-comma is for the driver's list; name one, such as -o route.csv"
            )
        return {"paper": self.paper or "a4", "decimal_comma": self.decimal_comma}


@dataclass(frozen=True, kw_only=True)
class PolicyOptions:
    """The parameters of the method arc-drl that have options of their own."""

    model: Annotated[
        str | None,
        _policy(metavar="NAME|FILE", help="The policy: default, paper or a file."),
    ] = None
    samples: Annotated[
        int | None,
        _policy(metavar="K", help="Draw K more tours by chance, all different."),
    ] = None
    temperature: Annotated[
        float | None,
        _policy(metavar="T", help="Draws vary more above 1 (the default), less below."),
    ] = None
    polish: Annotated[
        bool,
        _policy("--polish", help="Improve the best few tours by local search."),
    ] = False

    def parameters(self, method: str) -> dict[str, Any]:
        """Return the parameters that were given; refuse them for a method other than arc-drl."""
        parameters = _given(self)
        if parameters.pop("polish"):
            parameters["polish"] = _POLISHED
        if parameters and method != "arc-drl":
            name = next(iter(parameters))
            raise InputError(f"--{name} is for --method arc-drl; {method} does not use it")
        return parameters


def names(*groups: Any) -> str:
    """Return in words which options of some groups the user gave; nothing if none."""
    given = ["--" + name.replace("_", "-") for group in groups for name in _given(group)]
    return " and ".join([", ".join(given[:-1]), given[-1]] if given[1:] else given)


def _whole_or_any(text: str, option: str) -> float:
    """Return a whole number, infinite for any number."""
    if text.strip().lower() in ("any", "inf"):
        return math.inf
    if not text.strip().isdecimal() or int(text) < 1:
        raise InputError(f"{option} is {text!r}; give a whole number from 1 on, or any")
    return int(text)


def _speeds(texts: list[str]) -> dict[str, float | str]:
    """Return the speeds of ``serve=20,drive=40``, or of one number or rule for both."""
    from arcload.model.files import parse_number

    speeds: dict[str, float | str] = {}
    for text in texts:
        words = re.split(r",(?=\s*(?:serve|drive)\s*=)", text)
        for word in words:
            name, equals, speed = (part.strip() for part in word.partition("="))
            if not equals or name not in ("serve", "drive"):
                name, speed = "both", text.strip()
            for which in ("serve", "drive") if name == "both" else (name,):
                if f"{which}_speed" in speeds or (name == "both" and len(words) > 1):
                    raise InputError(
                        f"--speed is {text!r}; give serve=S,drive=D in km/h, each once, or one "
                        "number for both"
                    )
                number = parse_number(speed)
                speeds[f"{which}_speed"] = speed if number is None else number
    return speeds


def _fuel(text: str) -> dict[str, float]:
    """Return the fields of ``30,1.5,1.80``: litres empty, per tonne, and the price."""
    from arcload.model.files import parse_number

    numbers = [parse_number(word.strip()) for word in text.split(",")]
    given = [number for number in numbers if number is not None and number >= 0]
    if len(given) != len(numbers) or len(given) not in (2, 3):
        raise InputError(
            f"--fuel is {text!r}; give litres per 100 km empty, litres per 100 km and tonne on "
            "board, and if you like money per litre, such as 28,1.5,1.80"
        )
    return dict(zip(("fuel_empty", "fuel_per_tonne", "fuel_price"), given, strict=False))


def memory_in_bytes(gigabytes: float | None) -> float:
    """Return what ``--memory`` says in bytes, or the default."""
    from arcload.engine.run import DEFAULT_MEMORY

    if gigabytes is None:
        return DEFAULT_MEMORY
    if not gigabytes > 0:
        raise InputError(f"--memory is {gigabytes:g}; it must be above 0")
    return gigabytes * 1e9


def _given(group: Any) -> dict[str, Any]:
    """Return the options of a group that the user gave, by name."""
    values = {field.name: getattr(group, field.name) for field in fields(group)}
    return {name: value for name, value in values.items() if value is not None}
