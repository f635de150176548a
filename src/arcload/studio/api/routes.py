"""A plan as files to take along, and as the page that drives it."""

import base64
import re
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Response

from arcload.studio.api.of_request import Number, PlanId, StudioOf
from arcload.studio.errors import Conflict
from arcload.studio.store import Store
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
    number = await _solved(studio, plan, version)
    name = (await studio.ask(studio.store.plan, plan)).name
    value = {"format": format, "vehicle": vehicle, "paper": paper, "name": name}

    def rest() -> dict[str, Any]:
        return studio.network_of(plan)() | _result(studio.store, plan, number)

    file = await studio.jobs.run("write_route", value, rest)
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
    await _solved(studio, plan, number)
    store, name = studio.store, ""
    if isinstance(beside, int):
        await _solved(studio, plan, beside)
        name = (await studio.ask(store.version, plan, beside)).name or f"version {beside}"
    cost = (await studio.ask(store.version, plan, number)).cost
    shortest = ("shortest", plan, number, cost)

    def rest() -> dict[str, Any]:
        more: dict[str, Any] = studio.network_of(plan)() | _result(store, plan, number)
        if isinstance(beside, int):
            more["beside"] = _result(store, plan, beside) | {"name": name}
        elif beside == "today":
            more["today"] = store.today(plan)
            if more["today"] is None:
                raise Conflict("this plan has no route of today; add one")
        return more

    value = {"beside": beside, "shortest": studio.recent.get(shortest)}
    page = await studio.jobs.run("write_page", value, rest)
    if page["shortest"] is not None:
        studio.recent.keep(shortest, page["shortest"])
    headers = {"content-security-policy": _FRAMED}
    return Response(page["html"], media_type="text/html", headers=headers)


def _named(name: str) -> str:
    """Return the header that names a file, for programs that read ASCII alone too."""
    plain = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"


async def _solved(studio: Studio, plan: str, version: int | None) -> int:
    """Return the number of a version that has a plan, by default that of the newest."""
    if version is None:
        best = (await studio.ask(studio.store.plan, plan)).best
        if best is None:
            raise Conflict("this plan is not solved yet")
        return best.number
    if (await studio.ask(studio.store.version, plan, version)).cost is None:
        raise Conflict(f"version {version} has no plan yet")
    return version


def _result(store: Store, plan: str, number: int) -> dict[str, Any]:
    """Return the best plan of a version, and the edits that it was made for."""
    return {"edits": store.edits_of(plan, number), "result": store.result(plan, number)}
