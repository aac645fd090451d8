"""Parts of an app beside each other where the page is wide enough."""

from __future__ import annotations

import ipywidgets as w

from marvel_widgets.widgets.app import App


def put_beside(app: App, left: str, right: str, *, least: int = 420) -> None:
    """Put one part of an app beside another; on a narrow page it stays below.

    Parameters
    ----------
    app : App
        After its constructor has run. Hidden parts stay hidden.
    left, right : str
        Names of parts.
    least : int
        The width in px that the right part needs.
    """
    one, other = app.parts[left], app.parts[right]
    if one not in app.children or other not in app.children:
        return
    other.layout.flex = f"1 1 {least}px"
    other.layout.min_width = f"min({least}px, 100%)"
    row = w.HBox([one, other], layout=w.Layout(flex_flow="row wrap", align_items="flex-start"))
    row.add_class("mw-beside")
    app.children = [row if child is one else child for child in app.children if child is not other]
