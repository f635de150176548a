"""What was worked out lately and may be asked for again."""

from arcload.studio.recent import Recent


def test_what_was_used_last_is_kept() -> None:
    recent = Recent(2)
    recent.keep("a", "1")
    recent.keep("b", "2")
    assert recent.get("a") == "1"
    recent.keep("c", "3")
    assert [recent.get(key) for key in "abc"] == ["1", None, "3"]
    recent.keep("a", "4")
    assert recent.get("a") == "4"
