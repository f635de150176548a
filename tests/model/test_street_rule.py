"""Rules by street: what they give, and what they refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload import InputError
from arcload.model.street_rule import MAXSPEED, StreetRule, number_in

UNITS = ("", "km", "lane-km", "m2")
CLASSES = ("primary", "residential", "service", "")
LANES = ("1", "2", "3.5", "two", "")
TOWN = {
    "highway": ["primary", "residential", "Residential", "", "primary;secondary"],
    "lanes": ["2", "1", "2.0", "", "4"],
    "surface": ["asphalt", "", "gravel", "asphalt", ""],
}


def demand_rule(text: str) -> StreetRule:
    """Return a rule with the units of demands."""
    return StreetRule.parse(text, "the demand rule", UNITS)


def chosen(text: str) -> list[int]:
    """Return which part of a rule fits each street of the town."""
    return [*map(int, demand_rule(text).chosen(TOWN, 5, np.zeros(5, dtype=np.bool_)))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("highway=primary: 180/km; highway=residential: 55/km; else 0", [0, 1, 1, 2, 0]),
        ("highway=primary|residential: 1", [0, 0, 0, -1, 0]),
        ("lanes>=2: 1; lanes<2: 2", [0, 1, 0, -1, 0]),
        ("lanes=2: 1", [0, -1, 0, -1, -1]),
        ("highway=residential, surface=gravel: 1; else: 2", [1, 1, 0, 1, 1]),
        ("highway=residential & lanes<2: 1", [-1, 0, -1, -1, -1]),
        ("HIGHWAY=*: 1; else 2;", [0, 0, 0, 1, 0]),
        ("highway!=primary: 1", [-1, 0, 0, 0, -1]),
        ("12.5", [0, 0, 0, 0, 0]),
        ('surface="asphalt": 1; maxspeed=50: 2; else 3', [0, 2, 2, 0, 2]),
    ],
)
def test_the_first_part_that_fits_counts(text: str, parts: list[int]) -> None:
    assert chosen(text) == parts


def test_amounts_have_units() -> None:
    rule = demand_rule("highway=a: 180/km; highway=b: 2 / lane-km; highway=c: 0.02/m²; else 3e2")
    amounts = [(part.amount, part.unit) for part in rule.parts]
    assert amounts == [(180, "km"), (2, "lane-km"), (0.02, "m2"), (300, "")]


def test_a_colon_within_a_name_or_value_is_no_end() -> None:
    (part,) = StreetRule.parse("maxspeed:forward=DE:urban: 30", "the speed", (MAXSPEED,)).parts
    assert part.conditions[0][:] == ("maxspeed:forward", "=", ("DE:urban",))
    assert part.amount == 30


@pytest.mark.parametrize(
    ("text", "share"),
    [("maxspeed", 1), ("maxspeed * 0.8", 0.8), ("maxspeed*1.1", 1.1), ("0.5 * maxspeed", 0.5)],
)
def test_speeds_may_be_a_share_of_the_limit(text: str, share: float) -> None:
    (part,) = StreetRule.parse(text, "the speed", (MAXSPEED,)).parts
    assert (part.amount, part.unit) == (share, MAXSPEED)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", ["the demand rule", "''"]),
        (" ; ", ["' ; '"]),
        ("highway=primary: 180/kmm; else 0", ["part 1", "'180/kmm'", "did you mean 'km'"]),
        ("highway=primary: 5; highway=service: much", ["part 2", "'much'", "/lane-km"]),
        ("highway=primary", ["part 1", "no amount"]),
        ("primary: 5", ["part 1", "'primary'", "highway=primary"]),
        ("highway=: 5", ["'highway='", "no value"]),
        (": 5", ["no condition"]),
        ("lanes>many: 5", ["'many'", "number"]),
        ("else 3; highway=primary: 5", ["part 2", "never reached", "'else 3'"]),
        ("highway=primary: -5", ["'-5'", "0 or more"]),
        ("highway=primary: inf", ["'inf'"]),
        ('name="Main: 5', ["quotation mark"]),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, facts: list[str]) -> None:
    with pytest.raises(InputError) as error:
        demand_rule(text)
    for fact in facts:
        assert fact in str(error.value)


def test_an_unknown_attribute_is_refused_with_a_near_one() -> None:
    with pytest.raises(InputError, match=r"part 2 .*'higway'.*did you mean 'highway'.*surface"):
        chosen("lanes=1: 2; higway=primary: 5")
    with pytest.raises(InputError, match="nothing but their lengths"):
        demand_rule("kind=a: 1").chosen({}, 1, np.zeros(1, dtype=np.bool_))


def test_speeds_must_be_above_0() -> None:
    with pytest.raises(InputError, match="above 0"):
        StreetRule.parse("highway=primary: 0; else 3", "the speed", (MAXSPEED,))


def test_values_of_no_street_are_named_with_a_near_one() -> None:
    missing = demand_rule(
        "highway=primay|service: 1; lanes=9: 2; maxspeed=50: 3; highway>=1: 4; lanes>1: 5; else 4"
    )
    assert missing.notes(TOWN, 5) == [
        "the demand rule names what no street has: highway=primay (did you mean 'primary'?), "
        "highway=service, lanes=9, maxspeed=50, highway>=1"
    ]


def test_a_part_of_which_others_take_all_streets_is_named() -> None:
    twice = demand_rule("highway=residential: 5/km; highway=primary: 1; highway=residential: 7/km")
    assert twice.notes(TOWN, 5) == [
        "the demand rule, part 3 ('highway=residential: 7/km') is never reached: parts before it "
        "fit all its streets"
    ]
    assert not demand_rule("highway=*: 1; highway!=service: 2; else 3").notes(TOWN, 5)
    by_limit = "highway=primary: maxspeed; highway=primary: 50; else 30"
    assert not StreetRule.parse(by_limit, "the speed", (MAXSPEED,)).notes(TOWN, 5)


def test_numbers_begin_a_text() -> None:
    assert [number_in(text) for text in ("3.5 m", "7,5", "two", "", "-1")] == [
        3.5,
        7.5,
        None,
        None,
        -1,
    ]


@st.composite
def rules(draw: st.DrawFn) -> list[tuple[list[tuple[str, str, str]], float]]:
    """Give the conditions and the amount of each part of a rule."""
    by_class = st.tuples(st.just("highway"), st.sampled_from(["=", "!="]), st.sampled_from(CLASSES))
    by_lanes = st.tuples(
        st.just("lanes"), st.sampled_from(["<", "<=", ">", ">=", "="]), st.sampled_from("123")
    )
    condition = by_class.filter(lambda one: one[2] != "") | by_lanes
    conditions = st.lists(condition, min_size=1, max_size=2)
    return draw(st.lists(st.tuples(conditions, st.integers(0, 9).map(float)), min_size=1))


@given(
    rules(), st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from(LANES))), st.booleans()
)
def test_rules_give_what_a_plain_reading_gives(
    parts: list[tuple[list[tuple[str, str, str]], float]],
    streets: list[tuple[str, str]],
    ends: bool,
) -> None:
    text = "; ".join(
        f"{', '.join(''.join(one) for one in conditions)}: {amount}" for conditions, amount in parts
    )
    rule = demand_rule(text + "; else 0" * ends)
    columns = {"highway": [one for one, _ in streets], "lanes": [one for _, one in streets]}
    found = rule.chosen(columns, len(streets), np.zeros(len(streets), dtype=np.bool_))
    expected = []
    for kind, lanes in streets:
        number = {"1": 1.0, "2": 2.0, "3.5": 3.5}.get(lanes)
        fits = [
            all(
                _holds(sign, value, kind if name == "highway" else number)
                for name, sign, value in p
            )
            for p, _ in parts
        ]
        expected.append(fits.index(True) if True in fits else len(parts) if ends else -1)
    assert found.tolist() == expected


PIECES = st.sampled_from(
    [*'=|,&:;1*" ', "highway", "lanes", ">=", "!=", "else", "2/km", "maxspeed", "-3", "primary"]
)


@given(
    st.text() | st.lists(PIECES, max_size=12).map("".join),
    st.sampled_from([UNITS, (MAXSPEED,)]),
    st.lists(st.tuples(st.text(max_size=5), st.sampled_from(LANES)), max_size=3),
)
def test_any_text_is_a_rule_or_refused(
    text: str, units: tuple[str, ...], streets: list[tuple[str, str]]
) -> None:
    columns = {"highway": [one for one, _ in streets], "lanes": [one for _, one in streets]}
    refusal, found, amounts = "", [-1], [0.0]
    try:
        rule = StreetRule.parse(text, "the rule", units)
        amounts = [part.amount for part in rule.parts]
        found = rule.chosen(columns, len(streets), np.ones(len(streets), dtype=np.bool_)).tolist()
    except InputError as error:
        refusal = str(error)
    assert refusal == "" or "the rule" in refusal
    assert all(-1 <= part < len(amounts) for part in found)
    assert min(amounts) >= 0


def _holds(sign: str, value: str, of: str | float | None) -> bool:
    if isinstance(of, str):
        return (of == value) == (sign == "=")
    if of is None:
        return False
    limit = float(value)
    return {
        "<": of < limit,
        "<=": of <= limit,
        ">": of > limit,
        ">=": of >= limit,
        "=": of == limit,
    }[sign]
