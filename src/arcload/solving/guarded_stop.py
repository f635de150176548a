"""Stopping criteria of users, which must not lose what a search has found."""

from arcload.engine.stop import (
    AnyOf,
    MaxIterations,
    MaxTime,
    NoImprovement,
    Progress,
    ProvenGap,
    Stop,
    TargetCost,
)

_OURS = MaxTime | MaxIterations | NoImprovement | TargetCost | ProvenGap


class GuardedStop:
    """A criterion that also stops when it raises an exception, and keeps it.

    Parameters
    ----------
    stop
        The criterion.
    """

    def __init__(self, stop: Stop) -> None:
        self.error: Exception | None = None
        self.criteria = self._guarded(stop)

    def _guarded(self, stop: Stop) -> Stop:
        """Return a criterion with each function of the user's in a guard, also inside others."""
        if isinstance(stop, AnyOf):
            return AnyOf(*(self._guarded(one) for one in stop.criteria))
        if isinstance(stop, _OURS):
            return stop

        def ask(progress: Progress) -> bool:
            try:
                return bool(stop(progress))
            except Exception as error:
                self.error = self.error or error
                return True

        return ask
