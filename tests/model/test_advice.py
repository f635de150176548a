"""Advice names parameters as its reader writes them."""

import pytest

from arcload.model.advice import in_options, in_python, named_in, with_advice


@pytest.mark.parametrize(
    ("advice", "python", "options"),
    [
        ("{snap} sets it, 0 for none", "snap sets it, 0 for none", "--snap sets it, 0 for none"),
        ("{demand_per_km} gives one", "demand_per_km gives one", "--demand-per-km gives one"),
        ("open streets in {closed}", "open streets in closed", "open streets in 'closed'"),
        ("give {keep='depot'}", "give keep='depot'", "give --keep depot"),
        (
            "give {start=FREE} {end=FREE}",
            "give start=FREE end=FREE",
            "give --start free --end free",
        ),
    ],
)
def test_each_reader_sees_his_own_words(advice: str, python: str, options: str) -> None:
    assert with_advice("it is so", advice, in_python) == f"it is so; {python}"
    assert with_advice("it is so", advice, in_options) == f"it is so; {options}"


def test_a_sentence_without_advice_stays_as_it_is() -> None:
    assert with_advice("the name is {x}", "", in_options) == "the name is {x}"


def test_parameters_are_found() -> None:
    assert named_in("give {keep='depot'} or {demand_per_km}") == {"keep", "demand_per_km"}
    assert named_in("") == set()
