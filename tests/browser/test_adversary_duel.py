"""The duel with the adversary, driven as a learner drives it."""

import json

import pytest

from tests.browser import driver

CELL = """
from marvel_widgets.widgets import AdversaryDuel
duel = AdversaryDuel("cliques", 3, 2)
duel
"""


@pytest.fixture
def opened(lab, page):
    driver.open_and_run(page, lab, driver.write_notebook(lab, "duel.ipynb", CELL))
    page.locator(".mw-cell").first.wait_for(timeout=driver.QUICK)
    return page


def wait_for(page, words):
    page.locator(".mw-sentence:visible", has_text=words).wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)


def cell(page, row, column):
    return page.locator(f".mw-cell[data-place='{row},{column}']")


def answers(page):
    """Return what the adversary has answered, as the kernel knows it."""
    code = "import json\nprint(json.dumps(duel.model.state()['asked']))"
    return json.loads(driver.kernel_eval(page, code))


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_stopping_too_early_and_asking_everything(opened):
    page = opened
    cell(page, 0, 0).click()
    wait_for(page, "1 of 6 cells asked")
    assert "dependent" in cell(page, 0, 0).inner_text()
    press(page, "Fill in what the answers suggest")
    page.wait_for_function(
        "() => [...document.querySelectorAll('input')].some(i => i.value.startsWith('X1 -> X2;'))"
    )
    press(page, "Claim it")
    wait_for(page, "Too early")
    driver.wait_for_graph(page, nodes=3, view=1)
    assert page.locator(".mw-cell-never-asked").count() == 1
    assert page.locator("caption", has_text="1 of 1 answer agree").is_visible()
    for row in range(3):
        for column in range(2):
            cell(page, row, column).click()
    wait_for(page, "6 of 6 cells asked")
    press(page, "Fill in what the answers suggest")
    press(page, "Claim it")
    wait_for(page, "The adversary concedes")
    assert page.locator(".mw-cell-asked").count() == 6
    press(page, "I answer")
    wait_for(page, "MARVEL asks: is A independent of B")
    press(page, "Independent")
    wait_for(page, "1 answer so far")
    assert not cell(page, 0, 0).is_visible()


def test_keys_alone(opened):
    page = opened
    cell(page, 0, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    wait_for(page, "X1 and X3 given {X2}: dependent")
    # the focus has stayed where it was, and there is one stop for the Tab key in the grid
    assert page.evaluate("() => document.activeElement.dataset.place") == "1,1"
    assert page.locator(".mw-cell[tabindex='0']").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    wait_for(page, "X1 and X3 given nothing: dependent")
    assert answers(page) == [["X1", "X3", ["X2"]], ["X1", "X3", []]]
    field = page.get_by_label("I am done: the graph is")
    field.focus()
    page.keyboard.type("X1 -> X9")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".mw-trouble", has_text="X9").wait_for(timeout=driver.QUICK)
    assert field.input_value() == "X1 -> X9"
    assert len(answers(page)) == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marvel_plays_on_a_narrow_page(opened, theme):
    page = opened
    driver.set_theme(page, theme)
    page.set_viewport_size({"width": 900, "height": 900})
    driver.kernel_eval(page, "duel.model.new_game('cliques', 5, 4)")
    page.get_by_text("counts 80 cells").wait_for(timeout=driver.QUICK)
    press(page, "Let it play")
    wait_for(page, "The adversary concedes")
    assert page.locator(".mw-cell-asked").count() == 80
    wide, room = page.evaluate(
        "() => { const a = document.querySelector('.mw-app');"
        " return [a.scrollWidth, a.clientWidth]; }"
    )
    assert wide <= room
