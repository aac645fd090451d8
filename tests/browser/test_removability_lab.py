"""The removability lab, driven as a learner drives it."""

import pytest

from tests.browser import driver
from tests.browser.narrow import nothing_is_wider

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import RemovabilityLab
lab = RemovabilityLab("X -> Y <- T; Y -> Z; X -> Z")
lab
"""


@pytest.fixture
def opened(lab, page):
    driver.show(page, lab, "removability.ipynb", CELL)
    driver.wait_for_graph(page)
    return page


def missing(page):
    """Return the edges in the picture that are drawn red and dashed."""
    return page.evaluate(
        f"""() => {driver.cy_js()}.edges('.missing').map(e => [
            e.source().data('label'), e.target().data('label'),
            e.style('line-style'), e.style('line-color')])"""
    )


def test_the_red_edge_repairs_and_is_taken_back(opened):
    page = opened
    driver.wait_for(page, "X is not removable. Condition 2 fails at Z.")
    said = page.get_by_text("not removable").locator("visible=true")
    driver.wait_until(page, said.count, 1)  # said once
    page.get_by_role("button", name="By the definition").click()
    driver.wait_for(
        page, "The definition says: not removable (1 of 6 statements changes).", ".mw-verdict"
    )
    driver.wait_for(page, "They agree.", ".mw-verdict")
    driver.wait_until(page, lambda: missing(page), [["T", "Z", "dashed", "rgb(194,24,43)"]])
    page.get_by_role("button", name="Add T → Z").click()
    driver.wait_for(page, "X is removable, since both conditions hold at every child.")
    driver.wait_for(
        page, "The definition says: removable (none of 6 statements changes).", ".mw-verdict"
    )
    driver.wait_until(page, lambda: missing(page), [])
    page.get_by_role("button", name="Undo").click()
    driver.wait_for(page, "X is not removable.")
    page.get_by_role("button", name="Add T → Z").wait_for(timeout=driver.QUICK)


def test_a_click_and_the_keys_choose_the_variable(opened):
    page = opened
    driver.click_element(page, "n2")
    driver.wait_for(page, "T is removable, since both conditions hold at every child.")
    driver.wait_for_graph(page)
    driver.wait_until(page, lambda: "subject" in driver.classes(page)["n2"], True)
    driver.focus(page.locator(".mw-app"))
    page.keyboard.press("ArrowRight")
    driver.wait_for(page, "Z is removable, since it has no children.")
    page.keyboard.press("ArrowLeft")
    driver.wait_for(page, "T is removable,")
    driver.kernel_eval(page, "lab.model.graph.load_gallery('asia')")
    driver.wait_for(page, "asia")
    nothing_is_wider(page)
