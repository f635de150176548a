"""A bound and its file."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import arcload
from arcload.model.certificate import Certificate
from arcload.proofs.bound_file import Bound, check_bound, load_bound
from tests.examples import FOUR_EDGES

BOUND = Bound(
    instance="four edges",
    lower_bound=182.25,
    best=275.0,
    kind="relaxation",
    seconds=1.5,
    version="1.0",
    settings={"curb_weight": 0.0, "start": 1, "end": 1, "mode": "deliver"},
    order=(1, 2, 3, 4),
    directions=(1, 1, 1, 2),
    certificate=Certificate(
        "relaxation", 182.25, levels=np.ones(4, dtype=np.int64), stages=((0, np.zeros(8)),)
    ),
)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    BOUND.save(tmp_path / "bound.json")
    again = load_bound(tmp_path / "bound.json")
    assert again.to_dict() == BOUND.to_dict()
    assert check_bound(FOUR_EDGES, again) == 275


def test_the_gap_is_relative_to_the_bound() -> None:
    assert BOUND.gap == pytest.approx(275 / 182.25 - 1)
    assert replace(BOUND, lower_bound=0.0).gap is None


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bound.json"
    BOUND.save(file)
    file.write_text(file.read_text().replace('"seconds": 1.5', '"seconds": 2.5'))
    with pytest.raises(arcload.CheckError, match=r"bound\.json.* changed"):
        load_bound(file)


@pytest.mark.parametrize("name", ["certificate", "kind", "order"])
def test_a_file_that_lacks_something_is_refused(tmp_path: Path, name: str) -> None:
    data = BOUND.to_dict()
    del data[name]
    file = tmp_path / "bound.json"
    file.write_text(json.dumps(data))
    with pytest.raises(arcload.InputError, match=f"'{name}' is missing"):
        load_bound(file)


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (replace(BOUND, lower_bound=200.0), "not that of its certificate"),
        (replace(BOUND, kind="labels"), "not that of its certificate"),
        (replace(BOUND, best=274.0), r"274\.0.*275\.0"),
        (replace(BOUND, order=(1, 2, 3, 9)), "not one of this instance"),
        (
            replace(BOUND, lower_bound=250.0, certificate=replace(BOUND.certificate, bound=250.0)),
            r"250\.0; it proves 216",
        ),
    ],
)
def test_what_does_not_follow_is_refused(bound: Bound, words: str) -> None:
    with pytest.raises(arcload.CheckError, match=words):
        check_bound(FOUR_EDGES, bound)


def test_a_bound_for_another_vehicle_is_refused() -> None:
    with pytest.raises(arcload.CheckError, match="made for"):
        check_bound(FOUR_EDGES.replace(curb_weight=5), BOUND)
