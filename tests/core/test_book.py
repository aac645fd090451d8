"""The pages of the book make the engine's tests, one by one and in order, and give its answers."""

from random import Random

import pytest

from marvel_widgets import Dag, FunctionTest, Pdag, marvel, pc, record
from marvel_widgets.core.book.marvel import marvel as marvel_page
from marvel_widgets.core.book.pc import pc as pc_page
from marvel_widgets.lessons.challenge.changes import CHANGES, edition
from marvel_widgets.lessons.challenge.hidden import classes
from tests.reference.broken import noisy
from tests.reference.checks import graph_of
from tests.reference.dags import small_dags
from tests.reference.separation import separation

PAGES = {
    "marvel": (marvel_page, marvel, {"bookkeeping": "none"}),
    "pc": (pc_page, pc, {"start": "complete"}),
}
DRAWN = [graph_of(Dag.random_fixed_in_degree(7, 3, Random(seed))) for seed in range(40)]


def agree(g, name, page=None, wrong=0.0):
    """Whether page and engine ask the same and answer the same, up to a rule for contradictions."""
    own, engine, options = PAGES[name]
    names, told = [*g.vertices], []

    def ask(x, y, given):
        told.append(({x, y}, given, test(x, y, frozenset(given))))
        return told[-1][-1]

    test = noisy(separation(g), wrong, 1) if wrong else separation(g)
    lines, arrows = (page or own)(ask, names)
    trace = record(engine, FunctionTest(names, test), **options)
    same = Pdag.from_edges(names, arrows, map(tuple, lines)) == trace.result.essential_graph
    fourth = any(getattr(step.event, "rule", "") == "R4" for step in trace.steps)
    asked = [({q.x, q.y}, {*q.given}, q.independent) for q in trace.tests]
    return told == asked and (same or (fourth and wrong > 0))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_the_engine_test_by_test(name):
    graphs = [*small_dags(4), *(graph_of(dag) for dag in classes() if len(dag) == 5)]
    assert [g for g in graphs if not agree(g, name)] == []
    assert [g for g in DRAWN for wrong in (0.02, 0.1, 0.5) if not agree(g, name, wrong=wrong)] == []


@pytest.mark.parametrize("change", CHANGES["any"], ids=lambda change: change.differs)
def test_one_line_changed_is_seen(change):
    graphs = (graph_of(dag) for dag in classes() if len(dag) > 1)
    assert not all(agree(g, change.step, change.program) for g in graphs)


def test_what_no_page_can_use_is_said():
    with pytest.raises(TypeError, match=r"sort together are needed.* do not: \(1, 'A'\)"):
        marvel_page(None, (1, "A"))
    with pytest.raises(ValueError, match=r"pc.py has 'given' \d+ times; a change needs it once"):
        edition("pc", "given", "none")
