"""The lemma bench and the breaker, driven as a learner drives them."""

import re

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
breaker = Breaker("v-structures", largest=6, predict={predict})
breaker
"""


@pytest.fixture
def bench(lab, page):
    driver.show(page, lab, "lemmas.ipynb", BENCH)
    driver.wait_for_graph(page)
    driver.open_drawer(page)  # all that was said stands there
    return page


@pytest.fixture
def breaker(lab, page, request):
    cell = BREAKER.format(predict=request.param)
    driver.show(page, lab, "breaker.ipynb", cell)
    driver.open_drawer(page)
    return page


def wait_for(page, words, within=".mw-app"):
    page.locator(within).get_by_text(words).first.wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)


def lattice(page):
    """Return what each drawn set says: {set: mark}."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.mw-lattice .mw-cell')]
            .map(cell => cell.getAttribute('aria-label').split(': ')))"""
    )


def test_clicks_cast_the_roles_and_the_lattice_follows(bench):
    page = bench
    driver.click_element(page, "n0")
    driver.wait_for_classes(page, {"n0": "subject"})
    driver.click_element(page, "n2")
    wait_for(page, "Both sides agree: T is not a neighbor of X.")
    assert lattice(page) == {"{}": "✓ separates", "{Y}": "left out"}
    page.get_by_label("Claim").select_option(label="V-structures")
    wait_for(page, "Both sides agree: Y is a common child of X and T.")
    assert set(lattice(page).values()) == {"✗ does not"}
    assert lattice(page).keys() == {"{}", "{X}"}
    # a lemma that does not speak of a variable says so, and nothing is lost
    driver.click_element(page, "n3")
    wait_for(page, "Z has no co-parent; the lemma needs one")
    wait_for(page, "Both sides agree: Y is a common child of X and T.")


def choose_next(page, role):
    """Choose the next variable of a menu by keys; one that is still folded takes no focus."""
    driver.focus(page.get_by_label(role, exact=True).first)
    page.keyboard.press("ArrowDown")


def test_keys_alone_and_the_set_looked_at(bench):
    page = bench
    driver.focus(page.get_by_role("button", name="More", exact=True))
    page.keyboard.press("Space")
    driver.focus(page.get_by_role("button", name="Edit graph"))
    page.keyboard.press("Space")
    page.get_by_role("button", name="Tidy up").wait_for(timeout=driver.QUICK)
    choose_next(page, "Y")
    wait_for(page, "Both sides agree: T is not a neighbor of X.")
    page.get_by_label("Claim").select_option(label="Condition 1")
    page.locator(".mw-lemma", has_text="Condition 1").wait_for(timeout=driver.QUICK)
    choose_next(page, "X")
    wait_for(page, "Both sides agree: Condition 1 fails for Y.")
    driver.focus(page.locator(".mw-lattice .mw-cell[aria-label^='{} + {Y}']"))
    page.keyboard.press("Enter")
    wait_for(page, "Given {Y}, X and T are not separated")
    # the page shows what Python says, word for word; exponents are typeset
    shown = " ".join(
        " ".join(page.locator(".mw-words .mw-sentence > div").all_inner_texts()).split()
    )
    text = driver.kernel_eval(page, "print(bench.text())")
    text = re.sub(r"\^\(([^()]*)\)", r"\1", text)
    assert shown
    assert all(line.strip() in " ".join(text.split()) for line in shown.split(". "))
    for lemma in ("neighbor", "condition-2", "boundary-size"):
        driver.kernel_eval(page, f"bench.set_lemma({lemma!r})")
        nothing_is_wider(page)


@pytest.mark.parametrize("breaker", [True], indirect=True)
def test_a_prediction_a_search_and_the_bench(breaker):
    page = breaker
    page.get_by_role("button", name="Search", exact=True).click()
    wait_for(page, "Its result is not shown yet.")
    assert page.get_by_text("A smallest counterexample").count() == 0
    page.get_by_label("4 variables", exact=True).check()
    page.get_by_role("button", name="Check", exact=True).click()
    wait_for(page, "Right: 4 variables.")
    wait_for(page, "Without the hypothesis the claim says that Y is")
    page.get_by_text("How small it is").click()
    wait_for(page, "A smallest counterexample has 4 variables")
    driver.wait_for_graph(page, nodes=4)
    page.get_by_role("button", name="Look inside").click()
    driver.open_drawer(page.locator(".mw-app .mw-app"))
    wait_for(page, "Both sides agree: Y is not a common child of X and T.", ".mw-app .mw-app")
    driver.wait_for_graph(page, nodes=4, view=1)


@pytest.mark.parametrize("breaker", [False], indirect=True)
def test_a_long_search_can_be_cancelled(breaker):
    page = breaker
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
