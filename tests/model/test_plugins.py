"""Parts that anybody can add."""

from pathlib import Path

import pytest

from arcload.model.errors import InputError
from arcload.model.plugins import Plugins, is_file, modules_of
from tests.packages import install

PARTS = Plugins("part", "arcload.tests", {"plain": "arcload.model.units"}, needs=(("figure",),))

GROUP = "arcload.tests"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of Python's path."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_built_in_part_is_found_without_looking_at_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Plugins, "_entry_points", lambda self: pytest.fail("it looked"))
    plugin = PARTS.load("plain")
    assert (plugin.name, plugin.origin, plugin.problem) == ("plain", "", "")
    assert plugin.part.figure


def test_a_package_adds_a_part_and_cannot_replace_one(folder: Path) -> None:
    points = "mine = kit_of_figures\nplain = kit_of_figures"
    install(folder, "townkit", GROUP, points, kit_of_figures="figure = 7")
    plugin = PARTS.load("mine")
    assert (plugin.name, plugin.origin, plugin.part.figure) == ("mine", "townkit 1.2", 7)
    assert PARTS.load("plain").origin == ""
    assert [plugin.name for plugin in PARTS.all()] == ["plain", "mine"]


def test_an_unknown_name_is_refused_with_the_known_ones(folder: Path) -> None:
    install(folder, "townkit", GROUP, "mine = kit_of_figures", kit_of_figures="figure = 7")
    with pytest.raises(InputError, match=r"part 'mnie' .*'mine'.*plain, mine"):
        PARTS.load("mnie")


def test_a_broken_package_disturbs_no_other(folder: Path) -> None:
    points = "bad = kit_of_errors\nbare = kit_of_nothing"
    install(folder, "badkit", GROUP, points, kit_of_errors="1 / 0", kit_of_nothing="")
    install(folder, "townkit", GROUP, "mine = kit_of_figures", kit_of_figures="figure = 7")
    plugins = {plugin.name: plugin for plugin in PARTS.installed()}
    assert plugins["mine"].part.figure == 7
    assert "no figure" in plugins["bare"].problem
    with pytest.raises(InputError, match=r"'bad' of badkit 1.2 \(kit_of_errors\).*ZeroDivision"):
        PARTS.load("bad")


def test_a_name_in_two_packages_is_refused(folder: Path) -> None:
    install(folder, "townkit", GROUP, "mine = kit_of_figures", kit_of_figures="figure = 7")
    install(folder, "otherkit", GROUP, "mine = kit_of_figures")
    with pytest.raises(InputError, match=r"kit 1.2 and \w+kit 1.2"):
        PARTS.load("mine")


def test_a_function_is_a_part_only_where_that_is_meant(folder: Path) -> None:
    text = "def go(): return 3"
    install(folder, "townkit", GROUP, "mine = kit_of_functions:go", kit_of_functions=text)
    with pytest.raises(InputError, match="no figure"):
        PARTS.load("mine")
    either = Plugins("part", "arcload.tests", {}, needs=(("figure",),), functions=True)
    assert either.load("mine").part() == 3


def test_a_file_is_run_once_until_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    file.write_text(text + "@dataclass\nclass figure:\n    depth: int = 1\n")
    plugin = PARTS.load(file)
    assert (plugin.name, plugin.origin, plugin.part.figure().depth) == ("mine.py", str(file), 1)
    assert PARTS.load(str(file)).part is plugin.part
    file.write_text("figure = 'changed'\n")
    assert PARTS.load(file).part.figure == "changed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("def figure(:\n", "line 1"),
        ("import no_such_package", "no_such_package"),
        ("shape = 3", "no figure"),
    ],
)
def test_a_broken_file_is_named_with_what_is_wrong(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(InputError, match="part") as refused:
        PARTS.load(file)
    assert str(file) in str(refused.value)
    assert words in str(refused.value)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match=r"nowhere\.py.*no such file"):
        PARTS.load("nowhere.py")


def test_what_has_a_folder_or_ends_in_py_is_a_file() -> None:
    assert [is_file(choice) for choice in ("mine.py", "./mine", Path("mine"), "mine", 3)] == [
        *(True, True, True, False, False)
    ]


def test_the_modules_of_a_package_are_named_by_their_files() -> None:
    modules = modules_of("arcload.solving.methods", "registry")
    assert modules["arc-drl"] == "arcload.solving.methods.arc_drl"
    assert not {"registry", "-paper", "_paper"} & set(modules)
