"""A notebook of somebody else, with every trick that we know, is opened, read, saved and trusted.

Each trick writes its name into `top.PWN`. That the trap is armed is seen at the end: trusted,
the same notebook does what it wanted to do.
"""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from tests.browser import driver

NAME = "his <img src=x onerror=PWN=1> & 'notes'.ipynb"  # a name is shown in many places
LINE = "From somebody else, not trusted: its saved apps are left out."
STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
BASE = {"model_module": "@jupyter-widgets/controls", "model_module_version": "2.0.0"}


def pwn(trick):
    return f"top.PWN=(top.PWN||'')+'{trick};'"  # from inside a frame, too


def markup(trick):
    """Return HTML that runs a program in four ways, and asks one of the reader."""
    return (
        f'<img src="x" onerror="{pwn(trick)}"><script>{pwn(trick)}</script>'
        f'<svg onload="{pwn(trick)}"></svg>'
        f'<iframe srcdoc="<script>{pwn(trick)}</script>"></iframe>'
        f'<a href="javascript:{pwn(trick)}">{trick}</a>'
    )


def svg(trick):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" '
        f'onload="{pwn(trick)}"><script>{pwn(trick)}</script></svg>'
    )


ESM = f"""{pwn("loaded")};
export default {{
    initialize() {{ {pwn("initialized")}; }},
    render({{ el }}) {{ el.className = "his-app"; el.textContent = "his app"; }},
}}"""
SCRIPT = {"output_type": "display_data", "metadata": {}, "data": {"text/html": markup("nested")}}
MODELS = {
    "app": {
        "model_name": "AnyModel",
        "model_module": "anywidget",
        "model_module_version": "*",
        "state": {
            "_model_module": "anywidget",
            "_model_module_version": "*",
            "_model_name": "AnyModel",
            "_view_module": "anywidget",
            "_view_module_version": "*",
            "_view_name": "AnyView",
            "_anywidget_id": "his.App",
            "_esm": ESM,
            "_css": ':root { background: url("/static/pwn.png") !important; }',
        },
    },
    "words": BASE | {"model_name": "HTMLModel", "state": {"value": markup("words")}},
    "output": {
        "model_name": "OutputModel",
        "model_module": "@jupyter-widgets/output",
        "model_module_version": "1.0.0",
        "state": {"outputs": [SCRIPT]},
    },
}
DATA = {
    "text/html": markup("html"),
    "image/svg+xml": svg("svg"),
    "application/javascript": pwn("javascript"),
    "text/markdown": markup("markdown"),
    "text/latex": rf"$\href{{javascript:{pwn('latex')}}}{{x}}$ {markup('latex')}",
}


def hostile():
    """Return the notebook, whose marks say that all in it is trusted."""
    said = {"trusted": True, "tags": [markup("tag")]}
    outputs = [new_output("display_data", {kind: data}) for kind, data in DATA.items()]
    outputs += [
        new_output("display_data", {"text/html": markup("alone")}, metadata={"isolated": True}),
        new_output("stream", name="stdout", text=markup("stream")),
        new_output("error", ename=markup("error"), evalue="", traceback=[markup("trace")]),
        new_output("display_data", {VIEW: {"model_id": "words"}}),
        new_output("display_data", {VIEW: {"model_id": "output"}}),
        new_output("display_data", {VIEW: {"model_id": "app"}}),
    ]
    cells = [
        new_markdown_cell(markup("text") + f"\n\n[x](javascript:{pwn('link')})", metadata=said),
        new_raw_cell(markup("raw"), metadata=said | {"format": "text/html"}),
        new_code_cell("1 + 1", outputs=outputs, metadata=said),
    ]
    metadata = {
        "title": markup("title"),
        "authors": [{"name": markup("author")}],
        "kernelspec": {"name": "python3", "display_name": markup("kernel")},
        "language_info": {"name": markup("language"), "codemirror_mode": markup("mode")},
        "marvel_widgets_withheld": markup("mark"),
        "widgets": {STATE: {"version_major": 2, "version_minor": 0, "state": MODELS}},
    }
    return new_notebook(cells=cells, metadata=metadata)


@pytest.fixture
def new_page(browser):
    """A page of its own: what is trusted at the end does what it wants."""
    context = browser.new_context(viewport={"width": 1280, "height": 1600})
    yield context.new_page()
    context.close()


