"""Which tag decides whether a street is open."""

import pytest

from arcload.maps.formats.access import means, verdicts

LIGHT, HEAVY = 3500.0, 3501.0


@pytest.mark.parametrize(
    ("tags", "gross", "closed_by"),
    [
        ({"access": "no"}, LIGHT, "access"),
        ({"access": "no", "vehicle": "yes"}, LIGHT, None),
        ({"vehicle": "no", "access": "yes"}, LIGHT, "vehicle"),
        ({"access": "no", "motor_vehicle": "yes"}, HEAVY, None),
        ({"access": "yes", "motor_vehicle": "private"}, None, "motor_vehicle"),
        ({"motor_vehicle": "yes", "hgv": "no"}, HEAVY, "hgv"),
        ({"motor_vehicle": "yes", "hgv": "no"}, LIGHT, None),
        ({"motor_vehicle": "no", "hgv": "yes"}, HEAVY, None),
        ({"motor_vehicle": "no", "hgv": "yes"}, LIGHT, "motor_vehicle"),
        ({"motor_vehicle": "no", "motorcar": "yes"}, HEAVY, "motor_vehicle"),
        ({"motor_vehicle": "no", "motorcar": "yes"}, LIGHT, None),
        ({"motorcar": "no"}, HEAVY, "motorcar"),
        ({"goods": "no"}, LIGHT, "goods"),
        ({"goods": "no"}, HEAVY, None),
        ({"hgv": "destination", "access": "no"}, HEAVY, None),
        ({"access": "agricultural;forestry"}, LIGHT, "access"),
        ({"hgv:forward": "no", "hgv": "yes"}, HEAVY, "hgv:forward"),
        ({"hgv:backward": "no"}, HEAVY, None),
        ({"maxweight": "3.5"}, HEAVY, "maxweight"),
        ({"maxweight": "3.5"}, LIGHT, None),
        ({"maxweight": "3.5"}, None, None),
        ({"maxweight:hgv": "3", "maxweight": "9"}, HEAVY, "maxweight:hgv"),
        ({"maxweight:backward": "3"}, HEAVY, None),
        ({"maxweightrating": "3 t", "hgv": "yes"}, HEAVY, "maxweightrating"),
    ],
)
def test_the_tag_of_the_smallest_group_decides(
    tags: dict[str, str], gross: float | None, closed_by: str | None
) -> None:
    closing = [one.tag for one in verdicts(tags, gross, "forward") if one.closed]
    assert closing == ([] if closed_by is None else [closed_by])


@pytest.mark.parametrize(
    ("value", "closes"),
    [
        ("no", True),
        ("private", True),
        ("agricultural;forestry", True),
        ("agricultural;destination", False),
        ("delivery", False),
        ("designated", False),
        ("no;yes", None),  # of two parts of a street
        ("sometimes", None),
        ("", None),
    ],
)
def test_what_values_mean(value: str, closes: bool | None) -> None:
    assert means(value) is closes
