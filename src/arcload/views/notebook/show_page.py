"""Show the page that drives a plan: in a notebook, or else in the browser."""

import html
import tempfile
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Any

from arcload.model.arguments import checked_whole
from arcload.model.errors import InputError
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.views.notebook.in_notebook import in_notebook
from arcload.views.page.write import page_text

_LEAST, _MOST = 200, 4000  # pixels


def show_page(
    plan: Plan | Result, baseline: Plan | Result | None = None, *, height: int = 640
) -> None:
    """Show the page of a plan, see `Result.show`."""
    height = checked_whole(height, "the height", _LEAST, _MOST)
    text = page_text(plan, baseline)
    if in_notebook():
        notebook: Any = import_module("IPython.display")
        notebook.display({"text/html": page_frame(text, height)}, raw=True)
        return
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
        file.write(text)
    address = Path(file.name).as_uri()
    if not webbrowser.open(address):
        Path(file.name).unlink()
        raise InputError(
            "no browser can be opened here; write the page to a file: "
            "arcload.write_route(result, 'plan.html')"
        )


def page_frame(text: str, height: int) -> str:
    """Return a page in a frame, where it can reach nothing of the notebook around it.

    Parameters
    ----------
    text
        The page.
    height
        Pixels of the frame.
    """
    return (
        f'<iframe srcdoc="{html.escape(text)}" sandbox="allow-scripts allow-downloads" '
        f'style="width:100%;height:{height}px;border:1px solid #a9b1bc;border-radius:6px" '
        'allow="fullscreen" title="arcload"></iframe>'
    )
