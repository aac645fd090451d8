"""Drawings as SVG text: self-contained, the same for the same content, readable anywhere.

What each is made of is in :mod:`marvel_widgets.pictures.marks`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from marvel_widgets.pictures import card as cards
from marvel_widgets.pictures.drawing import Drawing, NodeMark
from marvel_widgets.pictures.drawing import legend as legend_of
from marvel_widgets.pictures.grammar import EDGE_STYLES
from marvel_widgets.pictures.marks import edge_svg, line, node_svg, px, text_line
from marvel_widgets.pictures.palette import CARD_BORDER, FONT_SIZE, HULL, INK, printable
from marvel_widgets.pictures.pills import PILL_HEIGHT, Point, pill_width


def hull_svg(drawing: Drawing) -> str:
    """Return the hull of a drawing; empty without one, or where it would hold others, too."""
    corners = [spot for mark in drawing.nodes if mark.name in drawing.hull for spot in _box(mark)]
    around = convex_hull(corners) if corners else []
    others = [(mark.x, mark.y) for mark in drawing.nodes if mark.name not in drawing.hull]
    sides = list(zip(around, [*around[1:], *around[:1]], strict=True))
    if not corners or any(all(_turn(a, b, spot) > 0 for a, b in sides) for spot in others):
        return ""
    points = " ".join(f"{px(a)},{px(b)}" for a, b in around)
    paint = f'fill="{HULL}" stroke="{HULL}" stroke-width="26" stroke-linejoin="round"'
    return f'<polygon class="mw-hull" points="{points}" {paint}/>'


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull of some points, in turn (Andrew's chain)."""
    ordered = sorted(set(points))

    def chain(these: Iterable[Point]) -> list[Point]:
        found: list[Point] = []
        for p in these:
            while len(found) > 1 and _turn(found[-2], found[-1], p) <= 0:
                found.pop()
            found.append(p)
        return found

    return [*chain(ordered)[:-1], *chain(reversed(ordered))[:-1]]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _box(mark: NodeMark) -> list[Point]:
    across, down = pill_width(mark.name) / 2, PILL_HEIGHT / 2
    return [(mark.x + a * across, mark.y + b * down) for a in (-1, 1) for b in (-1, 1)]


CODE_SIDE = 200.0  # px of a QR code, which a room reads from a slide
_WORDS = ContextVar("_WORDS", default=True)  # whether a picture says its words itself


@contextmanager
def without_words() -> Iterator[None]:
    """Omit captions, legends and the title of a single drawing, which the page has beside them."""
    token = _WORDS.set(False)
    try:
        yield
    finally:
        _WORDS.reset(token)


def says_its_words() -> bool:
    """Return whether pictures have their words in them, as outside of `without_words`."""
    return _WORDS.get()


def to_svg(drawing: Drawing, *, scale: float = 1.0, legend: bool = True) -> str:
    """Return a drawing as one SVG element."""
    return _document([drawing], "", scale=scale, legend=legend)


def side_by_side(
    drawings: Sequence[Drawing],
    *,
    caption: str = "",
    scale: float = 1.0,
    legend: bool = True,
    least: float = 0.0,
) -> str:
    """Return several drawings beside each other in one SVG element, with one legend."""
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
    """Return drawings in rows in one SVG element, each above its caption, with one legend."""
    body: list[str] = []
    y = widest = 0.0
    for at in range(0, len(drawings), columns):
        x = lowest = 0.0
        for drawing, caption in zip(
            drawings[at : at + columns], captions[at : at + columns], strict=True
        ):
            said = printable(caption) if _WORDS.get() or len(drawings) > 1 else ""
            words, bottom = _caption(said, drawing.width, drawing.height)
            body.append(f'<g transform="translate({px(x)} {px(y)})">')
            body += [*_panel(drawing), *words, "</g>"]
            x, lowest = x + drawing.width, max(lowest, bottom)
        y, widest = y + lowest, max(widest, x)
    entries = legend_of(*drawings)
    if _WORDS.get() and any(entry.state not in cards.PLAIN for entry in entries):
        lines, y = cards.legend_rows(entries, widest, y)
        body += lines
    text = description or " ".join(captions)
    return cards.card((widest, y + cards.PAD), 1.0, title, text, body)


