"""The documentation of the API at ``/docs``, with nothing from elsewhere."""

from typing import Any

from fastapi import FastAPI
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from arcload.studio.api.openapi import openapi_of

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>arcload studio: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  validatorUrl: null,
});
"""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def add_docs(app: FastAPI) -> None:
    """Let an app serve its documentation, from the package swagger-ui-bundle."""
    from swagger_ui_bundle import swagger_ui_path

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> dict[str, Any]:
        return openapi_of(app)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE, headers={"content-security-policy": _POLICY})

    @app.get("/docs/start.js", include_in_schema=False)
    async def start() -> Response:
        return Response(_START, media_type="text/javascript")

    app.mount("/docs/assets", StaticFiles(directory=swagger_ui_path), name="docs")
