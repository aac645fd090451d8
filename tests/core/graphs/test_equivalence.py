"""Essential graphs against the enumeration of whole Markov equivalence classes."""

from collections import Counter
from functools import partial
from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, Pdag, equivalent_dags, essential_graph, is_markov_equivalent
from marvel_widgets.core.graphs.equivalence import meek_closure, meek_steps
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats import to_dagitty
from marvel_widgets.core.graphs.pdag import pattern
from tests import strategies
from tests.reference import equivalence as reference
from tests.reference.checks import dag_of, graph_of, mixed
from tests.reference.dags import Graph, all_dags, is_acyclic, skeleton, v_structures
from tests.reference.separation import separation, statements
from tests.slices import graphs_of, small_graphs, some_of


def random_pdag(seed):
    rng = Random(seed)
    p, edges, arrows = rng.randint(3, 6), rng.random(), rng.random()
    lines = [tuple(rng.sample(e, 2)) for e in combinations(range(p), 2) if rng.random() < edges]
    directed = [line for line in lines if rng.random() < arrows]
    return Pdag.from_edges(range(p), directed, set(lines) - set(directed))


def wrong_with_extension(graph, extension):
    """All DAGs with these arrows and no other v-structure, one by one."""
    colliders = {(frozenset((a, b)), c) for a, c, b in graph.v_structures}
    every = [
        edges
        for edges in reference.orientations(graph.skeleton, graph.directed)
        if v_structures(Graph(graph.nodes, edges)) == colliders
    ]
    found = extension(graph)
    if not every if found is None else frozenset(found.edges) in every:
        return None
    return graph, found, every


@some_of(300, 3000)
def test_an_extension_is_found_where_there_is_one(count):
    known = Counter()
    for graph in map(random_pdag, range(count)):
        assert wrong_with_extension(graph, Pdag.extension) is None
        cycle = graph.cycle()
        assert bool(cycle) != is_acyclic(graph.directed)
        assert set(pairwise(cycle)) <= graph.directed
        known[graph.extension() is None, bool(cycle)] += 1
    assert min(known.values()) > count / 30
    assert len(known) == 3  # what has a cycle has no extension
    wrong = [lambda graph: None, lambda graph: Dag(sorted(map(tuple, graph.skeleton)))]
    for extension in wrong:
        assert any(wrong_with_extension(random_pdag(s), extension) for s in range(30))


def package_essential(g):
    return mixed(essential_graph(dag_of(g)))


@graphs_of("small", "traps")
def test_essential_graph_is_what_the_class_agrees_on(graphs):
    for g in graphs():
        assert package_essential(g) == reference.essential_graph(g), g


@pytest.mark.night
def test_essential_graphs_and_classes_on_five_variables():
    classes: dict[object, list[object]] = {}
    for g in all_dags(5):
        classes.setdefault((skeleton(g), v_structures(g)), []).append(g)
    assert len(classes) == 8782  # the number of classes (Gillispie and Perlman 2001)
    for graphs in classes.values():
        expected = reference.agreed([g.edges for g in graphs])
        for g in graphs:
            assert package_essential(g) == expected, str(g)
        assert Counter(package_members(graphs[0])) == Counter(g.edges for g in graphs)


@given(strategies.graphs(max_size=6))
def test_essential_graph_of_random_graphs(g):
    assert package_essential(g) == reference.essential_graph(g)


# -- Meek's rules ----------------------------------------------------------------------------

RULES = {
    # rule: (directed, undirected, the arrow it writes, because)
    "R1": ([("C", "A")], ["AB"], ("A", "B"), ("C",)),
    "R2": ([("A", "C"), ("C", "B")], ["AB"], ("A", "B"), ("C",)),
    "R3": ([("C", "B"), ("D", "B")], ["AB", "AC", "AD"], ("A", "B"), ("C", "D")),
    "R4": ([("C", "D"), ("D", "B")], ["AB", "AC", "AD"], ("A", "B"), ("C", "D")),
}


def named(step, nodes="ABCD"):
    return step.rule, (nodes[step.tail], nodes[step.head]), tuple(nodes[v] for v in step.because)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_a_minimal_example(rule):
    directed, lines, arrow, because = RULES[rule]
    steps, closed = meek_steps(Pdag.from_edges("ABCD", directed, lines))
    assert named(steps[0]) == (rule, arrow, because)
    assert arrow in closed.directed


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_fires_when_one_edge_of_its_pattern_is_missing(rule):
    directed, lines, arrow, _ = RULES[rule]
    for gone in [*directed, *(line for line in lines if line != "AB")]:
        rest = Pdag.from_edges(
            "ABCD", [e for e in directed if e != gone], [e for e in lines if e != gone]
        )
        steps, _ = meek_steps(rest)
        assert all(step.rule != rule for step in steps)
    assert arrow == ("A", "B")


