"""Answers whose JSON is at hand as text."""

from typing import Any

from starlette.responses import Response


class JsonText(Response):
    """JSON that is sent as it is."""

    media_type = "application/json"


AN_OBJECT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object"}}}}
}
"""How such an answer is documented."""
