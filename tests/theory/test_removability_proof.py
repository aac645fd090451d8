"""The if side of the proof of Theorem 1, each step checked by an independent path rule."""

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings

from marvel_widgets import Dag, is_removable
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.theory import removability_proof
from marvel_widgets.theory.removability_proof import (
    PathWalk,
    instructive_query,
    judged_path,
    paths_through,
    walk_path,
)
from tests import strategies
from tests.reference import paths as ref
from tests.reference import separation, theory
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import Graph, children, graph, neighbors, parents, without
from tests.reference.separation import subsets
from tests.slices import graphs_of


def queries(g):
    """Yield every removable x, every path through it, and every set of the other variables."""
    for x in g.vertices:
        if not theory.is_removable_by_theorem(g, x):
            continue
        for y, z in combinations([v for v in g.vertices if v != x], 2):
            through = [path for path in separation.paths(g, y, z) if x in path]
            for path, chosen in product(through, subsets(frozenset(g.vertices) - {x, y, z})):
                yield x, path, chosen


def wrong_with_walk(g: Graph, walk: PathWalk, x, path, chosen):
    smaller = without(g, x)
    if walk.stages[0].path.names != path or walk.stages[0].kind != "start":
        return "does not begin with P"
    if walk.stages[-1].kind != "conclusion" or walk.ends != (path[0], path[-1]):
        return "does not end with the conclusion"
    if (walk.case == "a") != ({walk.before, walk.after} <= parents(g, x)):
        return "case"
    for stage in walk.stages:
        wrong = wrong_with_stage(g, smaller, stage, x, path, chosen)
        if wrong:
            return stage.kind, wrong
    return wrong_with_outcome(g, smaller, walk, path, chosen)


def wrong_with_stage(g, smaller, stage, x, path, chosen):
    here, names = (smaller, stage.path.names) if stage.in_smaller else (g, stage.path.names)
    allowed = ref.is_walk if stage.kind == "replaced" else ref.is_path
    if not allowed(here, names) or (names[0], names[-1]) != (path[0], path[-1]):
        return "no path between the ends"
    for judged, rule in ((stage.path, "paper"), (stage.textbook, "textbook")):
        for at, vertex in enumerate(judged.vertices):
            if vertex.role != ref.role(here, names, at):
                return rule, "role", vertex
            if vertex.is_open != ref.state(here, names, at, chosen, rule):
                return rule, "state", vertex
    names_one = stage.blocker is not None and stage.kind != "conclusion"
    if names_one and not ref.blocks(here, names, stage.blocker, chosen):
        return "does not block"
    if stage.blocker is None and not ref.is_open(here, names, chosen, "paper"):
        return "no blocker named"
    return wrong_with_edges(g, smaller, stage, x, path, chosen)


def wrong_with_edges(g, smaller, stage, x, path, chosen):
    names = stage.path.names
    if stage.kind in ("replaced", "cut", "skipped", "skipped_again"):
        # where W is on P already, an edge to it may be one of P
        on_path, fresh = ref.edges_of(smaller, names), set(stage.new_edges)
        if not on_path - ref.edges_of(g, path) <= fresh <= on_path:
            return "new edges"
        for edge in stage.new_edges:
            if not supplied_by(g, x, edge, stage.condition):
                return "no condition supplies", edge
    if stage.kind == "opener":
        way = stage.way_down
        if way[0] != x or way[1] != stage.replacement or not set(pairwise(way)) <= g.edges:
            return "no way down"
        goal = way[-1] in chosen | {path[0], path[-1]}
        if goal != (stage.blocker is None):
            return "does not open X"
    return None


def supplied_by(g, x, edge, condition):
    """Return whether this condition asks for the edge at this variable."""
    tail, head = edge
    if condition == 1:
        return head in children(g, x) and tail in neighbors(g, x)
    between = children(g, x) & parents(g, head)
    return head in children(g, x) and any(tail in parents(g, y) for y in between)


def wrong_with_outcome(g, smaller, walk, path, chosen):
    last = walk.stages[-1].path.names
    if (walk.outcome == "open") != ref.is_open(g, path, chosen, "paper"):
        return "outcome"
    separated = separation.separation(smaller)(path[0], path[-1], chosen)
    if separated and walk.outcome == "open":
        return "S separates the ends in H, and P is open in G"
    if walk.outcome == "blocked":
        return None if ref.blocks(g, path, walk.blocker, chosen) else "does not block P"
    if not ref.is_path(smaller, last) or not ref.is_open(smaller, last, chosen, "paper"):
        return "the last path is not open in H"
    return None


def wrong_walks(g):
    dag = dag_of(g)
    for x, path, chosen in queries(g):
        wrong = wrong_with_walk(g, walk_path(dag, x, path, chosen), x, path, chosen)
        if wrong:
            return x, path, sorted(chosen), wrong
    return None


@graphs_of("slice")
def test_every_step_of_every_walk_on_four_variables(graphs):
    assert counterexample(wrong_walks, graphs()) is None


def upward_dags(p):
    """Yield every DAG whose edges run from smaller to larger numbers: all, up to names."""
    pairs = list(combinations(range(p), 2))
    for kept in product((False, True), repeat=len(pairs)):
        chosen = frozenset(pair for pair, keep in zip(pairs, kept, strict=True) if keep)
        yield Graph(tuple(range(p)), chosen)


@pytest.mark.night
def test_every_step_of_every_walk_on_five_variables():
    assert counterexample(wrong_walks, upward_dags(5)) is None


@settings(max_examples=15)
@given(strategies.graphs(min_size=3, max_size=6))
def test_every_step_on_random_graphs(g):
    assert wrong_walks(g) is None


