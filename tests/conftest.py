"""What all tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import browser  # noqa: F401  a fixture of all tests

# No test depends on the clock, also not on a busy machine; a failure is found by the next run too.
settings.register_profile(
    "arcload",
    deadline=None,
    derandomize=True,
    max_examples=40,  # `make fuzz` has thousands
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("arcload")

# Every move that a search makes is checked against a full recomputation.
os.environ["ARCLOAD_DEBUG"] = "1"

# Ray's workers give way to all other processes, here to the other tests: they would wait for them.
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112  its name


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run more tests at once than there are cores: many wait for processes of their own."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


@pytest.fixture(autouse=True)
def _no_kept_walks(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let no test find the shortest tour of another one, nor of the user."""
    from arcload.solving.postman import kept_walks

    kept_walks._memory.clear()
    monkeypatch.setattr(kept_walks, "_folder", lambda: tmp_path_factory.getbasetemp() / "kept")
