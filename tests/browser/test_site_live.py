"""Notebooks that run in the site's own JupyterLite, served as a reader gets it.

    MARVEL_WIDGETS_PYODIDE=DISTRIBUTION python -m pytest -m night tests/browser/test_site_live.py

DISTRIBUTION is a folder with Pyodide, at least its core, as the npm package `pyodide` brings it. It
is put into the site, or stands in for the host that the site names; no other host can be reached.
Where MARVEL_WIDGETS_SITE names a site with Python in it, that one is visited and none made.
"""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from marvel_widgets.classroom.start_notebook import START, WAITING
from marvel_widgets.cli import main
from marvel_widgets.lessons.challenge.written import WRITTEN
from marvel_widgets.site.lite import KERNEL, LIVE
from marvel_widgets.site.wheels import CORE, release
from marvel_widgets.widgets import RemovabilityLab
from tests.browser import driver
from tests.browser.serving import serving
from tests.browser.test_shift_enter import active

ROOT = Path(__file__).resolve().parents[2]
DISTRIBUTION = os.environ.get("MARVEL_WIDGETS_PYODIDE", "")
needs_pyodide = pytest.mark.skipif(not DISTRIBUTION, reason="MARVEL_WIDGETS_PYODIDE is not set")
pytestmark = pytest.mark.night
PATIENCE = 600_000  # ms; a shared machine compiles 10 MB of WebAssembly, and runs a hundred cells
SELDOM = 200  # ms; to look in each frame lets the page draw one, while Python starts
KERNEL_IS_IDLE = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.sessionContext?.session?.kernel?.status === 'idle';
}"""
CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code')
    .map(cell => [cell.model.executionCount, cell.model.outputs.toJSON()
        .filter(output => output.output_type === 'error')
        .map(output => `${output.ename}: ${output.evalue}`)])"""
STREAMS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code')
    .flatMap(cell => cell.model.outputs.toJSON())
    .filter(output => output.output_type === 'stream')
    .map(output => [output.text].flat().join(''))"""
TOLD = """() => Object.fromEntries(window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code')
    .map(cell => [cell.model.id, cell.model.outputs.toJSON()]))"""
SAVED = """([path, content]) => window.jupyterapp.serviceManager.contents.save(
    path, {type: 'notebook', format: 'json', content})"""
SAID = """async code => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const asked = kernel.requestExecute({code, store_history: false});
    let said = '';
    asked.onIOPub = message => { said += message.content.text ?? ''; };
    await asked.done;
    return said.trim();
}"""
OWN = """
def endless(ask, x, boundary):
    while True:
        pass

def catches(ask, x, boundary):
    while True:
        try:
            pass
        except:
            pass

def method(ask, names):
    pairs = combinations(names, 2)
    return [pair for pair in pairs if not ask(*pair, set(names) - {*pair})], []

from marvel_widgets import Dag, challenge, exercises, record
from marvel_widgets.widgets import MarvelPlayer, Race

print(exercises("programs").neighbors(neighbors).kind)
for each in (neighbors, endless, catches):
    judged = challenge("neighbors")(each)
    print(judged.right or judged.text)
dag = Dag("A -> B; B -> C")
run = record(method, dag)
end = run.steps[-1].event
print(len(run.tests), run.result.complete, end.undirected)
player, race = MarvelPlayer(dag, algorithm=method), Race(dag, ["pc", method], predict=False)
player.model.end()
race.model.end()
print(*race.text().splitlines()[-3:], sep="\\n")
"""
# To `wait_for_function` a promise is true: each look notes what the next one returns.
KEPT = """() => {
    navigator.serviceWorker.getRegistrations().then(found => {
        window.kept = found.map(each => new URL(each.active?.scriptURL ?? 'x:').pathname);
    });
    return window.kept?.sort().join(' ') === '/lite/service-worker.js /offline.js';
}"""
# An error ends "run all", and the cells below it never run.
ALL_RAN = f"""() => {{
    const cells = ({CELLS})();
    return cells.every(([count]) => count !== null) || cells.some(([, errors]) => errors.length);
}}"""


@pytest.fixture(scope="module")
def from_a_cdn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cdn") / "site"
    assert main(["site", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    if made := os.environ.get("MARVEL_WIDGETS_SITE"):
        return Path(made)
    folder = tmp_path_factory.mktemp("whole") / "site"
    assert main(["site", str(folder), "--pyodide", DISTRIBUTION]) == 0
    return folder


def run_all(page):
    """Run all cells of the notebook in the page; return what went wrong in each."""
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE)
    page.wait_for_function(KERNEL_IS_IDLE, timeout=PATIENCE, polling=SELDOM)
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
    page.wait_for_function(ALL_RAN, timeout=PATIENCE, polling=SELDOM)
    return [error for _, errors in page.evaluate(CELLS) for error in errors]


@contextmanager
def visit(browser, base):
    """A new reader's page, and the addresses outside the site that it asked for."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, asked = context.new_page(), set()

    def note(request):
        if not request.url.startswith((base, "data:", "blob:")):
            asked.add(request.url)

    context.on("request", note)
    yield page, asked
    context.close()


