"""Changing streets, places and vehicles, and taking it back."""

import re

from playwright.sync_api import expect

from tests.studio.page.conftest import Open


def test_edits_are_undone_and_done_again_by_keys(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    studio.choose_street("Iris Mews")
    demand = page.get_by_label(re.compile("^Demand"))
    expect(demand).to_have_value("3")
    demand.fill("77")
    demand.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.locator(".plan-name").click()
    page.keyboard.press("Control+z")
    expect(demand).to_have_value("3")
    page.keyboard.press("Control+y")
    expect(demand).to_have_value("77")


def test_streets_are_closed_turned_and_left_without_service(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    served = page.get_by_role("row", name="To be served").locator("td")
    expect(served).to_have_text("32")
    studio.choose_street("Iris Mews")
    page.locator("label", has_text="No service").click()
    page.locator("label", has_text="Other way").click()
    page.locator("label", has_text="Closed").click()
    expect(page.get_by_role("radio", name="Closed")).to_be_checked()
    page.keyboard.press("Escape")
    expect(served).to_have_text("31")
    expect(page.locator(".legend")).to_contain_text("closed")


def test_edits_that_leave_no_plan_are_explained_and_can_be_taken_back(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    studio.go("vehicles")
    capacity = page.get_by_label("Capacity")
    capacity.fill("10")
    capacity.press("Enter")
    expect(page.locator(".problem")).to_contain_text("No plan is possible")
    studio.go("solve")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".problem")).to_be_hidden()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_the_depot_is_moved_by_the_names_of_a_corner(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    page.get_by_role("button", name="Move").click()
    page.get_by_label("Find a corner").fill("stone vine")
    page.keyboard.press("Enter")
    depot = page.locator(".place")
    expect(depot).to_contain_text("Stone Parade")
    expect(depot).to_contain_text("Vine Road")


def test_a_wrong_value_gets_the_sentence_of_the_server_beside_its_field(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    studio.go("vehicles")
    weight = page.get_by_label("Curb weight")
    weight.fill("heavy")
    weight.press("Enter")
    expect(page.locator(".field", has=weight).locator(".wrong")).to_contain_text("heavy")
    weight.fill("700")
    weight.press("Enter")
    expect(page.locator(".field", has=weight).locator(".wrong")).to_be_empty()
    studio.forgive("422")


def test_values_that_belong_together_are_kept_until_both_are_given(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    studio.go("vehicles")
    page.get_by_text("Hours and speeds").click()
    serving, driving = (page.get_by_label(f"Speed while {deed}") for deed in ("serving", "driving"))
    serving.fill("15")
    serving.press("Enter")
    expect(page.locator(".field", has=serving).locator(".wrong")).to_contain_text("both")
    driving.fill("40")
    driving.press("Enter")
    expect(page.locator(".field", has=serving).locator(".wrong")).to_be_empty()
    page.reload()
    expect(driving).to_have_value("40")
    studio.forgive("422")
