"""Packages that only some formats need."""

import math

import pytest

from arcload import InputError
from arcload.maps.formats.extras import load_extra


def test_a_package_that_is_there_is_returned() -> None:
    assert load_extra("math", "geo", "sums need math") is math


def test_a_missing_package_is_named_with_how_to_get_it() -> None:
    with pytest.raises(InputError) as caught:
        load_extra("no_such_package_at_all", "geo", "town.gpkg: it is read with it")
    assert all(word in str(caught.value) for word in ("town.gpkg", "pip install 'arcload[geo]'"))
