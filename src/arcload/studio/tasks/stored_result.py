"""Results as the studio keeps them."""

from pathlib import Path

from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.model.result_file import parse_result

_NAME = Path("result.json")


def stored_result(text: str, instance: Instance) -> Result:
    """Return the result that a JSON text holds, checked against its instance."""
    return parse_result(text, _NAME).result(instance)
