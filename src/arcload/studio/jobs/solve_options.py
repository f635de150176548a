"""How a request wants a plan to be solved."""

import math
from collections.abc import Mapping
from typing import Any

from arcload.model.arguments import checked_number, checked_whole, shown
from arcload.model.errors import InputError, did_you_mean
from arcload.runs.pools import cores, default_jobs
from arcload.solving.job import DEFAULT_METHOD
from arcload.solving.methods.registry import METHODS
from arcload.studio.settings import Settings

DEFAULT_SECONDS = 30.0
"""How long a search takes that says nothing else."""

_NAMES = ("time", "threads", "seed", "method", "gap")


def solve_options(given: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Return what `arcload.start` takes, checked and with what was left out; null is left out.

    Parameters
    ----------
    given
        Some of time, threads, seed, method and gap.
    settings
        The server's, which say what is the most.
    """
    for name in given:
        if name not in _NAMES:
            raise InputError(
                f"{name!r} is no option of a solve{did_you_mean(name, _NAMES)}; "
                f"use {', '.join(_NAMES)}"
            )
    options = {name: value for name, value in given.items() if value is not None}
    checked = {
        "time": _seconds(options.get("time"), settings.max_seconds),
        "threads": _threads(options.get("threads"), settings),
        "seed": checked_whole(options.get("seed", 1), "the seed", 0),
        "method": _method(options.get("method", DEFAULT_METHOD)),
    }
    if "gap" in options:
        checked["gap"] = checked_number(options["gap"], "the gap", 0, math.inf)
    return checked


def _seconds(given: Any, most: float) -> float:
    if given is None:
        return min(DEFAULT_SECONDS, most)
    seconds = checked_number(given, "the time", 0, math.inf)
    if seconds > most:
        raise InputError(f"the time is {seconds:g} s; {most:g} s are the most on this server")
    return seconds


def _threads(given: Any, settings: Settings) -> int:
    """Return the threads of a solve; without a cluster no more than there are cores."""
    usual = settings.threads or default_jobs(settings.workers)
    threads = checked_whole(usual if given is None else given, "threads", 1)
    most = max(cores(), usual)
    if threads > most and settings.ray is None:
        raise InputError(f"threads is {threads}; {most} are the most on this server")
    return threads


def _method(name: Any) -> str:
    """Return the name of a method; a file is never taken, since it would be one of the server's."""
    names = [*METHODS.built_in, *METHODS.installed_names()]
    if name not in names:
        hint = did_you_mean(name, names) if isinstance(name, str) else ""
        raise InputError(f"method {shown(name)} is unknown{hint}; use {', '.join(names)}")
    return str(name)
