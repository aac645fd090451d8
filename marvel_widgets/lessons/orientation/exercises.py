"""07, is the answer right: which arrows tests determine, which the printed rules only claim."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import FORMS, Fact, Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs import equivalence
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import CycleError
from marvel_widgets.core.graphs.pdag import pattern
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.text import arrows_text, counted, listed

Arrow = tuple[Any, Any]
Triple = tuple[Any, Any, Any]  # (end, collider, other end)

AS_PRINTED: Final = "Algorithm 1 runs on this graph as printed, ties broken by the alphabet."
TURNED_ALONE: Final = Principle(
    "Each other edge, turned alone, makes or breaks a v-structure or closes a cycle."
)

# -- what is said ----------------------------------------------------------------------------------


def collision(triple: Triple) -> str:
    """Return two arrows that meet as words."""
    a, c, b = triple
    return f"{a} → {c} ← {b}"


def centers(triples: Iterable[Triple]) -> str:
    """Return where v-structures meet, as words."""
    return listed(sorted({str(c) for _, c, _ in triples}))


FORMS.update(
    met=collision,
    all_met=lambda triples: listed(map(collision, triples)),
    graph=lambda edges: "; ".join(f"{a} -> {b}" for a, b in sorted(edges, key=str)),
)

VStructures = kind("path", "The {path:v-structure is|v-structures are} {path:all_met}.")


def _in_none(edge: Arrow, members: tuple[Any, ...] | None) -> str:
    a, c = edge
    if members is None:
        return f"The graph has no arrow {a} → {c}."
    if not members:
        return f"{a} → {c} meets no other arrow: {c} has no other parent."
    return f"{a} → {c} is in no v-structure: {a} is joined to {listed(map(str, members))}."


InVStructure = kind("edge members=None", _in_none)

IsVStructure = kind("path", "{path:met} is a v-structure: no edge joins {path[0]} and {path[2]}.")


def _added(steps: tuple[tuple[str, Any, Any], ...], alone: bool) -> str:
    if not steps:
        return "No rule of Meek fits after that."
    forced = listed(f"{a} → {b} by {rule}" for rule, a, b in steps)
    return f"They are, in turn, {forced}." if alone else f"Meek's rules add {forced}."


MeekAdds = kind("steps alone=False", _added)

PointsBothWays = kind(
    "edge there",
    "{edge:arrow} is not fixed. The class has a graph with {edge[1]} → {edge[0]}: {there:sorted}.",
)

InEach = kind(
    "edge number", "{edge:arrow} is missing: each graph of the class has it ({number:# graph})."
)

PartOfV = kind(
    "edge inside",
    "{edge:arrow} is {inside:part of a v-structure, so it is there already|in no v-structure of "
    "the graph}.",
)


def _leaving(edge: Arrow, change: str, path: Triple | None) -> str:
    what = "close a cycle"
    if change != "cycle" and path is not None:
        what = f"{'make' if change == 'new' else 'undo'} the v-structure {collision(path)}"
    return f"{edge[0]} → {edge[1]} is not free to turn: it would {what}."


LeavesClass = kind("there edge change path", _leaving)

MayTurn = kind(
    "edge", "{edge:arrow} turned round leaves the edges and the v-structures as they are."
)

NotKept = kind(
    "edge path=None drawn=True",
    "{drawn:{path:met} is a v-structure of the true graph|No line draws {edge:arrow}}.",
    "{drawn:{edge:arrow} is in no pair that line 17 keeps: an edge joins {edge[0]} to the others|"
    "No line draws {edge:arrow}}.",
)

FalselyRead = kind(
    "path missing=()",
    "{missing:sorted} {missing:is|are} missing: line 17 reads {path:all_met}, since no edge joins "
    "{path[0][0]} and {path[0][2]}, and the true graph does not have this v-structure.",
    "Line 17 reads {path:all_met}, which the true graph denies.",
)


# -- what is right, and what holders of beliefs take for right -----------------------------------


def arrows_of(triples: Iterable[Triple]) -> frozenset[Arrow]:
    """Return the arrows of v-structures, or of other pairs of arrows that meet."""
    return frozenset((end, c) for a, c, b in triples for end in (a, b))


def collisions(arrows: Iterable[Arrow]) -> tuple[Triple, ...]:
    """Return all pairs of arrows that meet, their ends joined or not."""
    heads: dict[Any, list[Any]] = {}
    for tail, head in sorted(arrows):
        heads.setdefault(head, []).append(tail)
    return tuple((a, c, b) for c, tails in heads.items() for a, b in combinations(tails, 2))


def with_shielded(dag: Dag) -> frozenset[Arrow]:
    """Return what a holder of `parents_apart` takes for the arrows of the essential graph."""
    return equivalence.meek_closure(
        pattern(dag.nodes, dag.edges, list(collisions(dag.edges)))
    ).directed


def forced_steps(dag: Dag) -> list[tuple[str, Any, Any]]:
    """Return what Meek's rules direct in turn, after the v-structures of a graph."""
    steps, _ = equivalence.meek_steps(pattern(dag.nodes, dag.edges, dag.v_structures()))
    return [(step.rule, dag.nodes[step.tail], dag.nodes[step.head]) for step in steps]


