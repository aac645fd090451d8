"""What is shown has room: an app in a window of half the usual width, a page in any."""

from tests.browser import driver

# By how many px a page could be scrolled to the side.
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
WIDTHS = """() => {
    const app = document.querySelector('.mw-app');
    return [app.scrollWidth, app.clientWidth];
}"""


def nothing_is_wider(page):
    """Make the page narrow; nothing in its first app is wider than the app."""
    page.set_viewport_size({"width": 900, "height": page.viewport_size["height"]})
    driver.wait_for_repaint(page)
    wide, room = page.evaluate(WIDTHS)
    assert room < 900
    assert wide <= room
