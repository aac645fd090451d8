"""What a game looks like: the learned graph, the hidden one, the tables of what is known."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.moves import Triple
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.path_marks import path_edges
from marvel_widgets.pictures.positions import ASPECTS, Pane, circle_positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.replay.run_pictures import learned_edges
from marvel_widgets.text import counted, row_html, table_html

TESTS_SHOWN = 10
LATELY = 5  # tests beside the picture


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen for the next test, or as the v-structures."""

    pair: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    triples: tuple[Triple, ...] = ()


def game_stage(game: Game, pane: Pane = "wide") -> Stage:
    """Return the positions of the variables: on a circle, in an order drawn by their names alone.

    Where a pane is wide it is an ellipse.

    That in which a graph lists its variables is mostly that of its arrows.
    """
    names = sorted(game.dag.nodes, key=str)
    Random(", ".join(map(str, names))).shuffle(names)
    wider = max(1.0, ASPECTS[pane] / ASPECTS["square"])
    places = {name: (wider * x, y) for name, (x, y) in circle_positions(tuple(names))[0].items()}
    return stage_of(Pdag.from_edges(game.dag.nodes), places)


def learned_drawing(game: Game, stage: Stage, choice: Choice) -> Drawing:
    """Return what was learned so far, with the choice for the next move marked."""
    state, names, place = game.known.state, game.dag.nodes, game.dag.position
    chosen = {(names[end], names[c]) for a, c, b in choice.triples for end in (a, b)}
    learned = (edge for edge in learned_edges(state, names) if not {edge[:2], edge[1::-1]} & chosen)
    looks: dict[frozenset[int], EdgeState] = {}
    for ends in map(frozenset, game.book.undecided(game)):
        lends = ends.intersection(choice.pair) and ends.intersection(choice.given)
        looks[ends] = "lends" if lends else "undecided"
    looks[frozenset(choice.pair)] = "object"
    present, marks = set(members(_still_shown(game))), []
    for a, b, directed, look in learned:
        ends = frozenset((place(a), place(b)))
        shown = look if directed else looks.get(ends, look)
        marks.append(stage.mark(a, b, directed, shown if ends <= present else "removed"))
    marks += [stage.mark(*ends, True, "answer") for ends in sorted(chosen, key=str)]
    states = _node_states(game, choice)
    turn = game.book.turn(game)
    text = turn is None or states.get(names[turn]) == "subject"
    notes = {} if turn is None or text else {names[turn]: ITS_TURN}
    if game.phase == "visit":
        sizes = {x: state.boundaries[x].bit_count() for x in members(state.remaining)}
        notes = {names[x]: f"size {size}" for x, size in sizes.items()}
    out = {names[x]: at for at, x in enumerate(state.removal_order, start=1)}
    drawing = stage.with_edges("What we know", marks, states, notes, out=out)
    around = (x for x, role in game.book.roles(game).items() if role != "idle")
    return replace(drawing, hull=tuple(str(names[x]) for x in around))


def _node_states(game: Game, choice: Choice) -> dict[Label, NodeState]:
    states: dict[Label, NodeState] = {}
    remaining, roles, turn = _still_shown(game), game.book.roles(game), game.book.turn(game)
    subject = choice.pair[0] if turn is None and choice.pair else turn
    for x, name in enumerate(game.dag.nodes):
        if x in choice.pair:
            states[name] = "subject" if x == subject else "object"
        elif x in choice.given:
            states[name] = "given"
        elif not remaining >> x & 1:
            states[name] = "removed"
        elif x in roles:
            states[name] = roles[x]
    return states


def _still_shown(game: Game) -> int:
    """Return the variables that are drawn as present: all of them, once the last is removed."""
    return game.known.state.remaining or (1 << len(game.dag)) - 1


def hidden_drawing(game: Game, stage: Stage, choice: Choice, path: Path | None = None) -> Drawing:
    """Return the hidden graph, with the path that decides where there is one."""
    dag, place = game.dag, game.dag.position
    present = set(members(_still_shown(game)))
    edges: dict[Edge, EdgeState] = {
        (a, b): "true" if {place(a), place(b)} <= present else "removed" for a, b in dag.edges
    }
    states = _node_states(game, choice)
    if path is not None:
        edges |= path_edges(path)
    marks = [stage.mark(*edge, True, state) for edge, state in edges.items()]
    return stage.with_edges("Hidden graph", marks, states)


def rows_of_tests(game: Game, most: int = TESTS_SHOWN) -> list[tuple[str, str, str, str]]:
    """Return the last CI tests after boundary discovery: pair, given, answer, purpose."""
    context = game.context
    return [
        (
            f"{context.name(e.pair[0])}, {context.name(e.pair[1])}",
            context.mask(e.given),
            "independent" if e.independent else "dependent",
            PURPOSES[e.purpose],
        )
        for e in game.made()[-most:]
    ]


def at_hand_html(game: Game) -> str:
    """Return what the next move is chosen by as HTML: the table of a visit, or the last tests."""
    if game.phase == "visit":
        caption, heads, rows = game.book.table(game)
        said = -1 if len({row[-1] for row in rows}) == 1 else None  # what all have needs no column
        return _table(caption, heads[:said], [row[:said] for row in rows])
    rows = [row[:3] for row in rows_of_tests(game, LATELY)]
    made = _table("The last tests", ("tested", "given", "answer"), rows)
    return f'<div class="mw-lately">{made}</div>' if rows else ""


def known_html(game: Game) -> str:
    """Return both tables as HTML; every name is escaped."""
    known = _table(*game.book.table(game))
    rows = rows_of_tests(game)
    made = counted(game.tests, "test")
    shown = made if game.tests == len(rows) else f"The last {len(rows)} of {made}"
    later = " after boundary discovery" if game.made(discovery=True) else ""
    caption = f"{shown}{later}" if rows else "No test yet"
    tests = _table(caption, ("tested", "given", "answer", "for"), rows)
    return f'<div class="mw-counters">{known}{tests}</div>'


def _table(caption: str, heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    return table_html(caption, heads, (row_html("", row) for row in rows))
