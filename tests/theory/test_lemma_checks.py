"""The live checks of the lemmas: both sides, every subset, and the tests, by other means."""

from itertools import product
from random import Random

import pytest

from marvel_widgets import Dag, DSeparation, gallery, neighborhood, removability_by_tests
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.theory.lemma_checks import (
    LEMMAS,
    ROLES,
    check_lemma,
    role_choices,
    shown_lattice,
)
from tests.reference.checks import TRAPS, dag_of, named_graph
from tests.reference.claims import boundary, joined
from tests.reference.dags import (
    children,
    co_parents,
    max_in_degree,
    neighbors,
    parents,
    small_dags,
    without,
)
from tests.reference.separation import first_separating, separation, subsets
from tests.reference.theory import (
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_definition,
)
from tests.slices import one_in


def random_dags():
    rng = Random(5)
    for _ in range(12):
        yield Dag.random_fixed_in_degree(rng.randint(5, 8), rng.randint(1, 3), rng)


def gallery_dags():
    """All of the gallery but what is too large to try all sets path by path."""
    small = [dag for dag in gallery.values() if len(dag) <= 10]
    return [dag for dag in small if dag.max_boundary_size <= 7]


def numbered(dag):
    """Return a DAG whose names are V0, V1, ...: as texts they come in the order of the graph."""
    return Dag.from_parent_masks(dag.parent_masks, [f"V{i}" for i in range(len(dag))])


EXAMPLES = [
    numbered(dag) for dag in (*gallery_dags(), *map(dag_of, TRAPS.values()), *random_dags())
]
SMALL = [numbered(dag_of(g)) for g in small_dags(4)]


def castings(dag, lemma):
    """Yield every way to play the roles, without asking the package who can."""
    for chosen in product(dag.nodes, repeat=len(ROLES[lemma])):
        if len(set(chosen)) == len(chosen) and may_play(named_graph(dag), lemma, *chosen):
            yield chosen


def may_play(g, lemma, x, *rest):
    near, others = neighbors(g, x), co_parents(g, x)
    match lemma:
        case "neighbor":
            return rest[0] in near | others
        case "v-structures":
            return rest[0] in others and rest[1] in near
        case "condition-1":
            return set(rest) <= near
        case "condition-2":
            t, y, z = rest
            common = children(g, x) & children(g, t)
            return not condition_one_gaps(g, x) and t in others and y in common and z in near - {y}
        case "boundary-update":
            return set(rest) <= near and is_removable_by_definition(g, x)
    return True


def expected_case(g, lemma, x, *rest):
    """Return (pair, candidates, always, what the graph says) as the paper writes it."""
    mb = boundary(g, x)
    match lemma:
        case "neighbor":
            (y,) = rest
            return {x, y}, mb - {y}, frozenset(), y in neighbors(g, x)
        case "v-structures":
            t, y = rest
            common = y in children(g, x) & children(g, t)
            return {y, t}, (mb | {x}) - {y, t}, frozenset(), common
        case "condition-1":
            z, w = rest
            return {z, w}, mb - {z, w}, frozenset({x}), joined(g, z, w, x)
        case "condition-2":
            t, y, z = rest
            return {z, t}, mb - {z, y, t}, frozenset({x, y}), joined(g, z, t, y)
    return None


def wrong_check(dag, lemma, chosen):
    """Return what is wrong with a check, or an empty text."""
    g, x = named_graph(dag), chosen[0]
    test = separation(g)
    check = check_lemma(dag, lemma, *chosen)
    if not check.agree or check.distinct > check.bound:
        return "disagrees"
    if lemma in ("condition-1", "condition-2"):
        gaps = {"condition-1": condition_one_gaps, "condition-2": condition_two_gaps}[lemma]
        if check.graph_side != (not gaps(g, x)):
            return "graph side"
    elif check.graph_side != check.shown.graph_side:
        return "graph side of the lemma"
    pair, candidates, always, truth = expected_case(g, lemma, *chosen)
    family = check.shown.family
    got = set(family.pair), set(family.candidates), set(family.always)
    if got != (pair, candidates, always):
        return "family"
    if check.shown.graph_side != truth:
        return "graph side of the case"
    found, asked = first_separating(
        test, *sorted(pair), candidates, always, proper=lemma == "neighbor"
    )
    if family.tests != asked or (found is None) != (family.found is None):
        return "tests"
    if found is not None and found != set(family.found):
        return "found"
    return wrong_lattice(shown_lattice(dag, check), test)


