"""What holds of every app: it fits, it can be used without sight, and its views keep in step."""

import re
from collections import Counter
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import driver
from tests.browser.doings import ACTS, APPS, DOES, example

# All that an app shows: its text with the words for pictures, and the state of its controls.
SHOWN = """root => [
    root.textContent,
    [...root.querySelectorAll('select')].map(e => e.selectedIndex),
    [...root.querySelectorAll('input, textarea')].map(e => [e.value, e.checked]),
    [...root.querySelectorAll('svg')].map(e => e.outerHTML),
]"""


def test_every_app_has_a_row():
    assert set(DOES) == set(APPS)


@pytest.mark.parametrize("name", APPS)
def test_an_app_for_everybody(lab, page, name):
    """It fits a projector, needs no eyes, and is one object however often it is shown.

    One after the other in one notebook: to open it takes longer than what is looked at.
    """
    code = example(name)
    made = code.splitlines()[-1].removeprefix("app = ")
    cells = [f"{code}\napp", "app", f"other = {made}\nother"]
    page.set_viewport_size(PROJECTOR)
    driver.fill(page, lab, f"every-{name}.ipynb", *cells)
    driver.run_cells(page, [0])
    page.locator(".mw-app[aria-label]").wait_for(timeout=driver.QUICK)
    settled(page)
    fits_a_projector(page)
    axe_finds_nothing(page)
    still_fits_a_projector(page, name)
    page.set_viewport_size({"width": 1280, "height": 8000})  # all cells stay in the page
    driver.run_cells(page, [0, 1, 2])  # the first anew: as nobody has used it
    is_shown_twice_beside_another(page, name)


def is_shown_twice_beside_another(page, name):
    """One object in two cells shows the same; another object of the same app stays as it is."""
    page.locator(".mw-app[aria-label]").nth(2).wait_for(timeout=driver.SLOW)
    settled(page)
    driver.wait_until(page, lambda: shown(page, 0) == shown(page, 1), True)
    before = [shown(page, i) for i in range(3)]
    do(page, name, 0)
    changed = page.wait_for_function(
        f"([i, before]) => JSON.stringify(({SHOWN})(document.querySelectorAll('.mw-app')[i]))"
        " !== JSON.stringify(before)",
        arg=[1, before[1]],
        timeout=driver.QUICK,
    )
    assert changed
    settled(page)
    driver.wait_until(page, lambda: shown(page, 0) == shown(page, 1), True)
    after = [shown(page, i) for i in range(3)]
    assert after[0] != before[0]
    assert after[2] == before[2]


def settled(page):
    """Wait until kernel and page have nothing more to tell each other."""
    driver.kernel_eval(page, "")
    driver.wait_for_repaint(page)


def shown(page, index):
    return page.evaluate(f"i => ({SHOWN})(document.querySelectorAll('.mw-app')[i])", index)


def do(page, name, index):
    """Do in one of the apps on the page what a learner does first."""
    act(page, index, *DOES[name][1][0])


def act(page, index, how, what):
    page.evaluate(
        f"([i, how, what]) => ({ACTS})(document.querySelectorAll('.mw-app')[i])[how](what)",
        [index, how, what],
    )


# -- accessibility ---------------------------------------------------------------------------


# JupyterLab's body has no height and cuts off what is larger: axe-core then takes all that is in
# it for hidden, and the contrast of a hidden text passes.
# While a theme comes, JupyterLab covers the page with its logo.
UNCOVERED = "() => !document.querySelector('#jupyterlab-splash')"
CUT_OFF = "cut => { document.body.style.overflow = cut; }"


def axe_found(page, theme):
    """Return what axe-core says of the first app on the page: rules with their elements."""
    driver.set_theme(page, theme)
    page.wait_for_function(UNCOVERED, timeout=driver.QUICK)
    page.evaluate("() => { document.querySelector('.mw-app').id = 'checked-app'; }")
    page.evaluate(CUT_OFF, "visible")
    kinds = {"resultTypes": ["violations", "passes", "incomplete"]}  # else one element of a kind
    found = Axe().run(page, context="#checked-app", options=kinds).response
    page.evaluate(CUT_OFF, "")
    return found


def violations(found):
    return [
        (each["id"], each["help"], [node["html"][:200] for node in each["nodes"]])
        for each in found["violations"]
    ]


def contrasts(found):
    """Return the texts whose contrast axe-core has computed."""
    return [
        node["html"]
        for kind in ("violations", "passes")
        for rule in found[kind]
        if rule["id"] == "color-contrast"
        for node in rule["nodes"]
        if node["any"][0]["data"].get("contrastRatio")
    ]


LEAST_TEXTS = 5  # that an app has, its title and four words to press or read

OPEN = "part = app.parts.get('graph')\nif hasattr(part, 'opened'):\n    part.opened = {}"


