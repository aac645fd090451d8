"""A vote in JupyterLab: counted by keys, closed, asked again; what the room sees and what not."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from marvel_widgets import exercises
from marvel_widgets.widgets.kit import chips
from tests.browser import driver
from tests.browser.finger import Finger
from tests.browser.test_every_app import PROJECTOR, TOO_LARGE, presented
from tests.widgets.keystrokes import LIMIT, tapped

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


SHEETS = [
    Path(chips.__file__).with_name("static") / f"{name}.css" for name in ("cell_grid", "chips")
]
FINGERTIP = 32  # px; 24 are the least that WCAG 2.2 asks for


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


@pytest.mark.night
@pytest.mark.parametrize(
    ("check", "numbers"),
    [
        ("exercises('03').removable", (12, 30, 4, 12)),
        ("exercises('12').changed_update", (9, 9, 20, 9, 9)),
    ],
    ids=["five letters", "six"],
)
@pytest.mark.parametrize("presents", [False, True], ids=["cell", "presented"])
def test_sixty_cards_are_counted_in_twelve_seconds_of_taps(lab, page, check, numbers, presents):
    """By a finger, without a key; the seconds are those of the model, for where the buttons are."""
    if presents:
        page.set_viewport_size(PROJECTOR)
    driver.show(page, lab, "taps.ipynb", CELL.replace('exercises("03").removable', check))
    app = page.locator(".mw-app")
    app.locator(".mw-vote-code svg").wait_for(timeout=driver.QUICK)
    driver.kernel_eval(page, "app.model.fill(60)")
    last = [page.add_style_tag(path=sheet) for sheet in SHEETS]  # as if other apps had come later
    with presented(page, app) if presents else nullcontext():
        boxes = list(taps_of(page, app, numbers))
        driver.wait_until(page, lambda: app.locator(".mw-vote b").all_inner_texts(),
                          [str(n) for n in (*numbers, 60 - sum(numbers))])  # fmt: skip
    for sheet in last:
        sheet.evaluate("one => one.remove()")
    driver.wait_until(page, lambda: app.locator(".mw-vote-pad button").count(), 0)
    assert min(min(box["width"], box["height"]) for box in boxes) >= FINGERTIP
    assert tapped(boxes, begins=(0, 0)) < LIMIT
    slower = [{**box, "x": 40 * box["x"]} for box in boxes]  # the model sees how far it is
    assert tapped(slower, begins=(0, 0)) > tapped(boxes, begins=(0, 0)) + 1


def taps_of(page, app, numbers):
    """Tap A, then a number for each letter; yield where each button was."""
    names = [f"{n} of {letter}" for n, letter in zip(numbers, "ABCDEF", strict=False)]
    finger = Finger(page)
    for name in ["Or tap: A", *names]:
        box = driver.box(app.get_by_role("button", name=name, exact=True))
        finger.tap((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        yield box
    finger.leave()


@pytest.mark.night
def test_code_and_cards_look_the_same_in_the_dark(lab, page):
    driver.show(page, lab, "vote-dark.ipynb", CELL)
    app = page.locator(".mw-app")
    shown = [".mw-vote-code svg", ".mw-vote svg", ".mw-view > :not(.widget-html)"]
    for theme, other in (("light", 0), ("dark", 1)):
        driver.set_theme(page, theme)
        turned = [app.locator(each).first.evaluate(TURNED) for each in shown]
        assert turned == [0, 0, other]  # the picture is turned, as that of any app
