"""The log: searches kept as one entry each, read as if every test had been written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, DSeparation
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.counting import CountingTest, Tally
from marvel_widgets.core.independence.log import SearchEntry, TestLog, TotalConditioningRow
from tests.reference.separation import subsets


@st.composite
def entries(draw):
    x, y, *rest = draw(st.permutations(range(7)))
    if draw(st.integers(0, 4)) == 0:
        row = draw(st.integers(0, 6))
        tests = draw(st.integers(0, 6 - row))
        later = ((1 << tests) - 1) << (row + 1)
        dependent = draw(st.integers(0, 127)) & later
        return TotalConditioningRow(row, tests, 127, dependent, "boundary-discovery")
    cut = draw(st.integers(0, len(rest)))
    candidates, forced = mask_of(rest[:cut]), mask_of(rest[cut : cut + draw(st.integers(0, 2))])
    tests = draw(st.integers(0, 2**cut))
    found = tests > 0 and draw(st.booleans())
    purpose = draw(st.sampled_from(["neighbors", "condition-1"]))
    return SearchEntry(Search(x, y, candidates, forced, purpose), tests, found)


logs = st.lists(entries(), max_size=8).map(TestLog)


@given(logs)
def test_random_access_equals_iteration(log):
    written = list(log)
    assert len(log) == len(written)
    assert [log[i] for i in range(len(log))] == written
    assert [log[i - len(log)] for i in range(len(log))] == written
    assert [test.number for test in written] == list(range(len(log)))


@given(logs, st.slices(12))
def test_slices_are_those_of_the_list(log, part):
    assert log[part] == list(log)[part]


@given(logs)
def test_distinct_counts_unordered_statements(log):
    statements = {(frozenset((t.x, t.y)), t.given) for t in log}
    assert log.distinct() == len(statements)


@given(logs)
def test_a_log_may_be_read_while_it_grows(log):
    growing = TestLog()
    for entry in log.entries:
        growing.append(entry)
        assert growing[-1] == list(growing)[-1]
    assert growing == log


@given(st.integers(0, 6), st.data())
def test_a_search_lists_subsets_in_the_canonical_order(k, data):
    items = sorted(data.draw(st.sets(st.integers(3, 30), min_size=k, max_size=k)))
    search = SearchEntry(Search(0, 1, mask_of(items), 0b100, "neighbors"), 2**k, False)
    expected = [mask_of(subset) | 0b100 for subset in subsets(frozenset(items))]
    assert [given for _, _, given, _ in search.queries()] == expected
    assert [search.query(at)[2] for at in range(2**k)] == expected


def test_only_the_last_test_of_a_search_can_separate():
    log = TestLog([SearchEntry(Search(0, 1, 0b1100, 0, "neighbors"), 3, True)])
    assert [(t.given, t.independent) for t in log] == [((), False), ((2,), False), ((3,), True)]


def test_a_row_names_each_answer():
    log = TestLog([TotalConditioningRow(1, 2, 0b1111, 0b1000, "boundary-discovery")])
    assert [(t.x, t.y, t.given, t.independent) for t in log] == [
        (1, 2, (0, 3), True),
        (1, 3, (0, 2), False),
    ]


def test_places_outside_are_an_index_error():
    log = TestLog([SearchEntry(Search(0, 1, 0, 0, "neighbors"), 1, True)])
    for place in (1, -2):
        with pytest.raises(IndexError, match=f"test {place} of 1"):
            log[place]


def test_an_entry_without_tests_leaves_no_trace():
    log = TestLog([SearchEntry(Search(0, 1, 0b100, 0, "neighbors"), 0, False)])
    assert (len(log), log.entries) == (0, [])
    assert log == TestLog()
    assert log != []


def test_a_search_of_many_sets_is_one_entry():
    edges = [(c, end) for c in range(2, 18) for end in (0, 1)]
    log = TestLog()
    ask = CountingTest(DSeparation(Dag(edges, nodes=range(18))), Tally(log=log))
    assert ask.search(Search(0, 1, mask_of(range(2, 17)), 0, "neighbors")) is None
    assert (len(log), len(log.entries)) == (2**15, 1)
    assert log[2**15 - 1].given == tuple(range(2, 17))
