"""How the studio is served: refused where it would not be safe."""

from pathlib import Path
from typing import Any

import pytest

from arcload.model.errors import InputError
from arcload.studio.settings import Settings, default_data, is_loopback

TOKEN = "0123456789abcdef"


def test_only_this_machine_needs_no_token() -> None:
    for host in ("127.0.0.1", "localhost", "::1", "127.8.8.8"):
        assert Settings(host=host).local
    for host in ("0.0.0.0", "192.168.1.5", "studio.example", "::"):
        with pytest.raises(InputError, match=host.replace(".", r"\.")) as refused:
            Settings(host=host)
        assert "{token}" in refused.value.advice
        assert not Settings(host=host, token=TOKEN).local


def test_a_token_can_stand_in_an_address() -> None:
    assert Settings(token=TOKEN).token == TOKEN
    for token in ("", TOKEN + " ", TOKEN + "é", TOKEN + "&a=b"):
        with pytest.raises(InputError, match="the token must be"):
            Settings(token=token)


def test_a_token_is_not_shown() -> None:
    assert TOKEN not in repr(Settings(token=TOKEN))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", 70000),
        ("workers", 0),
        ("threads", 0),
        ("max_queued", 0),
        ("max_seconds", 0),
        ("max_upload", 0),
        ("max_memory", 0),
        ("tiles", "https://tiles.example/{z}/{x}.png"),
        ("tiles", "file:///{z}/{x}/{y}"),
        ("tiles", "https://a.example; script-src *//{z}/{x}/{y}"),
    ],
)
def test_what_cannot_be_is_refused(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=name.rpartition("_")[2]):
        Settings(**{name: value})


def test_the_origin_of_tiles() -> None:
    assert Settings().tiles_origin is None
    tiles = "https://tiles.example:8443/a/{z}/{x}/{y}.png"
    assert Settings(tiles=tiles).tiles_origin == "https://tiles.example:8443"


def test_plans_are_kept_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data() == tmp_path / "arcload" / "studio.db"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_data() == tmp_path / ".local/share/arcload/studio.db"


def test_names_of_this_machine() -> None:
    assert all(map(is_loopback, ("localhost", "LOCALHOST.", "a.localhost", "[::1]", "127.0.0.2")))
    assert not any(map(is_loopback, ("localhost.example", "127.0.0.1.example", "1.2.3.4", "")))
