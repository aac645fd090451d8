"""Shift+Enter goes on from everywhere: in every app, and from the first to the last cell.

In an app it runs the next cell, and neither presses what has the focus nor runs the app's own cell
again, which would empty a box. Escape leads out, and the focus never falls to the page's body.
"""

from functools import partial
from itertools import pairwise

import pytest

from marvel_widgets import cli
from tests.browser import driver
from tests.browser.doings import example
from tests.browser.test_every_app import TALL, TOGETHER
from tests.browser.test_run_all import NAMES, stem

CELLS = f"{driver.NOTEBOOK}.content"
LONGEST = 5 * driver.SLOW  # the notebooks on experiments compute for a minute on a busy machine
# The places among all elements of what can have the focus in the app of a cell.
FOCUSABLE = """root => [root, ...root.querySelectorAll(
        'button, input, select, textarea, summary, a[href], [tabindex]')]
    .map((element, i) => [element, i])
    .filter(([element]) => element.getClientRects().length && !element.disabled)
    .map(([, i]) => i)"""
FOCUS = """(root, place) => [root, ...root.querySelectorAll(
    'button, input, select, textarea, summary, a[href], [tabindex]')][place].focus()"""
HOLDS_THE_FOCUS = "root => root.contains(document.activeElement)"


def counts(page):
    """Return how often the kernel had run something when each cell ran last."""
    return page.evaluate(f"() => {CELLS}.widgets.map(cell => cell.model.executionCount ?? null)")


def active(page):
    return page.evaluate(f"() => {CELLS}.activeCellIndex")


def app_of(page, index):
    """Return the app in the output of a cell."""
    cells = page.locator(".jp-Notebook .jp-Cell:visible")
    page.evaluate(f"i => {{ {CELLS}.widgets[i].node.dataset.place = i; }}", index)
    shown = cells.and_(page.locator(f"[data-place='{index}']"))
    return shown.locator(".mw-app, .mw-guesses").first


def goes_on(page, index, press):
    """The cell below runs once, this one and the others do not, and the one below it is next."""
    before = counts(page)
    press()
    page.wait_for_function(
        f"""([index, before]) => {CELLS}.widgets[index].model.executionCount > before
            && {driver.KERNEL}.status === 'idle'""",
        arg=[index + 1, max(each or 0 for each in before)],
        timeout=driver.QUICK,
    )
    before[index + 1] = max(each or 0 for each in before) + 1
    assert counts(page) == before
    assert active(page) == index + 2


# -- every app -------------------------------------------------------------------------------


@pytest.mark.night
@pytest.mark.parametrize("names", TOGETHER, ids=" ".join)
def test_from_all_that_takes_the_focus_in_an_app(lab, page, names):
    show_apps(lab, page, names)
    for place, name in enumerate(names):
        root = app_of(page, 2 * place)
        driver.scroll_to_cell(page, 2 * place)
        ways = root.evaluate(FOCUSABLE)
        for way in ways:  # a variable of a canvas is chosen by the focus alone
            root.evaluate(FOCUS, way)
        before = driver.kernel_eval(page, f"{name}_app.text()")
        for way in ways:
            root.evaluate(FOCUS, way)
            goes_on(page, 2 * place, partial(page.keyboard.press, "Shift+Enter"))
        assert driver.kernel_eval(page, f"{name}_app.text()") == before
        disabled_under_the_focus(page, root)
        goes_on(page, 2 * place, partial(page.keyboard.press, "Shift+Enter"))
        driver.focus(root.locator("button:enabled:visible").last)
        gets_out(page, root, 2 * place)


def disabled_under_the_focus(page, root):
    """Disable the app's last button as the kernel does; the focus goes to what is said there."""
    buttons = root.locator("button:enabled:visible:not(.mw-top-button)")
    if not buttons.count():  # DSeparationLab, before a pair is chosen
        root.evaluate("root => root.focus()")
        return
    driver.focus(buttons.last)
    buttons.last.evaluate("button => { button.disabled = true; }")
    driver.wait_for_repaint(page)
    held = root.evaluate("root => root.contains(document.activeElement) && document.hasFocus()")
    assert held, page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")
    assert not page.evaluate("() => document.activeElement.disabled")


