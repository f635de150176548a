"""Solve a plan, and the versions that come of it."""

from fastapi import APIRouter, Response

from arcload.model.errors import InputError
from arcload.studio.api.json_text import AN_OBJECT, JsonText
from arcload.studio.api.models import Queued, Rename, Solve, Summary, Version, VersionDetail
from arcload.studio.api.of_request import Number, PlanId, StudioOf
from arcload.studio.errors import Conflict
from arcload.studio.jobs.solve_options import solve_options
from arcload.studio.plain_name import plain_name
from arcload.studio.studio import Studio

router = APIRouter(tags=["solving"])


@router.post("/plans/{plan}/solve", status_code=202)
async def solve(studio: StudioOf, plan: PlanId, body: Solve) -> Queued:
    """Queue a solve of the plan as it is now; it becomes a new version."""
    async with studio.lock(plan):
        row = await studio.ask(studio.store.plan, plan)
        if row.problem is not None:
            raise InputError(row.problem)
        given = body.model_dump(exclude={"name", "start"}, exclude_none=True)
        number = await studio.ask(
            studio.store.add_version,
            plan,
            name=plain_name(body.name) if body.name else "",
            options=solve_options(given, studio.settings),
            start=await _start(studio, plan, body),
            most=studio.settings.max_queued,
        )
    studio.jobs.submit(plan, number)
    return Queued(version=number, state="queued")


@router.delete("/plans/{plan}/solve")
async def stop(studio: StudioOf, plan: PlanId) -> Summary:
    """Cancel what is queued or running of a plan, and keep the best."""
    await studio.ask(studio.store.plan, plan)
    await studio.jobs.stop(plan)
    return Summary.of(await studio.ask(studio.store.plan, plan))


@router.get("/plans/{plan}/versions/{number}")
async def show_version(studio: StudioOf, plan: PlanId, number: Number) -> VersionDetail:
    """Return a version, and how its cost and its bound went on."""
    row = await studio.ask(studio.store.version, plan, number)
    history, bounds = await studio.ask(studio.store.history, plan, number)
    return VersionDetail.of(row, history=history, bounds=bounds)


@router.patch("/plans/{plan}/versions/{number}")
async def rename_version(studio: StudioOf, plan: PlanId, number: Number, body: Rename) -> Version:
    """Give a version another name."""
    name = plain_name(body.name) if body.name else ""
    await studio.ask(studio.store.rename_version, plan, number, name)
    studio.changed(plan)
    return Version.of(await studio.ask(studio.store.version, plan, number))


@router.delete("/plans/{plan}/versions/{number}", status_code=204)
async def remove_version(studio: StudioOf, plan: PlanId, number: Number) -> None:
    """Remove a version that has ended."""
    await studio.ask(studio.store.remove_version, plan, number)
    studio.changed(plan)


@router.get("/plans/{plan}/versions/{number}/drawing", response_class=JsonText, responses=AN_OBJECT)
async def show_drawing(studio: StudioOf, plan: PlanId, number: Number) -> Response:
    """Return the routes of a version's best plan as they are drawn on the map."""
    drawing = await studio.ask(studio.store.drawing, plan, number)
    if drawing is None:
        raise Conflict(f"version {number} has no plan yet")
    return JsonText(drawing)


async def _start(studio: Studio, plan: str, body: Solve) -> int | None:
    """Return the number of the version to go on from."""
    if "start" in body.model_fields_set and body.start is None:
        return None
    if isinstance(body.start, int):
        return body.start
    versions = await studio.ask(studio.store.versions, plan)
    found = [version for version in versions if version.cost is not None]
    if not found:
        return None
    best = min(found, key=lambda version: version.cost or 0.0)
    return best.number if body.start == "best" else found[-1].number
