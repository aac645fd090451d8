"""Facts as values: registered once, with roles, and whole in JSON."""

from types import FunctionType

import pytest

from marvel_widgets.assessment.facts import KINDS, ROLES, Case, Fact, Principle, from_json
from marvel_widgets.assessment.kinds import Sentence, kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lemmas.facts import OfAnswer
from marvel_widgets.lessons.markov_boundary.facts import InShrinking
from marvel_widgets.lessons.orientation.facts import VStructures
from marvel_widgets.lessons.separation.facts import (
    Adjacent,
    NoPath,
    Separates,
    why_separated,
)

COLLIDER = Dag("X -> Y <- T; Y -> Z")


def test_a_kind_has_a_name_of_its_own():
    with pytest.raises(TypeError, match=r"there is a fact Principle in marvel_widgets\.assessment"):
        type("Principle", (Fact,), {"__module__": "elsewhere"})
    assert KINDS["Principle"] is Principle


def test_a_fact_that_can_not_be_said_or_judged_can_not_be_made():
    kind = type("Mute", (Fact,), {"say": lambda self: "Hm.", "__module__": __name__})
    try:
        with pytest.raises(TypeError, match="holds"):
            kind()
    finally:
        del KINDS["Mute"]


def test_roles_are_the_names_of_fields_also_of_facts_inside():
    verdict = Separates("X", "T", ("Z",), False)
    assert list(verdict.roles()) == [("subject", "X"), ("object", "T"), ("given", ("Z",))]
    assert list(OfAnswer(("A", "B"), (verdict,)).roles()) == list(verdict.roles())
    assert set(ROLES.values()) >= {"subject", "object", "given", "path", "blocker", "pair", "edge"}


def test_a_kind_of_a_sentence_and_a_function_is_a_kind_like_others():
    fact = Adjacent(("X", "Y"), adjacent=False)
    assert KINDS["Adjacent"] is type(fact)
    assert (repr(fact), fact.say()) == (
        "Adjacent(edge=('X', 'Y'), adjacent=False)",
        "No edge joins X and Y.",
    )
    assert list(fact.roles()) == [("edge", ("X", "Y"))]
    assert from_json(fact.to_json()) == fact != Adjacent(("X", "Y"))
    assert not fact.holds(Case(COLLIDER))
    with pytest.raises(TypeError, match=r"there is a fact Adjacent in .* already"):
        kind("Again.")(FunctionType((lambda case: True).__code__, {}, "Adjacent"))


def test_no_path_joins_two_parts_of_a_graph():
    assert NoPath("A", "B").holds(Case(Dag("A; B")))
    assert not NoPath("A", "B").holds(Case(Dag("A -> B")))


def test_a_gap_of_an_unknown_form_is_refused():
    with pytest.raises(TypeError, match="unsupported format string"):
        Sentence().format("{0:unknown}", ("A", "B"))


def test_a_sentence_with_a_gap_that_nothing_fills_is_not_said():
    assert VStructures((("X", "Y", "T"),)).say() == "The v-structure is X → Y ← T."
    assert InShrinking("X", "Y", None).say() == "Y never came in, so it is not thrown out."
    with pytest.raises(ValueError, match=r"no sentence fits VStructures\(path=\(\)\)"):
        VStructures(()).say()


def test_json_has_kind_and_version():
    found = Separates("X", "T", ("Z",), False).to_json()
    assert (found["fact"], found["v"], found["given"]) == ("Separates", 1, ["Z"])
    for fact in why_separated(COLLIDER, "X", "T", ["Z"]):
        assert from_json(fact.to_json()) == fact


@pytest.mark.parametrize("damage", [{"v": 2}, {"fact": "Gossip"}, {"fact": "Path"}])
def test_json_of_another_kind_or_version_is_refused(damage):
    with pytest.raises(ValueError, match="no fact of this kind and version"):
        from_json(Principle("So.").to_json() | damage)


def test_a_set_is_no_field_since_its_order_is_not_fixed():
    with pytest.raises(TypeError, match="use a tuple"):
        Separates("X", "T", {"Z"}, False).to_json()


def test_a_fact_on_a_graph_needs_one():
    with pytest.raises(ValueError, match="the question has none"):
        Separates("X", "T", (), True).holds(Case(None))
