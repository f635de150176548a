"""From a training to a file that solving reads."""

from pathlib import Path

import numpy as np
import pytest
import torch

import arcload
from arcload import InputError
from arcload.neural.common.configuration import Configuration
from arcload.neural.serve.serving import load_policy
from arcload.neural.train import checkpoint
from arcload.neural.train.export import export_policy
from tests.examples import FOUR_EDGES
from tests.neural.small import DEFAULT, PAPER, configuration_of
from tests.neural.train.test_checkpoint import learner_of

EACH = pytest.mark.parametrize(
    "configuration",
    [configuration_of(DEFAULT, average=0.5), configuration_of(PAPER, average=0.0)],
    ids=["default", "paper"],
)


@EACH
def test_what_is_exported_is_what_was_kept(configuration: Configuration, tmp_path: Path) -> None:
    """The average of the weights if there is one, with the configuration, to the last bit."""
    learner = learner_of(configuration, 3)
    checkpoint.save(tmp_path / "a.pt", configuration, learner, {})
    export_policy(tmp_path / "a.pt", tmp_path / "a.safetensors")
    policy = load_policy(str(tmp_path / "a.safetensors"))
    assert policy.network == configuration.network
    for name, value in learner.best_weights().items():
        np.testing.assert_array_equal(policy.weights[name], value.numpy())
    result = arcload.solve(
        FOUR_EDGES,
        "arc-drl",
        parameters={"model": str(tmp_path / "a.safetensors"), "samples": 300},
    )
    assert result.cost == 275


def test_a_checkpoint_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    configuration = configuration_of(DEFAULT)
    source, target = tmp_path / "a.pt", tmp_path / "a.safetensors"
    checkpoint.save(source, configuration, learner_of(configuration), {})
    content = torch.load(source, weights_only=True)
    for changes in ({"embed.weight": torch.zeros(3)}, {"more": torch.zeros(3)}):
        torch.save(content | {"average": content["average"] | changes}, source)
        with pytest.raises(InputError, match="do not fit its configuration"):
            export_policy(source, target)
    source.write_bytes(source.read_bytes()[:1000])
    with pytest.raises(InputError, match="this is no checkpoint of arcload, or it is damaged"):
        export_policy(source, target)
    assert not target.exists()
