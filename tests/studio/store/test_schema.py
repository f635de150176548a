"""A file of any schema becomes one of the newest."""

import sqlite3
from pathlib import Path

import pytest

from arcload.studio.store import schema
from arcload.studio.store.store import Store


def test_a_file_is_brought_to_the_newest_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "studio.db"
    old = Store(path)
    plan = old.add_plan("town", "{}", source="town.json", notes=[], facts={})
    old.close()
    more = (*schema.MIGRATIONS, "ALTER TABLE plans ADD COLUMN colour TEXT DEFAULT 'red';")
    monkeypatch.setattr(schema, "MIGRATIONS", more)
    new = Store(path)
    assert new.plan(plan).name == "town"
    new.close()
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT colour FROM plans").fetchall() == [("red",)]
        assert base.execute("PRAGMA user_version").fetchone() == (len(more),)
    base.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "studio.db"
    Store(path).close()
    broken = (*schema.MIGRATIONS, "ALTER TABLE plans ADD COLUMN a TEXT; SELECT * FROM nothing;")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", broken)
        with pytest.raises(Exception, match="nothing"):
            Store(path)
    Store(path).close()
    with sqlite3.connect(path) as base:
        columns = [row[1] for row in base.execute("PRAGMA table_info(plans)")]
    base.close()
    assert "a" not in columns
