"""Options that a command takes as one object."""

import inspect
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer

from arcload.cli.option_groups import grouped

Size = Annotated[int, typer.Option(help="How large.")]


@dataclass(frozen=True)
class Box:
    """A group of two options."""

    size: Size = 3
    colour: Annotated[str | None, typer.Option()] = None


def test_a_group_becomes_its_options_in_its_place() -> None:
    @grouped
    def command(first: str, *, box: Box, last: int = 7) -> None:
        pass

    parameters = inspect.signature(command).parameters
    assert list(parameters) == ["first", "size", "colour", "last"]
    assert parameters["size"].annotation is Size
    assert [parameters[name].default for name in ("size", "colour", "last")] == [3, None, 7]
    assert parameters["first"].default is inspect.Parameter.empty


def test_the_command_gets_whole_objects() -> None:
    seen: list[Any] = []

    @grouped
    def command(first: str, *, box: Box) -> None:
        seen.extend((first, box))

    command(first="a", size=5, colour="red")
    assert seen == ["a", Box(5, "red")]


def test_an_option_without_a_default_is_a_mistake_of_ours() -> None:
    @dataclass(frozen=True)
    class Needy:
        size: int

    def command(*, needy: Needy) -> None:
        pass

    with pytest.raises(AssertionError, match="default"):
        grouped(command)
