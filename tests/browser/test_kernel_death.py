"""When the kernel dies, the page keeps what it showed."""

from tests.browser import driver

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


def test_the_last_state_stays_on_the_page(lab, page):
    driver.show(page, lab, "death.ipynb", CELL)
    driver.wait_for_graph(page, nodes=4)
    driver.wait_for_repaint(page)
    before = shown(page)
    assert "Position 20" in before[0]
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
    text = "() => getComputedStyle(document.querySelector('.mw-app'), '::before').content"
    assert "The kernel has stopped" in page.evaluate(text)
    driver.wait_for_repaint(page)
    assert shown(page) == before
