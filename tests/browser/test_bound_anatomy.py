"""The charts of the anatomy of the bounds, and the room that they have."""

import pytest

from tests.browser import driver

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import BoundAnatomy
app = BoundAnatomy("A -> C <- B; C -> D", predict=False)
app
"""
# Whether each chart that shows takes its pane, and nothing below widens that.
WIDE = """() => [...document.querySelectorAll('.mw-pictures svg')]
    .filter(svg => svg.checkVisibility()).map(svg => svg.getBoundingClientRect().width > 300)"""
FITS = """() => document.querySelector('.mw-pictures').scrollWidth
    <= document.querySelector('.mw-pictures').clientWidth"""


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}])
def test_a_chart_takes_its_pane_whatever_is_told_below_it(lab, page):
    driver.show(page, lab, "bounds.ipynb", CELL)
    page.locator(".mw-app svg").first.wait_for(timeout=driver.QUICK)
    for tab in ("my DAG", "one split"):
        driver.click(page, f"Chart: {tab}")
        driver.wait_for_panes(page)
        driver.wait_until(page, lambda: page.evaluate(WIDE), [True])
        page.locator(".mw-pictures summary:visible").click()
        page.locator(".mw-pictures details[open]:visible").wait_for(timeout=driver.QUICK)
        assert page.evaluate(FITS)
        page.locator(".mw-pictures summary:visible").click()