def with_background(g):
    """Yield the pattern of g with every choice of known directions, and the answer."""
    directed, lines = reference.pattern(skeleton(g), v_structures(g))
    members = reference.members(g)
    own = sorted(edge for edge in g.edges if frozenset(edge) in lines)
    for chosen in product((False, True), repeat=len(own)):
        known = frozenset(edge for edge, taken in zip(own, chosen, strict=True) if taken)
        start = directed | known, lines - frozenset(map(frozenset, known))
        yield start, reference.agreed(e for e in members if known <= e)


@small_graphs
def test_meek_closure_finds_all_that_known_arrows_imply(graphs):
    """Meek 1995, Theorem 4: with R4 the four rules find all that known arrows imply."""
    for g in graphs():
        for start, expected in with_background(g):
            found = mixed(meek_closure(Pdag.from_edges(range(4), *start)))
            assert found == expected, (g, start)


def test_meek_steps_replay_to_the_closure():
    rng = Random(3)
    for _ in range(50):
        dag = Dag.random_fixed_in_degree(25, 3, rng)
        start = pattern(dag.nodes, dag.edges, dag.v_structures())
        steps, closed = meek_steps(start)
        directed = set(start.directed) | {(s.tail, s.head) for s in steps}
        assert closed.directed == directed
        assert len(steps) == len(directed) - len(start.directed)
        assert closed == meek_closure(start) == essential_graph(dag)
        assert meek_steps(closed) == ([], closed)


@given(strategies.graphs(max_size=8))
def test_closure_equals_the_rules_as_they_are_drawn(g):
    start = reference.pattern(skeleton(g), v_structures(g))
    got = mixed(meek_closure(Pdag.from_edges(g.vertices, *start)))
    assert got == reference.meek_closure(start)


def test_of_two_v_structures_that_disagree_the_first_stands():
    graph = pattern("ABCD", ["AB", "BC", "CD"], [tuple("ABC"), tuple("BCD")])
    assert graph == Pdag("A -> B <- C <- D")


@given(strategies.graphs(max_size=8))
def test_the_pattern_has_the_skeleton_and_only_arrows_into_colliders(g):
    directed, lines = reference.pattern(skeleton(g), v_structures(g))
    found = pattern(g.vertices, skeleton(g), dag_of(g).v_structures())
    assert found == Pdag.from_edges(g.vertices, directed, lines)


# -- members of a class ------------------------------------------------------------------------


def package_members(g):
    return [frozenset(dag.edges) for dag in equivalent_dags(dag_of(g))]


@small_graphs
def test_equivalent_dags_are_the_class_each_once(graphs):
    for g in graphs():
        assert Counter(package_members(g)) == Counter(reference.members(g)), g


def test_a_clique_has_all_orders_and_the_limit_stops_it():
    clique = Dag([(a, b) for b in range(5) for a in range(b)], nodes=range(5))
    assert len(list(equivalent_dags(clique))) == 120
    assert len(list(equivalent_dags(clique, limit=7))) == 7
    assert list(equivalent_dags(clique, limit=0)) == []


def test_equivalent_dags_of_a_pdag_and_of_its_dag_are_the_same():
    dag = Dag("X -> Y -> Z; W -> Z; Y -> V")
    assert list(equivalent_dags(dag)) == list(equivalent_dags(essential_graph(dag)))


# -- equivalence -----------------------------------------------------------------------------


def test_markov_equivalent_means_the_same_separations():
    dags = list(all_dags(3))
    truths = [tuple(separation(g)(*s) for s in statements(g)) for g in dags]
    for g, truth in zip(dags, truths, strict=True):
        for h, other in zip(dags, truths, strict=True):
            assert is_markov_equivalent(dag_of(g), dag_of(h)) == (truth == other), (str(g), str(h))


def test_equivalence_does_not_depend_on_the_order_of_the_variables():
    dag = Dag("X -> Y <- T; Y -> Z")
    turned = Dag(dag.edges, nodes=["Z", "T", "Y", "X"])
    assert is_markov_equivalent(dag, turned)
    assert essential_graph(dag) == essential_graph(turned)


def test_essential_graph_of_no_variables():
    assert essential_graph(Dag("")).skeleton == frozenset()
    assert graph_of(Dag("")).vertices == ()


