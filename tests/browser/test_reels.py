"""The stepping apps in JupyterLab: steps in the page alone, and on when the kernel has stopped."""

import pytest

from tests.browser import driver
from tests.browser.test_stage import COUNT

# Each app on Asia, and what says where it is: the sentence, by its position.
APPS = {
    "BoundaryLab": "asia, mode='discover'",
    "FiniteSampleLab": "asia, n=100",
    "OrientationLab": "asia",
    "ProofWalk": "asia",
    "Race": "asia, predict=False",
}


@pytest.fixture
def viewport():
    """A projector."""
    return {"width": 1280, "height": 720}


@pytest.fixture(params=APPS)
def shown(request, page, lab):
    name = request.param
    cell = (
        f"from marvel_widgets import networks\nfrom marvel_widgets.widgets import {name}\n"
        f"asia = networks.load('asia')\napp = {name}({APPS[name]})\napp"
    )
    driver.show(page, lab, f"reel-{name}.ipynb", cell)
    page.locator(".mw-app[data-reel=whole]").wait_for(timeout=driver.SLOW)
    driver.kernel_eval(page, "0")  # what came before has been handled
    return page


def at(page, position):
    """Wait until the page is at a position: its seek bar says so."""
    page.wait_for_function(
        "wanted => document.querySelector('.mw-seek').value === wanted",
        arg=str(position),
        timeout=driver.QUICK,
    )


def said(page):
    """Return what a reader sees of the stage."""
    return page.locator(".mw-stage").inner_text()


def test_steps_need_no_message_but_one_for_the_place_and_go_on_without_a_kernel(shown):
    """Both on one app, because making its reel takes longer than all that is done with it."""
    steps_by_key_need_no_message_but_one_for_the_place(shown)
    after_the_kernel_has_stopped_it_goes_on(shown)


def steps_by_key_need_no_message_but_one_for_the_place(shown):
    shown.evaluate(COUNT)
    shown.locator(".mw-app").focus()
    before = said(shown)
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("ArrowLeft")
    assert shown.evaluate("window.sent") == 0
    assert said(shown) != before
    shown.wait_for_function("window.sent === 1", timeout=driver.QUICK)
    here = driver.kernel_eval(shown, "app.model.position")
    assert int(here) > 0
    # what the kernel thinks that is on the screen is on the screen
    told = driver.kernel_eval(
        shown,
        "print(all(getattr(widget, name) == value if not isinstance(value, (list, tuple)) else "
        "list(getattr(widget, name)) == list(value) for widget, name, value in zip("
        "app.run.reel.targets, app.run.reel.traits_set, app.run.values(app.model.position))))",
    )
    assert told == "True"


def after_the_kernel_has_stopped_it_goes_on(shown):
    last = driver.kernel_eval(shown, "app.model.film.last")
    driver.promised(
        shown, f"async () => {{ await {driver.NOTEBOOK}.sessionContext.shutdown(); }}", None
    )
    shown.locator(".mw-app").focus()
    before = said(shown)
    shown.keyboard.press("ArrowRight")
    shown.wait_for_function(
        "before => document.querySelector('.mw-stage').innerText !== before",
        arg=before,
        timeout=driver.QUICK,
    )
    shown.keyboard.press("Home")
    at(shown, 0)
    shown.get_by_role("button", name="Play", exact=True).click()
    shown.get_by_role("button", name="Pause", exact=True).click(timeout=driver.QUICK)
    assert int(last) > 0
