"""Names as lists show them."""

from arcload.model.printable import printable

_LONGEST = 200


def plain_name(text: str) -> str:
    """Return a name in one line that is not too long, without odd characters."""
    whole = text.encode("utf-8", "replace").decode()
    return " ".join(printable(" ".join(whole.split())).split())[:_LONGEST] or "plan"
