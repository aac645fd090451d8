"""The second questions: keys and typical mistakes, computed a second way from what is printed."""

import functools
import random
import re
from itertools import combinations
from math import atanh, erfc, sqrt
from statistics import fmean

import networkx as nx
import pytest

from marvel_widgets import is_removable_by_definition
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.course.registry import second_questions
from marvel_widgets.lessons.finite_samples import second_questions as about_data
from tests.reference import broken, dags
from tests.reference.checks import graph_of
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def cases(notebook, name):
    """Give a test the case of each seed, drawn when it is first asked for, not when it is found."""
    every = [(notebook, name, seed) for seed in SEEDS]
    return pytest.mark.parametrize("exercise", in_each_run(every, every[:3]), indirect=True)


@functools.cache
def case(notebook, name, seed):
    return drawn(second_questions(notebook)[name], seed)


@pytest.fixture
def exercise(request):
    return case(*request.param)


def answer_of(exercise, belief):
    return next(m.answer for m in exercise.mistakes if m.misconception == belief)


def separated(dag, a, b, given):
    """d-separation by networkx."""
    return nx.is_d_separator(nx.DiGraph(list(dag.edges)), {a}, {b}, set(given))


def true_ones(exercise, judge):
    return {n for n, text in enumerate(exercise.kind.sentences, start=1) if judge(text)}


# -- who_can_leave --------------------------------------------------------------------------------


def leaving_holds(dag, text):
    """Whether a sentence on leaving is true, by the definition of removable."""
    removable = {v for v in dag.nodes if is_removable_by_definition(dag, v)}
    if found := re.fullmatch(r"With a new arrow (\w) -> (\w), (\w) would be removable\.", text):
        tail, head, x = found.groups()
        return is_removable_by_definition(Dag([*dag.edges, (tail, head)], nodes=dag.nodes), x)
    if text == "Some removable variable has a child.":
        return any(dag.children(v) for v in removable)
    if text == "Only variables without children are removable.":
        return not any(dag.children(v) for v in removable)
    if found := re.fullmatch(r"(\w) is removable, although no edge joins .* (\w) and (\w)\.", text):
        x, a, b = found.groups()
        assert {a, b} <= dag.neighbors(x)
        assert b not in dag.neighbors(a)
        return x in removable
    if found := re.fullmatch(r"Each child of (\w) is adjacent .*, so \1 is removable\.", text):
        x = found[1]
        for child, other in ((c, o) for c in dag.children(x) for o in dag.neighbors(x) - {c}):
            assert other in dag.neighbors(child)
        return x in removable
    return re.fullmatch(r"(\w) is not removable\.", text)[1] not in removable


@cases("03", "who_can_leave")
def test_who_can_leave(exercise):
    assert true_ones(exercise, lambda text: leaving_holds(exercise.dag, text)) == exercise.solution


@cases("03", "who_can_leave")
def test_the_new_arrow_repairs_one_condition_and_breaks_the_other(exercise):
    text = next(text for text in exercise.kind.sentences if text.startswith("With a new"))
    tail, head, x = re.search(r"(\w) -> (\w), (\w)", text).groups()
    for dag, one in ((exercise.dag, False), (Dag([*exercise.dag.edges, (tail, head)]), True)):
        graph, place = graph_of(dag), {v: i for i, v in enumerate(dag.nodes)}
        around = dags.neighbors(graph, place[x])
        holds = all(
            w == z or w in dags.neighbors(graph, z)
            for z in dags.children(graph, place[x])
            for w in around
        )
        assert holds is one


# -- common_children ------------------------------------------------------------------------------


@cases("05", "common_children")
def test_common_children_from_the_printed_answers_alone(exercise):
    x, t = re.search(r"common children of (\w) and (\w)\?", exercise.question).groups()
    stored = set(re.search(r"and \{([^}]*)\} separates the two", exercise.question)[1].split(", "))
    lines = re.findall(r"^(\w): (.+) separates it from", exercise.question, re.MULTILINE)
    seen = {y: what for y, what in lines if y not in stored}
    assert exercise.solution == {y for y, what in seen.items() if what == "no set"}
    assert answer_of(exercise, "M31") == set(seen)
    for belief, empty in (("M17", True), ("M28", False)):
        found = [m for m in exercise.mistakes if m.misconception == belief]
        for mistake in found:
            kept = {"no set", "the empty set"} if empty else set(seen.values()) - {"the empty set"}
            assert mistake.answer == {y for y, what in seen.items() if what in kept}
    assert (x, t) != (t, x)


