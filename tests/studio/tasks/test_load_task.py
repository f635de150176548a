"""Every task is found by its name, and nothing else is."""

import pytest

from arcload.studio.tasks.load_task import SEARCHES, TASKS, load_task
from tests.studio.tasks.callers import Listener


@pytest.mark.parametrize("name", [*TASKS, *SEARCHES])
def test_every_task_is_there(name: str) -> None:
    assert callable(load_task(name, Listener()))


def test_no_other_module_is_loaded() -> None:
    with pytest.raises(KeyError):
        load_task("sentence", Listener())
