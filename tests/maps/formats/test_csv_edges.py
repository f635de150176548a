"""CSV edge lists, as spreadsheets and map tools write them."""

import codecs
import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import FREE, Edge, InputError, Instance
from arcload.maps.formats.reading import ONE_WAY
from tests.maps.formats.samples import CARP, CSV, LOCATED, ON_EARTH
from tests.notes import noted


def read(folder: Path, text: str | bytes, name: str = "town.csv", **changes: Any) -> Instance:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    said: dict[str, Any] = {"depot": "a", "curb_weight": 0} | changes
    return arcload.read(file, **said)


def test_every_field_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, CSV, curb_weight=3) == Instance.from_edges(
        [
            Edge("a", "b", 2.5, 7, name="High Street"),
            Edge("b", "c", 1),
            Edge("c", "d", 2, 3, name="Mill Lane, lower"),
            Edge("d", "a", 4, 1),
        ],
        depot="a",
        curb_weight=3,
        name="town",
    )


@pytest.mark.parametrize(
    "content",
    [
        CSV.replace("\n", "\r\n").encode(),
        CSV.replace("\n", "\r").encode(),
        CSV.replace("\n", "\n\n").encode(),
        ("\n \n" + CSV).encode(),
        CSV.rstrip().encode(),
        codecs.BOM_UTF8 + CSV.encode(),
        CSV.replace("2.5", " 2.5 ").replace(",a,", ", a ,").encode(),
        CSV.replace("id,from,to,length,demand", 'ID,"From",TO, Length ,"demand"').encode(),
        CSV.replace("2.5", '"2.50"').encode(),
        (
            b"name;demand;length;to;from;id\n"
            b"High Street;7;2,5;b;a;1\n;0;1;c;b;2\nMill Lane, lower;3;2,0;d;c;3\n;1;4.0;a;d;4\n"
        ),
        (
            b"id\tfrom\tto\tlength\tdemand\tname\n1\ta\tb\t2.5\t7\tHigh Street\n"
            b"2\tb\tc\t1\t0\t\n3\tc\td\t2\t3\tMill Lane, lower\n4\td\ta\t4\t1\t\n"
        ),
    ],
    ids=lambda content: repr(content[:30]),
)
def test_spacing_order_delimiter_and_line_ends_do_not_matter(
    content: bytes, tmp_path: Path
) -> None:
    assert read(tmp_path, content) == read(tmp_path, CSV)
    assert read(tmp_path, content, "town.tsv") == read(tmp_path, CSV)


@pytest.mark.parametrize(
    ("word", "lengths"),
    [
        *((word, (3, math.inf)) for word in ("yes", "Yes", "TRUE", "true", "1")),
        *((word, (3, 3)) for word in ("no", "false", "0", "")),
        ("-1", (math.inf, 3)),
    ],
)
def test_one_way_words(word: str, lengths: tuple[float, float], tmp_path: Path) -> None:
    text = f"from,to,length,demand,oneway\na,b,3,1,{word}\na,b,9,0,no\n"
    assert tuple(read(tmp_path, text).lengths[0]) == lengths


def test_length_back_is_the_length_of_the_other_direction(tmp_path: Path) -> None:
    text = "from,to,length,demand,length_back\na,b,3,1,4.5\nb,a,2,1,\n"
    assert read(tmp_path, text).lengths.tolist() == [[3, 4.5], [2, 2]]


def test_coordinates_stand_in_for_the_length(tmp_path: Path) -> None:
    instance = read(tmp_path, LOCATED)
    assert instance.lengths.tolist() == [[5, 5], [5, 5]]
    assert instance.coordinates is not None
    assert instance.coordinates.tolist() == [[0, 0], [3, 4]]


def test_a_length_that_is_given_counts_more_than_the_coordinates(tmp_path: Path) -> None:
    text = "from,to,length,demand,from_x,from_y,to_x,to_y\na,b,9,7,0,0,3,4\n"
    assert read(tmp_path, text).lengths.tolist() == [[9, 9]]


def test_degrees_stand_in_for_the_length_in_metres(tmp_path: Path) -> None:
    text = "from,to,demand,from_lon,from_lat,to_lon,to_lat\na,b,7,8.54,47.37,8.541,47.37\n"
    instance = read(tmp_path, text)
    assert instance.geographic
    assert instance.length_unit == "m"
    assert instance.lengths[0, 0] == pytest.approx(75.5, abs=0.1)


def test_coordinates_stand_in_for_the_names_of_ends(tmp_path: Path) -> None:
    instance = read(tmp_path, ON_EARTH, depot=1)
    assert instance.ends.tolist() == [[0, 1], [1, 2], [2, 3], [3, 0]]
    assert instance.edges == ("p", "q", "r", "s")
    plane = "from_x,from_y,to_x,to_y,demand\n0,0,3,4,1\n3,4,3,9,1\n"
    flat = read(tmp_path, plane, depot=1)
    assert (flat.lengths[:, 0].tolist(), flat.geographic, flat.length_unit) == ([5, 5], False, "")


