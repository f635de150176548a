"""A plan as files to take along, and as the page that drives it."""

import base64
import re
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Response

from arcload.studio.api.of_request import Number, PlanId, StudioOf
from arcload.studio.errors import Conflict
from arcload.studio.studio import Studio

router = APIRouter(tags=["routes"])

Format = Literal["gpx", "geojson", "csv", "html", "json", "pdf", "png", "svg"]
Wanted = Annotated[int | None, Query(ge=1, le=2**31, description="By default the newest.")]

_FRAMED = "sandbox allow-scripts allow-downloads; frame-ancestors 'self'"
"""The page brings its own policy; the studio keeps its scripts apart from its own."""

_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}
}
_HTML: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/html": {"schema": {"type": "string"}}}}
}


@router.get("/plans/{plan}/route.{format}", response_class=Response, responses=_FILE)
async def download(
    studio: StudioOf,
    plan: PlanId,
    format: Format,  # noqa: A002
    version: Wanted = None,
    vehicle: Annotated[
        int | None, Query(ge=1, le=2**31, description="The first route is 1; all by default.")
    ] = None,
    paper: Annotated[str | None, Query(max_length=20, description="Of a pdf: a4, a3, ...")] = None,
) -> Response:
    """Return a plan in a format of routes: one file, or a zip of one file per vehicle."""
    value = await _solved(studio, plan, await _number(studio, plan, version))
    row = await studio.ask(studio.store.plan, plan)
    value |= {"format": format, "vehicle": vehicle, "paper": paper, "name": row.name}
    file = await studio.jobs.run("write_route", value, base_of=plan)
    return Response(
        base64.b64decode(file["data"]),
        media_type=file["type"],
        headers={
            "content-disposition": _named(file["name"]),
            "content-security-policy": _FRAMED,
        },
    )


@router.get("/plans/{plan}/versions/{number}/page", response_class=Response, responses=_HTML)
async def show_page(
    studio: StudioOf,
    plan: PlanId,
    number: Number,
    beside: Annotated[
        Literal["shortest", "today"] | Annotated[int, Query(ge=1, le=2**31)] | None,
        Query(description="What to show beside it: another version by its number."),
    ] = None,
) -> Response:
    """Return the page on which the vehicles drive."""
    value = await _solved(studio, plan, number)
    value["beside"] = beside
    if isinstance(beside, int):
        name = (await studio.ask(studio.store.version, plan, beside)).name or f"version {beside}"
        value["beside"] = await _solved(studio, plan, beside) | {"name": name}
    elif beside == "today":
        value["today"] = await studio.ask(studio.store.today, plan)
        if value["today"] is None:
            raise Conflict("this plan has no route of today; add one")
    cost = (await studio.ask(studio.store.version, plan, number)).cost
    shortest = ("shortest", plan, number, cost)
    value["shortest"] = studio.recent.get(shortest)
    page = await studio.jobs.run("write_page", value, base_of=plan)
    if page["shortest"] is not None:
        studio.recent.keep(shortest, page["shortest"])
    headers = {"content-security-policy": _FRAMED}
    return Response(page["html"], media_type="text/html", headers=headers)


def _named(name: str) -> str:
    """Return the header that names a file, for programs that read ASCII alone too."""
    plain = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"


async def _number(studio: Studio, plan: str, version: int | None) -> int:
    """Return the number of a version, by default that of the newest with a result."""
    if version is not None:
        return version
    best = (await studio.ask(studio.store.plan, plan)).best
    if best is None:
        raise Conflict("this plan is not solved yet")
    return best.number


async def _solved(studio: Studio, plan: str, number: int) -> dict[str, Any]:
    """Return what a task needs to know of a version's best plan beside the network."""
    result = await studio.ask(studio.store.result, plan, number)
    if result is None:
        raise Conflict(f"version {number} has no plan yet")
    return {"edits": await studio.ask(studio.store.edits_of, plan, number), "result": result}
