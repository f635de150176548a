"""How far a plan may be from the best one, in the same words everywhere."""

import math
from fractions import Fraction

from arcload.model.claims import TOLERANCE

_WEAK = 0.1  # above it, bounds are known to be weaker than the plans of these methods
_THOROUGH = ("auto", "exact")


def gap_words(gap: float | None, plan: str = "plan", method: str = "auto") -> str:
    """Return what a gap says, to stand behind the word "gap".

    It is rounded up, so that no more is claimed than was proven.

    Parameters
    ----------
    gap
        cost / lower bound - 1; None where the bound is 0 or next to it.
    plan
        What a plan is called: "tour" where it is one.
    method
        How it was found; "" where nobody knows.

    Examples
    --------
    >>> gap_words(0.0654, "tour")
    '6.54%: no tour costs less by more than that'
    """
    if gap is None:
        return "unknown: the lower bound is 0"
    if _is_closed(gap):
        return f"{gap_percent(gap)}: proven optimal, no {plan} costs less"
    words = f"{gap_percent(gap)}: no {plan} costs less by more than that"
    if gap > _WEAK + TOLERANCE and method in _THOROUGH:
        words += f"; the bound, not the {plan}, is likely the weak part"
    return words


def short_gap_words(gap: float) -> str:
    """Return a gap where there is no room for a sentence."""
    return "proven optimal" if _is_closed(gap) else f"gap {gap_percent(gap)}"


def gap_percent(gap: float) -> str:
    """Return a gap in per cent with two decimals, rounded up."""
    hundredths = math.ceil(10_000 * Fraction(max(0.0, gap - TOLERANCE)))
    return f"{hundredths // 100:,}.{hundredths % 100:02}%"


def _is_closed(gap: float) -> bool:
    return gap <= TOLERANCE
