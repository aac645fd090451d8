"""On a page so busy that anywidget gives up on every model, the learner's clicks still count."""

from tests.browser import driver

# Its two seconds are over before any program has run.
GIVEN_UP = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = () => timeout(0);
"""
CELL = """
from marvel_widgets.widgets import LiveBoard
board = LiveBoard("A -> B; C")
board
"""


def test_what_was_edited_on_a_slow_page_shows(lab, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    context.add_init_script(GIVEN_UP)
    page = context.new_page()
    driver.show(page, lab, "slow.ipynb", CELL)
    edges = page.locator(".mw-edge")
    edges.first.wait_for(timeout=15_000)
    assert edges.count() == 1
    driver.kernel_eval(page, "board.model.graph.add_edge('B', 'C')")
    edges.nth(1).wait_for(timeout=15_000)
    page.locator(".mw-edge", has_text="B → C").focus()
    page.keyboard.press("Delete")
    page.wait_for_function(
        "() => document.querySelectorAll('.mw-edge').length === 1", timeout=15_000
    )
    assert driver.kernel_eval(page, "board.model.graph.dag.to_text()") == "'{A B C}; A -> B'"
    context.close()