def test_a_length_back_needs_names_of_ends(tmp_path: Path) -> None:
    text = "from_x,from_y,to_x,to_y,demand,length_back\n0,0,3,4,1,9\n"
    with pytest.raises(InputError, match="line 2: a length_back needs the columns 'from' and 'to'"):
        read(tmp_path, text, depot=1)


def test_columns_can_be_named(tmp_path: Path) -> None:
    text = "from,to,Metres,demand,Salt_kg,Strasse\na,b,5,9,2,Gasse\n"
    said = {"demand_column": "salt_kg", "length_column": "METRES", "name_column": "strasse"}
    units = {"load_unit": "kg", "length_unit": "m"}
    assert read(tmp_path, text, **said, **units).edge(1)[2:7] == (5, 2, 1, 5, "Gasse")
    words = r"line 1: there is no column 'slt_kg' for the demand .did you mean 'salt_kg'\?"
    with pytest.raises(InputError, match=words):
        read(tmp_path, text, demand_column="slt_kg")


def test_other_columns_are_named_and_kept(tmp_path: Path) -> None:
    text = "from,to,length,demand,region,region,\na,b,5,2,north,4,\n"
    instance = read(tmp_path, text)
    assert noted(instance.notes, r"kept 1 column as attributes .*: region$")
    assert noted(instance.notes, r"left out 2 columns.*: region, \(no name\)$")
    assert dict(instance.attributes) == {"region": ("north",)}
    assert instance.edge(1)[2:4] == (5, 2)


def test_a_column_that_looks_misspelt_is_refused_unless_the_user_names_columns(
    tmp_path: Path,
) -> None:
    text = "from,to,length,salt_kg,onewey\na,b,5,2,no\n"
    with pytest.raises(InputError, match=r"'onewey' is unknown \(did you mean 'oneway'\?\)"):
        read(tmp_path, text, demand_per_km=1)
    instance = read(tmp_path, text, demand_column="salt_kg", load_unit="kg")
    assert noted(instance.notes, "kept 1 column as attributes of the streets: onewey")
    assert instance.total_demand == 2
    with pytest.raises(InputError, match=r"'demnd' is unknown \(did you mean 'demand'\?\)"):
        read(tmp_path, "from,to,metres,demnd\na,b,5,2\n", length_column="metres")


def test_a_rule_gives_a_demand_where_the_column_or_a_cell_is_empty(tmp_path: Path) -> None:
    assert read(tmp_path, "from,to,length\na,b,500\n", demand_per_km=12).demands.tolist() == [6]
    text = "from,to,length,demand\na,b,500,\nb,a,500,0\na,b,500,4\n"
    assert read(tmp_path, text, demand_per_km=12).demands.tolist() == [6, 0, 4]


def test_ids_are_numbers_only_if_they_are_written_so(tmp_path: Path) -> None:
    cells = ("7", "-3", "007", "-0", "1.0", "1e3", "12345678901234567890", "٣", "x y")
    rows = "".join(f"7,{cell},1,1\n" for cell in cells[1:])
    nodes = read(tmp_path, f"from,to,length,demand\n{rows}", depot=7).nodes
    assert nodes == (7, -3, *cells[2:])


def test_edges_without_ids_are_numbered_from_1(tmp_path: Path) -> None:
    assert read(tmp_path, "from,to,length,demand\na,b,1,1\n\nb,a,1,1\n").edges == (1, 2)


