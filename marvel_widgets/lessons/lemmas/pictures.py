"""A lemma in pictures: its graph, the lattice of its subsets, and both with all its sentences."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import combinations
from math import cos, pi, sin
from typing import Final
from xml.etree import ElementTree

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.lemmas import words as said
from marvel_widgets.pictures import palette as ink
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.card import card, fitting
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.marks import box, line, text_line
from marvel_widgets.pictures.palette import EdgeState, NodeState, printable, text_width
from marvel_widgets.pictures.path_marks import path_edges, path_nodes
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import says_its_words, to_svg, words_svg
from marvel_widgets.replay.wording import RunContext, reason
from marvel_widgets.text import capitalized, escaped
from marvel_widgets.theory.lemma_checks import LemmaCheck, shown_lattice
from marvel_widgets.theory.subset_lattice import Lattice, SubsetVerdict

MOST_DRAWN: Final = 60  # variables; of a larger graph only X and its boundary are shown
GAP: Final = 8.0
LONGEST_WHY: Final = 200  # letters; more stands in the drawer
WIDE: Final = 760.0  # of the sentences
WIDEST: Final = 900.0
PAD: Final = 12.0
_MARGIN: Final = 56.0  # the sizes on the left
_BOX: Final = 42.0  # the height of a set
_ROW: Final = 76.0
_GAP: Final = 12.0
_LINE: Final = 18.0
_LEAST_BOX: Final = 74.0
_BORDERS: Final[Mapping[said.Look, tuple[str, float, str]]] = {  # color, width and dashes
    "separates": (ink.INDEPENDENT, 2.5, ""),
    "does not": (ink.INK, 1.0, ""),
    "left out": (ink.FADED, 1.0, "2 4"),
    "unknown": (ink.INK, 1.0, "6 4"),
}
_MEANINGS: Final[Mapping[said.Look, str]] = {
    "separates": "✓ separates the two, green frame; the first one found has a thicker frame",
    "does not": "✗ does not separate them, thin frame",
    "left out": "dotted: not a proper subset",
    "unknown": "? not told yet",
}


def plain_drawing(dag: Dag, stage: Stage | None = None) -> Drawing:
    """Return a graph in which nothing is marked; of a large one, the first variables."""
    if stage is None:
        stage = stage_of(dag.induced(dag.nodes[:MOST_DRAWN]))
    return stage.drawing("Graph")


def lemma_drawing(
    dag: Dag,
    check: LemmaCheck,
    subset: Iterable[Label] | None = None,
    *,
    revealed: bool = True,
    stage: Stage | None = None,
) -> Drawing:
    """Return the graph with the roles of a check noted and the given set marked."""
    whole = len(dag) <= MOST_DRAWN
    if stage is None or not whole:
        x = check.x
        stage = stage_of(dag if whole else dag.induced({x} | dag.markov_boundary(x)))
    states: dict[Label, NodeState] = {check.x: "subject"}
    edges: dict[tuple[Label, Label], EdgeState] = {}
    if check.shown is not None:
        family = check.shown.family
        if subset is not None:
            given = (*subset, *family.always)
            path = open_path(dag, *family.pair, given) if revealed else None
            if path is not None:
                edges |= path_edges(path)
                states |= path_nodes(path)
            states |= dict.fromkeys(given, "given")
        states |= {name: "object" for name in family.pair if name != check.x}
    notes = {name: role for role, name in check.roles.items()}
    if check.shown is not None and check.shown.smaller is not None:
        notes[check.shown.smaller] += " = W"
    cast = ", ".join(f"{role} = {name}" for name, role in notes.items())
    if all(role == str(name) for name, role in notes.items()):
        cast = "Graph"
    title = cast if whole else f"{cast} (X and its boundary only)"
    there = set(stage.dag.edges)  # an open path may leave the stage
    return stage.drawing(
        title,
        {name: state for name, state in states.items() if name in stage.dag},
        {edge: state for edge, state in edges.items() if edge in there},
        # "X X" says nothing, and where there are but two, their marks tell X from Y
        notes={name: note for name, note in notes.items() if len(notes) > 2 and note != str(name)},
    )


def role_drawing(
    dag: Dag,
    roles: Mapping[str, Label],
    given: Iterable[Label] = (),
    title: str = "",
    pane: Pane = "wide",
) -> Drawing:
    """Return a graph with roles noted and a set marked as given, laid out for a pane."""
    states: dict[Label, NodeState] = {
        name: "subject" if role == "X" else "object" for role, name in roles.items()
    }
    states |= dict.fromkeys(given, "given")
    notes = {name: role for role, name in roles.items() if name != role}
    return stage_of(dag, pane=pane).drawing(title, states, notes=notes)


def pairs_svg(p: int) -> str:
    """Return p dots with a line for each pair: where a graph with p variables may have edges."""
    turns = [2 * pi * at / p for at in range(p)]
    far = 38 if p > 1 else 0
    dots = [(50 + far * sin(turn), 50 - far * cos(turn)) for turn in turns]
    lines = "".join(
        f'<line x1="{a:.0f}" y1="{b:.0f}" x2="{c:.0f}" y2="{d:.0f}"/>'
        for (a, b), (c, d) in combinations(dots, 2)
    )
    circles = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="9"/>' for x, y in dots)
    return f'<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">{lines}{circles}</svg>'


def lemma_said(
    dag: Dag, check: LemmaCheck, subset: Iterable[Label] | None, *, revealed: bool = True
) -> Said:
    """Return what a lemma says, or the set in view, in a sentence with its reason."""
    if not revealed:
        return Said(said.lemma_question(dag, check).text)
    if subset is not None and (reason := subset_reason(dag, check, subset)):
        what, _, why = reason.partition(": ")
        long = len(why) > LONGEST_WHY
        separated = "not separated" not in what
        return Said(
            f"{what}.",
            "" if long else capitalized(why),
            "independent" if separated else "dependent",
        )
    what = said.claim_words(check, check.graph_side)
    why = f"{said.graph_words(dag, check)} {said.search_words(dag, check)}"
    why = said.search_words(dag, check) if len(why) > LONGEST_WHY else why
    return Said(f"{what}.", why, "yes" if check.agree else "no")


def subset_reason(dag: Dag, check: LemmaCheck, subset: Iterable[Label]) -> str:
    """Return in a sentence why one set of the shown family separates, or does not."""
    case = check.shown
    if case is None:
        return ""
    names = sorted((*subset, *case.family.always), key=dag.position)
    given = [dag.position(name) for name in names]
    a, b = (dag.position(name) for name in case.family.pair)
    context = RunContext(dag.nodes, dag)
    text = reason(context, a, b, given, (1 << len(dag)) - 1).text
    no = "" if open_path(dag, *case.family.pair, names) is None else "not "
    pair = f"{context.name(a)} and {context.name(b)}"
    return f"Given {context.some(given)}, {pair} are {no}separated: {text}."


# -- the lattice -------------------------------------------------------------------------------


def lattice_svg(
    lattice: Lattice,
    *,
    revealed: bool = True,
    chosen: Iterable[Label] | None = None,
    scale: float = 1.0,
) -> str:
    body, width, height = (
        _folded(lattice, revealed)
        if said.is_folded(lattice)
        else _unfolded(lattice, revealed, None if chosen is None else frozenset(chosen))
    )
    words = " ".join(said.lattice_text(lattice, revealed=revealed).split())
    return card((width, height), scale, printable(said.heading(lattice)), words, body)


def _heading_line(lattice: Lattice) -> str:
    words = fitting(said.heading(lattice), WIDEST - 2 * PAD - ink.FONT_SIZE)
    return text_line(words, PAD, PAD + 12, ink.INK, anchor="start", weight="bold")


def _heading_width(lattice: Lattice) -> float:
    return min(WIDEST, max(420.0, 1.08 * text_width(printable(said.heading(lattice))) + 2 * PAD))


def _label(members: Iterable[Label]) -> str:
    return "{" + ", ".join(ink.short_name(str(name)) for name in members) + "}"


BoxPlace = tuple[float, float, float]  # the center and the width of a box


def _unfolded(
    lattice: Lattice, revealed: bool, chosen: frozenset[Label] | None
) -> tuple[list[str], float, float]:
    """Return boxes in rows by size, joined where one set is the other and one more."""
    rows = [_rows_of(level) for level in lattice.levels]
    width = max(_row_width(row) for level in rows for row in level) + _MARGIN + PAD
    width = max(width, _heading_width(lattice))
    places: dict[frozenset[Label], BoxPlace] = {}
    body = [_heading_line(lattice)]
    y = PAD + _LINE + 14
    for size, level in enumerate(rows):
        body.append(text_line(f"size {size}", PAD, y + _BOX / 2 + 4, ink.GRAY, anchor="start"))
        for row in level:
            x = _MARGIN + (width - _MARGIN - PAD - _row_width(row)) / 2
            for subset in row:
                wide = _box_width(subset)
                places[frozenset(subset.members)] = (x + wide / 2, y, wide)
                x += wide + _GAP
            y += _ROW
    joined = all(len(level) == 1 for level in rows)  # across wrapped rows lines would mislead
    lines = _lines(lattice, places) if joined else []
    boxes = [
        _box(lattice, subset, places[frozenset(subset.members)], revealed, chosen)
        for subset in lattice
    ]
    legend, height = _legend(lattice, revealed, y - 8)
    return [*lines, *body, *boxes, *legend], width, height


def _rows_of(level: tuple[SubsetVerdict, ...]) -> list[list[SubsetVerdict]]:
    rows: list[list[SubsetVerdict]] = [[]]
    for subset in level:
        if rows[-1] and _row_width([*rows[-1], subset]) > WIDEST - _MARGIN - PAD:
            rows.append([])
        rows[-1].append(subset)
    return rows


def _row_width(row: list[SubsetVerdict]) -> float:
    return sum(_box_width(subset) + _GAP for subset in row) - _GAP


def _box_width(subset: SubsetVerdict) -> float:
    return max(_LEAST_BOX, text_width(_label(subset.members)) + 16)


def _lines(lattice: Lattice, places: dict[frozenset[Label], BoxPlace]) -> list[str]:
    lines = []
    for level in lattice.levels[1:]:
        for subset in level:
            below = frozenset(subset.members)
            x, y, _ = places[below]
            for name in subset.members:
                up_x, up_y, _ = places[below - {name}]
                lines.append(line((up_x, up_y + _BOX), (x, y), "#C8C8C8", 1))
    return lines


def _box(
    lattice: Lattice,
    subset: SubsetVerdict,
    place: BoxPlace,
    revealed: bool,
    chosen: frozenset[Label] | None,
) -> str:
    x, y, wide = place
    look = said.look_of(subset, revealed=revealed)
    first = revealed and subset == lattice.first
    tip = f"{said.whole_set_words(lattice, subset.members)}: {said.MARKS[look]}"
    shown = subset.members if lattice.family.candidates else lattice.family.always
    wide = max(wide, text_width(_label(shown)) + 16)
    parts = [f"<g><title>{escape(printable(tip))}</title>"]
    if chosen is not None and chosen == frozenset(subset.members):
        around = x - wide / 2 - 4.5, y - 4.5, wide + 9, _BOX + 9
        parts.append(box(around, "none", ink.INK, 1, round_by=6, dash="3 3"))
    fill = ink.INDEPENDENT_PAPER if look == "separates" else ink.CARD
    color, width, dash = _BORDERS[look]
    frame = x - wide / 2, y, wide, _BOX
    parts.append(box(frame, fill, color, 5 if first else width, round_by=6, dash=dash))
    color = ink.FADED if look == "left out" else ink.INK
    parts.append(text_line(_label(shown), x, y + 17, color, weight="bold"))
    parts.append(text_line(said.MARKS[look], x, y + 33, color, size=11))
    if first:
        parts.append(
            text_line("first", x, y + _BOX + 16, ink.INK, size=11, weight="bold", halo=True)
        )
    return "".join([*parts, "</g>"])


def _folded(lattice: Lattice, revealed: bool) -> tuple[list[str], float, float]:
    """Return one bar for each size, as long as there are sets, with its counts in words."""
    most = max(len(level) for level in lattice.levels)
    words = [
        said.level_words(lattice, size, revealed=revealed) for size in range(len(lattice.levels))
    ]
    bar = 260.0
    width = _MARGIN + bar + 16 + max(text_width(printable(text)) for text in words) + PAD
    width = max(min(width, 1.4 * WIDEST), _heading_width(lattice))
    body, y = [_heading_line(lattice)], PAD + _LINE + 8
    for size, (level, text) in enumerate(zip(lattice.levels, words, strict=True)):
        separating = sum(bool(subset.separates) for subset in level) if revealed else 0
        body.append(text_line(f"size {size}", PAD, y + 15, ink.GRAY, anchor="start"))
        long = max(bar * len(level) / most, 3.0)
        body.append(box((_MARGIN, y, long, 20), ink.CARD, ink.INK, 1))
        if separating:
            share = _MARGIN, y, max(bar * separating / most, 3.0), 20
            body.append(box(share, ink.INDEPENDENT_PAPER, ink.INDEPENDENT, 2.5))
        body.append(text_line(printable(text), _MARGIN + bar + 16, y + 15, ink.INK, anchor="start"))
        y += 28
    text = "Each bar is as long as there are sets of its size."
    if revealed and lattice.first is not None:
        text += " Its thick-framed part separates."
    body.append(text_line(text, PAD, y + 14, ink.GRAY, anchor="start"))
    return body, width, y + 14 + PAD


def _legend(lattice: Lattice, revealed: bool, y: float) -> tuple[list[str], float]:
    """Return what the marks mean, and where the picture ends."""
    shown = {said.look_of(subset, revealed=revealed) for subset in lattice}
    lines = []
    for look, meaning in _MEANINGS.items():
        if look in shown:
            y += _LINE
            lines.append(text_line(meaning, PAD, y, ink.GRAY, anchor="start"))
    return lines, y + PAD


# -- all in one --------------------------------------------------------------------------------


def lemma_text(
    dag: Dag, check: LemmaCheck, subset: Iterable[Label] = (), *, revealed: bool = True
) -> str:
    """Return a check as text: all sentences, the lattice, and why the set in focus separates."""
    first, *others = said.check_words(dag, check, revealed=revealed)
    lines = [f"{said.title_words(check.lemma)}. {first}", *others]
    lattice = shown_lattice(dag, check)
    if lattice is not None:
        lines.append(said.lattice_text(lattice, revealed=revealed))
        if revealed:
            lines.append(subset_reason(dag, check, subset))
    return "\n".join(lines)


def lemma_svg(
    dag: Dag,
    check: LemmaCheck,
    subset: Iterable[Label] = (),
    *,
    revealed: bool = True,
    stage: Stage | None = None,
) -> str:
    """Return a check as one SVG: the sentences, the graph, and the lattice below."""
    given = tuple(subset)
    drawing = lemma_drawing(dag, check, given, revealed=revealed, stage=stage)
    lines = said.check_words(dag, check, revealed=revealed)
    parts = [words_svg(said.title_words(check.lemma), lines, width=WIDE), to_svg(drawing)]
    lattice = shown_lattice(dag, check)
    if lattice is not None:
        parts.append(lattice_svg(lattice, revealed=revealed, chosen=given))
    return stacked(parts)


def stacked(pictures: Sequence[str]) -> str:
    """Return SVG pictures below each other as one, or beside each other if they have no words."""
    if len(pictures := list(filter(None, pictures))) == 1:
        return pictures[0]
    inner, x, y, titles = [], 0.0, 0.0, []
    width = height = 0.0
    for picture in pictures:
        head, _, rest = picture.partition(">")
        root = ElementTree.fromstring(picture)
        wide, high = float(root.get("width", "0")), float(root.get("height", "0"))
        titles += [found.text or "" for found in root.findall("{*}title")]
        # placed inside another picture, a size in CSS would win over the attributes
        plain = head.replace(f' style="{root.get("style")}"', "")
        inner.append(f'{plain} x="{x:g}" y="{y:g}">{rest}')
        width, height = max(width, x + wide), max(height, y + high)
        x, y = (0.0, height + GAP) if says_its_words() else (width + GAP, 0.0)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto" '
            f'role="img"><title>{escaped("; ".join(titles))}</title>',
            *inner,
            "</svg>",
        ]
    )
