"""A private JupyterLab, started as a learner starts it, and a Chromium to drive it.

The helpers that tests call are in `tests/browser/driver.py`. Where there is no browser,
`tests/chromium.py` says what becomes of these tests.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from marvel_widgets.course.journal import HEADER, NAME
from tests.browser import driver
from tests.browser.driver import Lab
from tests.chromium import ABSENT, WHAT_TO_DO, find_browser

HERE = Path(__file__).resolve().parent
BROWSER_ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The kit needs no network: whatever asks for another host fails here, and is noticed.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
# The server is started by this Python; CI names the one of an environment with only the wheel.
PYTHON = os.environ.get("MARVEL_WIDGETS_LAB_PYTHON", sys.executable)


def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker("browser")


# What follows is of the scope "package": all browser tests of a process have it in common, and it
# ends before the next test that is none. As long as Playwright runs, so does its event loop, in
# which nbval's kernels could not be waited for.


@pytest.fixture(scope="package")
def lab(tmp_path_factory):
    with running_lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture(autouse=True)
def forgotten(request):
    """Each test begins as a learner who has not answered yet."""
    lab = request.getfixturevalue("lab") if "lab" in request.fixturenames else None
    yield
    if lab is not None:
        (lab.root / NAME).write_text(HEADER)


@contextmanager
def running_lab(private, launcher=False):
    """`marvel-widgets lab` on a free port, with a working copy of the notebooks of its own.

    Beyond the port and where it keeps things it is what a newcomer starts, but for the launcher.
    """
    root = private / "notebooks"
    port = free_port()
    command = [PYTHON, "-m", "marvel_widgets", "lab", f"--dir={root}", "--no-browser"]
    command += [f"--port={port}", "--", *server_arguments()]
    log = private / "log.txt"
    if not launcher:
        without_launcher(private / "config")
    with log.open("w") as stream:
        server = subprocess.Popen(
            command,
            cwd=private,  # not the checkout: its modules must come from the installation
            env=private_environment(private),
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_it_answers(server, f"http://127.0.0.1:{port}/api/status", log)
        yield Lab(f"http://127.0.0.1:{port}", root)
    finally:
        stop(server)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def without_launcher(config):
    """Leave out the page that JupyterLab opens, some time later, when the last notebook closes."""
    folder = config / "labconfig"
    folder.mkdir(parents=True)
    disabled = {"disabledExtensions": {"@jupyterlab/launcher-extension": True}}
    (folder / "page_config.json").write_text(json.dumps(disabled))


def server_arguments():
    return [
        "--ip=127.0.0.1",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]


def private_environment(directory):
    """Return the environment without the developer's Jupyter settings, kernels and Python paths."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "IPYTHON", "PYTHONPATH", "PYTEST"))
        or value == str(HERE.parents[1])  # a copy with a planted fault, which is not installed
    }
    names = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return kept | {name: str(directory / folder) for name, folder in names.items()}


def wait_until_it_answers(server, url, log, tries=1800):
    for _ in range(tries):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            try:
                server.wait(0.1)  # the pause between two tries ends early if the server does
            except subprocess.TimeoutExpired:
                continue
            break
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")


def stop(server):
    """End the server, which ends its kernels; only if it does not listen, by force."""
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@pytest.fixture(scope="package")
def browser():
    """One Chromium for all browser tests of a process."""
    with running_browser() as browser:
        yield browser


# anywidget gives up on a widget whose code has not run 2 seconds after its model was made; a page
# that shares two cores with another test may need longer for a notebook full of them.
PATIENCE = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(30 * milliseconds);
"""


@contextmanager
def running_browser():
    """A headless Chromium, whose pages have patience with a busy machine."""
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    executable = find_browser() or pytest.fail(f"{ABSENT}: {WHAT_TO_DO}", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=BROWSER_ARGUMENTS + sandbox
        )
        new_context = browser.new_context

        def patient(**options):
            context = new_context(**options)
            context.set_default_timeout(driver.QUICK)
            context.add_init_script(PATIENCE)
            return context

        browser.new_context = patient
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site_folder(request, tmp_path_factory):
    """The website in a folder, for all its tests; nobody may change what is in it."""
    from marvel_widgets.site.build import write_pages
    from marvel_widgets.site.lite import write_offline
    from tests.site.made import the_site

    folder = tmp_path_factory.mktemp("site")
    night = any(item.get_closest_marker("night") for item in request.session.items)
    write_pages(folder, the_site(all_cases=night))
    write_offline(folder)
    return folder


@pytest.fixture
def viewport():
    """The size of the page; tall, because JupyterLab draws only what can be seen.

    Another one: `@pytest.mark.parametrize("viewport", [{"width": 600, "height": 1600}])`.
    """
    return {"width": 1280, "height": 1600}


@pytest.fixture
def page_errors():
    """The uncaught JavaScript errors of the test's page, as they come."""
    return []


class SharedPage:
    """The page that all tests of a process use one after the other, cleared after each.

    One that cannot be cleared is closed, and the next test gets a new one with a new profile.
    """

    def __init__(self, browser):
        self.browser, self.page = browser, None

    def take(self, viewport):
        if self.page is None:
            self.page = self.browser.new_context(viewport=viewport).new_page()
        else:
            self.page.set_viewport_size(viewport)
        return self.page

    def give_back(self):
        try:
            cleared = driver.clear(self.page, keep=True)
        except PlaywrightError:
            cleared = False
        if not cleared:
            self.close()

    def close(self):
        if self.page is not None:
            self.page.context.close()
            self.page = None


@pytest.fixture(scope="package")
def shared_page(browser):
    shared = SharedPage(browser)
    yield shared
    shared.close()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def page(request, shared_page, viewport, page_errors):
    """A page without a notebook; an uncaught JavaScript error fails the test.

    One in which a test has failed is for no other: it may hold timers, or no longer hear something.
    """
    page = shared_page.take(viewport)
    stacks = []

    def note(error):
        page_errors.append(str(error))
        stacks.append(error.stack)

    page.on("pageerror", note)
    yield page
    page.remove_listener("pageerror", note)  # what closing a notebook breaks off is no error
    if request.node.stash.get(FAILED, False):
        shared_page.close()
    else:
        shared_page.give_back()
    assert page_errors == [], stacks
