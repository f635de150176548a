"""The page of the studio and the files it is made of."""

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Named here, since what a system knows of them differs."""


class _Assets(StaticFiles):
    """Files of the package; a browser asks each time whether they changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        kind = _TYPES.get(Path(path).suffix)
        if kind is not None and answer.status_code == 200:
            answer.headers["content-type"] = f"{kind}; charset=utf-8"
        answer.headers["cache-control"] = "no-cache"
        return answer


def add_page(app: FastAPI) -> None:
    """Let an app serve the studio's page, and the modules it shares with the offline page."""
    own = Path(str(files("arcload.studio") / "assets"))
    shared = Path(str(files("arcload.views.page") / "assets"))

    @app.get("/", include_in_schema=False)
    async def index() -> FileResponse:
        return FileResponse(own / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/assets/page", _Assets(directory=shared), name="page")
    app.mount("/assets", _Assets(directory=own), name="assets")