def edge_fragments(drawing: Drawing) -> Iterator[tuple[frozenset[str], str]]:
    """Yield each edge of a drawing as the pair of its ends and its SVG."""
    nodes = {mark.name: mark for mark in drawing.nodes}
    for mark in drawing.edges:
        yield frozenset((mark.tail, mark.head)), edge_svg(mark, nodes[mark.tail], nodes[mark.head])


def words_svg(
    title: str, sentences: Sequence[str], *, width: float, below: Drawing | None = None,
    code: str = "",
) -> str:  # fmt: skip
    """Return sentences as a card of SVG, each on lines of its own, below them picture and code."""
    if not _WORDS.get():
        return "" if below is None else to_svg(below)
    y = cards.PAD + cards.TITLE_SIZE
    head = printable(title)
    lines = [
        text_line(head, cards.PAD, y, INK, anchor="start", size=cards.TITLE_SIZE, weight="bold")
    ]
    for sentence in sentences:
        more, y = _caption(printable(sentence), width, y)
        lines += more
        y -= cards.PAD / 2
    texts = list(sentences)
    high = side = CODE_SIDE if code else 0.0
    if below is not None:
        width, left = max(width, below.width + side), max(0.0, (width - side - below.width) / 2)
        lines += [f'<g transform="translate({px(left)} {px(y)})">', *_panel(below), "</g>"]
        high = max(high, below.height)
        texts.append(below.description)
    if code:
        place = f'x="{px(width - side - 1)}" y="{px(y)}" width="{px(side)}" height="{px(side)}"'
        lines.append(code.replace("<svg ", f"<svg {place} ", 1))
    y += high
    return cards.card((width, y + cards.PAD / 2), 1.0, head, " ".join(texts), lines)


def _document(
    drawings: Sequence[Drawing], caption: str, *, scale: float, legend: bool, least: float = 0.0
) -> str:
    if not _WORDS.get():
        caption, legend, least = "", False, 0.0
        drawings = drawings if len(drawings) > 1 else [replace(drawings[0], title="")]
    width = max(least, sum(drawing.width for drawing in drawings))
    top = cards.LINE + cards.PAD if any(printable(drawing.title) for drawing in drawings) else 0.0
    body, left = [], 0.0
    for drawing in drawings:
        if left:
            body.append(line((left, cards.PAD), (left, top + drawing.height), CARD_BORDER, 1))
        title = cards.title_line(drawing.title, drawing.width)
        body.append(f'<g transform="translate({px(left)} 0)">{title}</g>')
        body.append(f'<g transform="translate({px(left)} {px(top)})">')
        body += [*_panel(drawing), "</g>"]
        left += drawing.width
    height = top + max(drawing.height for drawing in drawings)
    if legend:
        entries = legend_of(*drawings)
        if any(entry.state not in cards.PLAIN for entry in entries):
            lines, height = cards.legend_rows(entries, width, height)
            body += lines
    if printable(caption):
        lines, height = _caption(printable(caption), width, height)
        body += lines
    words = " ".join(drawing.description for drawing in drawings)
    title = "; ".join(printable(d.title) for d in drawings if printable(d.title)) or "A graph"
    return cards.card((width, height), scale, title, f"{words} {caption}", body)


def _panel(drawing: Drawing) -> list[str]:
    """Return edges, then labels, then glyphs: what matters more lies on top."""
    nodes = {mark.name: mark for mark in drawing.nodes}
    # marked edges over plain ones
    edges = sorted(drawing.edges, key=lambda mark: EDGE_STYLES[mark.state].width)
    return [
        *filter(None, [hull_svg(drawing)]),
        *(edge_svg(mark, nodes[mark.tail], nodes[mark.head]) for mark in edges),
        *(node_svg(mark) for mark in drawing.nodes),
    ]


# -- title, legend, caption -------------------------------------------------------------------


def _caption(caption: str, width: float, y: float) -> tuple[list[str], float]:
    lines = []
    for words in cards.wrapped(caption, width - 2 * cards.PAD, FONT_SIZE + 1):
        y += cards.LINE
        lines.append(text_line(words, cards.PAD, y, INK, anchor="start", size=FONT_SIZE + 1))
    return lines, y + cards.PAD