@dataclass(frozen=True, slots=True)
class PrintedRun:
    """A run of the printed algorithm: its removals, and the arrows after the last of them."""

    order: tuple[Any, ...]
    of_line_11: frozenset[Arrow]
    arrows: frozenset[Arrow]  # of lines 11 and 13


def printed_run(dag: Dag) -> PrintedRun:
    """Return the run of the printed algorithm on a graph.

    Examples
    --------
    >>> run = printed_run(Dag("{A B C D}; A -> C; B -> {C D}; C -> D"))
    >>> run.order, sorted(run.of_line_11), sorted(run.arrows - run.of_line_11)
    (('A', 'B', 'C', 'D'), [('A', 'C'), ('B', 'C')], [('D', 'B'), ('D', 'C')])
    """
    trace, names = record("marvel", dag, orientation="printed"), dag.nodes
    of_11: set[Arrow] = set()
    of_13: set[Arrow] = set()
    for event, _ in trace.steps:
        if isinstance(event, ev.VStructuresKnown):
            of_11 |= arrows_of((names[event.x], names[y], names[t]) for y, t in event.v_structures)
        elif isinstance(event, ev.Removed):
            of_13 |= {(names[tail], names[event.x]) for tail in event.arrows}
    return PrintedRun(trace.result.removal_order, frozenset(of_11), frozenset(of_11 | of_13))


# -- exercises -----------------------------------------------------------------------------------


