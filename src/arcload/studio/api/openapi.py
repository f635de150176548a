"""The description of the API, as OpenAPI 3.0."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

_NULL = {"type": "null"}


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """Return the description of an app's routes.

    FastAPI describes them by OpenAPI 3.1. Many programs read no more than 3.0, among them the one
    that shows the documentation, so what is newer is said in the older way.
    """
    document = get_openapi(
        title=app.title,
        version=app.version,
        openapi_version="3.0.3",
        description=app.description,
        routes=app.routes,
    )
    older: dict[str, Any] = _older(document)
    for operations in older["paths"].values():
        for operation in operations.values():
            operation["summary"] = operation.pop("description").rstrip(".")
    return older


def _older(node: Any) -> Any:
    """Return a part of a description without words that only OpenAPI 3.1 has."""
    if isinstance(node, list):
        return [_older(part) for part in node]
    if not isinstance(node, dict):
        return node
    made: dict[str, Any] = {}
    for word, value in node.items():
        if word == "properties":
            made[word] = {name: _older(schema) for name, schema in value.items()}
        elif word == "anyOf" and _NULL in value:
            others = [_older(schema) for schema in value if schema != _NULL]
            made |= {"anyOf": others} if len(others) > 1 else others[0]
            made["nullable"] = True
        elif word == "examples":
            made["example"] = value[0]
        elif word == "const":
            made["enum"] = [value]
        elif word == "exclusiveMinimum":
            made |= {"minimum": value, "exclusiveMinimum": True}
        elif word == "prefixItems":
            made["items"] = _older(value[0])
        else:
            made[word] = _older(value)
    return made
