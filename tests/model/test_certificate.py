"""The kinds of proofs."""

from typing import get_args

from arcload.model.certificate import KINDS, Kind


def test_each_kind_of_proof_is_told_in_words_of_its_own() -> None:
    assert tuple(KINDS) == get_args(Kind)
    assert len(set(KINDS.values())) == len(KINDS)
