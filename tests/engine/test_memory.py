"""What does not fit into memory is refused in one sentence, before any work."""

import errno
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import arcload
from arcload.cli.main import main
from arcload.engine import memory
from arcload.engine.context import Context
from arcload.engine.distances import matrix_bytes
from arcload.engine.memory import MARGIN, available_memory, require_memory
from arcload.solving.methods.registry import METHODS, load_method

SQUARE = [(k, k + 1, 1, 1) for k in range(200)]


def test_both_sizes_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 3 * 2**30)
    require_memory(3 * 2**30, "two maps", "take one")
    with pytest.raises(arcload.InputError, match=r"^two maps need 3.5 GiB .* 3.0 GiB .* take one$"):
        require_memory(3.5 * 2**30, "two maps", "take one")


@pytest.mark.parametrize(
    ("method", "mode", "matrices"),
    [
        ("greedy", "deliver", 1),
        ("greedy", "collect", 2),
        ("auto", "deliver", 3),
        ("ea", "deliver", 3),
    ],
)
def test_every_matrix_of_a_method_counts_before_the_first_is_made(
    method: str, mode: str, matrices: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check counted one, and the search ended in a MemoryError."""
    street = arcload.Instance.from_edges(SQUARE, depot=0, mode=mode)
    needed = matrices * matrix_bytes(201) + MARGIN
    monkeypatch.setattr(memory, "available_memory", lambda: needed - 1)
    with pytest.raises(arcload.InputError, match=r"201 nodes .* MiB of memory and .* MiB are free"):
        arcload.solve(street, method, iterations=1)
    assert "_distances" not in street.__dict__
    monkeypatch.setattr(memory, "available_memory", lambda: needed)
    assert arcload.solve(street, method, iterations=1).cost > 0


def test_what_a_method_takes_grows_with_its_size() -> None:
    for name in METHODS.built_in:
        taken = load_method(name).memory
        small, large = taken(100, 150), taken(1000, 1500)
        assert small == large == 0 or 50 * small < large


def test_proofs_take_no_more_than_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def look(context: Context) -> None:
        seen.append(context.memory)
        context.offer_order(np.arange(context.problem.size))

    monkeypatch.setattr("arcload.solving.methods.greedy.run", look)
    street = arcload.Instance.from_edges(SQUARE, depot=0)
    taken = matrix_bytes(201) + MARGIN
    for there, allowed in ((taken + 1000, 1000 + MARGIN), (10**15, 7e9)):
        monkeypatch.setattr(memory, "available_memory", lambda there=there: there)
        monkeypatch.setattr("arcload.solving.job.available_memory", lambda there=there: there)
        arcload.solve(street, "greedy", memory=7e9)
        assert seen.pop() == allowed


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("libscipy_openblas.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
)
def test_running_out_of_memory_is_known_by_its_signs(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(sys, "argv", ["arcload", "methods"])
    monkeypatch.setattr("arcload.cli.show.print_table", fail)
    with pytest.raises(SystemExit) as end:
        main()
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
    assert "the memory is not enough" in err


def test_memory_is_measured() -> None:
    assert 2**20 < available_memory() < 2**50


@pytest.mark.parametrize("kind", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_the_limit_of_the_process_counts(kind: str) -> None:
    """As ulimit -v and ulimit -d set it."""
    script = (
        "import resource; from arcload.engine.memory import available_memory;"
        f"resource.setrlimit(resource.{kind}, (2**31, 2**31)); print(available_memory())"
    )
    command = [sys.executable, "-c", script]
    left = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert 0 < left < 2**31


@pytest.mark.parametrize(
    ("files", "own", "left"),
    [
        ({"memory.max": "1000\n", "memory.current": "400\n"}, "0::/\n", [600]),
        ({"memory.max": "max\n", "memory.current": "400\n"}, "0::/\n", []),
        (
            {
                "jobs/memory.max": "1000",
                "jobs/memory.current": "900",
                "jobs/memory.stat": "anon 5\ninactive_file 300\n",
                "jobs/mine/memory.max": "max",
                "jobs/mine/memory.current": "800",
            },
            "0::/jobs/mine\n",
            [400],
        ),
        (
            {
                "memory/docker/a/memory.limit_in_bytes": "5000",
                "memory/docker/a/memory.usage_in_bytes": "1000",
            },
            "7:cpu,memory:/docker/a\n3:pids:/docker/a\n",
            [4000],
        ),
        ({}, None, []),
    ],
)
def test_the_limits_of_containers_count(
    files: dict[str, str], own: str | None, left: list[int], tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / "groups" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "groups" / name).write_text(text)
    if own is not None:
        (tmp_path / "own").write_text(own)
    assert memory._of_groups(tmp_path / "groups", tmp_path / "own") == left


def test_a_command_that_runs_out_of_memory_says_so_in_a_sentence(tmp_path: Path) -> None:
    """It ended in a traceback."""
    file = tmp_path / "town.json"
    arcload.write(arcload.generate("city", edges=2000, seed=1), file)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (450 * 2**20, 450 * 2**20))

    for command in ("solve", "bound", "compare"):
        done = subprocess.run(
            [sys.executable, "-m", "arcload", command, str(file), "--time", "0.1"],
            check=False,
            capture_output=True,
            text=True,
            preexec_fn=limit,
        )
        assert done.returncode == 2
        assert "memory" in done.stderr
        assert done.stderr.count("\n") == 1


def test_with_turns_every_end_of_a_street_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = arcload.TurnRules(u_turn=5)
    street = arcload.Instance.from_edges(SQUARE, depot=0, turn_rules=rules)
    needed = matrix_bytes(401) + matrix_bytes(201) + MARGIN  # and the nodes, for the bound
    monkeypatch.setattr(memory, "available_memory", lambda: needed - 1)
    with pytest.raises(arcload.InputError, match=r"401 ends of streets .* of memory"):
        arcload.solve(street, "greedy", iterations=1)
    assert "_distances" not in street.__dict__
    monkeypatch.setattr(memory, "available_memory", lambda: needed)
    assert arcload.solve(street, "greedy", iterations=1).cost > 0
