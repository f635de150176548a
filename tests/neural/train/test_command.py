"""The command line of training, of the package and of the module."""

import subprocess
import sys
from pathlib import Path

import pytest

from arcload import InputError
from arcload.neural.train.__main__ import main
from arcload.neural.train.command import run

TOML = """
base = "paper"
[network]
width = 16
heads = 2
layers = 1
feed_forward = 16
[training]
instances = 2
samples = 2
epoch = 2
challenge = 4
mix = "tiny"
"""


def test_the_module_trains_on_a_bare_machine(tmp_path: Path) -> None:
    """With torch, NumPy and SciPy alone: the modules of the other dependencies are not there."""
    (tmp_path / "own.toml").write_text(TOML)
    script = (
        "import runpy, sys\n"
        "for name in ('numba', 'llvmlite', 'typer', 'click', 'rich', 'safetensors', 'networkx',"
        " 'matplotlib', 'gpxpy', 'rustworkx'):\n"
        "    sys.modules[name] = None\n"
        "runpy.run_module('arcload.neural.train', run_name='__main__', alter_sys=True)\n"
    )
    given = ["--config", "own.toml", "--steps", "1", "--out", "out", "--device", "cpu"]
    done = subprocess.run(
        [sys.executable, "-c", script, *given],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / "checkpoint.pt").exists()


def test_bad_input_ends_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for given, sentence in (
        (["--log", "csvv", "--out", "out"], "'csvv'"),
        (["--minutes", "x"], "--minutes"),
        (["--minuts", "3"], "--minuts"),
        (["--config", "papper", "--out", "out"], "'papper'"),
    ):
        with pytest.raises(SystemExit) as end:
            main(given)
        assert end.value.code == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("arcload: ")
        assert err.count("\n") == 1
        assert sentence in err


def test_an_option_is_not_guessed_from_its_beginning() -> None:
    with pytest.raises(InputError, match="--min 3"):
        run(["--min", "3", "--out", "out"], tell=print)


def test_the_options_are_shown_without_torch() -> None:
    script = (
        "import sys\n"
        "sys.modules['torch'] = None\n"
        "from arcload.neural.train.__main__ import main\n"
        "main(['--help'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "--horizon" in done.stdout
