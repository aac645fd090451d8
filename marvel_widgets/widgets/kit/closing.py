"""Closing widgets whole: ipywidgets closes one model and leaves its parts alive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets


def close_whole(widget: ipywidgets.Widget) -> None:
    """Close a widget and everything in it: children, layout, style, elements of a graph.

    Examples
    --------
    >>> box = ipywidgets.VBox([ipywidgets.Button()])
    >>> close_whole(box)
    >>> box.children[0].comm is None, box.layout.comm is None
    (True, True)
    """
    close_parts(widget)
    widget.close()


def close_parts(widget: ipywidgets.Widget) -> None:
    """Close everything in a widget, but not the widget itself."""
    for part in list(parts_of(widget)):
        if part.comm is not None:
            close_whole(part)


def parts_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield what a widget is made of, its children among them."""
    for name in widget.keys:
        value: Any = getattr(widget, name)
        for part in value if isinstance(value, list | tuple) else [value]:
            if isinstance(part, ipywidgets.Widget):
                yield part
