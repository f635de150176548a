"""Outputs that are checked before any work."""

from pathlib import Path

import pytest

from arcload.cli.outputs import make_folder, require_writable
from arcload.model.errors import InputError


def test_the_input_is_never_overwritten_not_even_by_another_name(tmp_path: Path) -> None:
    town, link = tmp_path / "town.json", tmp_path / "link.json"
    town.touch()
    link.symlink_to(town)
    require_writable(tmp_path / "new.json", town)
    with pytest.raises(InputError, match=r"link\.json: this is the input"):
        require_writable(link, town)


def test_the_input_is_not_overwritten_by_the_list_of_a_vehicle(tmp_path: Path) -> None:
    town = tmp_path / "town-2.csv"
    town.touch()
    with pytest.raises(InputError, match=r"town\.csv: .*town-2\.csv, which is the input"):
        require_writable(tmp_path / "town.csv", town)


def test_folders_are_made_with_their_parents(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(InputError, match="a: this is a file"):
        make_folder(tmp_path / "a")
    with pytest.raises(InputError, match="cannot be made"):
        make_folder(tmp_path / "a" / "b")