def test_the_first_node_is_the_depot_unless_one_is_named(tmp_path: Path) -> None:
    instance = read(tmp_path, CSV, depot=None)
    assert noted(instance.notes, "town.csv names no depot.*'a', the first node")
    assert instance.depot == "a"
    assert read(tmp_path, CSV, depot="c").depot == "c"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "the tour starts and ends at 'a', the first node; depot names another"),
        ({"end": FREE}, "the tour starts at 'a', the first node"),
        ({"end": "c"}, "the tour starts at 'a', the first node"),
        ({"start": FREE}, "the tour ends at 'a', the first node"),
    ],
)
def test_the_note_on_the_depot_tells_what_it_is_taken_for(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    assert noted(
        read(tmp_path, CSV, depot=None, **changes).notes, f"town.csv names no depot: {words}"
    )


@pytest.mark.parametrize("text", [CSV, CARP.replace("CAPACIDAD : 9\n", "")])
def test_a_curb_weight_that_nobody_gives_is_0_and_said(text: str, tmp_path: Path) -> None:
    file = tmp_path / "town"
    file.write_text(text)
    depot = {"depot": "a"} if text == CSV else {}
    instance = arcload.read(file, **depot)
    caught = instance.notes
    assert noted(caught, "gives no curb weight: .* 0.*curb_weight gives")
    assert instance.curb_weight == 0
    assert len(caught) == 1
    assert arcload.read(file, **depot, curb_weight=0).curb_weight == 0
    assert arcload.read(file, **depot, curb_ratio=2).curb_weight == 22


def test_a_street_name_may_hold_a_line_break(tmp_path: Path) -> None:
    text = 'from,to,length,demand,name\na,b,1,1,"High\nStreet"\n'
    assert read(tmp_path, text).names == ("High\nStreet",)


def test_the_layout_has_only_the_columns_in_use(tmp_path: Path) -> None:
    file = tmp_path / "town.csv"
    streets = [Edge("a", "b", 2.0, 7), Edge("b", "a", 1, 2.5, length_back=math.inf)]
    assert noted(
        arcload.write(Instance.from_edges(streets, depot="a"), file),
        "does not hold the start and end of 'instance'",
    )
    assert file.read_bytes() == (
        b"id,from,to,length,oneway,demand\n1,a,b,2,no,7\n2,b,a,1,yes,2.5\n"
    )


def test_what_is_lost_is_named(tmp_path: Path) -> None:
    instance = Instance.from_edges(
        [Edge("1", 2, 3, 4, name=" a\n")],
        depot=2,
        curb_weight=1,
        capacity=9,
        mode="collect",
        load_unit="t",
    )
    caught = arcload.write(instance, tmp_path / "town.csv")
    assert [str(warning) for warning in caught] == [
        "this format does not hold ids, street names, units, the capacity, the start and end, "
        "the curb weight, the mode of 'instance'; .json holds everything"
    ]


@pytest.mark.parametrize(
    ("instance", "words"),
    [
        (Instance.from_edges([], depot=1), "no streets to list"),
        (
            Instance.from_edges([(1, 2, 3, 4)], depot=1).replace(
                nodes=(1, 2, 9), ends=[[0, 1]], coordinates=None
            ),
            "node 9 has no street",
        ),
        (Instance.from_edges([("", 2, 3, 4)], depot=2), "the id '' does not fit"),
        (Instance.from_edges([(" a", "a", 3, 4)], depot="a"), "the id ' a' does not fit"),
        (Instance.from_edges([("a\rb", 2, 3, 4)], depot=2), "does not fit in a cell"),
        (Instance.from_edges([Edge(1, 2, 3, 4, id="\0")], depot=2), "does not fit in a cell"),
    ],
)
def test_what_an_edge_list_cannot_hold_is_refused(
    instance: Instance, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words):
        arcload.write(instance, tmp_path / "town.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("word", "way"), ONE_WAY.items())
def test_one_way_words_are_those_of_every_other_format(word: str, way: int, tmp_path: Path) -> None:
    text = f"from,to,length,demand,oneway\na,b,5,2,{word.upper()}\nb,a,5,2,\n"
    lengths = read(tmp_path, text).lengths[0].tolist()
    assert lengths == [5 if way >= 0 else math.inf, 5 if way <= 0 else math.inf]


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "SEP=;\r\n", "\nsep=;\n"])
def test_excels_first_line_names_the_separator(first: str, tmp_path: Path) -> None:
    text = f"{first}from;to;length;demand\na;b;2,5;7\n"
    for content in (text.encode(), codecs.BOM_UTF8 + text.encode()):
        assert read(tmp_path, content, "town.xyz").edge(1)[2:4] == (2.5, 7)
    line = 3 + first.count("\n", 0, -1)
    with pytest.raises(InputError, match=f"line {line}: length is 'x'"):
        read(tmp_path, text.replace("2,5", "x"))


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (
            "a;b;1.200;5\nb;a;900,5;7\n",
            "line 2: length is '1.200', and length in line 3 is '900,5'",
        ),
        ("a;b;900;2,5\nb;a;1.200;7\n", "line 3: length is '1.200', and demand in line 2 is '2,5'"),
    ],
)
def test_a_dot_that_may_stand_for_thousands_is_refused(rows: str, why: str, tmp_path: Path) -> None:
    header = "from;to;length;demand\n"
    with pytest.raises(InputError, match=f"{why}.*write 1200 or 1,200"):
        read(tmp_path, header + rows)
    assert read(tmp_path, header + rows.replace("1.200", "1.2")).lengths.max() in (900, 900.5)
    no_comma = rows.replace(",", "")
    assert 1.2 in read(tmp_path, header + no_comma).lengths


