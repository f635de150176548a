"""Pages in a PDF file."""

import re
import zlib

import numpy as np
from matplotlib.colors import to_rgb

from arcload.views.printing.fonts import Fonts
from arcload.views.printing.label_board import Slot
from arcload.views.printing.page_canvas import PageCanvas
from arcload.views.printing.paper import Paper
from arcload.views.printing.pdf import pdf_of, picture_of
from arcload.views.printing.sheet import Label, Mark, Sheet

FONTS = Fonts()


def _sheet(title: str) -> Sheet:
    paper = Paper.of("a4")
    sheet = Sheet(paper, paper.frame, title, None)
    sheet.marks = [Mark((50.0, 60.0), True), Mark((50.0, 80.0), False)]
    sheet.labels = [Label("12, (57)", Slot(100, 150, 12, 3), 6.5, "number", trip=2)]
    sheet.beside = {"left": "A1, page 2", "top": "B0, page 9"}
    sheet.unplaced = ["Lost Lane"]
    return sheet


def test_each_sheet_is_a_page_with_its_number() -> None:
    content = pdf_of("town $x^2$", ["a fact"], [_sheet("sheet A1"), _sheet("sheet B1")], FONTS)
    assert len(re.findall(rb"/Type /Page\b", content)) == 2
    assert b"/Title (town $x^2$)" in content
    streams = re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL)
    drawn = sum(b"Tj" in _inflated(stream) or b"TJ" in _inflated(stream) for stream in streams)
    assert drawn >= 2


def _inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def test_a_page_can_be_a_picture() -> None:
    content = picture_of("town", [_sheet("overview"), _sheet("sheet A1")], 2, FONTS, 50)
    assert content.startswith(b"\x89PNG")


def test_a_title_longer_than_the_page_is_cut() -> None:
    content = pdf_of("x" * 3000, [], [_sheet("")], FONTS)
    assert content.startswith(b"%PDF")


def test_trips_have_boxes_that_differ_in_black_and_white() -> None:
    canvas = PageCanvas(Paper.of("a4"))
    for trip in range(1, 5):
        canvas.label(Label("7", Slot(50, 50 * trip, 4, 3), 6.5, "number", trip))
    (axes,) = canvas.figure.axes
    shades = np.unique([to_rgb(patch.get_facecolor()) for patch in axes.patches], axis=0)
    assert len(shades) == 4
    assert (shades == shades[:, :1]).all()
