"""What most routes take."""

from typing import Annotated

from fastapi import Depends, Path, Request

from arcload.studio.studio import Studio


def studio_of(request: Request) -> Studio:
    """Return the studio that a request is made to."""
    studio = request.app.state.studio
    assert isinstance(studio, Studio)
    return studio


StudioOf = Annotated[Studio, Depends(studio_of)]
"""The studio that a request is made to."""

PlanId = Annotated[str, Path(description="Id of a plan.", examples=["0123456789ab"])]
"""Which plan."""

Number = Annotated[int, Path(ge=1, le=2**31, description="Number of a version.")]
"""Which version of it."""
