"""What is released: the wheel holds all that it needs, and all files say the same version."""

import re
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

import arcload

ROOT = Path(__file__).parents[1]


def test_the_wheel_holds_all_but_the_bytecode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights, the page and the studio's files are no modules, so they are easily forgotten."""
    monkeypatch.chdir(ROOT)
    with ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        held = {name for name in wheel.namelist() if not name.startswith("arcload-")}
    source = ROOT / "src"
    files = {path for path in source.rglob("*") if path.is_file()}
    kept = {path for path in files if "__pycache__" not in path.parts}
    assert held == {path.relative_to(source).as_posix() for path in kept}
    folders = {name.rsplit("/", 1)[0] for name in held}
    assert folders > {"arcload/neural/serve/weights", "arcload/views/page/assets"}
    assert "arcload/studio/assets" in folders
    assert "arcload/py.typed" in held


def test_every_file_says_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.M) == [arcload.__version__]
    assert re.findall(r"^## (.+)$", changes, re.M)[0] == arcload.__version__
    assert re.findall(r"version = \{(.+)\}", readme) == [arcload.__version__]


def test_the_extras_are_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert {
        name for name in project["optional-dependencies"] if f"| `{name}` |" not in text
    } == set()
