"""A long run of checks tells of each that failed, in one process and in several."""

import sys
from collections import Counter

import pytest

from tests.fuzzing import CheckFailedError, main


def check_odd(seed: int, index: int, covered: Counter[str]) -> None:
    """Fail on every third odd number."""
    covered["odd" if index % 2 else "even"] += 1
    if index % 6 == 3:
        raise CheckFailedError(f"seed {seed}, number {index}")


@pytest.mark.parametrize("jobs", [1, 2])
def test_failures_are_told_and_end_with_1(
    jobs: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(more: str) -> tuple[object, list[str]]:
        monkeypatch.setattr(sys, "argv", f"fuzz --jobs {jobs} {more}".split())
        with pytest.raises(SystemExit) as ended:
            main(check_odd, what="numbers", count=30, description="")
        return ended.value.code, capsys.readouterr().out.splitlines()

    code, lines = run("--first 5 --count 21 --seed 7")
    assert code == 1
    assert lines[:3] == [f"seed 7, number {index}" for index in (9, 15, 21)]
    assert lines[3].startswith("21 numbers, ")
    assert lines[3].endswith(" s, 3 failures")
    assert lines[4:] == ["      11 odd", "      10 even"]
    code, lines = run("--count 2")
    assert code == 0
    assert lines[0].endswith(" 0 failures")
