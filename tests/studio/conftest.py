"""What all tests of the studio share."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import arcload
from arcload.maps.formats import json_instance
from arcload.studio.studio import Studio
from tests.examples import FOUR_EDGES
from tests.studio.in_process import app_in_process

FOUR = json_instance.dump(FOUR_EDGES, [])
"""The four edges as a JSON instance."""


@cache
def result_of_four() -> str:
    """Return the text of a result of the four edges."""
    return arcload.solve(FOUR_EDGES, "greedy").to_json()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Give a client of a studio whose tasks run in this process."""
    with TestClient(app_in_process(tmp_path), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def studio(client: TestClient) -> Studio:
    """Return the studio that the client asks."""
    studio = client.app.state.studio  # type: ignore[attr-defined]
    assert isinstance(studio, Studio)
    return studio


@pytest.fixture
def four(client: TestClient) -> str:
    """Return the id of a plan of the four edges."""
    headers = {"content-type": "application/json"}
    return str(client.post("/api/plans", content=FOUR, headers=headers).json()["id"])


@pytest.fixture
def solved(studio: Studio, four: str) -> str:
    """Return the id of a plan of the four edges with one version that has ended."""
    solve_by_hand(studio, four)
    return four


def solve_by_hand(studio: Studio, plan: str) -> int:
    """Give a plan of the four edges a version that has ended and return its number."""
    store = studio.store
    number = store.add_version(plan, name="", options={"time": 1.0}, start=None, most=9)
    store.begin(plan, number)
    store.save_best(
        plan,
        number,
        result=result_of_four(),
        drawing='{"routes":[],"unserved":[]}',
        summary={"cost": 275.0},
        cost=275.0,
        seconds=0.1,
        iterations=1,
        lower_bound=250.0,
    )
    store.end(plan, number, "done", status="feasible")
    return number
