"""Instances: made, refused, changed, compared."""

import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from arcload import FREE, Edge, Instance, Vehicle
from tests.examples import FOUR_EDGES


def test_columns_cannot_be_changed() -> None:
    for column in (FOUR_EDGES.ends, FOUR_EDGES.lengths, FOUR_EDGES.demands):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1
    with pytest.raises(AttributeError):
        FOUR_EDGES.curb_weight = 3.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("edges", "fields", "words"),
    [
        ([(1, 2, -1, 1)], {}, r"edge 1 \(1-2\) has length -1"),
        ([(1, 2, math.nan, 1)], {}, "length nan"),
        ([(1, 2, math.inf, 1)], {}, "may not be driven in either direction"),
        ([(1, 2, 1, -1)], {}, "demand -1"),
        ([(1, 2, 1, math.inf)], {}, "demand inf"),
        ([(1, 2, 1, math.nan)], {}, "demand nan"),
        ([(1, 2, 1, 1)], {"depot": 3}, "depot 3 is not in the network"),
        ([("Oak", "Elm", 1, 1)], {"depot": "oak"}, "did you mean 'Oak'"),
        ([(1, 2, 1, 1)], {"end": 7}, "end 7 is not in the network"),
        ([(1, 2, 1, 1)], {"curb_weight": -1}, "curb weight is -1"),
        ([(1, 2, 1, 1)], {"curb_weight": math.nan}, "curb weight is nan"),
        (
            [(1, 2, 1, 30)],
            {"capacity": 29, "load_unit": "kg"},
            "a demand of 30 kg, which is above the capacity 29 kg",
        ),
        ([(1, 2, 1, 1)], {"capacity": -1}, "capacity is -1"),
        ([(1, 2, 1, 1)], {"mode": "carry"}, "'deliver' or 'collect'"),
        ([Edge(1, 2, 1, 1, id=5), Edge(1, 2, 1, 1, id=5)], {}, "edge id 5 is given twice"),
        ([Edge(1, 2, 1, 1, id=5), Edge(1, 2, 1, 1, id="5")], {}, "edge id '5' is given twice"),
        ([(1, "1", 1, 1)], {}, "node id '1' is given twice"),
        ([((0, 1), 1, 1, 1)], {}, "neither text nor a number"),
        ([(True, 2, 1, 1)], {"depot": 2}, "neither text nor a number"),
        ([(1, 2, 1e200, 1e200)], {}, "too large"),
        ([(1, 2, 1, 1)], {"coordinates": {1: (0, 0)}}, "node 2 has no coordinates"),
        ([(1, 2, 1, 1)], {"coordinates": {1: (0, 0), 2: (math.nan, 0)}}, "no number"),
        ([(1, 2, 1, 1)], {"geographic": True}, "geographic and has no coordinates"),
        (
            [(1, 2, 1, 1)],
            {"coordinates": {1: (8, 47), 2: (47, 188)}, "geographic": True},
            "node 2 is at longitude 47 and latitude 188",
        ),
        ([(1, 2, 1, 1)], {"name": 3}, "must be text"),
    ],
)
def test_bad_values_are_refused(edges: list[Any], fields: dict[str, Any], words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        Instance.from_edges(edges, **({"depot": 1} | fields))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("lengths", "demands"), [([1e308, 1e308], [1, 1]), ([1, 1], [1e308, 1e308]), ([1e200], [1e200])]
)
def test_what_overflows_is_refused_without_a_warning(
    lengths: list[float], demands: list[float]
) -> None:
    size = len(lengths)
    with pytest.raises(arcload.InputError, match="too large"):
        Instance(
            nodes=(1, 2),
            edges=tuple(range(size)),
            ends=np.array([[0, 1]] * size),
            lengths=np.array([lengths, lengths]).T,
            demands=np.array(demands),
            vehicles=(Vehicle(start=1, end=1),),
        )


def test_names_and_shapes_that_say_nothing_are_none(tmp_path: Path) -> None:
    bare = FOUR_EDGES.replace(names=("",) * 4, shapes=((),) * 4)
    assert (bare.names, bare.shapes) == (None, None)
    assert bare == FOUR_EDGES
    named = FOUR_EDGES.replace(names=["", "Mill Lane", "", ""])
    arcload.write(named, tmp_path / "four.json")
    assert arcload.read(tmp_path / "four.json") == named
    with pytest.raises(arcload.InputError, match="1 name for 4 edges"):
        FOUR_EDGES.replace(names=("",))


