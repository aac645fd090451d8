"""The boundary lab: what is done in its pictures."""

import pytest

from tests.browser import driver
from tests.browser.narrow import WIDTHS

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import BoundaryLab
BoundaryLab("X -> Y <- T; Y -> Z; U -> X")
"""
RUN = 1  # its picture; the first is that of reading


def test_a_click_meets_a_picture_that_has_moved_or_was_hidden(lab, page):
    driver.show(page, lab, "boundary.ipynb", CELL)
    driver.wait_for_graph(page)
    driver.open_drawer(page)
    driver.click_element(page, "n0")
    driver.wait_for(page, "Mb(X) = {Y, T, U}.")
    driver.wait_for(page, "points at Y, as X does", ".mw-members li")
    driver.wait_for_classes(
        page, {"n0": "subject", "n1": "child", "n2": "co_parent", "n3": "idle", "n4": "parent"}
    )
    # the sentences have grown: the graph stands elsewhere now, and a click still meets it
    driver.click_element(page, "n3")
    driver.wait_for(page, "Mb(Z) = {Y}")
    page.get_by_role("button", name="Discover by tests").click()
    driver.wait_for_graph(page, view=RUN)
    nothing_is_wider_than_a_narrow_page(page)
    # back to the graph, which was hidden meanwhile and can be clicked again
    page.get_by_role("button", name="Read from the graph").click()
    page.locator(".mw-sentence:visible", has_text="Mb(Z) = {Y}").wait_for(timeout=driver.QUICK)
    driver.wait_for_graph(page)
    driver.wait_for_repaint(page)
    driver.click_element(page, "n2")
    driver.wait_for(page, "Mb(T) = {X, Y}")


def nothing_is_wider_than_a_narrow_page(page):
    usual = page.viewport_size
    page.set_viewport_size({"width": 700, "height": 1600})
    page.wait_for_function(
        "() => document.querySelector('.mw-app').clientWidth < 600", timeout=driver.QUICK
    )
    driver.wait_for_graph(page, view=RUN)
    wide, room = page.evaluate(WIDTHS)
    assert wide <= room
    page.set_viewport_size(usual)
    driver.wait_for_graph(page, view=RUN)
