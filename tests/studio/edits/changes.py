"""Random changes of random networks, for properties."""

from typing import Any

from hypothesis import strategies as st

from arcload import Instance
from arcload.studio.edits.checked_changes import DIRECTIONS
from arcload.studio.edits.edits import Edits


@st.composite
def steps(draw: st.DrawFn, base: Instance, *, of_streets: bool = False) -> list[dict[str, Any]]:
    """Give the changes of one step.

    Parameters
    ----------
    draw
        Draws.
    base
        The instance that they change.
    of_streets
        Whether streets alone change.
    """
    kinds = [_of_street(base)] if base.edges else []
    kinds += [] if of_streets and kinds else [_of_places(base), _of_settings(base)]
    return draw(st.lists(st.one_of(*kinds), min_size=1, max_size=3))


@st.composite
def edits_of(draw: st.DrawFn, base: Instance, *, of_streets: bool = False) -> Edits:
    """Give edits of some steps, some of them undone."""
    edits = Edits()
    for _ in range(draw(st.integers(0, 3))):
        edits = edits.with_step(draw(steps(base, of_streets=of_streets)), base)
    for _ in range(draw(st.integers(0, edits.position))):
        edits = edits.undo()
    return edits


def _of_street(base: Instance) -> st.SearchStrategy[dict[str, Any]]:
    streets = st.lists(st.sampled_from(base.edges), min_size=1, max_size=3)
    values = {
        "demand": st.sampled_from([0, 1, 2.5, 7]),
        "service": st.booleans(),
        "direction": st.sampled_from(DIRECTIONS),
        "closed": st.booleans(),
    }
    return st.one_of(
        *(st.fixed_dictionaries({"streets": streets, name: of}) for name, of in values.items())
    )


def _of_places(base: Instance) -> st.SearchStrategy[dict[str, Any]]:
    node = st.sampled_from(base.nodes)
    vehicle = st.fixed_dictionaries(
        {"curb_weight": st.sampled_from([1, 2.5])},
        optional={"start": node, "end": st.none() | node, "capacity": st.sampled_from([5, 20])},
    )
    return st.one_of(
        st.fixed_dictionaries({"depot": st.none() | node}),
        st.fixed_dictionaries({"facilities": st.lists(node, max_size=2, unique=True)}),
        st.fixed_dictionaries({"vehicles": st.lists(vehicle, min_size=1, max_size=2)}),
    )


def _of_settings(base: Instance) -> st.SearchStrategy[dict[str, Any]]:
    rules = st.fixed_dictionaries(
        {"left": st.sampled_from([0, 30])},
        optional={"u_turn": st.sampled_from([0, "never"])},
    )
    settings = st.fixed_dictionaries(
        {"mode": st.sampled_from(["deliver", "collect"])},
        optional={
            "allow_unserved": st.booleans(),
            "refill_at_depot": st.booleans(),
            "turn_rules": st.none() | rules,
        },
    )
    return settings.map(lambda given: {"settings": given}) | st.just({"reset": True})
