"""What is said of tests on data: the p-value, the level, and what the true graph says."""

import re

import networkx as nx
import numpy as np
import pytest

from marvel_widgets import ALGORITHMS, Dag, FisherZ, GTest, LinearGaussian, record
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.replay.explanations import answer_words, explain_test
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.fold import initial_state
from marvel_widgets.replay.static_views import ledger_html
from marvel_widgets.replay.wording import RunContext
from tests.core.algorithms.test_doubts import linear
from tests.core.independence.gaussian_data import unchecked
from tests.reference import gaussian as reference

DAG = Dag("X -> Y <- T; Y -> Z; X -> Z; Z -> W")
SENTENCE = re.compile(
    r"Are (\S+) and (\S+) independent given (nothing|\{.*\})\? (Yes|No), says the test: "
    r"p = (\S+) is (above|not above) alpha = ([0-9.e-]*[0-9])\."
    r"(?: That is (right|wrong) in the true graph: .+\.)?"
)


def data(seed=0, n=60):
    # few samples, so that some answers are wrong
    rng = np.random.default_rng(seed)
    return LinearGaussian.random(DAG, rng).sample(n, rng)


def wrong_with(said, test, values, truth=None):
    """A careful reader: computes the p-value another way and compares the numbers shown."""
    x, y, given, answer, p, above, alpha, verdict = SENTENCE.fullmatch(said).groups()
    names = list(DAG.nodes)
    group = [] if given == "nothing" else given.strip("{}").split(", ")
    if [names.index(x), names.index(y), *map(names.index, group)] != [test.x, test.y, *test.given]:
        return "another statement"
    r = reference.by_precision(values, test.x, test.y, test.given)
    expected = reference.fisher_p_value(r, len(values), len(test.given))
    if float(p) != pytest.approx(expected, rel=1e-2, abs=1e-12):
        return "another p-value"
    if not (answer == "Yes") == (above == "above") == (float(p) > float(alpha)):
        return "the numbers say something else"
    if truth is not None:
        right = (answer == "Yes") == nx.is_d_separator(truth, {x}, {y}, set(group))
        if verdict != ("right" if right else "wrong"):
            return "the verdict"
    return None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_sentences_say_what_the_data_say(algorithm):
    verdicts = set()
    for seed in range(3):
        values = np.asarray(data(seed))
        trace = record(algorithm, FisherZ(values, alpha=0.01, names=DAG.nodes))
        for dag in (None, DAG):
            context = RunContext(DAG.nodes, dag, algorithm=algorithm)
            truth = None if dag is None else DAG.to_networkx()
            for test in trace.tests:
                text = explain_test(test, initial_state(len(DAG)), context).text
                assert wrong_with(text, test, values, truth) is None, text
                verdicts |= {word for word in ("right", "wrong") if f"is {word} in" in text}
    assert verdicts == {"right", "wrong"}


def test_the_last_line_says_what_speaks_against_the_answer():
    for dag in (None, Dag([], nodes="ABCDEFG")):
        film = Film(record("marvel", FisherZ(linear(132), 0.05, names="ABCDEFG")), dag)
        assert film.frame(film.last).explanation.located == (
            "Line 19, Algorithm 1 (Section 3.3): No DAG has this answer: A -> F -> B -> A is a "
            "cycle. Some tests erred, or the table is not as the method assumes; trust the edges "
            "before the arrows. The graph returned has 5 directed edges and 1 undirected edge."
        )
    test = FisherZ(linear(1), 0.05)
    for name in ALGORITHMS:
        film = Film(record(name, test))
        told, doubts = film.frame(film.last).explanation.text, film.trace.result.doubts
        assert told.startswith((*doubts, "Done: ")[0])


def test_boundaries_by_iamb_are_told_as_such():
    film = Film(record("marvel", FisherZ(data(), names=DAG.nodes), "iamb"))
    shown = [film.frame(at).explanation for at in range(1, film.last)]
    found = [each for each in shown if each.line == 1]
    assert {str(each.item) for each in found} == {
        "IAMB (Tsamardinos et al. 2003)",
        "growing and shrinking (Section 2.1)",
    }
    assert any("of all such variables it is the most strongly associated" in e.text for e in found)


def test_the_level_said_is_the_one_used():
    trace = record("marvel", FisherZ(data(), alpha=0.01, names=DAG.nodes), removal_alpha=0.35)
    for test in trace.tests:
        level = "0.35" if test.purpose.startswith("condition") else "0.01"
        assert f"alpha = {level}." in answer_words(test)


def test_a_near_miss_shows_enough_digits():
    near = TestRecord(0, 0, 1, (), True, "neighbors", 0.0100004, 0.01)
    assert answer_words(near) == "Yes, says the test: p = 0.0100004 is above alpha = 0.01."
    tie = TestRecord(0, 0, 1, (), False, "neighbors", 0.01, 0.01)
    assert answer_words(tie) == "No, says the test: p = 0.01 is not above alpha = 0.01."


def test_fallbacks_are_named():
    rng = np.random.default_rng(4)
    plain = rng.normal(size=(200, 4))
    trace = record("marvel", unchecked(np.column_stack([plain, plain[:, 0] + plain[:, 1]])))
    lines = [answer_words(test) for test in trace.tests if test.fallback == "singular"]
    assert lines
    assert all("linear function" in words for words in lines)
    rows = [(0, 0, 0), (1, 1, 1), (0, 1, 2), (1, 0, 3)]
    undecided = [t for t in record("marvel", GTest(rows)).tests if t.fallback == "undecided"]
    assert undecided
    assert all("without evidence" in answer_words(t) for t in undecided)


def test_a_ledger_of_data_has_p_values_and_one_of_an_oracle_has_none():
    trace = record("marvel", FisherZ(data(), alpha=0.01, names=DAG.nodes))
    film = Film(trace)
    html = ledger_html(film, film.frame(film.last), rows=10**6)
    assert html.count('<th scope="col">p-value</th>') == 1
    for test in trace.tests:
        if test.p_value > 0.05:
            assert f"<td>{test.p_value:.3g}</td><td>{test.alpha:g}</td>" in html
    oracle = Film(record("marvel", DAG), DAG)
    assert "p-value" not in ledger_html(oracle, oracle.frame(oracle.last))
