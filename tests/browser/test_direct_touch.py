"""Pairs are given in the picture, by taps."""

from tests.browser import driver
from tests.browser.finger import Finger

BOX = """
from marvel_widgets import exercises
from marvel_widgets.widgets import ExerciseBox
check = exercises("03").repair
box = ExerciseBox(check)
box
"""


def spot(page, place):
    """Return where a variable of the first picture is on the page."""
    return page.evaluate(
        f"""place => {{
            const box = ({driver.views_js()})[0].getBoundingClientRect();
            const at = {driver.cy_js()}.$id('n' + place).renderedPosition();
            return [box.x + at.x, box.y + at.y];
        }}""",
        place,
    )


def test_pairs_are_answered_by_two_taps_each(lab, page):
    driver.show(page, lab, "pairs.ipynb", BOX)
    driver.wait_for_graph(page)
    code = (
        "places = [mark.name for mark in check.exercise.drawing.nodes]\n"
        "' '.join(str(places.index(end)) for pair in check.exercise.solution for end in pair)"
    )
    finger = Finger(page)
    try:
        for place in driver.kernel_eval(page, code).strip("'\"").split():
            finger.tap(spot(page, place))
            driver.kernel_eval(page, "")
        page.get_by_role("button", name="Check", exact=True).click()
        right = page.locator(".mw-said-yes", has_text="Correct")
        right.wait_for(timeout=driver.QUICK)
    finally:
        finger.leave()

    def shown():
        return set().union(*driver.classes(page).values())

    driver.wait_until(page, lambda: "answer" in shown(), True)
