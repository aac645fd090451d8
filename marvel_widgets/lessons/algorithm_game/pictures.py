"""What a game looks like: the learned graph, the hidden one, the tables of what is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.algorithm_game.game import Game, PlayedTest
from marvel_widgets.lessons.algorithm_game.grade import context_of
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.positions import ITS_TURN
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.text import counted, escaped

TESTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen for the next test."""

    pair: tuple[int, ...] = ()
    given: tuple[int, ...] = ()


def game_stage(game: Game) -> Stage:
    """Return the positions of the variables, each near the members of its Markov boundary.

    The boundaries are known from the beginning: the places reveal neither which of their members
    are neighbors nor any direction.
    """
    dag = game.dag
    joined = tuple(dag.adjacency_masks[v] | co for v, co in enumerate(_co_parents(dag)))
    return stage_of(Pdag(dag.nodes, (0,) * len(dag), joined))


def _co_parents(dag: Dag) -> Iterator[int]:
    place = dag.position
    return (mask_of(map(place, dag.co_parents(name))) for name in dag.nodes)


def learned_drawing(game: Game, stage: Stage, choice: Choice) -> Drawing:
    """Return what was learned so far, with the choice for the next test marked."""
    state, names = game.known.state, game.dag.nodes
    joined = {frozenset(arrow[:2]) for arrow in state.arrows}
    marks = [stage.mark(names[a], names[b], True, kind) for a, b, kind in state.arrows]
    marks += [
        stage.mark(names[u], names[v], False, "undirected")
        for u, mask in enumerate(state.edges)
        for v in members(mask)
        if u < v and frozenset((u, v)) not in joined
    ]
    states = _node_states(game, choice)
    turn = state.visiting if game.known.in_visit else None
    text = turn is None or states.get(names[turn]) == "visited"
    notes = {} if turn is None or text else {names[turn]: ITS_TURN}
    return stage.with_edges("What we know", marks, states, notes)


def _node_states(game: Game, choice: Choice) -> dict[Label, NodeState]:
    states: dict[Label, NodeState] = {}
    remaining = _still_shown(game)
    for x, name in enumerate(game.dag.nodes):
        if x in choice.pair:
            states[name] = "tested"
        elif x in choice.given:
            states[name] = "given"
        elif not remaining >> x & 1:
            states[name] = "removed"
        elif game.known.in_visit:
            states[name] = _role(game, x)
    return states


def _role(game: Game, x: int) -> NodeState:
    """Return what a variable is to the one in turn, as far as that is known."""
    known = game.known
    if x == known.visited:
        return "visited"
    if not known.boundary >> x & 1:
        return "idle"
    return "co_parent" if (known.visited, x) in known.separating else "member"


def _still_shown(game: Game) -> int:
    """Return the variables that are drawn as present: all of them, once the last is removed."""
    return game.known.state.remaining or (1 << len(game.dag)) - 1


def hidden_drawing(game: Game, stage: Stage, choice: Choice, path: Path | None = None) -> Drawing:
    """Return the hidden graph, with the path that decides where there is one."""
    dag, place = game.dag, game.dag.position
    remaining = _still_shown(game)
    edges: dict[Edge, EdgeState] = {}
    for a, b in dag.edges:
        here = remaining >> place(a) & remaining >> place(b) & 1
        edges[a, b] = "true" if here else "removed"
    states = _node_states(game, choice)
    if path is not None:
        how: EdgeState = "path" if path.is_open else "blocked_path"
        for a, b, arrow in zip(path.names, path.names[1:], path.arrows, strict=False):
            edges[(a, b) if arrow == "->" else (b, a)] = how
    marks = [stage.mark(*edge, True, state) for edge, state in edges.items()]
    return stage.with_edges("Hidden graph", marks, states)


def boundary_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Return for each variable: name, size of its boundary, the boundary, its place in the run."""
    context, known = context_of(game), game.known
    rows = []
    for x in range(len(game.dag)):
        boundary = known.state.boundaries[x]
        here = known.state.remaining >> x & 1
        size = str(boundary.bit_count()) if here else ""
        rows.append(
            (context.name(x), size, context.mask(boundary) if here else "", _place(game, x))
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
    context = context_of(game)
    made = [
        e for e in game.entries if isinstance(e, PlayedTest) and e.purpose != BOUNDARY_DISCOVERY
    ]
    return [
        (
            f"{context.name(e.pair[0])}, {context.name(e.pair[1])}",
            context.mask(e.given),
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
        "<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    head = "".join(
        f'<th scope="col">{escaped(word)}</th>' if word else "<td></td>" for word in heads
    )
    return (
        f'<table class="mw-table"><caption>{escaped(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
