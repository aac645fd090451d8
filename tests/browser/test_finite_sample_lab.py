"""The finite-sample lab, driven as a learner drives it."""

import pytest

from tests.browser import driver

CELL = """
from marvel_widgets.widgets import FiniteSampleLab
lab = FiniteSampleLab(n=20, seed=1, predict=True)
lab
"""


@pytest.fixture
def opened(lab, page):
    driver.open_and_run(page, lab, driver.write_notebook(lab, "samples.ipynb", CELL))
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    return page


def wait_for(page, words, where=".mw-app"):
    page.locator(where, has_text=words).first.wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)


def test_predict_flag_and_consequences(opened):
    page = opened
    wait_for(page, "Will the data run end with the essential graph")
    page.get_by_label("no", exact=True).check()
    page.locator(".mw-app").get_by_role("button", name="Check", exact=True).click()
    wait_for(page, "Right: no.")
    # the oracle's lane has appeared: two graphs of a visible size
    driver.wait_for_graph(page, nodes=4, view=0)
    driver.wait_for_graph(page, nodes=4, view=1)
    page.locator(".mw-seek").focus()
    page.keyboard.press("End")
    wait_for(page, "in the true graph")
    page.locator(".mw-app").get_by_role("button", name="First wrong test", exact=True).click()
    wait_for(page, "Is that right in the true graph?")
    page.locator(".mw-app").get_by_role("button", name="Skip", exact=True).click()
    wait_for(page, "FIRST WRONG ANSWER.", ".mw-first-wrong")
    driver.wait_for_graph(page, nodes=4, view=1)
    page.locator(".mw-seek").focus()
    page.keyboard.press("End")
    wait_for(page, "After the error", ".mw-after-error")
    assert any("astray" in names for names in driver.classes(page, view=1).values())
    page.set_viewport_size({"width": 900, "height": 900})
    driver.wait_for_repaint(page)
    wide, room = page.evaluate(
        "() => { const a = document.querySelector('.mw-app');"
        " return [a.scrollWidth, a.clientWidth]; }"
    )
    assert wide <= room


def test_curves_with_progress_and_cancel(opened):
    page = opened
    page.locator(".mw-app").get_by_role("button", name="Scenario 1", exact=True).click()
    page.get_by_label("repetitions").fill("60")
    page.get_by_label("repetitions").press("Enter")
    page.locator(".mw-app").get_by_role("button", name="Draw the curves", exact=True).click()
    wait_for(page, "CI tests after boundary discovery")  # curves, while it runs
    page.locator(".mw-app").get_by_role("button", name="Cancel", exact=True).click()
    wait_for(page, "; cancelled")
    done = driver.kernel_eval(page, "print(lab.model.jobs['scenario'].done)")
    assert 0 < int(done) < 180
    page.locator(".mw-app").get_by_role("button", name="Twin replay", exact=True).click()
    driver.wait_for_graph(page, nodes=4, view=0, within=".mw-app")
