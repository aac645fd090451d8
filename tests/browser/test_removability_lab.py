"""The removability lab, driven as a learner drives it."""

import pytest

from tests.browser import driver

CELL = """
from marvel_widgets.widgets import RemovabilityLab
lab = RemovabilityLab("X -> Y <- T; Y -> Z; X -> Z")
lab
"""


@pytest.fixture
def opened(lab, page):
    driver.open_and_run(page, lab, driver.write_notebook(lab, "removability.ipynb", CELL))
    driver.wait_for_graph(page)
    return page


def wait_for(page, words, where=".mw-sentence"):
    page.locator(where, has_text=words).wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)


def missing(page):
    """Return the edges in the picture that are drawn red and dashed."""
    return page.evaluate(
        f"""() => {driver.cy_js()}.edges('.missing').map(e => [
            e.source().data('label'), e.target().data('label'),
            e.style('line-style'), e.style('line-color')])"""
    )


def test_the_red_edge_repairs_and_is_taken_back(opened):
    page = opened
    wait_for(page, "X is not removable. Condition 2 fails at Z.")
    wait_for(page, "The definition says: not removable (1 of 6 statements changes).", ".mw-verdict")
    wait_for(page, "They agree.", ".mw-verdict")
    assert missing(page) == [["T", "Z", "dashed", "rgb(194,24,43)"]]
    page.get_by_role("button", name="Add T → Z").click()
    wait_for(page, "X is removable, since both conditions hold at every child.")
    wait_for(page, "The definition says: removable (none of 6 statements changes).", ".mw-verdict")
    assert missing(page) == []
    page.get_by_role("button", name="Undo").click()
    wait_for(page, "X is not removable.")
    page.get_by_role("button", name="Add T → Z").wait_for(timeout=driver.QUICK)


def test_a_click_and_the_keys_choose_the_variable(opened):
    page = opened
    driver.click_element(page, "n2")
    wait_for(page, "T is removable, since both conditions hold at every child.")
    driver.wait_for_graph(page)
    assert "tested" in driver.classes(page)["n2"]
    page.locator(".mw-app").focus()
    page.keyboard.press("ArrowRight")
    wait_for(page, "Z is removable, since it has no children.")
    page.keyboard.press("ArrowLeft")
    wait_for(page, "T is removable,")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_wider_than_a_narrow_page(opened, theme):
    page = opened
    driver.set_theme(page, theme)
    page.set_viewport_size({"width": 900, "height": 900})
    driver.kernel_eval(page, "lab.model.graph.load_gallery('asia')")
    wait_for(page, "asia")
    wide, room = page.evaluate(
        "() => { const a = document.querySelector('.mw-app');"
        " return [a.scrollWidth, a.clientWidth]; }"
    )
    assert wide <= room
