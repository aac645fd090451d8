"""What is deeper is folded in JupyterLab: Shift+Enter goes past it, and its arrow opens it."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from marvel_widgets.classroom.editions import learners_edition, write_notebook
from tests.browser import driver
from tests.browser.test_shift_enter import CELLS, active, app_of, counts, shown

HIDDEN = f"() => {CELLS}.widgets.map(cell => cell.isHidden)"
TEXTS = ("# Stars", "### More stars\n\nWhich shine?", "Inside.", "## The sky")


def folded(lab, page, *first):
    """Open a learner's notebook: what is first, a fold with a text and a cell, and a section."""
    title, fold, inside, after = map(new_markdown_cell, TEXTS)
    fold.metadata["tags"] = ["deeper"]
    code = [*map(new_code_cell, first)]
    cells = [title, *code, fold, new_code_cell("2"), inside, after, new_code_cell("4")]
    notebook = new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    write_notebook(learners_edition(nbformat.from_dict(notebook)), lab.root / "folded.ipynb")
    driver.open_notebook(page, lab, "folded.ipynb")
    driver.wait_for_folds(page)
    page.evaluate(f"() => {{ {CELLS}.activeCellIndex = 0; {CELLS}.activate(); }}")


def test_shift_enter_goes_past_what_is_deeper(lab, page):
    folded(lab, page, "1")
    assert page.evaluate(HIDDEN) == [False, False, False, True, True, False, False]
    page.get_by_role("heading", name="More stars").wait_for()
    for there in (1, 2, 5, 6):
        page.keyboard.press("Shift+Enter")
        driver.wait_until(page, lambda: active(page), there)
    driver.kernel_eval(page, "")
    assert page.evaluate(HIDDEN)[3:5] == [True, True]
    assert counts(page)[3] is None


@pytest.mark.night
def test_it_can_be_opened_by_keyboard_and_is_walked_then(lab, page):
    folded(lab, page, "1")
    page.evaluate(f"() => {{ {CELLS}.activeCellIndex = 2; {CELLS}.activate(); }}")
    page.keyboard.press("ArrowRight")
    driver.wait_until(page, lambda: page.evaluate(HIDDEN), [False] * 7)
    page.evaluate(f"() => {{ {CELLS}.activeCellIndex = 2; {CELLS}.activate(); }}")
    for there in (3, 4, 5):
        page.keyboard.press("Shift+Enter")
        driver.wait_until(page, lambda: active(page), there)
    driver.kernel_eval(page, "")
    assert counts(page)[3]


@pytest.mark.night
def test_run_all_runs_it_and_from_an_app_one_comes_to_it_first(lab, page):
    folded(lab, page, shown("ExerciseBox"))
    driver.run_all(page)
    page.locator(".mw-app[aria-label]").first.wait_for(timeout=driver.SLOW)
    assert counts(page)[3]
    driver.focus(app_of(page, 1).get_by_role("button", name="Hint"))
    page.keyboard.press("Shift+Enter")
    driver.wait_until(page, lambda: active(page), 2)
    assert page.evaluate(HIDDEN)[3:5] == [True, True]
    page.keyboard.press("Shift+Enter")
    driver.wait_until(page, lambda: active(page), 5)
