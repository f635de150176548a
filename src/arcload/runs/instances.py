"""The instances of a benchmark, by name."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path
from typing import Any

from arcload.maps.formats.convert import extensions, read
from arcload.model.errors import InputError
from arcload.model.files import stem
from arcload.model.instance import Instance
from arcload.model.spreadsheet import cell


def instance_files(paths: Iterable[Path]) -> dict[str, Path]:
    """Return files, and the files of folders, by their names without extension."""
    files: dict[str, Path] = {}
    for path in paths:
        for file in _files(path):
            name = cell(stem(file))
            if name in files and not files[name].samefile(file):
                raise InputError(
                    f"{file}: {files[name]} has the same name, in another folder or with another "
                    "extension; rename one of them"
                )
            files[name] = file
    if not files:
        raise InputError("there is no instance to run; name files or folders of files")
    return {name: files[name] for name in sorted(files, key=by_number)}


def read_instances(paths: Iterable[Path], **changes: Any) -> dict[str, Instance]:
    """Read files, and the files of folders, by the names of the files without extension.

    Parameters
    ----------
    paths
        The files and folders.
    changes
        What `read` takes in place of what the files say.
    """
    return {name: read(file, **changes) for name, file in instance_files(paths).items()}


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    names = set(extensions())
    files = [file for file in path.iterdir() if file.suffix.lower() in names and file.is_file()]
    if not files:
        raise InputError(f"{path}: the folder has no instance ({', '.join(sorted(names))})")
    return files


def by_number(name: str) -> tuple[str | int, ...]:
    """Return what sorts ``large_9`` before ``large_10``, and ``val2A`` before ``val10A``."""
    parts = re.split(r"([0-9]+)", name)  # text and numbers in turn
    return (*(int(part) if place % 2 else part for place, part in enumerate(parts)), name)


def group_of(name: str) -> str:
    """Return the set that a name tells: what stands before its number.

    A capital letter may follow the number: ``val`` for ``val10A``, ``large`` for ``large_12``.
    """
    return re.sub(r"[-_ ]*[0-9]+([-_ ]?[A-Z])?$", "", name) or name


def digest(instance: Instance) -> str:
    """Return a short digest of everything that the cost of a plan depends on."""
    facts = [
        [str(node) for node in instance.nodes],
        instance.ends.tolist(),
        instance.lengths.tolist(),
        instance.demands.tolist(),
        [str(instance.start), str(instance.end), instance.curb_weight, instance.mode],
    ]
    if instance.load_factor != 1:  # else the digest is that of runs from before it was known
        facts.append([instance.load_factor])
    if instance.is_fleet:
        facts.append([vehicle.stated() for vehicle in instance.vehicles])
        facts.append([list(astuple(facility)) for facility in instance.facilities])
        facts.append([instance.refill_at_depot, instance.objective, instance.allow_unserved])
        columns = (instance.serve_costs, instance.priorities)
        facts.append([None if column is None else column.tolist() for column in columns])
    if instance.turn_rules is not None or instance.forbidden_turns:
        facts.append([instance.turn_rules, instance.forbidden_turns])
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:12]
