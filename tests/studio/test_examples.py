"""Towns to try."""

import pytest

from arcload.studio.errors import Unknown
from arcload.studio.examples import EXAMPLES, make_example


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_can_be_made_and_drawn(name: str) -> None:
    town = make_example(name)
    assert town.coordinates is not None
    assert len(town.served) > 10
    assert make_example(name) == town


def test_an_example_that_is_not_there() -> None:
    with pytest.raises(Unknown, match="did you mean 'village'"):
        make_example("vilage")
