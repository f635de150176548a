"""Writes the result of a search, so that it is not lost if a file cannot be written."""

import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arcload.cli import show
from arcload.model.errors import InputError, NotWrittenError

if TYPE_CHECKING:
    from arcload.model.notes import Note
    from arcload.model.plan import Plan
    from arcload.model.result import Result


class Writer:
    """Writes the files of a command; what fails is raised at the end, after the summary.

    Parameters
    ----------
    save
        Writes the whole result to a JSON file; None if it is in a file already.
    """

    def __init__(self, save: Callable[[Path], None] | None) -> None:
        self._save = save
        self._error: Exception | None = None
        self.written: list[Path] = []
        self.notes: list[Note] = []

    def write(self, write: "Callable[[], Iterable[Note] | None]", paths: Sequence[Path]) -> None:
        """Write some files by a function that names those that it could not write."""
        failed: Sequence[Path] = ()
        try:
            self.notes += write() or ()
        except (InputError, OSError, MemoryError) as error:
            self._error = self._error or error
            failed = error.files if isinstance(error, NotWrittenError) else paths
        self.written += [path for path in paths if path not in failed]

    def write_routes(
        self,
        plan: "Plan | Result",
        paths: Sequence[Path],
        baseline: "Plan | None" = None,
    ) -> None:
        """Write a tour to files."""
        from arcload.routes.write import write_route

        self.write(lambda: write_route(plan, *paths, baseline=baseline), paths)

    def finish(self) -> None:
        """If a file was not written, keep the result elsewhere and raise the reason."""
        if self._error is None:
            return
        if self._save is not None and not any(path.suffix == ".json" for path in self.written):
            file = _keep(self._save)
            show.note(f"the result is kept in {file}" if file else "the result cannot be kept")
        if isinstance(self._error, MemoryError):
            raise InputError("a file cannot be written: there is too little memory for it")
        raise self._error


def _keep(save: Callable[[Path], None]) -> Path | None:
    """Save a file in the nearest folder that works; return its name, None where none does."""
    for folder in (os.curdir, tempfile.gettempdir()):
        try:
            handle, name = tempfile.mkstemp(".json", "arcload-", folder)
        except OSError:
            continue
        os.close(handle)
        try:
            save(Path(name))
        except (InputError, OSError):
            Path(name).unlink(missing_ok=True)
        else:
            return Path(name)
    return None
