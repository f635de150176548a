"""Whether the code runs in a notebook."""

import sys

import pytest

from arcload.views.notebook.in_notebook import in_notebook
from tests.views.notebook.shells import notebook


def test_a_kernel_is_a_notebook_and_a_terminal_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not in_notebook()
    notebook(monkeypatch, kernel=False)
    assert not in_notebook()
    notebook(monkeypatch)
    assert in_notebook()
