"""Tables in three forms that say the same."""

import csv
import io
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arcload.runs.tables import Block, Table, percent

TABLE = Table(
    name="costs",
    title="Costs & gaps",
    columns=("method", "Gap (%)"),
    blocks=(Block("E_1", (("auto", "0.00"), ("a|b", "12.50"))), Block("E_2", (("auto", ""),))),
    notes=("Gap: 100% of it.",),
)


def test_markdown_is_aligned() -> None:
    assert TABLE.to_markdown() == (
        "**Costs & gaps**\n\n"
        "E_1\n\n"
        "| method | Gap (%) |\n"
        "| ------ | ------: |\n"
        "| auto   |    0.00 |\n"
        "| a\\|b   |   12.50 |\n\n"
        "E_2\n\n"
        "| method | Gap (%) |\n"
        "| ------ | ------: |\n"
        "| auto   |         |\n\n"
        "- Gap: 100% of it.\n"
    )


def test_csv_has_the_headings_in_a_column() -> None:
    rows = list(csv.reader(io.StringIO(TABLE.to_csv())))
    assert rows == [
        ["group", "method", "Gap (%)"],
        ["E_1", "auto", "0.00"],
        ["E_1", "a|b", "12.50"],
        ["E_2", "auto", ""],
    ]


def test_latex_escapes_what_it_would_read_as_commands() -> None:
    text = TABLE.to_latex()
    assert r"\caption{Costs \& gaps}\label{tab:costs}" in text
    assert r"\multicolumn{2}{l}{\textit{E\_1}} \\" in text
    assert r"a\textbar{}b & 12.50 \\" in text
    assert r"method & Gap (\%) \\" in text
    assert text.count(r"\begin") == text.count(r"\end") == 2


def test_a_long_table_is_broken_over_pages() -> None:
    rows = tuple((str(number), "1") for number in range(100))
    text = replace(TABLE, blocks=(Block("", rows),)).to_latex()
    assert text.startswith(r"\begin{longtable}{lr}")
    assert text.count(r" \\") == 102
    assert text.count(r"\begin") == text.count(r"\end{") == 1


def test_all_forms_are_written(tmp_path: Path) -> None:
    files = TABLE.write(tmp_path)
    assert [file.name for file in files] == ["costs.md", "costs.csv", "costs.tex"]
    assert (tmp_path / "costs.csv").read_text() == TABLE.to_csv()


@given(st.floats(-10, 10))
def test_a_percentage_is_never_minus_nothing(fraction: float) -> None:
    shown = percent(fraction)
    assert shown != "-0.00"
    assert abs(float(shown) - 100 * fraction) <= 0.0051


def test_nothing_known_is_blank() -> None:
    assert percent(None) == ""


def test_no_cell_is_a_formula_to_a_spreadsheet() -> None:
    rows = (("=cmd", "-1.5", "x;=y"), ("+a\nb", "+2", "@z"))
    table = Table(name="t", title="t", columns=("-a", "b", "c"), blocks=(Block("=h", rows),))
    assert table.to_csv() == ("group,'-a,b,c\n'=h,'=cmd,-1.5,\"x,=y\"\n'=h,'+a b,+2,'@z\n")
    assert "+a b" in table.to_markdown()