# -- pairs_anew, boundary_now ---------------------------------------------------------------------


@cases("06", "pairs_anew")
def test_pairs_anew_are_those_that_did_not_pass(exercise):
    x = exercise.question.split()[4]
    passed = re.findall(r"(\w) - (\w) passed", exercise.question)
    gone = set(re.search(r"Since then (.*?) ha(?:s|ve) left", exercise.question)[1]) & set("ABCDEF")
    left = sorted(exercise.dag.neighbors(x) - gone)
    pairs = {frozenset(pair) for pair in combinations(left, 2)}
    assert exercise.solution == len(pairs - set(map(frozenset, passed)))
    assert answer_of(exercise, "M32") == len(pairs)


@cases("06", "boundary_now")
def test_the_boundary_now_is_that_of_the_rest(exercise):
    gone = set(exercise.question.partition(" have left")[0].replace(" and ", ", ").split(", "))
    x = re.search(r"boundary of (\w) now", exercise.question)[1]
    rest = nx.DiGraph(exercise.dag.edges).subgraph(set(exercise.dag.nodes) - gone)
    around = set(rest.predecessors(x)) | set(rest.successors(x))
    parents = {p for child in rest.successors(x) for p in rest.predecessors(child)}
    assert exercise.solution == (around | parents) - {x}
    assert answer_of(exercise, "M11") == set(exercise.dag.markov_boundary(x)) - gone


# -- which_sets_mislead ---------------------------------------------------------------------------


@cases("E", "which_sets_mislead")
def test_the_sets_that_mislead_separate_without_y(exercise):
    t, x, y = re.match(r"(\w) is a co-parent of (\w), and (\w)", exercise.question).groups()
    dag = exercise.dag
    given = [set(re.findall(r"[A-F]", text)) for text in exercise.kind.sentences]
    parted = {n for n, group in enumerate(given, start=1) if separated(dag, x, t, group)}
    assert exercise.solution == {n for n in parted if y not in given[n - 1]}
    if any(m.misconception == "M35" for m in exercise.mistakes):
        assert answer_of(exercise, "M35") == parted
    inside = sorted((dag.markov_boundary(x) | {x}) - {y, t})
    subsets = [s for size in range(len(inside) + 1) for s in combinations(inside, size)]
    assert not any(separated(dag, y, t, s) for s in subsets)
    assert not {y} <= dag.children(x) & dag.children(t)


@cases("E", "which_sets_mislead")
def test_larger_sets_mislead_whoever_thinks_that_more_blocks_more(exercise):
    t, x, y = re.match(r"(\w) is a co-parent of (\w), and (\w)", exercise.question).groups()
    given = [set(re.findall(r"[A-F]", text)) for text in exercise.kind.sentences]
    others = sorted(set(exercise.dag.nodes) - {x, y, t})
    groups = [set(s) for size in range(len(others) + 1) for s in combinations(others, size)]
    parting = [group for group in groups if separated(exercise.dag, x, t, group)]
    wanted = {
        "M2": {n for n, g in enumerate(given, 1) if y not in g and any(s <= g for s in parting)},
        "M8": {n for n, g in enumerate(given, 1) if len(g) == max(map(len, given))},
    }
    found = {m.misconception: m.answer for m in exercise.mistakes}
    assert all(found[belief] == wanted[belief] for belief in wanted.keys() & found.keys())


@cases("E", "which_sets_mislead")
def test_a_holder_of_m3_is_fooled_as_the_broken_rule_says(exercise):
    found = [m for m in exercise.mistakes if m.misconception == "M3"]
    t, x, y = re.match(r"(\w) is a co-parent of (\w), and (\w)", exercise.question).groups()
    place = {v: i for i, v in enumerate(exercise.dag.nodes)}
    says = broken.ColliderOpensItselfOnly(graph_of(exercise.dag))
    for mistake in found:
        given = [set(re.findall(r"[A-F]", text)) for text in exercise.kind.sentences]
        assert mistake.answer == {
            n
            for n, group in enumerate(given, start=1)
            if y not in group and says(place[x], place[t], frozenset(place[v] for v in group))
        }


