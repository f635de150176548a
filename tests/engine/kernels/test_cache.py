"""Compiled kernels are kept where that can be, and never stop a run."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from arcload.engine.kernel_notes import kernel_notes
from arcload.engine.kernels import cache
from arcload.engine.kernels.cache import Folder, KernelCache, can_keep, folders
from arcload.model.errors import InputError
from arcload.model.files import write_bytes

Use = Callable[..., None]


def twice(x: float) -> float:
    return 2 * x


def kernel(stamp: str = "a") -> Any:
    """Return a kernel as a new process has it."""
    made: Any = njit(twice)
    made._cache = KernelCache(twice, stamp)
    return made


def loads() -> bool:
    """Call the kernel in a new process; return whether it was loaded and not compiled."""
    made = kernel()
    assert made(21.0) == 42.0
    return bool(made.stats.cache_hits)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Return a function that lets these folders be the only ones."""

    def set_folders(*paths: Path, own: bool = True) -> None:
        chosen = [Folder(path / "arcload" / "place", own) for path in paths]
        monkeypatch.setattr(cache, "folders", lambda: iter(chosen))

    return set_folders


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nbc"))


def test_a_kernel_is_compiled_once(use: Use, tmp_path: Path) -> None:
    use(tmp_path)
    assert not KernelCache(twice, "a").holds_any()
    assert [loads(), loads()] == [False, True]
    assert KernelCache(twice, "a").holds_any()
    assert not KernelCache(twice, "b").holds_any()


def test_each_signature_is_a_file_so_that_two_processes_cannot_mix_them_up(
    use: Use, tmp_path: Path
) -> None:
    use(tmp_path)
    made = kernel()
    assert (made(21.0), made(21)) == (42.0, 42)
    assert len(kept(tmp_path)) == 2
    again = kernel()
    assert [type(again(21)), type(again(21.0))] == [int, float]
    assert len(again.stats.cache_hits) == 2


def test_what_was_compiled_from_other_kernels_is_removed(use: Use, tmp_path: Path) -> None:
    use(tmp_path)
    kernel("old")(1.0)
    (old,) = kept(tmp_path)
    kernel("new")(1.0)
    assert len(kept(tmp_path)) == 1
    assert not old.exists()


def test_no_folder_that_can_be_written_is_noted_until_there_is_one_and_the_kernel_compiled(
    use: Use, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    use(file, file / "below")
    doubled = [kernel()(21.0) for _ in range(2)]
    assert doubled == [42.0, 42.0]
    (note,) = kernel_notes()
    assert str(file) in str(note)
    assert "NUMBA_CACHE_DIR" in str(note)
    assert not can_keep()
    use(tmp_path)
    kernel()(21.0)
    assert not kernel_notes()


def test_the_next_folder_is_used_where_the_first_cannot_be_made(use: Use, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    use(tmp_path / "file", tmp_path / "second")
    assert can_keep()
    assert [loads(), loads()] == [False, True]
    assert kept(tmp_path / "second")


def test_the_next_folder_is_used_where_the_disk_is_full(
    use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, data: bytes) -> None:
        if "full" in path.parts:
            raise InputError(f"{path}: cannot be written (No space left on device)")
        write_bytes(path, data)

    monkeypatch.setattr("arcload.engine.kernels.cache.write_bytes", write)
    use(tmp_path / "full", tmp_path / "second")
    assert [loads(), loads()] == [False, True]
    assert not kept(tmp_path / "full")


def test_kernels_in_a_folder_that_cannot_be_written_are_used(use: Use, tmp_path: Path) -> None:
    """As in an image whose kernels were compiled by root and are run by another user."""
    use(tmp_path / "image", own=False)
    loads()
    use(tmp_path / "own", tmp_path / "image", own=False)
    assert loads()
    assert not kept(tmp_path / "own")


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:20],
        lambda data: data[:-1],
        lambda data: bytes(len(data)),
        lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        lambda data: b"no compiled code",
        lambda data: pickle.dumps(0),
    ],
)
def test_a_damaged_file_is_compiled_anew(
    damage: Callable[[bytes], bytes], use: Use, tmp_path: Path
) -> None:
    use(tmp_path)
    loads()
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert [loads(), loads()] == [False, True]


def test_a_file_that_others_can_change_is_not_loaded(use: Use, tmp_path: Path) -> None:
    use(tmp_path)
    loads()
    (file,) = kept(tmp_path)
    file.chmod(0o666)
    assert not loads()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_of_another_user_is_not_loaded(
    use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(tmp_path)
    loads()
    (file,) = kept(tmp_path)
    if os.geteuid() == 0:
        os.chown(file, 65534, 65534)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
    assert not loads()


@pytest.mark.parametrize("trap", ["open to all", "a link"])
def test_a_folder_that_another_user_may_have_made_is_not_used(
    trap: str, use: Use, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    if trap == "a link":
        (tmp_path / "arcload").symlink_to(tmp_path / "elsewhere")
    else:
        (tmp_path / "arcload").mkdir()
        (tmp_path / "arcload").chmod(0o777)
    use(tmp_path, tmp_path / "second")
    loads()
    assert not kept(tmp_path / "arcload")
    assert kept(tmp_path / "second")


def test_folders_are_tried_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "told"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    paths = [str(folder.path) for folder in folders()]
    assert len(paths) == 4
    assert paths[0].startswith(str(tmp_path / "told"))
    assert paths[1] == str(Path(cache.__file__).parent / "__pycache__")
    assert paths[2].startswith(str(tmp_path / "users" / "arcload"))
    assert [folder.own for folder in folders()] == [False, False, True, True]


def test_a_user_without_a_home_has_fewer_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("could not determine the home")

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert len(list(folders())) == 2


def test_the_working_folder_is_no_folder_of_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "here")
    assert [folder.path.name for folder in folders()] == ["__pycache__"]


def test_settings_of_numba_in_the_working_folder_name_no_folder_of_code(tmp_path: Path) -> None:
    (tmp_path / ".numba_config.yaml").write_text(f"cache_dir: {tmp_path / 'trap'}\n")
    code = (
        "from arcload.engine.kernels.cache import folders\n"
        "import numba\n"
        "print(*(folder.path for folder in folders()))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "__pycache__" in told.stdout
    assert "trap" not in told.stdout
