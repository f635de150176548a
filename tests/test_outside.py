"""A method, a format and an environment of another package, by the public interface alone."""

import ast
import json
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import arcload
from tests.examples import FOUR_EDGES
from tests.packages import install
from tests.pages import PAGES, ROOT, blocks

OUTSIDE = Path(__file__).parent / "outside"
PUBLIC = {"arcload": arcload.__all__, "arcload.gym": ["ArcEnv", "ArcMDP", "batch_of"]}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder, and install the other package."""
    monkeypatch.syspath_prepend(tmp_path)
    points = "hill-climbing = tests.outside.hill_climbing"
    points += "\n[arcload.formats]\nstreets = tests.outside.street_lines"
    install(tmp_path, "townkit", "arcload.methods", points)
    return tmp_path


@pytest.mark.usefixtures("package")
def test_a_method_of_another_package() -> None:
    result = arcload.solve(FOUR_EDGES, "hill-climbing", parameters={"longest": 4})
    assert (result.cost, result.method, result.iterations) == (275, "hill-climbing", 400)
    town = arcload.generate("rural", nodes=12, edges=20, seed=1)
    costs = [arcload.solve(town, "hill-climbing", iterations=n).cost for n in (1, 300, 300)]
    assert costs[0] > costs[1] == costs[2]


def test_a_format_of_another_package(package: Path) -> None:
    file = package / "four.streets"
    assert len(arcload.write(FOUR_EDGES, file)) == 1
    assert file.read_text().splitlines()[:2] == ["streets of 0.0 from 1", "1 2 2.0 100.0"]
    streets = arcload.read(file)
    assert streets.name == "four"
    assert arcload.solve(streets).cost == 275
    assert arcload.read(file, curb_weight=7, depot=4).depot == "4"
    with pytest.raises(arcload.InputError, match="plain streets"):
        arcload.write(FOUR_EDGES.replace(capacity=120), file)
    with pytest.raises(arcload.InputError, match=r"demand_per_km|demand per km"):
        arcload.read(file, demand_per_km=3)


@pytest.mark.parametrize(("line", "why"), [("1 2 far 5", "no street"), ("1 2 -3 5", "length")])
def test_a_mistake_names_its_line_in_a_format_of_another_package(
    package: Path, line: str, why: str
) -> None:
    file = package / "wrong.streets"
    file.write_text(f"streets of 3 from 1\n1 2 1 1\n{line}\n")
    with pytest.raises(arcload.InputError, match=why) as refused:
        arcload.read(file)
    assert f"{file}, line 3" in str(refused.value)


def test_an_environment_of_another_package() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import tests.outside.tours_by_length  # noqa: F401  # registers it

    env = gymnasium.make("outside/ToursByLength-v0")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*modifying the spec.*")
        check_env(env.unwrapped, skip_render_check=True)
    _, info = env.reset(seed=1)
    assert info["streets"] == info["mask"].sum() == 9
    rewards, done = [], False
    while not done:
        _, reward, done, _, info = env.step(int(info["mask"].argmax()))
        rewards.append(reward)
    assert rewards == [*[0] * 8, -info["tour"].length]
    arcload.check(info["tour"])


def sources() -> Iterator[tuple[str, str]]:
    """Give what users copy: the other package, the notebooks, and the Python of the pages."""
    for file in OUTSIDE.glob("*.py"):
        yield file.name, file.read_text(encoding="utf-8")
    for file in (ROOT / "examples").glob("*.ipynb"):
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        yield file.name, "\n".join(code)
    for page in PAGES:
        for block in blocks(page):
            if block.language == "python":
                yield f"{page.name}, line {block.line}", "\n".join(block.lines)


def test_what_users_copy_takes_public_names_alone() -> None:
    taken: set[str] = set()
    for where, code in sources():
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Import):
                names = {alias.name for alias in node.names}
                assert {n for n in names if n.startswith("arcload")} <= {*PUBLIC}, where
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arcload"):
                names = {alias.name for alias in node.names}
                assert names <= {*PUBLIC.get(node.module or "", ())}, (where, node.module, names)
                taken |= names
    assert {"Context", "Draft", "ArcEnv"} <= taken
