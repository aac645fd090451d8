"""The boundary lab, driven as a learner drives it."""

import pytest
from playwright.sync_api import expect

from tests.browser import driver
from tests.browser.narrow import WIDTHS

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import BoundaryLab
lab = BoundaryLab("X -> Y <- T; Y -> Z; U -> X", predict={predict})
lab
"""
RUN = 1  # its picture; the first is that of reading
PLACE = ".mw-lane-bars .mw-lane-name"  # as a screen reader says it
FIRST, SECOND = "Total conditioning", "Grow-shrink boundaries"


def open_lab(lab, page, *, predict):
    cell = CELL.format(predict=predict)
    driver.show(page, lab, f"boundary-{predict}.ipynb", cell)
    driver.wait_for_graph(page)
    driver.open_drawer(page)


def lanes(page):
    """Return the methods that have a bar, from the top."""
    return [row.split(":")[0] for row in page.locator(".mw-lane-bars > li").all_inner_texts()]


def test_with_the_mouse(lab, page):
    open_lab(lab, page, predict=False)
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
    driver.wait_for(page, "0 of 35 CI tests", PLACE)
    driver.wait_until(page, lambda: lanes(page), [FIRST, SECOND, "IAMB", "Inter-IAMB"])
    nothing_is_wider_than_a_narrow_page(page)
    page.get_by_role("button", name="Step", exact=True).click()
    driver.wait_for(page, "1 of 35 CI tests", PLACE)
    another_method_is_watched(page)
    page.get_by_role("button", name="Which methods run").click()
    page.get_by_label("Inter-IAMB", exact=True).uncheck()
    page.get_by_label("Total conditioning", exact=True).uncheck()
    page.locator(".mw-lane-bars > li", has_text=FIRST).wait_for(state="detached")
    driver.press_in_menu(page, "Step size and speed")
    page.get_by_role("button", name="variable", exact=True).click()
    page.get_by_role("button", name="End", exact=True).click()
    driver.wait_for(page, "at its end, 35 of 35 CI tests; 5 of 5 boundaries known", PLACE)
    driver.wait_until(page, lambda: lanes(page), [SECOND, "IAMB"])
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


def another_method_is_watched(page):
    """The first test of grow-shrink, given nothing; that of total conditioning is given three."""
    page.get_by_role("button", name=f"Method: {SECOND}").click()
    driver.wait_for_classes(page, {"n0": "subject", "n2": "idle"}, view=RUN)
    expect(page.locator(".mw-lane-bars > [aria-current]")).to_contain_text(SECOND)
    assert driver.kernel_eval(page, "print(lab.model.watched)") == "gs"


def press_check(page):
    """Press "Check" as soon as it can be pressed: the kernel has heard of the choice then."""
    check = page.locator("button:enabled", has_text="Check")
    check.wait_for(timeout=driver.QUICK)
    driver.focus(check)
    page.keyboard.press("Enter")


def test_with_keys_alone_and_predictions_first(lab, page):
    open_lab(lab, page, predict=True)
    driver.focus(page.get_by_label("Variable", exact=True))
    page.keyboard.press("ArrowDown")
    driver.wait_for(page, "Which variables form the Markov boundary of X?")
    assert page.get_by_text("co-parent").count() == 0
    driver.focus(page.get_by_label("{Y, U}", exact=True))
    page.keyboard.press("Space")
    press_check(page)
    driver.wait_for(page, "Mb(X) = {Y, T, U}")
    driver.wait_for(page, "Not right. The answer is: {Y, T, U}.")
    driver.focus(page.get_by_role("button", name="Discover by tests"))
    page.keyboard.press("Enter")
    driver.wait_for(page, "0 of 10 CI tests", PLACE)
    driver.focus(page.locator(".mw-app"))
    page.keyboard.press("PageDown")  # a clicker, where the kernel steps
    driver.wait_for(page, "Total conditioning tests Y next", ".mw-predict")
    driver.wait_for(page, "0 of 10 CI tests", PLACE)  # nothing shows before the answer
    driver.focus(page.get_by_label("yes", exact=True))
    page.keyboard.press("Space")
    press_check(page)
    driver.wait_for(page, "1 of 10 CI tests", PLACE)
    driver.wait_for(page, "Score: 1 of 2 predictions right.", ".mw-predict")
    driver.focus(page.locator(".mw-app"))
    page.keyboard.press("End")
    driver.wait_for(page, "at its end, 10 of 10 CI tests", PLACE)
    page.keyboard.press("ArrowLeft")
    driver.wait_for(page, "64 of 65 CI tests", PLACE)
