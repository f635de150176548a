"""The paper's two tables: its figures from its authors' files, and ours beside them."""

from collections.abc import Mapping

import pytest

from arcload.runs.paper_tables import paper_tables
from arcload.runs.references import read_references
from arcload.runs.series import Best, Series
from arcload.runs.tables import Row, Table
from tests.published import FOLDER, needs_published


def cells(table: Table, heading: str, method: str) -> Row:
    """Return a row without its method."""
    (block,) = [block for block in table.blocks if block.heading.startswith(heading)]
    (row,) = [row for row in block.rows if row[0] == method]
    return row[1:]


@pytest.fixture(scope="module")
def published() -> list[Table]:
    """Return both tables of what was published alone."""
    return paper_tables([], read_references([FOLDER / "published"]), {})


@needs_published
@pytest.mark.parametrize(
    ("table", "heading", "method", "printed"),
    [
        (1, "Eulerian", "GHC", ("221950.80", "17.45")),
        (1, "Eulerian", "EA", ("188977.68", "0.00")),
        (1, "Christofides", "ILS", ("83499.37", "0.77")),
        (1, "Hertz", "ACO", ("46175.24", "9.28")),
        (2, "Small, |E| = 9", "GHC", ("24175.48", "1.85")),
        (2, "Small, |E| = 10", "ACO", ("33435.88", "0.68")),
        (2, "Large, n = 10", "VNS", ("193504.43", "4.67")),
        (2, "Large, n = 20", "EA", ("1619820.03", "0.00")),
        (2, "Large, n = 30", "ILS", ("12124005.61", "8.99")),
    ],
)
def test_the_printed_figures_come_out_of_the_files(
    published: list[Table], table: int, heading: str, method: str, printed: Row
) -> None:
    assert cells(published[table - 1], heading, f"{method}, published")[:2] == printed


@needs_published
def test_where_paper_and_files_disagree_the_files_count_and_notes_say_so(
    published: list[Table],
) -> None:
    assert cells(published[1], "Small, |E| = 8", "GHC, published")[:2] == ("32406.56", "1.12")
    assert cells(published[1], "Large, n = 10", "GHC, published")[2] == "0.011"
    notes = " ".join(published[1].notes)
    assert "32046.24" in notes
    assert "0.11 s" in notes
    assert "66" in notes


SIZES = {"small_1": 8, "small_2": 8, "small_3": 8, "small_4": 8, "small_5": 8, "small_6": 8}


def known(bounds: Mapping[str, float | None]) -> dict[str, Best]:
    """Return the best of instances of eight edges whose best tours cost 100."""
    return {
        name: Best(
            cost=100.0, bound=bound, method="auto", seed=1, proof="", edges=SIZES[name], served=8
        )
        for name, bound in bounds.items()
    }


def series(name: str, costs: list[float], published: bool = False) -> Series:
    """Return a method with these costs on the instances of eight edges."""
    named = dict(zip(SIZES, costs, strict=False))
    return Series(
        name=name,
        costs={instance: (cost,) for instance, cost in named.items()},
        seconds=dict.fromkeys(named, (0.5,)),
        published=published,
        edges=SIZES,
    )


def test_gaps_are_a_ratio_of_means_a_mean_of_ratios_and_to_the_bound() -> None:
    best = known(dict.fromkeys(SIZES, 100.0) | {"small_6": 80.0})
    ea = series("EA", [100.0] * 5 + [700.0], published=True)
    ours = series("auto", [100.0] * 6)
    _, table = paper_tables([ours], [ea], best)
    assert cells(table, "Small, |E| = 8", "EA, published") == (
        *("200.00", "0.00", "0.500", "100.00", "129.17", "5 of 6"),
    )
    assert cells(table, "Small, |E| = 8", "auto") == (
        *("100.00", "-50.00", "0.500", "0.00", "4.17", "5 of 6"),
    )


def test_what_was_not_run_or_given_is_blank() -> None:
    best = known(dict.fromkeys(SIZES, 100.0))
    first, second = paper_tables([series("auto", [100.0] * 6)], [], best)
    assert set(cells(first, "Eulerian", "auto")) == {""}
    assert set(cells(second, "Small, |E| = 8", "EA, published")) == {""}
    assert cells(first, "Eulerian", "Arc-DRL, published*")[:3] == ("189064.26", "0.05", "0.725")
    headings = [block.heading for block in first.blocks]
    assert headings[0] == "Eulerian (none of 18 instances run)"


def test_a_method_that_missed_an_instance_is_blank_and_named() -> None:
    best = known(dict.fromkeys(SIZES, 100.0))
    ours = [series("auto", [100.0] * 6), series("ils", [100.0] * 5)]
    _, table = paper_tables(ours, [], best)
    assert set(cells(table, "Small, |E| = 8", "ils")) == {""}
    assert any("ils has a tour of 5 of the 6 instances" in note for note in table.notes)


def test_of_a_part_of_a_set_published_costs_are_compared_and_arc_drls_mean_is_not() -> None:
    best = known(dict.fromkeys(list(SIZES)[:2], 100.0))
    ea = series("EA", [100.0, 102.0, 999.0], published=True)
    _, table = paper_tables([series("auto", [100.0, 100.0])], [ea], best)
    assert table.blocks[0].heading == "Small, |E| = 8 (2 of 6 instances run)"
    assert cells(table, "Small, |E| = 8", "EA, published")[0] == "101.00"
    assert set(cells(table, "Small, |E| = 8", "Arc-DRL, published*")) == {""}
