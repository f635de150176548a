"""An instance is the same when it was kept."""

from hypothesis import given, settings

from arcload import Instance
from arcload.studio.tasks.instance_text import instance_of, text_of
from tests.strategies import instances


@settings(max_examples=20)
@given(instances())
def test_what_is_kept_is_read_again(instance: Instance) -> None:
    assert instance_of(text_of(instance)) == instance
