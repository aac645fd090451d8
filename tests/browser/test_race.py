"""The race, driven as a learner drives it: a bet, a run, the ranking."""

import pytest

from tests.browser import driver
from tests.browser.test_every_app import axe_found, pictures_without_words

pytestmark = pytest.mark.night

START = "X -> Y <- T; Y -> Z; X -> Z"
CELL = f"""
from marvel_widgets.widgets import Race
app = Race({START!r})
app
"""


def test_two_races_to_a_ranking_that_everybody_can_read(lab, page):
    driver.show(page, lab, "race.ipynb", CELL)
    page.get_by_role("button", name="MARVEL", exact=True).wait_for(timeout=driver.QUICK)
    bet_run_and_see_the_ranking(page)
    for graph in ("A -> B", START):
        driver.kernel_eval(page, f"app.model.graph.load_text({graph!r})")
    keys_alone_to_the_same_ranking(page)
    holds_all_and_axe_finds_nothing(page)


# Which totals end beyond the pane in which their lanes can be scrolled.
CUT = """() => [...document.querySelectorAll('.mw-lanes .mw-count b')].filter(total => {
    const words = document.createRange();
    words.selectNodeContents(total);
    const pane = total.closest('.mw-wide').getBoundingClientRect();
    return words.getBoundingClientRect().right > pane.right; }).map(total => total.innerText)"""
STAR = """from marvel_widgets import gallery
from marvel_widgets.widgets import Race
Race(gallery["star-14"], boundaries="found")"""


def test_the_totals_of_the_first_race_are_read_whole_in_a_cell(lab, page):
    driver.show(page, lab, "first-race.ipynb", STAR)
    driver.click(page, "Skip")
    page.keyboard.press("End")
    driver.wait_for(page, "MARVEL and Collider sets need the fewest tests: 91 each.")
    page.locator(".mw-lanes", has_text="53,248 tests after discovery, 53,339 in all").wait_for(
        timeout=driver.QUICK
    )
    driver.wait_until(page, lambda: page.evaluate(CUT), [])


def bet_run_and_see_the_ranking(page):
    assert page.locator(".mw-lanes").count() == 0
    tests = page.get_by_label("tests", exact=True).first
    tests.fill("many")
    driver.click(page, "PC")
    driver.wait_for(page, "'many' is not a number of tests", ".mw-trouble")
    tests.fill("8")
    driver.click(page, "PC")
    driver.wait_for(page, "The clock shows 0 CI tests.")
    driver.wait_until(page, page.locator(".mw-lanes tbody tr").count, 5)
    driver.click(page, "Step")
    driver.wait_for(page, "The clock shows 2 CI tests.")
    driver.click(page, "Play")  # nothing moved before; now it does
    begun = page.locator(".mw-sentence:visible", has_text="The clock shows 2 CI tests.")
    begun.wait_for(state="detached", timeout=driver.QUICK)
    page.keyboard.press("End")  # nobody needs to see all of it
    driver.wait_for(page, "Not right: MARVEL performs 8 tests, PC 16.")
    driver.wait_for(page, "Right: MARVEL performs 8 tests.")
    driver.wait_for(page, "MARVEL needs the fewest tests: 8.")
    driver.open_drawer(page)
    page.get_by_text("Fewest performed tests: 1. MARVEL, 8; 2. Collider sets, 11;").wait_for()


def keys_alone_to_the_same_ranking(page):
    skip = page.get_by_role("button", name="Skip", exact=True)
    driver.focus(skip)
    page.keyboard.press("Enter")
    driver.wait_for(page, "The clock shows 0 CI tests.")
    driver.focus(page.locator(".mw-app"))
    steps = ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 0), ("End", 37)
    for key, tick in steps:
        page.keyboard.press(key)
        driver.wait_for(page, f"The clock shows {tick} CI tests.")
    driver.wait_for(page, "5 of 5 racers are done.")


def holds_all_and_axe_finds_nothing(page):
    page.set_viewport_size({"width": 900, "height": 1400})
    driver.set_theme(page, "dark")
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
    assert axe_found(page, "dark")["violations"] == []
    assert pictures_without_words(page) == []