def wrong_lattice(lattice, test):
    """Return what is wrong with a lattice."""
    always, everyone = map(frozenset, (lattice.family.always, lattice.family.candidates))
    listed = [frozenset(v.members) for v in lattice]
    if listed != list(subsets(everyone)):
        return "order"
    for verdict, members in zip(lattice, listed, strict=True):
        left_out = lattice.family.search.proper and members == everyone
        if left_out != (verdict.separates is None):
            return "left out"
        if not left_out and verdict.separates != test(*lattice.family.pair, members | always):
            return f"verdict {members}"
    first = lattice.first
    return "" if (first and first.members) == lattice.family.found else "first"


TESTED = [lemma for lemma in LEMMAS if lemma not in ("boundary-size", "boundary-update")]


@one_in(13)
@pytest.mark.parametrize("lemma", TESTED)
def test_both_sides_and_every_subset(lemma, every):
    checked = 0
    for dag in [*SMALL[::every], *EXAMPLES]:
        for chosen in castings(dag, lemma):
            assert wrong_check(dag, lemma, chosen) == "", (dag, chosen)
            checked += 1
    assert checked > 50


# -- counts: as the functions that MARVEL calls count -------------------------------------------


@one_in(13)
def test_the_tests_are_those_of_the_package_and_within_the_bounds(every):
    for dag in [*SMALL[::every], *EXAMPLES]:
        test = DSeparation(dag)
        for x in dag.nodes:
            mb = dag.markov_boundary(x)
            if mb:
                check = check_lemma(dag, "neighbor", x)
                assert check.tests == neighborhood(test, x, mb).tests <= check.bound
                assert check.distinct == len({*asked_statements(dag, check)})
            purposes = removability_by_tests(test, x, mb).counts.by_purpose
            for lemma in ("condition-1", "v-structures", "condition-2"):
                if not may_start(dag, lemma, x):
                    continue
                check = check_lemma(dag, lemma, x)
                asked = asked_statements(dag, check)
                assert (check.tests, check.distinct) == (len(asked), len(set(asked)))
                assert check.distinct <= check.bound
                if lemma == "condition-2" and not check.test_side:
                    continue  # the function goes by co-parents, MARVEL by common children
                if lemma == "condition-1" or may_start(dag, "condition-2", x):
                    assert check.tests == purposes.get(lemma, 0), (dag, x, lemma)


def asked_statements(dag, check):
    """Return the statements that asking one by one in the order of the roles is about."""
    test, seen = separation(named_graph(dag)), []
    assert list(check.cases) == sorted(check.cases, key=lambda case: canonical(check, case))
    for case in check.cases:
        if not case.needs_tests:
            continue
        always, apart = frozenset(case.family.always), False
        for subset in subsets(frozenset(case.family.candidates)):
            if case.family.search.proper and len(subset) == len(case.family.candidates):
                break
            seen.append((frozenset(case.family.pair), subset | always))
            if apart := test(*case.family.pair, subset | always):
                break
        if apart and check.lemma in ("condition-1", "condition-2"):
            break
    return seen


def canonical(check, case):
    """Return the place of a case in MARVEL's order: condition 2 by (Y, T), then Z."""
    places = case.roles
    return (places[1], places[0], *places[2:]) if check.lemma == "condition-2" else places


def may_start(dag, lemma, x):
    g = named_graph(dag)
    if lemma == "v-structures":
        return bool(co_parents(g, x))
    return lemma != "condition-2" or not condition_one_gaps(g, x)


# -- boundary size and update --------------------------------------------------------------------