def gets_out(page, root, index):
    """Escape selects the cell; Shift+Enter at once goes on, and does not run it again."""
    page.keyboard.press("Escape")
    driver.wait_until(page, lambda: root.evaluate(HOLDS_THE_FOCUS), False)
    assert active(page) == index
    assert page.evaluate(f"() => {CELLS}.mode") == "command"
    goes_on(page, index, partial(page.keyboard.press, "Shift+Enter"))


@pytest.mark.night
def test_a_verdict_takes_the_focus_of_its_button(lab, page):
    """The fourth hint, the end of a run, a recorded prediction: their buttons are done with."""
    cells = [shown("ExerciseBox"), "1", shown("MarvelPlayer"), "2", PREDICTS, "3", "4"]
    page.set_viewport_size(TALL)
    driver.show(page, lab, "verdicts.ipynb", *cells)
    page.locator(".mw-app[aria-label]").nth(2).wait_for(timeout=driver.SLOW)
    for name in ("Hint", "Hint", "Hint", "Show the answer", "Show the answer"):
        driver.click(page, name)
        driver.kernel_eval(page, "")
    page.locator("button", has_text="Show").and_(page.locator(":disabled")).wait_for()
    said(page, "Hint 4 of 4")
    goes_on(page, 0, partial(page.keyboard.press, "Shift+Enter"))
    assert driver.kernel_eval(page, "len(ExerciseBox_app.model.hints)") == "4"
    driver.press_in_menu(app_of(page, 2), "Step size and speed")
    driver.click(page, "End")
    said(page, "Done")
    goes_on(page, 2, partial(page.keyboard.press, "Shift+Enter"))
    app_of(page, 4).get_by_role("radio").first.click()
    app_of(page, 4).get_by_role("button", name="Check", exact=True).click()
    said(page, "Predicted")
    goes_on(page, 4, partial(page.keyboard.press, "Shift+Enter"))


def test_next_goes_on_from_a_verdict(lab, page):
    """As Shift+Enter, by mouse and by Enter; before a verdict it is not there."""
    box = """from marvel_widgets import exercises
from marvel_widgets.widgets import ExerciseBox
ExerciseBox(exercises("00").one_edge)"""
    predicts = """from marvel_widgets.widgets import DSeparationLab
DSeparationLab('A -> B -> C', x='A', y='C', predict=True)"""
    driver.show(page, lab, "next.ipynb", box, "1", predicts, "2", box, "3", "4")
    for index in (0, 4):
        app = app_of(page, index)
        driver.scroll_to_cell(page, index)
        field = app.get_by_label("Your answer")
        assert app.get_by_role("button", name="Next", exact=True).count() == 0
        field.fill("1")
        field.blur()
        driver.kernel_eval(page, "")
        before = app.bounding_box()
        app.get_by_role("button", name="Check", exact=True).click()
        following = app.get_by_role("button", name="Next", exact=True)
        following.wait_for(timeout=driver.QUICK)
        assert app.bounding_box()["y"] == before["y"]
        if index:
            driver.focus(following)
            goes_on(page, index, partial(page.keyboard.press, "Enter"))
        else:
            goes_on(page, index, following.click)
    driver.scroll_to_cell(page, 2)
    app = app_of(page, 2)
    app.get_by_role("radio").first.click()
    app.get_by_role("button", name="Check", exact=True).click()
    goes_on(page, 2, app.get_by_role("button", name="Next", exact=True).click)
    app = app_of(page, 0)
    driver.scroll_to_cell(page, 0)
    app.get_by_role("button", name="Another").click()
    app.get_by_role("button", name="Next", exact=True).wait_for(state="detached")


# How far an app begins above the page in which its notebook scrolls.
ABOVE = """root => root.closest('.jp-WindowedPanel-outer').getBoundingClientRect().top
    - root.getBoundingClientRect().top"""


# And how far it ends below that page.
BELOW = """root => root.getBoundingClientRect().bottom
    - root.closest('.jp-WindowedPanel-outer').getBoundingClientRect().bottom"""


