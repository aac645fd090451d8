"""When the kernel dies, the page keeps what it showed."""

from tests.browser import driver
from tests.browser.doings import APPS

CELL = """
import os
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer("X -> Y <- T; Y -> Z", position=20)
player
"""


def shown(page):
    """Return the sentence, the seek bar's place, and the look of every element of the graph."""
    sentence = page.locator(".mw-sentence").inner_text()
    looks = driver.classes(page)
    return sentence, page.locator(".mw-seek").input_value(), looks


SAID = "selector => getComputedStyle(document.querySelector(selector), '::before').content"


def test_the_last_state_stays_on_the_page(lab, page):
    driver.show(page, lab, "death.ipynb", CELL)
    driver.wait_for_graph(page, nodes=4)
    driver.wait_for_repaint(page)
    before = shown(page)
    assert "Position 20" in before[0]
    kill(page)
    assert "The kernel has stopped" in page.evaluate(SAID, ".mw-app")
    driver.wait_for_repaint(page)
    assert shown(page) == before


def test_every_app_and_the_workbench_say_that_the_kernel_has_stopped(lab, page):
    page.set_viewport_size({"width": 1280, "height": 8000})  # all cells stay in the page
    imports = (
        "import os\nfrom marvel_widgets import exercises\nfrom marvel_widgets.widgets import *"
    )
    one = {"ExerciseBox": "ExerciseBox(exercises('03').removable)"}
    cells = [one.get(name, f"{name}()") for name in APPS]
    bench = "Workbench('A -> B')"
    driver.show(page, lab, "all-dead.ipynb", f"{imports}\n{bench}", *cells)
    page.locator(".mw-app[aria-label]").nth(len(APPS) - 1).wait_for(timeout=driver.SLOW)
    kill(page)
    every = """() => [...document.querySelectorAll('.mw-app, .mw-bench')].map(
        e => [e.getAttribute('aria-label'), getComputedStyle(e, '::before').content])"""
    found = page.evaluate(every)
    assert len(found) == len(APPS) + 1
    assert [label for label, said in found if "The kernel has stopped" not in said] == []
    icons = """() => [...document.querySelectorAll('.mw-bench .jupyter-widgets-disconnected')]
        .filter(e => getComputedStyle(e, '::before').content !== 'none').length"""
    assert page.evaluate(icons) == 0


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
