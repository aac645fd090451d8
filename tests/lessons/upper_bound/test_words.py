"""The bounds as sentences and charts: every number is worked out again here, from the paper."""

import re
from fractions import Fraction
from math import comb, floor, log2
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, gallery, record
from marvel_widgets.lessons.upper_bound.charts import bounds_chart, spending_chart, split_chart
from marvel_widgets.lessons.upper_bound.words import (
    bound_sentences,
    corollary_words,
    share_question,
    spending_sentences,
    spending_table,
    split_headline,
    split_words,
    table_one_html,
    table_one_words,
)
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.theory.bounds import Sizes, measure
from tests.strategies import dags

sizes = st.integers(2, 200).flatmap(lambda p: st.tuples(st.just(p), st.integers(1, min(p - 1, 12))))
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def upper(p, d):
    return p * comb(d, 2) + Fraction(p, 2) * d * (1 + Fraction(45, 100) * d) * 2**d


def cliques(p, d):
    return (p // (d + 1)) * comb(d + 1, 2) * 2 ** (d - 1)


def near(words, value):
    """Whether a number as people read it is near a number."""
    if set(words) & set("⁰¹²³⁴⁵⁶⁷⁸⁹"):
        factor, _, power = words.rpartition("10")
        read = Fraction(factor.rstrip(" ×") or 1) * 10 ** int(power.translate(RAISED))
        return abs(read - value) <= value / 15
    return abs(Fraction(words.replace(",", "")) - value) <= Fraction(1, 100)


NUMBER = r"((?:[\d.,]*\d × )?10[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[\d,]*\d(?:\.\d+)?)"


def numbers(pattern, text):
    found = re.search(pattern.replace("#", NUMBER), text)
    assert found, (pattern, text)
    return found.groups()


@given(sizes)
def test_the_sentences_on_the_bounds(size):
    p, d = size
    first, second, third = bound_sentences(p, d)
    most, pairs, overall = numbers("at most # distinct .* adds #, one .*: # in all", first)
    assert near(most, upper(p, d))
    assert near(pairs, comb(p, 2))
    assert near(overall, upper(p, d) + comb(p, 2))
    least = max(cliques(p, d), comb(p, 2))
    told = numbers("graph of # variables .* at most #, .* at least # tests", second)
    assert all(map(near, told, (p, d, least)))
    told = numbers("Example 1, # cliques? of #, asks for #; Example 2, .*, for #", second)
    assert all(map(near, told, (p // (d + 1), d + 1, cliques(p, d), comb(p, 2))))
    above, times, below, factor, limit = numbers(
        r": # is # times #\. .* factor of #, .* in-degree #\.", third
    )
    ratio = (upper(p, d) + comb(p, 2)) / least
    assert near(above, upper(p, d) + comb(p, 2))
    assert near(times, ratio)
    assert near(below, least)
    orders = Fraction(p**2 + p * d**2 * 2**d, p**2 + p * d * 2**d)
    assert near(factor, orders)
    assert orders <= d == int(limit)


@given(sizes)
def test_the_corollary(size):
    p, d = size
    told = numbers(r"here # = c log p with c = # .* O\(p\^# log", corollary_words(p, d))
    assert int(told[0]) == d
    assert float(told[1]) == pytest.approx(d / log2(p), abs=0.006)
    assert float(told[2]) == pytest.approx(d / log2(p) + 1, abs=0.006)


@given(sizes, st.data())
def test_the_walk_through_the_split(size, data):
    p, d = size
    n = data.draw(st.integers(0, d))
    told = numbers(
        r"D = # members?, N = # neighbors? and M = # co-parents?\. .* step by step: #, .* split; "
        r"#, .* whole set .*; #, .* Condition 1; #, .* N = 0.6 D; #, .* the upper bound\. The ",
        split_words(p, d, n),
    )
    m, quarter = d - n, Fraction(2) ** (d - 2)
    counts = quarter * (2 * d + 3 * m * n + comb(n, 2)) + comb(n, 2)
    squared = quarter * (2 * d + 3 * m * n + Fraction(n * n, 2)) + comb(n, 2)
    worst = quarter * (2 * d + Fraction(9, 10) * d * d) + comb(n, 2)
    wanted = (d, n, m, p * (counts - d), p * counts, p * squared, p * worst, upper(p, d))
    assert all(map(near, told, wanted)), (told, wanted)


def check_measured(dag):
    found = measure(dag)
    tests = record("marvel", dag).tests
    after = [t for t in tests if t.purpose != "boundary-discovery"]
    distinct = {(frozenset((t.x, t.y)), t.given) for t in after}
    every = {(frozenset((t.x, t.y)), t.given) for t in tests}
    d = max((len(dag.parents(v)) for v in dag.nodes), default=0)
    first, second = spending_sentences(found)
    told = numbers(r"has # variables? and maximum in-degree #\. MARVEL makes # distinct", first)
    assert tuple(map(int, (n.replace(",", "") for n in told))) == (len(dag), d, len(distinct))
    if len(after) == len(distinct):
        assert "none is asked twice" in first
    else:
        assert near(*numbers(r"\(# tests with those", first), len(after))
    assert near(*numbers("allows #", first.replace("allows 0.", "allows 0 .")), upper(len(dag), d))
    assert near(*numbers("it makes # distinct", second), len(every))
    least = max(cliques(len(dag), d) if d else 0, comb(len(dag), 2))
    assert near(*numbers("lower bound, #, is", second), least)
    return found, after


# in the night the star with 12 causes too, of which MARVEL asks tens of thousands of questions
@pytest.mark.parametrize("most", [11, pytest.param(12, marks=pytest.mark.night)])
def test_what_every_graph_of_the_gallery_costs(most):
    costly = [dag for dag in gallery.values() if dag.max_in_degree <= most]
    assert len(costly) >= len(gallery) - 1
    for dag in costly:
        check_measured(dag)


@given(dags(max_size=8))
def test_what_a_random_graph_costs_in_words_table_chart_and_question(dag):
    found, after = check_measured(dag)
    table = ElementTree.fromstring(spending_table(found))
    rows = [[cell.text for cell in row] for row in table.iter("tr")][1:]
    chart = spending_chart(found)
    for at, (row, purpose) in enumerate(
        zip(
            rows,
            ["neighbors", "v-structures", "condition-1", "condition-2", "boundary-update"],
            strict=True,
        )
    ):
        asked = [t for t in after if t.purpose == purpose]
        distinct = len({(frozenset((t.x, t.y)), t.given) for t in asked})
        assert row[1:3] == [f"{distinct:,}", f"{len(asked):,}"]
        made, own, largest = (bars.values[at] for bars in chart.bars)
        assert [f"{made:,}", f"{own:,}", f"{largest:,}"] == [row[1], *row[3:]]
    question = share_question(found)
    bound = upper(len(dag), dag.max_in_degree)
    if question is None:
        assert bound == 0
    else:
        share = found.after_discovery / bound
        limits = {
            "under a quarter": (-1, Fraction(1, 4)),
            "a quarter to a half": (Fraction(1, 4), Fraction(1, 2)),
            "over a half": (Fraction(1, 2), 2),
        }
        low, high = limits[question.answer]
        assert low <= share <= high


@given(dags(min_size=2, max_size=10))
def test_table_one_in_words(dag):
    moral = nx.moral_graph(dag.to_networkx())
    p, d = len(dag), dag.max_in_degree
    alpha = max(dict(moral.degree).values())
    delta = max(dict(dag.to_networkx().degree).values())
    values = {
        "PC": p**delta,
        "PC that knows Δin": p**d,
        "GS": p**2 + p * alpha**2 * 2**alpha,
        "CS": p**2 * 2**alpha,
        "MMPC": p**2 * 2**alpha,
        "MARVEL": p**2 + p * d**2 * 2**d,
        "Lower bound": p**2 + p * d * 2**d,
    }
    page = ElementTree.fromstring(table_one_html(Sizes.of(dag)))
    rows = [[cell.text for cell in row] for row in page.iter("tr")][1:]
    assert all(near(row[2], values[row[0]]) for row in rows)
    assert {row[0] for row in rows} == set(values)
    del values["Lower bound"]
    words = " ".join(table_one_words(Sizes.of(dag)))
    names, smallest = re.match(
        r"(.*?) ha(?:s|ve) the smallest order here, ([^.;]*)", words
    ).groups()
    least = min(values.values())
    assert set(names.split(" and ")) == {name for name, v in values.items() if v == least}
    assert near(smallest, least)
    other = re.search(r"next is (.*?) with ([^.;]*)\.", words)
    if other:
        rest = sorted(v for v in values.values() if v > least)
        assert values[other[1]] == rest[0]
        assert near(other[2], rest[0])
    mine = re.search(r"MARVEL's is ([^.;]*)\.", words)
    assert bool(mine) == ("MARVEL" not in names.split(" and "))
    if mine:
        assert near(mine[1], values["MARVEL"])


@given(sizes, st.sampled_from(["p", "in-degree"]))
def test_the_chart_of_the_bounds(size, across):
    p, d = size
    chart = bounds_chart(p, d, across)
    assert chart.here == (p if across == "p" else d)
    after, overall, below = (dict(series.points) for series in chart.series)
    assert chart.here in after
    for x, value in after.items():
        q, e = (x, d) if across == "p" else (p, x)
        assert value == floor(upper(q, e))
        assert overall[x] == floor(upper(q, e)) + comb(q, 2)
        assert below[x] == max(cliques(q, e), comb(q, 2)) <= overall[x]
    ElementTree.fromstring(chart_svg(chart))


def test_a_graph_stands_in_the_chart_where_its_other_number_is_the_charts():
    dag = Dag("A -> C <- B; C -> D")
    found = measure(dag)
    for p, d, across, shown in ((9, 2, "p", True), (9, 3, "p", False), (4, 1, "in-degree", True)):
        names = [series.name for series in bounds_chart(p, d, across, found).series]
        assert any("your DAG" in name for name in names) == shown
    (point,) = bounds_chart(9, 2, "p", found).series[3].points
    assert point == (4, found.after_discovery)


@given(st.integers(1, 12), st.data())
def test_the_stack_of_each_split(d, data):
    n = data.draw(st.integers(0, d))
    chart = split_chart(d, n)
    assert [name.startswith("▶") for name in chart.categories] == [k == n for k in range(d + 1)]
    for k in range(d + 1):
        m = d - k
        whole = Fraction(2) ** (d - 2) * (2 * d + 3 * m * k + comb(k, 2)) + comb(k, 2)
        assert sum(bars.values[k] for bars in chart.bars) == whole <= chart.limits[0].value
        told = numbers(
            "A variable with # neighbors? and # co-parents? may cost # CI tests?; .* allows it #. ",
            " ".join(split_headline(d, k)),
        )
        assert all(map(near, told, (k, m, whole, upper(1, d)))), told
    assert chart.limits[0].value == upper(1, d)


def test_what_can_not_be_measured_says_why(monkeypatch):
    with pytest.raises(ValueError, match="no variable"):
        measure(Dag(""))
    monkeypatch.setattr("marvel_widgets.theory.bounds.MOST_TESTS", 5)
    with pytest.raises(ValueError, match="more than 5 CI tests"):
        measure(Dag("A -> B; A -> C; B -> C; B -> D"))
