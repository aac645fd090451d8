"""The browser tests' own tools: a notebook with a button and a graph, clicked in JupyterLab."""

import json
import urllib.request

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from marvel_widgets._made_for import library_version
from tests.browser import conftest, driver
from tests.browser.test_run_all import NAMES

BUTTON_AND_GRAPH = """
import ipycytoscape, ipywidgets
places = {"A": (80, 60), "B": (200, 60), "C": (320, 60)}
nodes = [ipycytoscape.Node(data={"id": name}, position={"x": x, "y": y})
         for name, (x, y) in places.items()]
edges = [ipycytoscape.Edge(data={"id": "AB", "source": "A", "target": "B"})]
graph = ipycytoscape.Graph(nodes=nodes, edges=edges)
view = ipycytoscape.CytoscapeWidget(graph, layout={"height": "120px", "width": "400px"})
view.set_style([{"selector": "node.lit", "style": {"background-color": "red"}}])
view.set_layout(name="preset", fit=False, zoom=1, pan={"x": 0, "y": 0}, animate=False)
clicks, taps = [], []
def light(button):
    clicks.append(button)
    nodes[1].classes = "lit" if len(clicks) % 2 else ""
view.on("node", "click", lambda node: taps.append(node["data"]["id"]))
button = ipywidgets.Button(description="Light B")
button.on_click(light)
ipywidgets.VBox([button, view])
"""

# Counts down the models of widgets as each hears that it is closed; returns how many there are.
COUNT = f"""() => {{
    const comms = [...{driver.KERNEL}._comms.values()];
    window.leftOpen = comms.length;
    for (const comm of comms) {{
        const heard = comm.onClose;
        comm.onClose = message => {{ window.leftOpen -= 1; return heard(message); }};
    }}
    return comms.length;
}}"""


