"""Facts as values: with roles, and sentences whose gaps are their fields."""

import pytest

from marvel_widgets.assessment.facts import ROLES, Sentence, kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lemmas.exercises import OfAnswer
from marvel_widgets.lessons.markov_boundary.exercises import ComesIn, InShrinking
from marvel_widgets.lessons.orientation.exercises import VStructures
from marvel_widgets.lessons.separation.facts import Adjacent, NoPath, Separates
from tests.truths import Case, holds

COLLIDER = Dag("X -> Y <- T; Y -> Z")


def test_roles_are_the_names_of_fields_also_of_facts_inside():
    verdict = Separates("X", "T", ("Z",), False)
    assert list(verdict.roles()) == [("subject", "X"), ("object", "T"), ("given", ("Z",))]
    assert list(OfAnswer(("A", "B"), (verdict,)).roles()) == list(verdict.roles())
    assert set(ROLES.values()) >= {"subject", "object", "given", "path", "blocker", "pair", "edge"}


def test_a_kind_is_its_fields_and_its_sentences():
    fact = Adjacent(("X", "Y"), adjacent=False)
    assert fact.say() == "No edge joins X and Y."
    assert list(fact.roles()) == [("edge", ("X", "Y"))]
    assert fact == Adjacent(("X", "Y"), False) != Adjacent(("X", "Y"))
    assert not holds(fact, Case(COLLIDER))


@pytest.mark.parametrize(
    "words",
    ["{z}.", "{y[0]} and {z[1]}.", "{x:is {z}|are {y}}.", "{x:{y:a|{z}}|no}", "{}", lambda z: z],
)
def test_a_gap_that_is_no_field_is_refused(words):
    with pytest.raises(TypeError, match=r"has a gap for .*; the fields are: x y=\(\)"):
        kind("x y=()", "{x}.", words)
    with pytest.raises(TypeError, match="has a gap for z"):
        kind("x", "{x}.", draws=lambda x, z: {})


def test_no_path_joins_two_parts_of_a_graph():
    assert holds(NoPath("A", "B"), Case(Dag("A; B")))
    assert not holds(NoPath("A", "B"), Case(Dag("A -> B")))


def test_a_gap_of_an_unknown_form_is_refused():
    with pytest.raises(TypeError, match="unsupported format string"):
        Sentence().format("{0:unknown}", ("A", "B"))


def test_a_sentence_with_a_gap_that_nothing_fills_is_not_said():
    assert VStructures((("X", "Y", "T"),)).say() == "The v-structure is X → Y ← T."
    assert InShrinking("X", "Y", None).say() == "Y never came in, so it is not thrown out."
    assert ComesIn("X", "Y", False, (NoPath("X", "Y"),)).say() == (
        "Y does not come in: No path joins them."
    )
    with pytest.raises(ValueError, match=r"no sentence fits Said\(path=\(\)\)"):
        VStructures(()).say()


def test_a_fact_on_a_graph_needs_one():
    with pytest.raises(AssertionError, match="the question has none"):
        holds(Separates("X", "T", (), True), Case(None))
