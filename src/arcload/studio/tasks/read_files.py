"""Read the files of a new plan."""

import re
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

from arcload.maps.formats import read
from arcload.maps.formats.town_file import EXTENSION, TownFile
from arcload.model.errors import InputError, counted
from arcload.model.files import stem, write_text
from arcload.model.instance import Instance
from arcload.model.plugins import is_file
from arcload.studio.tasks.new_plan import new_plan
from arcload.studio.tasks.town_text import town_text

_OPTIONS = f"options{EXTENSION}"
_IN_OPTIONS = re.compile(rf"^{re.escape(_OPTIONS)}(?:, line \d+)?")
_BESIDE_SHAPES = (".dbf", ".shx", ".prj", ".cpg", ".qpj", ".sbn", ".sbx", ".qix", ".xml", ".qmd")


def read_files(value: dict[str, Any]) -> dict[str, Any]:
    """Return the plan that some files make, see `new_plan`.

    Parameters
    ----------
    value
        ``folder`` with the ``files``, which are names in it; ``options`` of `arcload.read`, as a
        town file has them; the ``name`` of the plan, null for that of the file.
    """
    options, names = value.get("options") or {}, value["files"]
    with chdir(value["folder"]):  # so that sentences name the files as they were sent
        file = _chosen(names)
        instance = _read(file, options, names)
    instance = instance.replace(name=value.get("name") or instance.name or stem(file))
    return new_plan(instance, source=file.name)


def _chosen(names: Sequence[str]) -> Path:
    """Return the file to read: the town file, the shapefile, or the only one."""
    files = [Path(name) for name in names]
    for extension in (EXTENSION, ".shp"):
        chosen = [file for file in files if file.suffix.lower() == extension]
        if len(chosen) == 1:
            return chosen[0]
    others = [file for file in files if file.suffix.lower() not in _BESIDE_SHAPES]
    if len(others) == 1 or len(files) == 1:
        return (others or files)[0]
    if not files:
        raise InputError("no file was sent; send one")
    raise InputError(
        f"{counted(len(files), 'file')} were sent ({', '.join(map(str, files[:3]))}); send one "
        "map, or a town file and the map that it names"
    )


def _read(file: Path, options: dict[str, Any], names: Sequence[str]) -> Instance:
    if file.suffix.lower() == EXTENSION:
        if options:
            raise InputError(f"{file}: a town file has its options in it; send none beside it")
        _require_own(TownFile(file), names)
        return read(file)
    if not options:
        return read(file)
    town = Path(_OPTIONS)
    write_text(town, town_text(str(file), options))
    try:
        _require_own(TownFile(town), names)
        return read(town).replace(name=stem(file))
    except InputError as error:
        message = _IN_OPTIONS.sub("options", error.message)
        raise InputError(message, advice=error.advice) from None


def _require_own(town: TownFile, names: Sequence[str]) -> None:
    """Refuse a town file that names anything but the files that were sent with it."""
    if town.format is not None and is_file(town.format):
        raise town.refuse(["format"], f"format is {town.format!r}; name one of arcload's formats")
    if str(town.streets) not in names:
        raise town.refuse(
            ["streets"],
            f"streets is {str(town.streets)!r}, which was not sent; send it with the town file",
        )
