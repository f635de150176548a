"""What is said of bounds."""

import pytest

import arcload
from arcload import Instance, TurnRules
from arcload.model.certificate import KINDS
from arcload.proofs.bound_notes import bound_notes
from tests.examples import FOUR_EDGES

WITH_TURNS = FOUR_EDGES.replace(turn_rules=TurnRules(u_turn=3))


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"subsets"}))
def test_bounds_that_do_not_count_turns_say_so(kind: arcload.model.certificate.Kind) -> None:
    assert "does not count turns" in bound_notes(WITH_TURNS, kind)[0].text
    assert bound_notes(FOUR_EDGES, kind) == ()


def test_every_set_of_streets_is_looked_at_with_its_turns() -> None:
    assert bound_notes(WITH_TURNS, "subsets") == ()


def town() -> Instance:
    """Return a town of which no optimum is proven with turns."""
    return arcload.generate("city", edges=40, seed=3).replace(turn_rules=TurnRules(left=40))


def test_a_result_has_the_note_unless_it_is_optimal() -> None:
    result = arcload.solve(town(), iterations=50, threads=1)
    assert result.lower_bound is not None
    assert result.status == "feasible"
    assert any("does not count turns" in note.text for note in result.notes)
    assert not arcload.solve(WITH_TURNS).notes
