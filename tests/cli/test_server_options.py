"""How the studio is served, as options."""

from dataclasses import fields
from pathlib import Path

import pytest

from arcload.cli.server_options import ServerOptions, announce
from arcload.studio.settings import Settings

TOKEN = "0123456789abcdef"


def test_every_setting_has_an_option() -> None:
    options = {field.name for field in fields(ServerOptions)}
    settings = {field.name for field in fields(Settings)}
    assert options - {"allow_host"} == settings - {"allow_hosts"}


def test_only_what_was_given_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARCLOAD_TOKEN", raising=False)
    monkeypatch.setattr("arcload.studio.settings.available_memory", lambda: 1000)
    assert ServerOptions().settings() == Settings()
    given = ServerOptions(
        allow_host=["a.example"], data=Path("x.db"), max_memory=2.0, max_upload=0.5, workers=3
    )
    expected = Settings(
        allow_hosts=("a.example",),
        data=Path("x.db"),
        max_memory=2 * 10**9,
        max_upload=500_000,
        workers=3,
    )
    assert given.settings() == expected


def test_the_token_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCLOAD_TOKEN", TOKEN)
    assert ServerOptions(host="0.0.0.0").settings().token == TOKEN
    assert ServerOptions(token=TOKEN[::-1]).settings().token == TOKEN[::-1]
    monkeypatch.setenv("ARCLOAD_TOKEN", "")
    assert ServerOptions().settings().token is None


def test_the_line_with_the_address_does_not_tell_the_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    announce("http://localhost:1/", Settings())
    assert capsys.readouterr().out == "the studio is at http://localhost:1/\n"
    announce("http://localhost:1/", Settings(token=TOKEN))
    out = capsys.readouterr().out
    assert (out.count("\n"), TOKEN in out, "?token=" in out) == (1, False, True)


def test_a_token_that_could_be_guessed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    announce("http://localhost:1/", Settings(token=TOKEN))
    assert capsys.readouterr().err == ""
    announce("http://localhost:1/", Settings(token="short"))
    err = capsys.readouterr().err
    assert (err.count("\n"), "5 characters" in err, "short" in err) == (1, True, False)
