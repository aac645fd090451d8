"""Both reasons of a d-separation, checked by the definition and by networkx."""

import networkx as nx
import pytest
from hypothesis import given, settings

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.separation.view import (
    CONNECTED,
    SEPARATED,
    agreement_words,
    moral_drawing,
    moral_words,
    path_drawing,
    path_line,
    paths_words,
    separation_question,
    separation_report,
    shown_path,
    verdict_words,
)
from marvel_widgets.pictures.stage import stage_of
from tests import strategies
from tests.reference import separation as reference
from tests.reference.checks import counterexample, dag_of, graph_of
from tests.slices import graphs_of


def law(g):
    """Every verdict and sentence of a report is what the definition says."""
    dag = dag_of(g)
    stage = stage_of(dag)
    for x, y, chosen in reference.statements(g):
        report = separation_report(dag, x, y, chosen, limit=2000)
        known = list(reference.paths(g, x, y))
        separated = not any(reference.is_open(g, path, chosen) for path in known)
        wrong = wrong_with(report, separated, known, chosen, g)
        if wrong is None:
            wrong = wrong_pictures(stage, report, separated)
        if wrong is not None:
            return x, y, set(chosen), wrong
    return None


def wrong_with(report, separated, known, chosen, g):
    verdict = SEPARATED if separated else CONNECTED
    if report.verdict != verdict or not report.agree or report.by_paths != separated:
        return "verdict", report.verdict
    told = {path.names: path for path in report.paths.paths}
    if set(told) != set(known) or report.paths.is_cut:
        return "paths", sorted(told)
    for walk, path in told.items():
        is_open = reference.is_open(g, walk, chosen)
        if (": open, " in path_line(path)) != is_open:
            return "path line", path_line(path)
    for words in (verdict_words(report), paths_words(report), moral_words(report)):
        if verdict not in words:
            return "words", words
    if "open;" in paths_words(report) and separated:
        return "paths words", paths_words(report)
    if separation_question(report).answer != verdict:
        return "question", separation_question(report)
    return None


def wrong_pictures(stage, report, separated):
    """The moral picture is the moral graph: networkx separates in it as the verdict says."""
    drawn = moral_drawing(stage, report)
    graph = nx.Graph()
    gone = {mark.name for mark in drawn.nodes if mark.state in ("removed", "given")}
    graph.add_nodes_from(mark.name for mark in drawn.nodes)
    graph.add_edges_from((mark.tail, mark.head) for mark in drawn.edges)
    graph.remove_nodes_from(gone)
    if nx.has_path(graph, str(report.x), str(report.y)) == separated:
        return "moral picture", drawn.description
    for path in report.paths.paths:
        marked = {m.state for m in path_drawing(stage, report, path).edges} - {"true"}
        if marked != {"path" if path.is_open else "blocked_path"}:
            return "path picture", path, marked
    return None


@graphs_of("slice")
def test_every_report_of_small_graphs(graphs):
    assert counterexample(law, graphs()) is None


@given(g=strategies.graphs(min_size=2, max_size=6))
@settings(max_examples=15)
def test_reports_of_larger_graphs(g):
    assert law(g) is None


def test_a_long_open_path_is_shown_however_many_shorter_ones_are_blocked():
    blocked = "; ".join(f"X -> C{i} <- T" for i in range(5))
    dag = Dag(f"{blocked}; X -> A -> B -> T")
    report = separation_report(dag, "X", "T", limit=3)
    assert report.paths.is_cut
    assert [path.is_open for path in report.paths.paths] == [False, False, True]
    assert report.agree
    assert "1 of the 3 listed is open" in paths_words(report)


def test_a_cut_list_of_blocked_paths_says_what_was_searched():
    dag = Dag("; ".join(f"X -> C{i} <- T" for i in range(5)))
    report = separation_report(dag, "X", "T", limit=3)
    words = "the 3 shortest are blocked, and a search over all finds no open one"
    assert words in paths_words(report)
    assert report.agree
    assert "both are blocked" in paths_words(separation_report(Dag("{X T} -> {A B}"), "X", "T"))


def test_the_path_that_is_told_is_open_or_blocked_by_what_is_given():
    dag = Dag("{A B C D E F}; A -> C <- B; C -> D; E -> A; E -> F -> B")
    for s, told in {"": "AEFB", "E": "AEFB", "F": "AEFB", "DE": "ACB", "CE": "ACB"}.items():
        assert "".join(shown_path(separation_report(dag, "A", "B", s)).names) == told
    assert shown_path(separation_report(Dag("{X T}"), "X", "T")) is None


def test_disagreement_would_be_reported():
    right = separation_report(Dag("X -> Y <- T"), "X", "T")
    other = separation_report(Dag("X -> T"), "X", "T")
    broken = type(right)("X", "T", (), other.paths, right.certificate)
    assert not broken.agree
    assert "disagree" in agreement_words(broken)


@pytest.mark.parametrize(
    ("x", "y", "given"), [("X", "X", ()), ("X", "Q", ()), ("X", "Y", ("Y",)), ("X", "Y", ("Q",))]
)
def test_questions_that_make_no_sense_are_refused(x, y, given):
    with pytest.raises(GraphError):
        separation_report(Dag("X -> Y"), x, y, given)


def test_stages_keep_the_places_of_the_reader():
    dag = Dag("A -> B")
    stage = stage_of(dag, {"A": (100.0, 300.0), "B": (400.0, 300.0)})
    (a, b) = (stage.positions[name] for name in "AB")
    assert (b[0] - a[0], b[1] - a[1]) == (300.0, 0.0)
    assert graph_of(dag).edges == {(0, 1)}