@one_in(13)
def test_the_boundary_size(every):
    for dag in [*SMALL[::every], *EXAMPLES]:
        g = named_graph(dag)
        for x in g.vertices:
            check = check_lemma(dag, "boundary-size", x)
            assert check.agree
            assert check.graph_side == is_removable_by_definition(g, x)
            assert check.test_side == (len(boundary(g, x)) <= max_in_degree(g))
            facts = check.sizes
            assert set(facts.boundary) == boundary(g, x)
            last = x if facts.last_child is None else facts.last_child
            assert (last == x) == (not children(g, x))
            assert set(facts.its_parents) == parents(g, last)
            if check.graph_side:  # what the proof says, sinks included
                assert len(facts.its_parents) == len(facts.boundary) <= facts.max_in_degree
                rest = set(facts.boundary) - {facts.last_child}
                own = {x} if facts.last_child is not None else set()
                assert set(facts.its_parents) == rest | own


@one_in(13)
def test_the_update_pair_by_pair(every):
    for dag in [*SMALL[::every], *EXAMPLES]:
        g = named_graph(dag)
        for x, y, z in castings(dag, "boundary-update"):
            check = check_lemma(dag, "boundary-update", x, y, z)
            stays = z in boundary(without(g, x), y)
            assert check.agree
            assert check.graph_side == check.shown.graph_side == stays
            given, pair = frozenset(check.shown.family.always), check.shown.family.pair
            assert separation(g)(*pair, given) != stays
            assert check.tests == check.bound == len(check.cases)
            assert given <= boundary(g, check.shown.smaller) - {x, *pair}
            assert set(pair) == {y, z}


# -- who can play which role ----------------------------------------------------------------------


@pytest.mark.parametrize("lemma", LEMMAS)
def test_only_castings_that_make_sense_are_offered(lemma):
    for dag in [*SMALL[::7], *EXAMPLES[::4]]:
        allowed = set(castings(dag, lemma))
        offered = {()}
        for _ in ROLES[lemma]:
            offered = {(*c, v) for c in offered for v in role_choices(dag, lemma, c)}
        assert offered == allowed
        for chosen in product(dag.nodes, repeat=len(ROLES[lemma])):
            if chosen not in allowed:
                with pytest.raises(GraphError):
                    check_lemma(dag, lemma, *chosen)


@pytest.mark.parametrize(
    ("lemma", "chosen", "said"),
    [
        ("neighbor", "X", "U is empty|boundary of X is empty"),
        ("neighbor", "AD", "D is not in the Markov boundary of A, .*speaks of its members"),
        ("v-structures", "D", "D has no co-parent"),
        ("v-structures", "AC", "C is not a co-parent of A; T can be one of {B}"),
        ("v-structures", "ABD", "D is not a neighbor of A; Y can be one of {C}"),
        ("condition-1", "CAA", "A has a role already"),
        ("condition-1", "CAX", "X is not a neighbor of C; W can be one of"),
        ("condition-2", "C", "Condition 1 fails for C: its child D and its neighbor A are not adj"),
        ("condition-2", "ABD", "D is not a common child of A and B; Y can be one of {C}"),
        ("boundary-update", "C", "C is not removable"),
        ("boundary-update", "D", "D has fewer than two neighbors"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(lemma, chosen, said):
    dag = Dag("A -> C <- B; C -> D; X")
    with pytest.raises(GraphError, match=said):
        check_lemma(dag, lemma, *chosen)


def test_names_and_lemmas_that_are_not_there():
    dag = Dag("A -> B")
    with pytest.raises(ValueError, match=r"lemma must be one of 'neighbor', .*; got 'lem 1'"):
        check_lemma(dag, "lem 1", "A")
    with pytest.raises(GraphError, match="no variable 'Q'"):
        check_lemma(dag, "neighbor", "Q")
    with pytest.raises(ValueError, match="name at least the X"):
        check_lemma(dag, "neighbor")
    with pytest.raises(ValueError, match="has the roles X, Y: 2, not 3"):
        check_lemma(dag, "neighbor", "A", "B", "A")
    big = Dag([("X", f"Z{n}") for n in range(15)])
    with pytest.raises(GraphError, match=r"boundary of X has 15 variables.*at most 14"):
        check_lemma(big, "neighbor", "X")
    assert role_choices(big, "neighbor") == big.nodes[1:]
