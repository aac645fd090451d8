"""What holds of every app: it fits, it can be used without sight, and its views keep in step.

Each run has all apps in one notebook, drawn and used once; the night looks longer, at four each.
"""

import re
from collections import Counter
from contextlib import contextmanager
from functools import partial
from itertools import chain

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import driver
from tests.browser.doings import ACTS, APPS, DOES, example
from tests.browser.test_run_all import WRONG

# All that each app shows: its text with the words for pictures, and the state of controls. Where a
# note without words would stand, nobody sees.
SHOWN_OF = """root => JSON.stringify([
    root.textContent,
    [...root.querySelectorAll('select')].map(e => e.selectedIndex),
    [...root.querySelectorAll('input, textarea')].map(e => [e.value, e.checked]),
    [...root.querySelectorAll('svg')]
        .map(e => e.outerHTML.replace(/<text class="mw-note"[^>]*><\\/text>/g, '')),
])"""
SHOWN = f"() => [...document.querySelectorAll('.mw-app')].map({SHOWN_OF})"
# Whether one of them and the next show the same, and other than before if that is given.
IN_STEP = f"""([place, before]) => {{
    const shown = ({SHOWN})();
    return shown[place] === shown[place + 1] && shown[place] !== before;
}}"""


def test_every_app_is_drawn_can_be_told_and_does_what_it_is_for(lab, page):
    driver.fill(page, lab, "all-apps.ipynb", *(two_cells(name)[0] for name in APPS))
    driver.run_all(page)
    roots = page.locator(".mw-app[aria-label]")
    roots.nth(len(APPS) - 1).wait_for(state="attached", timeout=driver.SLOW)
    page.evaluate(NUMBERED)
    for place, name in enumerate(APPS):
        root = numbered(page, place)
        driver.scroll_to_cell(page, place)
        driver.wait_until(page, lambda at=root: names_used_twice(at), [])
        if root.locator(".custom-widget:visible").count():
            driver.wait_until(page, lambda at=place: page.evaluate(WRONG, at), [])
        before = root.evaluate(SHOWN_OF)
        act(root, *DOES[name][0])
        driver.wait_until(
            page, lambda at=root, was=before: at.evaluate(SHOWN_OF) != was, wanted=True
        )
    driver.wait_until(page, lambda: pictures_without_words(page), [])


# Four to a page: the themes change once for all of them, and axe looks at JupyterLab's page once.
TOGETHER = [APPS[i : i + 4] for i in range(0, len(APPS), 4)]
TALL = {"width": 1280, "height": 12000}  # all cells are in the page


@pytest.mark.night
@pytest.mark.parametrize("names", TOGETHER, ids=" ".join)
def test_apps_for_everybody(lab, page, names):
    """They need no eyes, fit a projector, and are one object however often they are shown.

    One after the other in one notebook: to make an app takes longer than what is looked at.
    """
    page.set_viewport_size(TALL)
    cells = chain.from_iterable(map(two_cells, names))
    driver.fill(page, lab, "every-app.ipynb", *cells, "")  # a last app has no button to go on
    driver.run_cells(page, list(range(0, 2 * len(names), 2)))
    page.locator(".mw-app[aria-label]").nth(len(names) - 1).wait_for(timeout=driver.SLOW)
    settled(page)
    axe_finds_nothing(page, names)
    page.evaluate(NUMBERED)
    page.set_viewport_size(PROJECTOR)
    for place, name in enumerate(names):
        driver.scroll_to_cell(page, 2 * place)
        fits_a_projector(page, numbered(page, place), name)
    page.set_viewport_size(TALL)
    driver.run_cells(page, list(range(1, 2 * len(names), 2)))
    page.locator(".mw-app[aria-label]").nth(2 * len(names) - 1).wait_for(timeout=driver.SLOW)
    page.evaluate(NUMBERED)
    settled(page)
    for place, name in enumerate(names):
        is_shown_twice_beside_others(page, name, 2 * place)


