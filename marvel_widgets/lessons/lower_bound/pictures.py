"""The duel as pictures: graphs that agree with all answers, and the questions as a grid."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.lessons.lower_bound.words import reversal_lines
from marvel_widgets.pictures import palette as ink
from marvel_widgets.pictures.cells import Look, cells_svg
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.grammar import EDGE_STYLES
from marvel_widgets.pictures.marks import line
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.pills import HALF, pill_width
from marvel_widgets.pictures.positions import circle_positions
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.stage_layers import arc_between, layer
from marvel_widgets.text import counted, in_braces
from marvel_widgets.theory.adversary import Adversary, Answer, ClaimVerdict
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question
from marvel_widgets.theory.examples import Cell

Pairs = Mapping[frozenset[Label], EdgeState]  # what two graphs differ in, as an edge is drawn
NONE_DIFFER: Pairs = {}
_CLAIM = 2.0, 1.45  # the claim has a pane for itself, wider than high


def claim_drawing(
    claim: Pdag, title: str, cell: Cell | None = None, differing: Pairs = NONE_DIFFER
) -> Drawing:
    """Return what the learner believes, with the pair and the subset of a cell marked.

    The edges between `differing` pairs are drawn as such; where there is none, its place is.
    """
    order = {name: i for i, name in enumerate(claim.nodes)}
    heads = {(a, z) for a, z, _ in claim.v_structures} | {(b, z) for _, z, b in claim.v_structures}
    edges = [
        _edge(a, b, True, "v_structure" if (a, b) in heads else "compelled", differing)
        for a, b in sorted(claim.directed, key=lambda e: (order[e[0]], order[e[1]]))
    ]
    lines = sorted(sorted(pair, key=order.__getitem__) for pair in claim.undirected)
    edges += [_edge(a, b, False, "undirected", differing) for a, b in lines]
    edges += _absent(edges, claim.nodes, differing)
    return _drawing(title, claim.nodes, edges, _asked_states(cell), high=_height(cell))


def unknown_drawing(
    dag: Dag,
    title: str,
    cell: Cell | None = None,
    differing: Pairs = NONE_DIFFER,
    asked: Answer | Question | None = None,
) -> Drawing:
    """Return a graph that may be the true one, with the pair and the subset of a cell marked.

    The edges between `differing` pairs are drawn as such; where there is none, its place is.
    What is `asked` is marked where there is no cell.
    """
    edges = [_edge(a, b, True, "true", differing) for a, b in dag.edges]
    edges += _absent(edges, dag.nodes, differing)
    states = _asked_states(asked if cell is None else cell)
    return _drawing(title, dag.nodes, edges, states, high=_height(cell))


def draft_drawing(
    names: tuple[Label, ...],
    edges: tuple[tuple[Label, Label], ...],
    waiting: Label = "",
    asked: Answer | None = None,
) -> Drawing:
    """Return a claim in the making, which may have a cycle; `waiting` was clicked first of two.

    Until one is, the variables of the question that was `asked` last are marked.
    """
    states: dict[Label, NodeState] = {waiting: "answer"} if waiting != "" else _asked_states(asked)
    marks = [EdgeMark(str(a), str(b), True, "answer") for a, b in edges]
    return _drawing("Your claim", names, marks, states, *_CLAIM)


def answers_svg(drawing: Drawing, answers: Sequence[Answer]) -> tuple[str, str]:
    """Return what is known of each pair, in two layers below and above a claim.

    A pair has an arc with the sign of its answer, dotted where some set separated it; one that
    was never asked is a thin dashed line, white in an edge of the claim.
    """
    found: dict[frozenset[str], bool] = {}
    for answer in answers:
        pair = frozenset((str(answer.x), str(answer.y)))
        found[pair] = found.get(pair, False) or answer.independent
    unknown, arcs = "", ""
    claimed = {frozenset((mark.tail, mark.head)) for mark in drawing.edges}
    for a, b in combinations(drawing.nodes, 2):
        pair = frozenset((a.name, b.name))
        if pair in found:
            arcs += arc_between(drawing, a.name, b.name, independent=found[pair])
        elif pair in claimed:
            wide, high = (b.x - a.x) / 4, (b.y - a.y) / 4
            ends = (a.x + wide, a.y + high), (b.x - wide, b.y - high)
            arcs += line(*ends, ink.CARD, 2.5, dash="4 7")
        else:
            unknown += line((a.x, a.y), (b.x, b.y), ink.GRAY, 1, dash="4 5")
    return layer("mw-under", drawing, unknown), layer("mw-over", drawing, arcs)


def differing_pairs(claim: Pdag, dag: Dag) -> Pairs:
    """Return the pairs in which a DAG is not of the claimed class.

    Those that are adjacent in one of the two alone; where there are none, those whose edge
    has another direction, or a direction in one of the two alone.
    """
    found = essential_graph(dag)
    skeletons = [
        {frozenset(edge) for edge in (*graph.directed, *graph.undirected)}
        for graph in (claim, found)
    ]
    turned = map(frozenset, set(claim.directed) ^ set(found.directed))
    return dict.fromkeys(skeletons[0] ^ skeletons[1], "extra") or dict.fromkeys(turned, "differs")


def verdict_drawings(verdict: ClaimVerdict) -> tuple[Drawing, ...]:
    """Return the claim beside the hidden graph, or another that agrees, differences marked."""
    beside, title = verdict.hidden, "H: agrees with every answer"
    if verdict.outcome == "conceded":
        if verdict.other is None:
            return (claim_drawing(verdict.claim, "You claim", verdict.cell),)
        beside, title = verdict.other, "Agrees as well"
    marked = differing_pairs(verdict.claim, beside)
    return (
        claim_drawing(verdict.claim, "You claim", verdict.cell, marked),
        unknown_drawing(beside, title, verdict.cell, marked),
    )


def _edge(tail: Label, head: Label, directed: bool, state: EdgeState, differing: Pairs) -> EdgeMark:
    shown = differing.get(frozenset((tail, head)), state)
    return EdgeMark(str(tail), str(head), directed, shown)


def _absent(edges: list[EdgeMark], names: tuple[Label, ...], differing: Pairs) -> list[EdgeMark]:
    """Return marks for the edges that are missing here and are there in the other graph."""
    there = {frozenset((mark.tail, mark.head)) for mark in edges}
    pairs = [sorted(pair, key=names.index) for pair in differing]
    return [
        EdgeMark(str(a), str(b), False, "absent")
        for a, b in sorted(pairs, key=lambda ends: [*map(names.index, ends)])
        if frozenset((str(a), str(b))) not in there
    ]


def _height(cell: Cell | None) -> float:
    return 1.0 if cell is None else _CLAIM[1]


def _drawing(
    title: str,
    names: tuple[Label, ...],
    edges: list[EdgeMark],
    states: Mapping[Label, NodeState],
    wide: float = 1.0,
    high: float = 1.0,
) -> Drawing:
    """Return the graph on a circle, in the smallest box that has room for pills."""
    around = circle_positions(names)[0]
    places = {name: (wide * x, high * y) for name, (x, y) in around.items()}
    aside, above = max(map(pill_width, map(str, names)), default=0.0) / 2 + 4, HALF + 4
    left = min((x for x, _ in places.values()), default=0.0) - aside
    top = min((y for _, y in places.values()), default=0.0) - above
    moved = {name: (round(x - left, 1), round(y - top, 1)) for name, (x, y) in places.items()}
    width = max((x for x, _ in moved.values()), default=aside) + aside
    height = max((y for _, y in moved.values()), default=above) + above
    nodes = tuple(NodeMark(str(name), *moved[name], states.get(name, "idle")) for name in names)
    return Drawing(title, round(width), round(height), nodes, tuple(edges))


def _asked_states(asked: Answer | Question | Cell | None) -> dict[Label, NodeState]:
    if asked is None:
        return {}
    given = (asked.subset or ()) if isinstance(asked, Cell) else asked.given
    states: dict[Label, NodeState] = dict.fromkeys(given, "given")
    return states | {asked.x: "subject", asked.y: "object"}


# -- roles swapped ---------------------------------------------------------------------------------

MOST_DRAWN: Final = 4  # classes that are left


def reversal_drawings(
    space: ConsistentDags, replies: Sequence[Answer], pending: Question | Result, tell: bool = True
) -> tuple[Drawing, ...]:
    """Return what an algorithm found, and a DAG of each of the first classes that are left."""
    found: tuple[Drawing, ...] = ()
    if isinstance(pending, Result):
        found = (
            claim_drawing(pending.essential_graph, f"{algorithm_name(pending.algorithm)} says"),
        )
    if not tell:
        return found
    classes = space.classes(replies)
    asked = pending if isinstance(pending, Question) else None
    shown = (
        unknown_drawing(dag, f"Class {n} of {len(classes)} left", asked=asked)
        for n, dag in enumerate(classes[:MOST_DRAWN], 1)
    )
    return (*found, *shown)


def reversal_svg(
    space: ConsistentDags,
    algorithm: str,
    replies: Sequence[Answer],
    pending: Question | Result,
    tell: bool = True,
) -> str:
    """Return a swapped duel as one SVG element; empty where nothing may be drawn."""
    drawings = reversal_drawings(space, replies, pending, tell)
    if not drawings:
        return ""
    caption = " ".join(
        reversal_lines(space, algorithm, replies, pending, tell)[: -len(replies) or None]
    )
    return side_by_side(drawings, caption=caption, legend=False)


# -- the questions as a grid: a row for each pair, a cell for each subset --------------------------

CellState = Literal["open", "asked", "never asked"]
# fill, border, width, dash: no two agree in border and dash, so that they differ in gray print
LOOKS: Final[Mapping[str, Look]] = {
    "open": (ink.CARD, ink.GRAY, 1.5, "4 3"),
    "asked": (ink.CARD, ink.INK, 2.5, ""),
    "never asked": (ink.CARD, EDGE_STYLES["differs"].color, 4.0, ""),
}


# as a narrow cell shows a word; a screen reader has the whole sentence
_BRIEF = {"dependent": "dep.", "independent": "indep.", "not asked": "ask"}


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell as it is shown."""

    cell: Cell
    given: str
    state: CellState
    word: str

    @property
    def spoken(self) -> str:
        """The cell in words, for a screen reader."""
        text = self.word if self.state == "asked" else "not asked"
        text += ", and H differs here" * (self.state == "never asked")
        return f"{self.cell.x} and {self.cell.y} given {self.given}: {text}"


