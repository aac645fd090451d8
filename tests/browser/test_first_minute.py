"""The first minute after `marvel-widgets lab`: what a newcomer sees before any cell is run."""

import json
import re
from pathlib import Path

import pytest

from tests.browser import driver
from tests.browser.conftest import running_lab
from tests.browser.test_run_all import NAMES
from tests.editions_read import ASKED
from tests.slices import one_in

ROOT = Path(__file__).resolve().parents[2]
SVG = "image/svg+xml"
READY = f"""name => {{
    const shown = window.jupyterapp && {driver.NOTEBOOK};
    return shown && shown.context && shown.context.path === name && shown.context.isReady;
}}"""
# Opens a notebook without a kernel: fourteen of them would take longer than all the looking.
LOOK = """async name => {
    const services = window.jupyterapp.pluginRegistry._services;
    const token = [...services.keys()].find(each => each.name.endsWith(':IDocumentManager'));
    const documents = await window.jupyterapp.resolveRequiredService(token);
    const shown = documents.open(name, 'Notebook', undefined, {}, {shouldStart: false});
    await shown.context.ready;
}"""
# What cannot be seen of what the outputs of the cells at these places should show.
UNSEEN = f"""places => places.filter(i => {{
    const cell = {driver.NOTEBOOK}.content.widgets[i];
    const pictures = [...cell.node.querySelectorAll('.jp-OutputArea-output img')];
    return !pictures.some(each => each.naturalWidth > 20
        && each.getBoundingClientRect().width > 20 && each.getBoundingClientRect().height > 20);
}})"""
# Whether each text is drawn, which JupyterLab does one after the other.
DRAWN = f"""() => {driver.NOTEBOOK}.content.widgets.every(cell =>
    cell.model.type !== 'markdown' || cell.node.querySelector('.jp-RenderedMarkdown > *'))"""
# Each cell as it is read: what is folded is not in it.
WORDS = f"() => {driver.NOTEBOOK}.content.widgets.map(cell => cell.node.innerText)"


def draw_all_cells(settings):
    """Let JupyterLab draw the cells below those in sight as well, for the test to look at."""
    folder = settings / "@jupyterlab" / "notebook-extension"
    folder.mkdir(parents=True)
    (folder / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')


@pytest.fixture(scope="module")
def fresh_lab(tmp_path_factory):
    private = tmp_path_factory.mktemp("newcomer")
    draw_all_cells(private / "settings")
    with running_lab(private, launcher=True) as lab:
        yield lab


@pytest.fixture
def new_page(browser):
    """A page of somebody who was never here."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def saved(lab, name):
    return json.loads((lab.root / name).read_text(encoding="utf-8"))["cells"]


def with_a_picture(cells):
    return [
        i
        for i, cell in enumerate(cells)
        if any(SVG in output.get("data", {}) for output in cell.get("outputs", []))
    ]


def wait_for_pictures(page, places):
    page.wait_for_function(
        f"places => ({UNSEEN})(places).length === 0", arg=places, timeout=driver.QUICK
    )


def answers_on_the_page(page, cells, name):
    """Return what tells an answer, in the words of the page from its question to the summary."""
    page.wait_for_function(DRAWN, timeout=driver.QUICK)
    words, ids = page.evaluate(WORDS), [cell["id"] for cell in cells]
    end = next(i for i, text in enumerate(words) if "What we learned" in text)
    return [
        (pattern, question["asks"])
        for question in ASKED
        if question["notebook"] == name.partition("-")[0]
        for text in words[ids.index(question["asks"]) : end]
        for pattern in question["told"]
        if re.search(pattern, text, re.MULTILINE)
    ]


def answer_the_first_question(page):
    """Run the first app, and have an answer judged; save, and end the kernel."""
    idle = f"() => {driver.NOTEBOOK}.sessionContext.session?.kernel?.status === 'idle'"
    page.wait_for_function(idle, timeout=driver.SLOW)
    page.evaluate(f"() => {{ {driver.NOTEBOOK}.content.activeCellIndex = 2; }}")
    driver.command(page, "notebook:run-cell", timeout=driver.SLOW)
    app = page.locator(".mw-app").first
    app.get_by_role("radio", name="d-connected", exact=True).click()
    driver.click(page, "Check")
    app.get_by_text("Right", exact=False).first.wait_for(timeout=driver.QUICK)
    driver.command(page, "docmanager:save", timeout=driver.SLOW)
    driver.promised(
        page, f"async () => {{ await {driver.NOTEBOOK}.sessionContext.shutdown(); }}", None
    )


@one_in(len(NAMES))
def test_pictures_stand_there_nothing_pops_up_or_tells_and_what_was_done_is_kept(
    fresh_lab, new_page, every
):
    """That no notebook tells an answer, `classroom/test_nothing_is_told.py` reads in all files.

    Here JupyterLab shows what stands in them: one mechanism, seen on the one that a newcomer gets,
    in the night on each. Next time the first notebook shows what was done in it.
    """
    asked_abroad = []
    new_page.context.on("request", lambda r: asked_abroad.append(r.url))
    new_page.goto(fresh_lab.url)
    for name in NAMES[::every]:
        if name != NAMES[0]:  # which nobody has to open
            driver.promised(new_page, LOOK, name)
        new_page.wait_for_function(READY, arg=name, timeout=driver.SLOW)
        new_page.wait_for_function(DRAWN, timeout=driver.QUICK)
        driver.open_folds(new_page)
        cells = saved(fresh_lab, name)
        wait_for_pictures(new_page, with_a_picture(cells))
        assert new_page.get_by_text("Error displaying widget").count() == 0
        assert answers_on_the_page(new_page, cells, name) == []
        if name == NAMES[0]:
            places = with_a_picture(cells)
            answer_the_first_question(new_page)
        new_page.evaluate(f"() => {driver.NOTEBOOK}.dispose()")
    # The question about news came some seconds after the start, as a notification.
    assert new_page.locator(".jp-Dialog, .Toastify__toast").count() == 0
    new_page.close()

    later = new_page.context.new_page()
    driver.open_notebook(later, fresh_lab, NAMES[0])
    app = later.locator(".mw-app").first
    app.wait_for(timeout=driver.QUICK)
    driver.wait_for_graph(later, nodes=3)
    app.get_by_text("Right", exact=False).first.wait_for(timeout=driver.QUICK)
    assert later.get_by_text("Error displaying widget").count() == 0
    wait_for_pictures(later, [i for i in places if i != 2])  # still trusted, though half is unrun
    hosts = {url.split("/")[2] for url in asked_abroad if url.startswith("http")}
    assert hosts == {fresh_lab.url.split("/")[2]}
