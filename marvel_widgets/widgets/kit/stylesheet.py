"""What cytoscape draws with: the palette as its stylesheet, and what it is given of a variable.

Badge and note of a variable are pictures of their own, as a node of cytoscape has one text only.
"""

from html import escape
from typing import Any, Final, get_args
from urllib.parse import quote

from marvel_widgets.pictures import marks
from marvel_widgets.pictures import palette as ink
from marvel_widgets.pictures.drawing import ITS_TURN, NodeMark
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.pills import NAME_SIZE, PILL_HEIGHT, outline, pill_width

Rule = dict[str, Any]

HIDDEN = "hidden"
# A learned edge is one element for its two ends; its arrow may appear at either of them.
TO_TARGET, TO_SOURCE = "to-target", "to-source"
TURN, BENT, NOTED, RECEDING = "turn", "bent", "noted", "receding"
ASIDE, NEAR = "aside", "near"  # where the word of an edge stands, where one letter does


def base_rules(*, signs: bool = True) -> list[Rule]:
    """Return the rules that depend on classes: how each state looks, with or without its sign.

    In cytoscape the last rule that matches wins, however special its selector is.
    """
    bent = {"curve-style": "unbundled-bezier", "control-point-distances": "data(bend)"}
    plain: Rule = {} if signs else {"label": ""}
    letters = {name: style.letter for name, style in NODE_STYLES.items() if style.letter}
    rules = [
        ("node", _node_basics()),
        ("edge", _edge_basics()),
        (f"edge.{BENT}", bent),
        *((f"node.{name}", node_css(style)) for name, style in NODE_STYLES.items()),
        *((f"edge.{name}", edge_css(style) | plain) for name, style in EDGE_STYLES.items()),
        # cytoscape gives a node one text, its name; badge and note are pictures beside it
        *((f"node.{n}", _shown_picture("corner", corner_picture(x))) for n, x in letters.items()),
        ("node.removed", _shown_picture("corner", "data(badge)")),
        (f"node.{NOTED}", _shown_picture("note", "data(note)")),
        # The visited variable, where its glyph shows another state, such as "given". Cytoscape 3.21
        # cuts off underlays at the bounds of the graph, which count overlays only: one that can't
        # be seen makes room.
        (f"node.{TURN}", {"underlay-opacity": 0.6, "overlay-opacity": 0.001}),
        *(
            (f"edge.{at}", {"text-margin-x": f"data({at}_x)", "text-margin-y": f"data({at}_y)"})
            for at in (ASIDE, NEAR)
        ),
        (f"edge.{TO_TARGET}", {"target-arrow-shape": "triangle"}),
        (f"edge.{TO_SOURCE}", {"source-arrow-shape": "triangle"}),
        (f"edge.{RECEDING}", {"opacity": marks.FAINT}),
        (f"edge.{HIDDEN}", {"display": "none"}),
    ]
    return [{"selector": selector, "style": style} for selector, style in rules]


def _node_basics() -> dict[str, Any]:
    return {
        "label": "data(label)",
        "width": "data(width)",
        "height": PILL_HEIGHT,
        "font-size": NAME_SIZE,
        "font-weight": 600,
        "font-family": ink.FONT_FAMILY.replace("'", '"'),
        "text-valign": "center",
        "text-halign": "center",
        **_shown_picture(""),
        "background-fit": "none",
        "background-clip": "none",
        "background-image-containment": "over",
        "underlay-color": NODE_STYLES["subject"].fill,
        "underlay-opacity": 0,
        "underlay-padding": 9,
        "overlay-color": ink.CARD,
        "overlay-opacity": 0,
        "overlay-padding": 10,
        **node_css(NODE_STYLES["idle"]),
    }


def _shown_picture(kind: str, image: str = "none") -> dict[str, Any]:
    """Return how a picture is shown at the place of its kind, corner or note; none for ""."""
    shown = {
        "background-width": "_width",
        "background-height": "_height",
        "background-offset-x": "_x",
        "background-offset-y": "_y",
        "bounds-expansion": "_reach",
    }
    return {"background-image": image} | {
        name: f"data({kind}{part})" if kind else 0 for name, part in shown.items()
    }


def _edge_basics() -> dict[str, Any]:
    return {
        "display": "element",
        "curve-style": "straight",
        "control-point-distances": 0,
        "control-point-weights": 0.5,
        "arrow-scale": 1.1,
        "opacity": 1,
        "target-arrow-shape": "none",
        "source-arrow-shape": "none",
        # a sign in its ring; most states have none
        "color": ink.INK,
        "font-family": ink.FONT_FAMILY.replace("'", '"'),
        "font-size": 11,
        "font-weight": "bold",
        "text-margin-x": 0,
        "text-margin-y": 0,
        "text-background-color": ink.CARD,
        "text-background-opacity": 1,
        "text-background-shape": "round-rectangle",
        "text-background-padding": "3px",
        "text-border-opacity": 1,
        "text-border-width": 1.5,
        **edge_css(EDGE_STYLES["undirected"]),
    }


