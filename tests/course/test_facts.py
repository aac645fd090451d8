"""Every fact of every exercise, evaluated in drawn cases: what is said of answers is true."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import marvel_widgets
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.facts import Principle, from_json
from marvel_widgets.course.catalog import builders
from marvel_widgets.lessons.separation.facts import Separates
from tests.verdict_texts import answers, asked

EVERY = list(asked())
IDS = [f"{notebook}-{name}" for notebook, name, _ in EVERY]
PACKAGE = Path(marvel_widgets.__file__).parent


def false_facts(exercise, seed):
    """The facts on a case that do not hold, or that JSON changes; with the answer."""
    told = [(exercise.solution, exercise.reasons)]
    wrong = [v for v in answers(exercise, seed) if not exercise.is_right(v)]
    told += [(value, exercise.shows(value)) for value in wrong]
    assert len(told) > 3
    for value, facts in told:
        assert facts, f"nothing is said of {value}"
        for fact in facts:
            if not fact.holds(exercise.case(value)) or from_json(fact.to_json()) != fact:
                yield value, fact


def check(builder, draws):
    for draw in draws:
        exercise = drawn(builder, f"facts {draw}")
        assert list(false_facts(exercise, f"{draw}")) == []


@pytest.mark.parametrize(("notebook", "name", "builder"), EVERY, ids=IDS)
def test_what_is_said_of_answers_is_true(notebook, name, builder):
    check(builder, range(2))


@pytest.mark.slow
@pytest.mark.parametrize(("notebook", "name", "builder"), EVERY, ids=IDS)
def test_it_is_true_in_twenty_cases(notebook, name, builder):
    check(builder, range(20))


def turned(fact):
    """A verdict on a separation, the other way round."""
    return Separates(fact.x, fact.y, fact.given, not fact.separated)


def test_a_false_fact_is_noticed():
    exercise = drawn(builders("01")["verdicts"], "")
    false = replace(exercise, shows=lambda value: (turned(exercise.shows(value)[0]),))
    assert list(false_facts(exercise, "")) == []
    assert len(list(false_facts(false, ""))) > 3


# -- a principle is a constant ---------------------------------------------------------------------


def principles_that_vary(source):
    """The lines on which a principle is made of something else than one constant text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == Principle.__name__:
            constant = [isinstance(arg, ast.Constant) for arg in node.args]
            if constant != [True] or node.keywords:
                yield node.lineno


def test_principles_are_not_made_of_a_drawn_case():
    found = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in PACKAGE.rglob("*.py")
        for line in principles_that_vary(path.read_text("utf-8"))
    }
    assert found == set()


def test_a_principle_with_a_drawn_name_is_noticed():
    assert list(principles_that_vary('Principle(f"{x} is a sink.")')) == [1]
    assert list(principles_that_vary("Principle(text)")) == [1]
