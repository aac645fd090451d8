"""An app in a frame of another page: what such a page forbids is told."""

import json
from pathlib import Path

import pytest

from marvel_widgets import widgets

SAVE_BAR = Path(widgets.__file__).parent / "editor" / "static" / "save_bar.js"
MODEL = """
const state = {text: "X -> Y", media_type: "text/plain", file_name: "graph.txt", error: ""};
const model = {get: name => state[name], on() {}, off() {}};
"""
INSIDE = "<div id=here></div><script type=module>%s render({model, el: here});</script>"


@pytest.fixture
def page(browser):
    page = browser.new_page()
    yield page
    page.close()


def show(page, *, framed):
    code = SAVE_BAR.read_text(encoding="utf-8").replace("export default { render };", MODEL)
    inside = INSIDE % code
    if not framed:
        page.set_content(inside)
        return page.main_frame
    page.set_content('<iframe sandbox="allow-scripts" width=800 height=400></iframe>')
    page.evaluate(f"() => {{ document.querySelector('iframe').srcdoc = {json.dumps(inside)}; }}")
    return page.frame_locator("iframe")


@pytest.mark.night
def test_a_refused_copy_and_a_silent_download_are_told(page):
    frame = show(page, framed=True)
    said = frame.get_by_role("status")
    frame.get_by_role("button", name="Copy").click()
    said.get_by_text("copy it by hand").or_(said.get_by_text("Copied")).first.wait_for()
    frame.get_by_role("button", name="Download").click()
    frame.get_by_text("the page that shows this app forbids them").wait_for()


@pytest.mark.night
def test_outside_a_frame_nothing_is_said_of_it(page):
    frame = show(page, framed=False)
    with page.expect_download():
        frame.get_by_role("button", name="Download").click()
    assert frame.get_by_role("status").inner_text() == "Saved as graph.txt."
