"""Changing streets, places and vehicles, and taking it back."""

import re

from playwright.sync_api import Route, expect

from tests.studio.page.conftest import Open


def test_streets_and_places_are_changed_and_changes_taken_back_by_keys(opened: Open) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    served = page.get_by_role("row", name="To be served").locator("td")
    expect(served).to_have_text("32")
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

    page.locator("label", has_text="Other way").click()
    page.locator("label", has_text="Closed").click()
    expect(page.locator(".legend")).to_contain_text("closed")
    page.keyboard.press("Escape")
    expect(served).to_have_text("31")

    page.get_by_role("button", name="Move").click()
    page.get_by_label("Find a corner").fill("stone vine")
    page.keyboard.press("Enter")
    expect(page.locator(".place")).to_contain_text("Stone Parade")
    expect(page.locator(".place")).to_contain_text("Vine Road")


def test_wrong_values_of_vehicles_get_the_sentence_of_the_server_beside_their_field(
    opened: Open,
) -> None:
    studio = opened()
    page = studio.page
    studio.make_example("Village")
    studio.go("vehicles")
    weight = page.get_by_label("Curb weight")
    weight.fill("heavy")
    weight.press("Enter")
    expect(page.locator(".field", has=weight).locator(".wrong")).to_contain_text("heavy")
    weight.fill("700")
    page.get_by_text("Hours and speeds").click()
    expect(page.locator(".field", has=weight).locator(".wrong")).to_be_empty()

    serving, driving = (page.get_by_label(f"Speed while {deed}") for deed in ("serving", "driving"))
    serving.fill("15")
    serving.press("Enter")
    expect(page.locator(".field", has=serving).locator(".wrong")).to_contain_text("both")
    driving.fill("40")
    driving.press("Enter")
    expect(page.locator(".field", has=serving).locator(".wrong")).to_be_empty()

    capacity = page.get_by_label("Capacity")
    capacity.fill("10")
    capacity.press("Enter")
    expect(page.locator(".problem")).to_contain_text("No plan is possible")
    studio.go("solve")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".problem")).to_be_hidden()
    expect(solve).to_be_enabled()
    studio.forgive("422")


def test_what_is_typed_stays_though_older_news_come_while_it_is_saved(opened: Open) -> None:
    studio = opened()
    page, held = studio.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    studio.make_example("Village")
    studio.go("vehicles")
    page.get_by_text("Hours and speeds").click()
    is_plan = re.compile(r"/api/plans/[^/]+$")
    page.route(is_plan, hold)
    weight, serving = page.get_by_label("Curb weight"), page.get_by_label("Speed while serving")
    with page.expect_request(is_plan):  # the news of this edit are read, and come late
        weight.fill("700")
        weight.press("Enter")
    is_edit = re.compile(r"/api/plans/[^/]+/instance$")
    page.route(is_edit, hold)
    with page.expect_request(is_edit):
        serving.fill("15")
        serving.press("Enter")
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    expect(page.locator(".field", has=serving).locator(".wrong")).to_contain_text("both")
    expect(serving).to_have_value("15")
    page.unroute_all()
    studio.forgive("422")
