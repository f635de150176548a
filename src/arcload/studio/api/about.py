"""What this server is, and the towns it has to try."""

from urllib.parse import urlsplit

from fastapi import APIRouter

from arcload._version import __version__
from arcload.studio.api.models import About, ExampleTown
from arcload.studio.api.of_request import StudioOf
from arcload.studio.examples import EXAMPLES

router = APIRouter(tags=["about"])


@router.get("/about")
async def about(studio: StudioOf) -> About:
    """Return what this server is, and its limits."""
    settings = studio.settings
    tiles = None
    if settings.tiles is not None:
        tiles = {"url": settings.tiles, "attribution": urlsplit(settings.tiles).hostname or ""}
    return About(
        version=__version__,
        tiles=tiles,
        limits={
            "queued": settings.max_queued,
            "seconds": settings.max_seconds,
            "memory": settings.max_memory,
            "upload": settings.max_upload,
            "workers": settings.workers,
        },
        examples=await examples(),
    )


@router.get("/examples")
async def examples() -> list[ExampleTown]:
    """Return the towns that can be tried."""
    return [
        ExampleTown(name=name, title=example.title, about=example.about)
        for name, example in EXAMPLES.items()
    ]


@router.get("/health")
async def health() -> dict[str, bool]:
    """Say that the server answers."""
    return {"ok": True}
