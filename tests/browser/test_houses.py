"""The apps in other houses than JupyterLab: Voila and Notebook 7, each drawn and stepped.

python -m pip install ".[houses]" && python -m pytest -m night tests/browser/test_houses.py
"""

import json
from functools import partial

import pytest

from tests.browser import driver
from tests.browser.doings import ACTS, APPS, DOES, example
from tests.browser.houses import running_notebook, running_voila
from tests.browser.test_kernel_death import kill
from tests.browser.test_shift_enter import goes_on

pytestmark = pytest.mark.night
PATIENCE = 120_000  # ms
DRAWN = "() => document.querySelectorAll('.mw-app svg, .mw-app canvas').length > 0"
LOOKS = """(root) => [
    ...[...root.querySelectorAll('button, input, select, [role=status], .widget-html-content')]
        .map(e => [e.value ?? '', e.disabled ?? '', e.textContent]),
    ...[...root.querySelectorAll('.custom-widget')].map(e => e._cyreg?.cy.json().elements),
]"""
# There is nothing to draw before the search has found a graph.
DRAWS_LATER = {"Breaker": ["button", "Search"]}
STEPPED = f"([before]) => JSON.stringify(({LOOKS})(document.querySelector('.mw-app'))) !== before"


def notebook(*cells):
    made = [
        {
            "cell_type": "code", "id": f"c{i}", "metadata": {}, "outputs": [],
            "execution_count": None, "source": source,
        }
        for i, source in enumerate(cells)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("houses") / "work"
    folder.mkdir()
    for name in APPS:
        (folder / f"example-{name}.ipynb").write_text(notebook(f"{example(name)}\napp"))
    return folder


@pytest.fixture(scope="module")
def voila(folder):
    pytest.importorskip("voila")
    with running_voila(folder) as (base, _):
        yield base


@pytest.fixture(scope="module")
def notebook_7(folder):
    pytest.importorskip("notebook")
    with running_notebook(folder) as (base, _):
        yield base


def steps(page, name):
    """Do what a learner does first; the app must be drawn, and show something else then."""
    root = page.locator(".mw-app[aria-label]").first
    root.wait_for(timeout=PATIENCE)
    if name not in DRAWS_LATER:
        page.wait_for_function(DRAWN, timeout=PATIENCE)
    before = page.evaluate(f"() => JSON.stringify(({LOOKS})(document.querySelector('.mw-app')))")
    act = DRAWS_LATER.get(name) or DOES[name][0]
    page.evaluate(f"([how, what]) => ({ACTS})(document.querySelector('.mw-app'))[how](what)", act)
    page.wait_for_function(STEPPED, arg=[before], timeout=PATIENCE)
    page.wait_for_function(DRAWN, timeout=PATIENCE)


@pytest.mark.parametrize("name", APPS)
def test_an_app_steps_in_voila(voila, browser, name):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.goto(f"{voila}/voila/render/example-{name}.ipynb")
    steps(page, name)
    page.close()


def wait_for_kernel(page):
    page.wait_for_function(
        "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
        " === 'idle'",
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("name", APPS)
def test_an_app_steps_in_notebook_7(notebook_7, browser, name):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.goto(f"{notebook_7}/notebooks/example-{name}.ipynb")
    wait_for_kernel(page)
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
    steps(page, name)
    page.close()


def test_an_exercise_can_be_answered_in_voila(voila, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.goto(f"{voila}/voila/render/example-ExerciseBox.ipynb")
    box = page.locator(".mw-app").first
    box.get_by_role("button", name="Hint").click()
    box.locator(".mw-say", has_text="Hint 1 of 4").wait_for(timeout=PATIENCE)
    for none in box.get_by_label("none: the empty set").all():
        none.check()
    box.get_by_role("button", name="Check", exact=True).click()
    box.locator(".mw-said-no").wait_for(timeout=PATIENCE)
    driver.wait_for_repaint(page)
    assert page.locator(".mw-next").count() == 0  # there is no cell to go to
    page.close()


def test_shift_enter_goes_on_and_the_line_leads_on_in_notebook_7(notebook_7, folder, browser):
    """By our labextension, which Notebook 7 takes from the same place as JupyterLab."""
    cells = [f"import os\n{example('ExerciseBox')}\napp", "1 + 1", "2 + 2"]
    (folder / "shift-enter.ipynb").write_text(notebook(*cells))
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.goto(f"{notebook_7}/notebooks/shift-enter.ipynb")
    wait_for_kernel(page)
    driver.run_all(page)
    driver.click(page, "Hint")
    goes_on(page, 0, partial(page.keyboard.press, "Shift+Enter"))
    assert driver.kernel_eval(page, "len(app.model.hints)") == "1"
    driver.kernel_eval(page, "app.answer(app.model.check.exercise.mistakes[0].answer)")
    goes_on(page, 0, page.get_by_role("button", name="Next", exact=True).click)
    kill(page)
    driver.click(page, "Resume")
    page.locator(".mw-stopped").wait_for(state="detached", timeout=PATIENCE)
    driver.click(page, "Hint")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "len(app.model.hints)"), "1")
    page.close()
