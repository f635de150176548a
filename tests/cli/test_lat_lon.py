"""Places given as LAT,LON."""

import pytest

from arcload.cli.lat_lon import join_places, parse_lat_lon
from arcload.model.errors import InputError


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        (["--depot", "47.3,", "11.4"], ["--depot", "47.3,11.4"]),
        (["--depot", "47.3", ",11.4"], ["--depot", "47.3,11.4"]),
        (["--start=47.3,", "-11.4", "x"], ["--start=47.3,-11.4", "x"]),
        (["--name", "47.3,", "11.4"], ["--name", "47.3,", "11.4"]),
        (["--depot", "a,", "11.4"], ["--depot", "a,", "11.4"]),
        (["--depot", "47.3", "11.4"], ["--depot", "47.3", "11.4"]),
        ([], []),
    ],
)
def test_only_the_two_halves_of_a_place_are_joined(words: list[str], joined: list[str]) -> None:
    assert join_places(words) == joined


def test_a_point_is_two_numbers() -> None:
    assert parse_lat_lon("47.37, 8.54", "--at") == (47.37, 8.54)


@pytest.mark.parametrize("text", ["", "47", "47,x", "1,2,3"])
def test_anything_else_is_refused_by_the_name_of_its_option(text: str) -> None:
    with pytest.raises(InputError, match=f"--at is '{text}'"):
        parse_lat_lon(text, "--at")
