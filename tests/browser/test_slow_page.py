"""On a page or with a kernel that is busy, the learner's clicks and texts still count."""

import pytest

from tests.browser import driver

# So busy that anywidget gives up on every model: its two seconds are over before any program
# has run.
GIVEN_UP = """() => {
    window.patience = AbortSignal.timeout;
    AbortSignal.timeout = () => window.patience.call(AbortSignal, 0);
}"""
AS_BEFORE = "() => { AbortSignal.timeout = window.patience; }"
CELL = """
from marvel_widgets.widgets import LiveBoard
board = LiveBoard("A -> B; C")
board
"""


@pytest.fixture
def slow_page(lab, page, page_errors):
    driver.fill(page, lab, "slow.ipynb", CELL)  # JupyterLab is there
    page.evaluate(GIVEN_UP)
    yield page
    page.evaluate(AS_BEFORE)
    assert set(page_errors) == {"[anywidget] Failed to initialize model."}
    page_errors.clear()


def test_what_was_edited_on_a_slow_page_shows(slow_page):
    page = slow_page
    driver.run_all(page)
    edges = page.locator(".mw-edge")
    edges.first.wait_for(timeout=driver.QUICK)
    driver.wait_until(page, edges.count, 1)
    driver.kernel_eval(page, "board.model.graph.add_edge('B', 'C')")
    edges.nth(1).wait_for(timeout=driver.QUICK)
    driver.focus(page.locator(".mw-edge", has_text="B → C"))
    page.keyboard.press("Delete")
    page.wait_for_function(
        "() => document.querySelectorAll('.mw-edge').length === 1", timeout=driver.QUICK
    )
    assert driver.kernel_eval(page, "board.model.graph.dag.to_text()") == "'{A B C}; A -> B'"


PASTING = """
import threading
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer("A -> B")
player.shell.editing = True
loading = player.chooser
loading.kind.value = "Pasted text"
threads = []
note = lambda *_: threads.append(threading.current_thread().name)
loading.pasted.observe(note, "value")
loading.use.on_click(note)
player
"""


@pytest.mark.night
def test_a_press_is_heard_after_what_was_typed_for_it(lab, page):
    """In one thread: a kernel may have more, and what goes to two of them keeps no order."""
    driver.show(page, lab, "ordered.ipynb", PASTING)
    for text in ("X -> Y", "X -> Y -> Z"):  # after the first message the kernel may choose anew
        page.get_by_role("textbox", name="Text", exact=True).fill(text)
        page.get_by_role("button", name="Load text").click()
        wanted = f"Dag('{text}')" if text == "X -> Y" else "Dag('X -> Y; Y -> Z')"
        driver.wait_until(page, lambda: driver.kernel_eval(page, "player.model.dag"), wanted)
    assert driver.kernel_eval(page, "set(threads)") == "{'MainThread'}"
