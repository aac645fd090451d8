"""A picture in which one can click, by keyboard and by finger: what it says, what a key does."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import driver
from tests.browser.finger import Finger
from tests.browser.test_direct_touch import spot

LAB = (
    "from marvel_widgets import networks\n"
    "from marvel_widgets.widgets import DSeparationLab\n"
    "app = DSeparationLab(networks.load('asia'), x='asia', y='smoke')\napp"
)
EDGES = (
    "from marvel_widgets.widgets import OrientationLab\n"
    "app = OrientationLab('X -> Y <- T; Y -> Z', predict=False)\n"
    "app.model.position = app.model.film.last\napp"
)
# An option is over its variable when the middle of one is the place of the other.
BESIDE = """list => [...list.children].map(option => {
    const drawn = list.parentElement, box = option.getBoundingClientRect();
    const around = drawn.getBoundingClientRect();
    const one = drawn._cyreg.cy.$id(option.id.split('-').pop());
    const at = one.isNode() ? one.renderedPosition() : one.renderedMidpoint();
    const off = [box.x + box.width / 2 - around.x - at.x, box.y + box.height / 2 - around.y - at.y];
    return Math.max(...off.map(Math.abs));
})"""


def given(page):
    return driver.kernel_eval(page, "print(*sorted(app.model.given))")


def chosen(listbox):
    return listbox.get_by_role("option", selected=True).get_attribute("aria-label")


def test_tab_leads_to_a_picture_arrows_walk_and_keys_choose(lab, page):
    driver.show(page, lab, "keys.ipynb", LAB)
    driver.wait_for_graph(page, nodes=8)
    listbox = page.get_by_role("listbox").first
    expect(listbox.get_by_role("option")).to_have_count(8)
    driver.focus(page.get_by_role("button", name="Present"))
    for _ in range(20):
        page.keyboard.press("Tab")
        if listbox.evaluate("list => list === document.activeElement"):
            break
    expect(listbox).to_be_focused()
    walked = []
    for _ in range(8):
        walked.append(chosen(listbox))
        page.keyboard.press("ArrowRight")
    assert len({*walked}) == 8
    assert chosen(listbox) == walked[0]
    assert {"asia, asked about", "smoke, under test", "tub"} <= {*walked}
    driver.wait_until(page, lambda: max(listbox.evaluate(BESIDE)) < 3, True)
    page.keyboard.press("End")
    last = chosen(listbox).split(",")[0]
    page.keyboard.press("Enter")  # with both chosen, a click gives
    driver.wait_until(page, lambda: given(page), last)
    expect(listbox.get_by_role("option", name=f"{last}, given")).to_have_count(1)
    page.keyboard.press("g")
    driver.wait_until(page, lambda: given(page), "")
    expect(listbox.get_by_role("option", name=last, exact=True)).to_have_count(1)
    live = page.locator(".mw-view [aria-live], .mw-view [role=status]")
    assert live.count() == 0  # the sentence beside it says what changed


@pytest.mark.night
def test_shift_and_a_long_press_give_and_are_no_clicks(lab, page):
    driver.show(page, lab, "long.ipynb", f"{LAB[:-4]}\napp.model.role = 'first'\napp")
    driver.wait_for_graph(page, nodes=8)
    page.keyboard.down("Shift")
    either, xray = (
        driver.kernel_eval(page, f"print(app.model.graph.dag.position('{name}'))")
        for name in ("either", "xray")
    )
    driver.click_element(page, f"n{either}")
    page.keyboard.up("Shift")
    driver.wait_until(page, lambda: given(page), "either")
    driver.wait_for_panes(page)
    finger = Finger(page)
    try:
        finger.tell("touchStart", spot(page, xray))
        driver.wait_until(page, lambda: given(page), "either xray")
        finger.tell("touchEnd")
        driver.kernel_eval(page, "")
    finally:
        finger.leave()
    assert given(page) == "either xray"
    assert driver.kernel_eval(page, "print(app.model.x, app.model.y)") == "asia smoke"


@pytest.mark.night
def test_an_edge_that_can_be_asked_is_walked_to(lab, page):
    driver.show(page, lab, "edges.ipynb", EDGES)
    driver.wait_for_graph(page)
    listbox = page.get_by_role("listbox").first
    options = listbox.get_by_role("option", name=re.compile("^Edge "))
    expect(options.first).to_be_attached()
    driver.focus(listbox)
    page.keyboard.press("Enter")
    driver.wait_for(page, "belongs to the v-structure")  # what has directed it
