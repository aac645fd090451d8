"""A lemma in pictures: its graph, the lattice of its subsets, and both with all its sentences."""

from collections.abc import Iterable, Mapping, Sequence
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
from marvel_widgets.pictures.cells import Look, cells_svg
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState, NodeState, printable
from marvel_widgets.pictures.path_marks import path_edges, path_nodes
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import says_its_words, to_svg, words_svg
from marvel_widgets.replay.wording import RunContext, reason
from marvel_widgets.text import capitalized, escaped
from marvel_widgets.theory.lemma_checks import LemmaCheck, shown_lattice
from marvel_widgets.theory.subset_lattice import Lattice

MOST_DRAWN: Final = 60  # variables; of a larger graph only X and its boundary are shown
GAP: Final = 8.0
LONGEST_WHY: Final = 200  # letters; more stands in the drawer
WIDE: Final = 760.0  # of the sentences
LOOKS: Final[Mapping[str, Look]] = {  # fill, border, its width and its dashes
    "separates": (ink.INDEPENDENT_PAPER, ink.INDEPENDENT, 2.5, ""),
    "does not": (ink.CARD, ink.INK, 1.0, ""),
    "left out": (ink.CARD, ink.FADED, 1.0, "2 4"),
    "unknown": (ink.CARD, ink.INK, 1.0, "6 4"),
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


def lattice_svg(lattice: Lattice, chosen: Iterable[Label] = (), *, revealed: bool = True) -> str:
    """Return the sets in rows by size, as the screen has them, those in view if they are many."""
    rows = said.lattice_rows(lattice, tuple(chosen), revealed=revealed)
    words = " ".join(said.lattice_text(lattice, revealed=revealed).split())
    named = [(name, cells) for name, _, cells in rows]
    return cells_svg(printable(said.heading(lattice)), words, named, LOOKS)


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
        parts.append(lattice_svg(lattice, given, revealed=revealed))
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
