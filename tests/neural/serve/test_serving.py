"""Weights as files, and tours from them."""

import contextlib
import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file
from safetensors.torch import save_file as save_tensors

from arcload import InputError
from arcload.engine.problem import Problem
from arcload.model.types import IntArray
from arcload.neural.common.configuration import NetworkConfiguration, configuration
from arcload.neural.common.network import FORMAT, shapes
from arcload.neural.serve import serving
from arcload.neural.serve.serving import FOLDER, as_seen, build_tours, load_policy, shipped
from tests.examples import FOUR_EDGES
from tests.neural import stored_costs
from tests.neural.small import DEFAULT, INSTANCES, NETWORKS

SAID = {"format": FORMAT, "schema": "2"}


def write(path: Path, built: NetworkConfiguration = DEFAULT, /, **changes: Any) -> Path:
    """Write weights of a network, with changes to what the file says or holds."""
    weights = {name: np.ones(shape, np.float32) for name, shape in shapes(built).items()}
    said = SAID | {"network": json.dumps(vars(built))}
    for name, value in changes.items():
        target: dict[str, Any] = said if name in ("format", "schema", "network") else weights
        if value is None:
            del target[name.replace("__", ".")]
        else:
            target[name.replace("__", ".")] = value
    save_file(weights, path, said)
    return path


def test_the_shipped_weights_give_the_stored_costs() -> None:
    """If the weights are new: ``python -m tests.neural.stored_costs`` prints the file anew."""
    with stored_costs.FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    found = {(model, name): cost for model, name, cost in stored_costs.rows()}
    stored = {(row["model"], row["instance"]): float(row["cost"]) for row in rows}
    assert found == pytest.approx(stored, rel=1e-6)


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_a_file_is_read_as_it_was_written(network: NetworkConfiguration, tmp_path: Path) -> None:
    policy = load_policy(str(write(tmp_path / "own.safetensors", network)))
    assert policy.network == network
    assert {name: w.shape for name, w in policy.weights.items()} == shapes(network)
    assert {w.dtype for w in policy.weights.values()} == {np.dtype(np.float32)}


def test_both_networks_are_shipped_as_they_are_trained() -> None:
    assert shipped() == ["default", "paper"]
    for name in shipped():
        assert load_policy(name).network == configuration(name).network


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "other/1"}, "these are not weights of arcload; make them with 'export-policy'"),
        ({"format": None}, "these are not weights of arcload"),
        ({"schema": "99"}, "trained on inputs of version 99, and this arcload has version 2"),
        ({"schema": None}, "trained on inputs of version None"),
        ({"network": None}, "its configuration cannot be read"),
        ({"network": "{"}, "its configuration cannot be read"),
        ({"network": "[1]"}, "its configuration cannot be read"),
        ({"network": '{"widht": 16}'}, "did you mean 'width'"),
        ({"network": '{"width": 0}'}, "width is 0; it must be above 0"),
        ({"network": '{"width": 32, "heads": 2}'}, "lacks the weights"),
        ({"join__weight": None}, "it lacks the weights 'join.weight'; it is damaged"),
        ({"more": np.ones(1)}, "it has, beyond its configuration, the weights 'more'"),
        ({"join__weight": np.ones((2, 2))}, "its weights 'join.weight' do not fit"),
        ({"join__weight": np.full((16, 16), np.nan)}, "its weights 'join.weight' are not all"),
        ({"network": '{"layers": 10000000}'}, "layers is 10000000; it must be 100 or less"),
        ({"network": '{"width": 1000000000}'}, "width is 1000000000; it must be 4,096 or less"),
        ({"network": '{"clip": 1' + 400 * "0" + "}"}, "clip is 10000"),
        ({"network": 100_000 * "["}, "its configuration is nested too deeply"),
        ({"network": '{"width": ' + 900 * "[" + 900 * "]" + "}"}, "it must be a whole number"),
    ],
)
def test_other_files_are_refused(changes: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    path = write(tmp_path / "own.safetensors", **changes)
    with pytest.raises(InputError, match=sentence) as error:
        load_policy(str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_weights_that_numpy_does_not_know_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "own.safetensors")
    weights = {name: torch.from_numpy(w).bfloat16() for name, w in load_file(path).items()}
    said = SAID | {"network": json.dumps(vars(DEFAULT))}
    save_tensors(weights, path, said)
    with pytest.raises(InputError, match="cannot be read as weights"):
        load_policy(str(path))


@settings(max_examples=150)
@given(st.data())
def test_damaged_files_are_refused_or_read_in_full(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Cut anywhere or with any byte changed, a file gives one sentence or whole weights."""
    path = write(tmp_path_factory.mktemp("weights") / "own.safetensors")
    content = bytearray(path.read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        header = 8 + int.from_bytes(content[:8], "little")
        content[data.draw(st.integers(0, header + 20))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    with contextlib.suppress(InputError):
        policy = load_policy(str(path))
        assert {name: w.shape for name, w in policy.weights.items()} == shapes(policy.network)
        assert all(np.isfinite(w).all() for w in policy.weights.values())


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="model 'papr' is unknown"):
        load_policy("papr")
    for path in (tmp_path / "no.safetensors", tmp_path):
        with pytest.raises(InputError):
            load_policy(str(path))
    (tmp_path / "folder.safetensors").mkdir()
    with pytest.raises(InputError, match="there is no such file"):
        load_policy(str(tmp_path / "folder.safetensors"))


def test_a_model_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "my weights ü.safetensors"
    shutil.copy(FOLDER / "default.safetensors", path)
    assert load_policy(str(path)).network == load_policy("default").network


def test_a_problem_is_scaled_before_it_loses_digits() -> None:
    """Demands of any size fit into numbers of 32 bits."""
    city = INSTANCES["city"]
    heavy = city.replace(
        demands=city.demands * 1e38, curb_weight=city.curb_weight * 1e38, capacity=None
    )
    one, other = (as_seen(Problem.of(each)) for each in (city, heavy))
    np.testing.assert_allclose(one.demand, other.demand, rtol=1e-6)
    np.testing.assert_allclose(one.curb_weight, other.curb_weight, rtol=1e-6)


@pytest.mark.parametrize("name", ["eulerian", "city"])
def test_lots_of_any_size_give_the_same_tours(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn before is known from lot to lot."""
    built = []
    for lot in (1, 10_000, 10**9):
        monkeypatch.setattr(serving, "_LOT", lot)
        found: list[IntArray] = []
        policy, problem = load_policy("default"), Problem.of(INSTANCES[name])
        build_tours(policy, problem, found.append, samples=50, rng=np.random.default_rng(1))
        assert lot < 10**9 or len(found) == 2
        built.append(np.concatenate(found))
    assert len({order.tobytes() for order in built[0]}) == 51
    assert np.array_equal(built[0], built[1])
    assert np.array_equal(built[0], built[2])


def test_no_lot_is_empty() -> None:
    """Once all orders were drawn, nothing more is offered."""
    found: list[IntArray] = []
    policy, problem = load_policy("default"), Problem.of(FOUR_EDGES)
    for samples in (23, 24, 10**6):
        found.clear()
        build_tours(policy, problem, found.append, samples=samples, rng=np.random.default_rng(1))
        assert [len(orders) for orders in found] == [1, 23]


def test_solving_imports_no_torch() -> None:
    script = (
        "import sys, arcload\n"
        "town = arcload.generate('eulerian', nodes=5, edges=6, seed=1)\n"
        "arcload.solve(town, 'arc-drl', parameters={'samples': 2})\n"
        "print([m for m in ('torch', 'onnxruntime') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[]"
