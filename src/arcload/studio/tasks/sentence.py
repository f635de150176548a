"""What a user reads of an error."""

from arcload.engine.memory import out_of_memory
from arcload.model.advice import in_options, with_advice
from arcload.model.errors import ArcloadError
from arcload.model.notes import Note
from arcload.model.printable import printable
from arcload.studio.errors import Failed, sentence_of

TOO_LITTLE_MEMORY = (
    "the memory that one task may take is not enough; take a smaller network, or allow the server "
    "more memory"
)
"""What is said of a task that ran out of memory, however that shows."""


def sentence(error: BaseException) -> tuple[str, str]:
    """Return an error in one sentence, that of the command line, and whose it is.

    That is ``"input"`` for what the user can mend, else ``"internal"``.
    """
    if out_of_memory(error) is not None:
        return TOO_LITTLE_MEMORY, "internal"
    if isinstance(error, Failed):
        return str(error), "internal"
    if isinstance(error, ArcloadError):
        return _one_line(sentence_of(error)), "input"
    return (
        f"arcload failed with an error of its own ({type(error).__name__}); what the server "
        "prints says more",
        "internal",
    )


def note_sentence(note: Note) -> str:
    """Return a note as the command line shows it."""
    return _one_line(with_advice(note.text, note.advice, in_options))


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))
