"""Files that are sent with a request, in a folder of their own for as long as it takes."""

import asyncio
import json
import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from fastapi import Request
from starlette.datastructures import FormData, UploadFile

from arcload.model.errors import InputError
from arcload.studio.errors import Unsupported
from arcload.studio.shallow import require_shallow

_MOST_FILES = 20
_LONGEST = 200  # bytes of a name
_ODD = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True)
class Uploads:
    """What was sent.

    Parameters
    ----------
    folder, files
        Where the files are, and their names.
    options
        Those of `arcload.read`.
    name
        What the user calls it; empty for nothing.
    """

    folder: Path
    files: list[str]
    options: dict[str, Any]
    name: str


@asynccontextmanager
async def uploads(request: Request) -> AsyncIterator[Uploads]:
    """Keep what a request brings in a folder, and remove that afterwards.

    Parameters
    ----------
    request
        A JSON instance as body; or a form with the fields ``file`` (one or more), ``options``
        (JSON) and ``name``. Of the name of a file only the last part counts.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="arcload-"))
    try:
        if kind == "multipart/form-data":
            async with request.form(max_files=_MOST_FILES, max_fields=10) as form:
                yield await _of_form(form, folder)
        elif kind == "application/json":
            with (folder / "instance.json").open("wb") as file:
                async for part in request.stream():
                    await asyncio.to_thread(file.write, part)
            yield Uploads(folder, ["instance.json"], {}, request.query_params.get("name", ""))
        else:
            raise Unsupported(
                f"the body is {kind[:100] or 'of no kind'!r}; send a JSON instance as "
                "application/json, or files as multipart/form-data"
            )
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _of_form(form: FormData, folder: Path) -> Uploads:
    names: list[str] = []
    for sent in form.getlist("file"):
        if not isinstance(sent, UploadFile):
            raise InputError("the field file must be a file, with its name")
        name = plain_file_name(sent.filename or "")
        if name in names:
            raise InputError(f"two files are named {name!r}; send one")
        names.append(name)
        await asyncio.to_thread(_copy, sent.file, folder / name)
    if not names:
        raise InputError("no file was sent; the form has no field file")
    return Uploads(folder, names, _options(_text(form, "options")), _text(form, "name"))


def plain_file_name(name: str) -> str:
    """Return the last part of a name, refused where it is none for a file.

    One that begins with a dot may be the settings of some library, read from where it works.
    """
    last = re.split(r"[/\\]", name)[-1]
    if (
        not last
        or last.startswith(".")
        or _ODD.search(last)
        or len(last.encode("utf-8", "replace")) > _LONGEST
    ):
        raise InputError(f"{name[:60]!r} is no name for a file; rename it")
    return last


def _copy(source: IO[bytes], to: Path) -> None:
    try:
        with to.open("xb") as file:
            shutil.copyfileobj(source, file)
    except (OSError, ValueError) as error:
        raise InputError(f"the file {to.name!r} cannot be kept ({error}); rename it") from None


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    if not isinstance(value, str):
        raise InputError(f"the field {name} must be text, not a file")
    require_shallow(value, "the options")
    return value


def _options(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise InputError(f"the field options is no JSON ({error})") from None
    if not isinstance(value, dict):
        raise InputError('the field options must be a JSON object, such as {"depot": 1}')
    require_shallow(value, "the options")
    return value