def write(lab, name, *cells):
    notebook = new_notebook(cells=[new_markdown_cell("# A test"), *map(new_code_cell, cells)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab.root / name)
    return name


@pytest.mark.night
def test_a_notebook_is_used_left_and_followed_by_others(lab, page):
    driver.show(page, lab, "button-and-graph.ipynb", BUTTON_AND_GRAPH, "1 + 1")
    driver.wait_for_graph(page, nodes=3)
    clicks_reach_the_kernel_and_come_back_to_the_drawing(page)
    the_next_cells_go_into_the_notebook_that_was_kept(lab, page)
    a_cleared_page_shows_nothing_and_its_kernel_is_as_new(lab, page)
    a_busy_kernel_ends_with_its_notebook(lab, page)


def clicks_reach_the_kernel_and_come_back_to_the_drawing(page):
    driver.wait_for_classes(page, {"A": "", "B": "", "AB": ""})
    before = driver.picture(page)
    page.get_by_role("button", name="Light B").click()
    driver.wait_for_classes(page, {"A": "", "B": "lit"})
    assert driver.classes(page) == {"A": set(), "B": {"lit"}, "C": set(), "AB": set()}
    assert driver.picture(page) != before
    assert driver.kernel_eval(page, "len(clicks)") == "1"
    for _ in range(9):
        page.get_by_role("button", name="Light B").click()
    assert driver.kernel_eval(page, "len(clicks)") == "10"
    driver.wait_for_classes(page, {"B": ""})
    driver.click_element(page, "C")
    driver.wait_until(page, lambda: driver.kernel_eval(page, "taps"), "['C']")


# What the kernel still has of a notebook: names and widgets.
LEFT = (
    "[n for n in ['clicks', 'taps', 'button', 'graph'] if n in globals()],"
    " len(__import__('ipywidgets').widget._instances)"
)
BUTTON = "import ipywidgets\nbutton = ipywidgets.Button(description='Left')\nbutton"


def the_next_cells_go_into_the_notebook_that_was_kept(lab, page):
    page.evaluate("() => { window.shownFirst = window.jupyterapp.shell.currentWidget; }")
    assert driver.clear(page, keep=True)
    assert page.locator(".jp-OutputArea-output").count() == 0
    driver.show(page, lab, "other.ipynb", LEFT, BUTTON)
    assert page.locator(".jp-OutputArea-output").all_inner_texts() == ["([], 0)", "Left"]
    assert page.evaluate("() => window.jupyterapp.shell.currentWidget === window.shownFirst")


def a_cleared_page_shows_nothing_and_its_kernel_is_as_new(lab, page):
    which = f"{driver.KERNEL}.id"
    before = page.evaluate(which)
    assert page.evaluate(COUNT) > 2
    assert driver.clear(page)
    assert page.evaluate("() => window.leftOpen") == 0
    assert page.locator(".jupyter-widgets").count() == 0
    driver.open_notebook(page, lab, write(lab, "next.ipynb", "1 + 1"))
    assert page.evaluate(which) == before
    assert driver.kernel_eval(page, LEFT) == "([], 0)"
    assert page.evaluate("() => [...window.jupyterapp.shell.widgets('main')].length") == 1


def a_busy_kernel_ends_with_its_notebook(lab, page):
    before = page.evaluate(f"{driver.KERNEL}.id")
    busy = "import time\ntime.sleep(600)"  # busy as the page sees it, and no work for the machine
    page.evaluate(f"code => void {driver.KERNEL}.requestExecute({{code}})", busy)
    page.wait_for_function(f"{driver.KERNEL}.status === 'busy'", timeout=driver.QUICK)
    assert driver.clear(page)
    with urllib.request.urlopen(f"{lab.url}/api/kernels", timeout=30) as answer:
        assert before not in {kernel["id"] for kernel in json.load(answer)}


def test_code_that_fails_fails_the_test(lab, page):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        driver.show(page, lab, "failing.ipynb", "1 + 1", "1 / 0")
    # and so does code in the kernel
    assert driver.kernel_eval(page, "print('printed')\n1 + 1") == "printed\n2"
    with pytest.raises(AssertionError, match="NameError"):
        driver.kernel_eval(page, "unknown")


def test_errors_of_the_page_are_collected(page, page_errors):
    page.evaluate("() => { setTimeout(() => { throw new Error('on purpose') }, 0) }")
    page.wait_for_function("() => new Promise(done => setTimeout(() => done(true), 0))")
    assert page_errors == ["on purpose"]
    page_errors.clear()


@pytest.mark.night
def test_a_page_that_stays_unclean_is_replaced(browser, viewport):
    shared = conftest.SharedPage(browser)  # another: the next test goes on with the usual one
    page = shared.take(viewport)
    page.goto("about:blank")  # no JupyterLab that could be cleared
    shared.give_back()
    assert page.is_closed()
    assert shared.take(viewport) is not page
    shared.close()


def test_lab_serves_a_working_copy_of_the_notebooks(lab):
    with urllib.request.urlopen(f"{lab.url}/api/contents", timeout=30) as answer:
        served = {each["name"] for each in json.load(answer)["content"]}
    assert 15 < len({*NAMES} & served) == len(NAMES)
    assert not lab.root.is_relative_to(conftest.HERE.parents[1])


@pytest.mark.night
def test_a_notebook_of_another_version_says_so(lab, page):
    line = page.locator(".mw-line-above")
    driver.open_notebook(page, lab, "06-be-marvel.ipynb")  # of this version
    driver.wait_for_repaint(page)
    assert line.count() == 0
    older = json.loads((lab.root / "06-be-marvel.ipynb").read_text(encoding="utf-8"))
    older["metadata"]["marvel_widgets"] = {"version": "0.0.1"}
    (lab.root / "older.ipynb").write_text(json.dumps(older), encoding="utf-8")
    driver.open_notebook(page, lab, "older.ipynb")
    line.wait_for(timeout=driver.QUICK)
    told = f"Made for marvel_widgets 0.0.1; this is {library_version()}, and some cells may fail."
    assert told in line.inner_text()