@pytest.mark.parametrize("unit", [None, "m", "yd"])
def test_lengths_of_named_ends_are_held_against_the_map(unit: Any, tmp_path: Path) -> None:
    """The straight distance is 151 m; a loop has none."""
    text = (
        "from,to,length,demand,from_lon,from_lat,to_lon,to_lat\n"
        "a,b,0.151,5,8.54,47.37,8.542,47.37\nb,a,0.151,5,8.542,47.37,8.54,47.37\n"
        "a,a,5,1,8.54,47.37,8.54,47.37\n"
    )
    notes = read(tmp_path, text, length_unit=unit).notes
    assert noted(notes, r"lengths add up to 0\.\d+ m, the drawn ones to 302")
    assert noted(notes, f"if it is not {unit or 'm'}")
    fitting = text.replace("0.151", "151")
    for right, unit_of in ((fitting, unit), (text, "km")):
        assert not noted(read(tmp_path, right, length_unit=unit_of).notes, "add up")


def test_the_separator_may_be_one_that_we_do_not_guess(tmp_path: Path) -> None:
    text = "sep=|\nfrom|to|length|demand|name\na|b|5|7|Hill, lower; left\n"
    assert read(tmp_path, text).names == ("Hill, lower; left",)


def test_windows_1252_is_read_and_said(tmp_path: Path) -> None:
    text = "from,to,length,demand,name\na,b,5,7,Mühlgasse – 3 €\n"
    instance = read(tmp_path, text.encode("cp1252"))
    assert noted(instance.notes, "town.csv is not UTF-8: it is read as Windows-1252")
    assert instance.names == ("Mühlgasse – 3 €",)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("Von,Nach,Länge,Salz", ("Von, Nach, Länge, Salz", "needs from, to, demand and length")),
        ("from,to,Länge,demand", ("'length' is missing", "Länge", "length_column")),
        ("from,to,length,Salz", ("'demand' is missing", "Salz", "demand_column")),
        ("from,to,lenght,demand", ("did you mean 'length'?", "from, to, lenght, demand")),
        ("from,to,from_lon,from_lat", ("'demand' is missing", "to_lon and to_lat")),
    ],
)
def test_a_missing_column_is_named_beside_the_users_own(
    header: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, f"{header}\na,b,5,7\n")
    assert all(word in str(error.value) for word in ("town.csv, line 1", *words)), error.value


def test_units_come_from_the_names_of_columns_and_are_said_in_one_note(tmp_path: Path) -> None:
    text = "from,to,Length_KM,demand (t)\na,b,1.5,7\n"
    words = (
        r"demands are in t by the name of the column 'demand \(t\)' and lengths are in km by the "
        r"name of the column 'Length_KM'; load_unit and length_unit say otherwise$"
    )
    instance = read(tmp_path, text)
    said = instance.notes
    assert noted(said, words)
    assert len(said) == 1
    assert (instance.length_unit, instance.load_unit) == ("km", "t")
    assert instance.edge(1)[2:4] == (1.5, 7)


def test_the_user_has_the_last_word_on_units(tmp_path: Path) -> None:
    text = "from,to,length,salt_kg\na,b,1.5,7\n"
    said = {"demand_column": "salt_kg", "load_unit": "bags", "length_unit": "Kilometres"}
    instance = read(tmp_path, text, **said)
    assert (instance.length_unit, instance.load_unit) == ("km", "bags")


@pytest.mark.parametrize(("unit", "demand"), [("km", 18), ("m", 0.018), ("mi", 28.968192)])
def test_a_demand_per_km_knows_the_unit_of_the_lengths(
    unit: str, demand: float, tmp_path: Path
) -> None:
    instance = read(tmp_path, "from,to,length\na,b,1.5\n", demand_per_km=12, length_unit=unit)
    assert instance.total_demand == pytest.approx(demand)


def test_two_columns_with_a_unit_are_none_to_choose_from(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'demand_kg' is unknown .*demand_kg, demand_t"):
        read(tmp_path, "from,to,length,demand_kg,demand_t\na,b,5,7,1\n")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"length_unit": "furlong"}, "the length unit is 'furlong'; use m, km, mi, ft, yd"),
        ({"load_unit": " "}, "the load unit is ' '"),
        ({"load_unit": "k\ng"}, "the load unit is"),
        ({"load_unit": 5}, "the load unit is 5; it must be text"),
    ],
)
def test_odd_units_are_refused(said: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        read(tmp_path, CSV, **said)


def test_no_text_that_is_written_is_a_formula_and_all_come_back(tmp_path: Path) -> None:
    instance = Instance.from_edges(
        [Edge("=a", "-b", 5, 1, id="@e", name="=HYPERLINK(1)")], depot="=a"
    )
    arcload.write(instance, tmp_path / "out.csv")
    text = (tmp_path / "out.csv").read_text()
    assert "'=HYPERLINK(1)" in text
    assert "'@e,'=a,'-b" in text
    again = arcload.read(tmp_path / "out.csv", depot="=a", curb_weight=0)
    assert (again.names, again.nodes, again.edges) == (
        *(instance.names, instance.nodes, instance.edges),
    )
