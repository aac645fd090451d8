"""Questions that tell, in the page: Play goes as far as the question, and on after its answer."""

import pytest

from tests.browser import driver

CELL = """
from marvel_widgets import networks
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer(networks.load("asia"), predict="telling", level="test")
player.model.speed = 16
player
"""


@pytest.mark.night
def test_play_waits_at_a_question_and_goes_on_after_the_answer(lab, page):
    driver.show(page, lab, "telling.ipynb", CELL)
    app = page.locator(".mw-player")
    driver.wait_for_runs(page)
    seek = app.locator(".mw-seek")
    plays_up_to(page, app, seek)
    question = app.locator(".mw-question")
    question.wait_for(timeout=driver.QUICK)
    play_at_a_question_stays(page, app, seek)
    app.get_by_role("radio", name="independent", exact=True).check()
    app.get_by_role("button", name="Check", exact=True).click()
    driver.wait_for(page, "of 1 prediction right", ".mw-place")
    driver.kernel_eval(page, "player.model.speed = 16")
    assert driver.kernel_eval(page, "player.model.reach > player.model.position") == "True"
    plays_up_to(page, app, seek)
    driver.wait_until(page, lambda: question.inner_text() != "", True)
    assert driver.kernel_eval(page, "len(player.predictions.given)") == "1"


def plays_up_to(page, app, seek):
    """Play, and wait until page and kernel are where the next question waits."""
    reach = driver.kernel_eval(page, "player.model.reach")
    app.get_by_role("button", name="Play", exact=True).click()
    driver.wait_until(page, seek.input_value, reach)
    driver.wait_until(page, lambda: driver.kernel_eval(page, "player.model.position"), reach)
    app.get_by_role("button", name="Play", exact=True).wait_for(timeout=driver.QUICK)


def play_at_a_question_stays(page, app, seek):
    """By the button and by Space: slowly, so that a run from the beginning would be seen."""
    driver.kernel_eval(page, "player.model.speed = 0.25")
    at = seek.input_value()
    app.get_by_role("button", name="Play", exact=True).click()
    assert seek.input_value() == at
    seek.press(" ")
    assert driver.kernel_eval(page, "player.model.position") == at == seek.input_value()
    assert app.get_by_role("button", name="Pause", exact=True).count() == 0
