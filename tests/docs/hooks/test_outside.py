"""Pages outside of docs are part of the site, with links that lead there."""

import pytest
from docs.hooks.outside import with_links


@pytest.mark.parametrize(
    ("page", "text", "shown"),
    [
        ("methods.md", "[a](../CONTRIBUTING.md#b)", "[a](contributing.md#b)"),
        ("formats/csv.md", "[a](../../examples)", "[a](../examples.md)"),
        ("formats/csv.md", "[a](../rules.md#b), [c](json.md)", "[a](../rules.md#b), [c](json.md)"),
        ("contributing.md", "[a](docs/methods.md#b)", "[a](methods.md#b)"),
        ("examples.md", "[a](../README.md#b)", "[a](index.md)"),
        ("training.md", "[`x.py`](../src/arcload/_version.py)", "`x.py`"),
        ("training.md", "[a](training)", "a"),
        ("problem.md", "[a](#b), [c](https://d.org/e)", "[a](#b), [c](https://d.org/e)"),
        ("index.md", "![a](images/fleet.png)", "![a](images/fleet.png)"),
    ],
)
def test_a_link_leads_to_the_page_of_the_site(page: str, text: str, shown: str) -> None:
    assert with_links(text, page) == shown


def test_a_link_to_nothing_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with_links("[a](../nothing.md)", "problem.md")
    assert "docs/problem.md links to nothing.md" in caplog.text
