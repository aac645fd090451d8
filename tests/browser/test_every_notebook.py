"""Every notebook in JupyterLab: its apps can be seen, and no script and no cell fails.

What nbval has run, and no app needs, is not run again: `tests/browser/needed_cells.py`. An app that
is like one before shows a browser nothing new: `tests/browser/new_apps.py`. What is left stands in
the notebook that the page has open: a notebook's own file takes twice as long, with formulas and
editors. The shortest is opened itself, and with `-m night` all are, with all apps: only there would
a fault be seen that the page has with the one graph of a repeated app, or in one file's metadata.
"""

import functools
from pathlib import Path

import nbformat
import pytest

from marvel_widgets.classroom.editions import tagged
from tests.browser import driver
from tests.browser.needed_cells import WIDGET, needed_cells, shows_an_app
from tests.browser.new_apps import repeated_apps

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
LONGEST = 5 * driver.SLOW  # the notebooks on experiments compute for a minute on a busy machine
# Whether the app in a cell is on the page: named for a screen reader, and of a visible size.
VISIBLE = f"""index => {{
    const cell = {driver.NOTEBOOK}.content.widgets[index].node;
    const app = cell.querySelector('.jp-OutputArea .jupyter-widgets');
    if (!app || cell.querySelector('.mw-app:not([aria-label])')) return false;
    const box = app.getBoundingClientRect();
    return box.width > 100 && box.height > 20;
}}"""


def app_cells(page):
    """Return the positions of the cells that show a widget, now that all have run."""
    return page.evaluate(
        f"""kind => [...{driver.NOTEBOOK}.content.model.cells].flatMap((cell, i) =>
            cell.type === 'code' && cell.outputs.toJSON().some(o => o.data && kind in o.data)
                ? [i] : [])""",
        WIDGET,
    )


def editions(lab, name):
    """Return the cells of a notebook as learners and as readers get them."""
    return [nbformat.read(folder / name, as_version=4).cells for folder in (lab.root, NOTEBOOKS)]


def without_outputs(lab, name):
    """Write the notebook as it was before another test saved it; return the new name."""
    notebook = nbformat.read(lab.root / name, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbformat.write(notebook, lab.root / f"without-outputs-{name}")
    return f"without-outputs-{name}"


def shown_by_readers(cells):
    """Return the ids of the cells that show a widget in both editions."""
    code = [c for c in cells if c.cell_type == "code" and not tagged(c, "reader")]
    return [cell.id for cell in code if shows_an_app(cell)]


@functools.cache
def repeated():
    """Return the ids of the cells, by notebook, whose apps are like one before."""
    cells = [nbformat.read(NOTEBOOKS / name, as_version=4).cells for name in NAMES]
    return dict(zip(NAMES, repeated_apps(cells), strict=True))


def to_each_app(cells, apps):
    """Return the code up to each app, as one cell, and what follows the last one."""
    blocks = [[]]
    for cell in cells:
        blocks[-1].append(cell.source)
        if cell.id in apps:
            blocks.append([])
    return ["\n".join(block) for block in blocks if block]


def wait_for_app(page, index):
    driver.scroll_to_cell(page, index)
    page.wait_for_function(VISIBLE, arg=index, timeout=driver.QUICK)


def shows_apps(page, number):
    cells = app_cells(page)
    assert len(cells) == number > 0
    for index in cells:
        wait_for_app(page, index)
    assert page.get_by_text("Error displaying widget").count() == 0
    assert page.get_by_text("Error creating widget").count() == 0


def stem(name):
    return name.partition(".")[0]


SHORTEST = min(NAMES, key=lambda name: (NOTEBOOKS / name).stat().st_size)


@pytest.mark.parametrize("name", NAMES, ids=stem)
def test_the_apps_of_a_notebook_are_shown(lab, page, name):
    learner, reader = editions(lab, name)
    apps = [cell for cell in shown_by_readers(reader) if cell not in repeated()[name]]
    needed = needed_cells(learner, reader, repeated()[name])
    if name == SHORTEST:
        driver.open_notebook(page, lab, without_outputs(lab, name))
        driver.run_cells(page, needed, timeout=LONGEST)  # a cell that fails is an error here
    else:
        cells = to_each_app([learner[index] for index in needed], apps)
        driver.fill(page, lab, f"cells-of-{name}", *cells)
        driver.run_all(page, timeout=LONGEST)
    shows_apps(page, len(apps))


@pytest.mark.night
@pytest.mark.parametrize("name", NAMES, ids=stem)
def test_a_notebook_itself_is_opened_and_run(lab, page, name):
    learner, reader = editions(lab, name)
    driver.open_notebook(page, lab, name)
    driver.run_cells(page, needed_cells(learner, reader), timeout=LONGEST)
    shows_apps(page, len(shown_by_readers(reader)))


def code(name, source, *outputs):
    return {
        "cell_type": "code", "id": name, "source": source, "outputs": list(outputs), "metadata": {},
    }  # fmt: skip


def test_what_nbval_has_run_and_no_app_needs_is_not_run_again():
    app = {"data": {WIDGET: {}}}
    reader = [
        code("imports", "import math\nx = 1\nassert x"),
        code("long", "for n in range(9):\n    assert n < 9\n    y = n"),
        code("asked", "answer = 3"),
        code("changed", "w = x\nz = {}"),
        code("filled", "z['a'] = 1"),
        code("app", "Show(x, z)", app),
        code("after", "print(y)"),
    ]
    learner = [dict(cell) for cell in reader]
    learner[0] = code("imports", "# Click\nimport math\nx = 1")
    learner[1] = code("long", "for n in range(9):\n    y = n")
    learner[2] = code("asked", "answer = ...")
    assert needed_cells(learner, reader) == [0, 2, 3, 4, 5]
    assert needed_cells([*learner, code("new", "y")], reader) == [0, 1, 2, 3, 4, 5, 7]


def test_an_app_like_one_before_is_left_out():
    app = {"data": {WIDGET: {}}}
    first = [
        code("first", "Show(x)", app),
        code("like", "Show(y)", app),
        code("argument", "shown = Show(x, z=1)\nshown", app),
        code("class", "Other.made(x)", app),
    ]
    second = [
        code("made", "shown = Show(x, z=2)"),
        code("here", "shown.press()\nshown", app),
        code("known", "Show(x, z=3)", app),
        code("new", "Show(x, z=3, w=1)", app),
        code("reader", "Third()", app) | {"metadata": {"tags": ["reader"]}},
        code("other", "Third()", app),
    ]
    assert repeated_apps([first, second]) == [{"like"}, {"known"}]
    needed = needed_cells(second, second, left_out={"known", "here"})
    assert needed == [3, 4, 5]


def test_a_cell_that_fails_is_seen(lab, page):
    name = driver.write_notebook(lab, "fails.ipynb", "1 / 0")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        driver.open_and_run(page, lab, name)


def test_an_app_that_is_hidden_is_seen(lab, page):
    code = "from marvel_widgets.widgets import Workbench\napp = Workbench()\napp"
    hide = "app.layout.display = 'none'"
    name = driver.write_notebook(lab, "hides.ipynb", code, hide)
    driver.open_and_run(page, lab, name)
    driver.kernel_eval(page, "")
    driver.wait_for_repaint(page)
    assert not page.evaluate(VISIBLE, 0)
    driver.kernel_eval(page, "app.layout.display = ''")
    wait_for_app(page, 0)
