"""The start page in JupyterLab: up to date when it is run, and its button leads to the exercise."""

import time
from dataclasses import replace

import pytest

from marvel_widgets.classroom.start_notebook import START
from marvel_widgets.course.item_profiles import profiles
from marvel_widgets.course.journal import NAME, Entry, Journal
from tests.browser import driver

ACTIVE = f"() => [{driver.NOTEBOOK}.context.path, {driver.NOTEBOOK}.content.activeCell.model.id]"
# What is wider than the page, of all in it.
WIDER = """() => { const page = document.querySelector('.mw-start');
    return [...page.querySelectorAll('*')].filter(e =>
        e.getBoundingClientRect().right > page.getBoundingClientRect().right + 1).length; }"""
OVERLAP = """() => [...document.querySelectorAll('.mw-start li')].filter(({children: [a, , b]}) => {
    const [one, two] = [a, b].map(e => e.getBoundingClientRect());
    return one.right > two.left + 1 && one.bottom > two.top + 1; }).length"""


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 1400}])
def test_the_page_is_up_to_date_and_leads_on(lab, page):
    """With the core path behind, to what is folded; who then goes elsewhere is not called back."""
    wrong = Entry(notebook="01", name="blockers", answer="{'A'}", verdict="incorrect", belief="M2")
    done = [
        replace(wrong, notebook=item.notebook, name=item.name, verdict="correct", belief="")
        for item in profiles().items
        if item.is_core and item.section and (item.notebook, item.name) != ("01", "blockers")
    ]
    then = int(time.time()) - 2 * 86_400
    Journal(lab.root / NAME).write([replace(each, at=then) for each in (*done, wrong)])
    driver.open_and_run(page, lab, START)
    page.locator(".mw-app[aria-label]").first.wait_for(timeout=driver.SLOW)  # to recall
    assert "2 of 7 right, 1 to mend" in page.locator(".mw-start").inner_text()
    for width in (900, 300):  # of a cell, in a window of 420
        page.evaluate(f"document.querySelector('.mw-start').style.width = '{width}px'")
        driver.wait_for_repaint(page)
        assert page.evaluate(WIDER) == page.evaluate(OVERLAP) == 0
    page.locator(".mw-go").click()
    goal = ["01-reading-independence.ipynb", "faded-open-paths-question"]
    driver.wait_until(page, lambda: page.evaluate(ACTIVE), goal)
    page.keyboard.press("ArrowUp")
    driver.wait_until(page, lambda: page.evaluate(ACTIVE) == goal, False)
    for _ in range(20):  # in which the link would go there several times more
        driver.wait_for_repaint(page)
        assert page.evaluate(ACTIVE) != goal