@needs_pyodide
def test_a_notebook_runs_whole_then_a_link_opens_live_without_a_network(whole, browser):
    app = RemovabilityLab("X -> Y <- T; Y -> Z; X -> Z", x="X")
    with serving(whole) as server, visit(browser, server.base) as (page, asked):
        page.goto(app.link(server.base))
        page.locator("[data-state].shown").wait_for()
        page.get_by_text("Saved for offline use").wait_for()
        page.goto(f"{server.base}/lite/notebooks/index.html?path=03-removable-variables.ipynb")
        assert run_all(page) == []
        page.locator(".mw-app").first.wait_for(timeout=PATIENCE)
        shift_enter_goes_on(page)
        page.set_viewport_size({"width": 420, "height": 900})
        page.goto(app.link(server.base))
        page.get_by_role("link", name="Open this state live").click()
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE)
        page.wait_for_function(KEPT, timeout=PATIENCE, polling=SELDOM)
        server.go_away()
        app = RemovabilityLab("A -> B <- C; C -> D", x="B")
        page.goto(app.link(server.base))
        page.get_by_role("link", name="Open this state live").click()
        page.locator(".mw-app").first.wait_for(timeout=PATIENCE)
        assert live_token(page) == app.token
        page.get_by_role("button", name="Next variable", exact=True).click()
        driver.wait_until(
            page, lambda: live_token(page), RemovabilityLab(app.model.dag, x="C").token
        )
        assert asked == set()


def words_of(outputs):
    """What the outputs of a cell say, as text."""
    texts = (out["text"] if "text" in out else out["data"]["text/plain"] for out in outputs)
    return "".join("".join(text) for text in texts)


def shift_enter_goes_on(page):
    """From the first app that is shown, by our labextension."""
    app = page.locator(".mw-app[aria-label]").first
    driver.focus(app.get_by_role("button", name="Present"))
    index = active(page)
    page.keyboard.press("Shift+Enter")
    driver.wait_until(page, lambda: active(page), index + 2)


def live_token(page):
    """The token of the app that stands in the only cell, as its kernel tells it."""
    page.wait_for_function(KERNEL_IS_IDLE, timeout=PATIENCE)
    return page.evaluate(SAID, "print(_.token)")


@needs_pyodide
def test_what_was_answered_is_there_on_the_next_visit_and_on_the_start_page(whole, browser):
    with serving(whole) as server, visit(browser, server.base) as (page, _):
        for tries, answer in enumerate("AB", start=1):
            page.goto(f"{server.base}/lite/notebooks/index.html?path=03-removable-variables.ipynb")
            page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE)
            page.wait_for_function(KERNEL_IS_IDLE, timeout=PATIENCE, polling=SELDOM)
            code = (
                "from marvel_widgets import exercises; check = exercises('03').removable; "
                f"check(['{answer}']); print(check.attempt.tries, check.kept_words)"
            )
            assert page.evaluate(SAID, code) == str(tries)
        page.goto(f"{server.base}/lite/notebooks/index.html?path={START}")
        # until Python has started; on a quick machine that is before one can look
        assert any(WAITING in path.read_text(encoding="utf-8") for path in whole.rglob(START))
        page.locator(".mw-start", has_text="Today: 03").wait_for(timeout=PATIENCE)


@needs_pyodide
def test_a_program_is_judged_stopped_and_filmed(whole, browser):
    with serving(whole) as server, visit(browser, server.base) as (page, _):
        page.goto(f"{server.base}/lite/notebooks/index.html?path=03-removable-variables.ipynb")
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE)
        page.wait_for_function(KERNEL_IS_IDLE, timeout=PATIENCE, polling=SELDOM)
        said = page.evaluate(SAID, f"{WRITTEN['neighbors'].source}\n{OWN}").splitlines()
    assert said[:2] == ["correct", "True"]
    assert [line.partition(" and is at ")[0].rpartition(": ")[2] for line in said[2:4]] == [
        "it ran more than 300,000 lines"
    ] * 2
    assert said[4] == "3 True (2, 5, 2)"
    assert said[-2] == "PC and method give the right answer."


