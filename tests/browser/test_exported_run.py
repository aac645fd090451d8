"""The exported page in a browser: no server, no kernel, no network."""

import pytest

from marvel_widgets import Dag, export_run

DAG = Dag("X -> Y <- T; Y -> Z")


@pytest.fixture
def opened(browser, viewport, tmp_path):
    """The exported page, on a page of its own: the shared one has JupyterLab, which asks too."""
    asked, errors = [], []
    context = browser.new_context(viewport=viewport)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    target = export_run(tmp_path / "run.html", DAG)
    page.goto(target.as_uri())
    page.locator("#player").wait_for()
    assert asked == [target.as_uri()]
    yield page
    context.close()
    assert errors == []


def place(page):
    return page.locator("#place").inner_text().split(":")[0]


def test_buttons_keys_and_seeking_agree(opened):
    page = opened
    assert place(page) == "Position 0 of 50"
    page.get_by_role("button", name="Step").click()
    first = place(page)
    for key, wanted in (("End", "Position 50 of 50"), ("Home", "Position 0 of 50")):
        page.locator("body").press(key)
        assert place(page) == wanted
    page.locator("body").press("ArrowRight")
    assert place(page) == first
    page.get_by_label("test", exact=True).check()
    page.get_by_role("button", name="Back").click()
    assert place(page) != first
    page.locator("#seek").fill("50")
    assert "Done: the essential graph" in page.locator("#sentence").inner_text()


def test_a_clicker_steps_whatever_has_the_focus(opened):
    """PageDown and PageUp; a lecturer has clicked on a level, or on the bar, before."""
    page = opened
    page.get_by_label("round", exact=True).click()
    page.locator("body").press("ArrowLeft")  # no key of the page: it chooses another level
    page.get_by_label("decision", exact=True).click()
    seen = [place(page)]
    for focus in ("body", "#seek", "input[value=decision]"):
        page.locator(focus).press("PageDown")
        seen.append(place(page))
    assert len(set(seen)) == 4
    for before in (2, 1, 0):
        page.locator("#seek").press("PageUp")
        assert place(page) == seen[before]
    page.locator("#seek").press("ArrowRight")  # a step of the level, as everywhere
    assert place(page) == seen[1]


def test_going_back_shows_what_going_forward_showed(opened):
    page = opened
    pictures = "() => [...document.querySelectorAll('svg.picture')].map(p => p.innerHTML)"
    seen = []
    for at in range(0, 51, 5):
        page.locator("#seek").fill(str(at))
        seen.append(page.evaluate(pictures))
    assert len({str(each) for each in seen}) > 5
    for at, before in reversed(list(zip(range(0, 51, 5), seen, strict=True))):
        page.locator("#seek").fill(str(at))
        assert page.evaluate(pictures) == before


@pytest.mark.night
def test_pictures_have_words(opened):
    page = opened
    page.locator("#seek").fill("50")
    for picture in page.locator("svg.picture").all():
        assert "4 variables" in picture.get_attribute("aria-label")


@pytest.mark.night
def test_playing_goes_on_by_itself_and_stops(opened):
    page = opened
    page.get_by_label("round", exact=True).check()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_function("() => document.getElementById('seek').value !== '0'")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").wait_for()