def axe_finds_nothing(page):
    """With the editor of its graph open, and all of it in sight: axe leaves out what is not."""
    page.set_viewport_size({"width": 1280, "height": 1600})
    driver.scroll_to_cell(page, 0)
    driver.kernel_eval(page, OPEN.format(True))
    settled(page)
    for theme in ("light", "dark"):
        found = axe_found(page, theme)
        assert violations(found) == []
        assert len(contrasts(found)) >= LEAST_TEXTS
    assert pictures_without_words(page) == []
    driver.set_theme(page, "light")
    driver.kernel_eval(page, OPEN.format(False))


# What is used, as screen readers call it.
CONTROLS = "button|checkbox|combobox|link|listbox|radio|slider|spinbutton|switch|textbox"


def names_used_twice(page):
    """Return the controls of the app that a screen reader can't tell apart, or has no name for."""
    tree = page.locator(".mw-app").first.aria_snapshot()
    found = re.findall(rf'^ *- ({CONTROLS})(?: "((?:[^"\\]|\\.)*)")?', tree, re.MULTILINE)
    return [each for each, times in Counter(found).items() if times > 1 or not each[1]]


def pictures_without_words(page):
    """Return the pictures of the app that say nothing to those who can't see them."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.mw-app svg, .mw-app .custom-widget')]
            .filter(picture => !picture.closest('[aria-hidden=true]'))
            .filter(picture => {
                if (picture.matches('.custom-widget')) {
                    const frame = picture.closest('.mw-view') || picture.parentElement;
                    const words = frame.querySelector('.mw-sr');
                    return !words || !words.textContent.trim();
                }
                const title = picture.querySelector(':scope > title');
                return !picture.getAttribute('aria-label') && !(title && title.textContent.trim());
            })
            .map(picture => picture.outerHTML.slice(0, 200))"""
    )


def test_the_checker_can_fail(lab, page):
    cell = """
from IPython.display import HTML
twins = '<button>Go</button><input type="range" aria-label="n">' * 2
pale = '<p style="color:#ddd;background:#fff">pale</p>'
HTML(f'<div class="mw-app" aria-label="x"><svg></svg><button></button>{twins}{pale}</div>')
"""
    driver.show(page, lab, "axe-bad.ipynb", cell)
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    assert names_used_twice(page) == [("button", ""), ("button", "Go"), ("slider", "n")]
    found = axe_found(page, "light")
    assert {"button-name", "color-contrast"} <= {each[0] for each in violations(found)}
    assert len(contrasts(found)) == 3
    assert len(pictures_without_words(page)) == 1


# -- on a projector --------------------------------------------------------------------------

PROJECTOR = {"width": 1280, "height": 720}
FIRST_MOVES = 2  # after which an app is measured again
LEFT_BY_JUPYTERLAB = 600  # px of a 720 px high screen that a cell's output has
# What is larger than its room, of the app and its two sides: [across, down] in px.
TOO_LARGE = """root => [root, ...root.querySelectorAll('.mw-pictures, .mw-words')]
    .map(part => [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight])
    .filter(([across, down]) => across > 4 || down > 1)"""


def height(root):
    """Return what an app takes down to what is folded, in px."""
    return root.evaluate(
        """root => {
            const folded = root.querySelector(':scope > .mw-more');
            const {top, bottom} = root.getBoundingClientRect();
            return (folded ? folded.getBoundingClientRect().top : bottom) - top;
        }"""
    )


def fits_a_projector(page):
    """On Asia: in a cell, and alone on the screen, where nothing is to be scrolled.

    And no two of its controls have the same name.
    """
    root = page.locator(".mw-app[aria-label]")
    assert names_used_twice(page) == []
    driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)
    with presented(page, root):
        driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])


@contextmanager
def presented(page, root):
    """Show an app alone on the screen."""
    root.focus()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)
    yield
    page.evaluate("() => document.exitFullscreen()")
    page.wait_for_function("document.fullscreenElement === null", timeout=driver.QUICK)


def still_fits_a_projector(page, name):
    """Words grow while an app is used: after each of the first moves it fits as before."""
    page.set_viewport_size(PROJECTOR)
    root = page.locator(".mw-app[aria-label]")
    with presented(page, root):
        if root.locator(".mw-seek").is_visible():
            go_to_the_end_and_back(page, root)
        else:
            for how, what in DOES[name][1][:FIRST_MOVES]:
                act(page, 0, how, what)
                settled(page)
                driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
    driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)


def go_to_the_end_and_back(page, root):
    for key, place in (("End", "max"), ("Home", "min")):
        page.keyboard.press(key)
        page.wait_for_function(
            "place => [...document.querySelectorAll('.mw-seek')].every(e => e.value === e[place])",
            arg=place,
            timeout=driver.QUICK,
        )
        settled(page)
        driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
