"""Which browser the tests use, and what becomes of them where there is none.

A Chromium, Chrome or Edge that is there is taken, Playwright's own too. Where none is, root and CI
install one by apt, and say so first. For everybody else nothing is called with more rights than
they have: the browser tests are skipped, and the end of the run says how many and what to do. With
CI=true a browser that is still missing is a failure: nothing else shows that the apps work.
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

# The first is Chromium's engine without windows: a sixth less work for the same pages.
NAMES = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
]
ELSEWHERE = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
]
OF_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
ABSENT = "no Chromium, Chrome or Edge was found"
WHAT_TO_DO = "`playwright install chromium`, or `sudo apt-get install chromium`"
FONTS = ["fonts-dejavu-core", "fonts-liberation"]


def find_browser() -> str | None:
    """Return the path of a browser that is installed."""
    found = [path for path in map(shutil.which, NAMES) if path]
    found += [path for path in ELSEWHERE if os.access(path, os.X_OK)]
    return found[0] if found else of_playwright()


@functools.cache
def of_playwright() -> str | None:
    """Return the path of the browser that `playwright install` has brought."""
    told = subprocess.run(
        [sys.executable, "-c", OF_PLAYWRIGHT], capture_output=True, text=True, check=False
    )
    path = told.stdout.strip()
    return path if path and os.access(path, os.X_OK) else None


def may_install() -> bool:
    """Return whether this run may bring a browser: as root, or on CI, where there is apt."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return bool(shutil.which("apt-get")) and (root or on_ci())


def on_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"true", "1"}


def install() -> None:
    """Install Chromium by apt, one process after the other; without it the tests say so."""
    import fcntl  # which Windows has not

    with Path(tempfile.gettempdir(), "marvel-widgets-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find_browser():  # the other process was first
            return
        said = "\nNo Chromium, Chrome or Edge was found: installing Chromium by apt-get\n"
        os.write(2, said.encode())  # past what pytest captures
        root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
        calm = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "-qq", "-y", "install", "--no-install-recommends", *FONTS]
        for command in (["apt-get", "-qq", "update"], *([*install, name] for name in NAMES[:2])):
            subprocess.run([*root, *command], env=calm, stdout=subprocess.DEVNULL, check=False)
            if find_browser():
                return


class BrowserWanted:
    """Brings a browser to the tests that need one, or skips them and says so at the end.

    On CI they are not skipped: the fixture `browser` fails.
    """

    def pytest_collection_finish(self, session):
        items = [item for item in session.items if item.get_closest_marker("browser")]
        if not items or session.config.option.collectonly or find_browser():
            return
        if may_install():
            install()
        if not find_browser() and not on_ci():
            for item in items:
                item.add_marker(pytest.mark.skip(reason=ABSENT))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter):
        yield
        reports = terminalreporter.stats.get("skipped", [])
        if absent := sum(ABSENT in str(report.longrepr) for report in reports):
            terminalreporter.write_line(
                f"{absent} browser tests did not run: {WHAT_TO_DO}", yellow=True
            )
