"""Route loaded vehicles along every street that needs service.

Driving costs more the more is still on board: crossing an edge of length d with
load w costs d * (W + b * w), W being the empty vehicle and b its load factor, 1 by default.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arcload._version import __version__
from arcload.model.late import bind as _bind

if TYPE_CHECKING:
    from arcload.engine.context import Context as Context
    from arcload.engine.directions import best_directions as best_directions
    from arcload.engine.events import BetterBound as BetterBound
    from arcload.engine.events import BetterPlan as BetterPlan
    from arcload.engine.events import Done as Done
    from arcload.engine.events import Event as Event
    from arcload.engine.events import Phase as Phase
    from arcload.engine.problem import Arrays as Arrays
    from arcload.engine.problem import Problem as Problem
    from arcload.engine.solution import Solution as Solution
    from arcload.engine.stop import AnyOf as AnyOf
    from arcload.engine.stop import MaxIterations as MaxIterations
    from arcload.engine.stop import MaxTime as MaxTime
    from arcload.engine.stop import NoImprovement as NoImprovement
    from arcload.engine.stop import Progress as Progress
    from arcload.engine.stop import ProvenGap as ProvenGap
    from arcload.engine.stop import TargetCost as TargetCost
    from arcload.maps.cut_streets import cut_streets as cut_streets
    from arcload.maps.formats import read as read
    from arcload.maps.formats import write as write
    from arcload.maps.formats.columns import Columns as Columns
    from arcload.maps.formats.draft import Draft as Draft
    from arcload.maps.formats.reading import Reading as Reading
    from arcload.maps.generators import generate as generate
    from arcload.maps.geodataframes import from_geodataframe as from_geodataframe
    from arcload.maps.networkx_graphs import from_networkx as from_networkx
    from arcload.maps.networkx_graphs import to_networkx as to_networkx
    from arcload.maps.osmnx_graphs import to_osmnx as to_osmnx
    from arcload.maps.slope_lengths import slope_lengths as slope_lengths
    from arcload.model.checker import Checked as Checked
    from arcload.model.checker import check as check
    from arcload.model.crossing import Crossing as Crossing
    from arcload.model.edge import Edge as Edge
    from arcload.model.errors import ArcloadError as ArcloadError
    from arcload.model.errors import CallbackError as CallbackError
    from arcload.model.errors import CheckError as CheckError
    from arcload.model.errors import InputError as InputError
    from arcload.model.errors import NoTourError as NoTourError
    from arcload.model.facility import Facility as Facility
    from arcload.model.instance import Instance as Instance
    from arcload.model.notes import Note as Note
    from arcload.model.plan import Plan as Plan
    from arcload.model.plan import Route as Route
    from arcload.model.plan import Service as Service
    from arcload.model.plan import Trip as Trip
    from arcload.model.result import Result as Result
    from arcload.model.result_file import load_result as load_result
    from arcload.model.tour import Tour as Tour
    from arcload.model.turn_rules import Turn as Turn
    from arcload.model.turn_rules import TurnRules as TurnRules
    from arcload.model.vehicle import FREE as FREE
    from arcload.model.vehicle import Vehicle as Vehicle
    from arcload.proofs.bound_file import Bound as Bound
    from arcload.proofs.bound_file import check_bound as check_bound
    from arcload.proofs.bound_file import load_bound as load_bound
    from arcload.routes import write_route as write_route
    from arcload.routes.today.read_today import read_today as read_today
    from arcload.routes.today.todays_route import TodaysRoute as TodaysRoute
    from arcload.runs.solve_many import Solved as Solved
    from arcload.runs.solve_many import solve_many as solve_many
    from arcload.solving.bound import bound as bound
    from arcload.solving.compare import Comparison as Comparison
    from arcload.solving.compare import compare as compare
    from arcload.solving.search import Search as Search
    from arcload.solving.search import start as start
    from arcload.solving.solve import solve as solve
    from arcload.solving.split import split as split

# Each public name and the module it lives in, imported when first asked for.
_PUBLIC = {
    "FREE": "model.vehicle",
    "AnyOf": "engine.stop",
    "ArcloadError": "model.errors",
    "Arrays": "engine.problem",
    "BetterBound": "engine.events",
    "BetterPlan": "engine.events",
    "Bound": "proofs.bound_file",
    "CallbackError": "model.errors",
    "CheckError": "model.errors",
    "Checked": "model.checker",
    "Columns": "maps.formats.columns",
    "Comparison": "solving.compare",
    "Context": "engine.context",
    "Crossing": "model.crossing",
    "Done": "engine.events",
    "Draft": "maps.formats.draft",
    "Edge": "model.edge",
    "Event": "engine.events",
    "Facility": "model.facility",
    "InputError": "model.errors",
    "Instance": "model.instance",
    "MaxIterations": "engine.stop",
    "MaxTime": "engine.stop",
    "NoImprovement": "engine.stop",
    "NoTourError": "model.errors",
    "Note": "model.notes",
    "Phase": "engine.events",
    "Plan": "model.plan",
    "Problem": "engine.problem",
    "Progress": "engine.stop",
    "ProvenGap": "engine.stop",
    "Reading": "maps.formats.reading",
    "Result": "model.result",
    "Route": "model.plan",
    "Search": "solving.search",
    "Service": "model.plan",
    "Solution": "engine.solution",
    "Solved": "runs.solve_many",
    "TargetCost": "engine.stop",
    "TodaysRoute": "routes.today.todays_route",
    "Tour": "model.tour",
    "Trip": "model.plan",
    "Turn": "model.turn_rules",
    "TurnRules": "model.turn_rules",
    "Vehicle": "model.vehicle",
    "best_directions": "engine.directions",
    "bound": "solving.bound",
    "check": "model.checker",
    "check_bound": "proofs.bound_file",
    "compare": "solving.compare",
    "cut_streets": "maps.cut_streets",
    "from_geodataframe": "maps.geodataframes",
    "from_networkx": "maps.networkx_graphs",
    "generate": "maps.generators",
    "load_bound": "proofs.bound_file",
    "load_result": "model.result_file",
    "read": "maps.formats",
    "read_today": "routes.today.read_today",
    "slope_lengths": "maps.slope_lengths",
    "solve": "solving.solve",
    "solve_many": "runs.solve_many",
    "split": "solving.split",
    "start": "solving.search",
    "to_networkx": "maps.networkx_graphs",
    "to_osmnx": "maps.osmnx_graphs",
    "write": "maps.formats",
    "write_route": "routes",
}

# What methods of instances, plans and results ask for by name.
_bind(
    {
        "geotable_of": "arcload.routes.frames",
        "html_of": "arcload.views.notebook.html_of",
        "instance_dict": "arcload.maps.formats.json_instance",
        "plot": "arcload.views.plotting.plot",
        "read": "arcload.maps.formats.convert",
        "show_page": "arcload.views.notebook.show_page",
        "table_of": "arcload.routes.frames",
    }
)

__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'arcload' has no attribute {name!r}")
    value = getattr(import_module(f"arcload.{_PUBLIC[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
