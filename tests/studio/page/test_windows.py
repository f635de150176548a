"""Two windows at once, small ones, and a server that is silent."""

from playwright.sync_api import expect

from tests.studio.page.conftest import DESK, PHONE, Open

STEPS = ("map", "vehicles", "solve", "judge", "take")


def test_two_windows_stay_in_step(opened: Open) -> None:
    studio, other = opened(), opened()
    page = studio.page
    studio.make_example("Village")
    expect(page.locator(".plan")).to_be_visible()
    here = page.url.split("#")[1]
    other.page.evaluate("here => { location.hash = here }", here)
    other.await_streets()
    served = other.page.get_by_role("row", name="To be served").locator("td")
    expect(served).to_have_text("32")
    studio.choose_street("Iris Mews")
    page.locator("label", has_text="Closed").click()
    expect(served).to_have_text("31")
    page.get_by_role("button", name="Rename this plan").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Little place")
    page.keyboard.press("Enter")
    expect(other.page.locator("h1")).to_have_text("Little place")
    page.goto(page.url.split("#")[0])
    page.get_by_role("button", name="Remove Little place").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("link", name="Little place")).to_have_count(0)
    expect(other.page.locator("main.start")).to_be_visible()


def test_every_step_fits_the_width_of_the_screen(opened: Open, village: str) -> None:
    studio = opened(PHONE, village)
    page = studio.page
    studio.await_streets()
    bottom = "document.querySelector('.stage').getBoundingClientRect().bottom"
    top = "document.querySelector('.panel').getBoundingClientRect().top"
    assert page.evaluate(top) >= page.evaluate(bottom)
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        for step in STEPS:
            studio.go(step)
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_server_that_is_silent_is_said_and_waited_for(opened: Open, village: str) -> None:
    studio = opened(at=village)
    page = studio.page
    studio.await_streets()
    page.route("**/api/**", lambda route: route.abort())
    studio.choose_street("Iris Mews")
    page.locator("label", has_text="Closed").click()
    expect(page.locator("#lost")).to_contain_text("does not answer")
    page.unroute("**/api/**")
    expect(page.locator("#lost")).to_be_hidden()
    studio.forgive("ERR_FAILED")
