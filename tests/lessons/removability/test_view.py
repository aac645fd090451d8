"""What the removability lab says and draws, against edges, all paths and networkx."""

import re
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from marvel_widgets import Dag, gallery
from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.removability import view
from marvel_widgets.pictures.editor_positions import first_positions
from tests.reference import theory
from tests.reference.checks import dag_of, graph_of
from tests.reference.dags import children, graph, neighbors, parents, small_dags
from tests.reference.separation import subsets
from tests.slices import graphs_of
from tests.truths import Case, holds


def dags():
    found = [dag for dag in gallery.values() if len(dag) <= 9]
    rng = Random(5)
    return found + [Dag.random_fixed_in_degree(7, 3, rng) for _ in range(6)]


@graphs_of("slice")
def test_the_conditions_at_each_child_and_their_reasons(graphs):
    """With all that is missing there, and reasons that hold."""
    cases = [(g, x) for g in (*graphs(), *map(graph_of, dags())) for x in g.vertices]
    for g, x in cases:
        dag = dag_of(g)
        rows = view.condition_verdicts(dag, x)
        below = sorted(children(g, x))
        assert [(r.child, r.condition) for r in rows] == [(z, c) for z in below for c in (1, 2)]
        for row in rows:
            z, found = row.child, set()
            for why in row.why:
                found |= {(why.through, why.missing[0])} if hasattr(why, "missing") else set()
                found |= (
                    {(z, v) for v in why.members if not why.joined} if row.condition == 1 else set()
                )
            one = {(z, v) for v in neighbors(g, x) - {z} - neighbors(g, z)}
            between = children(g, x) & parents(g, z)
            two = {(y, v) for y in between for v in parents(g, y) - parents(g, z)}
            gaps = one if row.condition == 1 else two
            assert found == gaps, (g, x, row)
            assert row.holds != bool(gaps), (g, x, row)
            assert all(holds(why, Case(dag)) for why in row.why), (g, x, row)


@graphs_of("slice")
def test_the_words_on_theorem_and_definition_are_true(graphs):
    for g in graphs():
        dag = dag_of(g)
        for x in g.vertices:
            changed = list(theory.changed_statements(g, x))
            text = "not removable" if changed else "removable"
            words = view.comparison_words(dag, x)
            p = len(g.vertices) - 1
            all_of_them = sum(
                1
                for y, z in combinations(range(p), 2)
                for _ in subsets(frozenset(range(p)) - {y, z})
            )
            count = f"{len(changed)} of" if changed else "none of"
            assert f"The theorem says: {text}." in words
            assert f"The definition says: {text} ({count} {all_of_them} statement" in words
            assert words.endswith("They agree.")
            assert f"{x} is {text}" in view.theorem_words(dag, x)


def test_a_theorem_that_disagrees_would_be_reported(monkeypatch):
    report = explain_removability(Dag("A -> B"), "A")
    monkeypatch.setattr(view.conditions, "explain_removability", lambda dag, x: report)
    assert view.comparison_words(Dag("A <- B -> C"), "B").endswith("They do not agree.")


def test_every_listed_change_is_one_by_networkx():
    for dag in dags():
        for x in dag:
            page = view.definition_report(dag, x)
            whole, smaller = dag.to_networkx(), dag.without(x).to_networkx()
            assert len(page.changes) == len(set(page.changes))
            for change in page.changes:
                ends = {change.y}, {change.z}, set(change.given)
                assert not nx.is_d_separator(whole, *ends)
                assert nx.is_d_separator(smaller, *ends)
                given = ", ".join(sorted(map(str, change.given)))
                condition = f"{{{given}}}" if given else "nothing"
                assert str(change) == (
                    f"{change.y} and {change.z} given {condition}: "
                    "not separated before, separated after"
                )
            assert page.removable == explain_removability(dag, x).removable


def test_pages_are_slices_of_the_whole_list():
    dag = dag_of(graph(6, "01 02 03 04 05"))
    report = view.definition_report(dag, 0)
    total = len(report.changes)
    assert total > 20
    items = []
    for first in range(0, total, 7):
        html = view.changes_html(report, first, 7)
        assert f'start="{first + 1}"' in html
        items += re.findall("<li>(.*?)</li>", html)
    assert items == [*map(str, report.changes)]
    assert report.words(7, 7).endswith(f"{total} change. Here: 8 to 14.")
    assert report.words(0, total).endswith(f"{total} change.")
    text = view.removability_text(dag, 0, 7, 7)
    assert text.splitlines()[-7:] == items[7:14]


