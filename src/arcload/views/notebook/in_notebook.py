"""Whether the code runs in a notebook."""

import sys
from typing import Any


def in_notebook() -> bool:
    """Return whether what is displayed appears below a cell; a terminal of IPython is none."""
    ipython: Any = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None
