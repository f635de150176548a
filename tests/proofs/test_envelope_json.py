"""Prices of an envelope as a part of a JSON file."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from arcload.model.envelope_prices import EnvelopePrices, HalfCut
from arcload.model.errors import InputError
from arcload.model.files import JsonReader
from arcload.proofs.envelope_json import envelope_to_json, read_envelope
from tests.proofs.verify.test_envelope import prices_of, true


def read(data: Any) -> EnvelopePrices:
    """Return prices that were written and read."""
    whole = {"certificate": {"envelope": data}}
    return read_envelope(JsonReader(json.dumps(whole), Path("bound.json"), None), data)


def test_prices_are_read_as_they_were_written() -> None:
    prices = prices_of(true())
    written = json.loads(json.dumps(envelope_to_json(prices_of(true()))))
    again = read(written)
    assert json.loads(json.dumps(envelope_to_json(again))) == written
    assert again.tangents[0].potentials.tolist() == prices.tangents[0].potentials.tolist()
    for name in ("length_unit", "load_unit", "sets", "linked", "parity"):
        assert getattr(again, name) == getattr(prices, name)
    assert dataclasses.astuple(again.postman)[1:] == dataclasses.astuple(prices.postman)[1:]


def test_halves_are_read_as_they_were_written() -> None:
    halves = HalfCut((0, -1), (2,), (), (1,), (3, 4)), HalfCut(halves=(0,))
    prices = prices_of(true())
    postman = dataclasses.replace(prices.postman, halves=halves, of_halves=((1, 7),))
    written = envelope_to_json(dataclasses.replace(prices, postman=postman))
    again = read(json.loads(json.dumps(written))).postman
    assert (again.halves, again.of_halves) == (halves, ((1, 7),))


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("sets", [[1.5]], "whole"),
        ("sets", [3], "list"),
        ("sets", [[2**62]], "large"),
        ("linked", [[1, 2, 3]], "two"),
        ("parity", [[]], "set"),
        ("parity", {}, "list"),
        ("length_unit", "1", "number"),
        ("load_unit", 10**400, "large"),
        ("postman", {"potentials": []}, "missing"),
        ("postman", {"potentials": [], "odd": [], "linked": [], "halves": [{}]}, "missing"),
        ("tangents", [{"slope": 1}], "missing"),
        ("tangents", [7], "object"),
        ("more", 1, "unknown"),
    ],
)
def test_what_is_no_price_is_refused(key: str, value: Any, word: str) -> None:
    data = json.loads(json.dumps(envelope_to_json(prices_of(true())))) | {key: value}
    with pytest.raises(InputError, match=r"bound\.json") as refused:
        read(data)
    assert word in str(refused.value)
