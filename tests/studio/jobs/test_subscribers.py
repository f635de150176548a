"""Everybody who watches hears of what happens, and nobody waits for anybody."""

import asyncio
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arcload.studio.jobs.subscribers import Subscribers, Subscription
from tests.studio import loops


async def taken(subscription: Subscription) -> list[tuple[str, Any]]:
    subscription.close()
    return [(event.name, event.data.get("n")) async for event in subscription]


def test_events_come_in_their_order_to_all_who_watch_the_topic() -> None:
    async def watch() -> None:
        subscribers = Subscribers()
        watch_a, watch_b = partial(subscribers.subscribe, "a"), subscribers.subscribe("b")
        with watch_a() as one, watch_a() as two, watch_b as other:
            subscribers.publish("a", "state", {"n": 1})
            subscribers.publish("a", "plan", {"n": 2})
            assert await taken(one) == await taken(two) == [("state", 1), ("plan", 2)]
            assert await taken(other) == []

    loops.run(watch())


@given(st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from("kl"), st.integers())))
def test_a_slow_watcher_gets_the_newest_of_each_kind(news: list[tuple[str, str, int]]) -> None:
    async def watch() -> None:
        subscribers = Subscribers()
        with subscribers.subscribe("a") as slow:
            for name, key, n in news:
                subscribers.publish("a", name, {"n": n}, key=key)
            newest = {(name, key): n for name, key, n in news}
            got = await taken(slow)
        assert sorted(got) == sorted((name, n) for (name, _), n in newest.items())

    loops.run(watch())


def test_ids_grow() -> None:
    async def watch() -> None:
        subscribers = Subscribers()
        with subscribers.subscribe("a") as one:
            for n in range(3):
                subscribers.publish("a", str(n), {})
            ids = [event.id for event in [await one.next() for _ in range(3)] if event]
        assert ids == sorted({*ids})
        assert len(ids) == 3

    loops.run(watch())


def test_who_waits_gets_what_comes_and_nothing_when_nothing_does() -> None:
    async def watch() -> None:
        subscribers = Subscribers()
        with subscribers.subscribe("a") as one:
            waiting = asyncio.create_task(one.next())
            await asyncio.sleep(0)
            subscribers.publish("a", "plan", {"n": 7})
            event = await waiting
            assert event is not None
            assert event.data == {"n": 7}
            assert await one.next(0) is None
            assert not one.is_over
            subscribers.close()
            assert await one.next() is None
            assert one.is_over

    loops.run(watch())


def test_who_left_is_forgotten() -> None:
    async def watch() -> None:
        subscribers = Subscribers()
        with subscribers.subscribe("a") as one:
            pass
        subscribers.publish("a", "plan", {})
        assert await taken(one) == []
        assert not subscribers._topics

    loops.run(watch())
