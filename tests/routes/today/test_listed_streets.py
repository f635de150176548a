"""Lists of streets by name or id."""

from pathlib import Path

import pytest

from arcload import Edge, InputError, Instance, Note, read_today
from arcload.routes.today.listed_streets import route_of_list

TOWN = Instance.from_edges(
    [
        Edge("a", "b", 10, 1, id="m1", name="Mill Lane"),
        Edge("b", "c", 10, 1, id="m2", name="Mill Lane"),
        Edge("c", "d", 10, 1, id="m3", name="Mill Lane"),
        Edge("b", "e", 10, 1, id="o1", name="Oak Street, East"),
        Edge("d", "a", 99, 1, id=7),
    ],
    depot="a",
)


def listed(
    text: str, name: str = "list.txt", notes: list[Note] | None = None
) -> list[tuple[str, int]]:
    notes = [] if notes is None else notes
    route = route_of_list(TOWN, text, Path(name), TOWN.start_index, notes)
    return [(str(TOWN.edges[drive.edge]), drive.side + 1) for drive in route.drives]


def test_a_name_is_all_pieces_of_the_street_the_nearest_first() -> None:
    assert listed("Oak Street, East\nmill  LANE\n") == [("o1", 1), ("m1", 2), ("m2", 1), ("m3", 1)]


def test_an_id_is_one_street() -> None:
    assert listed("m3\n\n7\nm3") == [("m3", 1), ("7", 1), ("m3", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Mill Lane\n7\n",
        '"Mill Lane","x, y"\n7,z\n',
        "number;street\n1;Mill Lane\n2;7\n",
        "name,edge\nx,m1\nx,m2\nx,m3\nx,7\n",
    ],
)
def test_a_table_names_streets_in_a_column(text: str) -> None:
    assert listed(text, "list.csv") == [("m1", 1), ("m2", 1), ("m3", 1), ("7", 1)]


@pytest.mark.parametrize(
    ("text", "order", "words"),
    [
        (
            "Order,Street\n2,m1\n1,m3\n",
            ["m3", "m1"],
            "'Street', in the order of the column 'Order'",
        ),
        ("edge;date;sequence\nm1;x;10\nm3;y;9.5\n", ["m3", "m1"], "'sequence'; not used: date"),
        ("number,street\n2,m1\n1,m3\n", ["m1", "m3"], "'street'; not used: number"),
        ("m1,1\nm3,2\n", ["m1", "m3"], "the first one is read, and no other"),
        ("street\nm1\nm3\n", ["m1", "m3"], None),
    ],
)
def test_a_table_is_taken_by_its_order_and_what_is_not_used_is_said(
    text: str, order: list[str], words: str | None
) -> None:
    notes: list[Note] = []
    assert [edge for edge, _ in listed(text, "list.csv", notes)] == order
    assert [words is not None and words in note.text for note in notes] == [True] * bool(words)


def test_ways_between_are_shortest_and_not_served(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("m3\nm1\nm2\n")
    today = read_today(TOWN, file)
    assert today.plan.order == ("m3", "m1", "m2")
    there, back = "m1 m2 m3", "m3 m2 m1 m1 m2 m2 m1"
    assert [step.edge for step in today.plan.walk] == f"{there} {back}".split()
    assert today.unserved == ("o1", 7)


@pytest.mark.parametrize(
    ("text", "name", "facts"),
    [
        ("Mill Lane\nMill Line\n", "list.txt", ["line 2", "Mill Line", "Mill Lane"]),
        ("street\nOak Street\n", "list.csv", ["line 2", "Oak Street"]),
        ("street,x\n,1\n", "list.csv", ["line 2"]),
        ("street,x\n", "list.csv", ["no street"]),
        ("order,street\n1,m1\nx,m2\n", "list.csv", ["line 3", "order is 'x'"]),
        ("order,street\n1,m1\n,m2\n", "list.csv", ["line 3", "order is empty"]),
        ("order,street\n1,m1\n1.0,m2\n", "list.csv", ["line 3", "1.0", "line 2"]),
        ('"', "list.csv", ["no street"]),
        ('a,"b\n', "list.csv", ["a"]),
    ],
)
def test_an_unknown_street_is_refused_with_its_line(text: str, name: str, facts: list[str]) -> None:
    with pytest.raises(InputError) as refused:
        listed(text, name)
    assert all(fact in str(refused.value) for fact in [name, *facts])
