"""Route one loaded vehicle along every street that needs service.

Driving costs more the more is still on board: crossing an edge of length d with
load w costs d * (W + w), W being the empty vehicle.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arcload.bound_file import Bound as Bound
    from arcload.bound_file import check_bound as check_bound
    from arcload.bound_file import load_bound as load_bound
    from arcload.bounding import bound as bound
    from arcload.checker import Checked as Checked
    from arcload.checker import check as check
    from arcload.comparing import Comparison as Comparison
    from arcload.comparing import compare as compare
    from arcload.directions import best_directions as best_directions
    from arcload.errors import ArcloadError as ArcloadError
    from arcload.errors import ArcloadWarning as ArcloadWarning
    from arcload.errors import CheckError as CheckError
    from arcload.errors import InputError as InputError
    from arcload.errors import NoTourError as NoTourError
    from arcload.formats import read as read
    from arcload.formats import write as write
    from arcload.generators import generate as generate
    from arcload.instance import FREE as FREE
    from arcload.instance import Edge as Edge
    from arcload.instance import Instance as Instance
    from arcload.many import Solved as Solved
    from arcload.many import solve_many as solve_many
    from arcload.networkx_graphs import from_networkx as from_networkx
    from arcload.networkx_graphs import to_networkx as to_networkx
    from arcload.result import Result as Result
    from arcload.result import load_result as load_result
    from arcload.routes import write_route as write_route
    from arcload.solver import solve as solve
    from arcload.tour import Crossing as Crossing
    from arcload.tour import Tour as Tour

__version__ = "0.1.0"

# Each public name and the module it lives in, imported when first asked for.
_PUBLIC = {
    "FREE": "instance",
    "ArcloadError": "errors",
    "ArcloadWarning": "errors",
    "Bound": "bound_file",
    "CheckError": "errors",
    "Checked": "checker",
    "Comparison": "comparing",
    "Crossing": "tour",
    "Edge": "instance",
    "InputError": "errors",
    "Instance": "instance",
    "NoTourError": "errors",
    "Result": "result",
    "Solved": "many",
    "Tour": "tour",
    "best_directions": "directions",
    "bound": "bounding",
    "check": "checker",
    "check_bound": "bound_file",
    "compare": "comparing",
    "from_networkx": "networkx_graphs",
    "generate": "generators",
    "load_bound": "bound_file",
    "load_result": "result",
    "read": "formats",
    "solve": "solver",
    "solve_many": "many",
    "to_networkx": "networkx_graphs",
    "write": "formats",
    "write_route": "routes",
}

__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'arcload' has no attribute {name!r}")
    value = getattr(import_module(f"arcload.{_PUBLIC[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
