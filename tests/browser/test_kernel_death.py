"""When the kernel dies, the page keeps what it showed."""

import pytest

from tests.browser import driver
from tests.browser.doings import APPS

CELL = """
import os
from marvel_widgets import exercises
from marvel_widgets.widgets import *
player = MarvelPlayer("X -> Y <- T; Y -> Z", position=20)
player
"""


def shown(page):
    """Return the sentence, the seek bar's place, and the look of every element of the graph."""
    sentence = page.locator(".mw-sentence").inner_text()
    looks = driver.classes(page)
    return sentence, page.locator(".mw-seek").input_value(), looks


# What stands above each app and each workbench, which have one rule each.
SAID = """() => [...document.querySelectorAll('.mw-app, .mw-bench')].map(
    e => [e.getAttribute('aria-label'), getComputedStyle(e, '::before').content])"""
# The icons that ipywidgets hangs on each control.
BROKEN_LINKS = """() => [...document.querySelectorAll('.mw-bench .jupyter-widgets-disconnected')]
    .filter(e => getComputedStyle(e, '::before').content !== 'none').length"""


@pytest.mark.parametrize("others", [[], pytest.param(APPS, marks=pytest.mark.slow)])
def test_the_last_state_stays_on_the_page_which_says_so(lab, page, others):
    page.set_viewport_size({"width": 1280, "height": height_of(others)})  # all cells stay in it
    one = {"ExerciseBox": "ExerciseBox(exercises('03').removable)"}
    cells = [one.get(name, f"{name}()") for name in others]
    driver.show(page, lab, "death.ipynb", CELL, "Workbench('A -> B')", *cells)
    page.locator(".mw-app[aria-label]").nth(len(others)).wait_for(timeout=driver.SLOW)
    driver.wait_for_graph(page, nodes=4)
    driver.wait_for_repaint(page)
    before = shown(page)
    assert "Position 20" in before[0]
    kill(page)
    found = page.evaluate(SAID)
    assert len(found) == 2 + len(others)
    assert [label for label, said in found if "The kernel has stopped" not in said] == []
    assert page.evaluate(BROKEN_LINKS) == 0
    driver.wait_for_repaint(page)
    assert shown(page) == before
    page.locator(".mw-app").first.get_by_role("button", name="Step", exact=True).click()
    driver.wait_until(page, lambda: int(shown(page)[1]) > 20, True)


def height_of(others):
    return 2000 + 500 * len(others)


def kill(page):
    """End the kernel without a word, and take note of what JupyterLab says of it."""
    page.evaluate(
        f"""() => {{
            window.died = false;
            {driver.NOTEBOOK}.sessionContext.statusChanged.connect((_, status) => {{
                if (status === 'autorestarting' || status === 'restarting' || status === 'dead')
                    window.died = true;
            }});
            {driver.KERNEL}.requestExecute({{code: 'os._exit(1)'}});
        }}"""
    )
    page.wait_for_function("() => window.died", timeout=driver.SLOW)
    page.get_by_role("dialog").get_by_role("button", name="Ok").click(timeout=driver.SLOW)
