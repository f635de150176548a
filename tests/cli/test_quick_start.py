"""A quick start leaves nothing behind that others would miss."""

import subprocess
import sys


def run(code: str) -> str:
    """Return what a new process prints."""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_numba_is_loaded_without_linear_algebra() -> None:
    code = "import sys; from arcload.cli import quick_start as q; q.load_numba(); "
    assert (
        run(code + "print('numba' in sys.modules, 'scipy.linalg' in sys.modules)") == "True False"
    )


def test_linear_algebra_can_be_imported_afterwards() -> None:
    code = "from arcload.cli import quick_start as q; q.load_numba(); "
    code += "import scipy.linalg.cython_blas as blas; print(blas.__name__)"
    assert run(code) == "scipy.linalg.cython_blas"
