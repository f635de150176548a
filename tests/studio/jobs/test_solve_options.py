"""What a request may ask of a solve."""

from pathlib import Path
from typing import Any

import pytest

from arcload.model.errors import InputError
from arcload.studio.jobs.solve_options import solve_options
from arcload.studio.settings import Settings

SETTINGS = Settings(data=Path("unused.db"), threads=2, max_seconds=100, max_memory=10**9)


def test_what_is_left_out_is_filled_in() -> None:
    usual = {"time": 30.0, "threads": 2, "seed": 1, "method": "auto"}
    assert solve_options({}, SETTINGS) == usual
    assert solve_options(dict.fromkeys(("time", "gap", "method")), SETTINGS) == usual


def test_what_is_given_is_taken() -> None:
    given = {"time": 5, "threads": 1, "seed": 7, "method": "greedy", "gap": 0.01}
    assert solve_options(given, SETTINGS) == given


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        ({"time": 101}, ("101", "100")),
        ({"time": float("nan")}, ("nan",)),
        ({"time": "soon"}, ("soon",)),
        ({"threads": 100_000}, ("100000",)),
        ({"threads": 0}, ("0",)),
        ({"seed": -1}, ("-1",)),
        ({"gap": -1}, ("-1",)),
        ({"method": "gredy"}, ("gredy", "greedy")),
        ({"method": "/etc/passwd"}, ("/etc/passwd",)),
        ({"method": "./mine.py"}, ("./mine.py",)),
        ({"method": 3}, ("3",)),
        ({"tiem": 3}, ("tiem", "time")),
    ],
)
def test_what_cannot_be_used_is_one_sentence(given: dict[str, Any], facts: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as refusal:
        solve_options(given, SETTINGS)
    assert all(fact in str(refusal.value) for fact in facts)
