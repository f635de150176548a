"""The network of a plan, and what is changed in it."""

from typing import Any

from fastapi import APIRouter, Response

from arcload.studio.api.json_text import AN_OBJECT, JsonText
from arcload.studio.api.models import Changes, Edited, steps_left
from arcload.studio.api.of_request import Number, PlanId, StudioOf
from arcload.studio.errors import Conflict
from arcload.studio.shallow import require_shallow
from arcload.studio.studio import Studio

router = APIRouter(tags=["network"])


@router.get("/plans/{plan}/network", response_class=JsonText, responses=AN_OBJECT)
async def show_network(studio: StudioOf, plan: PlanId) -> Response:
    """Return the network as it is drawn on the map."""
    row = await studio.ask(studio.store.plan, plan)
    key = ("network", plan, row.revision)
    text = studio.recent.get(key)
    if text is None:
        text = await studio.jobs.run("network_data", {"edits": row.edits}, studio.network_of(plan))
        studio.recent.keep(key, text)
    return JsonText(text)


@router.get("/plans/{plan}/instance", response_class=JsonText, responses=AN_OBJECT)
async def show_instance(studio: StudioOf, plan: PlanId) -> Response:
    """Return the JSON instance with all edits, as arcload reads it."""
    edits = (await studio.ask(studio.store.plan, plan)).edits
    network = studio.network_of(plan)
    return JsonText(await studio.jobs.run("edited_instance", {"edits": edits}, network))


@router.patch("/plans/{plan}/instance")
async def change(studio: StudioOf, plan: PlanId, body: Changes) -> Edited:
    """Change streets, places, vehicles or settings, in one step of undo."""
    require_shallow(body.changes, "the changes")
    return await _edit(studio, plan, {"changes": body.changes})


@router.post("/plans/{plan}/undo")
async def undo(studio: StudioOf, plan: PlanId) -> Edited:
    """Take back the last step."""
    return await _edit(studio, plan, {"step": "undo"})


@router.post("/plans/{plan}/redo")
async def redo(studio: StudioOf, plan: PlanId) -> Edited:
    """Do again what was taken back."""
    return await _edit(studio, plan, {"step": "redo"})


@router.post("/plans/{plan}/versions/{number}/restore")
async def restore(studio: StudioOf, plan: PlanId, number: Number) -> Edited:
    """Let the edits of the plan be those of a version, in one step of undo."""
    edits = await studio.ask(studio.store.edits_of, plan, number)
    return await _edit(studio, plan, {"restore": edits})


async def _edit(studio: Studio, plan: str, step: dict[str, Any]) -> Edited:
    async with studio.lock(plan):
        edits = (await studio.ask(studio.store.plan, plan)).edits
        can_undo, can_redo = steps_left(edits)
        if not {"undo": can_undo, "redo": can_redo}.get(step.get("step", ""), True):
            raise Conflict(f"there is nothing to {step['step']}")
        value, network = {"edits": edits} | step, studio.network_of(plan)
        answer = await studio.jobs.run("edit_plan", value, network)
        await studio.ask(
            studio.store.set_edits,
            plan,
            answer.pop("edits"),
            problem=answer["problem"],
            facts=answer["facts"],
        )
        row = await studio.ask(studio.store.plan, plan)
    studio.changed(plan)
    return Edited(**answer, revision=row.revision)
