"""Figures with units, and units in the names of columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.model.units import (
    KILOGRAMS,
    METRES,
    CostUnit,
    clock,
    figure,
    percent,
    plain_unit,
    unit_in,
)


@pytest.mark.parametrize(
    ("cost", "length_unit", "load_unit", "text"),
    [
        (152_591_456, "m", "kg", "152.591 t km"),
        (6_339_280.15, "m", "kg", "6.33928 t km"),
        (999_999, "m", "kg", "999,999 kg m"),
        (2_500_000_000_000, "m", "kg", "2,500,000 t km"),
        (12_345_678_912, "m", "kg", "12,345.68 t km"),
        (45_000, "km", "kg", "45 t km"),
        (45_000, "m", "t", "45 t km"),
        (45_000, "km", "t", "45,000 t km"),
        (152_591_456, "m", "", "152,591.46 km x load"),
        (152_591_456, "", "kg", "152,591.46 t x length"),
        (152_591_456, "", "", "152,591,456"),
        (152_591_456, "mi", "lb", "152,591,456 lb mi"),
        (152_591_456, "m", "bins", "152,591.46 bins km"),
        (275, "m", "kg", "275 kg m"),
        (0, "m", "kg", "0 kg m"),
    ],
)
def test_a_great_cost_is_shown_in_tonne_kilometres(
    cost: float, length_unit: str, load_unit: str, text: str
) -> None:
    assert CostUnit.of(cost, length_unit, load_unit).text(cost) == text


def test_figures_beside_each_other_have_one_unit() -> None:
    unit = CostUnit.of(20_467_120.4, "m", "kg")
    assert (unit.figure(20_467_120.4), unit.figure(8_117.7), unit.label) == (
        "20.4671",
        "0.008118",
        "t km",
    )


@given(
    st.floats(0, 1e30), st.sampled_from(["", *METRES, "leagues"]), st.sampled_from(["", *KILOGRAMS])
)
def test_what_is_shown_is_the_cost(cost: float, length_unit: str, load_unit: str) -> None:
    unit = CostUnit.of(cost, length_unit, load_unit)
    for part in (cost, cost / 3, cost / 1e9):
        shown = float(unit.figure(part).replace(",", ""))
        assert shown == pytest.approx(part * unit.factor, rel=5e-3, abs=1e-300)


@pytest.mark.parametrize(
    ("name", "load", "length"),
    [
        ("salt_kg", "kg", ""),
        ("demand_t", "t", ""),
        ("Salz (kg)", "kg", ""),
        ("Salt [Tonnes]", "t", ""),
        ("load-lbs", "lb", ""),
        ("length_km", "", "km"),
        ("Länge m", "", "m"),
        ("salt_kg_per_km", "", "km"),
        ("kg", "kg", ""),
        ("METRES", "", "m"),
        ("demand", "", ""),
        ("salt_2", "", ""),
        ("weight", "", ""),
        ("", "", ""),
    ],
)
def test_a_column_tells_its_unit_by_the_end_of_its_name(name: str, load: str, length: str) -> None:
    assert (unit_in(name, KILOGRAMS), unit_in(name, METRES)) == (load, length)


def test_units_have_one_spelling() -> None:
    words = ("KG", " kilograms ", "Metres", "tonnes", "bins", "Bins")
    assert [plain_unit(word) for word in words] == ["kg", "kg", "m", "t", "bins", "Bins"]


@pytest.mark.parametrize(
    ("value", "text"), [(0.00012345, "0.0001234"), (1500, "1,500"), (2.5, "2.5"), (1e16, "1e+16")]
)
def test_a_figure_has_no_more_digits_than_one_reads(value: float, text: str) -> None:
    assert figure(value) == text


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [
        (-0.0, 1, "0.0%"),
        (-0.0004, 1, "0.0%"),
        (-1e-17, 2, "0.00%"),
        (-0.004, 0, "0%"),
        (-0.112, 1, "-11.2%"),
        (0.277, 0, "28%"),
    ],
)
def test_no_percentage_is_minus_zero(share: float, digits: int, text: str) -> None:
    assert percent(share, digits) == text


@pytest.mark.parametrize(
    ("hours", "shown"), [(0, "0:00"), (1 + 5 / 60, "1:05"), (0.9999, "1:00"), (30.5, "30:30")]
)
def test_hours_are_shown_as_hours_and_minutes(hours: float, shown: str) -> None:
    assert clock(hours) == shown
