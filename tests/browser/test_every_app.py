"""What holds of every app: it fits, it can be used without sight, and its views keep in step."""

import re
from collections import Counter
from contextlib import contextmanager
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import driver
from tests.browser.doings import ACTS, APPS, DOES, example

# All that each app shows: its text with the words for pictures, and the state of its controls.
SHOWN = """() => [...document.querySelectorAll('.mw-app')].map(root => [
    root.textContent,
    [...root.querySelectorAll('select')].map(e => e.selectedIndex),
    [...root.querySelectorAll('input, textarea')].map(e => [e.value, e.checked]),
    [...root.querySelectorAll('svg')].map(e => e.outerHTML),
])"""
# Whether the first two show the same.
IN_STEP = f"""() => {{
    const [first, second] = ({SHOWN})().map(each => JSON.stringify(each));
    return first === second;
}}"""


def test_every_app_has_a_row():
    assert set(DOES) == set(APPS)


@pytest.mark.parametrize("name", APPS)
def test_an_app_for_everybody(lab, page, name):
    """It needs no eyes, is one object however often it is shown, and fits a projector.

    One after the other in one notebook: to make an app takes longer than what is looked at. The
    object that must stay as it is when another is used is then the one that the projector shows.
    """
    code = example(name)
    made = code.splitlines()[-1].removeprefix("app = ")
    driver.fill(page, lab, f"every-{name}.ipynb", f"{code}\napp", "app", f"other = {made}\nother")
    driver.run_cells(page, [0])
    page.locator(".mw-app[aria-label]").wait_for(timeout=driver.QUICK)
    settled(page)
    assert names_used_twice(page) == []
    axe_finds_nothing(page)
    page.set_viewport_size({"width": 1280, "height": 8000})  # all cells stay in the page
    driver.run_cells(page, [1, 2])
    is_shown_twice_beside_another(page, name)
    page.set_viewport_size(PROJECTOR)
    driver.scroll_to_cell(page, 2)
    fits_a_projector(page, page.locator(".mw-app[aria-label]").last, name)


def is_shown_twice_beside_another(page, name):
    """One object in two cells shows the same; another object of the same app stays as it is."""
    page.locator(".mw-app[aria-label]").nth(2).wait_for(timeout=driver.SLOW)
    settled(page)
    driver.wait_until(page, lambda: page.evaluate(IN_STEP), True)
    app, _, other = page.evaluate(SHOWN)
    act(page.locator(".mw-app").first, *DOES[name][1][0])
    changed = f"before => JSON.stringify(({SHOWN})()[1]) !== JSON.stringify(before)"
    page.wait_for_function(changed, arg=app, timeout=driver.QUICK)
    settled(page)
    driver.wait_until(page, lambda: page.evaluate(IN_STEP), True)
    used, _, unused = page.evaluate(SHOWN)
    assert used != app
    assert unused == other


def settled(page):
    """Wait until kernel and page have nothing more to tell each other."""
    driver.kernel_eval(page, "")
    driver.wait_for_repaint(page)


def act(root, how, what):
    """Do in an app on the page what a learner does."""
    root.evaluate(f"(root, [how, what]) => ({ACTS})(root)[how](what)", [how, what])


# -- accessibility ---------------------------------------------------------------------------


# JupyterLab's body has no height and cuts off what is larger: axe-core then takes all that is in
# it for hidden, and the contrast of a hidden text passes.
# While a theme comes, JupyterLab covers the page with its logo.
UNCOVERED = "() => !document.querySelector('#jupyterlab-splash')"
CUT_OFF = "cut => { document.body.style.overflow = cut; }"


# What the checker finds, each element by its beginning, and the texts whose contrast it computed.
FOUND = """async rules => {
    const resultTypes = ['violations', 'passes'];  // of others, it tells one element of a kind
    const asked = {resultTypes, selectors: false, ...rules && {runOnly: rules}};
    const {violations, passes} = await axe.run('.mw-app[data-checked]', asked);
    return {
        violations: violations.map(({id, help, nodes}) =>
            [id, help, nodes.map(node => node.html.slice(0, 200))]),
        contrasts: [...violations, ...passes].filter(({id}) => id === 'color-contrast')
            .flatMap(({nodes}) => nodes).filter(({any}) => any[0].data.contrastRatio)
            .map(({html}) => html),
    };
}"""
OF_COLORS = ["color-contrast", "link-in-text-block"]  # the rules that another theme can break


def axe_found(page, theme, rules=None):
    """Return what axe-core says of the first app on the page, by all of its rules or some.

    It stays in the page for the next app: to load it takes longer than to ask it.
    """
    driver.set_theme(page, theme)
    page.wait_for_function(UNCOVERED, timeout=driver.QUICK)
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(Axe().axe_script)
    page.evaluate("() => { document.querySelector('.mw-app').dataset.checked = ''; }")
    page.evaluate(CUT_OFF, "visible")
    found = page.evaluate(FOUND, rules)
    page.evaluate(CUT_OFF, "")
    return found


LEAST_TEXTS = 5  # that an app has, its title and four words to press or read

OPEN = "part = app.parts.get('graph')\nif hasattr(part, 'opened'):\n    part.opened = {}"


def axe_finds_nothing(page):
    """With the editor of its graph open, and all of it in sight: axe leaves out what is not."""
    driver.kernel_eval(page, OPEN.format(True))
    settled(page)
    for theme, rules in (("light", None), ("dark", OF_COLORS)):
        found = axe_found(page, theme, rules)
        assert found["violations"] == []
        assert len(found["contrasts"]) >= LEAST_TEXTS
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
    assert {"button-name", "color-contrast"} <= {each[0] for each in found["violations"]}
    assert len(found["contrasts"]) == 3
    only = axe_found(page, "dark", OF_COLORS)
    assert [each[0] for each in only["violations"]] == ["color-contrast"]
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


def fits_a_projector(page, root, name):
    """On Asia: in a cell, and alone on the screen, where nothing is to be scrolled.

    Words grow while an app is used: after each of the first moves it fits as before.
    """
    driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)
    with presented(page, root):
        driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
        if root.locator(".mw-seek").is_visible():
            go_to_the_end_and_back(page, root)
        else:
            for how, what in DOES[name][1][:FIRST_MOVES]:
                act(root, how, what)
                settled(page)
                driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
    driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)


@contextmanager
def presented(page, root):
    """Show an app alone on the screen."""
    root.focus()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)
    yield
    page.evaluate("() => document.exitFullscreen()")
    page.wait_for_function("document.fullscreenElement === null", timeout=driver.QUICK)


# Whether the slider of the steps is at its last step, or at its first.
AT = "(root, end) => [...root.querySelectorAll('.mw-seek')].every(e => e.value === e[end])"


def go_to_the_end_and_back(page, root):
    for key, end in (("End", "max"), ("Home", "min")):
        page.keyboard.press(key)
        driver.wait_until(page, partial(root.evaluate, AT, end), True)
        settled(page)
        driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
