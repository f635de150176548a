"""Today's route as the studio keeps it: the files that were sent."""

import base64
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arcload.model.instance import Instance
from arcload.routes.today.read_today import read_today
from arcload.routes.today.todays_route import TodaysRoute


def kept_today(today: Mapping[str, Any], instance: Instance) -> TodaysRoute:
    """Return today's route for an instance; what it leaves out and breaks depends on its edits.

    Parameters
    ----------
    today
        The ``files``: of each its name and its content in base 64.
    instance
        What should be served.
    """
    with TemporaryDirectory(prefix="arcload-") as folder, chdir(folder):
        files = [Path(name) for name, _ in today["files"]]
        for file, (_, content) in zip(files, today["files"], strict=True):
            file.write_bytes(base64.b64decode(content))
        return read_today(instance, *files)
