"""Drawings as SVG text: self-contained, the same for the same content, readable anywhere.

What each is made of is in :mod:`marvel_widgets.teaching.svg_marks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from marvel_widgets.teaching.drawing import Drawing, LegendEntry
from marvel_widgets.teaching.drawing import legend as legend_of
from marvel_widgets.teaching.palette import (
    CARD,
    CARD_BORDER,
    EDGE_STYLES,
    FONT_FAMILY,
    FONT_SIZE,
    INK,
    NODE_STYLES,
    printable,
    text_width,
)
from marvel_widgets.teaching.svg_marks import edge_svg, glyph, line, node_svg, px, stroke, text_line

TITLE_SIZE: Final = 14.0
LINE: Final = 18.0  # of titles, legends and captions
PAD: Final = 12.0
SAMPLE: Final = 34.0  # room of a sample in the legend
PLAIN: Final = ("idle", "true")  # states that need no explanation


def to_svg(drawing: Drawing, *, scale: float = 1.0, legend: bool = True) -> str:
    """Return a drawing as one SVG element.

    Parameters
    ----------
    drawing : Drawing
    scale : float
        1.5 suits a projector.
    legend : bool
        Explain the states below the picture, unless none is special.

    Returns
    -------
    str
        Well-formed XML whatever the names are; equal drawings give equal text.

    Examples
    --------
    >>> from marvel_widgets.teaching.drawing import NodeMark
    >>> picture = Drawing("Two", 120, 60, (NodeMark("X", 30, 30), NodeMark("<Y>", 90, 30)), ())
    >>> "&lt;Y&gt;" in to_svg(picture)
    True
    """
    return _document([drawing], "", scale=scale, legend=legend)


def side_by_side(
    drawings: Sequence[Drawing],
    *,
    caption: str = "",
    scale: float = 1.0,
    legend: bool = True,
    least: float = 0.0,
) -> str:
    """Return several drawings beside each other in one SVG element, with one legend.

    Parameters
    ----------
    drawings : sequence of Drawing
        At least one; each keeps its title.
    caption : str
        Wrapped below the pictures.
    scale : float
    legend : bool
    least : float
        The least width in px: long captions under a narrow picture need room.

    Raises
    ------
    ValueError
        There is no drawing.

    Examples
    --------
    >>> from marvel_widgets.teaching.drawing import NodeMark
    >>> before = Drawing("Before", 60, 60, (NodeMark("X", 30, 30),), ())
    >>> after = Drawing("After", 60, 60, (NodeMark("X", 30, 30, "removed"),), ())
    >>> side_by_side([before, after], caption="X has left.").count("<circle")
    4
    """
    if not drawings:
        msg = "side_by_side needs at least one drawing"
        raise ValueError(msg)
    return _document(drawings, caption, scale=scale, legend=legend, least=least)


def grid(
    drawings: Sequence[Drawing],
    captions: Sequence[str],
    *,
    columns: int,
    title: str = "A filmstrip",
    description: str = "",
) -> str:
    """Return drawings in rows in one SVG element, each above its caption, with one legend.

    Parameters
    ----------
    drawings : sequence of Drawing
        At least one.
    captions : sequence of str
        One for each.
    columns : int
        At least 1.
    title : str
    description : str
        The alternative text; by default the captions.

    Examples
    --------
    >>> from marvel_widgets.teaching.drawing import NodeMark
    >>> picture = Drawing("Start", 60, 60, (NodeMark("X", 30, 30),), ())
    >>> grid([picture] * 3, ["one", "two", "three"], columns=2).count("<circle")
    3
    """
    body: list[str] = []
    y = widest = 0.0
    for at in range(0, len(drawings), columns):
        x = lowest = 0.0
        for drawing, caption in zip(
            drawings[at : at + columns], captions[at : at + columns], strict=True
        ):
            words, bottom = _caption(printable(caption), drawing.width, drawing.height)
            body.append(f'<g transform="translate({px(x)} {px(y)})">')
            body += [*_panel(drawing), *words, "</g>"]
            x, lowest = x + drawing.width, max(lowest, bottom)
        y, widest = y + lowest, max(widest, x)
    entries = legend_entries(drawings)
    if any(entry.state not in PLAIN for entry in entries):
        lines, y = _legend(entries, widest, y)
        body += lines
    told = description or " ".join(captions)
    return card((widest, y + PAD), 1.0, title, told, body)


def edge_fragments(drawing: Drawing) -> Iterator[tuple[frozenset[str], str]]:
    """Yield each edge of a drawing as the pair of its ends and its SVG.

    Examples
    --------
    >>> from marvel_widgets.teaching.drawing import EdgeMark, NodeMark
    >>> nodes = NodeMark("X", 30, 30), NodeMark("Y", 90, 30)
    >>> [(pair, svg)] = edge_fragments(Drawing("", 120, 60, nodes, (EdgeMark("X", "Y"),)))
    >>> sorted(pair), svg.startswith("<g>")
    (['X', 'Y'], True)
    """
    nodes = {mark.name: mark for mark in drawing.nodes}
    for mark in drawing.edges:
        yield frozenset((mark.tail, mark.head)), edge_svg(mark, nodes[mark.tail], nodes[mark.head])


def legend_svg(
    drawings: Sequence[Drawing], *, width: float, scale: float = 1.0, plain: bool = True
) -> str:
    """Return the legend of several drawings alone, for views that are not SVG.

    Parameters
    ----------
    drawings : sequence of Drawing
    width : float
        In px, where the entries are wrapped; the longest one sets the least.
    scale : float
    plain : bool
        Explain the plain states too, unlike the legend below a picture.

    Returns
    -------
    str
        One SVG element; empty if there is nothing to explain.

    Examples
    --------
    >>> from marvel_widgets.teaching.drawing import NodeMark
    >>> picture = Drawing("Start", 60, 60, (NodeMark("X", 30, 30, "tested"),), ())
    >>> "<desc>Variables: under test.</desc>" in legend_svg([picture], width=400)
    True
    """
    entries = legend_entries(drawings)
    if not plain:
        entries = tuple(entry for entry in entries if entry.state not in PLAIN)
    if not entries:
        return ""
    width = max(width, *(PAD + _room(entry) for entry in entries))
    lines, height = _legend(entries, width, LINE / 2)
    return card((width, height), scale, "Legend", _legend_in_words(entries), lines)


def words_svg(
    title: str, sentences: Sequence[str], *, width: float, below: Drawing | None = None
) -> str:
    """Return sentences as a card of SVG, each on lines of its own, a picture below them.

    Parameters
    ----------
    title : str
        Read to those who can't see it, and written on top.
    sentences : sequence of str
    width : float
        In px, where lines are wrapped.
    below : Drawing, optional
        Without its title.

    Examples
    --------
    >>> words_svg("Two", ["One line.", "Another."], width=200).count("<text")
    3
    """
    y = PAD + TITLE_SIZE
    head = printable(title)
    lines = [text_line(head, PAD, y, INK, anchor="start", size=TITLE_SIZE, weight="bold")]
    for sentence in sentences:
        more, y = _caption(printable(sentence), width, y)
        lines += more
        y -= PAD / 2
    told = list(sentences)
    if below is not None:
        width, left = max(width, below.width), max(0.0, (width - below.width) / 2)
        lines += [f'<g transform="translate({px(left)} {px(y)})">', *_panel(below), "</g>"]
        y += below.height
        told.append(below.description)
    return card((width, y + PAD / 2), 1.0, head, " ".join(told), lines)


def legend_entries(drawings: Sequence[Drawing]) -> tuple[LegendEntry, ...]:
    """Return the legend entries of all drawings, each once, in the order of the palette.

    Examples
    --------
    >>> from marvel_widgets.teaching.drawing import NodeMark
    >>> before = Drawing("Before", 60, 60, (NodeMark("X", 30, 30),), ())
    >>> after = Drawing("After", 60, 60, (NodeMark("X", 30, 30, "removed"),), ())
    >>> [entry.state for entry in legend_entries([after, before])]
    ['idle', 'removed']
    """
    found = {entry for drawing in drawings for entry in legend_of(drawing)}
    order: list[tuple[str, str]] = [("node", state) for state in NODE_STYLES]
    order += [("edge", state) for state in EDGE_STYLES]
    return tuple(sorted(found, key=lambda entry: order.index((entry.kind, entry.state))))


def _document(
    drawings: Sequence[Drawing],
    caption: str,
    *,
    scale: float,
    legend: bool,
    least: float = 0.0,
) -> str:
    width = max(least, sum(drawing.width for drawing in drawings))
    top = LINE + PAD if any(printable(drawing.title) for drawing in drawings) else 0.0
    body, left = [], 0.0
    for drawing in drawings:
        if left:
            body.append(line((left, PAD), (left, top + drawing.height), CARD_BORDER, 1))
        body.append(f'<g transform="translate({px(left)} 0)">{_title(drawing)}</g>')
        body.append(f'<g transform="translate({px(left)} {px(top)})">')
        body += [*_panel(drawing), "</g>"]
        left += drawing.width
    height = top + max(drawing.height for drawing in drawings)
    if legend:
        entries = legend_entries(drawings)
        if any(entry.state not in PLAIN for entry in entries):
            lines, height = _legend(entries, width, height)
            body += lines
    if printable(caption):
        lines, height = _caption(printable(caption), width, height)
        body += lines
    words = " ".join(drawing.description for drawing in drawings)
    title = "; ".join(printable(d.title) for d in drawings if printable(d.title)) or "A graph"
    return card((width, height), scale, title, f"{words} {caption}", body)


def card(
    size: tuple[float, float], scale: float, title: str, description: str, body: Sequence[str]
) -> str:
    """Return the whole SVG element: a white card with a title and a description.

    Parameters
    ----------
    size : tuple of (float, float)
        Width and height in px before scaling.
    scale : float
    title, description : str
        For screen readers; escaped here.
    body : sequence of str
        SVG elements.

    Examples
    --------
    >>> card((40, 20), 1.0, "a < b", "", []).count("a &lt; b")
    1
    """
    width, height = size
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {px(width)} {px(height)}" '
            f'width="{px(width * scale)}" height="{px(height * scale)}" role="img" '
            f'style="max-width:100%;height:auto" '
            f'font-family="{escape(FONT_FAMILY)}" font-size="{px(FONT_SIZE)}" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(printable(description))}</desc>",
            f'<rect x="0.5" y="0.5" width="{px(width - 1)}" height="{px(height - 1)}" rx="8" '
            f'fill="{CARD}" stroke="{CARD_BORDER}"/>',
            *body,
            "</svg>",
        ]
    )


def _panel(drawing: Drawing) -> list[str]:
    """Return edges, then labels, then glyphs: what matters more lies on top."""
    nodes = {mark.name: mark for mark in drawing.nodes}
    # marked edges over plain ones
    edges = sorted(drawing.edges, key=lambda mark: EDGE_STYLES[mark.state].width)
    return [
        *(edge_svg(mark, nodes[mark.tail], nodes[mark.head]) for mark in edges),
        *(node_svg(mark) for mark in drawing.nodes),
    ]


# -- title, legend, caption -------------------------------------------------------------------


def _title(drawing: Drawing) -> str:
    words = wrapped(printable(drawing.title), drawing.width - 2 * PAD, TITLE_SIZE)
    if not words:
        return ""
    text = words[0] + ("…" if len(words) > 1 else "")
    return text_line(
        text, PAD, PAD + TITLE_SIZE, INK, anchor="start", size=TITLE_SIZE, weight="bold"
    )


def _legend(entries: Sequence[LegendEntry], width: float, y: float) -> tuple[list[str], float]:
    """Return the legend in rows below `y`, and where it ends."""
    lines, x, row = [], PAD, y + LINE / 2
    for entry in entries:
        room = _room(entry)
        if x > PAD and x + room > width:
            x, row = PAD, row + LINE + 4
        lines.append(_sample(entry, x, row))
        lines.append(text_line(entry.meaning, x + SAMPLE, row + 4.3, INK, anchor="start"))
        x += room
    return lines, row + LINE


def _room(entry: LegendEntry) -> float:
    return SAMPLE + text_width(entry.meaning) + 18


def _legend_in_words(entries: Sequence[LegendEntry]) -> str:
    parts = []
    for kind, noun in (("node", "Variables"), ("edge", "Edges")):
        meanings = [entry.meaning for entry in entries if entry.kind == kind]
        if meanings:
            parts.append(f"{noun}: {'; '.join(meanings)}.")
    return " ".join(parts)


def _sample(entry: LegendEntry, x: float, y: float) -> str:
    for state, node in NODE_STYLES.items():
        if (entry.kind, entry.state) == ("node", state):
            return glyph(node, x + SAMPLE / 2 - 3, y, radius=7.5)
    edge = next(style for state, style in EDGE_STYLES.items() if state == entry.state)
    return stroke(edge, (x, y), (x + SAMPLE - 6, y), None, directed=True)


def _caption(caption: str, width: float, y: float) -> tuple[list[str], float]:
    lines = []
    for words in wrapped(caption, width - 2 * PAD, FONT_SIZE + 1):
        y += LINE
        lines.append(text_line(words, PAD, y, INK, anchor="start", size=FONT_SIZE + 1))
    return lines, y + PAD


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text; a word longer than a line is cut.

    Examples
    --------
    >>> wrapped("two words", 40, 12)
    ['two', 'words']
    """
    lines: list[str] = []
    for word in text.split():
        rest = word
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
            continue
        while text_width(rest, size) > width and len(rest) > 1:
            fit = next(
                n
                for n in range(len(rest) - 1, 0, -1)
                if n == 1 or text_width(rest[:n], size) <= width
            )
            lines.append(rest[:fit])
            rest = rest[fit:]
        lines.append(rest)
    return lines
