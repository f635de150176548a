"""The help of a command, in panels."""

from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from arcload.cli.panels import PanelCommand


@pytest.fixture
def help_text() -> str:
    """Return the help of a command with an argument and options in two panels."""
    app = typer.Typer(rich_markup_mode=None, add_completion=False)

    @app.command(cls=PanelCommand)
    def command(
        file: Annotated[str, typer.Argument(help="What to read.")],
        late: Annotated[int, typer.Option(rich_help_panel="More", help="Rarely used.")] = 1,
        early: Annotated[int, typer.Option(help="Often used.")] = 2,
        later: Annotated[int, typer.Option(rich_help_panel="More", help="Never used.")] = 3,
    ) -> None:
        pass

    return CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).output


def test_every_option_stands_in_its_panel(help_text: str) -> None:
    panels = help_text.split("\n\n")[1:]
    assert [panel.partition(":")[0].strip() for panel in panels] == ["Arguments", "More", "Options"]
    assert "--late " in panels[1]
    assert "--later " in panels[1]
    assert "--early " in panels[2]
    assert "--help" in panels[2]


def test_the_texts_of_all_panels_are_aligned(help_text: str) -> None:
    lines = help_text.splitlines()
    texts = ("What to read.", "Rarely used.", "Often used.", "Never used.")
    columns = {line.index(text) for text in texts for line in lines if text in line}
    assert len(columns) == 1
