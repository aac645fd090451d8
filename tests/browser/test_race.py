"""The race, driven as a learner drives it: a bet, a run, the ranking."""

import pytest

from tests.browser import driver
from tests.browser.test_every_app import pictures_without_words, violations

CELL = """
from marvel_widgets.widgets import Race
app = Race("X -> Y <- T; Y -> Z; X -> Z")
app
"""
STAR = """
from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.widgets import Race
app = Race(gallery["star-14"])
app
"""


def opened(lab, page, cell=CELL):
    driver.open_and_run(page, lab, driver.write_notebook(lab, "race.ipynb", cell))
    page.get_by_role("button", name="Place the bet").wait_for(timeout=driver.QUICK)
    return page


def wait_for(page, words, where=".mw-sentence"):
    page.locator(where, has_text=words).first.wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)


def click(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_bet_run_and_see_the_ranking(lab, page):
    opened(lab, page)
    assert page.locator(".mw-lanes").count() == 0
    page.get_by_label("Fewest CI tests").select_option("PC")
    page.get_by_label("Tests of MARVEL").fill("many")
    click(page, "Place the bet")
    wait_for(page, "'many' is not a number of tests", ".mw-trouble")
    page.get_by_label("Tests of MARVEL").fill("8")
    click(page, "Place the bet")
    wait_for(page, "The clock shows 0 of 37 CI tests.")
    assert page.locator(".mw-lanes tbody tr").count() == 5
    click(page, "Step")
    wait_for(page, "The clock shows 2 of 37 CI tests.")
    click(page, "Play")  # nothing moved before; now it does
    wait_for(page, "5 of 5 racers are done.")
    wait_for(page, "Not right: MARVEL performs 8 tests, PC 15.")
    wait_for(page, "Right: MARVEL performs 8 tests.")
    wait_for(page, "Fewest performed tests: 1. MARVEL, 8; 2. Collider sets, 11;")


def test_keys_alone(lab, page):
    opened(lab, page)
    skip = page.get_by_role("button", name="Skip", exact=True)
    skip.focus()
    page.keyboard.press("Enter")
    wait_for(page, "The clock shows 0 of 37 CI tests.")
    page.locator(".mw-app").focus()
    for key, tick in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 37)):
        page.keyboard.press(key)
        wait_for(page, f"The clock shows {tick} of 37 CI tests.")
    page.keyboard.press("Home")
    wait_for(page, "The clock shows 0 of 37 CI tests.")


def test_the_star(lab, page):
    opened(lab, page, STAR)
    click(page, "Skip")
    wait_for(page, "The clock shows 0 of 61,465 CI tests. 2 of 5 racers are done.")
    lanes = page.locator(".mw-lanes tbody tr")
    assert "0 of 0" in lanes.nth(0).inner_text()
    assert "0 of 53,248" in lanes.nth(1).inner_text()
    click(page, "End")
    wait_for(page, "1. MARVEL and Collider sets, 0 each; 3. Grow-shrink, 91; 4. PC, 53,248;")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_narrow_page_holds_all_and_axe_finds_nothing(lab, page, theme):
    page.set_viewport_size({"width": 900, "height": 1400})
    opened(lab, page)
    click(page, "Skip")
    wait_for(page, "The clock shows 0 of 37 CI tests.")
    click(page, "End")
    wait_for(page, "5 of 5 racers are done.")
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
    assert violations(page, theme) == []
    assert pictures_without_words(page) == []