def v_structures(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    found = dag.v_structures()
    solution = arrows_of(found)
    given_something = arrows_of(t for t in found if not d_separated(dag, t[0], t[2]))
    one_less = [arrows_of(t for t in found if t != one) for one in found]  # a slip does so
    if not 2 <= len(found) <= 5 or given_something in (frozenset(), *one_less):
        return None

    def shows(value: frozenset[Arrow]) -> Facts:
        for a, c in sorted(value - solution):
            there = (a, c) in dag.edges
            others = tuple(sorted(map(str, dag.parents(c) - {a}))) if there else None
            return (InVStructure((a, c), others),)
        return (IsVStructure(next(t for t in found if arrows_of([t]) - value)),)

    return Exercise(
        title="All v-structures",
        question=(
            "Which arrows belong to a v-structure of this graph? Name all of them, and no other."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        believed=(
            (arrows_of(collisions(dag.edges)), Belief.parents_apart),
            (given_something, Belief.no_empty_set),
            (frozenset(dag.edges), Belief.whole_graph),
        ),
        shows=shows,
        reasons=(VStructures(found),),
        count=f"There are {len(found)} v-structures.",
        place=f"Look at {centers(found)}.",
        rule="Two parents of one variable make a v-structure exactly when no edge joins them.",
        dag=dag,
    )


def of_class(dag: Dag, value: frozenset[Arrow], solution: frozenset[Arrow]) -> Facts:
    """Return a graph of the class that has an arrow the other way round, or a missing arrow."""
    for a, b in sorted(value - solution):
        if b not in dag.neighbors(a):
            return (Adjacent((a, b), False),)
        other = next(g for g in equivalence.equivalent_dags(dag) if (b, a) in g.edges)
        return (PointsBothWays((a, b), other.edges),)
    return (InEach(min(solution - value), sum(1 for _ in equivalence.equivalent_dags(dag))),)


def directed(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    found, essential = dag.v_structures(), equivalence.essential_graph(dag)
    if not found or not essential.undirected:
        return None
    solution = essential.directed
    return Exercise(
        title="Arrows of the essential graph",
        question=(
            "This is the true graph. Which edges have an arrow in its essential graph? "
            "Name the arrows."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        believed=(
            (arrows_of(found), Belief.only_v_structures),
            (frozenset(dag.edges), Belief.whole_graph),
            (with_shielded(dag), Belief.parents_apart),
        ),
        shows=lambda value: of_class(dag, value, solution),
        reasons=(VStructures(found), MeekAdds(tuple(forced_steps(dag)))),
        count=f"{counted(len(solution), 'edge')} of {dag.edge_count} are directed.",
        place=f"Begin with the arrows that meet at {centers(found)}.",
        rule="Then direct what would otherwise make a new v-structure or a cycle.",
        dag=dag,
    )


def meek(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    steps = forced_steps(dag)
    if len(steps) < 2:
        return None
    in_v, solution = arrows_of(dag.v_structures()), frozenset((a, b) for _, a, b in steps)

    def shows(value: frozenset[Arrow]) -> Facts:
        known = sorted(value & in_v)
        return (PartOfV(known[0], True),) if known else of_class(dag, value, solution)

    return Exercise(
        title="What Meek's rules add",
        question=(
            "This is the true graph. A run has its edges, and the arrows of its v-structures "
            "alone. Which arrows do Meek's rules add?"
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        believed=(
            (frozenset(), Belief.only_v_structures),
            (frozenset(dag.edges) - in_v, Belief.whole_graph),
            (with_shielded(dag) - in_v, Belief.parents_apart),
        ),
        shows=shows,
        reasons=(MeekAdds(tuple(steps), True),),
        count=f"There are {len(steps)}.",
        place=f"Look at the edges of {listed(sorted({str(b) for _, b in solution}))} first.",
        rule="A direction is forced when the other one would make a new v-structure or a cycle.",
        dag=dag,
    )


def turned(dag: Dag, arrow: Arrow) -> Fact | None:
    """Return what an arrow does that is turned round; None where the graph stays in the class."""
    edges = tuple((b, a) if (a, b) == arrow else (a, b) for a, b in dag.edges)
    try:
        other = Dag(edges, nodes=dag.nodes)
    except CycleError:
        return LeavesClass(edges, arrow, "cycle", None)
    ours, theirs = (
        {(frozenset((a, b)), c): (a, c, b) for a, c, b in graph.v_structures()}
        for graph in (dag, other)
    )
    if new := [theirs[met] for met in theirs if met not in ours]:
        return LeavesClass(edges, arrow, "new", new[0])
    lost = [ours[met] for met in ours if met not in theirs]
    return LeavesClass(edges, arrow, "lost", lost[0]) if lost else None


def turn(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    edges: dict[frozenset[Any], Arrow] = {frozenset(arrow): arrow for arrow in dag.edges}
    solution = frozenset(pair for pair, arrow in edges.items() if turned(dag, arrow) is None)
    if len(solution) < 2:
        return None
    loose = frozenset(map(frozenset, set(dag.edges) - arrows_of(dag.v_structures())))

    def shows(value: frozenset[Any]) -> Facts:
        for a, b in sorted(map(sorted, value - solution)):
            arrow = edges.get(frozenset((a, b)))
            leaves = None if arrow is None else turned(dag, arrow)
            return (leaves or Adjacent((a, b), False),)
        return (MayTurn(min(edges[pair] for pair in solution - value)),)

    return Exercise(
        title="Turn one edge",
        question=(
            "Turn one edge of this graph round and leave all others as they are. For which edges "
            "is the result a DAG of the same Markov equivalence class?"
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        believed=(
            (equivalence.essential_graph(dag).undirected, Belief.turns_freely),
            (loose, Belief.only_v_structures),
            (frozenset(), Belief.whole_graph),
        ),
        shows=shows,
        reasons=(TURNED_ALONE,),
        count=f"There are {len(solution)}.",
        place=f"Look among the edges of {listed(sorted(map(str, frozenset().union(*solution))))}.",
        rule="Turn X → Y only where Y has the parents of X, and X besides, and no other.",
        dag=dag,
    )


def printed_v_structures(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.choice([6, 7]))
    if not dag.v_structures():
        return None
    run, edges = printed_run(dag), set(dag.edges)
    met = [t for t in collisions(run.arrows) if not arrows_of([t]) <= edges]
    false = tuple(t for t in met if t[2] not in dag.neighbors(t[0]))
    if not false:
        return None
    solution = arrows_of(false)

    def shows(value: frozenset[Arrow]) -> Facts:
        for a, b in sorted(value - solution):
            if (a, b) not in run.arrows:
                return (NotKept((a, b), drawn=False),)
            near = dag.neighbors(a) | {a}
            ends = sorted(end for end, c in run.arrows if c == b and end not in near)
            return (NotKept((a, b), (a, b, ends[0]) if ends else None),)
        triple = next(t for t in false if arrows_of([t]) - value)
        return (FalselyRead((triple,), tuple(sorted(arrows_of([triple]) - value))),)

    return Exercise(
        title="What line 17 reads",
        question=(
            f"{AS_PRINTED} The variables leave in the order {', '.join(run.order)}. Line 11 draws "
            f"{arrows_text(run.of_line_11) if run.of_line_11 else 'nothing'} in the whole run, "
            "each arrow before one of its ends leaves. Line 13 points each other edge at the end "
            "that leaves first. Line 17 keeps each pair of arrows that meet where no edge joins "
            "their ends. Which of these pairs does the true graph not have? Name both arrows of "
            "each, even where one of the two is true."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        believed=(
            (frozenset(), Belief.drawn_is_true),
            (arrows_of(met), Belief.parents_apart),
            (frozenset((a, b) for a, b in run.arrows if (b, a) in edges), Belief.whole_graph),
        ),
        shows=shows,
        reasons=(FalselyRead(false),),
        count=f"There {'is one false v-structure' if len(false) == 1 else f'are {len(false)}'}.",
        place=f"Look at the arrows into {centers(false)}.",
        rule="At least one of two such arrows points the wrong way; no edge joins their ends.",
        dag=dag,
    )


EXERCISES: Final = by_name(v_structures, directed, meek, turn, printed_v_structures)
