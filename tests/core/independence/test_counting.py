"""The counting layer: what counts is the one-by-one search, whatever answers it."""

from collections import Counter
from contextlib import nullcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marvel_widgets import BudgetExceededError, Counts, Dag, DSeparation, FunctionTest, marvel
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY, CountingTest, Tally
from marvel_widgets.core.independence.log import TestLog
from marvel_widgets.core.independence.protocol import search_one_by_one
from tests import strategies
from tests.reference.checks import dag_of
from tests.reference.separation import separation, subsets


def counting(dag, budget=None, *, test=None):
    return CountingTest(test or DSeparation(dag), Tally(budget=budget, log=TestLog()))


def test_counts_print_in_one_line_with_what_the_paper_reports():
    counts = marvel(Dag("X -> Y <- T; Y -> Z")).counts
    parts = ", ".join(f"{n} {purpose}" for purpose, n in counts.by_purpose.items())
    assert str(counts) == f"10 CI tests, 4 after boundary discovery: {parts}"
    assert "6 boundary-discovery" in str(counts)
    assert str(Counts({}, {})) == "0 CI tests"
    assert str(Counts({"neighbors": {0: 1234}}, {})).startswith("1,234 CI tests")
    assert eval(repr(counts)) == counts  # the numbers are all in the repr, as before


def asked(ask):
    return [(t.x, t.y, frozenset(t.given), t.independent) for t in ask.tally.log]


def written_out(g, x, y, candidates, forced, proper, size=None):
    """Return every query of a one-by-one search, with its answer; of one size, or of all."""
    truth, queries = separation(g), []
    for subset in subsets(candidates):
        if size in (None, len(subset)) and not (proper and subset == candidates):
            queries.append((x, y, subset | forced, truth(x, y, subset | forced)))
            if queries[-1][3]:
                break
    return queries


class OneByOne:
    """An oracle without the fast paths: no batch, no total conditioning at once."""

    def __init__(self, dag):
        self.names = dag.nodes
        self.independent = DSeparation(dag).independent

    first_separating = search_one_by_one

    def at_level(self, alpha):
        return self


BOTH = {"fast": DSeparation, "one by one": OneByOne}
each_oracle = pytest.mark.parametrize("oracle", BOTH.values(), ids=BOTH)


@each_oracle
@settings(max_examples=75)
@given(
    drawn=strategies.searches(max_size=8) | strategies.long_searches(max_size=8),
    size=st.none() | st.integers(0, 7),
    data=st.data(),
)
def test_a_search_counts_and_logs_each_query_of_a_one_by_one_search(oracle, drawn, size, data):
    """Without a budget, or with one that stops it after exactly so many."""
    g, x, y, candidates, forced, proper = drawn
    expected = written_out(*drawn, size)
    budget = data.draw(st.none() | st.integers(0, len(expected) + 1))
    ask = counting(dag_of(g), budget, test=oracle(dag_of(g)))
    search = Search(x, y, mask_of(candidates), mask_of(forced), "neighbors", proper, size)
    stops = budget is not None and budget < len(expected)
    with pytest.raises(BudgetExceededError) if stops else nullcontext() as caught:
        found = ask.search(search)
        separates = bool(expected) and expected[-1][3]
        assert found == (mask_of(expected[-1][2] - forced) if separates else None)
    assert not stops or caught.value.budget == budget
    assert asked(ask) == expected[:budget]
    sizes = Counter(len(given) for _, _, given, _ in expected[:budget])
    assert ask.tally.performed == sizes.total()
    assert ask.tally.counts().by_purpose_and_size == ({"neighbors": sizes} if sizes else {})
    assert [ask.tally.log[i] for i in range(len(ask.tally.log))] == list(ask.tally.log)


def test_a_search_over_no_set_at_all_asks_nothing():
    ask = counting(Dag("A -> B"), budget=0)
    assert ask.search(Search(0, 1, 0, 0, "neighbors", proper=True)) is None
    assert ask.tally.performed == 0
    assert len(ask.tally.log) == 0
    assert ask.tally.counts().by_purpose == {}


