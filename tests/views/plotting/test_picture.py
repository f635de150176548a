"""Pictures as files."""

from pathlib import Path
from typing import Any

import matplotlib
import pytest

import arcload
from arcload import Instance, Result
from arcload.model.result_file import StatedResult
from arcload.views.plotting import write_picture
from arcload.views.plotting.picture import picture
from tests.examples import FOUR_EDGES

KINDS = ("overview", "network", "tour", "load", "convergence")
STARTS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", STARTS)
def test_every_kind_in_every_file(
    town: Instance, result: Result, tmp_path: Path, kind: str, suffix: str
) -> None:
    path = tmp_path / f"picture{suffix}"
    write_picture(result, path, kind)
    assert path.read_bytes().startswith(STARTS[suffix])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", STARTS)
def test_the_same_tour_gives_the_same_bytes(
    town: Instance, result: Result, tmp_path: Path, suffix: str
) -> None:
    for name in ("one", "two"):
        write_picture(result, (tmp_path / name).with_suffix(suffix))
    one, two = (path.read_bytes() for path in tmp_path.iterdir())
    assert one == two


def test_load_and_convergence_need_no_map(result: Result, tmp_path: Path) -> None:
    for kind in ("load", "convergence"):
        write_picture(StatedResult.of(result), tmp_path / f"{kind}.png", kind)


def test_a_network_needs_no_tour_and_a_tour_no_search(
    town: Instance, result: Result, tmp_path: Path
) -> None:
    tour = arcload.Tour(town, result.plan.order, result.plan.directions)
    write_picture(town, tmp_path / "network.png", "network")
    write_picture(tour, tmp_path / "tour.png", "tour")


def test_a_town_on_earth_looks_as_on_the_plane(tmp_path: Path) -> None:
    """North up and as wide as it is: the same town in degrees at 60 degrees north."""
    corners: dict[Any, tuple[float, float]] = {1: (0, 0), 2: (0.01, 0), 3: (0.01, 0.01)}
    edges = [(1, 2, 1112, 1), (2, 3, 1112, 1), (3, 1, 1572, 1)]
    plane = {node: (x * 111_195 / 2, y * 111_195) for node, (x, y) in corners.items()}
    earth = {node: (10 + x, 60 + y) for node, (x, y) in corners.items()}
    for name, points in (("plane", plane), ("earth", earth)):
        place = arcload.Instance.from_edges(
            edges, depot=1, coordinates=points, geographic=name == "earth"
        )
        write_picture(place, tmp_path / f"{name}.png", "network")
    from matplotlib.image import imread

    one, two = (imread(tmp_path / f"{name}.png") for name in ("plane", "earth"))
    assert one.shape == two.shape
    assert (abs(one - two) > 0.5).mean() < 0.002


@pytest.mark.parametrize(
    ("shown", "name", "kind", "words"),
    [
        ("result", "a.jpg", "overview", "pictures are .png, .svg, .pdf"),
        ("result", "a.png", "overveiw", "did you mean 'overview'"),
        ("instance", "a.png", "tour", "shows a tour; give one"),
        ("file", "a.png", "tour", "is a map; give the instance"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    result: Result, tmp_path: Path, shown: str, name: str, kind: str, words: str
) -> None:
    things: dict[str, Any] = {
        "result": result,
        "instance": result.plan.instance,
        "file": StatedResult.of(result),
    }
    with pytest.raises(arcload.InputError, match=words):
        write_picture(things[shown], tmp_path / name, kind)
    assert list(tmp_path.iterdir()) == []


def test_a_bare_tour_has_no_load_curve(town: Instance, result: Result, tmp_path: Path) -> None:
    tour = arcload.Tour(town, result.plan.order, result.plan.directions)
    with pytest.raises(arcload.InputError, match="a tour is not enough"):
        write_picture(tour, tmp_path / "a.png")


def test_an_instance_without_coordinates_leaves_the_old_picture(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"before")
    with pytest.raises(arcload.InputError, match="'four edges' has no coordinates"):
        write_picture(arcload.solve(FOUR_EDGES), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == b"before"


def test_settings_in_the_working_folder_do_not_change_a_picture(
    town: Instance, result: Result, tmp_path: Path
) -> None:
    before = picture(result, ".svg")
    with matplotlib.rc_context({"text.usetex": True, "font.size": 30, "lines.linewidth": 9}):
        assert picture(result, ".svg") == before
