"""What the user should know of the kernels that this process compiled; loads no Numba."""

from arcload.model.notes import Note

_not_kept: dict[str, str] = {}  # kernels that the next process compiles again, and why


def kernel_notes() -> tuple[Note, ...]:
    """Return the notes on kernels, each once."""
    return tuple(Note(why) for why in dict.fromkeys(list(_not_kept.values())))


def note_kept(kernel: str) -> None:
    """Settle what was noted of a kernel: it is kept for the next process."""
    _not_kept.pop(kernel, None)


def note_not_kept(kernel: str, why: str) -> None:
    """Note that the next process has to compile a kernel again, and why."""
    _not_kept[kernel] = why
