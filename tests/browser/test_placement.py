"""The placement test, taken by mouse and keys as a learner takes it."""

import pytest

from tests.browser import driver
from tests.browser.test_every_app import PROJECTOR, TOO_LARGE, presented

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import Placement
app = Placement("removal", student="17")
app
"""


def asked(page, number):
    place = page.locator(".mw-app .mw-place", has_text=f"Question {number}, of at most 12")
    place.wait_for(timeout=driver.QUICK)


def test_a_test_is_taken_to_its_page(lab, page):
    driver.show(page, lab, "placement.ipynb", CELL)
    asked(page, 1)
    wrong = "sorted(app.model.test.question.exercise.mistakes[0].answer)"
    belief = driver.kernel_eval(page, "app.model.test.question.exercise.mistakes[0].misconception")
    for name in driver.kernel_eval(page, f"' '.join(map(str, {wrong}))").strip("'\"").split():
        page.locator(".mw-app").get_by_role("checkbox", name=name, exact=True).check()
    driver.click(page, "Answer")
    asked(page, 2)
    assert belief.strip("'\"") not in page.locator(".mw-app").inner_text()
    driver.focus(page.get_by_role("button", name="Not met yet"))
    page.keyboard.press("Enter")
    asked(page, 3)
    driver.click(page, "Stop here")
    page.get_by_role("heading", name="What to work on, and where").wait_for(timeout=driver.QUICK)
    words = page.locator(".mw-app").inner_text()
    assert "2 questions: 0 right, 1 wrong and 1 not met yet." in words
    assert "seen in question 1" in words
    assert "Work on it: notebook" in words
    page.locator(".mw-likely", has_text="How likely each belief is").wait_for()
    page.set_viewport_size(PROJECTOR)
    app = page.locator(".mw-app")
    with presented(page, app):
        driver.wait_until(page, lambda: app.evaluate(TOO_LARGE), [])
