"""Files and folders that a command is to write, checked before any work."""

from pathlib import Path

from arcload.model.errors import InputError


def require_writable(path: Path, *inputs: Path) -> None:
    """Refuse, before any work, an output that cannot be written or is an input."""
    from arcload.model import files
    from arcload.routes.write import may_become

    files.require_writable(path)
    try:
        for file in [part for one in inputs for part in _with_streets(one)]:
            if path.exists() and file.exists() and path.samefile(file):
                raise InputError(f"{path}: this is the input; name another file to write to")
            if may_become(path, file):
                raise InputError(
                    f"{path}: with several vehicles it becomes files such as {file}, which is the "
                    "input; name another file to write to"
                )
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be used ({error.strerror})") from error


def _with_streets(file: Path) -> list[Path]:
    """Return an input, and the streets that it names if it is a town file."""
    if file.suffix.lower() != ".toml":
        return [file]
    from arcload.maps.formats.town_file import TownFile

    return [file, TownFile(file).streets]


def make_folder(path: Path) -> None:
    """Make a folder unless it is there, and refuse one in which nothing can be written."""
    from arcload.model.files import require_writable_folder

    try:
        if path.exists() and not path.is_dir():
            raise InputError(f"{path}: this is a file; name a folder")
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be made ({error.strerror})") from error
    require_writable_folder(path)
