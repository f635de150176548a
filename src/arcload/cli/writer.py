"""Writes the result of a search, so that it is not lost if a file cannot be written."""

import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arcload.cli import show
from arcload.model.errors import InputError, NotWrittenError

if TYPE_CHECKING:
    from arcload.model.notes import Note
    from arcload.model.plan import Plan
    from arcload.model.result import Result
    from arcload.routes.today.todays_route import TodaysRoute


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
        self._groups: list[list[Path]] = []
        self.notes: list[Note] = []

    @property
    def written(self) -> list[Path]:
        """The files that were written."""
        return [path for group in self._groups for path in group]

    def write(self, write: "Callable[[], Iterable[Note] | None]", paths: Sequence[Path]) -> None:
        """Write some files by a function that names those that it could not write."""
        self._write(write, [[path] for path in paths])

    def write_routes(
        self,
        plan: "Plan | Result",
        paths: Sequence[Path],
        baseline: "Plan | TodaysRoute | None" = None,
        **settings: Any,
    ) -> None:
        """Write a plan to files, some of them to one per vehicle.

        Parameters
        ----------
        plan, paths, baseline
            As for `arcload.write_route`.
        settings
            The others that it takes.
        """
        from arcload.model.result import plan_of
        from arcload.routes.write import route_files, write_route

        groups = [route_files(path, plan_of(plan)) for path in paths]
        self._write(lambda: write_route(plan, *paths, baseline=baseline, **settings), groups)

    def lines(self) -> list[str]:
        """Return what was written, the files of several vehicles in one line."""
        return [
            f"wrote {group[0]}" + (f" to {group[-1].name}, one per vehicle" if group[1:] else "")
            for group in self._groups
        ]

    def _write(
        self, write: "Callable[[], Iterable[Note] | None]", groups: Sequence[Sequence[Path]]
    ) -> None:
        failed: Sequence[Path] = ()
        try:
            self.notes += write() or ()
        except (InputError, OSError, MemoryError) as error:
            self._error = self._error or error
            everything = [path for group in groups for path in group]
            failed = error.files if isinstance(error, NotWrittenError) else everything
        in_order = ([path for path in group if path not in failed] for group in groups)
        self._groups += [group for group in in_order if group]

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
