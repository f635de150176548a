"""News from plans, as server-sent events."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from arcload.studio.api.models import Summary, Version
from arcload.studio.api.of_request import PlanId, StudioOf
from arcload.studio.store import VersionRow
from arcload.studio.studio import Studio

router = APIRouter(tags=["events"])

_QUIET = 10.0  # seconds after which a line says that the stream is alive
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@router.get("/plans/{plan}/events", response_class=EventStream, responses=_STREAM)
async def watch_plan(studio: StudioOf, plan: PlanId) -> EventStream:
    """Stream how a plan is solved: snapshot, state, phase, plan, bound, and last done or gone."""
    await studio.ask(studio.store.plan, plan)
    return EventStream(of_plan(studio, plan))


@router.get("/events", response_class=EventStream, responses=_STREAM)
async def watch_all(studio: StudioOf) -> EventStream:
    """Stream which plans change (plan) and which are removed (gone)."""
    return EventStream(of_all(studio))


async def of_plan(studio: Studio, plan: str) -> AsyncIterator[str]:
    """Give the events of a plan as they are sent."""
    with studio.subscribers.subscribe(plan) as events:
        row = await studio.ask(studio.store.plan, plan)
        newest = row.newest
        version = None if newest is None else Version.of(newest).model_dump()
        yield _text("snapshot", {"summary": Summary.of(row).model_dump(), "version": version}, 0)
        if newest is not None and not newest.live:
            yield _text("done", _done(newest), 0)
            return
        while True:
            event = await events.next(_QUIET)
            if event is None and events.is_over:
                return
            if event is None:
                yield ": still here\n\n"
                continue
            yield _text(event.name, event.data, event.id)
            if event.name in ("done", "gone"):
                return


async def of_all(studio: Studio) -> AsyncIterator[str]:
    """Give the events of all plans as they are sent."""
    with studio.subscribers.subscribe("") as events:
        yield ": here\n\n"
        while True:
            event = await events.next(_QUIET)
            if event is None and events.is_over:
                return
            yield ": still here\n\n" if event is None else _text(event.name, event.data, event.id)


def _done(version: VersionRow) -> dict[str, Any]:
    names = ("state", "cost", "lower_bound", "status", "message")
    facts = {name: getattr(version, name) for name in names}
    return {"version": version.number} | facts | version.gap_facts


def _text(name: str, data: dict[str, Any], number: int) -> str:
    """Return an event as it is sent; a drawing is JSON already."""
    drawing = data.get("drawing")
    rest = json.dumps({key: value for key, value in data.items() if key != "drawing"})
    text = rest if drawing is None else f'{rest[:-1]}, "drawing": {drawing}}}'
    return f"id: {number}\nevent: {name}\ndata: {text}\n\n"