def test_a_number_is_no_suggestion() -> None:
    streets = [(9, 19, 1, 1), (19, "9a", 1, 1)]
    with pytest.raises(arcload.InputError, match=r"depot 99 is not in the network$"):
        Instance.from_edges(streets[:1], depot=99)
    with pytest.raises(arcload.InputError, match=r"did you mean '9a'\?"):
        Instance.from_edges(streets, depot="9A9")


def test_a_depot_must_be_named() -> None:
    with pytest.raises(arcload.InputError, match="no depot"):
        Instance.from_edges([(1, 2, 1, 1)])


def places(instance: Instance) -> tuple[object, object]:
    return instance.start, instance.end


def test_replace_moves_the_ends_that_were_at_the_depot() -> None:
    assert places(FOUR_EDGES.replace(depot=3)) == (3, 3)
    open_end = FOUR_EDGES.replace(end=FREE)
    assert places(open_end.replace(depot=3)) == (3, FREE)
    other_end = FOUR_EDGES.replace(end=2)
    assert places(other_end.replace(depot=3)) == (3, 2)
    anywhere = FOUR_EDGES.replace(start=FREE, end=FREE)
    assert anywhere.depot is None
    assert places(anywhere.replace(depot=3)) == (3, 3)


def test_replace_moves_each_vehicle_from_its_own_depot_as_reading_does(tmp_path: Path) -> None:
    places = ((1, 3), (1, 1), (3, 3), (FREE, 1))
    fleet = tuple(Vehicle(label=f"{a}-{b}", start=a, end=b) for a, b in places)
    instance = FOUR_EDGES.replace(vehicles=fleet)
    moved = instance.replace(depot=2)
    assert [(v.start, v.end) for v in moved.vehicles] == [(2, 3), (2, 2), (2, 2), (FREE, 2)]
    arcload.write(instance, tmp_path / "fleet.json")
    assert arcload.read(tmp_path / "fleet.json", depot=2) == moved
    assert {v.end for v in instance.replace(depot=2, end=4).vehicles} == {4}
    assert FOUR_EDGES.replace(depot=2, vehicles=fleet).vehicles == moved.vehicles


def test_replace_changes_demands_by_id_and_refuses_unknown_names() -> None:
    changed = FOUR_EDGES.replace(demand={2: 0, 4: 7}, curb_weight=5)
    assert changed.demands.tolist() == [100, 0, 10, 7]
    assert changed.curb_weight == 5
    assert FOUR_EDGES.demands.tolist() == [100, 20, 10, 5]
    with pytest.raises(arcload.InputError, match="did you mean 'curb_weight'"):
        FOUR_EDGES.replace(curbweight=5)
    with pytest.raises(arcload.InputError, match="edge 9 is not in the network"):
        FOUR_EDGES.replace(demand={9: 1})


def test_equal_by_value_and_after_pickling() -> None:
    again = pickle.loads(pickle.dumps(FOUR_EDGES))
    assert again == FOUR_EDGES
    assert hash(again) == hash(FOUR_EDGES)
    assert not again.lengths.flags.writeable
    assert FOUR_EDGES.replace(end=FREE) != FOUR_EDGES
    assert FOUR_EDGES.replace(demand={1: 99}) != FOUR_EDGES


def test_ids_are_the_users_own() -> None:
    instance = Instance.from_edges(
        [Edge("A", 7, 1, 2, id="x"), Edge(int(np.int64(8)), "A", 1, 2, id=1.0)], depot="A"
    )
    assert instance.nodes == ("A", 7, 8)
    assert instance.edges == ("x", 1)
    assert instance.node_index("7") == 1
    assert instance.edge("1").head == "A"


def test_edge_gives_back_what_was_said() -> None:
    street = Edge("a", "b", 3, 4, id="s", length_back=5, name="Hill", shape=((0, 0), (1, 1)))
    instance = Instance.from_edges([street], depot="a")
    assert instance.edge("s") == street


