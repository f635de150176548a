"""The help of a command, with its options in panels."""

import re
from typing import Any

from typer.core import TyperCommand


class PanelCommand(TyperCommand):
    """A command whose help lists its options under the names of their panels."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each panel where its first option stands."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                argument = parameter.param_type_name == "argument"
                panel = getattr(parameter, "rich_help_panel", None)
                name = re.sub(r"--([\w-]+) / --no-\1", r"--[no-]\1", record[0])
                panel = panel or ("Arguments" if argument else "Options")
                panels.setdefault(panel, []).append((name, record[1]))
        widest = max(len(name) for records in panels.values() for name, _ in records)
        for panel, records in panels.items():
            with formatter.section(panel):  # names as wide in every panel, so that texts align
                formatter.write_dl([(name.ljust(widest), text) for name, text in records])
