"""The tables of the file, and how a file of an older schema becomes one of this."""

import sqlite3
from pathlib import Path

from arcload.model.errors import InputError

APPLICATION = 0x41524C44
"""By which a file of the studio is known: "ARLD"."""

MIGRATIONS = (
    """
    CREATE TABLE plans (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created REAL NOT NULL,
        changed REAL NOT NULL,
        source TEXT NOT NULL,
        notes TEXT NOT NULL,      -- JSON: sentences
        facts TEXT NOT NULL,      -- JSON: what is shown of the instance with its edits
        base BLOB NOT NULL,       -- packed JSON: the instance as it was read
        edits TEXT NOT NULL,      -- JSON: what was changed
        revision INTEGER NOT NULL DEFAULT 0,  -- counts the changes of the edits
        problem TEXT,             -- why no plan is possible with these edits
        today BLOB                -- packed JSON: today's route
    );
    CREATE TABLE versions (
        plan TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        message TEXT,
        created REAL NOT NULL,
        started REAL,
        ended REAL,
        options TEXT NOT NULL,    -- JSON: how it is solved
        start INTEGER,            -- the version that it goes on from
        edits TEXT NOT NULL,      -- JSON: those of the plan when it was made
        cost REAL,
        lower_bound REAL,
        status TEXT,
        seconds REAL,
        iterations INTEGER,
        summary TEXT NOT NULL,    -- JSON
        result BLOB,              -- packed JSON: the result file of the best plan
        drawing BLOB,             -- packed JSON: its routes on the map
        PRIMARY KEY (plan, number)
    );
    CREATE INDEX live ON versions (state) WHERE state IN ('queued', 'running');
    CREATE TABLE points (
        plan TEXT NOT NULL,
        number INTEGER NOT NULL,
        seconds REAL NOT NULL,
        cost REAL,                -- of a better plan
        bound REAL,               -- or of a better bound
        FOREIGN KEY (plan, number) REFERENCES versions (plan, number) ON DELETE CASCADE
    );
    CREATE INDEX points_of ON points (plan, number);
    """,
)
"""The statements that lead from schema 0, 1, ... to the next; never changed once released."""


def migrate(base: sqlite3.Connection, path: Path) -> None:
    """Bring a file to the newest schema, at once or not at all.

    Parameters
    ----------
    base
        A connection to it, without a transaction.
    path
        Its name, for messages.
    """
    (version,) = base.execute("PRAGMA user_version").fetchone()
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION:
        raise InputError(f"{path}: this is a database of another program; name another file")
    if version > len(MIGRATIONS):
        raise InputError(
            f"{path}: a newer arcload has written this file (schema {version}, known are up to "
            f"{len(MIGRATIONS)}); update arcload, or name another file"
        )
    for number in range(version, len(MIGRATIONS)):
        base.executescript(
            f"BEGIN; {MIGRATIONS[number]} PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {number + 1}; COMMIT;"
        )