# Let the widget manager of the open notebook restore what it was sent, and ask it for a saved app,
# as a trusted output does. By itself it restores when the kernel has told it what it has.
PROBE = f"""async view => {{
    const shown = {driver.NOTEBOOK};
    window.probe = shown.content.rendermime.createRenderer(view);
    const manager = await window.probe._manager.promise;
    await manager.restoreWidgets(shown.context.model);
    await window.probe.renderModel({{data: {{[view]: {{model_id: 'app'}}}}, metadata: {{}}}});
}}"""
ANSWERED = """() => window.probe.node.querySelector('.his-app')
    || window.probe.node.textContent.includes('Error displaying widget')"""


def restored(page):
    """Wait until the saved apps of the open notebook are there, or can't come any more."""
    page.wait_for_function(
        f"""() => {{
            const shown = window.jupyterapp && {driver.NOTEBOOK};
            const kernel = shown?.context?.isReady && shown.sessionContext.session?.kernel;
            return kernel?.status === 'idle';
        }}""",
        timeout=driver.SLOW,
    )
    driver.promised(page, PROBE, VIEW, timeout=driver.SLOW)
    page.wait_for_function(ANSWERED, timeout=driver.SLOW)
    driver.wait_for_repaint(page)


def written(lab):
    """Return what is in the file: its apps, and what is shown."""
    notebook = json.loads((lab.root / NAME).read_text(encoding="utf-8"))
    return notebook["metadata"]["widgets"], [each.get("outputs") for each in notebook["cells"]]


def trust(page):
    page.locator(".mw-line-above").get_by_role("button", name="Trust").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Trust").click()


def harmless_until_trusted(page, lab, asked):
    """Look at the notebook that a page has opened, save it, and trust it."""
    before = written(lab)
    restored(page)
    assert page.evaluate("() => top.PWN") is None
    assert page.locator(".mw-line-above", has_text=LINE).count() == 1
    driver.command(page, "docmanager:save")
    assert written(lab) == before
    assert page.evaluate("() => top.PWN") is None
    assert [url for url in asked if "pwn" in url] == []

    with page.expect_request("**/pwn.png"):
        trust(page)
    page.locator(".his-app").wait_for(timeout=driver.SLOW)
    assert {"loaded", "initialized", "html"} <= set(page.evaluate("() => top.PWN").split(";"))
    assert page.locator(".mw-line-above").count() == 0
    assert written(lab) == before


@pytest.fixture
def asked(new_page):
    """The addresses that the page asks for, as they come."""
    asked = []
    new_page.on("request", lambda request: asked.append(request.url))
    return asked


@pytest.fixture
def his(lab):
    nbformat.write(hostile(), lab.root / NAME)


def test_a_notebook_of_somebody_else_does_nothing_until_it_is_trusted(lab, new_page, asked, his):
    driver.open_notebook(new_page, lab, NAME)
    harmless_until_trusted(new_page, lab, asked)


@pytest.mark.night
def test_so_in_notebook_7(lab, new_page, asked, his):
    """Its page comes from the same server, where it is installed."""
    pytest.importorskip("notebook")
    new_page.goto(f"{lab.url}/notebooks/{NAME}")
    harmless_until_trusted(new_page, lab, asked)


MINE = "import ipywidgets\nipywidgets.IntSlider(description='mine')"


@pytest.mark.night
def test_run_and_saved_it_is_the_learners_own(lab, page):
    """The line goes, and the next day its apps are there, as in every notebook of one's own."""
    outputs = [new_output("display_data", {VIEW: {"model_id": "app"}})]
    notebook = hostile()
    notebook.cells = [new_code_cell(MINE, outputs=outputs)]
    nbformat.write(notebook, lab.root / "to-be-run.ipynb")
    driver.open_notebook(page, lab, "to-be-run.ipynb")
    line = page.locator(".mw-line-above", has_text=LINE)
    line.wait_for(timeout=driver.QUICK)
    driver.run_all(page)
    slider = page.get_by_text("mine", exact=True)
    slider.wait_for(timeout=driver.QUICK)
    driver.command(page, "docmanager:save")
    line.wait_for(state="detached", timeout=driver.QUICK)

    end = f"async () => {{ await {driver.NOTEBOOK}.sessionContext.shutdown(); }}"
    driver.promised(page, end, None)
    page.evaluate(f"() => {driver.NOTEBOOK}.dispose()")
    driver.command(page, "docmanager:open", {"path": "to-be-run.ipynb"}, timeout=driver.SLOW)
    slider.wait_for(timeout=driver.QUICK)
    assert line.count() == 0
    assert "_esm" not in (lab.root / "to-be-run.ipynb").read_text(encoding="utf-8")
