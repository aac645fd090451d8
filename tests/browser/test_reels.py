"""The stepping apps in JupyterLab: steps in the page alone, and on when the kernel has stopped."""

import pytest

from tests.browser import driver
from tests.browser.test_kernel_death import put_away
from tests.browser.test_stage import COUNT

# Each app on a graph, the smallest on which it takes three steps.
SETUP = """
from marvel_widgets import networks
from marvel_widgets.widgets import *
asia = networks.load("asia")
small = "X -> Y <- T; Y -> Z"
apps, asked = [], []
def show(app, steps=0):
    apps.append(app)
    app.run.reel.on_msg(lambda _, content, __: asked.extend(content))
    for _ in range(steps):
        app.step()
    return app
def shows(app):  # whether what the kernel thinks that is on the screen is there
    reel, wanted = app.run.reel, app.run.values(app.model.position)
    found = [getattr(*each) for each in zip(reel.targets, reel.traits_set)]
    return [list(v) if isinstance(v, tuple) else v for v in found] == [
        list(v) if isinstance(v, tuple) else v for v in wanted]
"""
STEPPING = (
    "Race(small, predict=False)",  # without a picture
    "MarvelPlayer(small)",  # with two and a menu of levels
    "FiniteSampleLab(small, n=100)",  # with three pictures
    "BoundaryLab(small, mode='discover')",
    "OrientationLab(asia)",
    "ProofWalk(asia)",
)


@pytest.mark.night
def test_an_app_steps_by_itself_and_goes_on_without_a_kernel(lab, page):
    """All in one notebook, because starting a kernel takes longer than what is done in it.

    That each app ships what its kernel shows, `tests/widgets/test_reels.py` compares.
    """
    # all cells stay in the page
    page.set_viewport_size({"width": 1280, "height": 1000 * len(STEPPING)})
    moved = (f"show({app}, {2 * app.startswith('Marvel')})" for app in STEPPING)
    driver.show(page, lab, "reels.ipynb", SETUP, *moved)
    whole = driver.wait_for_runs(page, len(STEPPING))
    assert "need" not in driver.kernel_eval(page, "asked")  # what it gets without
    page.evaluate(COUNT)
    for number in range(len(STEPPING)):
        steps_by_key_need_no_message_but_one_for_the_place(page, whole.nth(number), number)
    driver.promised(
        page, f"async () => {{ await {driver.NOTEBOOK}.sessionContext.shutdown(); }}", None
    )
    for number in range(len(STEPPING)):
        without_a_kernel_it_goes_on(page, whole.nth(number))


# Press keys, all before the place is told; return how many messages were sent meanwhile.
PRESS = """(app, keys) => {
    window.sent = 0;
    for (const key of keys)
        app.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    return window.sent;
}"""


def steps_by_key_need_no_message_but_one_for_the_place(page, app, number):
    before = said(app)
    assert app.evaluate(PRESS, ["ArrowRight", "ArrowRight", "ArrowLeft"]) == 0
    driver.wait_until(page, lambda: said(app) != before, True)
    page.wait_for_function("window.sent === 1", timeout=driver.QUICK)
    assert int(driver.kernel_eval(page, f"apps[{number}].model.position")) > 0
    assert driver.kernel_eval(page, f"shows(apps[{number}])") == "True"


def without_a_kernel_it_goes_on(page, app):
    driver.focus(app)
    before = said(app)
    page.keyboard.press("ArrowRight")
    driver.wait_until(page, lambda: said(app) != before, True)
    page.keyboard.press("End")
    seek = app.locator(".mw-seek")
    driver.wait_until(page, seek.input_value, seek.get_attribute("max"))
    page.keyboard.press("Home")
    driver.wait_until(page, seek.input_value, "0")
    app.get_by_role("button", name="Play", exact=True).click()
    app.get_by_role("button", name="Pause", exact=True).click(timeout=driver.QUICK)


# What a reader sees of a graph: the classes of all that is drawn.
LOOKS = "app => [...app.querySelectorAll('.custom-widget')].map(e => e._cyreg.cy.json().elements)"


@pytest.mark.night
def test_the_next_day_it_steps_without_having_been_run(lab, page):
    """Saved, the kernel ended, opened again."""
    page.set_viewport_size({"width": 1280, "height": 1000 * (len(STEPPING) + 1)})
    name = driver.write_notebook(
        lab, "reels-next-day.ipynb", SETUP, *(f"show({app})" for app in STEPPING), ASKED
    )
    driver.open_and_run(page, lab, name)
    whole = driver.wait_for_runs(page, len(STEPPING))
    put_away(page)
    driver.open_notebook(page, lab, name)
    whole.nth(len(STEPPING) - 1).wait_for(timeout=driver.QUICK)
    for number in range(len(STEPPING)):
        app = whole.nth(number)
        drawn = app.evaluate(LOOKS)
        app.get_by_role("button", name="Step", exact=True).click()
        driver.wait_until(page, lambda app=app: app.locator(".mw-seek").input_value() > "0", True)
        app.locator(".mw-seek").press("End")
        changes = drawn != []  # the race has no graph
        driver.wait_until(page, lambda app=app, drawn=drawn: app.evaluate(LOOKS) != drawn, changes)
        app.locator(".mw-seek").press("Home")
        driver.wait_until(page, lambda app=app: app.evaluate(LOOKS), drawn)
        without_a_kernel_it_goes_on(page, app)
    without_its_reel_an_app_says_so(page)


# Where each step is asked about first, nothing is shipped.
ASKED = 'MarvelPlayer("X -> Y", predict=True)'


def without_its_reel_an_app_says_so(page):
    app = page.locator(".mw-app[data-reel=none]")
    app.get_by_role("button", name="Step", exact=True).click()
    app.get_by_role("status").filter(has_text="has not come into the page").wait_for()
    assert app.locator(".mw-seek").input_value() == "0"


def said(app):
    """Return what a reader sees of the stage."""
    return app.locator(".mw-stage").inner_text()
