"""Every app on one page, and the player used: what an installation could lack is a file.

CI runs this against a JupyterLab in which only the wheel is installed. In the checkout
`test_every_app.py` shows each app and acts in it, and `test_kernel_death.py` all on one page.
"""

import os

import pytest

from tests.browser import driver
from tests.browser.doings import APPS, example
from tests.browser.test_every_notebook import wait_for_app

pytestmark = pytest.mark.skipif(
    "MARVEL_WIDGETS_LAB_PYTHON" not in os.environ, reason="for an installed wheel: see .ci/run"
)


def test_every_app_is_shown_and_the_player_steps(lab, page):
    page.set_viewport_size({"width": 1280, "height": 8000})
    cells = [f"{example(name)}\n{name.lower()} = app\napp" for name in APPS]
    driver.show(page, lab, "every-app.ipynb", *cells)
    for index in range(len(APPS)):
        wait_for_app(page, index)
    assert page.get_by_text("Error displaying widget").count() == 0
    assert page.get_by_text("Error creating widget").count() == 0

    driver.scroll_to_cell(page, APPS.index("MarvelPlayer"))
    player = page.locator(".mw-player")
    before = player.locator(".mw-sentence").inner_text()
    player.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_function(
        "before => document.querySelector('.mw-player .mw-sentence').innerText !== before",
        arg=before,
        timeout=driver.QUICK,
    )
    # the page tells the kernel where it is once it has come to rest
    behind = "marvelplayer.model.position > 0"
    driver.wait_until(page, lambda: driver.kernel_eval(page, behind), "True")
