"""A "Correct" explains the learner's own answer, and not another right one, nor a part of it.

The reader knows of an exercise only the kind of its question: it compares the names in the answer
with the names in the reason.
"""

import random
import re
from itertools import combinations, permutations, product

import pytest

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.assessment.verdict import judge
from tests.course.test_witnesses_and_beliefs import near_misses
from tests.slices import some_of
from tests.truths import case_of, holds
from tests.verdict_texts import asked

EVERY = list(asked())
IDS = [f"{notebook}-{name}" for notebook, name, _ in EVERY]


def other_right_answers(exercise, seed):
    """Right answers besides the solution: near it, with a part drawn, and by chance."""
    if exercise.accepts is None:
        return []
    rng = random.Random(seed)
    tried = [*near_misses(exercise.kind, exercise.solution, rng), *every(exercise.kind, 2000, rng)]
    right = [value for value in tried if exercise.is_right(value) and value != exercise.solution]
    return list({exercise.kind.code(value): value for value in right}.values())[:6]


def every(kind, most, rng):
    """The sets or orders of few names; of any other kind so many guesses."""
    if isinstance(kind, Names):
        sizes = range(len(kind.names) + 1)
        return [frozenset(s) for n in sizes for s in combinations(kind.names, n)]
    if isinstance(kind, Order) and len(kind.names) < 8:
        return list(permutations(kind.names))
    if isinstance(kind, Parts) and all(isinstance(p, Names) for p in kind.parts.values()):
        found = [every(part, most, rng) for part in kind.parts.values()]
        found = [rng.sample(values, min(len(values), 45)) for values in found]
        return [dict(zip(kind.parts, values, strict=True)) for values in product(*found)]
    return [kind.random(rng) for _ in range(most)]


def elements(kind, value):
    """The variables and pairs of an answer, each as a set of names."""
    if isinstance(kind, Parts):
        return [one for key, part in kind.parts.items() for one in elements(part, value[key])]
    if isinstance(kind, Names | Order):
        return [{name} for name in value]
    return [set(pair) for pair in value] if isinstance(kind, Pairs) else []


def left_out(exercise, value):
    """The elements of a right answer that its reason does not name, though it names others."""
    text = judge(exercise, value).witness
    if text.startswith("For example: "):  # it says that it is one of several
        return []
    names = set(re.findall(r"\w+", text))
    answer = elements(exercise.kind, value)
    missing = [one for one in answer if not one <= names]
    return [] if len(missing) == len(answer) else missing


def not_its_own(exercise, seed):
    """The right answers with a reason that is false of them, or names only a part of them."""
    whole = isinstance(exercise.kind, Names | Pairs) or exercise.accepts is not None
    for value in [exercise.solution, *other_right_answers(exercise, seed)]:
        verdict = judge(exercise, value)
        assert verdict.kind == "correct"
        false = [fact for fact in verdict.facts if not holds(fact, case_of(exercise, value))]
        if false or (whole and left_out(exercise, value)):
            yield value, verdict


@some_of(1, 20, name="draws")
@pytest.mark.parametrize(("notebook", "name", "builder"), EVERY, ids=IDS)
def test_a_correct_is_about_the_answer_given(notebook, name, builder, draws):
    for draw in range(draws):
        exercise = drawn(builder, f"{notebook} {name} {draw}")
        assert list(not_its_own(exercise, draw)) == []
