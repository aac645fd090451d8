"""The walk through the proof, driven as a learner drives it."""

import pytest

from tests.browser import driver

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import ProofWalk
walk = ProofWalk("X -> B <- A; B -> C; X -> C; A -> C", x="X", path="ABXC", given="B"{more})
walk
"""


@pytest.fixture
def show(lab, page):
    def shown(more=""):
        cell = CELL.format(more=more)
        driver.show(page, lab, "proof.ipynb", cell)
        driver.wait_for_graph(page)
        return page

    return shown


# X is n0, B n1, A n2, C n3
def test_the_buttons_and_the_keys_walk_from_p_to_p_double_prime(show):
    page = show()
    page.locator(".mw-lit", has_text="P in G").wait_for(timeout=driver.QUICK)
    page.get_by_role("button", name="Step", exact=True).click()
    driver.wait_for(page, "B blocks it in H: chain B is given.")
    driver.wait_for_classes(page, {"n1": "blocking_given noted", "n0": "removed noted"})
    driver.focus(page.locator(".mw-app"))
    page.keyboard.press("ArrowRight")
    driver.wait_for(page, "Condition 2 at C gives A → C")
    joined = (
        f"() => {driver.cy_js()}.edges('.object').map(e => ["
        "e.source().data('label'), e.target().data('label')].sort().join())"
    )
    driver.wait_until(page, lambda: page.evaluate(joined), ["A,C"])
    page.keyboard.press("End")
    driver.wait_for(page, "So S = {B} separates A and C neither in G nor in H.")
    page.keyboard.press("ArrowLeft")
    page.locator(".mw-lit", has_text="P'' in H").wait_for(timeout=driver.QUICK)
    page.keyboard.press("Home")
    page.locator(".mw-lit", has_text="P in G").wait_for(timeout=driver.QUICK)
    a_click_changes_the_set_and_the_words(page)


def a_click_changes_the_set_and_the_words(page):
    driver.click_element(page, "n1")
    driver.wait_for(page, "collider B leads down to C, an end of the path")
    driver.wait_for(page, "The textbook's rule differs here")
    driver.kernel_eval(page, "walk.model.graph.remove_edge('A', 'C')")
    driver.wait_for(page, "Condition 2 fails at the child C of X")
    page.get_by_role("button", name="End", exact=True).click()
    driver.wait_for(page, "A and C given S = {B}: not separated in G, separated in H.")


def test_a_prediction_comes_before_the_blocker(show):
    page = show(", predict=True")
    page.get_by_label("none: it is open").check()
    page.get_by_role("button", name="Check", exact=True).click()
    driver.wait_for(page, "It is open in G")
    page.get_by_role("button", name="Step", exact=True).click()
    page.locator(".mw-question", has_text="which vertex blocks A → B → C in H").wait_for(
        timeout=driver.QUICK
    )
    page.locator("button:disabled", has_text="Step").wait_for(timeout=driver.QUICK)
    assert not {"blocking", "blocking_given"} & driver.classes(page)["n1"]
    page.get_by_label("B", exact=True).check()
    page.get_by_role("button", name="Check", exact=True).click()
    driver.wait_for(page, "B blocks it in H")
    driver.wait_for_classes(page, {"n1": "blocking_given noted"})
    page.locator(".mw-predict", has_text="Score: 2 of 2 predictions right.").wait_for(
        timeout=driver.QUICK
    )
