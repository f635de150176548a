"""Parts that anybody can add: found in arcload itself, in installed packages, and in files."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from os import PathLike, sep
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from arcload.model.arguments import shown
from arcload.model.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Choice: TypeAlias = str | PathLike[str]
"""How a user chooses a plug-in: by its name, or by the path of a ``.py`` file."""

_files: dict[tuple[Path, int, int], Any] = {}  # modules by path, time of change and size


class Plugin(NamedTuple):
    """One part of some kind.

    Parameters
    ----------
    name
        What it is called; of a file its name with ``.py``.
    part
        The module that has it, or what an entry point names; None if it is broken.
    origin
        Where it comes from: empty for arcload itself, the package and its version, or the file.
    problem
        Why it cannot be used, in a sentence; empty if it can.
    """

    name: str
    part: Any
    origin: str = ""
    problem: str = ""


class Plugins:
    """All parts of one kind.

    Parameters
    ----------
    kind
        What they are, for messages, such as ``"method"``.
    group
        The group of entry points by which packages add some.
    built_in
        The module of each part that arcload has, by its name.
    needs
        What a module must have, each tuple a choice of which one must be complete.
    functions
        Whether an entry point may name a function instead of a module.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        built_in: Mapping[str, str],
        *,
        needs: Sequence[tuple[str, ...]],
        functions: bool = False,
    ) -> None:
        self.kind, self.group, self.built_in = kind, group, built_in
        self.needs, self.functions = needs, functions

    def load(self, choice: Choice) -> Plugin:
        """Return a part by its name or file.

        Packages are looked through only for names that arcload does not have itself.
        """
        if is_file(choice):
            return self._from_file(Path(choice))
        name = str(choice)
        if name in self.built_in:
            return Plugin(name, import_module(self.built_in[name]))
        points = [point for point in self._entry_points() if point.name == name]
        if not points:
            names = [*self.built_in, *self.installed_names()]
            raise InputError(
                f"{self.kind} {shown(choice)} is unknown{did_you_mean(name, names)}; "
                f"use {', '.join(names)}, or the path of a .py file"
            )
        if len(points) > 1:
            origins = " and ".join(_origin(point) for point in points)
            raise InputError(f"{self.kind} {name!r} is in {origins}; uninstall one of them")
        plugin = self._from_package(points[0])
        if plugin.problem:
            raise InputError(plugin.problem)
        return plugin

    def installed_names(self) -> list[str]:
        """Return the names of the parts that packages add."""
        names = dict.fromkeys(point.name for point in self._entry_points())
        return [name for name in names if name not in self.built_in]

    def installed(self) -> Iterator[Plugin]:
        """Give the parts of packages, those that are broken too."""
        for point in self._entry_points():
            if point.name not in self.built_in:
                yield self._from_package(point)

    def all(self) -> Iterator[Plugin]:
        """Give every part but those in files."""
        for name in self.built_in:
            yield self.load(name)
        yield from self.installed()

    def _entry_points(self) -> "list[EntryPoint]":
        from importlib.metadata import entry_points

        return sorted(entry_points(group=self.group), key=lambda point: point.name)

    def _from_package(self, point: "EntryPoint") -> Plugin:
        what = f"{self.kind} {point.name!r} of {_origin(point)} ({point.value})"
        try:
            part = point.load()
        except Exception as error:  # whatever a package does must not disturb the others
            return Plugin(point.name, None, _origin(point), _broken(what, error))
        return Plugin(point.name, part, _origin(point), self._lack(what, part))

    def _from_file(self, file: Path) -> Plugin:
        what = f"{self.kind} {file}"
        if not file.is_file():
            raise InputError(f"{what}: no such file")
        try:
            part = _module_of(file)
        except Exception as error:
            raise InputError(_broken(what, error)) from error
        problem = self._lack(what, part)
        if problem:
            raise InputError(problem)
        return Plugin(file.name, part, str(file))

    def _lack(self, what: str, part: Any) -> str:
        """Return why a part cannot be used that has not what it must have; empty if it has."""
        lacks = [[name for name in names if not hasattr(part, name)] for names in self.needs]
        if (self.functions and callable(part)) or not all(lacks):
            return ""
        return f"{what} has no {min(lacks, key=len)[0]}, which every {self.kind} needs"


def modules_of(package: str, *others: str) -> dict[str, str]:
    """Return the modules of a package by their names, with ``-`` for ``_``.

    Parameters
    ----------
    package
        Name of the package.
    others
        Modules in it that are something else, as are those that begin with ``_``.
    """
    from pkgutil import iter_modules

    names = [module.name for module in iter_modules(import_module(package).__path__)]
    return {
        name.replace("_", "-"): f"{package}.{name}"
        for name in names
        if name not in others and not name.startswith("_")
    }


def is_file(choice: object) -> bool:
    """Return whether a user chose a file, not a name."""
    return isinstance(choice, PathLike) or (
        isinstance(choice, str) and (choice.endswith(".py") or sep in choice or "/" in choice)
    )


def _module_of(file: Path) -> Any:
    """Return the module in a file, run once for each state of the file."""
    from importlib.util import module_from_spec, spec_from_file_location

    path = file.resolve()
    state = path.stat()
    key = (path, state.st_mtime_ns, state.st_size)
    if key not in _files:
        spec = spec_from_file_location(f"arcload_plugin_{len(_files)}_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise ImportError("it is no Python file; its name must end in .py")
        module = module_from_spec(spec)
        sys.modules[spec.name] = module  # its dataclasses look for it there
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[spec.name]
            raise
        _files[key] = module
    return _files[key]


def _origin(point: "EntryPoint") -> str:
    return "an unknown package" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _broken(what: str, error: Exception) -> str:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{what} cannot be loaded ({reason})"