def node_css(style: ink.NodeStyle) -> dict[str, Any]:
    """Return the cytoscape attributes of a node state."""
    lines = "double" if style.shape == "double" else "dashed" if style.border_dash else "solid"
    # cytoscape draws two lines only in a border that is wide enough for them
    width = max(style.border_width, 5.0) if style.shape == "double" else style.border_width
    return {
        # polygons: of its own rounded shapes, cytoscape 3.21 rounds the corners only
        "shape": "polygon",
        "shape-polygon-points": f"data({style.shape})",
        "background-color": style.fill,
        "color": style.text,
        "border-color": style.border,
        "border-width": width,
        "border-style": lines,
    }


def edge_css(style: ink.EdgeStyle) -> dict[str, Any]:
    """Return the cytoscape attributes of an edge state."""
    return {
        "line-color": style.color,
        "target-arrow-color": style.color,
        "source-arrow-color": style.color,
        "target-arrow-fill": "hollow" if style.hollow else "filled",
        "source-arrow-fill": "hollow" if style.hollow else "filled",
        "underlay-color": style.under or ink.CARD,
        "underlay-opacity": 1 if style.under else 0,
        "underlay-padding": (style.width + marks.BAND - 2) / 2,
        "width": style.width,
        "line-style": "dashed" if style.dash == "dash_dot" else style.dash,
        "line-dash-pattern": [12, 4, 2, 4] if style.dash == "dash_dot" else [6, 3],
        "label": style.sign,
        "z-index": int(len(style.sign) > 1),  # no other line runs through a word
        "text-border-color": style.color,
    }


_BADGE: Final = 2 * marks.BADGE_RADIUS + 2


def node_data(mark: NodeMark, badge: str = "") -> dict[str, Any]:
    """Return the data of a variable's node, without an id."""
    wide = pill_width(mark.name)
    badge = badge or (str(mark.out) if mark.out else "")
    label = ink.short_name(mark.name)
    return {
        "label": label,
        "whole": ""
        if label == mark.name
        else ink.printable(mark.name),  # shown where it is pointed at
        "width": wide,
        **{shape: _points(shape, wide) for shape in get_args(ink.Shape)},
        **_badge_data(mark, badge, wide),
        **note_data(mark),
    }


def note_data(mark: NodeMark) -> dict[str, Any]:
    """Return the picture of a variable's note; none without one."""
    note = ink.printable(mark.note)
    if not note:
        return {"note": "none"} | {f"note_{n}": 0 for n in ("width", "height", "x", "y", "reach")}
    box = marks.note_box(note, mark.x, mark.y, pill_width(mark.name), mark.side)
    wide, high = box[1] - box[0] + 8, box[3] - box[2] + 4
    words = marks.text_line(
        ink.short_name(note), wide / 2, high / 2 + 0.35 * ink.FONT_SIZE, ink.GRAY, halo=True
    )
    away = ("s" in mark.side) - ("n" in mark.side) if mark.note == ITS_TURN else 0  # off its glow
    center = (box[0] + box[1]) / 2 - mark.x, (box[2] + box[3]) / 2 - mark.y + 8 * away
    return _picture("note", words, (wide, high), center)


def _badge_data(mark: NodeMark, badge: str, wide: float) -> dict[str, Any]:
    """Return the badge and its corner, where a state may show its letter instead."""
    center = marks.badge_center(0.0, 0.0, wide, mark.side)
    picture = corner_picture(badge) if badge else "none"
    return {"badge": picture} | _placed("corner", (_BADGE, _BADGE), center)


def corner_picture(text: str) -> str:
    """Return a badge as the address of a picture."""
    return _address(marks.badge_svg(text, _BADGE / 2, _BADGE / 2), (_BADGE, _BADGE))


def _points(shape: ink.Shape, wide: float) -> str:
    """Return an outline as cytoscape wants it: between -1 and 1 both ways."""
    corners = [(2 * x / wide, 2 * y / PILL_HEIGHT) for x, y in outline(shape, wide)]
    return " ".join(f"{round(number, 3):g}" for corner in corners for number in corner)


def _picture(
    kind: str, body: str, size: tuple[float, float], center: tuple[float, float]
) -> dict[str, Any]:
    """Return a picture that is placed off the center of a node."""
    return {kind: _address(body, size)} | _placed(kind, size, center)


def _address(body: str, size: tuple[float, float]) -> str:
    wide, high, letters = map(marks.px, (*size, ink.FONT_SIZE))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'font-family="{escape(ink.FONT_FAMILY)}" font-size="{letters}">{body}</svg>'
    )
    return f"data:image/svg+xml;utf8,{quote(svg)}"


def _placed(kind: str, size: tuple[float, float], center: tuple[float, float]) -> dict[str, Any]:
    wide, high = size
    reach = max(abs(center[0]) + wide / 2, abs(center[1]) + high / 2)
    numbers = {"width": wide, "height": high, "x": center[0], "y": center[1], "reach": reach}
    return {f"{kind}_{name}": round(number, 1) for name, number in numbers.items()}
