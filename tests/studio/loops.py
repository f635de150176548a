"""Event loops for tests: in a thread of their own, since a browser's holds the main one."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns."""
    return apart(lambda: asyncio.run(coroutine))


def apart(call: Callable[[], T]) -> T:
    """Return what a function returns that runs a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()
