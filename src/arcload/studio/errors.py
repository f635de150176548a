"""What the studio refuses, each with one sentence and the status of its answer."""

from arcload.model.advice import in_options, with_advice
from arcload.model.errors import ArcloadError


class Refused(ArcloadError):  # noqa: N818, named as an answer
    """A request that is not done; the sentence says why."""

    status = 422


class Unauthorized(Refused):
    """A request without the token."""

    status = 401


class Forbidden(Refused):
    """A request from a page of someone else."""

    status = 403


class Unknown(Refused):
    """A plan, a version or an example that is not there."""

    status = 404


class Conflict(Refused):
    """A request that does not fit the present state of a plan."""

    status = 409


class TooLarge(Refused):
    """A body above the limit."""

    status = 413


class Unsupported(Refused):
    """A body of a kind that is not read."""

    status = 415


class Misdirected(Refused):
    """A request for another host."""

    status = 421


class TooMany(Refused):
    """A solve beyond those that may wait."""

    status = 429


class Failed(Refused):
    """A task whose process died, or took too long."""

    status = 422


class Broken(Refused):
    """A request at which the server itself went wrong."""

    status = 500


def sentence_of(error: ArcloadError) -> str:
    """Return an error in one sentence, with the options that whoever runs the server has."""
    return with_advice(error.message, error.advice, in_options)
