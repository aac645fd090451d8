"""A widget and all widgets in it: traversed, closed together, and their messages from the page.

ipywidgets closes a widget alone. A style or layout that widgets share is never a part of them.
"""

from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

import ipywidgets
import traitlets

from marvel_widgets.widgets.kit.stock import SharedLook

# Traits of these types contain no widget; most traits of a widget are among them.
_SCALARS = (traitlets.Unicode, traitlets.Bool, traitlets.Int, traitlets.Float, traitlets.Enum)
# The other traits of each class. Weak, because anywidget makes a class for each widget.
_CONTAINERS: WeakKeyDictionary[type, tuple[str, ...]] = WeakKeyDictionary()


def _containers(widget: ipywidgets.Widget) -> tuple[str, ...]:
    kind = type(widget)
    if kind not in _CONTAINERS:
        traits = kind.class_traits()
        keys = (name for name in widget.keys if not isinstance(traits.get(name), _SCALARS))
        _CONTAINERS[kind] = tuple(keys)
    return _CONTAINERS[kind]


def children_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield the widgets in the traits of a widget: children, layout, style."""
    for name in _containers(widget):
        value: Any = getattr(widget, name)
        for child in value if isinstance(value, list | tuple) else [value]:
            if isinstance(child, ipywidgets.Widget) and not isinstance(child, SharedLook):
                yield child


def subtree(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield a widget and everything in it, each once."""
    waiting, seen = [widget], {id(widget)}
    while waiting:
        part = waiting.pop()
        yield part
        found = [each for each in children_of(part) if id(each) not in seen]
        seen.update(map(id, found))
        waiting += found


def close_tree(widget: ipywidgets.Widget) -> None:
    """Close a widget and everything in it: children, layout, style, elements of a graph."""
    close_children(widget)
    widget.close()


def close_children(widget: ipywidgets.Widget) -> None:
    """Close everything in a widget, but not the widget itself."""
    for child in list(children_of(widget)):
        if child.comm is not None:
            close_tree(child)


def hook_messages(widget: ipywidgets.Widget, hook: Callable[[], object] | None) -> None:
    """Call a hook before and after each message from a page to a widget or a part of it.

    None removes the hook. Widgets that are added later have none.
    """
    for part in subtree(widget):
        if part.comm is not None:
            handler = part._handle_msg
            part.comm.on_msg(handler if hook is None else _hooked(hook, handler))


def _hooked(hook: Callable[[], object], handler: Callable[[Any], Any]) -> Callable[[Any], None]:
    def handle(message: Any) -> None:
        hook()
        handler(message)
        hook()

    return handle


# ipykernel 7.4 handles the messages of a comm in the thread ("subshell") that last sent one to
# it: those of a text field and the button beside it in two threads, so that a press could be
# handled before the text typed for it.
ROUTE = "_reply_subshell_for"  # of a comm of ipykernel: names the thread


def handle_in_main_thread(widget: ipywidgets.Widget) -> None:
    """Handle all messages from a page to a widget, or a part of it, in the thread of the cells.

    Includes what is added later. A kernel with one thread, or one that leaves the choice to the
    page, needs nothing: a page chooses one thread for all widgets.
    """
    if getattr(widget.comm, ROUTE, _main_thread) is _main_thread:
        return
    for part in subtree(widget):
        if part.comm is not None:
            setattr(part.comm, ROUTE, _main_thread)
            if part.has_trait("children"):
                part.observe(_route_new, "children")


def _main_thread(data: Any, chosen: str | None) -> None:
    """Name the kernel's main thread, whatever the page has chosen."""


def _route_new(change: Any) -> None:
    for child in change.new:
        handle_in_main_thread(child)
