"""What an app shows on a page, as plain values: two apps that show the same have the same."""

from functools import cache

import ipywidgets

from marvel_widgets.widgets.kit.graph_view import GraphView
from marvel_widgets.widgets.kit.reel import Reel
from marvel_widgets.widgets.kit.shell import Presence
from marvel_widgets.widgets.kit.stylesheet import HIDDEN, TO_SOURCE, TO_TARGET

# Where a widget stands and what it is called, not what it shows.
_NOT_SHOWN = {"layout", "style", "children", "tabbable"}


@cache
def _names(kind):
    """Return the traits of a class that a page is told."""
    found = kind.class_traits(sync=True)
    own = [name for name in found if name[0] != "_" or name == "_options_labels"]
    return [name for name in own if name not in _NOT_SHOWN]


def page(widget, at=""):
    """Return {where: value} for a widget and all in it that is on the screen."""
    here = f"{at}/{type(widget).__name__}"
    if isinstance(widget, Reel):
        return {here: _steps(widget)}
    if isinstance(widget, Presence):
        return {}
    if widget.layout is not None and widget.layout.display == "none":
        return {here: "not on the screen"}
    if isinstance(widget, GraphView):
        return {here: (widget.drawing, _elements(widget))}
    values = {name: getattr(widget, name) for name in _names(type(widget))}
    found = {f"{here}.{name}": value for name, value in values.items() if not _made_of(value)}
    found[f"{here} class"] = sorted(widget._dom_classes)
    for number, child in enumerate(getattr(widget, "children", ())):
        found |= page(child, f"{here}[{number}]")
    return found


def _made_of(value):
    """Return whether a value is widgets, which have their own place."""
    some = value if isinstance(value, list | tuple) else [value]
    return any(isinstance(each, ipywidgets.Widget) for each in some)


def _elements(view):
    """Return vertices and edges as they look; an edge that is turned twice is as before."""
    names = {node.data["id"]: name for name, node in view._nodes.items()}
    nodes = {
        name: (node.classes, _drawn(node.data), dict(node.position))
        for name, node in view._nodes.items()
    }
    edges = {}
    for edge in view.graph.edges:
        words, ends = set(edge.classes.split()), (edge.data["source"], edge.data["target"])
        bend = edge.data["bend"]
        if HIDDEN in words:
            continue
        tail, head = (names[end] for end in ends)
        one_way = len(words & {TO_SOURCE, TO_TARGET}) == 1
        if TO_SOURCE in words if one_way else tail > head:
            tail, head, bend = head, tail, -bend
        edges[tail, head] = words - {TO_SOURCE, TO_TARGET}, one_way, bend
    return nodes, edges


def _steps(reel):
    """Return what the page sets by itself: at the ends, in the middle, and where it is."""
    if reel.last < 0:
        return None
    places = {0, reel.last // 2, reel.last, reel.position}
    values = {at: list(reel._values(at)) for at in sorted(places)}
    return reel.last, reel.position, reel.waits, reel.stops, list(reel.traits_set), values


def _drawn(data):
    """Return the data of a vertex that are seen: without a badge, not where one would be."""
    unseen = ("id", "corner") if data["badge"] == "none" else ("id",)
    return {key: value for key, value in data.items() if not key.startswith(unseen)}
