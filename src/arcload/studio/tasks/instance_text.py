"""Instances as JSON texts, as the studio keeps them."""

from pathlib import Path

from arcload.maps.formats import json_instance
from arcload.maps.formats.reading import Reading
from arcload.model.instance import Instance

_NAME = Path("instance.json")


def instance_of(text: str) -> Instance:
    """Return the instance that a JSON text holds."""
    reading = Reading()
    return json_instance.parse(text, _NAME, reading).labelled(reading).instance()


def text_of(instance: Instance) -> str:
    """Return the JSON text of an instance."""
    return json_instance.dump(instance, [])
