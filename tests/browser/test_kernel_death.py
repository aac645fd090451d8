"""When the kernel dies, the page keeps what it showed, says so, and leads on."""

import json

import pytest

from tests.browser import driver
from tests.browser.doings import APPS

STOPPED, BUTTON = "The kernel has stopped: this is the last state.", "Resume"
CELL = """
import os
from marvel_widgets import exercises
from marvel_widgets.widgets import *
player = MarvelPlayer("X -> Y <- T; Y -> Z", position=20)
player
"""


def shown(page):
    """Return the sentence, the seek bar's place, and the look of every element of the graph."""
    sentence = page.locator(".mw-sentence").first.inner_text()
    looks = driver.classes(page)
    return sentence, page.locator(".mw-seek").first.input_value(), looks


APPS_ON_PAGE = "[...document.querySelectorAll('.mw-app')]"
# What stands above each app.
SAID = f"""() => {APPS_ON_PAGE}.map(e => [
    e.getAttribute('aria-label'),
    [...e.querySelectorAll('.mw-stopped')].map(line => line.textContent).join()])"""
# The icons that ipywidgets hangs on each control, and on an app itself.
BROKEN_LINKS = """() => [...document.querySelectorAll('.jupyter-widgets-disconnected')]
    .filter(e => getComputedStyle(e, '::before').content !== 'none').length"""


@pytest.mark.parametrize("others", [[], pytest.param(APPS, marks=pytest.mark.night)])
def test_the_last_state_stays_on_the_page_which_says_so(lab, page, others):
    page.set_viewport_size({"width": 1280, "height": height_of(others)})  # all cells stay in it
    one = {each: f"{each}(exercises('03').removable)" for each in ("ExerciseBox", "Vote")}
    cells = [one.get(name, f"{name}()") for name in others]
    driver.show(page, lab, "death.ipynb", CELL, "LiveBoard('A -> B')", *cells)
    page.locator(".mw-app[aria-label]").nth(1 + len(others)).wait_for(timeout=driver.SLOW)
    driver.wait_for_graph(page, nodes=4)
    driver.wait_for_runs(page)
    before = shown(page)
    assert before[1] == "20"
    kill(page)
    found = page.evaluate(SAID)
    assert len(found) == 2 + len(others)
    assert [label for label, said in found if said != STOPPED + BUTTON] == []
    assert page.evaluate(BROKEN_LINKS) == 0
    driver.wait_for_repaint(page)
    assert shown(page) == before
    page.locator(".mw-app").first.get_by_role("button", name="Step", exact=True).click()
    driver.wait_until(page, lambda: int(shown(page)[1]) > 20, True)


def height_of(others):
    return 2000 + 500 * len(others)


def kill(page):
    """End the kernel without a word, and take note of what JupyterLab says of it."""
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


COURSE = [
    "import os\nfrom marvel_widgets import exercises\nfrom marvel_widgets.widgets import *",
    "ran = globals().get('ran', 0) + 1\nchecks = exercises('03')",
    "box = ExerciseBox(checks.removable)\nbox",
    "player = MarvelPlayer('X -> Y <- T; Y -> Z')\nplayer",
    "lab = DSeparationLab('A -> B')\nlab",
]
FIRST_APP = 2  # the place of its cell


def restart(page):
    again = f"async () => {{ await {driver.NOTEBOOK}.sessionContext.restartKernel() }}"
    driver.promised(page, again, [])


def put_away(page):
    """Save the notebook; its kernel goes."""
    driver.command(page, "docmanager:save")
    shut_down = f"async () => {{ await {driver.NOTEBOOK}.sessionContext.shutdown() }}"
    driver.promised(page, shut_down, [])


def the_next_day(page, lab, name="next-day.ipynb"):
    """Open the notebook again as it was saved."""
    put_away(page)
    page.goto("about:blank")  # JupyterLab is loaded anew
    driver.open_notebook(page, lab, name)


