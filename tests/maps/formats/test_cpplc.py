"""The text format of the paper's instances."""

import codecs
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import FREE, Edge, InputError, Instance
from tests.examples import FOUR_EDGES
from tests.maps.formats.samples import CPPLC
from tests.notes import noted


def read(folder: Path, text: str | bytes, name: str = "town.txt") -> Instance:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return arcload.read(file)


def test_every_field_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, CPPLC) == Instance.from_edges(
        [(0, 1, 2.5, 7), (1, 2, 1, 0), (2, 3, 2, 3), (3, 0, 4, 1)],
        depot=0,
        curb_weight=10,
        name="town",
        coordinates={0: (0, 0), 1: (1, 0), 2: (1, 1), 3: (0, 1)},
    )


@pytest.mark.parametrize(
    "content",
    [
        CPPLC.replace("\n", "\r\n").encode(),
        CPPLC.replace("\n", "\r").encode(),
        CPPLC.replace("\n", "\n\n").encode(),
        CPPLC.replace("\n", " \t\n ").encode(),
        CPPLC.rstrip().encode(),
        CPPLC.replace(" ", "\t").replace("Number\tof\t", "Number of ").encode(),
        CPPLC.upper().encode(),
        CPPLC.replace("Edges (node i, node j, d_ij, q_ij):", "Edges").encode(),
        codecs.BOM_UTF8 + CPPLC.encode(),
        CPPLC.replace("2.5 7", "25e-1 +7.0").encode(),
        CPPLC.replace("2.5 7", "2.50 7.").encode(),
    ],
)
def test_spacing_line_ends_and_ways_to_write_a_number_do_not_matter(
    content: bytes, tmp_path: Path
) -> None:
    assert read(tmp_path, content) == read(tmp_path, CPPLC)


def test_coordinates_may_be_missing(tmp_path: Path) -> None:
    assert read(tmp_path, CPPLC[: CPPLC.index("Coordinates")]).coordinates is None


def test_the_format_is_known_by_its_first_words_whatever_the_extension(tmp_path: Path) -> None:
    assert read(tmp_path, CPPLC, "town.dat") == read(tmp_path, CPPLC)
    assert read(tmp_path, CPPLC, "town.cpplc") == read(tmp_path, CPPLC)


def test_nodes_that_no_street_touches_are_kept(tmp_path: Path) -> None:
    text = "Number of nodes:\n3\nNumber of edges:\n1\nW:\n0\nEdges:\n0 2 1 1\n"
    assert read(tmp_path, text).nodes == (0, 1, 2)


def test_a_network_of_the_depot_alone(tmp_path: Path) -> None:
    instance = read(tmp_path, "Number of nodes:\n1\nNumber of edges:\n0\nW:\n5\nEdges:\n")
    assert (instance.nodes, instance.edges, instance.curb_weight) == ((0,), (), 5)


def test_the_layout_is_that_of_the_published_files(tmp_path: Path) -> None:
    """The depot, here the last node, becomes node 0; whole numbers have no fraction."""
    instance = Instance.from_edges(
        [Edge(1, 2, 2.5, 7.0), Edge(2, 0, 1.0)],
        depot=0,
        curb_weight=3,
        coordinates={0: (0, 0), 1: (1, 0.5), 2: (-2, 0)},
    )
    assert noted(
        arcload.write(instance.replace(edges=("a", "b")), tmp_path / "town.txt"),
        "does not hold ids",
    )
    assert (tmp_path / "town.txt").read_bytes() == (
        b"Number of nodes:\n3\nNumber of edges:\n2\nW:\n3\n"
        b"Edges (node i, node j, d_ij, q_ij):\n1 2 2.5 7\n2 0 1 0\n"
        b"Coordinates:\n0 0\n1 0.5\n-2 0\n"
    )


@pytest.mark.parametrize(
    ("instance", "words"),
    [
        (Instance.from_edges([Edge(1, 2, 3, 4, length_back=5)], depot=1), "edge 1 is one-way or"),
        (FOUR_EDGES.replace(end=2), "does not start and end at one depot"),
        (FOUR_EDGES.replace(start=FREE, end=FREE), "does not start and end at one depot"),
        (FOUR_EDGES.replace(mode="collect"), "deliveries alone"),
    ],
)
@pytest.mark.parametrize("extension", ["txt", "dat"])
def test_what_would_change_the_problem_is_refused_and_nothing_written(
    instance: Instance, words: str, extension: str, tmp_path: Path
) -> None:
    file = tmp_path / f"town.{extension}"
    file.write_text("before")
    with pytest.raises(InputError, match=words) as caught:
        arcload.write(instance, file)
    assert str(caught.value).startswith(f"{file}: ")
    assert file.read_text() == "before"


@pytest.mark.parametrize(
    ("fields", "lost"),
    [
        ({"names": ("A", "", "", "")}, "street names"),
        ({"shapes": (((0, 0), (1, 1)), (), (), ())}, "shapes"),
        ({"length_unit": "m"}, "units"),
        ({"edges": (4, 3, 2, 1)}, "ids"),
    ],
)
def test_labels_that_are_left_out_are_named(
    fields: dict[str, Any], lost: str, tmp_path: Path
) -> None:
    plain = FOUR_EDGES.replace(nodes=(0, 1, 2, 3), start=0, end=0)
    arcload.write(plain, tmp_path / "town.txt")
    assert noted(
        arcload.write(plain.replace(**fields), tmp_path / "town.txt"),
        f"does not hold {lost} of 'four edges'",
    )
