"""A street of which there is a line for each direction is one street."""

import pytest

from arcload import InputError
from arcload.maps.formats.drawn_once import drawn_once
from arcload.maps.formats.streets import Street

LINE = [(0.0, 0.0), (1.0, 0.0), (2.0, 1.0)]


def street(line: list[tuple[float, float]], demand: float | None = None, osmid: int = 7) -> Street:
    return Street([line], demand=demand, length=3.0, tags={"osmid": osmid})


def refuse(row: int, why: str) -> InputError:
    return InputError(f"row {row}: {why}")


def test_the_second_line_of_a_street_is_dropped() -> None:
    streets = [street(LINE), street([(2.0, 1.0), (9.0, 9.0)]), street(LINE[::-1])]
    assert drawn_once(streets, refuse) == [0, 1]


def test_other_streets_and_one_way_streets_stay() -> None:
    one_way = street(LINE[::-1])._replace(way=1)
    for other in (street(LINE[::-1], osmid=8), one_way, Street([LINE[::-1]])):
        assert drawn_once([street(LINE), other], refuse) == [0, 1]


def test_two_demands_of_one_street_are_refused() -> None:
    assert drawn_once([street(LINE, 4), street(LINE[::-1], 4)], refuse) == [0]
    with pytest.raises(InputError, match=r"row 1: .* 4 and 5"):
        drawn_once([street(LINE, 4), street(LINE[::-1], 5)], refuse)
