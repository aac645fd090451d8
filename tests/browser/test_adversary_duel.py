"""The duel with the adversary: its claim by clicks, and its grid by keys."""

import json

import pytest

from tests.browser import driver
from tests.browser.narrow import nothing_is_wider

pytestmark = pytest.mark.night

VERDICT = ".mw-sentence"
CELL = """
from marvel_widgets.widgets import AdversaryDuel
duel = AdversaryDuel("cliques", 3, 2)
duel
"""


@pytest.fixture
def opened(lab, page):
    driver.show(page, lab, "duel.ipynb", CELL)
    page.locator(".mw-cell").first.wait_for(timeout=driver.QUICK)
    return page


def cell(page, row, column):
    return page.locator(f".mw-cell[data-place='{row},{column}']")


def answers(page):
    """Return what the adversary has answered, as the kernel knows it."""
    code = "import json\nprint(json.dumps(duel.model.state()['asked']))"
    return json.loads(driver.kernel_eval(page, code))


def test_the_claim_by_clicks_in_its_picture(opened):
    page = opened
    driver.wait_for_graph(page, nodes=3)

    def draft():
        return driver.kernel_eval(page, "print(duel.model.draft)").strip()

    for text in ("X1 -> X2", "X2 -> X1", ""):
        for vertex in ("n0", "n1"):
            driver.click_element(page, vertex)
        driver.wait_until(page, draft, text)
    for vertex in ("n0", "n2", "n1", "n2"):
        driver.click_element(page, vertex)
    driver.wait_until(page, draft, "X1 -> X3; X2 -> X3")
    driver.click(page, "Claim it")
    driver.wait_for(page, "Not right:", VERDICT)
    screen = page.viewport_size["height"]
    page.locator(".mw-app").evaluate("app => app.scrollIntoView({block: 'start'})")
    box = page.locator(VERDICT).bounding_box()
    assert box["y"] + box["height"] < screen
    driver.kernel_eval(page, "duel.model.new_game('cliques', 5, 4)")
    driver.wait_for(page, "0 of 80 cells asked")
    nothing_is_wider(page)


def test_keys_alone(opened):
    page = opened
    driver.focus(cell(page, 0, 0))
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    driver.wait_for(page, "X1 and X3 are dependent given {X2}.")
    # the focus has stayed where it was, and there is one stop for the Tab key in the grid
    assert page.evaluate("() => document.activeElement.dataset.place") == "1,1"
    assert page.locator(".mw-cell[tabindex='0']").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    driver.wait_for(page, "X1 and X3 are dependent given nothing.")
    assert answers(page) == [["X1", "X3", ["X2"]], ["X1", "X3", []]]
    assert len(answers(page)) == 2
