"""A vote in JupyterLab: counted by keys, closed, asked again; what the room sees and what not."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from marvel_widgets import exercises
from marvel_widgets.pictures.voting_cards import CARDS
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
# Words that a room cannot read: smaller than 18 px.
TOO_SMALL = """app => [...app.querySelectorAll("*")].filter(e => e.checkVisibility()
    && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
    && !e.closest(".mw-sr, svg") && parseFloat(getComputedStyle(e).fontSize) < 18)
    .map(e => e.textContent)"""


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
    ballots = [exercises("03").removable.ballot(turn) for turn in (0, 1)]
    for ballot, counts in zip(ballots, ("12 30 4 2", "0 10 10 40 5"), strict=True):
        assert typed(page, counts) == len(counts) + 2
        numbers = [*counts.split(), "0"][:5]
        driver.wait_until(page, lambda: app.locator(".mw-vote span > b").all_inner_texts(), numbers)
        driver.click(page, "Close the vote")
        app.locator(".mw-grow").first.wait_for(timeout=driver.QUICK)
        starts = app.locator(".mw-grow").evaluate_all(
            "all => all.map(e => Math.round(e.getBoundingClientRect().x))"
        )
        assert len(set(starts)) == 1  # all bars begin on one line
        told = ballot is ballots[1]
        assert ("✓ right" in app.inner_text()) == told
        for option in [each for each in ballot.options if told and each.belief]:  # one at a time
            assert option.named not in app.inner_text()
            app.locator(f"summary:has([aria-label={option.card}])").click()
            assert app.locator(".mw-vote [open]").inner_text().endswith(option.named)
        with presented(page, app):
            driver.wait_until(page, lambda: app.evaluate(TOO_LARGE), [])
            assert app.evaluate(TOO_SMALL) == []
            width, height = (
                driver.box(app.locator(".mw-pictures"))[side] for side in ("width", "height")
            )
            assert width * height > 0.4 * PROJECTOR["width"] * PROJECTOR["height"]
        if not told:
            driver.click(page, "Ask again")
            app.get_by_text("second vote").wait_for(timeout=driver.QUICK)
            assert "ask.html#v=03/removable/2" in app.inner_text()
    assert app.get_by_text(f"Type {ballots[1].digits} on a phone").is_visible()
    assert app.locator(".mw-grow").count() == 5  # one a belief


@pytest.mark.night
@pytest.mark.parametrize(
    ("check", "numbers"),
    [
        ("exercises('03').removable", (12, 30, 4, 12, 2)),
        ("exercises('12').changed_update", (9, 9, 20, 9, 9, 4)),
    ],
    ids=["five cards", "six"],
)
@pytest.mark.parametrize("presents", [False, True], ids=["cell", "presented"])
def test_sixty_cards_are_counted_in_twelve_seconds_of_taps(lab, page, check, numbers, presents):
    """By a finger, without a key; the seconds are those of the model, for where the buttons are."""
    if presents:
        page.set_viewport_size(PROJECTOR)
    driver.show(page, lab, "taps.ipynb", CELL.replace('exercises("03").removable', check))
    app = page.locator(".mw-app")
    app.locator(".mw-vote-code svg").wait_for(timeout=driver.QUICK)
    last = [page.add_style_tag(path=sheet) for sheet in SHEETS]  # as if other apps had come later
    with presented(page, app) if presents else nullcontext():
        boxes = list(taps_of(page, app, numbers))
        driver.wait_until(page, lambda: app.locator(".mw-vote span > b").all_inner_texts(),
                          [*map(str, numbers)])  # fmt: skip
    for sheet in last:
        sheet.evaluate("one => one.remove()")
    driver.wait_until(page, lambda: app.locator(".mw-vote-pad button").count(), 0)
    assert min(min(box["width"], box["height"]) for box in boxes) >= FINGERTIP
    assert tapped(boxes, begins=(0, 0)) < LIMIT
    slower = [{**box, "x": 40 * box["x"]} for box in boxes]  # the model sees how far it is
    assert tapped(slower, begins=(0, 0)) > tapped(boxes, begins=(0, 0)) + 1


def taps_of(page, app, numbers):
    """Tap the circle, then a number for each card; yield where each button was."""
    names = [f"{n} with a {card}" for n, card in zip(numbers, CARDS, strict=False)]
    finger = Finger(page)
    for name in ["Or tap: circle", *names]:
        box = driver.box(app.get_by_role("button", name=name, exact=True))
        finger.press((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
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
