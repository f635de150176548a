"""What was changed in a network, step by step, to be undone and redone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from arcload.model.arguments import shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.studio.edits.checked_changes import Change, checked_changes


@dataclass(frozen=True)
class Edits:
    """Steps of changes, of which the first so many hold; never changes.

    Parameters
    ----------
    steps
        The changes of each step, as `checked_changes` gives them.
    position
        How many steps hold; the others can be redone.
    """

    steps: tuple[tuple[Change, ...], ...] = ()
    position: int = 0

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """Return the edits that `to_dict` gave."""
        steps, position = value.get("steps", []), value.get("position", 0)
        lists = isinstance(steps, list) and all(isinstance(step, list) for step in steps)
        if not lists or not all(isinstance(change, dict) for step in steps for change in step):
            raise InputError("the edits have no list of steps with changes")
        if isinstance(position, bool) or not isinstance(position, int):
            raise InputError(f"the position of the edits is {shown(position)}; it must be a number")
        if not 0 <= position <= len(steps):
            raise InputError(f"the position of the edits is {position}; {len(steps)} is the last")
        return cls(tuple(tuple(step) for step in steps), position)

    def to_dict(self) -> dict[str, Any]:
        """Return the edits for a file, ready for JSON; empty where nothing was ever changed."""
        if not self.steps:
            return {}
        return {"steps": [list(step) for step in self.steps], "position": self.position}

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes that hold, in order: those of all steps since all was as given."""
        changes = [change for step in self.steps[: self.position] for change in step]
        resets = [number for number, change in enumerate(changes, 1) if "reset" in change]
        return tuple(changes[max(resets, default=0) :])

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return self.position < len(self.steps)

    def with_step(self, changes: Any, base: Instance) -> Self:
        """Return the edits with one more step; what was taken back is gone.

        Parameters
        ----------
        changes
            A list of changes, not checked yet.
        base
            The instance that they change.
        """
        return self._followed_by(checked_changes(changes, base))

    def restored(self, other: "Edits") -> Self:
        """Return the edits with one more step, after which all is as by other edits."""
        return self._followed_by(({"reset": True}, *other.changes))

    def undo(self) -> Self:
        """Return the edits with the last step taken back."""
        if not self.can_undo:
            raise InputError("nothing was changed that could be undone")
        return type(self)(self.steps, self.position - 1)

    def redo(self) -> Self:
        """Return the edits with the step that was taken back last done again."""
        if not self.can_redo:
            raise InputError("nothing was undone that could be redone")
        return type(self)(self.steps, self.position + 1)

    def _followed_by(self, step: Sequence[Change]) -> Self:
        return type(self)((*self.steps[: self.position], tuple(step)), self.position + 1)
