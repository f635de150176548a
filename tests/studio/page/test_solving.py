"""Searching: live, stopped, after a reload, and in versions."""

from playwright.sync_api import expect

from tests.studio.page.conftest import Open


def test_a_search_is_seen_live_goes_on_after_a_reload_and_keeps_its_best_when_stopped(
    opened: Open,
) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Large town")
    studio.solve(600)
    stop = page.get_by_role("button", name="Stop and keep the best")
    expect(stop).to_be_visible()
    expect(page.locator(".big-cost")).to_contain_text("km")
    page.reload()
    expect(stop).to_be_visible()
    expect(page.locator(".big-cost")).to_contain_text("km")
    stop.click()
    expect(page.locator(".outcome")).to_contain_text("Stopped")
    expect(page.get_by_role("button", name="Solve again")).to_be_visible()


def test_versions_are_named_compared_gone_back_to_and_removed(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    for weight in ("293", "5000"):
        studio.go("vehicles")
        page.get_by_label("Curb weight").fill(weight)
        page.get_by_label("Curb weight").press("Enter")
        studio.solve(0.5)
        expect(page.locator(".outcome")).to_contain_text("Done")
    studio.go("judge")
    rows = page.locator(".versions li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1).locator(".difference")).to_contain_text("%")
    rows.nth(1).locator("label").click()
    expect(rows.nth(0).locator(".difference")).to_contain_text("+")
    page.get_by_role("button", name="Name Version 1").click()
    page.get_by_role("dialog").get_by_label("Name").fill("light")
    page.get_by_role("button", name="Save").click()
    expect(rows.nth(1)).to_contain_text("light")
    page.get_by_role("button", name="Go back to light").click()
    studio.go("vehicles")
    expect(page.get_by_label("Curb weight")).to_have_value("293")
    studio.go("judge")
    rows.nth(0).locator("label").click()
    page.get_by_role("button", name="Remove Version 2").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(1)
