"""Today's route of a plan."""

from typing import Any

from fastapi import APIRouter, Request

from arcload.studio.api.models import Today
from arcload.studio.api.of_request import PlanId, StudioOf
from arcload.studio.uploads import uploads

router = APIRouter(tags=["today"])

_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "A track or a list, or one per vehicle.",
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "array", "items": {"type": "string", "format": "binary"}}
                    },
                }
            }
        },
    }
}


@router.put("/plans/{plan}/today", openapi_extra=_BODY)
async def add_today(studio: StudioOf, plan: PlanId, request: Request) -> Today:
    """Keep the route that is driven today, to compare with it."""
    row = await studio.ask(studio.store.plan, plan)
    async with uploads(request) as sent:
        value = {
            "edits": row.edits,
            "folder": str(sent.folder),
            "files": sent.files,
        }
        read = await studio.jobs.run("read_today", value, studio.network_of(plan))
    await studio.ask(studio.store.set_today, plan, read["today"])
    studio.changed(plan)
    return Today(notes=read["notes"])


@router.delete("/plans/{plan}/today", status_code=204)
async def remove_today(studio: StudioOf, plan: PlanId) -> None:
    """Forget the route that is driven today."""
    await studio.ask(studio.store.set_today, plan, None)
    studio.changed(plan)
