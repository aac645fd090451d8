"""When a cell is run again, the app that it showed before rests, unless another cell shows it."""

import pytest

from tests.browser import driver

SETUP = """
from marvel_widgets.widgets import GraphModel, RemovabilityLab
graph = GraphModel("X -> Y <- T; Y -> Z; X -> Z")
labs = []
def heard():
    return sum(len(o) for each in graph._trait_notifiers.values() for o in each.values())
bare = heard()
"""
SHOW = "labs.append(RemovabilityLab(graph)); labs[-1]"


@pytest.mark.night
def test_an_app_whose_cell_was_run_again_hears_no_edit(lab, page):
    driver.show(page, lab, "again.ipynb", SETUP, SHOW, "labs[0]")
    driver.wait_for_graph(page, nodes=4)
    one = int(driver.kernel_eval(page, "heard() - bare"))
    assert one > 0
    run_cell(page, 2)
    driver.kernel_eval(page, "None")
    told(page, "len(labs)", "2")
    assert int(driver.kernel_eval(page, "heard() - bare")) == 2 * one  # the third cell shows it
    run_cell(page, 2)
    told(page, "len(labs)", "3")
    told(page, "heard() - bare", str(2 * one))  # the one in between is seen nowhere
    driver.kernel_eval(page, "graph.remove_edge('X', 'Z')")
    assert driver.kernel_eval(page, "[len(lab._model.dag.edges) for lab in labs]") == "[3, 3, 3]"


def run_cell(page, number):
    page.evaluate(
        f"""n => {{
            const panel = {driver.NOTEBOOK};
            panel.content.activeCellIndex = n - 1;
            panel.content.deselectAll();
        }}""",
        number,
    )
    driver.command(page, "notebook:run-cell")


def told(page, expression, wanted):
    """Wait for what the kernel knows: a page tells it of its views in its own time."""
    driver.wait_until(page, lambda: driver.kernel_eval(page, expression), wanted)
