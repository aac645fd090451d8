"""Every counterexample breaks its claim, and no smaller graph does; with nothing dropped, none."""

from functools import cache
from itertools import combinations, permutations

import pytest

from marvel_widgets.theory import counterexamples as weak
from marvel_widgets.theory.counterexamples import (
    dags_up_to_renaming,
    search_counterexample,
    smallest_counterexample,
)
from tests.reference.checks import dag_of, graph_of
from tests.reference.claims import boundary, fails, in_order
from tests.reference.dags import all_dags, max_in_degree, without
from tests.reference.separation import separation, subsets
from tests.reference.theory import is_removable_by_definition
from tests.slices import graphs_of

found_once = cache(smallest_counterexample)
DROPPED = [(claim, dropped) for claim, some in weak.HYPOTHESES.items() for dropped in some]


def names(pair):
    return f"{pair[0]} without {pair[1]}"


@pytest.mark.parametrize("pair", DROPPED, ids=names)
def test_the_counterexample_is_the_first_in_the_order(pair):
    """No DAG with fewer variables breaks the claim, and none before it in the order."""
    found = found_once(*pair)
    g = graph_of(found.dag)
    assert fails(g, *pair)
    p = len(g.vertices)
    assert not any(fails(h, *pair) for q in range(1, p) for h in in_order(q))
    before = list(in_order(p))
    at = before.index(g)
    assert not any(fails(h, *pair) for h in before[:at])


@graphs_of("slice")
@pytest.mark.parametrize("claim", weak.HYPOTHESES)
def test_with_all_hypotheses_nothing_breaks(claim, graphs):
    assert smallest_counterexample(claim, largest=5) is None
    for g in graphs():
        assert not fails(g, claim), g
        assert next(weak.CLAIMS[claim](dag_of(g), None), None) is None


@pytest.mark.night
@pytest.mark.parametrize("claim", weak.HYPOTHESES)
def test_with_all_hypotheses_nothing_breaks_on_five_variables(claim):
    """Up to renaming: no claim speaks of the numbers of the variables."""
    assert not any(fails(g, claim) for g in in_order(5))


@graphs_of("slice")
@pytest.mark.parametrize("pair", DROPPED, ids=names)
def test_the_package_and_the_reference_break_on_the_same_graphs(pair, graphs):
    claim, dropped = pair
    for g in graphs():
        broke = next(weak.CLAIMS[claim](dag_of(g), dropped), None)
        assert (broke is not None) == fails(g, claim, dropped), g


def wrong_evidence(g, item) -> str:
    """Return what is wrong with a piece of evidence, by paths and by edges."""

    def apart(a, b, given, of=g):
        return separation(of)(a, b, frozenset(given))

    match item:
        case weak.CiStatement(x, y, given, separated):
            return "" if apart(x, y, given) == separated else "statement"
        case weak.NoSeparator(x, y, candidates, always, proper):
            sets = [s for s in subsets(frozenset(candidates)) if not proper or s != set(candidates)]
            return "separable" if any(apart(x, y, s | set(always)) for s in sets) else ""
        case weak.ChangedBy(x, y, z, given, before):
            after = apart(y, z, given, without(g, x))
            same = apart(y, z, given) == after or after == before
            return "no change" if same or is_removable_by_definition(g, x) else ""
        case weak.BoundarySize(x, size, most):
            return "" if (size, most) == (len(boundary(g, x)), max_in_degree(g)) else "size"
    return "unknown"


@pytest.mark.parametrize("pair", DROPPED, ids=names)
def test_the_evidence_is_true(pair):
    """Of every place where a DAG of at most four variables breaks the claim, not the first only."""
    claim, dropped = pair
    found = found_once(*pair)
    places = [(graph_of(found.dag), found.where)]
    places += [(g, w) for g in in_order(4) for w in weak.CLAIMS[claim](dag_of(g), dropped)]
    for g, where in places:
        assert where.says != where.truth
        assert where.evidence
        for item in where.evidence:
            assert wrong_evidence(g, item) == "", (g, item)


def test_the_order_has_every_dag_up_to_renaming():
    for p in range(1, 5):
        listed = [graph_of(dag) for dag in dags_up_to_renaming(p)]
        assert listed == list(in_order(p))
        kinds = {kind(g) for g in listed}
        assert kinds == {kind(g) for g in all_dags(p)}


def kind(g):
    """Return what exactly the renamed graphs share: the least list of edges."""
    renamed = (sorted((to[a], to[b]) for a, b in g.edges) for to in permutations(g.vertices))
    return tuple(min(renamed))


def test_the_progress_counts_every_graph_once():
    steps = list(search_counterexample("neighbor", largest=4))
    assert [(s.variables, s.done) for s in steps] == [
        (p, n) for p in range(1, 5) for n in range(1, 2 ** (p * (p - 1) // 2) + 1)
    ]
    assert all(
        s.found is None and s.of == 2 ** (s.variables * (s.variables - 1) // 2) for s in steps
    )
    *early, last = search_counterexample("neighbor", "larger-sets")
    assert all(step.found is None for step in early)
    assert last.found == found_once("neighbor", "larger-sets")


def test_the_roles_are_the_names():
    for pair in DROPPED:
        found = found_once(*pair)
        assert len(set(found.dag.nodes)) == len(found.dag)
        for role, place in found.where.roles:
            assert found.dag.nodes[place] == role
        for a, b in combinations(found.where.roles, 2):
            assert a[1] != b[1]


@pytest.mark.parametrize(
    ("claim", "dropped", "largest", "said"),
    [
        ("lemma 7", None, 5, "no claim 'lemma 7'; choose one of neighbor, v-structures"),
        ("neighbor", "x-given", 5, "no hypothesis 'x-given'; it has in-boundary, larger-sets"),
        ("neighbor", None, 7, "from 1 to 6; got 7"),
        ("neighbor", None, 0, "from 1 to 6; got 0"),
    ],
)
def test_a_search_without_sense_is_refused_at_once(claim, dropped, largest, said):
    with pytest.raises(ValueError, match=said):
        search_counterexample(claim, dropped, largest=largest)
