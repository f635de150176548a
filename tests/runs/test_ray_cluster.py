"""A cluster is connected to, or refused."""

from pathlib import Path

import pytest

import arcload
from arcload.runs.ray_cluster import LOCAL, RayCluster

pytest.importorskip("ray")

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


def test_a_module_in_the_working_folder_is_not_found_by_a_worker(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with RayCluster(LOCAL).connected() as ray:
        path = ray.get(ray.remote(num_cpus=1)(lambda: __import__("sys").path).remote())
    assert any("site-packages" in folder for folder in path)
    assert not {"", ".", str(tmp_path), str(tmp_path.resolve())} & set(path)


def test_an_address_where_nothing_listens_is_refused_at_once() -> None:
    with pytest.raises(arcload.InputError, match="no Ray cluster answers at"):
        RayCluster("127.0.0.1:9")
