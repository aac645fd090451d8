"""Notebook 03 by keyboard alone: from its first cell through every exercise to its end."""

import re
from functools import partial

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Parts, Statements
from marvel_widgets.assessment.variable_answers import Names
from tests.browser import driver
from tests.browser.test_shift_enter import CELLS, HAS_RUN, LONGEST, active, app_of

NAME = "03-removable-variables.ipynb"
MOST_TABS = 80
FOCUSED = """() => {
    const one = document.activeElement;
    const label = one.getAttribute('aria-label') || one.textContent.trim()
        || one.closest('label')?.textContent.trim() || one.labels?.[0]?.textContent.trim() || '';
    const kind = one.localName === 'input' ? one.type : one.localName;
    return [kind, label, Boolean(one.closest('.mw-app'))];
}"""
BOX = re.compile(r"ExerciseBox\(check\.(\w+)\)")


def sources(page):
    return page.evaluate(f"() => {CELLS}.widgets.map(c => c.model.sharedModel.getSource())")


def tab_to(page, kind, label):
    """Press Tab until a control of this kind and name has the focus; the focus never gets lost."""
    seen = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        seen.append(found)
        assert found[0] != "body", seen
        if found[2] and found[0] == kind and label in (None, found[1]):
            return
    pytest.fail(f"no {kind} {label!r} in {MOST_TABS} tabs: {seen}")


def answer_by_keys(page, check):
    """Give the solution in the form of the selected cell, and have it judged."""
    exercise = check.exercise
    kind, solution = exercise.kind, exercise.solution
    for part, value in fields(kind, solution):
        if isinstance(part, Names | Statements):
            stated = isinstance(part, Statements)
            texts = part.sentences if stated else part.names
            for number, text in enumerate(texts, start=1):
                if (number if stated else text) in value:
                    tab_to(page, "checkbox", f"{number}. {text}" if stated else text)
                    page.keyboard.press("Space")
            # the last box of this part: the next one may have the same names
            tab_to(page, "checkbox", "none of them" if stated else "none: the empty set")
            if not value:
                page.keyboard.press("Space")
        else:
            tab_to(page, "text", None)
            page.keyboard.type(part.say(value))
    tab_to(page, "button", "Check")
    page.keyboard.press("Enter")


def fields(kind, value):
    """The controls of a form from the top, with what goes into each."""
    if isinstance(kind, Parts):
        return [(part, value[key]) for key, part in kind.parts.items()]
    return [(kind, value)]


def went_past(page, index):
    """Wait until a cell below this one is selected."""
    driver.wait_until(page, lambda: active(page) > index, True)


def walked(page, lab):
    """Go down the notebook; answer in each box, and go on by its button; return the boxes.

    A cell that is folded is passed over, as Shift+Enter does.
    """
    driver.open_notebook(page, lab, NAME)
    number = page.evaluate(f"() => {{ {CELLS}.activate(); return {CELLS}.widgets.length; }}")
    checks, done = exercises("03"), []
    texts = sources(page)
    index = active(page)
    while index < number:
        page.keyboard.press("Shift+Enter")
        went_past(page, index)
        page.wait_for_function(HAS_RUN, arg=index, timeout=LONGEST)
        if box := BOX.search(texts[index]):
            page.keyboard.press("ArrowUp")
            driver.wait_until(page, partial(active, page), index)
            app_of(page, index).wait_for(timeout=driver.QUICK)
            answer_by_keys(page, getattr(checks, box[1]))
            app_of(page, index).locator(".mw-said-yes").wait_for(timeout=driver.QUICK)
            tab_to(page, "button", "Next")
            page.keyboard.press("Enter")
            went_past(page, index + 1)
            page.wait_for_function(HAS_RUN, arg=index + 1, timeout=LONGEST)
            done.append(box[1])
        index = active(page)
    driver.no_cell_failed(page)
    return done


def in_sight(page):
    """The boxes in cells that no folded heading hides."""
    shown = page.evaluate(f"() => {CELLS}.widgets.map(cell => !cell.isHidden)")
    found = [BOX.search(text) for text, seen in zip(sources(page), shown, strict=True) if seen]
    return [box[1] for box in found if box]


@pytest.mark.night
def test_notebook_03_by_keyboard_alone(lab, page):
    """To `check.result()`."""
    done = walked(page, lab)
    assert done == in_sight(page) != []
    right = driver.kernel_eval(page, "[c.attempt.verdict for c in check].count('correct')")
    assert right == f"{len(done)}"
    # the last cell has run: the signed result
    assert page.locator(".jp-OutputArea-output", has_text="mwr1").count() > 0
