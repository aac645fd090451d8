"""A tiny cytoscape: which style an element has under a stylesheet.

In cytoscape the last rule that matches wins, property by property, however special it is. Its
version 3.21 takes the dot between two classes for a part of a name, so a selector has one at most.
"""

import re

_SELECTOR = re.compile(r"(node|edge)(?:\.([\w-]+))?")


def _matches(selector, kind, classes):
    found = _SELECTOR.fullmatch(selector)
    assert found, f"the interpreter does not know the selector {selector!r}"
    wanted, wanted_class = found.groups()
    return wanted == kind and (wanted_class is None or wanted_class in classes)


def styles(view):
    """Return {id: {property: value}} for every element of a GraphView, as a browser shows it."""
    found = {}
    for kind, elements in (("node", view.graph.nodes), ("edge", view.graph.edges)):
        for element in elements:
            name, classes = element.data["id"], set(element.classes.split())
            style = {}
            for rule in view.cytoscape_style:
                if _matches(rule["selector"], kind, classes):
                    style |= rule["style"]
            found[name] = {key: _value(value, element.data) for key, value in style.items()}
    return found


def _value(value, data):
    mapped = re.fullmatch(r"data\((\w+)\)", str(value))
    return data[mapped[1]] if mapped else value
