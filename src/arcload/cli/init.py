"""``arcload init``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable
from arcload.model.errors import InputError


@grouped
def command(
    file: options.File,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="TOWN.toml", help="The file to write.")
    ] = Path("town.toml"),
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
) -> None:
    """Write one file for a town: streets, vehicles, rules.

    It says where the streets are, how they are read and how they are served. What the streets do
    not say is guessed, or stands there as a comment with an example. Options are written into it.
    Every command takes the file in place of the streets.
    """
    from arcload.maps.formats.town_file import EXTENSION
    from arcload.maps.formats.town_template import town_template
    from arcload.model.files import write_text

    if file.suffix.lower() == EXTENSION:
        raise InputError(f"{file}: this is a town file already; name its streets")
    if output.suffix.lower() != EXTENSION:
        raise InputError(f"{output}: a town file ends in {EXTENSION}; rename it")
    require_writable(output, file)
    if output.exists() and not force:
        raise InputError(f"{output}: the file is there already; name another one, or give --force")
    given = reading.changes() | vehicle.changes()
    text, notes = town_template(file, output, given.pop("format", None), given)
    write_text(output, text)
    show.notes(notes)
    show.note(f"wrote {output}; 'arcload solve {output}' reads it")
