"""The race, driven as a learner drives it: a bet, a run, the ranking."""

import pytest

from tests.browser import driver
from tests.browser.test_every_app import axe_found, pictures_without_words, violations

CELL = """
from marvel_widgets.widgets import Race
app = Race("X -> Y <- T; Y -> Z; X -> Z")
app
"""
STAR = """
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.widgets import Race
app = Race(gallery["star-14"])
app
"""


def opened(lab, page, cell=CELL):
    driver.show(page, lab, "race.ipynb", cell)
    page.get_by_role("button", name="Place the bet").wait_for(timeout=driver.QUICK)
    return page


def test_bet_run_and_see_the_ranking(lab, page):
    opened(lab, page)
    assert page.locator(".mw-lanes").count() == 0
    page.get_by_label("Fewest CI tests").select_option("PC")
    page.get_by_label("Tests of MARVEL").fill("many")
    driver.click(page, "Place the bet")
    driver.wait_for(page, "'many' is not a number of tests", ".mw-trouble")
    page.get_by_label("Tests of MARVEL").fill("8")
    driver.click(page, "Place the bet")
    driver.wait_for(page, "The clock shows 0 CI tests.")
    driver.wait_until(page, page.locator(".mw-lanes tbody tr").count, 5)
    driver.click(page, "Step")
    driver.wait_for(page, "The clock shows 2 CI tests.")
    driver.click(page, "Play")  # nothing moved before; now it does
    driver.wait_for(page, "5 of 5 racers are done.")
    driver.wait_for(page, "Not right: MARVEL performs 8 tests, PC 15.")
    driver.wait_for(page, "Right: MARVEL performs 8 tests.")
    driver.wait_for(page, "Fewest performed tests: 1. MARVEL, 8; 2. Collider sets, 11;")


def test_keys_alone(lab, page):
    opened(lab, page)
    skip = page.get_by_role("button", name="Skip", exact=True)
    skip.focus()
    page.keyboard.press("Enter")
    driver.wait_for(page, "The clock shows 0 CI tests.")
    page.locator(".mw-app").focus()
    for key, tick in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 37)):
        page.keyboard.press(key)
        driver.wait_for(page, f"The clock shows {tick} CI tests.")
    page.keyboard.press("Home")
    driver.wait_for(page, "The clock shows 0 CI tests.")


def test_the_star(lab, page):
    opened(lab, page, STAR)
    driver.click(page, "Skip")
    driver.wait_for(page, "The clock shows 0 CI tests. 2 of 5 racers are done.")
    lanes = page.locator(".mw-lanes tbody tr")
    assert "place 1: 0 tests" in lanes.nth(0).inner_text()
    assert lanes.nth(1).inner_text().split() == ["PC", "0"]
    assert page.locator(".mw-seek").get_attribute("max") == "1"
    assert "53,248" not in page.locator(".mw-app").inner_html()
    driver.click(page, "End")
    driver.wait_for(page, "1. MARVEL and Collider sets, 0 each; 3. Grow-shrink, 91; 4. PC, 53,248;")


@pytest.mark.parametrize("theme", ["dark"])
def test_a_narrow_page_holds_all_and_axe_finds_nothing(lab, page, theme):
    page.set_viewport_size({"width": 900, "height": 1400})
    opened(lab, page)
    driver.click(page, "Skip")
    driver.wait_for(page, "The clock shows 0 CI tests.")
    driver.click(page, "End")
    driver.wait_for(page, "5 of 5 racers are done.")
    driver.set_theme(page, theme)
    too_wide = page.evaluate(
        """() => {
            const edge = document.querySelector('.mw-app').getBoundingClientRect().right + 1;
            return [...document.querySelectorAll('.mw-app *')]
                .filter(part => !part.closest('.mw-wide'))  // tables scroll by themselves
                .filter(part => part.getBoundingClientRect().right > edge)
                .map(part => part.outerHTML.slice(0, 120));
        }"""
    )
    assert too_wide == []
    assert violations(axe_found(page, theme)) == []
    assert pictures_without_words(page) == []
