"""The workshop on a projector of 1280x720: opened, run, and its six apps played in their order."""

import pytest

from marvel_widgets import cli
from tests.browser import driver
from tests.browser.test_every_app import TOO_LARGE

pytestmark = pytest.mark.night

CELLS = driver.NOTEBOOK + ".content.model.cells"


@pytest.fixture
def opened(lab, page):
    """The notebook for the room, with all of its cells run."""
    page.set_viewport_size({"width": 1280, "height": 720})
    assert cli.main(["course", "workshop", str(lab.root / "talk")]) == 0
    driver.open_and_run(page, lab, "talk/workshop.ipynb")
    return page


class Act:
    """One app of the notebook, presented."""

    def __init__(self, page, name):
        self.page = page
        index = page.evaluate(f"n => [...{CELLS}].findIndex(cell => cell.id === n)", f"{name}-app")
        driver.scroll_to_cell(page, index)
        self.within = f".jp-Cell[data-windowed-list-index='{index}'] .mw-app"
        self.app = page.locator(self.within).first
        self.app.wait_for(timeout=driver.QUICK)
        driver.focus(self.app)
        page.keyboard.press("f")
        page.locator(".mw-app.mw-present").wait_for(timeout=driver.QUICK)

    def fits(self):
        driver.wait_until(self.page, lambda: self.app.evaluate(TOO_LARGE), [])

    def predict(self, words):
        self.app.get_by_label(words, exact=True).click()
        self.press("Check")

    def press(self, name):
        self.app.get_by_role("button", name=name, exact=True).click(timeout=driver.QUICK)

    def says(self, words):
        self.app.locator(":visible", has_text=words).last.wait_for(timeout=driver.QUICK)

    def click(self, element):
        driver.wait_for_graph(self.page, within=self.within)
        driver.click_element(self.page, element, within=self.within)

    def leave(self):
        self.fits()  # what was said meanwhile too
        driver.focus(self.app)
        self.page.keyboard.press("f")
        self.page.locator(".mw-app.mw-present").wait_for(state="detached", timeout=driver.QUICK)


def test_the_six_acts_are_played_through(opened):
    page = opened
    act = Act(page, "graph")
    act.fits()
    act.predict("d-separated")
    act.says("tub and smoke are d-connected given {xray}")
    act.leave()

    act = Act(page, "signs")
    act.fits()
    act.click("n4")  # E, which blocks the way from A over E and F to B
    act.says("Are A and B d-separated given {E}?")
    act.predict("d-separated")
    act.says("A and B are d-separated given {E}")
    act.leave()

    act = Act(page, "boundary")
    act.fits()
    act.predict("{tub, smoke, either}")
    act.says("Mb(lung) = {tub, smoke, either}")
    act.leave()

    act = Act(page, "leave")
    act.fits()
    act.predict("no")
    act.says("X is not removable")
    act.leave()

    act = Act(page, "play")
    act.fits()
    act.press("Show me")
    act.says("Line 7")
    act.leave()

    act = Act(page, "race")
    act.fits()
    act.press("MARVEL")
    act.says("2 of 5 racers are done")
    driver.focus(act.app)
    page.keyboard.press("End")
    act.says("of 1 bet right")
    act.leave()