def test_a_large_graph_is_reported_and_the_theorem_still_applies():
    dag = Dag([(i, i + 1) for i in range(15)], nodes=range(16))
    assert "16 variables" in view.too_large_words(dag)
    assert "not compared" in view.comparison_words(dag, 3)
    assert "not removable" in view.theorem_words(dag, 3)
    assert view.too_large_words(dag) in view.removability_text(dag, 3)
    with pytest.raises(ValueError, match="at most 14"):
        view.definition_report(dag, 3)


def test_repairs_are_the_missing_edges_and_one_way_is_always_possible():
    for g in small_dags(4):
        dag = dag_of(g)
        for x in g.vertices:
            gaps = theory.condition_one_gaps(g, x) | theory.condition_two_gaps(g, x)
            found = explain_removability(dag, x).missing_edges
            assert {frozenset(edge) for edge in found} == gaps
            assert len(gaps) == len(found)
            for edge in found:
                assert dag.with_edge(*edge).edge_count == dag.edge_count + 1


def ends_of(verdict):
    """Return the pairs that the reasons of a verdict name as not joined."""
    if verdict is None:
        return set()
    if verdict.condition == 1:
        return {frozenset((str(v), str(verdict.child))) for v in verdict.why[0].members}
    return {frozenset(map(str, fact.missing)) for fact in verdict.why}


def test_missing_edges_are_drawn_dashed_and_only_with_answers():
    for dag in dags():
        positions = first_positions(dag)
        g = graph_of(dag)
        for x in dag:
            i = dag.position(x)
            gaps = theory.condition_one_gaps(g, i) | theory.condition_two_gaps(g, i)
            drawing = view.removability_drawing(dag, x, positions)
            missing = [e for e in drawing.edges if e.state == "missing"]
            numbers = {str(v): dag.position(v) for v in dag}
            drawn = [frozenset((numbers[e.tail], numbers[e.head])) for e in missing]
            assert set(drawn) == gaps
            assert len(drawn) == len(gaps)
            for edge in missing:  # as in Figure 2: without an arrowhead where both ways would do
                both = {numbers[edge.tail], numbers[edge.head]} <= children(g, i)
                two = frozenset((numbers[edge.tail], numbers[edge.head])) in (
                    theory.condition_two_gaps(g, i)
                )
                assert edge.directed == (not both or two)
            few = view.removability_drawing(dag, x, positions, all_missing=False)
            told = {frozenset((e.tail, e.head)) for e in few.edges if e.state == "missing"}
            first = next((v for v in view.condition_verdicts(dag, x) if not v.holds), None)
            assert told == ends_of(first)  # what the sentence names, and it counts the others
            more = re.search(r"(\d+) more (?:is|are) missing", view.leaving(dag, x).why)
            assert len(gaps) - len(told) == (int(more[1]) if more else 0)
            blind = view.removability_drawing(dag, x, positions, answers=False)
            assert {e.state for e in blind.edges} <= {"true"}
            assert [n.name for n in blind.nodes if n.state == "subject"] == [str(x)]


def test_without_answers_the_text_gives_nothing_away():
    dag = gallery["condition-2-trap"]
    text = view.removability_text(dag, "X", answers=False)
    assert text == f"{dag.to_text()}\nIs X removable?"


@graphs_of("slice")
def test_the_question_has_the_answer_of_the_definition(graphs):
    for g in graphs():
        for x in g.vertices:
            question = view.removability_question(dag_of(g), x)
            assert (question.answer == "yes") == theory.is_removable_by_definition(g, x)
    first, second = Dag("A -> B"), Dag("A <- B")
    keys = {view.removability_question(dag, x).key for dag in (first, second) for x in "AB"}
    assert len(keys) == 4


@pytest.mark.parametrize(
    "ask", [view.condition_verdicts, view.theorem_words, view.definition_report]
)
def test_unknown_variables_are_named(ask):
    with pytest.raises(GraphError, match="'Q'"):
        ask(Dag("A -> B"), "Q")
