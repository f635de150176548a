"""Every format of streets has a page."""

from arcload.maps.formats.convert import FORMATS
from tests.pages import ROOT


def test_the_table_leads_to_a_page_for_each_format() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [name for name in FORMATS.built_in if f"[`{name}`](formats/" not in text] == []
