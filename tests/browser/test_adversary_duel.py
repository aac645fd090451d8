"""The duel with the adversary: its claim by clicks, and its grid by keys."""

import json

import pytest

from tests.browser import driver

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
