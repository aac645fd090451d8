"""The picture of a question with the learner's answer in it, as far as it goes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from marvel_widgets.assessment.facts import mark_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.layout.bends import bends_between
from marvel_widgets.pictures.positions import Pane, circle_positions
from marvel_widgets.pictures.stage import stage_of


@dataclass(frozen=True, slots=True)
class Chosen:
    """What of an answer can be drawn."""

    names: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    directed: bool = False
    ordered: bool = False
    waiting: str = ""


def pairs_drawing(names: Sequence[str]) -> Drawing:
    """Return variables without edges, to be joined: for a question that has no picture."""
    positions, width = circle_positions(tuple(names))
    nodes = tuple(NodeMark(str(name), x, y) for name, (x, y) in positions.items())
    return Drawing("Your answer", width, width, nodes, ())


def laid_out(drawing: Drawing, pane: Pane) -> Drawing:
    """Return a drawing for another pane, if its places are those of its edges alone."""
    try:
        edges = [(mark.tail, mark.head) for mark in drawing.edges]
        dag = Dag(edges, nodes=[mark.name for mark in drawing.nodes])
    except GraphError:
        return drawing
    places = {mark.name: (mark.x, mark.y) for mark in drawing.nodes}
    if stage_of(dag).positions != places:
        return drawing
    stage = stage_of(dag, pane=pane)
    at = stage.positions
    return replace(
        drawing,
        width=stage.width,
        height=stage.height,
        nodes=tuple(replace(v, x=at[v.name][0], y=at[v.name][1]) for v in drawing.nodes),
        edges=tuple(replace(e, bend=stage.bend(e.tail, e.head)) for e in drawing.edges),
    )


def answered(drawing: Drawing, chosen: Chosen) -> Drawing:
    """Return a drawing with an answer marked in it."""
    nodes = tuple(_node(mark, chosen) for mark in drawing.nodes)
    there = {mark.name for mark in nodes}
    pairs = [pair for pair in chosen.pairs if there.issuperset(pair)]
    wanted = {frozenset(pair) for pair in pairs}
    kept = [mark for mark in drawing.edges if frozenset((mark.tail, mark.head)) not in wanted]
    known = {frozenset((mark.tail, mark.head)): mark for mark in drawing.edges}
    bends = bends_between(pairs, {mark.name: (mark.x, mark.y) for mark in nodes})
    for a, b in pairs:
        old = known.get(frozenset((a, b)))
        if old is not None and (not chosen.directed or old.tail == a):
            kept.append(replace(old, state="answer"))  # a pair keeps the arrow of its edge
        else:
            bend = bends[a, b] if old is None else -old.bend
            kept.append(EdgeMark(a, b, chosen.directed, "answer", bend))
    return replace(drawing, nodes=nodes, edges=tuple(kept))


def yours(drawing: Drawing, chosen: Chosen) -> Drawing:
    """Return a drawing with a verdict in which what was chosen is still seen, or says so."""
    nodes = list(drawing.nodes)
    given = {mark.name for mark in nodes if mark.state == "given"}
    shown = {"answer", "given"} if given <= {*chosen.names} else {"answer"}
    for at, mark in enumerate(nodes):
        if mark.name in chosen.names and mark.state in mark_of("member").nodes:
            nodes[at] = replace(mark, state="answer")
        elif mark.name in chosen.names and mark.state not in shown:
            nodes[at] = replace(mark, note=mark.note or "yours")
    return replace(drawing, nodes=tuple(nodes))


def _node(mark: NodeMark, chosen: Chosen) -> NodeMark:
    if mark.name == chosen.waiting:
        return replace(mark, state="answer")
    if mark.name not in chosen.names:
        return mark
    place = str(chosen.names.index(mark.name) + 1) if chosen.ordered else mark.note
    return replace(mark, state="answer", note=place)