@pytest.mark.night
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": h} for h in (720, 800)])
@pytest.mark.parametrize("app", ["Race", "MarvelPlayer"])
def test_an_app_that_has_run_is_seen_whole(lab, page, app):
    """JupyterLab brings the next cell to the middle of the page; the question would be above it."""
    driver.fill(page, lab, "whole.ipynb", *["1"] * 3, shown(app), *["2"] * 9)
    driver.run_cells(page, [3])
    driver.run_cells(page, [0])
    page.locator(".mw-app[aria-label]").wait_for(timeout=driver.SLOW)
    driver.scroll_to_cell(page, 3)
    before = counts(page)[3]
    page.evaluate(f"() => {{ {CELLS}.activeCellIndex = 3; {CELLS}.activate(); }}")
    page.keyboard.press("Shift+Enter")
    driver.wait_until(page, lambda: (counts(page)[3] or 0) > before and active(page) == 4, True)
    for _ in range(60):  # in which JupyterLab scrolls, and the app is drawn
        driver.wait_for_repaint(page)
    driver.wait_until(page, lambda: app_of(page, 3).evaluate(ABOVE) <= 0, True)
    driver.wait_until(page, lambda: app_of(page, 3).evaluate(BELOW) <= 0, True)
    page.mouse.move(640, 400)
    page.mouse.wheel(0, 500)  # who goes on reading is not called back
    driver.wait_until(page, lambda: app_of(page, 3).evaluate(ABOVE) > 100, True)
    for _ in range(60):
        driver.wait_for_repaint(page)
    assert app_of(page, 3).evaluate(ABOVE) > 100


FORM = """from marvel_widgets.widgets import Guesses
guesses = Guesses(
    ("How many tests?", "tests"), ("Which one?", ["A", "B"]), ("Which two?", {"A": 0, "B": 0}))
guesses"""


@pytest.mark.night
def test_a_form_of_predictions_leads_on_to_the_cell_that_judges_it(lab, page):
    driver.fill(page, lab, "form.ipynb", FORM, "guesses.judge(94, 'A', ('A', 'B'))", "1")
    driver.run_cells(page, [0])
    form = app_of(page, 0)
    form.get_by_role("button", name="Next", exact=True).wait_for(timeout=driver.SLOW)
    form.get_by_label("Your prediction").first.click()
    page.keyboard.type("94")
    goes_on(page, 0, partial(page.keyboard.press, "Shift+Enter"))
    assert "You said 94 tests, and so it is." in driver.kernel_eval(page, "guesses._judged")
    driver.wait_for_repaint(page)
    assert form.get_by_role("button", name="Next", exact=True).count() == 0
    form.get_by_role("button", name="Ask me again").click()
    form.get_by_role("button", name="Next", exact=True).wait_for(timeout=driver.QUICK)
    for way in form.evaluate(FOCUSABLE):
        form.evaluate(FOCUS, way)
        gets_out(page, form, 0)
        driver.kernel_eval(page, "guesses._ask()")
    goes_on(page, 0, form.get_by_role("button", name="Next", exact=True).click)


@pytest.mark.night
def test_next_is_not_there_where_nobody_goes_on(lab, page):
    page_ends = """from marvel_widgets import exercises
from marvel_widgets.widgets import ExerciseBox
box = ExerciseBox(exercises("00").one_edge)
box.answer(1)
box"""
    driver.show(page, lab, "last.ipynb", page_ends)
    page.locator(".mw-said-no").wait_for(timeout=driver.QUICK)
    driver.wait_for_repaint(page)
    assert page.locator(".mw-next").count() == 0


PREDICTS = """from marvel_widgets.widgets import RemovabilityLab
RemovabilityLab(asia, predict=True)"""


def said(page, words):
    """Wait until the focus is on what says these words."""
    page.wait_for_function(
        "words => document.activeElement !== document.body"
        " && document.activeElement.textContent.includes(words)"
        " && document.activeElement.querySelector('[role=status]')",
        arg=words,
        timeout=driver.QUICK,
    )


@pytest.mark.night
def test_without_our_labextension_nothing_is_pressed(lab, page):
    driver.show(page, lab, "no-labextension.ipynb", shown("ExerciseBox"), "1 + 1")
    page.locator(".mw-app[aria-label]").wait_for(timeout=driver.SLOW)
    driver.click(page, "Hint")
    before = counts(page)
    page.evaluate(
        "() => window.addEventListener('marvel-widgets:next',"
        " event => event.stopImmediatePropagation(), {capture: true, once: true})"
    )
    page.keyboard.press("Shift+Enter")
    assert driver.kernel_eval(page, "len(ExerciseBox_app.model.hints)") == "1"
    assert counts(page) == before


