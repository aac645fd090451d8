"""A saved notebook is opened again when its kernel is gone: all apps are there, drawn."""

import pytest

from marvel_widgets import cli
from tests.browser import driver
from tests.browser.test_kernel_death import BUTTON, put_away, the_next_day
from tests.browser.test_run_all import APP_CELLS, NAMES, WIDGET, every_picture_is_drawn
from tests.slices import in_each_run

CELLS = ["from marvel_widgets.widgets import *", *['MarvelPlayer("X -> Y <- T")'] * 3]
# Hold the timers by which an output looks for its model again, as a page that is busy does; not
# those of models that look for others, as they are restored.
HOLD = """() => {
    const start = window.setTimeout, held = window.held = [];
    window.setTimeout = (act, ...more) => {
        if (!/[.]get_model[^]*[.]renderModel/.test(new Error().stack)) return start(act, ...more);
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


@pytest.mark.night
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


# The buttons of a question that stick out of its frame.
OUTSIDE = """() => { const frame = document.querySelector('.mw-answered').getBoundingClientRect();
    return [...document.querySelectorAll('.mw-answered button')].filter(each =>
        each.getBoundingClientRect().right > frame.right).map(each => each.textContent); }"""
LAB = """from marvel_widgets.widgets import RemovabilityLab
app = RemovabilityLab("X -> Y <- T; Y -> Z; X -> Z", x="X", predict=True)
app"""


@pytest.mark.night
def test_a_prediction_of_another_day_is_shown_until_it_is_asked_again(lab, page):
    """As by a kernel of the next day; Enter on the button opens the question."""
    name = driver.write_notebook(lab, "03-of-another-day.ipynb", LAB, "1 + 1")
    driver.open_notebook(page, lab, name)
    driver.run_cells(page, [0])
    page.get_by_role("radio").first.click()
    assert page.get_by_role("button", name="Ask me again").count() == 0
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".mw-answered").wait_for(timeout=driver.QUICK)
    driver.run_cells(page, [0])
    again = page.get_by_role("button", name="Ask me again")
    again.wait_for(timeout=driver.SLOW)
    driver.wait_for(page, "Predicted on ")
    page.locator(".mw-answered .mw-next").wait_for(timeout=driver.QUICK)
    assert page.evaluate(OUTSIDE) == []
    driver.focus(again)
    page.keyboard.press("Enter")
    page.locator(".mw-answered").wait_for(state="detached", timeout=driver.QUICK)
    said = page.get_by_text("Predicted on ")
    assert said.count() == page.get_by_role("radio", checked=True).count() == 0
    page.get_by_role("button", name="Skip", exact=True).click()
    page.locator(".mw-answered").wait_for(timeout=driver.QUICK)


# As with "No Kernel" in the dialog that asks for one.
OPEN_WITHOUT_KERNEL = f"""async path => {{
    {driver.NOTEBOOK}.dispose();
    await window.jupyterapp.commands.execute('docmanager:open', {{
        path, kernelPreference: {{shouldStart: false, canStart: true}}}});
}}"""
UNSEEN = "Cannot read properties of null (reading 'kernel')"  # of ipywidgets


@pytest.mark.night
def test_a_notebook_that_was_opened_without_a_kernel_is_opened_with_one(lab, page, page_errors):
    page.set_viewport_size({"width": 1280, "height": 2000})
    name = driver.write_notebook(lab, "without-kernel.ipynb", *CELLS)
    driver.open_and_run(page, lab, name)
    put_away(page)
    driver.promised(page, OPEN_WITHOUT_KERNEL, name)
    button = page.get_by_role("button", name="Save, and open with a kernel")
    button.wait_for(timeout=driver.QUICK)
    assert page.locator(".mw-app").count() == 0
    button.click()
    page.locator(".mw-app[aria-label]").nth(2).wait_for(timeout=driver.SLOW)
    assert page.locator(".mw-line-above").count() == 0
    assert set(page_errors) == {UNSEEN}
    page_errors.clear()


# All apps that the outputs name, in sight or not.
ALL_THERE = f"""() => {driver.NOTEBOOK}.content.widgets.every(({{outputArea}}) => !outputArea
    || !/Loading widget\\.\\.\\.|model not found/.test(outputArea.node.textContent))"""
WORKSHOP = ["room/workshop.ipynb", "room/workshop-students.ipynb"]
SHORT = "P2-the-directions.ipynb"


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}])
@pytest.mark.parametrize("name", in_each_run([*NAMES, *WORKSHOP], [SHORT]))
def test_a_notebook_is_opened_again_on_the_next_day(lab, page, name):
    """Its pictures are there without a kernel, and again when the last app has what it needs."""
    if name in WORKSHOP:
        assert cli.main(["course", "workshop", str(lab.root / "room")]) == 0
    driver.open_and_run(page, lab, name)
    cells, last = every_picture_is_drawn(page), page.evaluate(APP_CELLS, WIDGET)[-1]
    the_next_day(page, lab, name)
    page.wait_for_function(ALL_THERE, timeout=driver.SLOW)
    every_picture_is_drawn(page, cells)
    driver.scroll_to_cell(page, last)
    cell = page.locator(f"[data-windowed-list-index='{last}']")
    cell.get_by_role("button", name=BUTTON).last.click()
    cell.locator(".mw-stopped").wait_for(state="detached", timeout=driver.SLOW)
    driver.kernel_eval(page, "", timeout=5 * driver.SLOW)  # after all that was asked for
    driver.no_cell_failed(page)
    every_picture_is_drawn(page, cells)
