"""Put modules together into one script."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_NAME = r"[A-Za-z_$][\w$]*"
_IMPORT = re.compile(r"^import\s*\{([^}]*)\}\s*from\s*\"\./([^\"]+)\";\n", re.MULTILINE)
_DECLARATION = re.compile(
    rf"^(export\s+)?(?:async\s+)?(?:function\*?|class|const|let)\s+({_NAME}|[\[{{][^=]*)",
    re.MULTILINE,
)
_EXPORT = re.compile(r"^export\s+(?=async|function|class|const|let)", re.MULTILINE)
_DESCRIPTION = re.compile(r"^ */\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class _Module(NamedTuple):
    imports: dict[str, list[str]]
    """Of each module that it imports from, the names."""
    declared: list[str]
    exported: set[str]
    body: str


def bundle(modules: Mapping[str, str], entry: str) -> str:
    """Return the modules that one needs as a single script, each after those it imports from.

    They are plain: an import names what it takes, as in ``import { a, b } from "./c.js";``, and an
    export stands before a declaration at the start of a line. What they declare at their top level
    is then in one scope, so that no two of them may declare the same name. Descriptions, comments
    that begin with ``/**``, are left out.

    Parameters
    ----------
    modules
        The texts of the modules by their names.
    entry
        The name of the one that is run; it stands last.

    Raises
    ------
    ValueError
        If a module is not plain, imports what is not exported, or imports itself over others, or if
        two declare the same name.
    """
    parsed: dict[str, _Module] = {}
    _add(entry, modules, parsed, ())
    owner: dict[str, str] = {}
    for name, module in parsed.items():
        for source, wanted in module.imports.items():
            for one in wanted:
                if one not in parsed[source].exported:
                    raise ValueError(f"{name} imports {one}, which {source} does not export")
        for one in module.declared:
            if owner.setdefault(one, name) != name:
                raise ValueError(f"{owner[one]} and {name} both declare {one}")
    return "\n".join(module.body for module in parsed.values())


def _add(
    name: str, modules: Mapping[str, str], parsed: dict[str, _Module], above: tuple[str, ...]
) -> None:
    """Add a module to the parsed ones, after those that it imports from."""
    if name in above:
        raise ValueError(f"{name} imports from itself over {', '.join(above)}")
    if name in parsed:
        return
    if name not in modules:
        raise ValueError(f"{name} is missing; needed by {', '.join(above)}")
    module = _parse(name, modules[name])
    for source in module.imports:
        _add(source, modules, parsed, (*above, name))
    parsed[name] = module


def _parse(name: str, text: str) -> _Module:
    imports: dict[str, list[str]] = {}
    for wanted, source in _IMPORT.findall(text):
        imports.setdefault(source, []).extend(re.findall(_NAME, wanted))
    without = _IMPORT.sub("", text).lstrip("\n")
    declared: list[str] = []
    exported: set[str] = set()
    for export, target in _DECLARATION.findall(without):
        names = re.findall(_NAME, target)
        declared += names
        exported.update(names if export else ())
    body = _DESCRIPTION.sub("", _EXPORT.sub("", without))
    if left_over := _LEFT_OVER.search(body):
        raise ValueError(f"{name} has a line that cannot be put together: {left_over.group()}")
    return _Module(imports, declared, exported, body)
