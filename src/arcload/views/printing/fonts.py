"""How much room text takes, and which letters can be printed."""

from bisect import bisect_left
from functools import cache, cached_property
from typing import Any

POINT = 25.4 / 72
"""Millimetres in a point, the unit of font sizes."""

_FIRST = "DejaVu Sans"
# Fonts for letters that the first one lacks, where the machine has them.
_OTHERS = (
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK KR"),
    *("WenQuanYi Zen Hei", "Hiragino Sans", "PingFang SC", "Yu Gothic", "Microsoft YaHei"),
    *("Malgun Gothic", "Noto Sans Thai", "Noto Sans Devanagari", "Noto Sans Bengali"),
    *("Noto Sans Tamil", "Leelawadee UI", "Nirmala UI", "Arial Unicode MS"),
)
_MEASURED = 100.0  # points at which text is measured: small letters are rounded to whole dots
_HEIGHT = 1.12  # of a line of text, in font sizes


class Fonts:
    """The fonts of a printed map."""

    @cached_property
    def families(self) -> list[str]:
        """The first font and those that stand in for it, by their names."""
        from matplotlib.font_manager import fontManager

        there = {font.name for font in fontManager.ttflist}
        return [_FIRST, *(name for name in _OTHERS if name in there)]

    def size(self, text: str, points: float, *, bold: bool = False) -> tuple[float, float]:
        """Return width and height of a text in millimetres."""
        lines = text.split("\n")
        font = self._font(bold)
        width = 0.0
        for line in lines:
            font.set_size(_MEASURED, 72)
            font.set_text(line, 0.0)
            width = max(width, font.get_width_height()[0] / 64)
        return width / _MEASURED * points * POINT, len(lines) * _HEIGHT * points * POINT

    def shortened(self, text: str, points: float, room: float, *, bold: bool = False) -> str:
        """Return a line that is no wider than some millimetres, cut off at its end if need be."""
        if self.size(text, points, bold=bold)[0] <= room:
            return text
        letters = bisect_left(
            range(len(text)),
            room,
            key=lambda count: self.size(f"{text[: count + 1]}…", points, bold=bold)[0],
        )
        return f"{text[:letters].rstrip()}…"

    def can_show(self, text: str) -> bool:
        """Return whether there is a sign for each letter."""
        return all(ord(letter) in self._letters for letter in text)

    @cached_property
    def _letters(self) -> set[int]:
        from matplotlib.font_manager import get_font

        return {code for path in self._paths(False) for code in get_font(path).get_charmap()}

    def _font(self, bold: bool) -> Any:
        from matplotlib.font_manager import get_font

        return get_font(self._paths(bold))

    def _paths(self, bold: bool) -> tuple[str, ...]:
        return _paths(tuple(self.families), bold)


@cache
def _paths(families: tuple[str, ...], bold: bool) -> tuple[str, ...]:
    from matplotlib.font_manager import FontProperties, findfont

    weight = "bold" if bold else "normal"
    return tuple(findfont(FontProperties(family=name, weight=weight)) for name in families)
