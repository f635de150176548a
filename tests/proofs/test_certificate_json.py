"""A certificate as a part of a JSON file."""

import json
from pathlib import Path

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.cut_prices import CutPrices
from arcload.model.files import JsonReader
from arcload.model.window_cut import WindowCut
from arcload.proofs.certificate_json import certificate_to_json, read_certificate


def again(certificate: Certificate) -> Certificate:
    """Return a certificate written and read."""
    data = {"schema": "any/1", "certificate": certificate_to_json(certificate)}
    reader = JsonReader(json.dumps(data), Path("bound.json"), "any/1")
    return read_certificate(reader, certificate.kind, certificate.bound)


def test_prices_of_cuts_are_read_as_they_were_written() -> None:
    whole = np.array([3, 0, -2], dtype=np.int64)
    cuts = CutPrices(0.5, ((1, 2), (4,)), (7, 9), whole, service_prices=whole, level=0.1)
    read = again(Certificate("capacity-cuts", 5.0, cuts=cuts)).cuts
    assert read is not None
    assert read.service_prices is not None
    assert (read.unit, read.sets, read.multipliers, read.level) == (0.5, cuts.sets, (7, 9), 0.1)
    assert read.potentials.tolist() == read.service_prices.tolist() == whole.tolist()


def test_window_cuts_are_read_as_they_were_written() -> None:
    cuts = (WindowCut((1, 2), 9, -1, edge=3), WindowCut((0,), 5, 2, odd=(1, 4), begins=True))
    assert again(Certificate("relaxation", 5.0, windows=cuts)).windows == cuts


def test_what_a_certificate_does_not_have_is_none() -> None:
    read = again(Certificate("subsets", 5.0))
    assert read == Certificate("subsets", 5.0)
