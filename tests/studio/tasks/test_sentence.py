"""Users read one sentence, that of the command line."""

import pytest

from arcload.model.errors import InputError
from arcload.model.notes import Note
from arcload.studio.errors import Failed
from arcload.studio.tasks.sentence import note_sentence, sentence


def test_advice_names_options_as_the_command_line_does() -> None:
    error = InputError("two\nlines", advice="{keep='depot'} goes on")
    assert sentence(error) == ("two lines; --keep depot goes on", "input")
    assert note_sentence(Note("it is so", "{depot} names another")) == (
        "it is so; --depot names another"
    )


@pytest.mark.parametrize("error", [MemoryError(), OSError(12, "Cannot allocate memory")])
def test_too_little_memory_is_told(error: Exception) -> None:
    said, kind = sentence(error)
    assert "memory" in said
    assert kind == "internal"


def test_an_error_of_our_own_names_its_kind_and_no_more() -> None:
    said, kind = sentence(ZeroDivisionError("/secret/path"))
    assert "ZeroDivisionError" in said
    assert "secret" not in said
    assert kind == "internal"
    assert sentence(Failed("it died")) == ("it died", "internal")
