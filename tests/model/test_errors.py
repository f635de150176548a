"""Errors carry a sentence and what mends it."""

import pickle

import pytest

from arcload import ArcloadError, InputError
from arcload.model.errors import counted, did_you_mean, not_in_network


def test_an_error_reads_as_one_sentence_with_its_advice() -> None:
    error = InputError("the file has no demand", advice="give {demand_per_km}", edge=3)
    assert str(error) == "the file has no demand; give demand_per_km"
    assert (error.message, error.advice, error.edge) == (
        "the file has no demand",
        "give {demand_per_km}",
        3,
    )


def test_the_place_stands_in_front_and_the_advice_stays() -> None:
    error = InputError("no {demand}", advice="give {snap}").found_in("town.csv")
    assert (error.message, error.advice) == ("town.csv: no {demand}", "give {snap}")
    assert str(error) == "town.csv: no {demand}; give snap"


@pytest.mark.parametrize("kind", [ArcloadError, InputError])
def test_an_error_survives_pickling(kind: type[ArcloadError]) -> None:
    error = pickle.loads(pickle.dumps(kind("it is so", advice="give {keep='depot'}")))
    assert (str(error), error.advice) == ("it is so; give keep='depot'", "give {keep='depot'}")


def test_a_depot_called_free_is_told_what_to_give() -> None:
    assert "start=FREE" in str(not_in_network("depot", "free", ["a"]))
    assert str(not_in_network("node", "abd", ["abc"])).endswith("(did you mean 'abc'?)")


def test_numbers_are_no_suggestion_and_nouns_are_counted() -> None:
    assert did_you_mean("98", ["99", "97"]) == ""
    assert [counted(n, "edge") for n in (0, 1, 2000)] == ["0 edges", "1 edge", "2,000 edges"]
