"""What the paper calls its methods, and the order in which methods are shown."""

PAPER_NAMES = {
    "greedy": "GHC",
    "ils": "ILS",
    "vns": "VNS",
    "aco": "ACO",
    "ea": "EA",
    "arc-drl": "Arc-DRL",
}
"""The methods of the paper by our names."""


def rank(method: str) -> tuple[int, str]:
    """Return what sorts methods as in the paper, by our names or its own, then all others.

    What stands after a comma, such as ``best of 128``, tells a method from itself alone.
    """
    for number, names in enumerate(PAPER_NAMES.items()):
        if method.partition(",")[0] in names:
            return number, method
    return len(PAPER_NAMES), method
