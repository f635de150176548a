"""Plans: list, add, show, rename, remove."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from arcload.studio.api.models import Added, Detail, Name, Plans, Rename, Summary
from arcload.studio.api.of_request import PlanId, StudioOf
from arcload.studio.plain_name import plain_name
from arcload.studio.studio import Studio
from arcload.studio.uploads import uploads

router = APIRouter(tags=["plans"])

_BODY = {
    "requestBody": {
        "description": "A JSON instance; or files of any format that arcload reads, with options. "
        "Nothing where an example is named.",
        "content": {
            "application/json": {"schema": {"type": "object"}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {
                            "type": "array",
                            "items": {"type": "string", "format": "binary"},
                            "description": "One file, or those that belong together: a town file "
                            "and its streets, a shapefile and the files beside it.",
                        },
                        "options": {
                            "type": "string",
                            "description": "JSON object: options of arcload.read.",
                        },
                        "name": {"type": "string"},
                    },
                }
            },
        },
    }
}


@router.get("/plans")
async def list_plans(studio: StudioOf) -> Plans:
    """Return all plans, the newest first."""
    rows = await studio.ask(studio.store.plans)
    return Plans(plans=[Summary.of(row) for row in rows])


@router.post("/plans", status_code=201, openapi_extra=_BODY)
async def add_plan(
    studio: StudioOf,
    request: Request,
    example: Annotated[str | None, Query(description="Name of an example town.")] = None,
    name: Annotated[Name, Query(description="What to call it.")] = "",
) -> Added:
    """Make a plan of an instance, of files or of an example."""
    if example is not None:
        return await studio.add_plan("read_example", {"name": example}, name)
    async with uploads(request) as sent:
        value = {
            "folder": str(sent.folder),
            "files": sent.files,
            "options": sent.options,
            "name": sent.name,
        }
        return await studio.add_plan("read_files", value, name or sent.name)


@router.get("/plans/{plan}")
async def show_plan(studio: StudioOf, plan: PlanId) -> Detail:
    """Return all that is known of a plan."""
    row = await studio.ask(studio.store.plan, plan)
    return Detail.of(row, await studio.ask(studio.store.versions, plan))


@router.patch("/plans/{plan}")
async def rename_plan(studio: StudioOf, plan: PlanId, body: Rename) -> Summary:
    """Give a plan another name."""
    await studio.ask(studio.store.rename_plan, plan, plain_name(body.name))
    return await _told(studio, plan)


@router.delete(
    "/plans/{plan}", response_model=Summary, responses={204: {"description": "It is removed."}}
)
async def cancel_or_remove(
    studio: StudioOf,
    plan: PlanId,
    remove: Annotated[bool, Query(description="Whether to remove the plan too.")] = False,
) -> Summary | Response:
    """Cancel what is queued or running, and keep the best; or remove the plan."""
    await studio.ask(studio.store.plan, plan)
    await studio.jobs.stop(plan)
    if not remove:
        return await _told(studio, plan)
    async with studio.lock(plan):
        await studio.ask(studio.store.remove_plan, plan)
    studio.subscribers.publish(plan, "gone", {"id": plan})
    studio.changed(plan)
    return Response(status_code=204)


async def _told(studio: Studio, plan: str) -> Summary:
    """Tell everybody that a plan changed, and return how it is now."""
    studio.changed(plan)
    return Summary.of(await studio.ask(studio.store.plan, plan))
