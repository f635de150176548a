"""The way from an empty start to a file for the driver."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.studio.page.conftest import Open

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_whole_way_from_a_file_to_a_route_for_a_device(opened: Open, tmp_path: Path) -> None:
    studio = opened()
    page = studio.page
    page.locator("input[type=file]").set_input_files(EXAMPLES / "village.geojson")
    studio.await_streets()
    expect(page.locator("h1")).to_have_text("village")

    studio.choose_street("Iris Mews")
    demand = page.get_by_label(re.compile("^Demand"))
    demand.fill("12")
    demand.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()

    studio.go("vehicles")
    weight = page.get_by_label("Curb weight")
    expect(weight).to_have_value("293")
    weight.fill("700")
    weight.press("Enter")
    expect(page.locator("#live")).to_have_text("Saved.")

    studio.solve(1)
    expect(page.locator(".outcome")).to_contain_text("Done")
    expect(page.locator(".big-cost")).to_contain_text("t km")
    expect(page.locator(".chart path.cost")).to_have_count(1)

    page.get_by_role("link", name="Judge this plan").click()
    frame = page.frame_locator("iframe")
    expect(frame.locator("#name")).to_have_text("village")
    page.get_by_label("Side by side with").select_option("shortest")
    expect(frame.locator("#saving")).to_be_visible()

    studio.go("take")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save GPX (.gpx)").click()
    assert download.value.suggested_filename.endswith(".gpx")
    route = tmp_path / "route.gpx"
    download.value.save_as(route)
    assert "<trkpt" in route.read_text(encoding="utf-8")


def test_a_bad_file_gets_the_sentence_of_the_command_line(opened: Open, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("from,to,length,demand\n1,2,100,3\n2,3,ten,4\n")
    studio = opened()
    studio.page.locator("input[type=file]").set_input_files(bad)
    refusal = studio.page.locator(".refusal")
    expect(refusal).to_contain_text("bad.csv")
    expect(refusal).to_contain_text("ten")
    studio.forgive("422")


def test_a_network_without_coordinates_is_planned_without_a_map(opened: Open) -> None:
    studio = opened()
    page = studio.page
    page.locator("input[type=file]").set_input_files(EXAMPLES / "four_edges.csv")
    expect(page.locator(".map-stage .message")).to_contain_text("no coordinates")
    expect(page.get_by_role("row", name="Streets")).to_contain_text("4")
    studio.forgive("422")
