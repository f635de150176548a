"""Packages that only some formats need."""

from importlib import import_module
from typing import Any

from arcload.model.errors import InputError


def load_extra(package: str, extra: str, why: str) -> Any:
    """Return an optional package; where it is missing, say what it is for and how to get it.

    Parameters
    ----------
    package
        Its name.
    extra
        The extra of arcload that installs it.
    why
        The start of the sentence: what it is needed for.
    """
    try:
        return import_module(package)
    except ImportError as error:
        raise InputError(
            f"{why}, which is not installed; pip install 'arcload[{extra}]'"
        ) from error
