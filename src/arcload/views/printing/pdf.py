"""Draw laid-out pages into a PDF file."""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from arcload.views.plotting.canvas import own_settings
from arcload.views.printing.fonts import Fonts
from arcload.views.printing.label_board import Slot
from arcload.views.printing.page_canvas import PageCanvas
from arcload.views.printing.paper import MARGIN
from arcload.views.printing.sheet import Arrow, Label, Mark, Sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TITLE, _TEXT = 12.0, 7.0  # points
_LINE = 4.2  # millimetres from line to line of the legend
_SAMPLE = 11.0  # millimetres of a line in the legend
_MOST_TRIPS = 4  # that have a box of their own


def pdf_of(name: str, facts: Sequence[str], pages: Sequence[Sheet], fonts: Fonts) -> bytes:
    """Return the PDF file of a map; the same map gives the same bytes.

    Parameters
    ----------
    name
        What the map is called.
    facts
        Lines about the route, for the first page.
    pages
        Its pages.
    fonts
        The fonts of the map.
    """
    from matplotlib.backends.backend_pdf import PdfPages

    content = io.BytesIO()
    with _fonts(fonts):
        metadata = {"Title": name, "Creator": "arcload", "CreationDate": None}
        with PdfPages(content, metadata=metadata) as file:
            for number in range(1, len(pages) + 1):
                file.savefig(_drawn(name, facts, pages, number, fonts))
    return content.getvalue()


def picture_of(
    name: str, pages: Sequence[Sheet], number: int, fonts: Fonts, dots_per_inch: int
) -> bytes:
    """Return one page of a map as a PNG file, by its number from 1."""
    content = io.BytesIO()
    with _fonts(fonts):
        figure = _drawn(name, (), pages, number, fonts)
        figure.savefig(content, format="png", dpi=dots_per_inch)
    return content.getvalue()


@contextmanager
def _fonts(fonts: Fonts) -> Iterator[None]:
    """Draw with some fonts, whose letters stay text in a PDF file."""
    from matplotlib import rcParams

    with own_settings():
        rcParams.update({"font.family": fonts.families, "pdf.fonttype": 42})
        yield


def _drawn(
    name: str, facts: Sequence[str], pages: Sequence[Sheet], number: int, fonts: Fonts
) -> "Figure":
    """Return a page as it is drawn, by its number from 1; the first one has the facts."""
    trips = max((label.trip for page in pages for label in page.labels), default=0)
    page = _Page(pages[number - 1], fonts)
    page.draw_map()
    page.write_head(name, f"page {number} of {len(pages)}")
    page.write_facts(facts if number == 1 else ())
    page.write_legend(trips)
    return page.canvas.figure


class _Page:
    """A page that is being drawn."""

    def __init__(self, sheet: Sheet, fonts: Fonts) -> None:
        self.canvas = PageCanvas(sheet.paper)
        self._sheet, self._fonts = sheet, fonts
        self._top = sheet.paper.height - MARGIN
        self._right = sheet.paper.width - MARGIN

    def draw_map(self) -> None:
        """Draw what lies in the frame, and the names of the sheets beside it."""
        canvas, sheet = self.canvas, self._sheet
        canvas.lines("street", sheet.streets)
        canvas.lines("served", sheet.served)
        canvas.lines("deadhead", sheet.deadheads)
        canvas.arrows(sheet.arrows)
        for mark in sheet.marks:
            canvas.mark(mark)
        for label in sheet.labels:
            canvas.label(label)
        for cell in sheet.cells:
            canvas.frame(cell)
        frame, gap = sheet.frame, 2.4
        canvas.frame(frame)
        x, y = (frame.left + frame.right) / 2, (frame.low + frame.high) / 2
        beside = {
            "left": (frame.left - gap, y, 90),
            "right": (frame.right + gap, y, 90),
            "top": (x, frame.high + gap, 0),
            "bottom": (x, frame.low - gap, 0),
        }
        for side, name in sheet.beside.items():
            at_x, at_y, turn = beside[side]
            canvas.text(at_x, at_y, name, _TEXT, ha="center", rotation=turn, weight="bold")

    def write_head(self, name: str, page: str) -> None:
        """Write the title and the number of the page."""
        sheet = self._sheet
        title = f"{name}: {sheet.title}" if sheet.title else name
        room = self._right - MARGIN - self._fonts.size(page, _TEXT + 1)[0] - 5
        title = self._fonts.shortened(title, _TITLE, room, bold=True)
        self.canvas.text(MARGIN, self._top - 2, title, _TITLE, weight="bold")
        self.canvas.text(self._right, self._top - 2, page, _TEXT + 1, ha="right")

    def write_facts(self, facts: Sequence[str]) -> None:
        """Write what there is to know of the route."""
        for number, fact in enumerate(facts):
            line = self._fonts.shortened(fact, _TEXT, self._right - MARGIN)
            self.canvas.text(MARGIN, self._top - 7 - 3.4 * number, line, _TEXT)

    def write_legend(self, trips: int) -> None:
        """Explain lines, signs and numbers; draw the scale; name what has no room on the map."""
        canvas, frame = self.canvas, self._sheet.frame
        y = frame.low - 8.5
        self._draw_scale(y)
        x = frame.left
        for kind, words in (
            ("served", "serve"),
            ("deadhead", "deadhead"),
            ("street", "other street"),
        ):
            canvas.lines(kind, [np.array([(x, y), (x + _SAMPLE, y)])])
            if kind != "street":
                middle = (x + _SAMPLE / 2, y)
                canvas.arrows([Arrow(middle, (1.0, 0.0), kind == "served")])
            x = self._words(x + _SAMPLE + 1.5, y, words)
        kinds = {mark.is_depot for mark in self._sheet.marks}
        for is_depot in sorted(kinds, reverse=True):
            canvas.mark(Mark((x + 1.5, y), is_depot))
            x = self._words(x + 4.5, y, "depot" if is_depot else "facility")
        x, y = frame.left, y - _LINE
        samples = [
            ("12", "served as number 12 of the list", 1),
            ("(57)", "deadhead as number 57", 1),
        ]
        if trips > 1:
            shown = min(trips, _MOST_TRIPS)
            again = " (then again)" if trips > shown else ""
            samples += [
                ("7", f"trip {trip}{again if trip == shown else ''}", trip)
                for trip in range(1, shown + 1)
            ]
        for text, words, trip in samples:
            width, height = self._fonts.size(text, 6.5, bold=True)
            slot = Slot(x + width / 2 + 0.5, y, width + 1, height + 1)
            canvas.label(Label(text, slot, 6.5, "number", trip))
            x = self._words(x + width + 2.5, y, words)
        if self._sheet.unplaced:
            missing = "no room on the map: " + "; ".join(self._sheet.unplaced)
            missing = self._fonts.shortened(missing, 6.0, frame.width)
            canvas.text(frame.left, y - _LINE, missing, 6.0)

    def _words(self, x: float, y: float, words: str) -> float:
        """Write words of the legend; return where the next ones may begin."""
        self.canvas.text(x, y, words, _TEXT)
        return x + self._fonts.size(words, _TEXT)[0] + 4.5

    def _draw_scale(self, y: float) -> None:
        bar, right = self._sheet.bar, self._sheet.frame.right
        if bar is None:
            return
        left = right - bar.millimetres
        for end in (right, (left + right) / 2):
            self.canvas.frame((left, y - 0.5, end, y + 0.5), 0.6)
        words = f"{bar.text}, scale {bar.scale}"
        self.canvas.text(right, y - _LINE + 1, words, _TEXT, ha="right")
