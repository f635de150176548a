"""The file in which plans are kept: whose it is, and what it is not."""

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from arcload.model.errors import InputError
from arcload.studio.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "studio.db")


def test_a_file_that_another_server_has_open(store: Store) -> None:
    with pytest.raises(InputError, match="another server") as refused:
        Store(store.path)
    assert str(store.path) in str(refused.value)
    store.close()
    Store(store.path).close()


def test_a_file_of_a_newer_schema(store: Store) -> None:
    store.close()
    with sqlite3.connect(store.path) as base:
        base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(InputError, match="schema 99"):
        Store(store.path)


def test_files_that_are_no_store(tmp_path: Path) -> None:
    text = tmp_path / "plans.txt"
    text.write_text("these are no plans, and there are many of them\n" * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE x (y)")
    base.close()
    for path in (text, other, tmp_path, text / "studio.db"):
        with pytest.raises(InputError) as refused:
            Store(path)
        assert str(path) in str(refused.value)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such rights")
def test_only_the_user_may_read_the_file(store: Store) -> None:
    assert os.stat(store.path).st_mode & 0o077 == 0
