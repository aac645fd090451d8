"""Exercises as forms, answered as a learner answers them."""

import pytest

from tests.browser import driver
from tests.browser.finger import Finger

CELL = """
from marvel_widgets import exercises
from marvel_widgets.widgets import ExerciseBox
check = exercises({notebook!r})
box = ExerciseBox(check.{name})
box
"""


def opened(lab, page, notebook, name):
    cell = CELL.format(notebook=notebook, name=name)
    driver.show(page, lab, f"exercise-{name}.ipynb", cell)
    page.locator(".mw-app[aria-label=Exercise]").wait_for(timeout=driver.QUICK)
    driver.click(page, "Why")  # what was told before, and a box for each variable


def told(page, words, timeout=driver.QUICK):
    page.locator(".mw-judged", has_text=words).wait_for(timeout=timeout)


def solution(page):
    """Return the names in the right answer, which the kernel computes."""
    return driver.kernel_eval(page, "' '.join(sorted(check.removable.exercise.solution))").strip(
        "'\""
    )


def test_what_is_typed_is_judged_however_soon_the_button_follows(lab, page):
    """Field and button are heard in one thread: `marvel_widgets/widgets/kit/widget_tree.py`."""
    opened(lab, page, "11", "first_wrong")
    for attempt in range(3):
        page.get_by_label("Your answer").fill(f"no{attempt}")
        driver.click(page, "Check")
        told(page, f"We can't read this answer: 'no{attempt}'")


@pytest.mark.night
def test_a_program_of_a_cell_is_judged_and_its_counterexample_drawn(lab, page):
    begin = "def neighbors(ask, x, boundary):\n    "
    opened(lab, page, "programs", "neighbors")
    driver.click(page, "Check")
    told(page, "Write def neighbors(ask, x, boundary): in a cell, run that cell")
    driver.kernel_eval(page, f"{begin}return boundary")
    driver.click(page, "Check")
    told(page, "at A, your answer is {B, C}; right is {C}.", driver.SLOW)
    driver.wait_for_graph(page, nodes=3)
    driver.click(page, "Hint")
    told(page, "Each member of the boundary is tried by itself.")
    driver.kernel_eval(page, f"{begin}while True:\n        pass")
    driver.click(page, "Check")
    told(page, "it ran more than 300,000 lines and is at line", driver.SLOW)
    assert driver.kernel_eval(page, "check.neighbors.attempt.tries") == "2"


@pytest.mark.night
def test_twelve_lines_are_ordered_in_420_px_by_a_finger_and_by_keys(lab, page):
    opened(lab, page, "12", "lines_in_order")
    page.locator(".mw-app").evaluate("app => { app.style.width = '420px'; }")
    exercise = "check.lines_in_order.exercise"
    right = driver.kernel_eval(page, f"''.join({exercise}.solution)").strip("'\"")
    wrong = driver.kernel_eval(page, f"''.join({exercise}.mistakes[0].answer)").strip("'\"")
    finger = Finger(page)
    try:
        for letter in right:
            finger.press(middle(chip(page, letter)))
            driver.wait_until(page, lambda: typed(page).endswith(letter), True)  # noqa: B023
        finger.press(middle(page.get_by_role("button", name="Check", exact=True)))
        told(page, "Correct.")
    finally:
        finger.leave()
    assert typed(page) == ", ".join(right)
    for letter in right + wrong:  # pressed again, each goes; then the other order is given
        chip(page, letter).press("Enter")
        driver.kernel_eval(page, "")
    driver.wait_until(page, lambda: typed(page), ", ".join(wrong))
    page.get_by_role("button", name="Check", exact=True).press("Enter")
    told(page, "Not right.")


def chip(page, letter):
    return page.get_by_role("button", name=f"Press in order: {letter}", exact=True)


def typed(page):
    return page.get_by_label("Your answer").input_value()


def middle(button):
    """The middle of a button, which is scrolled into sight, and is large enough for a finger."""
    button.scroll_into_view_if_needed()
    found = button.bounding_box()
    assert min(found["width"], found["height"]) >= 24
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_a_set_is_clicked_in_the_picture_after_hints_and_another_comes_for_practice(lab, page):
    opened(lab, page, "03", "removable")
    driver.wait_for_graph(page)
    for number in range(1, 4):
        driver.click(page, "Hint")
        told(page, f"Hint {number} of 4")
    driver.click(page, "Show the answer")
    told(page, "ask again to see it")
    driver.click(page, "Show the answer")
    told(page, "Hint 4 of 4")
    names = driver.kernel_eval(page, "' '.join(check.removable.exercise.dag.nodes)").strip("'\"")
    for name in solution(page).split():
        driver.click_element(page, f"n{names.split().index(name)}")
        field = page.get_by_role("checkbox", name=name, exact=True)
        page.wait_for_function("e => e.checked", arg=field.element_handle())
    driver.kernel_eval(page, "")  # the ticks have arrived
    driver.click(page, "Check")
    told(page, "Correct.")
    assert driver.kernel_eval(page, "check.removable.attempt.tries") == "1"
    driver.click(page, "Another")
    page.locator(".mw-asked", has_text="practice: it does not count").wait_for()
    assert driver.kernel_eval(page, "check.removable.attempt.tries") == "1"


def test_what_is_said_is_drawn_in_the_answer_without_a_jump(lab, page):
    opened(lab, page, "01", "separator")
    driver.wait_for_graph(page)
    wrong = driver.kernel_eval(page, "' '.join(check.separator.exercise.mistakes[0].answer)")
    for name in wrong.strip("'\"").split():
        page.get_by_role("checkbox", name=name, exact=True).check()
    driver.kernel_eval(page, "")
    before = page.locator(".mw-app canvas").first.bounding_box()
    driver.click(page, "Check")
    told(page, "Not right.")
    page.locator(".mw-app .mw-sr", has_text="open path").wait_for(state="attached")
    driver.wait_until(page, lambda: marked(page, "path"), True)
    assert page.locator(".mw-app canvas").first.bounding_box() == before
    driver.set_theme(page, "dark")
    assert marked(page, "path")
    page.get_by_role("checkbox", name=wrong.strip("'\"").split()[0], exact=True).uncheck()
    driver.wait_until(page, lambda: marked(page, "path"), False)


def marked(page, state):
    """Whether anything in the picture has a state."""
    return any(state in each for each in driver.classes(page).values())
