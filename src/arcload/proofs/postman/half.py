"""Half of a sum of rules, and what it is half of."""

from typing import NamedTuple, TypeAlias

from arcload.model.types import IntArray
from arcload.proofs.postman.cut import CutKind
from arcload.proofs.postman.sum_rule import SumRule

Source: TypeAlias = tuple[CutKind, bytes] | SumRule
"""Kind and nodes of a rule, or a half."""


class Half(NamedTuple):
    """A rule that is half of the sum of others, rounded up."""

    rule: SumRule
    of: tuple[Source, ...]
    """The rules of the sum, each as it counts how often a set is entered."""
    equations: IntArray
    """Those of the sum: nodes left as often as entered; behind them, one start and one end."""
    downwards: IntArray
    """Places, as in `SumRule`, whose factors were rounded down: they count 1 at the most."""
