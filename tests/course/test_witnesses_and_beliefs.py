"""A second reader of verdicts: what a witness names, and which belief is named with it.

It knows of an exercise only what a learner has: the question's kind, the answer and the text.
"""

import random
import re
from itertools import combinations

import pytest

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.registry import LESSONS
from tests.reference import broken
from tests.reference.checks import graph_of
from tests.slices import some_of

ASKED = {n: builders(n) for n in LESSONS}
SIXTY = [f"student {n}" for n in range(60)]
# The set is right or wrong as a whole: a path, and the first set of a search.
ONE_THING = {("04", "last_path")}
OPENED_BELOW = "is opened by its given descendant"


def elements(kind, value, other, shared):
    """The variables or pairs of a value that another value has too, or that only one has."""
    if isinstance(kind, Parts):
        return [
            found
            for key, part in kind.parts.items()
            for found in elements(part, value[key], other[key], shared)
        ]
    if isinstance(kind, Names | Pairs):
        found = value & other if shared else value ^ other
        return [set(one) if isinstance(kind, Pairs) else {one} for one in sorted(found, key=sorted)]
    # of a number or an order the reader can't tell what a sentence says
    return [] if shared or value == other else [set()]


def near_misses(kind, solution, rng):
    """The solution with one variable or pair less, or one more."""
    if isinstance(kind, Parts):
        for key, part in kind.parts.items():
            for value in near_misses(part, solution[key], rng):
                yield {**solution, key: value}
    elif isinstance(kind, Names | Pairs):
        yield from (solution - {one} for one in solution)
        yield from (solution | {one} for one in kind.random(rng) - solution)


def misdirected(exercise, value, witness):
    """Whether a witness names something of the answer that is right, and nothing that is not."""

    def named(shared):
        found = elements(exercise.kind, value, exercise.solution, shared)
        return any(one <= set(re.findall(r"\w+", witness)) for one in found)

    return named(shared=True) and not named(shared=False)


def wrong_answers(exercise, seed):
    rng = random.Random(seed)
    listed = [m.answer for m in exercise.mistakes] + [s.answer for s in exercise.slips]
    near = list(near_misses(exercise.kind, exercise.solution, rng))
    return [v for v in (*listed, *near) if not exercise.is_right(v)]


def check_witnesses(notebook, name, students):
    seen = 0
    for student in students:  # the course's own cases: other tests have drawn those of ""
        exercise = Check(notebook, name, ASKED[notebook][name], student).exercise
        if exercise.accepts is not None or (notebook, name) in ONE_THING:
            continue
        for value in wrong_answers(exercise, student):
            witness = judge(exercise, value).witness
            assert not misdirected(exercise, value, witness), (value, witness, exercise.question)
            seen += 1
    return seen


@some_of([""], SIXTY, name="students")
@pytest.mark.parametrize("notebook", LESSONS)
def test_no_witness_names_only_what_is_right_in_the_answer(notebook, students):
    for name in ASKED[notebook]:
        check_witnesses(notebook, name, students)


@pytest.mark.parametrize("seed", [f"student {n}" for n in range(12)])
def test_a_missing_edge_that_was_named_is_not_held_against_the_answer(seed):
    assert check_witnesses("03", "missing", [seed])


def holders(exercise):
    """From a belief to whether somebody with it takes a set for a separating one."""
    place = {name: i for i, name in enumerate(exercise.dag.nodes)}
    x, y = (place[v] for v in re.search(r"separates (\w) and (\w)", exercise.question).groups())
    tests = {
        "collider_alone": broken.ColliderOpensItselfOnly(graph_of(exercise.dag)),
        "usual_colliders": broken.UndirectedSeparation(graph_of(exercise.dag)),
    }
    return {
        belief: lambda group, test=test: test(x, y, frozenset(place[v] for v in group))
        for belief, test in tests.items()
    }


def shown_by(witness):
    """The beliefs that the open path of a witness speaks against."""
    open_one = re.search(r": open, (.*)\.", witness)
    told = open_one[1] if open_one else ""
    found = ["collider_alone"] if OPENED_BELOW in told else []
    return found + (["usual_colliders"] if re.search(r"collider \w is given", told) else [])


def check_the_belief_of_a_witness(seeds, largest):
    seen = dict.fromkeys(("collider_alone", "usual_colliders"), 0)
    for seed in seeds:
        exercise = drawn(builders("01")["separator"], seed)
        believes = holders(exercise)
        everybody = frozenset(exercise.kind.names)  # the more, the better
        for size in range(largest + 1):
            for group in map(frozenset, combinations(exercise.kind.names, size)):
                verdict = judge(exercise, group)
                shown = shown_by(verdict.witness)
                if not shown or group == everybody:
                    continue
                named = verdict.misconception
                assert named in shown, (group, verdict.text)
                if any(believes[belief](group) for belief in shown):
                    assert believes[named](group), (group, verdict.text)
                seen[named] += 1
    return seen


@some_of((["", "student 1"], 3), (SIXTY, 5), name="cases")
def test_of_several_beliefs_the_one_that_the_witness_shows_is_named(cases):
    assert all(check_the_belief_of_a_witness(*cases).values())