@needs_pyodide
def test_notebook_12_runs_whole_and_its_judge_says_what_it_says_here(whole, browser):
    """A learner's copy has each step as it begins; the reader's has all of them written."""
    name = "12-write-it-yourself.ipynb"
    reader = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))
    cells = [cell for cell in reader["cells"] if cell["cell_type"] == "code"]
    here = {cell["id"]: words_of(cell["outputs"]) for cell in cells}
    starts = {at: words for at, words in here.items() if at.endswith("-start")}
    with serving(whole) as server, visit(browser, server.base) as (page, asked):
        page.goto(f"{server.base}/lite/notebooks/index.html?path={name}")
        assert run_all(page) == []
        told = page.evaluate(TOLD)
        assert {at: words_of(told[at]) for at in starts} == starts
        page.evaluate(SAVED, ["reader.ipynb", reader])
        page.goto(f"{server.base}/lite/notebooks/index.html?path=reader.ipynb")
        assert run_all(page) == []
        told = page.evaluate(TOLD)
        assert {at: words_of(outputs) for at, outputs in told.items()} == here
        assert asked == set()


@needs_pyodide
def test_without_numpy_there_is_a_sentence_and_no_cascade(whole, browser):
    with serving(whole) as server, visit(browser, server.base) as (page, _):
        page.goto(f"{server.base}/lite/notebooks/index.html?path=E-errata-and-choices.ipynb")
        assert run_all(page) == []
        lines = [line for words in page.evaluate(STREAMS) for line in words.splitlines()]
    told = [line for line in lines if line.startswith(("This cell needs", "Skipped: "))]
    assert {line.partition(" ")[0] for line in told} == {"This", "Skipped:"}
    # a Python without numpy, in no browser, says the same
    command = [sys.executable, "-m", "tests.site.without_numpy", "E-errata-and-choices"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split()[:3] == [str(len(told)), "cells", "told"]


@needs_pyodide
def test_without_pyodide_the_reader_is_told_and_then_it_is_fetched(from_a_cdn, browser):
    here = release()["url"]

    def answer(route):
        name = route.request.url.removeprefix(here)
        assert name in CORE
        headers = {"Access-Control-Allow-Origin": "*"}
        route.fulfill(path=Path(DISTRIBUTION) / name, headers=headers)

    with serving(from_a_cdn) as server, visit(browser, server.base) as (page, asked):
        page.context.route(re.compile(re.escape(here)), answer)
        page.goto(f"{server.base}/apps/RemovabilityLab.html")
        page.get_by_role("link", name="Open it live").click()
        assert "cdn.jsdelivr.net" in page.inner_text("main")
        assert asked == set()
        page.get_by_role("link", name="Fetch Python and run").click()
        page.locator(".mw-app").first.wait_for(timeout=PATIENCE)
        assert {url.removeprefix(here) for url in asked} <= set(CORE)
        assert asked


def test_the_built_site_knows_its_wheels_and_holds_every_notebook(from_a_cdn):
    settings = json.loads((from_a_cdn / "lite" / "jupyter-lite.json").read_text(encoding="utf-8"))
    plugins = settings["jupyter-config-data"]["litePluginSettings"]
    kernel = plugins[KERNEL]
    lock = from_a_cdn / "lite" / kernel["loadPyodideOptions"]["lockFileURL"]
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    assert set(kernel["loadPyodideOptions"]["packages"]) <= set(packages)
    local = [e["file_name"] for e in packages.values() if "://" not in e["file_name"]]
    assert all((lock.parent / name).is_file() for name in local)
    for path, forms in plugins[LIVE].items():
        notebook = json.loads((from_a_cdn / "lite" / "files" / path).read_text(encoding="utf-8"))
        assert notebook["cells"][0]["source"] == forms["plain"]
    for page in from_a_cdn.glob("course/*.html"):
        for name in re.findall(r'run\.html#([^"]+)', page.read_text(encoding="utf-8")):
            assert (from_a_cdn / "lite" / "files" / name).is_file()
