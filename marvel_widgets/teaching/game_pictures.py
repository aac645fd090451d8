"""What a game looks like: the learned graph, the hidden one, the tables of what is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.graphs.witness import Path
from marvel_widgets.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.teaching.drawing import Drawing, EdgeMark
from marvel_widgets.teaching.game import Asked, Game
from marvel_widgets.teaching.grade import telling_of
from marvel_widgets.teaching.orientation_canvas import Canvas
from marvel_widgets.teaching.palette import EdgeState, NodeState
from marvel_widgets.teaching.pictures import ITS_TURN, pointed_down
from marvel_widgets.teaching.pseudocode import PURPOSES
from marvel_widgets.teaching.wording import counted

TESTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen for the next test.

    Attributes
    ----------
    pair : tuple of int
        Up to two variables.
    given : tuple of int
    """

    pair: tuple[int, ...] = ()
    given: tuple[int, ...] = ()


def game_canvas(game: Game) -> Canvas:
    """Return where the variables stand; edges point along the order of the variables.

    So the places tell nothing about directions.
    """
    dag = game.dag
    undirected = Pdag(dag.nodes, (0,) * len(dag), tuple(dag.adjacency_masks))
    return Canvas(pointed_down(undirected))


def learned_drawing(game: Game, canvas: Canvas, choice: Choice) -> Drawing:
    """Return what was learned so far, with the choice for the next test marked."""
    state = game.known.state
    joined = {frozenset(arrow[:2]) for arrow in state.arrows}
    marks: list[EdgeMark] = [canvas.mark(a, b, kind) for a, b, kind in state.arrows]
    marks += [
        canvas.mark(u, v, "undirected", directed=False)
        for u, mask in enumerate(state.edges)
        for v in members(mask)
        if u < v and frozenset((u, v)) not in joined
    ]
    states = _node_states(game, choice)
    turn = state.visiting if game.known.in_visit else None
    notes = {} if turn is None or states.get(turn) == "visited" else {turn: ITS_TURN}
    return canvas.drawing("What we know", marks, states, notes)


def _node_states(game: Game, choice: Choice) -> dict[int, NodeState]:
    states: dict[int, NodeState] = {}
    remaining = _still_shown(game)
    for x in range(len(game.dag)):
        if x in choice.pair:
            states[x] = "tested"
        elif x in choice.given:
            states[x] = "given"
        elif not remaining >> x & 1:
            states[x] = "removed"
        elif game.known.in_visit and x == game.known.visited:
            states[x] = "visited"
    return states


def _still_shown(game: Game) -> int:
    """Return who is drawn as there: once all have left, the whole graph is looked at again."""
    return game.known.state.remaining or (1 << len(game.dag)) - 1


def hidden_drawing(game: Game, canvas: Canvas, choice: Choice, path: Path | None = None) -> Drawing:
    """Return the hidden graph, with the path that decides where there is one."""
    dag, place = game.dag, game.dag.position
    remaining = _still_shown(game)
    edges: dict[tuple[int, int], EdgeState] = {}
    for a, b in dag.edges:
        here = remaining >> place(a) & remaining >> place(b) & 1
        edges[place(a), place(b)] = "true" if here else "removed"
    states = _node_states(game, choice)
    if path is not None:
        how: EdgeState = "path" if path.is_open else "blocked_path"
        for a, b, arrow in zip(path.names, path.names[1:], path.arrows, strict=False):
            ends = (place(a), place(b))
            edges[ends if arrow == "->" else ends[::-1]] = how
    marks = [canvas.mark(a, b, state) for (a, b), state in edges.items()]
    return canvas.drawing("Hidden graph", marks, states)


def boundary_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Return for each variable: name, size of its boundary, the boundary, its place in the run."""
    telling, known = telling_of(game), game.known
    rows = []
    for x in range(len(game.dag)):
        boundary = known.state.boundaries[x]
        here = known.state.remaining >> x & 1
        size = str(boundary.bit_count()) if here else ""
        rows.append(
            (telling.name(x), size, telling.mask(boundary) if here else "", _place(game, x))
        )
    return rows


def _place(game: Game, x: int) -> str:
    state = game.known.state
    if x in state.removal_order:
        return f"left as number {state.removal_order.index(x) + 1}"
    if game.known.in_visit and x == game.known.visited:
        return "its turn"
    if game.phase == "visit" and x not in game.known.to_visit():
        return "failed in this round"
    if game.known.in_visit and x in state.passed_over:
        return "failed in this round"
    return "remains"


def rows_of_tests(game: Game, most: int = TESTS_SHOWN) -> list[tuple[str, str, str, str]]:
    """Return the last CI tests after boundary discovery: pair, given, answer, purpose."""
    telling = telling_of(game)
    made = [e for e in game.entries if isinstance(e, Asked) and e.purpose != BOUNDARY_DISCOVERY]
    return [
        (
            f"{telling.name(e.pair[0])}, {telling.name(e.pair[1])}",
            telling.mask(e.given),
            "independent" if e.independent else "dependent",
            PURPOSES[e.purpose],
        )
        for e in made[-most:]
    ]


def known_html(game: Game) -> str:
    """Return both tables as HTML; every name is escaped."""
    boundaries = _table(
        "Markov boundaries now", ("variable", "size", "boundary", ""), boundary_rows(game)
    )
    rows = rows_of_tests(game)
    made = counted(game.tests, "test")
    shown = made if game.tests == len(rows) else f"The last {len(rows)} of {made}"
    caption = f"{shown} after boundary discovery" if rows else "No test yet"
    tests = _table(caption, ("tested", "given", "answer", "for"), rows)
    return f'<div class="mw-counters">{boundaries}{tests}</div>'


def _table(caption: str, heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    head = "".join(
        f'<th scope="col">{escape(word)}</th>' if word else "<td></td>" for word in heads
    )
    return (
        f'<table class="mw-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
