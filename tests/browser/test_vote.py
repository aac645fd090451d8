"""A vote in JupyterLab: counted by keys, closed, asked again; what the room sees and what not."""

from marvel_widgets import exercises
from tests.browser import driver
from tests.browser.test_every_app import PROJECTOR, TOO_LARGE, presented

CELL = """
from marvel_widgets import exercises
from marvel_widgets.widgets import Vote
app = Vote(exercises("03").removable, site="https://example.org/course")
app
"""


# How often a picture and what it stands in are turned: a code that is turned once, light on dark,
# is read by few phones, and a card has another color than theirs.
TURNED = """svg => {
    let turns = 0;
    for (let part = svg; part; part = part.parentElement)
        turns += getComputedStyle(part).filter.includes('invert');
    return turns;
}"""


def typed(page, text):
    """Type counts; return how many keys that took."""
    app = page.locator(".mw-app")
    driver.focus(app)
    page.keyboard.press("c")
    app.locator("input:focus").wait_for(timeout=driver.QUICK)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    return len(text) + 2


def test_a_room_votes_twice(lab, page):
    driver.show(page, lab, "vote.ipynb", CELL)
    app = page.locator(".mw-app")
    app.locator(".mw-vote-code svg").wait_for(timeout=driver.QUICK)
    assert "example.org/course/ask.html#v=03/removable" in app.inner_text()
    page.set_viewport_size(PROJECTOR)
    assert typed(page, "12 30 4 2 12") == 14
    driver.wait_until(page, lambda: app.locator(".mw-vote b").all_inner_texts(),
                      ["12", "30", "4", "2", "12"])  # fmt: skip
    first = exercises("03").removable.ballot()
    assert not any(option.named in app.inner_text() for option in first.options)
    driver.click(page, "Close the vote")
    app.get_by_text("Give a hint before they vote again").wait_for(timeout=driver.QUICK)
    for option in first.options:
        assert option.named in app.inner_text()
    with presented(page, app):
        driver.wait_until(page, lambda: app.evaluate(TOO_LARGE), [])
        assert not app.get_by_text("Give a hint before they vote again").is_visible()
        assert app.locator(".mw-vote-code svg").is_visible()
        assert app.get_by_text(f"The digits for phones: {first.digits}.").is_visible()
    driver.click(page, "Ask again")
    app.get_by_text("(second vote)").wait_for(timeout=driver.QUICK)
    assert "ask.html#v=03/removable/2" in app.inner_text()
    assert not any(option.named in app.inner_text() for option in first.options)
    typed(page, "0 10 10 0")  # of 60, as in the first vote
    driver.wait_until(page, lambda: app.locator(".mw-vote b").all_inner_texts(),
                      ["10", "10", "40"])  # fmt: skip
    driver.click(page, "Close the vote")
    app.get_by_text("Explain it with the picture").wait_for(timeout=driver.QUICK)
    assert app.locator(".mw-vote-bar").count() == 10
    with presented(page, app):
        driver.wait_until(page, lambda: app.evaluate(TOO_LARGE), [])


def test_code_and_cards_look_the_same_in_the_dark(lab, page):
    driver.show(page, lab, "vote-dark.ipynb", CELL)
    app = page.locator(".mw-app")
    shown = [".mw-vote-code svg", ".mw-vote svg", ".mw-view > :not(.widget-html)"]
    for theme, other in (("light", 0), ("dark", 1)):
        driver.set_theme(page, theme)
        turned = [app.locator(each).first.evaluate(TURNED) for each in shown]
        assert turned == [0, 0, other]  # the picture is turned, as that of any app
