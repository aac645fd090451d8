"""Shift+Enter goes on from everywhere: in every app, and from the first to the last cell.

In an app it runs the next cell, and neither presses what has the focus nor runs the app's own cell
again, which would empty a box. Escape leads out, and the focus never falls to the page's body.
"""

from functools import partial

import pytest

from tests.browser import driver
from tests.browser.doings import APPS, example
from tests.browser.test_every_app import TALL, TOGETHER
from tests.browser.test_every_notebook import NAMES, SHORTEST, stem
from tests.slices import some_of

CELLS = f"{driver.NOTEBOOK}.content"
# What can have the focus in the app of a cell, one by one: [its kind, its place among all].
FOCUSABLE = """root => [root, ...root.querySelectorAll(
        'button, input, select, textarea, summary, a[href], [tabindex]')]
    .map((element, i) => [element, i])
    .filter(([element]) => element.getClientRects().length && !element.disabled)
    .map(([element, i]) => [
        element.getAttribute('role') || element.type || element.localName, i])"""
FOCUS = """(root, place) => [root, ...root.querySelectorAll(
    'button, input, select, textarea, summary, a[href], [tabindex]')][place].focus()"""
HOLDS_THE_FOCUS = "root => root.contains(document.activeElement)"


def counts(page):
    """Return how often the kernel had run something when each cell ran last."""
    return page.evaluate(f"() => {CELLS}.widgets.map(cell => cell.model.executionCount ?? null)")


def active(page):
    return page.evaluate(f"() => {CELLS}.activeCellIndex")


def app_of(page, index):
    """Return the app, or the workbench, in the output of a cell."""
    cells = page.locator(".jp-Notebook .jp-Cell:visible")
    page.evaluate(f"i => {{ {CELLS}.widgets[i].node.dataset.place = i; }}", index)
    shown = cells.and_(page.locator(f"[data-place='{index}']"))
    return shown.locator(".mw-app, .mw-bench:not(.mw-app *)").first


def goes_on(page, index, press):
    """The cell below runs once, this one and the others do not, and the one below it is next."""
    before = counts(page)
    press()
    page.wait_for_function(
        f"""([index, before]) => {CELLS}.widgets[index].model.executionCount > before
            && {driver.KERNEL}.status === 'idle'""",
        arg=[index + 1, max(each or 0 for each in before)],
        timeout=driver.QUICK,
    )
    before[index + 1] = max(each or 0 for each in before) + 1
    assert counts(page) == before
    assert active(page) == index + 2


# -- every app -------------------------------------------------------------------------------


@some_of(1, 1000, name="of_a_kind")
@pytest.mark.parametrize("names", [*TOGETHER, ["Workbench"]], ids=" ".join)
def test_shift_enter_goes_on_from_every_app(lab, page, names, of_a_kind):
    """From all that takes the focus; in the quick run from one of each kind."""
    show_apps(lab, page, names)
    for place, name in enumerate(names):
        root = app_of(page, 2 * place)
        driver.scroll_to_cell(page, 2 * place)
        before = driver.kernel_eval(page, f"{name}_app.text()")
        for way in ways_in(root, of_a_kind):
            root.evaluate(FOCUS, way)
            goes_on(page, 2 * place, partial(page.keyboard.press, "Shift+Enter"))
        assert driver.kernel_eval(page, f"{name}_app.text()") == before


def show_apps(lab, page, names):
    """Show apps, each with a cell below it."""
    page.set_viewport_size(TALL)
    cells = [cell for name in names for cell in (shown(name), "1 + 1")]
    driver.show(page, lab, "shift-enter.ipynb", *cells, "2 + 2")
    apps = page.locator(".mw-app[aria-label], .mw-bench:not(.mw-app *)")
    apps.nth(len(names) - 1).wait_for(timeout=driver.SLOW)
    driver.kernel_eval(page, "")


def shown(name):
    if name == "Workbench":
        return "from marvel_widgets.widgets import Workbench\n" + (
            "Workbench_app = Workbench('A -> B')\nWorkbench_app"
        )
    return f"{example(name)}\n{name}_app = app\napp"


def ways_in(root, of_a_kind):
    """Return the places of what takes the focus in an app, so many of each kind."""
    kinds: dict[str, list[int]] = {}
    for kind, place in root.evaluate(FOCUSABLE):
        kinds.setdefault(kind, []).append(place)
    return [place for places in kinds.values() for place in places[:of_a_kind]]
