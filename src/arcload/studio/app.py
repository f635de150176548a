"""The studio as a web application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from arcload._version import __version__
from arcload.model.errors import ArcloadError
from arcload.studio.api import about, edits, events, plans, routes, solving, today
from arcload.studio.api.docs import add_docs
from arcload.studio.api.models import Error
from arcload.studio.api.page import add_page
from arcload.studio.errors import Refused, sentence_of
from arcload.studio.guard import Guard
from arcload.studio.settings import Settings
from arcload.studio.studio import Studio

_REFUSED: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Error, "description": "A sentence that says what is wrong."}
}


def create_app(settings: Settings) -> FastAPI:
    """Return the studio as an application for any ASGI server; it opens the file with the plans.

    Parameters
    ----------
    settings
        How it is served.

    Raises
    ------
    InputError
        If the file cannot be used, such as one that another server has open.
    """
    studio = Studio(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            await studio.start()
        except Exception as error:
            app.state.failure = error
            raise
        yield
        await studio.close()

    app = FastAPI(
        title="arcload studio",
        version=__version__,
        description="Route loaded vehicles along every street that needs service.",
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # addresses have the token
    )
    app.state.studio = studio
    for topic in (plans, edits, solving, events, routes, today, about):
        app.include_router(topic.router, prefix="/api", responses=_REFUSED)
    add_docs(app)
    add_page(app)
    app.add_exception_handler(ArcloadError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _missing)
    app.add_middleware(Guard, settings=settings)
    return app


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ArcloadError)
    return _answer(error.status if isinstance(error, Refused) else 422, sentence_of(error))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        reason = first["ctx"]["error"]
        return _answer(422, f"the body is no JSON: character {first['loc'][-1]}, {reason.lower()}")
    place = " ".join(str(step) for step in first["loc"])
    return _answer(422, f"{place}: {first['msg'][0].lower()}{first['msg'][1:]}")


async def _missing(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    sentences = {
        400: f"the body cannot be read ({str(error.detail).rstrip('.')})",
        404: f"there is nothing at {request.url.path[:100]}",
        405: f"{request.method} is not possible at {request.url.path[:100]}",
    }
    answer = _answer(error.status_code, sentences.get(error.status_code, str(error.detail)))
    answer.headers.update(error.headers or {})
    return answer


def _answer(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)