TWICE = graph(5, "03 04 12 23 24 34")


def test_the_short_cut_through_a_vertex_that_p_visits_anyway():
    walk = walk_path(dag_of(TWICE), 3, (1, 2, 3, 0, 4))
    assert [stage.kind for stage in walk.stages] == [
        "start", "opener", "replaced", "cut", "conclusion",
    ]  # fmt: skip
    assert walk.stages[2].path.names == (1, 2, 4, 0, 4)
    assert walk.stages[3].path.names == (1, 2, 4)
    assert wrong_with_walk(TWICE, walk, 3, (1, 2, 3, 0, 4), frozenset()) is None


def test_the_rules_differ_where_an_end_lies_below_a_collider():
    dag = Dag("A -> C <- D -> B; C -> B")
    paper, textbook = (judged_path(dag, "ACDB", rule=rule) for rule in ("paper", "textbook"))
    assert paper.is_open
    assert not textbook.is_open
    assert paper.vertices[1].opened_by == "B"


def test_paths_through_are_those_of_the_reference():
    for g in upward_dags(4):
        dag = dag_of(g)
        for x, y, z in product(g.vertices, repeat=3):
            if len({x, y, z}) < 3:
                continue
            found, is_cut = paths_through(dag, x, y, z)
            wanted = {path for path in separation.paths(g, y, z) if x in path}
            assert {path.names for path in found} == wanted
            assert not is_cut


def test_a_list_of_paths_that_was_cut_says_so():
    dag = Dag([(i, j) for j in range(9) for i in range(j)], nodes=range(9))
    assert paths_through(dag, 3, 0, 8, limit=5)[1]


def searched_whole(dag, x):
    """Return the first walk with most steps, an open one before all others, of every query."""
    walked = [
        (p.names, s, walk_path(dag, x, p.names, s)) for p, s in removability_proof._queries(dag, x)
    ]
    worth = [(walk.outcome == "open", len(walk.stages)) for *_, walk in walked]
    return walked[worth.index(max(worth))][:2] if walked else None


def test_the_search_for_a_telling_query_stops_only_where_nothing_better_comes():
    for g in upward_dags(4):
        dag = dag_of(g)
        for x in filter(lambda v: theory.is_removable_by_theorem(g, v), g.vertices):
            assert instructive_query(dag, x) == searched_whole(dag, x), (g, x)


@pytest.mark.parametrize("x", [0, 1, 30, 59])
def test_between_many_edges_a_part_of_the_walks_is_tried(x, monkeypatch):
    walks, looks = [], []
    theorem = removability_proof.removability
    walk, explain = removability_proof.Walker.walk, theorem.explain_removability
    monkeypatch.setattr(removability_proof.Walker, "walk", lambda *a: walks.append(a) or walk(*a))
    monkeypatch.setattr(theorem, "explain_removability", lambda *a: looks.append(a) or explain(*a))
    dag = Dag(list(combinations(range(60), 2)))
    assert instructive_query(dag, x) is not None
    assert len(walks) < 2_000  # of 13,200
    assert len(looks) == 1


def test_a_telling_query_is_a_path_through_x_and_open_where_one_is():
    for g in upward_dags(4):
        dag = dag_of(g)
        for x in g.vertices:
            found = instructive_query(dag, x)
            ends = combinations([v for v in g.vertices if v != x], 2)
            through = [path for y, z in ends for path in separation.paths(g, y, z) if x in path]
            assert (found is None) == (not through)
            if found is None or not theory.is_removable_by_theorem(g, x):
                continue
            path, chosen = found
            assert ref.is_path(g, path)
            assert x in path[1:-1]
            small = [frozenset(), *(frozenset((v,)) for v in g.vertices)]
            some_open = any(
                ref.is_open(g, path, s, "paper")
                for path in through
                for s in small
                if not s & {x, path[0], path[-1]}
            )
            assert ref.is_open(g, path, frozenset(chosen), "paper") == some_open


DAG = Dag("X -> B <- A; B -> C; X -> C; A -> C")


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: walk_path(DAG, "X", ["A", "B", "C"]), GraphError, "'X' is not inside the path"),
        (lambda: walk_path(DAG, "X", ["B", "X", "A"]), GraphError, "no edge joins 'X' and 'A'"),
        (lambda: walk_path(DAG, "X", ["B", "X", "B"]), GraphError, "twice"),
        (lambda: walk_path(DAG, "X", ["B", "X", "C"], ["X"]), GraphError, "'X' is given"),
        (lambda: walk_path(DAG, "X", ["B", "X", "C"], ["C"]), GraphError, "'C' is an end"),
        (lambda: walk_path(DAG, "Q", ["B", "Q", "C"]), GraphError, "'Q'"),
        (lambda: walk_path(DAG, "X", ["B", "X", "Q"]), GraphError, "'Q'"),
        (lambda: walk_path(DAG, "X", ["Q", "X", "C"]), GraphError, "'Q'"),
        (lambda: walk_path(Dag("A <- X -> B"), "X", "AXB"), ValueError, "'X' is not removable"),
        (lambda: judged_path(DAG, ["A"]), GraphError, "joins two variables"),
        (lambda: judged_path(DAG, ["A", "B"], rule="mine"), ValueError, "rule must be one of"),
    ],
)
def test_what_makes_no_sense_is_named(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


@given(strategies.named_dags(min_size=3, max_size=5))
def test_a_walk_speaks_of_the_graphs_own_names(dag):
    for x in dag:
        for y, z in combinations([v for v in dag if v != x], 2):
            for path in paths_through(dag, x, y, z)[0]:
                if is_removable(dag, x):
                    assert set(walk_path(dag, x, path.names).stages[-1].path.names) <= set(dag)
