"""The belief that is named is one that its witness speaks against.

`witness_reader` reads the texts; graphs and d-separation are those of networkx.
"""

import random
import re
from collections import Counter

import networkx as nx
import pytest

from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.registry import LESSONS
from tests.course import witness_reader as reader

EVERY = [(notebook, name) for notebook in LESSONS for name in builders(notebook)]
SIXTY = range(60)
BOTH = pytest.mark.parametrize(
    "students", [[""], pytest.param(SIXTY, marks=pytest.mark.night)], ids=["one", "sixty"]
)


def cases(students, exercises):
    for notebook, name in exercises:
        for student in students:
            yield Check(notebook, name, builders(notebook)[name], student).exercise


def ties(exercise):
    """Yield the answers to which several beliefs lead, with these beliefs."""
    fitting = {}
    for answer, belief in exercise.believed:
        if not exercise.is_right(answer):
            code = exercise.kind.code(answer)
            fitting.setdefault(code, (answer, {}))[1][belief] = None
    yield from ((answer, list(beliefs)) for answer, beliefs in fitting.values() if len(beliefs) > 1)


def graded(students, name_of):
    """Count the ties by whether the witness speaks against the belief that is named."""
    found = Counter()
    for exercise in cases(students, [each for each in EVERY if each[0] in ("00", "01", "02")]):
        graph = reader.graph_of(exercise)
        for answer, beliefs in ties(exercise):
            text = judge(exercise, answer).witness
            shown = {b: reader.speaks_against(b, graph, text, exercise.question) for b in beliefs}
            verdict = shown[name_of(exercise, answer, beliefs)]
            found["not read" if verdict is None else "shown" if verdict else "other"] += 1
            found["choice"] += len(set(shown.values())) > 1
            if not verdict and any(shown.values()) and verdict is not None:
                found["wrong"] += 1
    return found


@pytest.mark.parametrize("students", [range(8), pytest.param(SIXTY, marks=pytest.mark.night)])
def test_of_beliefs_that_lead_to_one_answer_one_is_named_that_the_witness_shows(students):
    found = graded(students, lambda e, answer, _: judge(e, answer).misconception)
    assert found["wrong"] == 0
    assert found["shown"] >= len(students) / 2
    assert found["not read"] <= 0.2 * found["shown"]


def values(exercise, seed, count=40):
    rng = random.Random(seed)
    found = [m.answer for m in exercise.mistakes] + [
        exercise.kind.random(rng) for _ in range(count)
    ]
    return [value for value in found if not exercise.is_right(value)]


@BOTH
@pytest.mark.parametrize(
    ("where", "key"), [(("03", "changed"), "given"), (("04", "separator"), "S")]
)
def test_who_keeps_the_removed_variable_is_told_of_it_and_nobody_else(where, key, students):
    seen = Counter()
    for student, exercise in zip(students, cases(students, [where]), strict=True):
        for value in values(exercise, student):
            verdict = judge(exercise, value)
            said = re.search(r"(\w) leaves\. The definition asks for sets without", verdict.text)
            assert (verdict.misconception == "leaver_given") == (said is not None), verdict.text
            if said:
                assert said[1] in value[key]
            seen[verdict.misconception] += 1
    assert seen["leaver_given"] >= len(students)


@BOTH
def test_a_graph_that_breaks_no_claim_is_told_why(students):
    """05/counterexample: any graph may be answered; networkx says which belief it shows."""
    said = {
        "only_neighbors": "An edge joins",
        "all_dependent": "not in the Markov boundary",
        "parents_apart": "independent given",
    }
    seen = Counter()
    for student, exercise in zip(
        students, cases(students, [("05", "counterexample")]), strict=True
    ):
        y, x = re.search(
            r"in which (\w) is in the Markov boundary of (\w)", exercise.question
        ).groups()
        for value in values(exercise, student):
            graph = nx.DiGraph(sorted(value))
            graph.add_nodes_from(exercise.kind.names)
            verdict = judge(exercise, value)
            if not nx.is_directed_acyclic_graph(graph):
                assert verdict.misconception == ""
                continue
            near = graph.has_edge(x, y) or graph.has_edge(y, x)
            shared = set(graph.successors(x)) & set(graph.successors(y))
            belief = "only_neighbors" if near else "parents_apart" if shared else "all_dependent"
            assert verdict.misconception == belief
            assert said[belief] in verdict.witness
            assert (belief == "parents_apart") <= reader.separated(graph, x, y, frozenset())
            seen[belief] += 1
    assert len(seen) >= 2


@BOTH
def test_an_order_is_told_what_it_breaks(students):
    """T/ninety_minutes: what is needed comes first; else the break cuts a part."""
    for student, exercise in zip(students, cases(students, [("T", "ninety_minutes")]), strict=True):
        for value in values(exercise, student):
            early = any(value.index(a) > value.index(b) for a, b in exercise.dag.edges)
            verdict = judge(exercise, value)
            assert verdict.misconception == ("parts_in_any_order" if early else "all_time_teaches")
            assert ("which it needs" in verdict.witness) == early
            assert ("cut by the break" in verdict.witness) != early
