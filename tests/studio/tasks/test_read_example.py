"""An example is a plan like any other."""

import pytest

from arcload.studio.errors import Unknown
from arcload.studio.tasks.instance_text import instance_of
from arcload.studio.tasks.read_example import read_example


def test_an_example_becomes_a_plan() -> None:
    answer = read_example({"name": "village"})
    instance = instance_of(answer["base"])
    assert (answer["name"], answer["source"]) == (instance.name, "")
    assert answer["facts"]["served"] == len(instance.served)


def test_an_unknown_one_is_refused() -> None:
    with pytest.raises(Unknown, match="vilage"):
        read_example({"name": "vilage"})
