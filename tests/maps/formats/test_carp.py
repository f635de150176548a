"""The ``.dat`` files of capacitated arc routing, as they are found."""

import codecs
import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import InputError, Instance
from tests.examples import FOUR_EDGES
from tests.maps.formats.samples import CARP
from tests.notes import noted


def read(folder: Path, text: str | bytes, name: str = "town.dat", **changes: Any) -> Instance:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return arcload.read(file, **changes)


def test_every_field_is_read_and_the_capacity_makes_a_fleet(tmp_path: Path) -> None:
    assert read(tmp_path, CARP, curb_weight=5) == Instance.from_edges(
        [(1, 2, 2, 7), (3, 4, 2, 3), (4, 1, 4, 1), (2, 3, 1, 0)],
        depot=1,
        curb_weight=5,
        capacity=9,
        name="square",
    )


@pytest.mark.parametrize(
    "content",
    [
        CARP.replace("\n", "\r\n").encode(),
        CARP.replace("\n", "\r").encode(),
        CARP.replace("\n", "\n ").encode(),
        CARP.replace("\n", "\n\n").encode(),
        CARP.replace(" : ", " :").encode(),
        CARP.replace(" : ", ":").encode(),
        CARP.replace(" : ", "   :\t  ").encode(),
        CARP.replace("( ", "(").replace(") ", ")").encode(),
        CARP.replace(", ", " , ").replace(") coste", " )     coste").encode(),
        CARP.replace("VERTICES : 4", "VERTICES : 4. (cota superior)").encode(),
        CARP.replace("DEPOSITO : 1", "DEPOSITO :   1 (nodo)").encode(),
        CARP.replace("\nARISTAS_REQ", "\nRISTAS_REQ").encode(),
        CARP.replace("\nARISTAS_NOREQ : 1", "").encode(),
        CARP.replace("VEHICULOS : 2\n", "").encode(),
        CARP.replace("CAPACIDAD : 9", "CAPACIDAD : 9. (por vehiculo)").encode(),
        CARP.lower().replace("square", "square").encode(),
        (CARP + "END\n").encode(),
        codecs.BOM_UTF8 + CARP.encode(),
        CARP.replace("3625. (cota superior)", "acotación, Valencia").encode("latin-1"),
    ],
    ids=lambda content: repr(content[:40]),
)
def test_spellings_found_in_the_wild(content: bytes, tmp_path: Path) -> None:
    assert read(tmp_path, content) == read(tmp_path, CARP)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_a_name_is_read_in_either_encoding(encoding: str, tmp_path: Path) -> None:
    content = CARP.replace("square", "Logroño").encode(encoding)
    assert read(tmp_path, content).name == "Logroño"
    assert read(tmp_path, content, "town.txt", format="carp").name == "Logroño"


def test_latin_1_is_for_dat_files_alone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"town.txt, line 1: byte 0xf1 is not UTF-8"):
        read(tmp_path, CARP.replace("square", "Logroño").encode("latin-1"), "town.txt")


def test_the_list_of_other_edges_may_be_missing(tmp_path: Path) -> None:
    text = CARP.replace("LISTA_ARISTAS_NOREQ :\n( 2, 3) coste 1\n", "")
    text = text.replace("ARISTAS_NOREQ : 1", "ARISTAS_NOREQ : 0")
    assert read(tmp_path, text).edges == (1, 2, 3)


def test_the_depot_need_not_be_node_1(tmp_path: Path) -> None:
    assert read(tmp_path, CARP.replace("DEPOSITO : 1", "DEPOSITO : 3")).depot == 3


def test_a_missing_depot_is_node_1_and_said(tmp_path: Path) -> None:
    text = CARP.replace("DEPOSITO : 1\n", "")
    instance = read(tmp_path, text)
    assert noted(instance.notes, "town.dat names no depot: .* at 1, the first node")
    assert instance.depot == 1
    assert read(tmp_path, text, depot=3).depot == 3


def test_the_number_of_vehicles_does_not_bind_and_is_said(tmp_path: Path) -> None:
    instance = read(tmp_path, CARP, curb_weight=1)
    assert noted(instance.notes, "town.dat names 2 vehicles; that does not bind")
    assert (instance.vehicle.count, instance.capacity) == (None, 9)
    assert read(tmp_path, CARP, count=2).vehicle.count == 2


@pytest.mark.parametrize("capacity", [None, ""])
def test_without_a_capacity_it_is_one_tour(capacity: str | None, tmp_path: Path) -> None:
    line = "" if capacity is None else f"CAPACIDAD : {capacity}\n"
    instance = read(tmp_path, CARP.replace("CAPACIDAD : 9\n", line), curb_weight=1)
    assert (instance.is_fleet, instance.notes) == (False, ())
    assert read(tmp_path, CARP, curb_weight=1, capacity=math.inf) == instance


def test_a_capacity_and_a_single_tour_come_back(tmp_path: Path) -> None:
    for instance in (FOUR_EDGES, FOUR_EDGES.replace(capacity=135)):
        arcload.write(instance, tmp_path / "town.dat")
        assert "CAPACIDAD : 135" in (tmp_path / "town.dat").read_text()
        assert arcload.read(tmp_path / "town.dat") == instance


def test_a_file_without_a_name_is_called_by_its_own(tmp_path: Path) -> None:
    assert read(tmp_path, CARP.replace("NOMBRE : square\n", "")).name == "town"
    assert read(tmp_path, CARP.replace("square", "")).name == "town"


def test_the_layout_is_that_of_the_published_files(tmp_path: Path) -> None:
    instance = FOUR_EDGES.replace(demand={2: 0}, name="four\nedges", curb_weight=9, depot=2)
    assert noted(
        arcload.write(instance, tmp_path / "town.dat"), "does not hold ids, the curb weight of"
    )
    assert (tmp_path / "town.dat").read_text() == (
        "NOMBRE : four edges\nCOMENTARIO : one tour, written by arcload\n"
        "VERTICES : 4\nARISTAS_REQ : 3\nARISTAS_NOREQ : 1\n"
        "VEHICULOS : 1\nCAPACIDAD : 115\n"
        "TIPO_COSTES_ARISTAS : EXPLICITOS\nCOSTE_TOTAL_REQ : 13\n"
        "LISTA_ARISTAS_REQ :\n"
        "( 1, 2) coste 2 demanda 100\n( 1, 4) coste 1 demanda 10\n( 3, 4) coste 10 demanda 5\n"
        "LISTA_ARISTAS_NOREQ :\n( 2, 3) coste 1\n"
        "DEPOSITO : 2\n"
    )


def test_no_list_of_other_edges_is_written_where_there_are_none(tmp_path: Path) -> None:
    arcload.write(FOUR_EDGES, tmp_path / "town.dat")
    assert "LISTA_ARISTAS_NOREQ" not in (tmp_path / "town.dat").read_text()
    assert arcload.read(tmp_path / "town.dat") == FOUR_EDGES


def test_coordinates_are_named_among_the_losses(tmp_path: Path) -> None:
    instance = FOUR_EDGES.replace(coordinates=[(0, 0)] * 4)
    assert noted(
        arcload.write(instance, tmp_path / "town.dat"), "does not hold coordinates of 'four edges'"
    )
