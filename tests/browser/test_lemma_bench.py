"""The lemma bench and the breaker, driven as a learner drives them."""

import pytest

from tests.browser import driver
from tests.browser.narrow import nothing_is_wider

pytestmark = pytest.mark.night

BENCH = """
from marvel_widgets.widgets import LemmaBench
bench = LemmaBench("X -> Y <- T; Y -> Z")
bench
"""
BREAKER = """
from marvel_widgets.widgets import Breaker
breaker = Breaker("v-structures", largest=6, predict=False)
breaker
"""


def wait_for(page, words):
    page.locator(".mw-app").get_by_text(words).first.wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)


def lattice(page):
    """Return what each drawn set says: {set: mark}."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.mw-lattice .mw-cell')]
            .map(cell => cell.getAttribute('aria-label').split(': ')))"""
    )


def test_clicks_cast_the_roles_and_a_key_looks_at_a_set(lab, page):
    driver.show(page, lab, "lemmas.ipynb", BENCH)
    driver.wait_for_graph(page)
    driver.open_drawer(page)  # all that was said stands there
    driver.click_element(page, "n0")
    driver.wait_for_classes(page, {"n0": "subject"})
    driver.click_element(page, "n2")
    wait_for(page, "Both sides agree: T is not a neighbor of X.")
    assert lattice(page) == {"{}": "✓ separates", "{Y}": "not proper"}
    page.get_by_label("Claim").select_option(label="V-structures")
    wait_for(page, "Both sides agree: Y is a common child of X and T.")
    assert set(lattice(page).values()) == {"✗ does not"}
    assert lattice(page).keys() == {"{}", "{X}"}
    driver.focus(page.locator(".mw-lattice .mw-cell[aria-label^='{X}']"))
    page.keyboard.press("Enter")
    wait_for(page, "Given {X}, Y and T are not separated")
    for lemma in ("neighbor", "condition-2", "boundary-size"):
        driver.kernel_eval(page, f"bench.model.set_lemma({lemma!r})")
        nothing_is_wider(page)


def test_a_long_search_can_be_cancelled(lab, page):
    driver.show(page, lab, "breaker.ipynb", BREAKER)
    driver.open_drawer(page)
    page.get_by_label("Claim").select_option(label="Removability")
    wait_for(page, "Left out: X satisfies Condition 1.")
    page.get_by_label("Leave out").select_option(label="nothing")
    page.get_by_text("Left out:").wait_for(state="detached", timeout=driver.QUICK)
    page.get_by_role("button", name="Search", exact=True).click()
    wait_for(page, "Graphs with 5 variables")  # and those with 6 take minutes
    page.get_by_role("button", name="Cancel").click()
    wait_for(page, "The search was cancelled.")
    assert driver.kernel_eval(page, "print(breaker.model.done, breaker.model.running)") == (
        "False False"
    )