@pytest.mark.night
@pytest.mark.parametrize("end", [the_next_day, kill, restart])
def test_the_button_runs_what_an_app_needs(lab, page, end):
    """All above that has not run, once; what has run in the new kernel keeps what was answered."""
    page.set_viewport_size({"width": 1280, "height": height_of(COURSE)})
    name = driver.write_notebook(lab, "next-day.ipynb", *COURSE)
    driver.open_and_run(page, lab, name)
    wait_for_lines(page, [None, None, None])
    end(page, lab) if end is the_next_day else end(page)
    wait_for_lines(page, [STOPPED + BUTTON] * 3)
    revive(page, 0)
    wait_for_lines(page, [None, STOPPED + BUTTON, STOPPED + BUTTON])
    driver.click(page, "Hint")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "len(box.model.hints), ran"), "(1, 1)")
    revive(page, 1)
    wait_for_lines(page, [None, None, STOPPED + BUTTON])
    driver.click(page, "Step")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "player.model.position > 0"), "True")
    revive(page, 2)
    wait_for_lines(page, [None, None, None])
    assert (
        driver.kernel_eval(page, "len(box.model.hints), ran, lab.model.dag.to_text()")
        == "(1, 1, 'A -> B')"
    )
    driver.no_cell_failed(page)


ANSWERED = [
    "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import ExerciseBox",
    "unneeded = 1",
    "check = exercises('03')",
    "box = ExerciseBox(check.removable)\nbox",
]


@pytest.mark.night
def test_what_was_answered_comes_back_and_what_a_box_does_not_need_does_not_run(lab, page):
    name = driver.write_notebook(lab, "next-day.ipynb", *ANSWERED)
    driver.open_and_run(page, lab, name)
    wait_for_lines(page, [None])
    driver.kernel_eval(page, "box.answer(['A'])")
    the_next_day(page, lab)
    wait_for_lines(page, [STOPPED + BUTTON])
    revive(page, 0)
    wait_for_lines(page, [None])
    found = "sorted(box.model.raw), box.model.verdict.kind, check.removable.attempt.tries"
    assert driver.kernel_eval(page, found) == "(['A'], 'incorrect', 1)"
    assert driver.kernel_eval(page, "'unneeded' in globals()") == "False"


def wait_for_lines(page, wanted):
    page.wait_for_function(
        f"wanted => JSON.stringify(({SAID})().map(([, said]) => said || null)) === wanted",
        arg=json.dumps(wanted, separators=(",", ":")),
        timeout=driver.SLOW,
    )


def revive(page, place):
    """Press the button of an app, from the top, by keyboard; wait until the kernel has done it."""
    button = page.locator(".mw-app").nth(place).get_by_role("button", name=BUTTON)
    driver.focus(button)
    page.keyboard.press("Enter")
    page.wait_for_function(
        f"""cell => {driver.NOTEBOOK}.content.widgets[cell].model.executionCount
            && {driver.KERNEL}.status === 'idle'""",
        arg=place + FIRST_APP,
        timeout=driver.SLOW,
    )
    driver.no_cell_failed(page)


@pytest.mark.night
def test_without_our_labextension_the_line_names_the_menu(lab, page):
    driver.show(page, lab, "death.ipynb", CELL)
    driver.wait_for_graph(page, nodes=4)
    page.evaluate(
        "() => window.addEventListener('marvel-widgets:run-needed',"
        " event => event.stopImmediatePropagation(), {capture: true, once: true})"
    )
    kill(page)
    menu = "To go on: Run > Run All Above Selected Cell, then run this cell."
    wait_for_lines(page, [f"{STOPPED} {menu}"])
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Above Selected Cell").wait_for(timeout=driver.QUICK)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


STATE = "application/vnd.jupyter.widget-state+json"


@pytest.mark.night
def test_a_notebook_that_is_saved_before_it_is_run_again_keeps_its_apps(lab, page):
    """The page writes the apps of its own kernel alone: on the next day that would be none."""
    name = driver.write_notebook(
        lab, "kept-apps.ipynb", "from marvel_widgets.widgets import *", 'MarvelPlayer("X -> Y")'
    )
    driver.open_and_run(page, lab, name)
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    put_away(page)
    saved = saved_apps(lab, name)
    assert len(saved) > 10
    driver.open_notebook(page, lab, name)
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    page.evaluate(f"() => {driver.NOTEBOOK}.context.model.sharedModel.setMetadata('mine', 1)")
    driver.command(page, "docmanager:save")
    assert saved.keys() <= saved_apps(lab, name).keys()
    driver.open_notebook(page, lab, name)
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    assert page.locator(".mw-line-above").count() == 0  # still trusted


def saved_apps(lab, name):
    notebook = json.loads((lab.root / name).read_text(encoding="utf-8"))
    return notebook["metadata"]["widgets"][STATE]["state"]
