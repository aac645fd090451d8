"""Every app under the accessibility checker axe-core, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from marvel_widgets import widgets
from marvel_widgets.widgets.app import App
from tests.browser import driver

APPS = [name for name in widgets.__all__ if issubclass(getattr(widgets, name), App)]
# Each app on its own example, with the editor of its graph open.
CELL = """
from marvel_widgets.widgets import {name}
app = {name}()
part = app.parts.get("graph")
if hasattr(part, "opened"):
    part.opened = True
app
"""


def violations(page, theme):
    """Return what axe-core finds in the app on the page."""
    driver.set_theme(page, theme)
    page.evaluate("() => { document.querySelector('.mw-app').id = 'checked-app'; }")
    found = Axe().run(page, context="#checked-app").response["violations"]
    return [
        (each["id"], each["help"], [node["html"][:200] for node in each["nodes"]]) for each in found
    ]


@pytest.mark.parametrize("name", APPS)
def test_axe_finds_nothing(lab, page, name):
    notebook = driver.write_notebook(lab, f"axe-{name}.ipynb", CELL.format(name=name))
    driver.open_and_run(page, lab, notebook)
    page.locator(".mw-app[aria-label]").wait_for(timeout=driver.QUICK)
    assert violations(page, "light") == []
    assert violations(page, "dark") == []
    assert pictures_without_words(page) == []


def pictures_without_words(page):
    """Return the pictures of the app that say nothing to those who can't see them."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.mw-app svg, .mw-app .custom-widget')]
            .filter(picture => !picture.closest('[aria-hidden=true]'))
            .filter(picture => {
                if (picture.matches('.custom-widget')) {
                    const words = picture.parentElement.querySelector('.mw-sr');
                    return !words || !words.textContent.trim();
                }
                const title = picture.querySelector(':scope > title');
                return !picture.getAttribute('aria-label') && !(title && title.textContent.trim());
            })
            .map(picture => picture.outerHTML.slice(0, 200))"""
    )


def test_the_checker_can_fail(lab, page):
    cell = """
from IPython.display import HTML
HTML('<div class="mw-app" aria-label="x"><svg></svg><button></button></div>')
"""
    driver.open_and_run(page, lab, driver.write_notebook(lab, "axe-bad.ipynb", cell))
    page.locator(".mw-app").wait_for(timeout=driver.QUICK)
    assert "button-name" in {each[0] for each in violations(page, "light")}
    assert len(pictures_without_words(page)) == 1
