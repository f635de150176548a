"""The package as a whole: light to import, its public names there."""

import subprocess
import sys
from pathlib import Path

import arcload


def test_every_public_name_is_there() -> None:
    for name in arcload.__all__:
        assert getattr(arcload, name) is not None
    assert set(arcload.__all__) <= set(dir(arcload))


def test_functions_are_not_hidden_by_modules() -> None:
    """A module named as a public function would take its place once imported."""
    script = (
        "import arcload, arcload.solving.solve, arcload.model.checker\n"
        "import arcload.maps.generators, arcload.maps.formats\n"
        "assert all(callable(getattr(arcload, n)) for n in ('check','solve','generate','read'))"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_importing_it_imports_nothing_heavy() -> None:
    heavy = ["numba", "scipy", "matplotlib", "networkx", "typer", "rich", "torch", "osmnx"]
    heavy += ["fastapi", "starlette", "uvicorn", "pydantic", "sqlite3"]
    script = f"import arcload, sys; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[]"


def test_asking_for_the_version_imports_no_arrays() -> None:
    script = (
        "import sys\nsys.argv = ['arcload', '--version']\n"
        "from arcload.cli.main import main\n"
        "try: main()\nexcept SystemExit as end: assert end.code == 0\n"
        "heavy = {'numpy', 'numba', 'scipy', 'rich', 'fastapi', 'sqlite3'}\n"
        "assert not heavy & set(sys.modules), sys.modules.keys()"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout == f"arcload {arcload.__version__}\n"


def test_a_module_in_the_working_folder_is_not_run_by_the_command(tmp_path: Path) -> None:
    for name in ("secrets", "typer", "numpy"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n")
    words = [sys.executable, "-m", "arcload", "generate", "rural", "town.json"]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")
    assert not (tmp_path / "ran").exists()
