"""The weights of a checkpoint as the file that solving reads."""

import json
from pathlib import Path

from arcload.model.files import write_bytes
from arcload.neural.common.configuration import to_dict
from arcload.neural.common.features import SCHEMA
from arcload.neural.common.network import FORMAT, shapes
from arcload.neural.train import checkpoint


def export_policy(source: Path, target: Path) -> None:
    """Write the weights of a checkpoint, their average if there is one, with their configuration.

    Parameters
    ----------
    source
        A checkpoint of a training.
    target
        A ``.safetensors`` file.
    """
    from safetensors.numpy import save

    content = checkpoint.load(source)
    config = checkpoint.configuration_of(content, source)
    weights = content["average"] if config.training.average else content["policy"]
    checkpoint.require_weights(weights, shapes(config.network), source)
    plain = to_dict(config)
    metadata = {
        "format": FORMAT,
        "schema": str(SCHEMA),
        "network": json.dumps(plain["network"]),
        "training": json.dumps(plain["training"]),
        "progress": json.dumps(content["progress"]),
    }
    arrays = {name: value.float().numpy() for name, value in weights.items()}
    write_bytes(target, save(arrays, metadata))
