"""The file in which plans are kept."""

import os
import sqlite3
from pathlib import Path

from arcload.model.errors import InputError
from arcload.studio.store.schema import migrate


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection that has the file for itself, brought to the newest schema."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # plans are the user's own
    except OSError as error:
        raise InputError(f"{path}: plans cannot be kept here ({error.strerror})") from error
    base = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    base.row_factory = sqlite3.Row
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute("PRAGMA foreign_keys = ON")
        base.execute("BEGIN EXCLUSIVE")  # the lock stays until the connection is closed
        base.execute("COMMIT")
        migrate(base, path)
    except InputError:
        base.close()
        raise
    except sqlite3.Error as error:
        base.close()
        if "locked" in str(error):
            raise InputError(
                f"{path}: another server has this file open; use that one or end it",
                advice="or name another file by {data}",
            ) from None
        raise InputError(f"{path}: plans cannot be kept here ({error})") from None
    return base
