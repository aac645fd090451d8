"""The living graph to look at: its bars, its lenses, its marks on a canvas, and twins for print.

A lens is composed of what the lesson on its topic draws and says already. A canvas takes the marks
of a drawing as pieces of SVG around each variable's own place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import log10
from typing import Any, Final, Literal

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.living_graph import words as said
from marvel_widgets.lessons.living_graph.words import CAPTION, count_lines
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.charts.chart import number_words
from marvel_widgets.pictures.drawing import Drawing, NodeMark, out_words
from marvel_widgets.pictures.figure import description_of
from marvel_widgets.pictures.grammar import NODE_STYLES
from marvel_widgets.pictures.marks import node_svg
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import edge_fragments, side_by_side
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.static_views import numbers_html
from marvel_widgets.text import escaped, paragraphs
from marvel_widgets.theory.graph_survey import BUDGET, Survey, changes, edge_changes

# Of the axis: the same for most graphs, so that a bar that is shorter stands for fewer tests.
_LEAST_END: Final = 1_000
LensName = Literal["draw", "separate", "boundary", "leave", "run"]
Marks = dict[str, Any]
NO_MARKS: Final[Mapping[str, Any]] = {"variables": [], "open": []}
MOST_DRAWN: Final = 60  # variables; a picture of more is not looked at, and takes too long
_SAID: Final = {"removable": "removable", "no-longer": "no longer removable"}


# -- bars --------------------------------------------------------------------------------------


def bars_html(found: Survey, before: Survey | None = None) -> str:
    """Return the tests of the algorithms as bars, changes marked, and both bounds in words."""
    known = (BUDGET if n is None else n for n in found.tests.values())
    end, most = _LEAST_END, max(found.upper, *known)
    while end < most:  # the axis ends at a power of ten
        end *= 10
    rows = "".join(_bar(found, before, name, end) for name in found.tests)
    note = (
        f"{CAPTION}, on a log scale. {said.marvel_words(found)}. "
        f"Dashed: upper bound for MARVEL {number_words(found.upper)}. "
        f"Lower bound on all tests, worst graph: {number_words(found.lower)}."
    )
    return (
        f'<div class="mw-live-chart"><ul class="mw-live-bars" aria-label="{CAPTION}">{rows}</ul>'
        f'<div class="mw-live-note">{escaped(note)}</div></div>'
    )


def _percent(value: float | Fraction, end: int) -> float:
    """Return the length of a bar: logarithmic, and nothing for no test."""
    return round(100 * log10(1 + float(value)) / log10(1 + end), 1)


def _bar(found: Survey, before: Survey | None, name: str, end: int) -> str:
    tests, was = (each.tests[name] for each in (found, before or found))
    known = [n for n in found.tests.values() if n is not None]
    fewest = tests == min(known, default=None)
    looks = ["mw-over"] if tests is None else ["mw-fewest"] if fewest else []
    length, former = (_percent(BUDGET if n is None else n, end) for n in (tests, was))
    change = ""
    if tests != was:
        looks += ["mw-changed", "mw-fell" if length < former else "mw-rose"]
        change = said.delta_word(was, tests)
        if was is not None:
            change += f'<span class="mw-live-was">, was {was:,}</span>'
    words = f"> {BUDGET:,}" if tests is None else f"{tests:,}"
    ticks = "".join(
        f'<i style="left:{_percent(10**k, end)}%"></i>' for k in range(1, len(str(end)) - 1)
    )
    if name == "marvel":
        ticks += f'<i class="mw-bound" style="left:{_percent(found.upper, end)}%"></i>'
    return (
        f'<li class="{" ".join(["mw-live-row", *looks])}">'
        f'<span class="mw-live-name">{escaped(algorithm_name(name))}</span>'
        f'<span class="mw-live-number">{escaped(words)}</span>'
        f'<span class="mw-live-change">{change}</span>'
        f'<span class="mw-live-track" aria-hidden="true">'
        f'<span style="--mw-was:{min(former, 100)}%;width:{length}%"></span>{ticks}</span></li>'
    )


def table_html(found: Survey, before: Survey | None = None) -> str:
    """Return the same numbers as a table, and what they count."""
    old, word = found if before is None else before, said.number_word
    rows = [(algorithm_name(x), word(n), word(old.tests[x])) for x, n in found.tests.items()]
    rows.append(("Upper bound, MARVEL", number_words(found.upper), number_words(old.upper)))
    rows.append(("Lower bound, all tests", f"{found.lower:,}", f"{old.lower:,}"))
    head = ("", "now", "before the last edit")
    notes = paragraphs(said.counts_words(found))
    return numbers_html(CAPTION, head, rows) + notes


# -- the graph that is drawn -------------------------------------------------------------------


def survey_sight(
    found: Survey, stage: Stage, before: Survey | None, *, late: bool = False
) -> tuple[Drawing, Said]:
    """Return the graph with what the last edit added or turned, and what follows from it."""
    edit, rest, marks = said.removable_words(found), said.UNTOUCHED, []
    if before is not None:
        edit = said.edit_words(before.dag, found.dag)
        rest = said.changes_words(before, found).removeprefix(edit).strip()
        edges = edge_changes(before.dag, found.dag)
        marks = [stage.mark(*edge, True, "new") for edge in (*edges.added, *edges.turned)]
    chosen: dict[Label, NodeState] = dict.fromkeys(found.removable, "removable")
    if before is not None and found.chosen is not None:
        chosen[found.chosen] = "subject"
    what = said.LATE if late else edit or said.removable_words(found)
    return stage.with_edges("Graph", marks, chosen), Said(what, rest)


# -- marks on a canvas -------------------------------------------------------------------------


def _variable_row(mark: NodeMark, looks: Sequence[str], said: str) -> list[Any]:
    """Return a variable's name, looks, glyph and words; nothing of one without any mark."""
    plain = mark.state == "idle" and not mark.note and not mark.out
    if plain and not looks:
        return []
    parts = () if mark.state == "idle" else (NODE_STYLES[mark.state].meaning,)
    words = ", ".join(part for part in (said, *parts, out_words(mark.out), mark.note) if part)
    return [mark.name, list(looks), "" if plain else _glyph(replace(mark, x=0.0, y=0.0)), words]


