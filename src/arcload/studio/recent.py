"""What was worked out lately and may be asked for again."""

from collections import OrderedDict
from collections.abc import Hashable


class Recent:
    """Texts by what they depend on; of many those that were used last are kept.

    Parameters
    ----------
    most
        How many.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, key: Hashable) -> str | None:
        """Return a text; None where it is not kept."""
        if key in self._texts:
            self._texts.move_to_end(key)
        return self._texts.get(key)

    def keep(self, key: Hashable, text: str) -> None:
        """Keep a text in place of one that was not used for long."""
        self._texts[key] = text
        self._texts.move_to_end(key)
        while len(self._texts) > self._most:
            self._texts.popitem(last=False)
