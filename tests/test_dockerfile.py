"""The container is made of commands that work."""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arcload.cli.main import main

ROOT = Path(__file__).parents[1]
LINES = (ROOT / "Dockerfile").read_text().splitlines()


def words_after(word: str) -> list[str]:
    """Return what follows an instruction, each time that it stands there."""
    return [line.split(" ", 1)[1] for line in LINES if line.startswith(f"{word} ")]


def test_all_that_is_copied_is_there_and_is_all_that_an_installation_needs() -> None:
    copied = {name for line in words_after("COPY") for name in line.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {"src", "pyproject.toml", project["readme"], *project["license-files"]} == copied


def test_the_extras_are_there() -> None:
    (extras,) = re.findall(r"\[([\w,]+)\]'", " ".join(words_after("RUN")))
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {"studio"} < set(extras.split(",")) <= set(known)


@pytest.mark.parametrize(("token", "code"), [("0123456789abcdef", 0), ("", 2)])
def test_the_server_starts_with_a_token_and_not_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str, code: int
) -> None:
    (command,) = map(json.loads, words_after("CMD"))
    served: list[Any] = []
    monkeypatch.setattr("arcload.studio.serve.serve", lambda settings, **_: served.append(settings))
    monkeypatch.setenv("ARCLOAD_TOKEN", token)
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as end:
        main()
    assert int(end.value.code or 0) == code
    if code:
        assert "--token" in capsys.readouterr().err
        return
    (settings,) = served
    assert (settings.host, settings.token) == ("0.0.0.0", token)
    (volume,) = words_after("VOLUME")
    assert settings.data.is_relative_to(volume)
    (port,) = words_after("EXPOSE")
    assert settings.port == int(port)
