"""The package as a whole: light to import, its public names there."""

import subprocess
import sys

import arcload


def test_every_public_name_is_there() -> None:
    for name in arcload.__all__:
        assert getattr(arcload, name) is not None
    assert set(arcload.__all__) <= set(dir(arcload))


def test_functions_are_not_hidden_by_modules() -> None:
    """A module named as a public function would take its place once imported."""
    script = (
        "import arcload, arcload.solver, arcload.checker, arcload.generators, arcload.formats\n"
        "assert all(callable(getattr(arcload, n)) for n in ('check','solve','generate','read'))"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_importing_it_imports_nothing_heavy() -> None:
    heavy = ["numba", "scipy", "matplotlib", "networkx", "typer", "rich", "torch", "osmnx"]
    script = f"import arcload, sys; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[]"


def test_asking_for_the_version_imports_no_arrays() -> None:
    script = (
        "import sys\nsys.argv = ['arcload', '--version']\n"
        "from arcload.cli.main import main\n"
        "try: main()\nexcept SystemExit as end: assert end.code == 0\n"
        "assert not {'numpy', 'numba', 'scipy', 'rich'} & set(sys.modules), sys.modules.keys()"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout == f"arcload {arcload.__version__}\n"
