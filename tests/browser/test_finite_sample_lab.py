"""The finite-sample lab, driven as a learner drives it."""

import pytest

from tests.browser import driver
from tests.browser.doings import example
from tests.browser.test_every_app import LEFT_BY_JUPYTERLAB, PROJECTOR, height, settled

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import FiniteSampleLab
lab = FiniteSampleLab(n=20, seed=1, predict=False)
lab
"""


@pytest.fixture
def opened(lab, page):
    driver.show(page, lab, "samples.ipynb", CELL)
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    return page


def test_dials_and_a_table(opened):
    driver.open_drawer(opened.locator(".mw-app"))
    each_dial_has_its_own_name_and_says_its_step(opened)
    a_table_that_is_pasted_is_refused_with_reasons_or_learned(opened)


def each_dial_has_its_own_name_and_says_its_step(page):
    page.get_by_label("Level alpha of the tests").wait_for(timeout=driver.QUICK)
    dials = page.locator(".mw-app").get_by_role("slider")
    said = dict(
        dials.evaluate_all(
            "all => all.map(d => [d.getAttribute('aria-label'), d.getAttribute('aria-valuetext')])"
        )
    )
    assert said["Samples n"] == "20 samples"
    assert said["Level alpha of the tests"] == "level 2/p² = 0.125"
    assert said["Level of Conditions 1 and 2"] == "level 0.7"
    assert len(said) == dials.count()
    page.get_by_label("Samples n").press("ArrowRight")
    driver.wait_for(page, "30 samples, alpha", ".mw-app")


def a_table_that_is_pasted_is_refused_with_reasons_or_learned(page):
    page.get_by_label("View", exact=True).select_option(label="Your table")
    table = page.get_by_label("Table", exact=True)
    table.click()
    page.keyboard.insert_text("a,b,c\n1,2,x\n2,1,y\n")
    page.keyboard.type("3 ,5,x")  # a blank is a blank here, and starts no film
    page.keyboard.press("Tab")
    page.locator(".mw-app").get_by_role("button", name="Read and learn", exact=True).click()
    driver.wait_for(page, "Column 'c' holds text ('x' in line 2, and 2 more)", ".mw-app")
    table.fill(table.input_value() + "\n4,2,y\n5,9,x\n6,7,y")
    page.get_by_label("Leave out the columns").fill("c")
    page.get_by_label("Leave out the columns").press("Tab")
    page.locator(".mw-app").get_by_role("button", name="Read and learn", exact=True).click()
    driver.wait_for(page, "6 rows, 2 variables", ".mw-app")
    driver.wait_for(page, "The table can't tell.", ".mw-app")
    assert driver.kernel_eval(page, "print(lab.model.position)") == "0"
    told = page.locator("desc", has_text="2 variables, 1 edge")
    assert page.locator(".mw-app svg:visible", has=told).count() == 1


LEAST_READ = 200  # px across, of a graph of eight variables


def test_it_fits_a_cell_on_the_way_and_is_read_in_a_narrow_one(lab, page):
    """Most is said in the middle of a run; in a narrow cell the graphs stand in rows."""
    page.set_viewport_size(PROJECTOR)
    driver.show(page, lab, "samples-fit.ipynb", f"{example('FiniteSampleLab')}\napp")
    root = page.locator(".mw-app[aria-label]")
    root.wait_for(timeout=driver.QUICK)
    last = int(driver.kernel_eval(page, "app.model.film.last"))
    for position in range(36, last, 72):
        driver.kernel_eval(page, f"app.model.position = {position}")
        settled(page)
        driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)
    page.set_viewport_size({"width": 900, "height": 1600})
    page.wait_for_function(
        f"least => {driver.views_js()}[1].clientWidth > least", arg=LEAST_READ, timeout=driver.QUICK
    )