class TestReachability:
    """Which networks have a tour at all."""

    def test_cut_off_edges_are_named_counted_and_measured(self) -> None:
        edges = [(1, 2, 1, 1), *((10 + k, 11 + k, 2, 1) for k in range(7))]
        with pytest.raises(arcload.InputError) as caught:
            Instance.from_edges(edges, depot=1, length_unit="km")
        assert str(caught.value).startswith(
            "7 served edges (total length 14 km) cannot be reached from the depot 1: "
            "2, 3, 4, 5, 6 and 2 more;"
        )

    def test_cut_off_edges_without_demand_do_no_harm(self) -> None:
        assert len(Instance.from_edges([(1, 2, 1, 1), (3, 4, 1, 0)], depot=1).edges) == 2

    def test_a_one_way_trap_is_refused_unless_the_tour_may_end_there(self) -> None:
        edges = [(1, 2, 1, 1), Edge(2, 3, 1, 1, length_back=math.inf)]
        with pytest.raises(arcload.InputError, match="cannot be left again"):
            Instance.from_edges(edges, depot=1)
        assert arcload.solve(Instance.from_edges(edges, start=1, end=FREE)).plan.order == (1, 2)
        assert arcload.solve(Instance.from_edges(edges, start=FREE, end=3)).plan.order == (1, 2)

    def test_two_one_way_branches_cannot_both_be_served(self) -> None:
        edges = [Edge(1, 2, 1, 1, length_back=math.inf), Edge(1, 3, 1, 1, length_back=math.inf)]
        for end in (FREE, 3):
            with pytest.raises(arcload.InputError, match=r"cannot both be served|cannot be left"):
                Instance.from_edges(edges, start=1, end=end)

    def test_a_line_of_one_way_streets_has_one_order(self) -> None:
        edges = [Edge(k, k + 1, 1, 1, length_back=math.inf) for k in (3, 1, 4, 2)]
        result = arcload.solve(Instance.from_edges(edges, start=FREE, end=FREE))
        assert result.plan.order == (2, 4, 1, 3)

    def test_no_way_from_start_to_end(self) -> None:
        with pytest.raises(arcload.InputError, match="no way leads from the start 1"):
            Instance.from_edges([(1, 2, 1, 0), (3, 4, 1, 0)], start=1, end=3)

    def test_parts_apart_are_named_when_the_tour_may_start_anywhere(self) -> None:
        with pytest.raises(arcload.InputError, match=r"1 served edge .* lies apart .* connect it"):
            Instance.from_edges([(1, 2, 5, 1), (3, 4, 1, 1)], start=FREE, end=FREE)

    @pytest.mark.parametrize(
        ("edges", "places", "words"),
        [
            (
                [(2, 1)],
                {"depot": 1},
                "1 served edge .* cannot be reached from the depot 1: 2 where the one-way 2 ",
            ),
            ([(1, 2)], {"depot": 1}, "cannot be left again to return to the depot 1 along"),
            ([(2, 1), (1, 3)], {"depot": 1}, "cannot be reached from the depot 1 or left again: "),
            ([(1, 2)], {"start": 1, "end": 0}, "cannot be left again to reach the end 0 along"),
            (
                [(2, 1)],
                {"start": 1, "end": FREE},
                "cannot be reached from the start 1: 2 where the one-way 2 ",
            ),
            (
                [(1, 2)],
                {"start": FREE, "end": 1},
                "1 served edge .* has no way to the end 1: 2 where the one-way 2 ",
            ),
            ([(2, 1), (1, 3)], {"start": 1, "end": 0}, "to reach the end 0: 2 parts, 1 around"),
        ],
    )
    def test_the_reason_is_that_of_the_streets(
        self, edges: list[tuple[int, int]], places: dict[str, Any], words: str
    ) -> None:
        streets = [Edge(tail, head, 1, 1, length_back=math.inf) for tail, head in edges]
        with pytest.raises(arcload.InputError, match=words):
            Instance.from_edges([(0, 1, 1, 1), *streets], **places)

    def test_streets_are_named_where_they_have_names(self) -> None:
        far = ["High Street", "", "Mill\nLane\x1b", "x" * 50]
        edges = [Edge(k, 8, 1, 1, name=name) for k, name in enumerate(far)]
        with pytest.raises(arcload.InputError) as caught:
            Instance.from_edges([(9, 10, 1, 1), *edges], depot=10)
        named = f": 2 (High Street), 3, 4 (Mill Lane), 5 ({'x' * 37}...);"
        assert named in str(caught.value)
        names = {2: "A", 3: "B"}
        edges = [Edge(1, k, 1, 1, length_back=math.inf, name=name) for k, name in names.items()]
        with pytest.raises(arcload.InputError, match=r"edges 1 \(A\) and 2 \(B\) cannot both"):
            Instance.from_edges(edges, start=1, end=FREE)
