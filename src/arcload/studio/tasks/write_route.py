"""A plan as a file to take along."""

import base64
import io
import re
import zipfile
from typing import Any, cast

from arcload.model.errors import InputError
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.write import FORMATS, RouteFormat
from arcload.studio.tasks.edited_base import edited_base
from arcload.studio.tasks.sentence import note_sentence
from arcload.studio.tasks.stored_result import stored_result
from arcload.views.printing.paper import require_paper

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "geojson": "application/geo+json",
    "gpx": "application/gpx+xml",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
}
_ZIP = "application/zip"
_ODD = re.compile(r"[^\w .()+-]+")  # what no name of a file should have


def write_route(value: dict[str, Any]) -> dict[str, Any]:
    """Return the file of a result: its name, its type and its data in base 64.

    Where each vehicle has a file of its own and several drive, these are one zip.

    Parameters
    ----------
    value
        The ``base`` network, the ``edits`` and the ``result`` of a version; the ``format`` by its
        extension; the number of the only ``vehicle``, null for all; the ``paper`` of a printed map,
        null for A4; the ``name`` of the file without extension.
    """
    extension, name = (
        value["format"],
        _ODD.sub("_", value.get("name") or "").strip("_. ") or "route",
    )
    if extension not in _TYPES:
        raise InputError(f"{extension!r} is no format of a route; use {', '.join(_TYPES)}")
    paper = value.get("paper") or "a4"
    require_paper(paper)
    chosen = cast("RouteFormat", FORMATS.load(extension).part)
    _, instance = edited_base(value)
    chosen.require(instance)
    result = stored_result(value["result"], instance)
    driven = DrivenPlan(result, _baseline(result, extension), paper=paper)
    files = {
        f"{name}{f'-{number}' if number else ''}.{extension}": _content(
            chosen, driven.of_route(number) if number else driven
        )
        for number in _numbers(chosen, driven, value.get("vehicle"))
    }
    if len(files) == 1:
        ((file, content),) = files.items()
        answer = {"name": file, "type": _TYPES[extension]}
    else:
        content = _zipped(files)
        answer = {"name": f"{name}.zip", "type": _ZIP}
    return {
        **answer,
        "data": base64.b64encode(content).decode(),
        "notes": [note_sentence(note) for note in dict.fromkeys(driven.notes)],
    }


def _baseline(result: Result, extension: str) -> Plan | None:
    """Return what a page shows beside the plan, as that of the command line does."""
    if extension != "html":
        return None
    from arcload.solving.compare import quick_comparison

    comparison = quick_comparison(result)
    return None if comparison is None else comparison.shortest.plan


def _numbers(chosen: RouteFormat, driven: DrivenPlan, vehicle: int | None) -> list[int]:
    """Return the numbers of the routes that have a file each; 0 for a file of all."""
    routes, per_vehicle = len(driven.plan.driven), bool(getattr(chosen, "PER_VEHICLE", False))
    if vehicle is None:
        return list(range(1, routes + 1)) if per_vehicle and routes > 1 else [0]
    if not 1 <= vehicle <= routes:
        raise InputError(f"vehicle is {vehicle}; this plan has the routes 1 to {routes}")
    if routes == 1:
        return [0]
    if not per_vehicle:
        raise InputError("this format shows all vehicles in one file; leave out the vehicle")
    return [vehicle]


def _content(chosen: RouteFormat, driven: DrivenPlan) -> bytes:
    content = chosen.dump(driven)
    return content.encode() if isinstance(content, str) else content


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