def show_apps(lab, page, names):
    """Show apps, each with a cell below it."""
    page.set_viewport_size(TALL)
    cells = [cell for name in names for cell in (shown(name), "1 + 1")]
    driver.show(page, lab, "shift-enter.ipynb", *cells, "2 + 2")
    apps = page.locator(".mw-app[aria-label]")
    apps.nth(len(names) - 1).wait_for(timeout=driver.SLOW)
    driver.kernel_eval(page, "")


def shown(name):
    return f"{example(name)}\n{name}_app = app\napp"


# -- every notebook ----------------------------------------------------------------------------

# The first button that a learner presses in an app; in a form without one, its first field.
PRESS = """root => {
    const buttons = [...root.querySelectorAll('button:enabled:not(.mw-next)')]
        .filter(button => button.getClientRects().length);
    const named = ['Check', 'Hint', 'Step', 'Next']
        .map(words => buttons.find(button => button.textContent.trim() === words));
    const button = named.find(Boolean) || buttons.at(-1) || root.querySelector('input, select');
    button?.focus();
    button?.click();
}"""
# Whether a cell has run, and the app that it shows is there: null as long as it is not so.
HAS_RUN = f"""index => {{
    const cell = {CELLS}.widgets[index];
    if (cell.model.type !== 'code' || !cell.model.sharedModel.getSource().trim()) return 'no';
    if (!cell.model.executionCount || {driver.KERNEL}.status !== 'idle') return null;
    const shows = cell.model.outputs.toJSON().some(output =>
        output.data && 'application/vnd.jupyter.widget-view+json' in output.data);
    if (!shows || !cell.node.querySelector('.jp-OutputArea')) return 'no';
    return cell.node.querySelector('.mw-app[aria-label], .mw-guesses')
        ? 'yes' : null;
}}"""

IS_FOLD = f"""index => {CELLS}.activeCellIndex === index
    && Boolean({CELLS}.widgets[index].headingCollapsed)"""


@pytest.mark.night
@pytest.mark.parametrize("name", NAMES, ids=stem)
def test_a_notebook_is_walked_by_shift_enter_alone(lab, page, name):
    """All of it: what is deeper is open."""
    driver.open_notebook(page, lab, name)
    driver.open_folds(page)
    walked(page)


@pytest.mark.night
@pytest.mark.parametrize("name", NAMES, ids=stem)
def test_the_core_path_is_walked_by_shift_enter_alone(lab, page, name):
    """As a learner finds it: what is deeper stays folded."""
    driver.open_notebook(page, lab, name)
    driver.wait_for_folds(page)
    before = page.evaluate(f"() => {CELLS}.widgets.map(cell => cell.isHidden)")
    walked(page)
    assert page.evaluate(f"() => {CELLS}.widgets.map(cell => cell.isHidden)")[:-1] == before


@pytest.mark.night
@pytest.mark.parametrize("name", ["workshop.ipynb", "workshop-students.ipynb"], ids=stem)
def test_the_workshop_is_walked_by_shift_enter_alone(lab, page, name):
    assert cli.main(["course", "workshop", str(lab.root / "walk")]) == 0
    driver.open_notebook(page, lab, f"walk/{name}")
    walked(page)


def walked(page):
    """In each app a button is pressed, and the walk goes on from there."""
    seen = f"() => {CELLS}.widgets.flatMap((cell, i) => cell.isHidden ? [] : [i])"
    places = page.evaluate(seen)
    number = page.evaluate(f"() => {{ {CELLS}.activate(); return {CELLS}.widgets.length; }}")
    for index, following in pairwise([*places, number]):
        page.keyboard.press("Shift+Enter")
        if page.evaluate(IS_FOLD, index):  # an app leads to it first
            page.keyboard.press("Shift+Enter")
        driver.wait_until(page, partial(active, page), following)
        shows = page.wait_for_function(HAS_RUN, arg=index, timeout=LONGEST).json_value()
        if shows == "yes" and following < number:
            app_of(page, index).evaluate(PRESS)
            driver.kernel_eval(page, "")
            driver.wait_for_repaint(page)
            assert app_of(page, index).evaluate(HOLDS_THE_FOCUS)
    driver.no_cell_failed(page)
    found = counts(page)
    ran = [found[index] for index in places if found[index]]  # a fold has those of its author
    assert ran == list(range(ran[0], ran[0] + len(ran)))  # each once, in their order
