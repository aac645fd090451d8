"""The race at its end: its totals are read whole, and by everybody."""

import pytest

from tests.browser import driver
from tests.browser.test_every_app import axe_found, pictures_without_words

pytestmark = pytest.mark.night


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
    driver.wait_for(page, "MARVEL and Collider Set need the fewest tests with discovery: 91 each.")
    page.locator(".mw-lanes", has_text="53,248 tests after discovery, 53,339 in all").wait_for(
        timeout=driver.QUICK
    )
    driver.wait_until(page, lambda: page.evaluate(CUT), [])
    driver.set_theme(page, "dark")
    assert axe_found(page, "dark")["violations"] == []
    assert pictures_without_words(page) == []


def test_a_bet_is_placed_wherever_a_lane_is_clicked(lab, page):
    driver.show(page, lab, "lane.ipynb", STAR)
    lane = page.locator(".mw-bet > .widget-hbox", has_text="takes edges away").bounding_box()
    page.mouse.click(lane["x"] + lane["width"] / 2, lane["y"] + lane["height"] / 2)
    page.locator(".mw-yours", has_text="PC").wait_for(timeout=driver.QUICK)