@dataclass(frozen=True, slots=True)
class Grid:
    """All cells of an example, with what was asked."""

    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]
    said: str = ""  # of a grid without an adversary

    @property
    def spoken(self) -> list[tuple[str, list[tuple[str, str, str, str]]]]:
        """The rows as texts: the set of each cell, its state, a word, and a sentence."""
        words = {"open": "ask"} | ({} if self.few else _BRIEF)
        return [
            (pair, [(self.set_of(c), c.state, words.get(c.word, c.word), c.spoken) for c in cells])
            for pair, cells in self.rows
        ]

    @property
    def few(self) -> bool:
        """Whether each cell has room for whole words."""
        return all(len(cells) < 3 for _, cells in self.rows)

    def set_of(self, cell: GridCell) -> str:
        """Return the set of a cell; of many cells beside a picture by its numbers."""
        if self.few or not cell.cell.subset:
            return cell.given
        return re.sub(r"\bX(?=\d)", "", cell.given).replace(",", "")

    @property
    def reading(self) -> str:
        """How a cell with a set is read; empty where no cell has one."""
        pair, cells = self.rows[0] if self.rows else ("", ())
        if not cells or not cells[-1].cell.subset:
            return ""
        last = cells[-1]
        asks = f"are they independent given {last.given}?"
        return f"Cell {self.set_of(last)} of {pair} is a CI test: {asks}"

    @property
    def asked(self) -> int:
        return sum(cell.state == "asked" for _, cells in self.rows for cell in cells)

    @property
    def size(self) -> int:
        return sum(len(cells) for _, cells in self.rows)

    @property
    def words(self) -> str:
        left = self.size - self.asked
        return (
            self.said
            or f"{self.asked} of {counted(self.size, 'cell')} asked; the adversary has {left} left."
        )


