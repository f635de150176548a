"""What all requests share."""

from starlette.testclient import TestClient

from arcload.studio.studio import Studio
from tests.studio import loops
from tests.studio.conftest import FOUR


def test_changes_of_a_plan_come_one_after_the_other(studio: Studio) -> None:
    lock = studio.lock("a")
    assert studio.lock("a") is lock
    assert studio.lock("b") is not lock


def test_those_who_wait_hear_that_the_queue_moved(client: TestClient, studio: Studio) -> None:
    headers = {"content-type": "application/json"}
    first, second = (
        client.post("/api/plans", content=FOUR, headers=headers).json()["id"] for _ in range(2)
    )

    async def watch() -> dict[str, int | None]:
        for plan in (first, second):
            studio.store.add_version(plan, name="", options={}, start=None, most=9)
        with studio.subscribers.subscribe("") as events:
            studio.store.begin(first, 1)
            studio.publish(first, "state", {"version": 1, "state": "running"})
            seen: dict[str, int | None] = {}
            while len(seen) < 2:
                event = await events.next(None)
                assert event is not None
                seen[event.data["id"]] = event.data["ahead"]
        return seen

    assert loops.run(watch()) == {first: None, second: 0}
