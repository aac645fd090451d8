"""All that is in a widget: closed with it (ipywidgets leaves it alive), heard for it.

A look that it shares with others is theirs, too, and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

import ipywidgets
import traitlets

from marvel_widgets.widgets.kit.stock import SharedLook


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
    for name in _holding(widget):
        value: Any = getattr(widget, name)
        for part in value if isinstance(value, list | tuple) else [value]:
            if isinstance(part, ipywidgets.Widget) and not isinstance(part, SharedLook):
                yield part


# What these hold is no widget; most traits of a widget are of this kind.
_SCALARS = (traitlets.Unicode, traitlets.Bool, traitlets.Int, traitlets.Float, traitlets.Enum)


# By class, as long as there is one: anywidget makes a class for each widget.
_HOLDING: WeakKeyDictionary[type, tuple[str, ...]] = WeakKeyDictionary()


def _holding(widget: ipywidgets.Widget) -> tuple[str, ...]:
    kind = type(widget)
    if kind not in _HOLDING:
        traits = kind.class_traits()
        keys = (name for name in widget.keys if not isinstance(traits.get(name), _SCALARS))
        _HOLDING[kind] = tuple(keys)
    return _HOLDING[kind]


def within(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield a widget and everything in it, each once.

    Examples
    --------
    >>> box = ipywidgets.VBox([ipywidgets.Button()])
    >>> [type(each).__name__ for each in within(box)]
    ['VBox', 'Layout', 'Button', 'ButtonStyle', 'Layout']
    """
    waiting, seen = [widget], {id(widget)}
    while waiting:
        part = waiting.pop()
        yield part
        found = [each for each in parts_of(part) if id(each) not in seen]
        seen.update(map(id, found))
        waiting += found


def hear_around(widget: ipywidgets.Widget, act: Callable[[], object] | None) -> None:
    """Call a function before and after each message of a page to a widget, or to a part of it.

    None in its place ends this. What is added to the widget later is not heard.
    """
    for part in within(widget):
        if part.comm is not None:
            handle = part._handle_msg
            part.comm.on_msg(handle if act is None else _between(act, handle))


def _between(act: Callable[[], object], handle: Callable[[Any], Any]) -> Callable[[Any], None]:
    def heard(message: Any) -> None:
        act()
        handle(message)
        act()

    return heard


# A kernel may have more threads than the one in which cells run ("subshells"). ipykernel 7.4
# answers a widget in the thread that last told the page something about it: of a field and the
# button beside it, each in another one. A press was then heard before the text typed for it.
ROUTE = "_reply_subshell_for"  # of a comm of ipykernel: names the thread


def hear_in_one_thread(widget: ipywidgets.Widget) -> None:
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