def two_cells(name):
    """Return the cells that show an app, and the same object again."""
    return f"{example(name)}\n{name}_app = app\napp", f"{name}_app"


NUMBERED = """() => {
    for (const [i, root] of document.querySelectorAll('.mw-app').entries()) root.dataset.place = i;
}"""


def numbered(page, place):
    """Return the app of a cell, whether or not JupyterLab has those of others in the page."""
    return page.locator(f".mw-app[data-place='{place}']")


def is_shown_twice_beside_others(page, name, place):
    """One object in two cells shows the same, also after a move; other apps stay as they are."""
    page.wait_for_function(IN_STEP, arg=[place, None], timeout=driver.QUICK)
    before = page.evaluate(SHOWN)
    moves = DOES[name]
    act(numbered(page, place), *moves[FIRST_MOVES % len(moves)])
    page.wait_for_function(IN_STEP, arg=[place, before[place]], timeout=driver.QUICK)
    told(page, name, place)
    settled(page)
    page.wait_for_function(IN_STEP, arg=[place, before[place]], timeout=driver.QUICK)
    after = page.evaluate(SHOWN)
    del before[place : place + 2], after[place : place + 2]
    assert after == before


def told(page, name, place):
    """Wait until the kernel knows where a run is: then it says what the page does not know."""
    seek = numbered(page, place).locator(".mw-seek")
    if seek.count():
        wanted = seek.input_value()
        driver.wait_until(
            page, lambda: driver.kernel_eval(page, f"{name}_app.model.position"), wanted
        )


def settled(page):
    """Wait until kernel and page have nothing more to tell each other, of no app on it."""
    found = [None, page.evaluate(SHOWN)]
    while found[-1] != found[-2]:
        driver.kernel_eval(page, "")
        driver.wait_for_panes(page)
        found.append(page.evaluate(SHOWN))
        assert len(found) < 100, "they never come to rest"


def act(root, how, what):
    """Do in an app on the page what a learner does, once its button can be pressed."""
    if how == "button":
        button = root.locator("button:enabled", has_text=re.compile(rf"^\s*{re.escape(what)}\s*$"))
        button.first.wait_for(state="attached", timeout=driver.QUICK)
    root.evaluate(f"(root, [how, what]) => ({ACTS})(root)[how](what)", [how, what])


# -- accessibility ---------------------------------------------------------------------------


# JupyterLab's body has no height and cuts off what is larger: axe-core then takes all that is in
# it for hidden, and the contrast of a hidden text passes.
# While a theme comes, JupyterLab covers the page with its logo.
UNCOVERED = "() => !document.querySelector('#jupyterlab-splash')"
CUT_OFF = "cut => { document.body.style.overflow = cut; }"


# What the checker finds, each element by its app and its beginning; and in each app, by its name,
# the texts whose contrast it computed.
FOUND = """async rules => {
    const resultTypes = ['violations', 'passes'];  // of others, it tells one element of a kind
    const asked = {resultTypes, selectors: false, elementRef: true, ...rules && {runOnly: rules}};
    const {violations, passes} = await axe.run('.mw-app', asked);
    const app = ({element}) => element.closest('.mw-app').getAttribute('aria-label');
    const texts = [...violations, ...passes].filter(({id}) => id === 'color-contrast')
        .flatMap(({nodes}) => nodes).filter(({any}) => any[0].data.contrastRatio);
    return {
        violations: violations.map(({id, help, nodes}) =>
            [id, help, nodes.map(node => [app(node), node.html.slice(0, 200)])]),
        contrasts: Object.groupBy(texts.map(app), name => name),
    };
}"""
OF_COLORS = ["color-contrast", "link-in-text-block"]  # the rules that another theme can break


