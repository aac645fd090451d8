"""Run All, then down the notebook: each app is seen, each picture drawn at its size when one comes.

In a window of the usual height, most cells are run out of sight, and JupyterLab lays them out late.
"""

from pathlib import Path

import nbformat
import pytest

from marvel_widgets import cli
from marvel_widgets.classroom.editions import tagged
from marvel_widgets.course import registry
from marvel_widgets.widgets.kit import shell
from tests.browser import driver

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
NAMES = sorted(
    path.name
    for path in NOTEBOOKS.glob("*.ipynb")
    if registry.NOTEBOOKS[path.name.partition("-")[0]].place not in registry.NOT_LEARNERS
)
WIDGET = "application/vnd.jupyter.widget-view+json"
# The cells with pictures, but for those in a part that the app itself keeps hidden. What is out of
# sight stands in the page as well, not laid out. Null as long as an app is not there.
WITH_PICTURES = f"""([kind, ready]) => {{
    const cells = {driver.NOTEBOOK}.content.widgets, hidden = one => !one.matches('.mw-app')
        && (one.style.display === 'none' || hidden(one.parentElement));
    const late = cell => cell.model.outputs.toJSON().some(o => o.data && kind in o.data)
        && !cell.node.querySelector(ready);
    if (cells.some(cell => cell.model.type === 'code' && late(cell))) return null;
    return cells.flatMap((cell, index) => [...cell.node.querySelectorAll('.mw-app .custom-widget')]
        .every(hidden) ? [] : [index]);
}}"""
READY = ".mw-app[aria-label], .jupyter-widgets:not(.mw-app):not(:has(.mw-app))"
# What is wrong with the pictures of a cell that are in sight: those not as large as their style, or
# cytoscape, or its canvas has them; those without a variable, or with one that is not in the frame.
WRONG = f"""index => {{
    const cell = {driver.NOTEBOOK}.content.widgets[index].node;
    const drawn = [...cell.querySelectorAll('.custom-widget')].filter(one => one.offsetParent);
    if (!drawn.length) return ['no picture'];
    return drawn.flatMap(one => {{
        const cy = one._cyreg && one._cyreg.cy, canvas = one.querySelector('canvas');
        if (!cy || !canvas) return ['not drawn'];
        const box = one.getBoundingClientRect(), at = cy.nodes().map(n => n.renderedPosition());
        const inside = ({{x, y}}) => x > 0 && y > 0 && x < box.width && y < box.height;
        const sizes = [[parseFloat(one.style.width), parseFloat(one.style.height)],
            [cy.width(), cy.height()], [parseFloat(canvas.style.width), canvas.height]];
        const right = box.width > 60
            && sizes.every(([w, h]) => Math.abs(w - box.width) < 3 && Math.abs(h - box.height) < 3)
            && at.length && at.every(inside);
        return right ? [] : [`${{box.width}} x ${{box.height}}, should be ${{sizes.join(' ')}}`];
    }});
}}"""


@pytest.fixture
def viewport():
    return {"width": 1280, "height": 720}


SETTLED = 20  # repaints in which no further picture comes


def with_pictures(page):
    """Return the places of the cells with pictures, when all are there."""
    found, since = None, 0
    while since < SETTLED:
        driver.wait_for_repaint(page)
        before, found = found, page.evaluate(WITH_PICTURES, [WIDGET, READY])
        since = since + 1 if found and found == before else 0
    return found


def wrong_in_sight(page, index):
    """Go to a cell and look; apps above it that come late, as from a file, push it out of sight."""
    driver.scroll_to_cell(page, index)
    return page.evaluate(WRONG, index)


def every_picture_is_drawn(page, cells=None):
    """Go from cell to cell, what is deeper as well; return the places of those with pictures."""
    driver.open_folds(page)
    cells = cells or with_pictures(page)
    found = {}
    for index in cells:
        try:
            driver.wait_until(page, lambda index=index: wrong_in_sight(page, index), [])
        except AssertionError:
            found[index] = wrong_in_sight(page, index)
    assert found == {}
    return cells


# The cells that show a widget, and whether the app in a cell is on the page: named for a screen
# reader, and of a visible size.
APP_CELLS = f"""kind => {driver.NOTEBOOK}.content.widgets.flatMap(({{model}}, i) =>
    model.type === 'code' && model.outputs.toJSON().some(o => o.data && kind in o.data)
        ? [i] : [])"""
VISIBLE = f"""index => {{
    const cell = {driver.NOTEBOOK}.content.widgets[index].node;
    const app = cell.querySelector('.jp-OutputArea .jupyter-widgets');
    if (!app || cell.querySelector('.mw-app:not([aria-label])')) return false;
    const box = app.getBoundingClientRect();
    return box.width > 100 && box.height > 20;
}}"""


def stem(name):
    return name.partition(".")[0]


def apps_of_readers(name):
    """Return how many cells show an app in both editions."""
    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code" and not tagged(cell, "reader")]
    return sum(any(WIDGET in each.get("data", {}) for each in cell.outputs) for cell in code)


def wait_for_app(page, index):
    driver.scroll_to_cell(page, index)
    page.wait_for_function(VISIBLE, arg=index, timeout=driver.QUICK)


def shows_apps(page, number):
    cells = page.evaluate(APP_CELLS, WIDGET)
    assert len(cells) == number > 0
    for index in cells:
        wait_for_app(page, index)
    for trouble in ("Error displaying widget", "Error creating widget"):
        assert page.get_by_text(trouble).count() == 0


@pytest.mark.night
@pytest.mark.parametrize("name", NAMES, ids=stem)
def test_a_notebook_is_run_as_a_learner_runs_it(lab, page, name):
    driver.open_and_run(page, lab, name)
    assert every_picture_is_drawn(page)
    shows_apps(page, apps_of_readers(name))


@pytest.mark.night
@pytest.mark.parametrize("name", ["workshop.ipynb", "workshop-students.ipynb"])
def test_the_workshop_is_run_before_the_room_comes(lab, page, name):
    assert cli.main(["course", "workshop", str(lab.root / "room")]) == 0
    driver.open_and_run(page, lab, f"room/{name}")
    assert every_picture_is_drawn(page)


# A bar that is not yet in an app, as in a cell that JupyterLab has not put into the page; it takes
# note of the frames that are asked for.
WAITING = """
window.asked = 0;
const frame = window.requestAnimationFrame;
window.requestAnimationFrame = (act) => { window.asked += 1; return frame(act); };
const model = {get: name => ({heard: [], label: "an app"})[name], on() {}, off() {}};
render({model, el: document.getElementById("bar")});
"""


@pytest.mark.night
def test_a_bar_that_waits_for_its_app_costs_nothing(browser):
    page = browser.new_page()
    own = shell.Shell._esm.rpartition("\nexport default")[0]
    page.set_content(
        f"<div id=app><div id=bar></div></div><script type=module>{own}{WAITING}</script>"
    )
    driver.wait_for_repaint(page)
    assert page.evaluate("() => window.asked") == 2  # the two of `wait_for_repaint`
    page.evaluate("() => { document.getElementById('app').className = 'mw-app'; }")
    page.locator("#app[role=region]").wait_for()
    page.close()
