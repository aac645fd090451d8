"""The tests that users hand over: the oracle, functions, and what can't be one."""

import re

import numpy as np
import pytest
from hypothesis import given

from marvel_widgets import Dag, DSeparation, FunctionTest, marvel
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.protocol import search_one_by_one
from tests import strategies
from tests.reference import separation as reference
from tests.reference.checks import dag_of
from tests.reference.dags import small_dags


def test_total_conditioning_at_once_is_right():
    """Its fast path says of each pair what the textbook says given all the rest."""
    for g in small_dags(4):
        masks, truth = DSeparation(dag_of(g)).total_conditioning(), reference.separation(g)
        for x in g.vertices:
            others = frozenset(g.vertices) - {x}
            dependent = {y for y in others if not truth(x, y, others - {y})}
            assert masks[x] == mask_of(dependent), (g, x)


@given(strategies.searches(max_size=8))
def test_a_function_test_answers_as_the_oracle_it_wraps(drawn):
    g, x, y, candidates, forced, proper = drawn
    dag = dag_of(g)
    oracle = DSeparation(dag)
    function = FunctionTest(dag.nodes, oracle)
    search = Search(x, y, mask_of(candidates), mask_of(forced), proper=proper)
    assert function.first_separating(search) == oracle.first_separating(search)
    assert function.independent(x, y, mask_of(forced)) == oracle.independent(x, y, mask_of(forced))


def test_a_function_gets_labels_and_a_frozenset():
    seen = []
    test = FunctionTest(["a", "b", "c"], lambda x, y, given: seen.append((x, y, given)) or 1)
    assert test("a", "b", given=["c"]) is True
    assert test.independent(2, 0, 0b010) is True
    assert seen == [("a", "b", frozenset("c")), ("c", "a", frozenset("b"))]


@pytest.mark.parametrize("answer", [0.03, 0.0, 1.0, None, (True, 0.3), "yes", 2, {"Z"}])
def test_what_is_no_answer_is_refused_and_not_taken_for_one(answer):
    """A p-value of 0.03 is true to Python, and would count as independent."""
    told = f"asked about 'X' and 'Y' given ['Z'], it returned {answer!r}. Compare a p-value"
    with pytest.raises(TypeError, match=re.escape(told)):
        FunctionTest("XYZ", lambda x, y, given: answer)("X", "Y", "Z")


@pytest.mark.parametrize("kind", [bool, int, np.bool_, np.int64])
def test_an_answer_may_be_of_numpy_or_a_bit(kind):
    assert FunctionTest("XY", lambda *_: kind(1))("X", "Y") is True
    assert FunctionTest("XY", lambda *_: kind(0))("X", "Y") is False


def test_half_a_test_is_told_what_it_lacks():
    class Half:
        names = "XY"
        independent = FunctionTest.independent

    with pytest.raises(TypeError, match=r"Half has no first_separating; write .* FunctionTest\("):
        as_ci_test(Half())


def test_a_function_test_has_no_total_conditioning_at_once():
    assert hasattr(DSeparation("A -> B"), "total_conditioning")
    assert not hasattr(FunctionTest("AB", lambda *_: True), "total_conditioning")


def test_a_one_by_one_search_stops_at_its_limit():
    never = FunctionTest("ABCD", lambda x, y, given: False)
    for limit in range(5):
        assert search_one_by_one(never, Search(0, 1, 0b1100), limit) == (None, limit)
    assert search_one_by_one(never, Search(0, 1, 0b1100, proper=True)) == (None, 3)


@pytest.mark.parametrize(
    "make", [DSeparation, lambda text: FunctionTest(Dag(text).nodes, lambda *_: True)]
)
def test_senseless_queries_are_refused(make):
    test = make("A -> Mid -> B")
    with pytest.raises(UnknownVariableError, match="did you mean 'Mid'"):
        test("A", "Midd")
    with pytest.raises(UnknownVariableError):
        test("A", "B", given=["Q"])
    with pytest.raises(GraphError):
        test("A", "A")
    with pytest.raises(GraphError):
        test("A", "B", given=["A"])
    assert test("A", "B", given="Mid")  # one name, not three letters


def test_what_can_be_a_ci_test():
    dag = Dag("A -> B")
    oracle = DSeparation(dag)
    assert as_ci_test(oracle) is oracle
    assert as_ci_test(dag).dag is dag

    def coin(x, y, given):
        return True

    coin.names = ("A", "B")
    assert as_ci_test(coin)("A", "B")
    assert marvel(coin).skeleton == frozenset()


@pytest.mark.parametrize("thing", [5, None, lambda x, y, given: True])
def test_what_can_not_be_a_ci_test_is_named(thing):
    with pytest.raises(TypeError, match=f"not {type(thing).__name__}: give DSeparation"):
        as_ci_test(thing)


def test_an_oracle_from_text_shows_itself():
    assert repr(DSeparation("A -> B")) == "DSeparation(Dag('A -> B'))"
    assert DSeparation("A -> B").names == ("A", "B")


@pytest.mark.parametrize("search", [DSeparation.first_separating, search_one_by_one])
def test_the_full_set_is_left_out_of_a_search_of_its_size_too(search):
    oracle = DSeparation("A <- C -> B")
    a, b, c = (oracle.dag.index[name] for name in "ABC")
    assert search(oracle, Search(a, b, 1 << c, proper=False, size=1)) == (1 << c, 1)
    assert search(oracle, Search(a, b, 1 << c, proper=True, size=1)) == (None, 0)