_glyph = lru_cache(maxsize=4096)(node_svg)


def draw_marks(found: Survey, stage: Stage, before: Survey | None = None) -> Marks:
    """Return the marks of the lens in which the graph is drawn."""
    edited = None if before is None else changes(before, found)
    drawing, _ = survey_sight(found, stage, before)
    rows = []
    for x, mark in zip(found.dag.nodes, drawing.nodes, strict=True):
        looks = ["removable"] if x in found.removable else []  # the canvas draws its ring
        if edited is not None:
            looks += ["now"] if x in edited.now_removable else []
            looks += ["no-longer"] if x in edited.no_longer_removable else []
        said = ", ".join(_SAID[look] for look in looks if look in _SAID)
        state: NodeState = "idle" if mark.state == "removable" else mark.state
        rows.append(_variable_row(replace(mark, state=state), looks, said))
    return {
        "variables": [row for row in rows if row],
        "open": [
            [str(a), str(b)] for a, b in found.dag.edges if (a, b) not in found.essential.directed
        ],
        "among": [svg for _, svg in edge_fragments(drawing)],
    }


# -- the whole board ---------------------------------------------------------------------------


def sentences(found: Survey) -> tuple[str, ...]:
    """Return what is so now: removable variables, boundary, essential graph, printed rule."""
    x, rest = found.chosen, (said.essential_words(found), said.printed_words(found))
    boundary = () if x is None else (said.members_words(found.dag, x),)
    return said.removable_words(found), *boundary, *rest


def board_lines(found: Survey, before: Survey | None = None) -> Iterator[str]:
    yield found.dag.to_text()
    if before is not None and (edit := said.changes_words(before, found)):
        yield edit
    yield from sentences(found)
    yield from count_lines(found)
    yield from said.counts_words(found)


def graph_drawing(found: Survey, stage: Stage) -> Drawing:
    """Return the DAG with the chosen variable, its boundary, and the removable variables."""
    states: dict[Label, NodeState] = dict.fromkeys(found.removable, "removable")
    inside: tuple[str, ...] = ()
    if (x := found.chosen) is not None:
        inside = tuple(map(str, (x, *found.dag.markov_boundary(x))))
        states |= dict.fromkeys(found.dag.parents(x), "parent")
        states |= dict.fromkeys(found.dag.children(x), "child")
        states |= dict.fromkeys(found.dag.co_parents(x), "co_parent")
        states[x] = "subject"
    drawing = stage.drawing("Graph", states, notes=dict.fromkeys(found.removable, "removable"))
    return replace(drawing, hull=inside)


def essential_drawing(found: Survey, stage: Stage, before: Survey | None = None) -> Drawing:
    """Return the essential graph with the variables where the DAG has them.

    Edges whose direction the last edit settled or opened are marked. `stage` may be that of an
    earlier graph on the same variables: it knows then how most edges bend.
    """
    edited = None if before is None else changes(before, found)
    changed = () if edited is None else (*edited.directed, *edited.undirected)
    marks = []
    for tail, head in found.dag.edges:
        state: EdgeState = "new" if (tail, head) in changed else "true"
        marks.append(stage.mark(tail, head, (tail, head) in found.essential.directed, state))
    words = description_of(found.essential, "Essential graph")
    return stage.with_edges("Essential graph", marks, alt=words)


def board_svg(found: Survey, positions: Positions) -> str:
    """Return both graphs with the numbers below; empty for more than `MOST_DRAWN` variables."""
    if len(found.dag) > MOST_DRAWN:
        return ""
    stage = stage_of(found.dag, positions)
    drawings = [graph_drawing(found, stage), essential_drawing(found, stage)]
    lines = [*sentences(found), f"{CAPTION}: {'; '.join(count_lines(found))}."]
    return side_by_side(drawings, caption=" ".join(lines))
