"""The file of a page: one piece, closed to the network, whatever its texts say."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload import Instance
from arcload.views.page import write_page
from arcload.views.page.write import page_text
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.views.page.towns import NASTY, solved, town

BLOCK = Instance.from_edges(
    [(1, 2, 1, 1), (2, 3, 1, 1)], depot=1, coordinates={1: (0, 0), 2: (1, 0), 3: (1, 1)}
)
TOUR = arcload.Tour(BLOCK, (1, 2), (1, 1))


class Parts(HTMLParser):
    """The elements of a page and the texts of its scripts and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style"):
            self.texts.append((self._inside, data))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]


def data_of(text: str) -> Any:
    """Return the data of a page, as its script reads it."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found.group(1))


def test_nothing_leads_to_the_network() -> None:
    place = town()
    parts = Parts(page_text(solved(place)[0]))
    for _, attributes in parts.tags:
        for name in ("src", "href", "action", "srcset", "data", "poster"):
            assert (attributes.get(name) or "data:").startswith("data:")
    script = "".join(text for _, text in parts.texts)
    assert not re.search(
        r"fetch\(|XMLHttpRequest|WebSocket|import\(|https?://(?!www\.w3\.org)", script
    )


def test_the_policy_allows_this_style_and_script_alone() -> None:
    parts = Parts(page_text(TOUR))
    (policy,) = [
        attributes["content"] or ""
        for attributes in parts.named("meta")
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    style, data, script = parts.texts
    assert data[1].startswith("{")
    for kind, text in (style, script):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


def test_no_element_brings_its_own_code_or_style() -> None:
    parts = Parts(page_text(TOUR))
    for _, attributes in parts.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]


ANYTHING = (
    st.text() | st.sampled_from(NASTY) | st.text("<>&\"'/!-scriptSCRIPT[]\\{}\u2028\u2029\ud800")
)


@given(name=ANYTHING, street=ANYTHING, unit=ANYTHING, node=ANYTHING)
def test_any_text_comes_back_and_adds_no_element(
    name: str, street: str, unit: str, node: str
) -> None:
    place = Instance.from_edges(
        [arcload.Edge("a", node + "!", 1, 1, id=node, name=street), ("a", "c", 1, 1)],
        depot="a",
        coordinates={"a": (0, 0), node + "!": (1, 0), "c": (1, 1)},
        name=name,
        load_unit=unit,
    )
    text = page_text(arcload.best_directions(place, place.edges))
    plain, parts = Parts(page_text(TOUR)), Parts(text)
    text.encode()  # no half of a surrogate pair is left
    assert [tag for tag, _ in parts.tags] == [tag for tag, _ in plain.tags]
    assert parts.texts[2] == plain.texts[2]  # the script
    data = data_of(text)
    assert (data["name"], data["loadUnit"]) == (name, unit)
    assert data["streets"]["names"][0] == (street or f"street {node}")
    body = text[text.index('id="data">') :]
    assert body.count("<") == plain_tail().count("<")


def plain_tail() -> str:
    """Return a harmless page from its data on."""
    text = page_text(TOUR)
    return text[text.index('id="data">') :]


def test_it_credits_its_makers() -> None:
    text = page_text(TOUR)
    assert "MIT licence" in text
    assert "viridis, by" in text


def test_three_thousand_crossings_fit_into_a_mail(tmp_path: Path) -> None:
    place = town(2500)
    result, other = solved(place)
    assert len(result.plan.walk) > 2900
    write_page(result, tmp_path / "route.html", other)
    assert (tmp_path / "route.html").stat().st_size < 400_000


def test_the_same_tour_gives_the_same_bytes() -> None:
    place = town()
    result = solved(place)[0]
    assert page_text(result) == page_text(result)


def test_a_result_from_a_file_gives_the_same_page(tmp_path: Path) -> None:
    place = town()
    result = solved(place)[0]
    result.save(tmp_path / "tour.json")
    assert page_text(arcload.load_result(tmp_path / "tour.json", place)) == page_text(result)


def test_what_is_no_tour_of_this_instance_is_refused(tmp_path: Path) -> None:
    place = town()
    result = solved(place)[0]
    broken = replace(result, lower_bound=2 * result.cost)
    with pytest.raises(arcload.CheckError):
        write_page(broken, tmp_path / "route.html")
    with pytest.raises(arcload.ArcloadError):
        write_page(result, tmp_path / "route.html", baseline=TOUR)
    plan, other = (cut_tour(fleet_of(place, trips=trips)) for trips in (2, 3))
    with pytest.raises(arcload.CheckError, match="another instance"):
        write_page(plan, tmp_path / "route.html", baseline=other)
    assert list(tmp_path.iterdir()) == []


def test_without_coordinates_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "route.html").write_text("before")
    with pytest.raises(arcload.InputError, match="'four edges' has no coordinates"):
        write_page(arcload.solve(FOUR_EDGES), tmp_path / "route.html")
    assert (tmp_path / "route.html").read_text() == "before"