def axe_found(page, theme, rules=None):
    """Return what axe-core says of the apps on the page, by all of its rules or some.

    It stays in the page for the next test: to load it takes longer than to ask it.
    """
    driver.set_theme(page, theme)
    page.wait_for_function(UNCOVERED, timeout=driver.QUICK)
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(Axe().axe_script)
    page.evaluate(CUT_OFF, "visible")
    found = page.evaluate(FOUND, rules)
    page.evaluate(CUT_OFF, "")
    return found


LEAST_TEXTS = 5  # that an app has, its title and four words to press or read

OPEN = """for name in {}:
    part = globals()[f'{{name}}_app'].parts.get('graph')
    if hasattr(part, 'opened'):
        part.opened = {}"""


def axe_finds_nothing(page, names):
    """With the editors of their graphs open, and all of them in sight: axe leaves out what is not.

    And no two controls of an app have the same name.
    """
    roots = page.locator(".mw-app[aria-label]").all()
    assert [names_used_twice(root) for root in roots] == [[] for _ in names]
    driver.scroll_to_cell(page, 0)
    driver.kernel_eval(page, OPEN.format(names, True))
    settled(page)
    for theme, rules in (("light", None), ("dark", OF_COLORS)):
        found = axe_found(page, theme, rules)
        assert found["violations"] == []
        assert len(found["contrasts"]) == len(names)
        assert min(map(len, found["contrasts"].values())) >= LEAST_TEXTS
    assert pictures_without_words(page) == []
    driver.set_theme(page, "light")
    driver.kernel_eval(page, OPEN.format(names, False))


# What is used, as screen readers call it.
CONTROLS = "button|checkbox|combobox|link|listbox|radio|slider|spinbutton|switch|textbox"


def names_used_twice(root):
    """Return the controls of an app that a screen reader can't tell apart, or has no name for."""
    tree = root.aria_snapshot()
    found = re.findall(rf'^ *- ({CONTROLS})\b(?: "((?:[^"\\]|\\.)*)")?', tree, re.MULTILINE)
    return [each for each, times in Counter(found).items() if times > 1 or not each[1]]


def pictures_without_words(page):
    """Return the pictures of the apps that say nothing to those who can't see them."""
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


# -- on a projector --------------------------------------------------------------------------

PROJECTOR = {"width": 1280, "height": 720}
FIRST_MOVES = 2  # after which an app is measured again
LEFT_BY_JUPYTERLAB = 600  # px of a 720 px high screen that a cell's output has
# What is larger than its room, of the app and its two sides: [across, down] in px.
TOO_LARGE = """root => [root, ...root.querySelectorAll('.mw-pictures, .mw-words')]
    .map(part => [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight])
    .filter(([across, down]) => across > 4 || down > 1)"""


def height(root):
    """Return the height of an app, in px."""
    return root.evaluate("root => root.getBoundingClientRect().height")


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
            for how, what in DOES[name][:FIRST_MOVES]:
                act(root, how, what)
                settled(page)
                driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
    driver.wait_until(page, lambda: height(root) <= LEFT_BY_JUPYTERLAB, True)


@contextmanager
def presented(page, root):
    """Show an app alone on the screen."""
    alone = page.locator(".mw-app.mw-present")  # once the page has heard of it, a moment later
    driver.focus(root)
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null", timeout=driver.QUICK)
    alone.wait_for(timeout=driver.QUICK)
    yield
    page.evaluate("() => document.exitFullscreen()")
    page.wait_for_function("document.fullscreenElement === null", timeout=driver.QUICK)
    alone.wait_for(state="detached", timeout=driver.QUICK)


# Whether the slider of the steps is at its last step, or at its first.
AT = "(root, end) => [...root.querySelectorAll('.mw-seek')].every(e => e.value === e[end])"


def go_to_the_end_and_back(page, root):
    for key, end in (("End", "max"), ("Home", "min")):
        page.keyboard.press(key)
        driver.wait_until(page, partial(root.evaluate, AT, end), True)
        settled(page)
        driver.wait_until(page, lambda: root.evaluate(TOO_LARGE), [])
