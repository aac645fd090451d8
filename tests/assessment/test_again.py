"""A question asked again: isomorphic, with the same beliefs behind the same answers."""

import re
from dataclasses import replace

import pytest

from marvel_widgets.assessment.again import asked_again, is_renamed
from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import random_dag
from marvel_widgets.assessment.plain import from_code
from marvel_widgets.assessment.renaming import Renaming, renamed
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.registry import LESSONS
from tests.slices import one_in
from tests.truths import case_of, holds

EVERY = [(notebook, name) for notebook in LESSONS for name in builders(notebook)]
# Of all exercises; the others have no graph of letters, or depend on the order of the names.
ASKED_AGAIN = 38


def again(notebook, name, draw=0):
    """The case, the case of the second vote, and the new names; None where there is none."""
    check = Check(notebook, name, builders(notebook)[name], "", draw)
    try:
        return check.exercise, *asked_again(builders(notebook)[name], check.seed, check.exercise)
    except LookupError:
        return None


def answer_under(turn, exercise, other, answer):
    """An answer under other names, by way of its code: letters of a text in place of values."""
    if isinstance(exercise.kind, Statements):
        said = {exercise.kind.sentences[n - 1] for n in answer}
        found = {renamed(text, turn) for text in said}  # with the names of a list in their order
        texts = [renamed(text, {}) for text in other.kind.sentences]
        return frozenset(n for n, text in enumerate(texts, 1) if text in found)
    code = re.sub(
        '"([A-Z])"', lambda name: f'"{turn.get(name[1], name[1])}"', exercise.kind.code(answer)
    )
    return other.kind.read(from_code(code))


def unlike(first, second, turn):
    """What of the second case is not the first one under other names, by name."""
    wrong = []
    if sorted(turn) != sorted(turn.values()) == sorted(map(str, first.graph.nodes)):
        wrong.append("names")
    edges = {(turn[str(a)], turn[str(b)]) for a, b in first.graph.edges}
    if edges != set(case_of(second, None).graph.edges):
        wrong.append("edges")
    if judge(second, answer_under(turn, first, second, first.solution)).kind != "correct":
        wrong.append("solution")
    for mistake in first.mistakes:
        verdict = judge(second, answer_under(turn, first, second, mistake.answer))
        if verdict.misconception != mistake.misconception:
            wrong.append(mistake.misconception)
    facts = [fact for mistake in second.mistakes for fact in second.shows(mistake.answer)]
    cases = [case_of(second, m.answer) for m in second.mistakes for _ in second.shows(m.answer)]
    if not all(holds(fact, case) for fact, case in zip(facts, cases, strict=True)):
        wrong.append("facts")
    return wrong


@one_in(3)
def test_the_second_case_of_every_exercise_is_isomorphic_with_the_same_beliefs(every):
    found = {each: case for each in EVERY[::every] if (case := again(*each)) is not None}
    assert {each: wrong for each, case in found.items() if (wrong := unlike(*case))} == {}
    assert len(found) == ASKED_AGAIN if every == 1 else len(found) > 5
    same = [each for each, (first, second, _) in found.items() if first.solution == second.solution]
    kinds = {type(found[each][0].kind).__name__ for each in same}
    assert kinds <= {"Number", "Parts", "Statements"}  # a number stays, as may sentences


@pytest.mark.night
@pytest.mark.parametrize("draw", range(1, 5))
def test_so_are_those_of_other_draws(draw):
    found = {each: case for each in EVERY if (case := again(*each, draw)) is not None}
    assert {each: wrong for each, case in found.items() if (wrong := unlike(*case))} == {}
    assert len(found) > 25


def test_a_case_that_is_not_the_first_one_is_noticed():
    first, second, turn = again("03", "removable")
    names = list(turn)
    other = dict(zip(names, [*names[1:], names[0]], strict=True))
    assert other != turn
    assert "edges" in unlike(first, second, other)
    assert not is_renamed(first, second, other)
    turned = replace(
        second,
        believed=tuple(
            (mistake.answer, after.misconception)
            for mistake, after in zip(
                second.mistakes, (*second.mistakes[1:], second.mistakes[0]), strict=True
            )
        ),
    )
    assert unlike(first, turned, turn)
    assert not is_renamed(first, turned, turn)


def by_the_alphabet(rng):
    """Ask for the variables in the order of their names."""
    exercise = builders("03")["removable"](rng)
    if exercise is None:
        return None
    names = exercise.dag.nodes
    believed = tuple(((*names[n:], *names[:n]), [*Belief][n]) for n in (1, 2, 3))
    return replace(exercise, kind=Order(names), solution=names, believed=believed, fewest=3)


def test_a_question_that_depends_on_the_order_of_names_is_not_asked_again():
    check = Check("03", "first", by_the_alphabet)
    with pytest.raises(LookupError, match="has no isomorphic case"):
        asked_again(by_the_alphabet, check.seed, check.exercise)


def test_a_renaming_draws_the_same_under_other_names():
    turn = dict(zip("ABCDEF", "DEFABC", strict=True))
    one, other = Renaming(7), Renaming(7)
    one.names, other.names = {name: name for name in turn}, turn
    dag, again_ = random_dag(one, 6, 8), random_dag(other, 6, 8)
    assert {(turn[a], turn[b]) for a, b in dag.edges} == set(again_.edges)
    for _ in range(20):
        assert turn[one.choice(dag.nodes)] == other.choice(again_.nodes)
        assert [turn[x] for x in one.sample(dag.nodes, 3)] == other.sample(again_.nodes, 3)
    mixed, turned = list(dag.nodes), list(again_.nodes)
    one.shuffle(mixed)
    other.shuffle(turned)
    assert [turn[x] for x in mixed] == turned
