"""All messages of a page to an app are answered in one thread, in the order in which they came.

A kernel may have more threads than the one in which cells run ("subshells"). ipykernel 7.4 answers
a widget in the thread that last told the page something about it: of a field and the button beside
it, each in another one. A press was then heard before the text that had been typed for it.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from marvel_widgets.widgets.kit.closing import within

ROUTE = "_reply_subshell_for"  # of a comm of ipykernel: names the thread


def hear_in_one_thread(widget: w.Widget) -> None:
    """Answer all that a page says to a widget, or to a part of it, where cells run.

    What is added to the widget later is included. Where the kernel has one thread only, or lets
    the page choose, there is nothing to do: a page chooses one for all widgets.
    """
    if getattr(widget.comm, ROUTE, _where_cells_run) is _where_cells_run:
        return
    for part in within(widget):
        if part.comm is not None:
            setattr(part.comm, ROUTE, _where_cells_run)
            if part.has_trait("children"):
                part.observe(_hear_new, "children")


def _where_cells_run(data: Any, chosen: str | None) -> None:
    """Name the kernel's main thread, whatever the page has chosen."""


def _hear_new(change: Any) -> None:
    for child in change.new:
        hear_in_one_thread(child)
