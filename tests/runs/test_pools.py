"""Where runs are made."""

import pytest

from arcload.model.errors import InputError
from arcload.runs import pools
from arcload.runs.pools import default_jobs, pool_for
from arcload.runs.process_pool import ProcessPool


def test_by_default_as_many_runs_as_cores_have_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "cores", lambda: 6)
    assert [default_jobs(threads) for threads in (1, 2, 4, 6, 9)] == [6, 3, 1, 1, 1]
    pool = pool_for(None, None, 2)
    assert isinstance(pool, ProcessPool)
    assert pool.jobs == 3


def test_jobs_are_taken_as_given() -> None:
    pool = pool_for(5, None, 1)
    assert isinstance(pool, ProcessPool)
    assert pool.jobs == 5


@pytest.mark.parametrize(
    ("jobs", "ray", "threads", "words"),
    [
        (0, None, 1, "jobs is 0"),
        (1, None, 0, "threads is 0"),
        (1, 7, 1, "ray is 7"),
    ],
)
def test_what_cannot_be_is_refused(jobs: int, ray: str, threads: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        pool_for(jobs, ray, threads)
