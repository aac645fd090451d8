"""Every app made, and the player used on a page: what an installation could lack is a file.

CI runs this against a JupyterLab in which only the wheel is installed. An app's class reads the
programs and styles that its page gets, so that one which is missing is an error in Python; and the
player needs all that a page brings itself: controls, programs and graphs. In the checkout
`test_every_app.py` shows each app and acts in it.
"""

import os
import subprocess

import pytest

from tests.browser import driver
from tests.browser.conftest import PYTHON, private_environment
from tests.browser.doings import APPS, example

pytestmark = pytest.mark.skipif(
    "MARVEL_WIDGETS_LAB_PYTHON" not in os.environ, reason="for an installed wheel: see .ci/run"
)


def test_every_app_is_made(tmp_path):
    made = [
        f"{example(name)}\nassert app.text() and app._repr_mimebundle_()\nprint({name!r})"
        for name in APPS
    ]
    (tmp_path / "make.py").write_text("\n".join(made))
    done = subprocess.run(
        [PYTHON, "make.py"],
        cwd=tmp_path,  # not the checkout: its modules must come from the installation
        env=private_environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[: len(APPS)] == APPS


def test_the_player_steps(lab, page):
    driver.show(page, lab, "player.ipynb", f"{example('MarvelPlayer')}\napp")
    driver.wait_for_graph(page, nodes=8)
    assert page.get_by_text("Error displaying widget").count() == 0
    assert page.get_by_text("Error creating widget").count() == 0
    player = page.locator(".mw-player")
    before = player.locator(".mw-sentence").inner_text()
    player.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_function(
        "before => document.querySelector('.mw-player .mw-sentence').innerText !== before",
        arg=before,
        timeout=driver.QUICK,
    )
    # the page tells the kernel where it is once it has come to rest
    driver.wait_until(page, lambda: driver.kernel_eval(page, "app.model.position > 0"), "True")
