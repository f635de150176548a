"""What the figures share."""

from pathlib import Path

import pytest
from matplotlib.axes import Axes

from arcload.runs.figures.style import save_figure, set_seconds_ticks


def test_a_name_with_dollars_is_no_formula(tmp_path: Path) -> None:
    name = r"$\frac$ and $x^{$"
    file = save_figure(tmp_path / "a.png", lambda ax: ax.set_title(name))
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("limits", [(15, 41), (0.01, 0.6), (0.02, 300)])
def test_a_short_axis_has_labels_and_none_of_them_is_a_power(
    ax: Axes, limits: tuple[float, float]
) -> None:
    ax.set_xscale("log")
    ax.set_xlim(*limits)
    set_seconds_ticks(ax.xaxis)
    labels = [
        label.get_text()
        for minor in (False, True)
        for at, label in zip(
            ax.get_xticks(minor=minor), ax.get_xticklabels(minor=minor), strict=True
        )
        if limits[0] <= at <= limits[1] and label.get_text()
    ]
    assert 2 <= len(labels) <= 6
    assert all("10^" not in label for label in labels)