# -- Pdag --------------------------------------------------------------------------------------


def test_pdag_views_agree():
    graph = Pdag.from_edges("ABCD", [("A", "B"), ("C", "B")], ["CD"])
    assert graph.skeleton == {frozenset("AB"), frozenset("CB"), frozenset("CD")}
    assert graph.v_structures == {("A", "B", "C")}
    assert graph.adjacency_masks == (0b0010, 0b0101, 0b1010, 0b0100)
    assert str(graph) == "A -> B; C -> B; C - D"
    assert repr(graph) == "Pdag('A -> B; C -> B; C - D')"
    chain = Pdag.from_edges(range(13), undirected=pairwise(range(13)))
    assert repr(chain) == "<Pdag: 13 variables, 0 directed, 12 undirected edges>"
    assert str(Pdag.from_edges("AB")) == "no edges"


@given(strategies.graphs(max_size=6), st.randoms(use_true_random=False))
def test_a_pdag_is_read_back_from_what_it_prints(g, rng):
    start = essential_graph(dag_of(g))
    names = [rng.choice(["X{}", "a b {}", "é-{}", "->{}", '"{}']).format(i) for i in g.vertices]
    graph = Pdag.from_masks(tuple(names), start.parent_masks, start.undirected_masks)
    read = Pdag(to_dagitty(graph)) if names else graph
    for again in (Pdag(graph.to_text()), eval(repr(graph)), read):
        assert (again.nodes, again.directed) == (graph.nodes, graph.directed)
        assert again == graph
    if {name for pair in graph.skeleton for name in pair} == set(names):
        assert Pdag(str(graph) if names else "") == graph


from_edges = partial(Pdag.from_edges, "ABC")
REFUSED = [
    (Pdag, ["A <-> B"], "found a two-headed arrow <->; a Pdag has only ->, <- and -"),
    (Pdag, ["A -> B - A"], "is there already"),
    (Pdag, ["A - A"], "joins a variable to itself"),
    (Pdag, ["A -"], "expected a name"),
    (Pdag, [(0, 0)], r"such as 'A - B -> C', not from \(0, 0\); Pdag.from_edges"),
    (Pdag, [Dag("A -> B")], "a Pdag is made from text"),
    (Dag, ["A - B"], "found an undirected edge -; a DAG has only -> and <-"),
    (from_edges, [["AB", "BA"]], "is there already"),
    (from_edges, [["AB"], ["BA"]], "is there already"),
    (from_edges, [["AA"]], "joins a variable to itself"),
    (from_edges, [["AQ"]], "no variable 'Q'"),
    (partial(pattern, "ABC"), [["AB", "BA"], []], "is there already"),
    (partial(pattern, "ABC"), [["AQ"], []], "no variable 'Q'"),
    (partial(pattern, "ABC"), [["AB"], [("A", "B", "Q")]], "no variable 'Q'"),
    (partial(pattern, "ABC"), [["AB"], ["ABC"]], "a v-structure is a triple"),
    (partial(pattern, "ABC"), [["AB"], [("A", "B")]], "a v-structure is a triple"),
    (is_markov_equivalent, [Dag("A -> B"), Dag("A -> B; C")], r"different variables: \['C'\]"),
]


@pytest.mark.parametrize(("make", "arguments", "words"), REFUSED)
def test_what_is_no_graph_is_refused(make, arguments, words):
    with pytest.raises(GraphError, match=words):
        make(*arguments)


def test_lines_are_read_in_chains_and_groups():
    assert Pdag("A - B -- C <- {D E}") == Pdag("A - B; B - C; D -> C; E -> C")
    assert Pdag('"A-B" -> C', nodes=["C", "A-B"]).nodes == ("C", "A-B")  # a hyphen inside a name


def test_pdag_equality_ignores_order_but_not_direction():
    one = Pdag.from_edges("AB", [("A", "B")])
    assert one == Pdag.from_edges("BA", [("A", "B")])
    assert hash(one) == hash(Pdag.from_edges("BA", [("A", "B")]))
    assert one != Pdag.from_edges("AB", [("B", "A")])
    assert one != Pdag.from_edges("AB", undirected=["AB"])
    assert one != Pdag.from_edges("ABC", [("A", "B")])
    assert one != "A -> B"


def test_pdag_to_networkx_doubles_undirected_edges():
    graph = Pdag.from_edges("ABC", [("A", "B")], ["BC"]).to_networkx()
    assert sorted(graph.edges(data="undirected")) == [
        ("A", "B", False),
        ("B", "C", True),
        ("C", "B", True),
    ]
