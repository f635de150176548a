"""Results of others, to compare with.

Files have one row per instance and the columns ``name`` (or ``instance``) and ``cost``; a time in
``time (ms)``, ``time (s)`` or ``seconds``, the size in ``number of edges``, and ``method``, where
one file holds several, are optional. So both the files of the paper's authors and our own
``runs.csv`` can be read.
"""

from collections.abc import Iterable
from pathlib import Path

from arcload.model.errors import InputError
from arcload.model.files import read_text, stem
from arcload.model.spreadsheet import cell
from arcload.runs.csv_table import CsvTable
from arcload.runs.paper_names import PAPER_NAMES, rank
from arcload.runs.run import HEADER, read_runs
from arcload.runs.series import Series, series_of

_EDGES = "number of edges"
_TIMES = (("time (ms)", 1000.0), ("seconds", 1.0), ("time (s)", 1.0))


def read_references(paths: Iterable[Path]) -> list[Series]:
    """Read files of results, and the CSV files of folders; the paper's methods come first."""
    files = [file for path in paths for file in _files(path)]
    series = [one for file in files for one in _read(file)]
    for number, one in enumerate(series):
        if one.name in [other.name for other in series[:number]]:
            raise InputError(f"two references are called {one.name}; rename one of the files")
    return sorted(series, key=lambda one: rank(one.name))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix.lower() == ".csv")
    if not files:
        raise InputError(f"{path}: the folder has no .csv file to compare with")
    return files


def _read(file: Path) -> list[Series]:
    if read_text(file).startswith(HEADER):
        return [
            Series(name=f"{one.name} in {file.parent.name}", costs=one.costs, seconds=one.seconds)
            for one in series_of(read_runs(file))
        ]
    table = CsvTable(file)
    name_column, cost_column = table.column("name", "instance"), table.column("cost")
    costs: dict[str, dict[str, tuple[float, ...]]] = {}
    seconds: dict[str, dict[str, tuple[float, ...]]] = {}
    edges: dict[str, int] = {}
    time_column, factor = next(((c, f) for c, f in _TIMES if c in table.header), ("", 1.0))
    for row in table.rows():
        instance = cell(Path(row.text(name_column)).stem)
        method = cell(row.optional("method") or stem(file))
        of_method = costs.setdefault(method, {})
        if instance in of_method:
            raise row.error(f"{instance} stands twice")
        of_method[instance] = (row.number(cost_column),)
        if row.optional(_EDGES):
            edges[instance] = int(row.number(_EDGES))
        if row.optional(time_column):
            seconds.setdefault(method, {})[instance] = (row.number(time_column) / factor,)
    if not costs:
        raise InputError(f"{file}: the file has no results, only its header")
    return [
        Series(
            name=PAPER_NAMES.get(method, method),
            costs=by_instance,
            seconds=seconds.get(method, {}),
            published=True,
            edges=edges,
        )
        for method, by_instance in costs.items()
    ]
