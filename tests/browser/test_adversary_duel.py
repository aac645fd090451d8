"""The duel with the adversary, driven as a learner drives it."""

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


def says(cell):
    return cell.get_attribute("aria-label")


def answers(page):
    """Return what the adversary has answered, as the kernel knows it."""
    code = "import json\nprint(json.dumps(duel.model.state()['asked']))"
    return json.loads(driver.kernel_eval(page, code))


def test_a_game_by_mouse_and_one_of_marvel(opened):
    the_claim_by_clicks_in_its_picture(opened)
    stopping_too_early_and_asking_everything(opened)
    marvel_plays_on_a_narrow_page(opened)
    the_roles_can_be_changed(opened)


def stopping_too_early_and_asking_everything(page):
    driver.kernel_eval(page, "duel.model.new_game('cliques', 3, 2)")
    driver.wait_for(page, "0 of 6 cells asked")
    cell(page, 0, 0).click()
    driver.wait_for(page, "1 of 6 cells asked")
    driver.wait_until(page, lambda: says(cell(page, 0, 0)), "X1 and X2 given {}: dependent")
    assert cell(page, 0, 1).inner_text().strip() == "3"
    driver.click(page, "Fill in")
    driver.wait_for(page, "An edge is filled in for each pair")
    driver.click(page, "Claim it")
    driver.wait_for(page, "Too early", VERDICT)
    driver.wait_for_graph(page, nodes=3, view=2)  # below the claim: it, and H
    assert page.locator(".mw-cell-never-asked").count() == 1
    driver.open_drawer(page)
    page.get_by_role("button", name="Each answer, checked on H").click()
    driver.wait_for(page, "1 of 1 answer agree", "caption")
    for row in range(3):
        for column in range(2):
            cell(page, row, column).click()
    driver.wait_for(page, "6 of 6 cells asked")
    driver.click(page, "Fill in")
    driver.click(page, "Claim it")
    driver.wait_for(page, "The adversary concedes", VERDICT)
    assert page.locator(".mw-cell-asked").count() == 6


def the_roles_can_be_changed(page):
    driver.click(page, "I answer")
    driver.wait_for(page, "MARVEL asks: is A independent of B")
    driver.click(page, "Independent")
    driver.wait_for(page, "1 answer so far")
    cell(page, 0, 0).wait_for(state="hidden", timeout=driver.QUICK)


def the_claim_by_clicks_in_its_picture(page):
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
    driver.wait_for(page, "Not right.", VERDICT)
    screen = page.viewport_size["height"]
    page.locator(".mw-app").evaluate("app => app.scrollIntoView({block: 'start'})")
    box = page.locator(VERDICT).bounding_box()
    assert box["y"] + box["height"] < screen


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


def marvel_plays_on_a_narrow_page(page):
    driver.kernel_eval(page, "duel.model.new_game('cliques', 5, 4)")
    page.get_by_role("button", name="Another game").click()
    page.get_by_text("counts 80 cells").wait_for(timeout=driver.QUICK)
    driver.click(page, "Let it play")
    driver.wait_for(page, "The adversary concedes", VERDICT)
    assert page.locator(".mw-cell-asked").count() == 80
    nothing_is_wider(page)
