"""What instances, plans and results show of themselves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.proofs.bound_file import Bound
from tests.examples import FOUR_EDGES
from tests.fleet_strategies import fleets
from tests.strategies import instances

_FEW = 400  # characters: a few lines


def _town() -> arcload.Instance:
    return arcload.generate("city", edges=161, seed=1)


def test_all_that_users_print_is_a_few_lines() -> None:
    instance = _town()
    result = arcload.solve(instance, "greedy")
    comparison = arcload.compare(result)
    bound = Bound.of(arcload.solve(FOUR_EDGES))
    for shown in (instance, result.plan, result, comparison, bound):
        assert len(repr(shown)) < _FEW
        assert type(shown).__name__ in repr(shown)
    assert f"{result.cost / 1e6:.4f} t km" in repr(result)
    assert f"{result.cost / 1e6:.4f} t km against " in repr(comparison)
    assert "lower bound 275, best 275, gap 0.00%" in repr(bound)


@given(instance=instances() | fleets())
@settings(max_examples=8)
def test_every_instance_can_be_shown(instance: arcload.Instance) -> None:
    assert len(repr(instance)) < _FEW + len(instance.name)
    assert str(len(instance.edges)) in instance._repr_html_()


@given(name=st.text())
@settings(max_examples=8)
def test_names_cannot_be_markup(name: str) -> None:
    instance = FOUR_EDGES.replace(name=f"<script>{name}")
    assert "<script" not in instance._repr_html_()
    assert "<script" not in arcload.solve(instance, "greedy")._repr_html_()


def test_what_a_notebook_shows_has_the_totals_and_a_picture() -> None:
    instance = _town()
    result = arcload.solve(instance, "greedy")
    comparison = arcload.compare(result)
    for shown, pictures in ((instance, 1), (result.plan, 1), (result, 1), (comparison, 2)):
        assert shown._repr_html_().count("<img") == pictures
    assert f"seed {result.seed}" in result._repr_html_()
    assert comparison.verdict in comparison._repr_html_()
    proven = arcload.solve(FOUR_EDGES)
    assert "<img" not in proven._repr_html_()  # it has no map
    assert "proven optimal" in proven._repr_html_()
    assert ">275<" in Bound.of(proven)._repr_html_()


def test_a_picture_is_drawn_by_the_method_of_its_object() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib import pyplot

    result = arcload.solve(arcload.generate("city", edges=30, seed=1), "greedy")
    axes = pyplot.figure().add_subplot()
    assert result.plan.instance.plot(ax=axes) is axes
    assert result.plot(ax=axes) is axes
    pyplot.close("all")
