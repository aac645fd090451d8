"""What a picture draws and what it says of it: both read off its SVG, and held against the table.

Every variable and every edge of a picture has a title: its name and what its mark means.
"""

import re
from functools import cache
from xml.etree import ElementTree

from marvel_widgets.pictures.drawing import ITS_TURN, EdgeMark, NodeMark
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.marks import edge_svg, node_svg

SHAPES = ("rect", "polygon", "path")
PAINT = ("fill", "stroke", "stroke-width")


def svgs_in(text):
    """Return each outermost SVG element in a text, such as a page."""
    found, depth, start = [], 0, 0
    for tag in re.finditer(r"<svg\b|</svg>", text):
        if tag[0] == "</svg>":
            depth -= 1
            if not depth:
                # a page may leave out the value of an attribute
                svg = re.sub(r"<g (data-\w+)>", r'<g \1="">', text[start : tag.end()])
                found.append(svg)
        else:
            start = start if depth else tag.start()
            depth += 1
    return found


def tag_of(element):
    """Return the name of an element, without its namespace."""
    return element.tag.rpartition("}")[2]


def look_of(group):
    """Return how a group with a title is painted, with its letter or sign; place and size aside."""
    look, sign, ringed = [], [], False
    for element in group:
        tag = tag_of(element)
        if tag in SHAPES:
            paint = (element.get(name) for name in (*PAINT, "stroke-dasharray"))
            # of a straight line it makes no difference
            look.append((tag, *paint) if tag != "path" else (tag, *list(paint)[1:]))
        elif tag == "line" or (tag == "text" and ringed and not element.text.isdigit()):
            sign.append(element.text or tag)  # strokes, or the letter of a badge
        ringed = tag == "circle" or bool(look and look[0][0] == "path")
    kind = "edge" if look and look[0][0] == "path" else "node"
    return kind, tuple(look), tuple(sign)


@cache
def looks():
    """Return the meaning of each look in the table, drawn by the library itself."""
    ends = NodeMark("X", 30, 30), NodeMark("Y", 90, 30)
    found = {}
    for state, style in NODE_STYLES.items():
        look = look_of(ElementTree.fromstring(node_svg(NodeMark("X", 30, 30, state))))
        found.setdefault(look, set()).add(style.meaning)
    for state, style in EDGE_STYLES.items():
        for directed in (True, False):
            edge = edge_svg(EdgeMark("X", "Y", directed, state), *ends)
            found.setdefault(look_of(ElementTree.fromstring(edge)), set()).add(style.meaning)
    return found


def faults(svg):
    """Return what a picture draws as one thing and calls another, or draws as nothing known."""
    every = {style.meaning for styles in (NODE_STYLES, EDGE_STYLES) for style in styles.values()}
    found = []
    for group in ElementTree.fromstring(svg).iter():
        title = group.find("{*}title") if tag_of(group) == "g" else None
        if title is None:
            continue
        kind, look, sign = look_of(group)
        if title.text.endswith(ITS_TURN):
            look = look[1:]  # the ring of the subject around it
        known = looks().get((kind, look, sign))
        said = {meaning for meaning in every if f", {meaning}" in title.text}
        if known is None and said:
            found.append(f"{title.text!r} is drawn as nothing in the table: {look}")
        elif known is not None and not any(f", {meaning}" in title.text for meaning in known):
            found.append(f"{title.text!r} is drawn as {sorted(known)}")
    return found


def meanings(svg):
    """Return the meanings that are said of what a picture draws."""
    every = {style.meaning for styles in (NODE_STYLES, EDGE_STYLES) for style in styles.values()}
    every_element = ElementTree.fromstring(svg).iter()
    titles = [element.text or "" for element in every_element if tag_of(element) == "title"]
    return {meaning for meaning in every for title in titles if f", {meaning}" in title}
