"""A workshop held from a site in a new folder: 60 visitors open its link at once, and vote.

python -m pytest -m night -s tests/browser/test_workshop_visitors.py prints bytes, seconds, errors.
What a visitor fetches is what a phone's browser was seen to fetch.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from threading import Barrier
from time import monotonic
from urllib.request import urlopen

import pytest

from marvel_widgets import cli
from marvel_widgets.classroom.workshop.acts import ACTS
from tests.browser.serving import serving

VISITORS, PHONES = 60, 3
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "service_workers": "block"}
VOTES = sum(bool(act.vote) for act in ACTS)


@contextmanager
def held(folder):
    """Serve the site as the command does, from a folder that it makes; give its address."""
    command = [sys.executable, "-m", "marvel_widgets", "site", "site", "--no-lite"]
    command += ["--serve", "127.0.0.1:0"]
    run = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    with run:
        said = next(line for line in run.stdout if line.startswith("Phones open "))
        yield re.search(r"http://\S+/", said)[0]
        run.terminate()


def link_of(folder, address):
    """The link with which the notebook for the room begins."""
    assert cli.main(["course", "workshop", str(folder / "room"), "--site", address]) == 0
    notebook = json.loads((folder / "room/workshop.ipynb").read_text("utf-8"))
    (cell,) = [each for each in notebook["cells"] if each["id"] == "link"]
    return re.search(r"\((http[^)]+)\)", cell["source"])[1]


def vote_on_a_phone(browser, link):
    """Open the link, look at each question, hold up a card in each vote; return what it took."""
    context = browser.new_context(**PHONE)
    page, fetched, faults = context.new_page(), [], []
    page.on("request", lambda request: fetched.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: faults.append(request.url))
    for number in range(VOTES):
        page.goto(link)
        for place in page.locator("[data-ask]").all():  # each asks once it is seen
            place.scroll_into_view_if_needed()
            place.get_by_role("button", name="Check").first.wait_for()
        page.get_by_role("link", name="Become a card").nth(number).tap()
        page.locator(".card-option").nth(number).tap()
        page.locator(".card-held").wait_for()
    context.close()
    assert faults == [], faults
    return list(dict.fromkeys(url.partition("#")[0] for url in fetched))


def visit(urls, begin):
    """Fetch files with the others, one after the other; return bytes, seconds and errors."""
    begin.wait()
    began, size, errors = monotonic(), 0, 0
    for url in urls:
        try:
            with urlopen(url) as found:
                size += len(found.read())
        except OSError:
            errors += 1
    return size, monotonic() - began, errors


def visits(urls, number):
    """Let visitors come at one instant."""
    begin = Barrier(number)
    with ThreadPoolExecutor(number) as visitors:
        yield from visitors.map(visit, [urls] * number, [begin] * number)


@pytest.mark.night
def test_sixty_visitors_open_the_link_at_once_and_vote(browser, tmp_path):
    with held(tmp_path) as address:
        link = link_of(tmp_path, address)
        assert link == f"{address}workshop/index.html"
        urls = vote_on_a_phone(browser, link)
        assert all(url.startswith(address) for url in urls)
        assert {f"{address}ask.html", link} < set(urls)
        with ThreadPoolExecutor(1) as crowd:
            coming = crowd.submit(lambda: list(visits(urls, VISITORS)))
            assert [vote_on_a_phone(browser, link) for _ in range(PHONES)] == [urls] * PHONES
            found = coming.result()
    sizes, seconds, errors = zip(*found, strict=True)
    sys.stdout.write(
        f"\n{VISITORS} visitors, {len(urls)} files and {sizes[0]:,} bytes each: median "
        f"{median(seconds):.1f} s, slowest {max(seconds):.1f} s, {sum(errors)} errors\n"
    )
    assert sum(errors) == 0
    assert len(set(sizes)) == 1
    assert sizes[0] > 0


@pytest.mark.night
def test_what_does_not_come_is_an_error(tmp_path):
    (tmp_path / "a.html").write_text("12345")
    with serving(tmp_path) as server:
        urls = [f"{server.base}/a.html", f"{server.base}/gone.html"]
        assert [(size, errors) for size, _, errors in visits(urls, 2)] == [(5, 1)] * 2
        server.go_away()
        assert [(size, errors) for size, _, errors in visits(urls, 2)] == [(0, 2)] * 2
