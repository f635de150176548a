"""Configurations by name and from files."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.neural.common.configuration import (
    PRESETS,
    Configuration,
    NetworkConfiguration,
    TrainingConfiguration,
    configuration,
    from_dict,
    to_dict,
)


def test_the_paper_configuration_is_that_of_the_paper() -> None:
    """Section 4.3, section 5.1 and the appendix on the attention model."""
    network, training = PRESETS["paper"].network, PRESETS["paper"].training
    assert (network.width, network.heads, network.layers, network.feed_forward) == (128, 8, 3, 512)
    assert (network.inputs, network.normalisation, network.clip) == ("paper", "batch", 10.0)
    assert not network.encoder_distances
    assert not network.decoder_distances
    assert (training.baseline, training.significance) == ("greedy", 0.05)
    assert (training.epochs, training.epoch, training.instances) == (100, 100_000, 512)
    assert (training.learning_rate, training.schedule, training.samples) == (1e-4, "constant", 1)
    assert (training.warm_up, training.mix) == (0, "paper")


def test_the_default_sees_distances_and_compares_groups() -> None:
    default = configuration("default")
    assert default.network.encoder_distances
    assert default.network.decoder_distances
    assert default.network.normalisation == "layer"
    assert default.training.baseline == "group"
    assert default.training.samples > 1


@pytest.mark.parametrize("name", PRESETS)
def test_plain_values_and_back(name: str) -> None:
    assert from_dict(to_dict(PRESETS[name])) == PRESETS[name]


def test_a_file_changes_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('base = "paper"\n[network]\nlayers = 2\n[training]\nlearning_rate = 1\n')
    own = configuration(str(path))
    assert (own.network.layers, own.network.inputs) == (2, "paper")
    assert (own.training.learning_rate, own.training.baseline) == (1, "greedy")
    path.write_text("[training]\ninstances = 7\n")
    assert configuration(str(path)).network == NetworkConfiguration()
    assert configuration(str(path)).training == TrainingConfiguration(instances=7)
    path.write_text("")
    assert configuration(str(path)) == Configuration()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[network]\nwidht = 3", r"network has no 'widht' \(did you mean 'width'\?\)"),
        ("[training]\nsample = 3", r"did you mean 'samples'"),
        ("[netwrok]\nwidth = 3", "'netwrok' is unknown; use the tables network and training"),
        ("network = 3", "network is 3; it must be a table"),
        ("[network]\nwidth = '64'", "width is '64'; it must be a whole number"),
        ("[network]\nwidth = 64.0", "width is 64.0"),
        ("[network]\nwidth = true", "width is True"),
        ("[network]\nencoder_distances = 1", "encoder_distances is 1; it must be true or false"),
        ("[network]\ninputs = 'none'", "inputs is 'none'; it must be one of paper, plain, full"),
        ("[network]\nwidth = 20", "width is 20; it must be a multiple of heads"),
        ("[network]\nlayers = 0", "layers is 0; it must be above 0"),
        (
            "[network]\ninputs = 'paper'",
            "inputs is 'paper'; it must be 'full' or 'plain' for distances",
        ),
        ("[training]\nmix = 'al'", "mix is 'al'"),
        ("[training]\nsamples = 1", "samples is 1; it must be 2 or more for a group"),
        ("[training]\nlearn_from = 1", "learn_from is 1; it must be 2 or more"),
        ("[training]\nentropy = -1.0", "entropy is -1.0; it must be 0 or more"),
        ("[training]\nentropy = nan", "entropy is nan"),
        ("[training]\ninstances = 0", "instances is 0; it must be above 0"),
        ("[training]\nepochs = 1.5", "epochs is 1.5; it must be a whole number"),
        ("[training]\nlearning_rate = '1'", "learning_rate is '1'; it must be a number"),
        ("[training]\nlearning_rate = nan", "learning_rate is nan"),
        ("[training]\nlearning_rate = inf", "learning_rate is inf"),
        ("[training]\naverage = 1.0", "average is 1.0; it must be at least 0 and below 1"),
        ("[training]\nwarm_up = -1", "warm_up is -1; it must be 0 or more"),
        ("[training]\nsignificance = 0", "significance is 0; it must be between 0 and 1"),
        ("base = 'papr'", "base is 'papr'; it must be one of default, paper, tiny"),
        ("base = ['paper']", "base is"),
        ("[network", "this is no TOML"),
    ],
)
def test_mistakes_are_named(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=sentence) as error:
        configuration(str(path))
    assert str(error.value).startswith(f"{path}: ")


def test_unknown_names_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'papper' is unknown \(did you mean 'paper'\?\)"):
        configuration("papper")
    with pytest.raises(InputError, match="cannot be read"):
        configuration(str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InputError, match="cannot be read"):
        configuration(str(tmp_path / "folder.toml"))
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="this is no TOML"):
        configuration(str(tmp_path / "binary.toml"))
