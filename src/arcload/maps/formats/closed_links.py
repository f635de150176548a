"""Which crossings are joined by streets that nobody may drive."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from arcload.model.connectivity import strong_parts


def closed_links(
    streets: Iterable[Sequence[int]], closed: Sequence[tuple[Sequence[int], str]]
) -> list[tuple[int, int, str]]:
    """Return pairs of ends of streets that closed ones join, each with a tag of these.

    A closed street that meets another between its ends is joined to both.

    Parameters
    ----------
    streets
        The nodes of each street.
    closed
        The nodes of each closed one, and its tag.
    """
    number: dict[int, int] = {}
    for nodes, _ in closed:
        for node in nodes:
            number.setdefault(node, len(number))
    steps = [(number[a], number[b]) for nodes, _ in closed for a, b in pairwise(nodes)]
    if not steps:
        return []
    part_of = strong_parts(np.array(steps), np.zeros((len(steps), 2)), len(number)).tolist()
    tags, ends = defaultdict[int, list[str]](list), defaultdict[int, list[int]](list)
    for nodes, tag in closed:
        tags[part_of[number[nodes[0]]]].append(tag)
    for street in streets:
        both = street[0], street[-1]
        for node in street:
            if node in number:
                ends[part_of[number[node]]] += [node] if node in both else both
    return [
        (first, other, tag)
        for part, (first, *others) in ends.items()
        for other in dict.fromkeys(others)
        if other != first
        for tag in dict.fromkeys(tags[part])
    ]
