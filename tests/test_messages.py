"""What the library says fits a Python user: options belong to the command line."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import arcload

SOURCE = Path(arcload.__file__).parent
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
OF_OTHERS = ("ray start --head",)  # programs whose options a sentence may name


def strings() -> Iterator[tuple[str, str]]:
    """Give each string of the library, docstrings included, with the place where it stands."""
    for file in sorted(SOURCE.rglob("*.py")):
        name = file.relative_to(SOURCE)
        if name.parts[0] == "cli" or name == Path("neural/train/command.py"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{name}:{node.lineno}", node.value


def test_no_sentence_of_the_library_names_an_option() -> None:
    seen = 0
    for place, text in strings():
        seen += 1
        for phrase in OF_OTHERS:
            text = text.replace(phrase, "")  # noqa: PLW2901
        assert not OPTION.findall(text), place
    assert seen > 1000
