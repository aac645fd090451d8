"""Removability: the definition, Theorem 1, and the reasons given to a reader."""

import pytest
from hypothesis import given

from marvel_widgets import (
    Dag,
    d_separated,
    explain_removability,
    is_removable,
    is_removable_by_definition,
    removable_variables,
)
from marvel_widgets.core.boundary.removability import changed_separations
from marvel_widgets.core.graphs.errors import UnknownVariableError
from tests import strategies
from tests.reference import theory
from tests.reference.checks import counterexample, dag_of, graph_of
from tests.reference.dags import descendants, without
from tests.reference.separation import separation
from tests.slices import graphs_of, small_graphs

# -- who is removable: implementations take a graph and a variable --------------------

IMPLEMENTATIONS = {
    "Theorem 1": lambda g, x: is_removable(dag_of(g), x),
    "definition": lambda g, x: is_removable_by_definition(dag_of(g), x),
    "report": lambda g, x: explain_removability(dag_of(g), x).removable,
    "list": lambda g, x: x in removable_variables(dag_of(g)),
}


def all_agree(g):
    for x in g.vertices:
        expected = theory.is_removable_by_definition(g, x)
        for name, judge in IMPLEMENTATIONS.items():
            if judge(g, x) != expected:
                return name, x
    return None


@graphs_of("shapes", "five")
def test_removable_means_that_no_other_separation_changes(graphs):
    assert counterexample(all_agree, graphs()) is None


@given(strategies.graphs(max_size=6))
def test_removable_on_random_graphs(g):
    assert all_agree(g) is None


# -- what changes --------------------------------------------------------------------


@small_graphs
def test_changed_separations_are_all_of_them_in_order(graphs):
    for g in graphs():
        for x in g.vertices:
            listed = [
                (c.y, c.z, c.given, c.separated_before) for c in changed_separations(dag_of(g), x)
            ]
            assert listed == list(theory.changed_statements(g, x)), (g, x)


@small_graphs
def test_removal_only_takes_dependence_away(graphs):
    for g in graphs():
        for x in g.vertices:
            for change in changed_separations(dag_of(g), x):
                assert (change.separated_before, change.separated_after) == (False, True)


# -- why not -------------------------------------------------------------------------


def wrong_with_report(g, x, report):
    one, two = theory.condition_one_gaps(g, x), theory.condition_two_gaps(g, x)
    for condition, gaps in ((1, one), (2, two)):
        named = [frozenset(v.missing) for v in report.violations if v.condition == condition]
        if set(named) != gaps:
            return f"condition {condition}", named, gaps
    if {frozenset(edge) for edge in report.missing_edges} != one | two:
        return "missing edges", report.missing_edges
    for violation in report.violations:
        wrong = wrong_with_violation(g, x, violation)
        if wrong:
            return wrong, violation
    if report.removable == bool(one | two) or (report.changed is None) != report.removable:
        return "verdict", report
    return wrong_with_statement(g, x, report.changed)


def wrong_with_violation(g, x, violation):
    tail, head = violation.missing
    arrows = [(tail, head), (head, tail)]
    can = [edge not in g.edges and joins(g, edge) for edge in arrows]
    if not can[0]:
        return "the missing edge would close a cycle"
    if (x, violation.child) not in g.edges or violation.child not in violation.missing:
        return "not at this child"
    if violation.condition == 2:
        y = violation.through
        if not {(x, y), (y, violation.child), (tail, y)} <= g.edges or head != violation.child:
            return "not through this child"
        return "may not turn" if violation.either_direction else None
    both_children = {(x, tail), (x, head)} <= g.edges
    return "either direction" if violation.either_direction != both_children else None


def joins(g, edge):
    """Return whether the graph stays acyclic with one more edge."""
    return edge[0] not in descendants(g, edge[1])


def wrong_with_statement(g, x, changed):
    if changed is None:
        return None
    y, z, given_set = changed.y, changed.z, changed.given
    if x in {y, z} | given_set or {y, z} & given_set:
        return "not a statement over the others"
    before = separation(g)(y, z, given_set)
    after = separation(without(g, x))(y, z, given_set)
    if (changed.separated_before, changed.separated_after) != (before, after):
        return "not what is so"
    return "nothing changes" if before == after else None


@graphs_of("shapes", "five")
def test_every_reason_is_one(graphs):
    """The missing edges are the violated pairs; the statement really changes."""
    for g in graphs():
        for x in g.vertices:
            report = explain_removability(dag_of(g), x)
            wrong = wrong_with_report(g, x, report)
            assert not wrong, (g, x, wrong)


@given(strategies.named_dags(min_size=1))
def test_reasons_speak_of_the_graphs_own_names(dag):
    for x in dag:
        report = explain_removability(dag, x)
        assert report.variable == x
        assert report.removable == is_removable(dag, x)
        place = dag.nodes.index
        gaps = {frozenset(map(place, edge)) for edge in report.missing_edges}
        g = graph_of(dag)
        assert gaps == theory.condition_one_gaps(g, place(x)) | theory.condition_two_gaps(
            g, place(x)
        )
        if report.changed is not None:
            c = report.changed
            assert d_separated(dag, c.y, c.z, c.given) is c.separated_before is False
            assert d_separated(dag.without(x), c.y, c.z, c.given) is c.separated_after is True


# -- lemmas about removable variables ------------------------------------------------


@graphs_of("small", "five")
def test_a_removable_variable_has_a_small_boundary(graphs):
    """`lem: MbboundForremovable`."""
    for g in graphs():
        dag = dag_of(g)
        for x in removable_variables(dag):
            assert len(dag.markov_boundary(x)) <= dag.max_in_degree, (g, x)


# -- errors --------------------------------------------------------------------------


def test_the_definition_refuses_large_graphs():
    with pytest.raises(ValueError, match="use is_removable, or a graph of at most 14"):
        is_removable_by_definition(Dag([], nodes=range(15)), 0)
    assert is_removable_by_definition(Dag("A -> B"), "A")


@pytest.mark.parametrize("ask", [is_removable, is_removable_by_definition, explain_removability])
def test_unknown_variables_are_named(ask):
    with pytest.raises(UnknownVariableError, match="'Q'"):
        ask(Dag("A -> B"), "Q")
