"""What a learner does first in an app, as its description says, done without a page."""

import ipywidgets

from marvel_widgets.widgets.kit.chips import CellGrid, Switch
from marvel_widgets.widgets.kit.picture import Picture
from tests.widgets.every_app import live


def act(how, what):
    """Do what `doings.ACTS` does in a page, unless a step, a lens or a dial is the page's own."""
    kind = {"menu": ipywidgets.Dropdown, "cell": CellGrid, "vertex": Picture}
    shown = [each for each in live() if isinstance(each, kind.get(how, ipywidgets.Button))]
    if how in ("button", "menu"):
        shown = [each for each in shown if each.description == what]
    for switch in live():
        if how == "button" and isinstance(switch, Switch) and what in switch.options:
            switch.value = what
    for control in shown[:1]:
        if how == "button":
            control.click()
        elif how == "menu":
            control.index = (control.index + 1) % len(control.options)
        elif how == "cell":
            row, column = divmod(what, len(control.rows[0][1]))
            control._handle_custom_msg({"row": row, "column": column}, [])
        elif how == "vertex":
            nodes = control.views[0].drawing.nodes
            control._tell(nodes[int(what[1:]) % len(nodes)].name)
