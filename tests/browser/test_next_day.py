"""A saved notebook is opened again when its kernel is gone: all apps are there, drawn."""

from tests.browser import driver
from tests.browser.needed_cells import WIDGET
from tests.browser.test_kernel_death import put_away

CELLS = ["from marvel_widgets.widgets import *", *['MarvelPlayer("X -> Y <- T")'] * 3]
# Hold the timers by which ipywidgets looks for a model again, as a page that is busy does.
HOLD = """() => {
    const start = window.setTimeout, held = window.held = [];
    window.setTimeout = (act, ...more) => {
        if (!new Error().stack.includes('.get_model')) return start(act, ...more);
        held.push(act);
        held.last = Date.now();
    };
    held.end = () => { window.setTimeout = start; };
}"""
# Let them go when all models are there, and the two seconds are over; return how many outputs say
# then that theirs is not.
LET_GO = f"""async kind => {{
    const {{held}} = window, cells = {driver.NOTEBOOK}.content.widgets;
    const drawing = cells.flatMap(({{outputArea}}) => outputArea ? outputArea.widgets : [])
        .flatMap(output => [...output.children()]).filter(({{mimeType}}) => mimeType === kind);
    const manager = await drawing[0]._manager.promise;
    while (!manager.restoredStatus || !(Date.now() - held.last > 2000))
        await new Promise(requestAnimationFrame);
    held.end();
    held.forEach(act => act());
    for (let turn = 0; turn < 50; turn++) await null; // no timer of others comes between
    return drawing.filter(({{node}}) => node.textContent.includes('model not found')).length;
}}"""


def test_apps_that_came_while_the_page_was_busy_are_drawn(lab, page):
    """ipywidgets gives up on each of them, though its model is there by then."""
    page.set_viewport_size({"width": 1280, "height": 2000})
    name = driver.write_notebook(lab, "late.ipynb", *CELLS)
    driver.open_and_run(page, lab, name)
    put_away(page)
    page.evaluate(HOLD)
    driver.open_notebook(page, lab, name)
    assert driver.promised(page, LET_GO, WIDGET) == 3
    page.locator(".mw-app[aria-label]").nth(2).wait_for(timeout=driver.QUICK)
    driver.wait_for_graph(page, nodes=3, view=2)
    assert page.locator(".mw-app[aria-label]").count() == 3
    assert page.locator(".jp-OutputArea .jupyter-widgets", has_text="model not found").count() == 0
