"""Where methods are found, and what they may leave out."""

import re
from pathlib import Path

import pytest

import arcload
from arcload.solving.methods.registry import METHODS, elsewhere, load_method, method_of
from tests.examples import FOUR_EDGES
from tests.packages import install

ROOT = Path(__file__).parents[3]
ANY_ORDER = '''"""Any order: the first that comes to mind."""
from dataclasses import dataclass

import numpy as np


@dataclass
class Parameters:
    again: int = 1


def run(context, parameters=Parameters()):
    for _ in range(parameters.again):
        context.offer_order(np.arange(context.problem.size))
        context.iterations += 1
'''


def any_order(context: object) -> None:
    """Search nothing: it is only found."""


def printed_method() -> str:
    """Return the method that CONTRIBUTING prints."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text[text.index("## Add a method") :]
    (code,) = re.findall(r"```python\n(.*?)```", section[: section.index("## Add a format")], re.S)
    assert isinstance(code, str)
    return code


def test_the_printed_method_works_as_a_file_outside_the_package(tmp_path: Path) -> None:
    file = tmp_path / "random_order.py"
    file.write_text(printed_method())
    result = arcload.solve(FOUR_EDGES, file, iterations=100, seed=2)
    assert (result.cost, result.iterations, result.method) == (275, 100, "random_order.py")
    assert load_method(file).summary == "Random orders, each with its best directions."


def test_a_file_may_have_parameters(tmp_path: Path) -> None:
    file = tmp_path / "any_order.py"
    file.write_text(ANY_ORDER)
    result = arcload.solve(FOUR_EDGES, str(file), parameters={"again": 3})
    assert (result.iterations, result.parameters) == (3, {"again": 3})
    with pytest.raises(arcload.InputError, match=r"any_order\.py has no parameter 'agian'.*again"):
        arcload.solve(FOUR_EDGES, str(file), parameters={"agian": 3})


@pytest.mark.parametrize("what", ["kit_of_orders", "kit_of_orders:run"])
def test_a_package_adds_a_method(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    install(tmp_path, "townkit", "arcload.methods", f"any = {what}", kit_of_orders=ANY_ORDER)
    assert arcload.solve(FOUR_EDGES, "any").method == "any"
    names = [plugin.name for plugin in METHODS.all() if not plugin.problem]
    assert sorted(names) == sorted([*METHODS.built_in, "any"])
    assert "auto" in METHODS.built_in


def test_every_built_in_method_says_what_it_does() -> None:
    for plugin in METHODS.all():
        method = method_of(plugin)
        assert method.summary.endswith(".")
        assert method.warm_up is not load_method(any_order).warm_up


def test_what_is_no_method_is_refused() -> None:
    with pytest.raises(arcload.InputError, match="method 3"):
        load_method(3)  # type: ignore[arg-type]


def test_other_processes_find_files_and_functions_of_modules(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    assert elsewhere("auto") == "auto"
    assert elsewhere(file) == str(file)
    assert Path(str(elsewhere("./mine.py"))).is_absolute()
    assert elsewhere(any_order) is any_order
    with pytest.raises(arcload.InputError, match=r"<lambda>\(\)"):
        elsewhere(lambda context: None)
