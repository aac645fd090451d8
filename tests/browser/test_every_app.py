"""What holds of every app: it fits, it can be used without sight, and its views keep in step."""

import re
from collections import Counter

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
    driver.open_notebook(page, lab, driver.write_notebook(lab, f"every-{name}.ipynb", *cells))
    driver.run_cells(page, [0])
    page.locator(".mw-app[aria-label]").wait_for(timeout=driver.QUICK)
    settled(page)
    fits_a_projector(page)
    axe_finds_nothing(page)
    page.set_viewport_size({"width": 1280, "height": 8000})  # all cells stay in the page
    driver.run_cells(page, [1, 2])
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
    how, what = DOES[name][1][0]
    page.evaluate(
        f"([i, how, what]) => ({ACTS})(document.querySelectorAll('.mw-app')[i])[how](what)",
        [index, how, what],
    )


# -- accessibility ---------------------------------------------------------------------------


def violations(page, theme):
    """Return what axe-core finds in the first app on the page."""
    driver.set_theme(page, theme)
    page.evaluate("() => { document.querySelector('.mw-app').id = 'checked-app'; }")
    found = Axe().run(page, context="#checked-app").response["violations"]
    return [
        (each["id"], each["help"], [node["html"][:200] for node in each["nodes"]]) for each in found
    ]


OPEN = "part = app.parts.get('graph')\nif hasattr(part, 'opened'):\n    part.opened = {}"


def axe_finds_nothing(page):
    """With the editor of its graph open, and all of it in sight: axe leaves out what is not."""
    page.set_viewport_size({"width": 1280, "height": 1600})
    driver.scroll_to_cell(page, 0)
    driver.kernel_eval(page, OPEN.format(True))
    settled(page)
    assert violations(page, "light") == []
    assert violations(page, "dark") == []
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
HTML(f'<div class="mw-app" aria-label="x"><svg></svg><button></button>{twins}</div>')
"""
    driver.show(page, lab, "axe-bad.ipynb", cell)
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    assert names_used_twice(page) == [("button", ""), ("button", "Go"), ("slider", "n")]
    assert "button-name" in {each[0] for each in violations(page, "light")}
    assert len(pictures_without_words(page)) == 1


# -- on a projector --------------------------------------------------------------------------

PROJECTOR = {"width": 1280, "height": 720}
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
    root.focus()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)
    driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
    at_the_end_too(page, root)
    page.evaluate("() => document.exitFullscreen()")
    page.wait_for_function("document.fullscreenElement === null", timeout=driver.QUICK)


def at_the_end_too(page, root):
    """Words grow with a run: go to its end and back."""
    if not root.locator(".mw-seek").is_visible():
        return
    for key, place in (("End", "max"), ("Home", "min")):
        page.keyboard.press(key)
        page.wait_for_function(
            "place => [...document.querySelectorAll('.mw-seek')].every(e => e.value === e[place])",
            arg=place,
            timeout=driver.QUICK,
        )
        settled(page)
        driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