# -- what_data_tell -------------------------------------------------------------------------------


def test_p_values_are_those_of_the_complementary_error_function():
    for n, given, r in [(20, 1, 0.3), (39, 12, 0.5), (25, 8, 0.4)]:
        expected = erfc(sqrt(n - given - 3) * atanh(r) / sqrt(2))
        assert about_data.p_value(n, given, r) == pytest.approx(expected)


def test_the_share_of_runs_inside_an_interval_is_that_of_drawn_runs():
    rng = random.Random(5)
    for runs in (10, 30):
        half, inside = 1.2815515655 / sqrt(runs), 0  # of runs whose spread is known to be 1
        for _ in range(500):
            values = [rng.gauss(0, 1) for _ in range(runs)]
            inside += sum(abs(value - fmean(values)) < half for value in values)
        assert about_data.share_inside(runs) == pytest.approx(inside / 500 / runs, abs=0.03)


@cases("11", "what_data_tell")
def test_what_data_tell(exercise):
    false = ("two p-values are equal", "about 80 %", "no variable is removable", "this proves")

    def holds(text):
        if found := re.match(r"In (\d+) tests of independent pairs at level ([\d.]+), (\d+)", text):
            return int(found[3]) == round(int(found[1]) * float(found[2]))
        return "of dependent pairs" not in text and not any(words in text for words in false)

    assert true_ones(exercise, holds) == exercise.solution


# -- for teachers ---------------------------------------------------------------------------------


def gained(text, measure):
    one = list(map(int, re.findall(r"from (\d) to (\d)", text)[0]))
    other = list(map(int, re.findall(r"from (\d) to (\d)", text)[1]))
    return measure(*one) > measure(*other)


@cases("T", "compared_gains")
def test_compared_gains(exercise):
    measures = {
        "": lambda a, b: (b - a) / (10 - a),
        "M55": lambda a, b: b - a,
        "M61": lambda _, b: b,
        "M62": lambda a, b: b / a,  # in the order of (b - a) / a
    }
    for belief, measure in measures.items():
        expected = true_ones(exercise, lambda text, measure=measure: gained(text, measure))
        assert expected == (answer_of(exercise, belief) if belief else exercise.solution)


def elsewhere(dag):
    """What the other beliefs about who is removable predict."""
    sizes = {v: len(dag.markov_boundary(v)) for v in dag.nodes}
    near = {v: len(dag.neighbors(v)) for v in dag.nodes}
    small = {v for v in dag.nodes if sizes[v] == min(sizes.values())}
    one = {
        v
        for v in dag.nodes
        if all(
            c == w or w in dag.neighbors(c) for c in dag.children(v) for w in dag.neighbors(v) - {c}
        )
    }
    few = {v for v in dag.nodes if near[v] == min(near.values())}
    return small, {min(small)}, one, few, {v for v in dag.nodes if not dag.parents(v)}


@cases("T", "what_answers_show")
def test_what_answers_show(exercise):
    dag = exercise.dag
    removable = {v for v in dag.nodes if is_removable_by_definition(dag, v)}
    sinks = {v for v in dag.nodes if not dag.children(v)}

    def holds(text):
        if text.startswith("Only"):
            return not any(others == sinks for others in elsewhere(dag))
        name = re.search(r"\b([A-F])\b", text)[1]
        if "boundary" in text:
            return set(dag.markov_boundary(name)) != set(dag.neighbors(name))
        wrong = (name in removable) != (name in sinks)
        return wrong if text.startswith("When") else not wrong

    assert true_ones(exercise, holds) == exercise.solution


@cases("T", "plans_and_tools")
def test_signed_strings_are_as_the_sentences_say(exercise):
    from marvel_widgets.assessment.signing import opened, signed

    string = signed({"s": "1"}, "this year")
    facts = {
        "When a mail program": opened(f"{string[:9]}\n{string[9:]}", "this year").genuine,
        "A result string": not opened(signed({"s": "1"}, "last year"), "this year").genuine,
    }
    assert all(facts.values())
    for n, text in enumerate(exercise.kind.sentences, start=1):
        if text.startswith("When a mail"):
            assert (n in exercise.solution) is ("stays valid" in text)
        if text.startswith("A result string"):
            assert (n in exercise.solution) is ("although" in text)
