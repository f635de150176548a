"""The commands that serve the studio: what they refuse before they begin."""

import sys

import pytest

from tests.cli.conftest import Run

TOKEN = "0123456789abcdef"


@pytest.mark.parametrize("command", ["serve", "studio --no-browser"])
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--host 0.0.0.0", ["0.0.0.0", "--token"]),
        ("--host 0.0.0.0 --token a&b", ["token", "letters"]),
        ("--port 99999", ["port", "65,535"]),
        ("--workers 0", ["workers", "0"]),
        ("--max-memory -1", ["--max-memory", "-1"]),
        ("--max-upload x", ["--max-upload", "x"]),
        ("--tiles https://tiles.example", ["tiles.example", "{z}"]),
        ("--data four.json", ["four.json"]),
        ("--data four.json/studio.db", ["four.json"]),
    ],
)
def test_what_cannot_be_served_is_refused(
    run: Run, command: str, options: str, words: list[str]
) -> None:
    code, out, err = run(f"{command} {options}")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert all(word in err for word in words)


@pytest.mark.parametrize("package", ["fastapi", "uvicorn", "python_multipart", "swagger_ui_bundle"])
def test_without_its_packages_it_says_how_to_get_them(
    run: Run, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for command in ("serve", "studio"):
        code, out, err = run(command)
        assert (code, out) == (2, "")
        assert "pip install 'arcload[studio]'" in err
        assert err.count("\n") == 1