def grid(adversary: Adversary, verdict: ClaimVerdict | None = None) -> Grid:
    """Return the cells of an adversary as shown; `verdict` marks the one on which H was built."""
    done = adversary.asked_cells
    built_on = None if verdict is None else verdict.cell
    answer = "independent" if adversary.example.name == "empty" else "dependent"

    def shown(cell: Cell) -> GridCell:
        given = "any set"
        if cell.subset is not None:
            given = in_braces(v for v in adversary.example.names if v in (cell.subset or ()))
        if cell in done:
            return GridCell(cell, given, "asked", answer)
        state: CellState = "never asked" if cell == built_on else "open"
        return GridCell(cell, given, state, "not asked" if cell == built_on else "open")

    return Grid(
        tuple((f"{row[0].x}, {row[0].y}", tuple(map(shown, row))) for row in adversary.example.rows)
    )


def grid_svg(shown: Grid) -> str:
    """Return the grid as SVG."""
    rows = [(pair, [(c.given, c.state, c.word, c.spoken) for c in row]) for pair, row in shown.rows]
    done = (cell for _, row in shown.rows for cell in row if cell.state != "open")
    text = " ".join(f"{cell.spoken}." for cell in done)
    return cells_svg("Questions asked", f"{shown.words} {text}", rows, LOOKS)
