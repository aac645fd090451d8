"""Pictures that a cell returns, in a narrow window."""

import pytest

from tests.browser import driver

pytestmark = pytest.mark.night

QUESTION = """
from marvel_widgets import exercises
check = exercises("03", student="")
check.removable
"""
APP = """
from marvel_widgets.widgets import ExerciseBox
ExerciseBox(check.removable)
"""
OTHER = """
from IPython.display import SVG
SVG('<svg xmlns="http://www.w3.org/2000/svg" width="700" height="40"><path d="M0 0H9"/></svg>')
"""
WIDTHS = """() => [...document.querySelectorAll('.jp-RenderedSVG > img')]
    .map(e => [e.complete && e.getBoundingClientRect().width, e.parentElement.clientWidth])"""


def test_a_question_is_not_cut_off_where_an_app_is_shown(lab, page):
    page.set_viewport_size({"width": 900, "height": 900})
    driver.show(page, lab, "pictures.ipynb", QUESTION, OTHER, APP)
    driver.wait_for_graph(page)
    page.wait_for_function(f"() => ({WIDTHS})().every(([width]) => width > 0)")
    (question, room), (other, _) = page.evaluate(WIDTHS)
    assert 400 < question <= room < 620  # its own width
    assert other == 700  # pictures of others stay as they are
