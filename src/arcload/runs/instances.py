"""The instances of a benchmark, by name."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from arcload.maps.formats.convert import extensions, read
from arcload.model.errors import InputError
from arcload.model.files import stem
from arcload.model.instance import Instance
from arcload.model.spreadsheet import cell


def read_instances(paths: Iterable[Path]) -> dict[str, Instance]:
    """Read files, and the files of folders, by the names of the files without extension."""
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
    return {name: read(files[name]) for name in sorted(files, key=by_number)}


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    names = set(extensions())
    files = [file for file in path.iterdir() if file.suffix.lower() in names and file.is_file()]
    if not files:
        raise InputError(f"{path}: the folder has no instance ({', '.join(sorted(names))})")
    return files


def by_number(name: str) -> tuple[str, int, str]:
    """Return what sorts ``large_9`` before ``large_10``."""
    group = name.rstrip("0123456789")
    number = name[len(group) :]
    return group, int(number or 0), name


def group_of(name: str) -> str:
    """Return the set that a name tells: ``large`` for ``large_12``, the name without a number."""
    return name.rstrip("0123456789").rstrip("_- ") or name


def digest(instance: Instance) -> str:
    """Return a short digest of everything that the cost of a tour depends on."""
    facts = [
        [str(node) for node in instance.nodes],
        instance.ends.tolist(),
        instance.lengths.tolist(),
        instance.demands.tolist(),
        [str(instance.start), str(instance.end), instance.curb_weight, instance.mode],
    ]
    if instance.load_factor != 1:  # else the digest is that of runs from before it was known
        facts.append([instance.load_factor])
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:12]
