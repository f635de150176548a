"""The vehicle and the places that a result or a bound was made for."""

from collections.abc import Mapping
from typing import Any

from arcload.model.instance import FREE, Instance

_NAMES = ("curb_weight", "start", "end", "mode")


def made_for_another(settings: Mapping[str, Any], instance: Instance) -> str:
    """Return which settings differ from an instance, in words; nothing if none does.

    Parameters
    ----------
    settings
        Those of a result or bound, None standing for a place that is free.
    instance
        What it is held against.
    """
    stated = {name: settings[name] for name in _NAMES if name in settings}
    stated |= {name: FREE for name in ("start", "end") if stated.get(name, FREE) is None}
    used = {name: getattr(instance, name) for name in stated}
    differ = [name for name in stated if str(used[name]) != str(stated[name])]
    if not differ:
        return ""
    then, now = (
        ", ".join(setting_in_words(name, values[name]) for name in differ)
        for values in (stated, used)
    )
    return f"{then}; this check uses {now}"


def setting_in_words(name: str, value: Any) -> str:
    """Return a setting in words, such as ``start anywhere`` or ``curb weight 50``."""
    from arcload.model.files import plain

    if value is FREE:
        return f"{name} anywhere"
    if name in ("start", "end"):
        return f"{name} {value!r}"
    shown = plain(value) if isinstance(value, float) else value
    return f"{name.replace('_', ' ')} {shown}"
