"""How far a plan may be from the best one, as the page shows it."""

from typing import Any

from arcload.model.gap_words import gap_words, short_gap_words
from arcload.model.result import relative_gap


def gap_facts(cost: float | None, bound: float | None, method: str = "auto") -> dict[str, Any]:
    """Return the gap as a share, in a sentence and in short; None each where it is not known."""
    gap = None if cost is None or bound is None else relative_gap(cost, bound)
    if gap is None:
        return {"gap": None, "gap_words": None, "gap_short": None}
    return {
        "gap": gap,
        "gap_words": gap_words(gap, method=method),
        "gap_short": short_gap_words(gap),
    }
