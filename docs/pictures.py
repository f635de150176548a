"""Make the pictures of the README from the demo: ``make pictures``."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

import arcload
from arcload.model.street_list import street_list
from arcload.views.printing.fonts import Fonts
from arcload.views.printing.pdf import picture_of
from arcload.views.printing.printed_route import PrintedRoute
from arcload.views.printing.sheets import sheets

IMAGES = Path(__file__).parent / "images"
AT, SHEET = (47.37, 8.54), 3  # where the printed town lies, and which page of it is shown
SHARE = 0.3  # of the tour, where both vehicles are shown
SIZES = {"route": (1400, 860), "phone": (390, 844), "fleet": (1400, 860), "today": (1400, 860)}
PAGES = {"fleet": "plan.html", "today": "today.html"}
EXAMPLES = Path(__file__).parents[1] / "examples"


def take_pictures(folder: Path) -> None:
    """Take pictures of pages: two tours, one on a phone, two vehicles, today's route."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (width, height) in SIZES.items():
            page = browser.new_page(
                viewport={"width": width, "height": height}, device_scale_factor=1.5
            )
            page.goto((folder / PAGES.get(name, "route.html")).as_uri())
            if name in ("route", "today"):
                page.click("#compare")
            page.locator("#seek").evaluate(
                "(seek, share) => { seek.value = share * seek.max;"
                " seek.dispatchEvent(new Event('input')); }",
                SHARE,
            )
            page.wait_for_timeout(500)
            page.screenshot(path=IMAGES / f"{name}.png")
        take_studio(browser, folder)
        browser.close()


def take_studio(browser: Browser, folder: Path) -> None:
    """Take a picture of the studio after a search for two vehicles."""
    command = [sys.executable, "-m", "arcload", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--data", str(folder / "studio.db")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        address = re.findall(r"http://\S+", server.stdout.readline())[0]
        page = browser.new_page(viewport={"width": 1400, "height": 860}, device_scale_factor=1.5)
        page.goto(address)
        page.locator(".example", has_text="Winter service").click()
        page.locator("nav a[data-step=solve]").click()
        page.get_by_text("10 s", exact=True).click()
        page.get_by_role("button", name="Solve", exact=True).click()
        expect(page.get_by_role("button", name="Solve again")).to_be_visible(timeout=180_000)
        page.wait_for_timeout(1000)
        page.screenshot(path=IMAGES / "studio.png")
    finally:
        server.terminate()
        server.wait()


def print_map() -> None:
    """Draw a sheet of the printed map of a larger town, as the PDF file has it."""
    town = arcload.generate("city", edges=400, demand="clustered", served=0.85, seed=46, at=AT)
    (route,) = arcload.solve(town, "greedy", bound=False).plan.driven
    fonts = Fonts()
    pages = sheets(PrintedRoute(route, street_list(route), fonts), "a4")
    content = picture_of("town", pages, SHEET, fonts, dots_per_inch=110)
    (IMAGES / "printed_map.png").write_bytes(content)


def print_tutorial(folder: Path) -> None:
    """Draw the map of the tutorial's town, by the town file that stands there."""
    text = (Path(__file__).parent / "tutorial.md").read_text(encoding="utf-8")
    (settings,) = re.findall(r"<!-- file: town.toml -->\n```toml\n(.*?)```", text, re.DOTALL)
    (folder / "town.toml").write_text(settings, encoding="utf-8")
    (folder / "examples").symlink_to(EXAMPLES)
    (route,) = arcload.solve(arcload.read(folder / "town.toml"), time=60).plan.driven
    fonts = Fonts()
    pages = sheets(PrintedRoute(route, street_list(route), fonts), "a4")
    content = picture_of("town", pages, 1, fonts, dots_per_inch=90)
    (IMAGES / "tutorial_map.png").write_bytes(content)


def main() -> None:
    """Run the demo and take pictures of what it makes."""
    print_map()
    with tempfile.TemporaryDirectory() as folder:
        print_tutorial(Path(folder))
        subprocess.run([sys.executable, "-m", "arcload", "demo", "--out", folder], check=True)
        shutil.copy(Path(folder) / "route.png", IMAGES / "town.png")
        town, track = EXAMPLES / "market_town.toml", EXAMPLES / "market_town_today.gpx"
        page = Path(folder) / "today.html"
        command = ["compare", town, "--today", track, "--time", "10", "-o", page]
        subprocess.run([sys.executable, "-m", "arcload", *command], check=True)
        take_pictures(Path(folder))


if __name__ == "__main__":
    main()
