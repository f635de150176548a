"""What the user should know of work that was done all the same."""

from dataclasses import dataclass

from arcload.model.advice import in_python, with_advice


@dataclass(frozen=True)
class Note:
    """One sentence to the user, collected on what is returned: an instance or a result.

    Parameters
    ----------
    text
        What the user should know.
    advice
        What changes it, see `arcload.model.advice`.
    """

    text: str
    advice: str = ""

    def __str__(self) -> str:
        return with_advice(self.text, self.advice, in_python)