def test_one_question_is_one_test():
    ask = counting(Dag("A -> B <- C"), budget=2)
    assert ask.ask(0, 2, 0, "boundary-update")
    assert not ask.ask(0, 2, 0b010, "boundary-update")
    with pytest.raises(BudgetExceededError, match="more than the 2 CI tests"):
        ask.ask(0, 1, 0, "boundary-update")
    assert asked(ask) == [(0, 2, frozenset(), True), (0, 2, frozenset({1}), False)]
    assert ask.tally.counts().by_purpose_and_size == {"boundary-update": {0: 1, 1: 1}}


@given(strategies.dags(min_size=1, max_size=9), st.none() | st.integers(0, 40))
def test_a_row_of_total_conditioning_equals_single_questions(dag, budget):
    logs = []
    for oracle in BOTH.values():
        ask = counting(dag, budget, test=oracle(dag))
        rows = []
        try:
            for x in range(len(dag)):
                rows.append(ask.total_conditioning_row(x))
            stopped = False
        except BudgetExceededError:
            stopped = True
        logs.append((rows, stopped, asked(ask), ask.tally.counts().by_purpose_and_size))
    assert logs[0] == logs[1]
    pairs = len(dag) * (len(dag) - 1) // 2
    rows, stopped, tests, _ = logs[0]
    assert len(tests) == (pairs if budget is None else min(budget, pairs))
    assert stopped == (len(tests) < pairs)
    everything = frozenset(range(len(dag)))
    single = CountingTest(OneByOne(dag), Tally(log=TestLog()))
    for x, y, given_set, independent in tests:
        assert given_set == everything - {x, y}
        assert independent == single.ask(x, y, mask_of(given_set), BOUNDARY_DISCOVERY)
    for x, row in enumerate(rows):
        after = {y for y in dag.markov_boundary(x) if y > x}
        assert set(members(row)) == after


def test_another_level_counts_in_the_same_tally():
    class Leveled(OneByOne):
        alpha = 0.01

        def at_level(self, alpha):
            other = Leveled(Dag("A -> B"))
            other.alpha = alpha
            return other

    ask = counting(Dag("A -> B"), test=Leveled(Dag("A -> B")))
    lenient = ask.at_level(0.7)
    assert (ask.test.alpha, lenient.test.alpha) == (0.01, 0.7)
    lenient.ask(0, 1, 0, "condition-1")
    ask.ask(0, 1, 0, "neighbors")
    assert ask.tally.performed == lenient.tally.performed == 2
    assert ask.at_level(None) is ask


def test_an_oracle_and_a_function_have_no_level():
    for test in (DSeparation("A -> B"), FunctionTest("AB", lambda x, y, given: True)):
        assert test.at_level(0.7) is test


def test_the_views_of_counts_add_up():
    counts = Counts(
        {BOUNDARY_DISCOVERY: {3: 10}, "neighbors": {0: 4, 1: 2}, "condition-1": {1: 4}}, {}
    )
    assert counts.performed == 20
    assert counts.after_boundaries == 10
    assert counts.by_purpose == {BOUNDARY_DISCOVERY: 10, "neighbors": 6, "condition-1": 4}
    assert counts.by_size == {0: 4, 1: 6, 3: 10}
    assert counts.by_size_after_boundaries == {0: 4, 1: 6}
    assert counts.mean_size == (6 + 30) / 20
    assert counts.mean_size_after_boundaries == 0.6
    assert counts.distinct is None


def test_counts_of_no_tests():
    counts = Counts({}, {})
    assert (counts.performed, counts.after_boundaries) == (0, 0)
    assert (counts.mean_size, counts.mean_size_after_boundaries) == (0.0, 0.0)


def test_skipped_searches_are_counted_apart():
    ask = counting(Dag("A -> B"))
    ask.skip("neighbors", 3)
    ask.skip("condition-1")
    counts = ask.tally.counts()
    assert counts.reused == {"neighbors": 3, "condition-1": 1}
    assert counts.performed == 0


def test_remaining_is_what_the_budget_still_allows():
    ask = counting(Dag("A -> B"), budget=5)
    ask.ask(0, 1, 0, "neighbors")
    assert ask.tally.remaining() == 4
    assert counting(Dag("A -> B")).tally.remaining() is None
