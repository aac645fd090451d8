"""The anatomy of the bounds, driven as a learner drives it."""

import pytest

from tests.browser import driver, narrow

pytestmark = pytest.mark.night

CELL = """
from marvel_widgets.widgets import BoundAnatomy
app = BoundAnatomy("A -> C <- B; C -> D", predict={predict})
app
"""


def opened(lab, page, predict=False):
    cell = CELL.format(predict=predict)
    driver.show(page, lab, "bounds.ipynb", cell)
    page.locator(".mw-app svg").first.wait_for(timeout=driver.QUICK)
    return page


def charts(page):
    """Return the titles of the charts on the page."""
    return page.locator(".mw-app svg > title").all_text_contents()


def drawn(page, at):
    """Return how many px wide each element of a chart is, largest first."""
    return page.evaluate(
        """at => [...document.querySelectorAll('.mw-app svg')[at].querySelectorAll('path')]
            .map(path => path.getBoundingClientRect().width).sort((a, b) => b - a)""",
        at,
    )


def test_sliders_by_keyboard(lab, page):
    opened(lab, page)
    assert charts(page)[0] == "Upper and lower bound at maximum in-degree 2"
    assert drawn(page, 0)[0] > 300
    handle = page.locator(".mw-app [role=slider]").nth(1)
    driver.focus(handle)
    page.keyboard.press("ArrowRight")
    driver.wait_for(page, "In-degree 2 to 3: the upper bound goes from")
    wanted = [
        "Upper and lower bound at maximum in-degree 3",
        "What a variable may cost, boundary of 3",
    ]
    driver.wait_until(page, lambda: charts(page)[:2], wanted)
    driver.focus(page.get_by_role("button", name="in-degree", exact=True))
    page.keyboard.press("Enter")
    page.locator("title", has_text="bound at p = 4").wait_for(
        state="attached", timeout=driver.QUICK
    )
    driver.focus(page.get_by_role("button", name="Take the numbers of my DAG"))
    page.keyboard.press("Enter")
    driver.wait_for(page, "in-degree at most 2")


def test_a_prediction_then_the_cost_then_another_graph(lab, page):
    opened(lab, page, predict=True)
    assert "Your DAG has" not in page.locator(".mw-app").inner_text()
    page.get_by_label("up to 3 times").check()
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".mw-app").get_by_text("my DAG", exact=True).click()
    page.get_by_label("under a quarter").check()
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".mw-predict", has_text="Score: 2 of 2").wait_for(timeout=driver.QUICK)
    driver.wait_for(page, "Your DAG has 4 variables")
    driver.press_in_menu(page, "Edit graph")
    field = page.get_by_role("textbox", name="As text")
    field.fill("A -> B; A -> C; B -> C")
    field.press("Enter")
    page.get_by_role("button", name="Skip", exact=True).click()
    driver.wait_for(page, "Your DAG has 3 variables and maximum in-degree 2.")
    driver.wait_for(page, "MARVEL makes 4 distinct")


# Whether each chart that shows takes its pane, and nothing below widens that; and how both fail.
WIDE = """() => [...document.querySelectorAll('.mw-pictures svg')]
    .filter(svg => svg.checkVisibility()).map(svg => svg.getBoundingClientRect().width > 300)"""
FITS = """() => document.querySelector('.mw-pictures').scrollWidth
    <= document.querySelector('.mw-pictures').clientWidth"""
NARROWED = ".mw-pictures svg { max-height: 40px !important; width: auto !important; }"
WIDENED = ".mw-pictures details { min-width: 900px; }"


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}])
def test_a_chart_takes_its_pane_whatever_is_told_below_it(lab, page):
    opened(lab, page)
    for tab in ("my DAG", "one split"):
        driver.click(page, f"Chart: {tab}")
        driver.wait_for_panes(page)
        driver.wait_until(page, lambda: page.evaluate(WIDE), [True])
        page.locator(".mw-pictures summary:visible").click()
        page.locator(".mw-pictures details[open]:visible").wait_for(timeout=driver.QUICK)
        assert page.evaluate(FITS)
        page.locator(".mw-pictures summary:visible").click()
    for fault, measure, found in ((NARROWED, WIDE, [False]), (WIDENED, FITS, False)):
        planted = page.add_style_tag(content=fault)
        driver.wait_until(page, lambda at=measure: page.evaluate(at), found)
        planted.evaluate("style => style.remove()")


@pytest.mark.parametrize("theme", ["dark"])
def test_nothing_is_wider_than_a_narrow_page(lab, page, theme):
    opened(lab, page)
    driver.set_theme(page, theme)
    narrow.nothing_is_wider(page)
