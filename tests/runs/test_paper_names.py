"""The order of methods."""

from arcload.runs.paper_names import PAPER_NAMES, rank


def test_methods_of_the_paper_come_first_in_its_order_then_all_others_by_name() -> None:
    methods = ["vns", "beam", "ea", "auto", "greedy"]
    assert sorted(methods, key=rank) == ["greedy", "vns", "ea", "auto", "beam"]


def test_a_method_has_the_same_rank_by_both_its_names() -> None:
    assert all(rank(ours)[0] == rank(theirs)[0] for ours, theirs in PAPER_NAMES.items())


def test_a_method_with_parameters_stands_behind_itself() -> None:
    methods = ["auto", "arc-drl, best of 128", "ea", "arc-drl"]
    assert sorted(methods, key=rank) == ["ea", "arc-drl", "arc-drl, best of 128", "auto"]
