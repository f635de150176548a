"""News from plans, as server-sent events."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from arcload.studio.api import events, plans
from arcload.studio.studio import Studio
from tests.studio import loops


def parsed(text: str) -> tuple[str, Any]:
    """Return name and data of an event, of a comment its text."""
    if text.startswith(":"):
        return ":", text[1:].strip()
    lines = dict(line.split(": ", 1) for line in text.strip().split("\n"))
    assert int(lines["id"]) >= 0
    return lines["event"], json.loads(lines["data"])


def test_a_plan_that_was_solved_is_told_at_once(client: TestClient, solved: str) -> None:
    answer = client.get(f"/api/plans/{solved}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    (first, snapshot), (last, done) = map(parsed, answer.text.strip().split("\n\n"))
    assert (first, last) == ("snapshot", "done")
    assert snapshot["summary"]["id"] == solved
    assert snapshot["version"]["number"] == done["version"] == 1
    assert (done["state"], done["cost"], done["message"]) == ("done", 275, None)


def test_a_plan_that_is_not_there(client: TestClient) -> None:
    assert client.get("/api/plans/none/events").status_code == 404


def test_a_plan_is_watched_until_it_is_done(studio: Studio, four: str) -> None:
    async def watch() -> list[tuple[str, Any]]:
        stream = events.of_plan(studio, four)
        seen = [parsed(await anext(stream))]
        studio.publish(four, "state", {"version": 1, "state": "running"})
        seen.append(parsed(await anext(stream)))
        plan = {"version": 1, "cost": 275.0, "drawing": '{"routes":[1]}'}
        studio.publish(four, "plan", plan)
        seen.append(parsed(await anext(stream)))
        studio.publish(four, "done", {"version": 1, "state": "done"})
        seen += [parsed(text) async for text in stream]
        return seen

    seen = loops.run(watch())
    assert [name for name, _ in seen] == ["snapshot", "state", "plan", "done"]
    assert seen[0][1]["version"] is None
    assert seen[2][1]["drawing"] == {"routes": [1]}


def test_the_stream_of_a_plan_that_is_removed_ends(studio: Studio, four: str) -> None:
    async def watch() -> list[str]:
        stream = events.of_plan(studio, four)
        seen = [parsed(await anext(stream))[0]]
        answer = await plans.cancel_or_remove(studio, four, remove=True)
        assert isinstance(answer, Response)
        return seen + [parsed(text)[0] async for text in stream]

    assert loops.run(watch()) == ["snapshot", "gone"]


def test_a_quiet_stream_says_that_it_is_alive(
    studio: Studio, four: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "_QUIET", 0.0)

    async def second(stream: AsyncIterator[str]) -> str:
        await anext(stream)
        return await anext(stream)

    for stream in (events.of_plan(studio, four), events.of_all(studio)):
        assert loops.run(second(stream)).startswith(":")


def test_everybody_hears_of_every_plan(studio: Studio, four: str) -> None:
    async def watch() -> list[tuple[str, Any]]:
        stream = events.of_all(studio)
        seen = [parsed(await anext(stream))]
        studio.changed(four)
        seen.append(parsed(await anext(stream)))
        studio.store.remove_plan(four)
        studio.changed(four)
        seen.append(parsed(await anext(stream)))
        return seen

    (_, _), (name, summary), (last, gone) = loops.run(watch())
    assert (name, summary["id"], summary["state"]) == ("plan", four, "new")
    assert (last, gone) == ("gone", {"id": four})


def test_streams_end_with_the_server(studio: Studio, four: str) -> None:
    async def watch() -> int:
        streams = [events.of_plan(studio, four), events.of_all(studio)]
        for stream in streams:
            await anext(stream)
        studio.subscribers.close()
        return sum([len([text async for text in stream]) for stream in streams])

    assert loops.run(watch()) == 0
