"""On a page or with a kernel that is busy, the learner's clicks and texts still count."""

from tests.browser import driver

# So busy that anywidget gives up on every model: its two seconds are over before any program
# has run.
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


PASTING = """
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer("A -> B")
player.shell.editing = True
player.chooser.kind.value = "Pasted text"
player
"""
SPIED = """
from marvel_widgets.widgets.kit import controls
heard, sent = [], controls.sent
controls.sent = lambda method: heard.append((method, sent(method))) or heard[-1][1]
"""
HEARD = "[(method, date is not None) for method, date in heard]"


def test_the_page_dates_a_press_and_what_was_typed_for_it(lab, page):
    """By these dates the two belong together, however late the kernel hears them."""
    driver.show(page, lab, "dated.ipynb", PASTING)
    driver.kernel_eval(page, SPIED)
    try:
        page.get_by_role("textbox", name="Text", exact=True).fill("X -> Y")
        page.get_by_role("button", name="Load text").click()
        driver.wait_until(
            page, lambda: driver.kernel_eval(page, "player.model.dag"), "Dag('X -> Y')"
        )
        heard = driver.kernel_eval(page, HEARD)
    finally:
        driver.kernel_eval(page, "controls.sent = sent")
    assert "('custom', True)" in heard
    assert "('update', True)" in heard
    assert "False" not in heard
