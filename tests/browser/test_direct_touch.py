"""Pairs are answered by clicks in the picture."""

from tests.browser import driver


def test_pairs_are_answered_by_two_clicks_each(lab, page):
    cell = (
        "from marvel_widgets import exercises\n"
        "from marvel_widgets.widgets import ExerciseBox\n"
        "check = exercises('03').repair\n"
        "box = ExerciseBox(check)\nbox"
    )
    driver.show(page, lab, "pairs.ipynb", cell)
    driver.wait_for_graph(page)
    code = (
        "names = check.exercise.drawing.nodes\n"
        "places = [mark.name for mark in names]\n"
        "' '.join(str(places.index(end)) for pair in check.exercise.solution for end in pair)"
    )
    for place in driver.kernel_eval(page, code).strip("'\"").split():
        driver.click_element(page, f"n{place}")
        driver.kernel_eval(page, "")
    page.get_by_role("button", name="Check", exact=True).click()
    right = page.locator(".mw-judged.mw-right", has_text="Correct.")
    right.wait_for(timeout=driver.QUICK)
    assert "answer" in set().union(*driver.classes(page).values())
