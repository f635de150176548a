"""What a user should know of a lower bound."""

from arcload.model.certificate import Kind
from arcload.model.instance import Instance
from arcload.model.notes import Note


def bound_notes(instance: Instance, kind: Kind) -> tuple[Note, ...]:
    """Return what is to be said of a bound of this kind: whether turns count in it.

    Where turn rules hold, only the proof by every set of streets counts turns. All others are of
    the same streets without turn rules, below which no plan is that keeps them.
    """
    if not instance.has_turns or kind == "subsets":
        return ()
    return (
        Note(
            "the bound does not count turns: it is that of the same streets without turn rules, "
            "and the true gap may be smaller"
        ),
    )
