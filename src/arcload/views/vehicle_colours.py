"""Colours that tell vehicles apart, also for those who see few colours.

The first eight are those of Okabe and Ito and of Tol, or lighter ones for a dark ground. Each pair
stays apart under red, green and blue blindness (simulated after Machado et al., 2009).
"""

LIGHT = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#332288",
    "#882255",
    "#472021",
    "#a76ef8",
)
"""For paper and bright screens."""

DARK = (
    "#4da3e0",
    "#ff8a3d",
    "#2fc79a",
    "#e89cc5",
    "#f5c542",
    "#9fdcff",
    "#8f7bff",
    "#d8407f",
    "#2f8a10",
    "#f0f3c5",
)
"""For dark screens."""


def vehicle_colour(number: int) -> str:
    """Return the colour of a route by its number from 1; after the tenth they repeat."""
    return LIGHT[(number - 1) % len(LIGHT)]
