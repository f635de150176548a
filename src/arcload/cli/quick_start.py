"""What lets a command start and end sooner; without it everything works the same."""

import atexit
import gc
import sys
from contextlib import suppress

_BLAS = "scipy.linalg.cython_blas"


def collect_rarely() -> None:
    """Look for garbage more rarely: of the many objects made while starting nearly all stay.

    And not when Python ends, which takes a third of a second after the search of a large town.
    """
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)


def load_numba() -> None:
    """Load Numba without SciPy's linear algebra, which no kernel needs.

    Numba's array functions import it where it is installed, to see whether it is there. This
    process is a command and compiles nothing but our kernels.
    """
    if "scipy.linalg" in sys.modules:
        return
    sys.modules[_BLAS] = None  # type: ignore[assignment]  # importing it fails
    try:
        with suppress(ImportError):
            from arcload.engine.kernels.deferring import deferring_signals

            with deferring_signals():
                import numba.np.arraymath  # noqa: F401
    finally:
        del sys.modules[_BLAS]
