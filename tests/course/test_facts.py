"""Every fact of every exercise, evaluated in drawn cases: what is said of answers is true."""

import ast
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import marvel_widgets
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.facts import Fact, Said, kind
from marvel_widgets.lessons.lower_bound.exercises import Spent
from marvel_widgets.lessons.orientation.exercises import PartOfV
from marvel_widgets.lessons.proof.exercises import OtherPath
from marvel_widgets.lessons.removability.exercises import Cycle
from marvel_widgets.lessons.removability.view import ParentsAtChild
from marvel_widgets.lessons.separation.facts import NoPath
from marvel_widgets.lessons.teachers.exercises import Signature
from marvel_widgets.lessons.upper_bound.exercises import Grows, OneEffect, ProperToo, ShareOf
from tests.slices import some_of
from tests.truths import TRUTHS, case_of, holds
from tests.verdict_texts import answers, asked

EVERY = list(asked())
IDS = [f"{notebook}-{name}" for notebook, name, _ in EVERY]
PACKAGE = Path(marvel_widgets.__file__).parent


def false_facts(exercise, seed):
    """The facts on a case that do not hold, or hold no fixed order of names; with the answer."""
    told = [(exercise.solution, exercise.reasons)]
    wrong = [v for v in answers(exercise, seed) if not exercise.is_right(v)]
    told += [(value, exercise.shows(value)) for value in wrong]
    assert len(told) > 3
    for value, facts in told:
        assert facts, f"nothing is said of {value}"
        for fact in facts:
            hash(fact)  # no set that changes
            if not holds(fact, case_of(exercise, value)) or "frozenset" in repr(fact):
                yield value, fact.say()


@some_of(2, 20, name="draws")
@pytest.mark.parametrize(("notebook", "name", "builder"), EVERY, ids=IDS)
def test_what_is_said_of_answers_is_true(notebook, name, builder, draws):
    for draw in range(draws):
        exercise = drawn(builder, f"facts {draw}")
        assert list(false_facts(exercise, f"{draw}")) == []


LESSONS = (
    "separation", "markov_boundary", "removability", "lemmas", "proof", "orientation", "counting",
    "algorithm_game", "finite_samples", "teachers", "upper_bound", "lower_bound", "race",
)  # fmt: skip
# Kinds that other cases leave true, or two draws do not show: false in the tests of the lesson.
IN_TABLES = {Cycle, NoPath, OtherPath, ParentsAtChild, PartOfV}
IN_TABLES |= {Grows, OneEffect, ProperToo, ShareOf, Signature, Spent}


def with_those_inside(fact):
    yield fact
    for inside in fact.facts():
        yield from with_those_inside(inside)


def said_of(exercise, seed):
    """The cases of all answers, and the facts on them."""
    wrong = [v for v in answers(exercise, seed) if not exercise.is_right(v)]
    cases = [case_of(exercise, value) for value in (exercise.solution, *wrong)]
    facts = [*exercise.reasons, *(fact for value in wrong for fact in exercise.shows(value))]
    return cases, [inside for fact in facts for inside in with_those_inside(fact)]


def is_false(fact, case):
    try:
        return not holds(fact, case)
    except Exception:  # another question's variables, or another form of answer
        return False


@pytest.mark.night
def test_each_kind_is_false_of_other_answers_or_of_another_graph():
    false = set()
    for notebook, _, builder in EVERY:
        if notebook.startswith("PRE-POST"):
            continue
        one, two = (drawn(builder, f"facts {draw}") for draw in range(2))
        (cases, facts), (others, _) = said_of(one, "0"), said_of(two, "1")
        for fact in facts:
            kind = type(fact)
            if kind not in false and any(is_false(fact, case) for case in (*cases, *others)):
                false.add(kind)
    kinds = {k for k, (truth, _) in TRUTHS.items() if truth.__module__.split(".")[-1] in LESSONS}
    assert kinds - false == IN_TABLES


def without_truth(modules):
    """The names of the kinds of fact in some modules that have no truth."""
    for module in modules:
        for name, value in vars(module).items():
            known = (Fact, Said, *TRUTHS)
            if isinstance(value, type) and issubclass(value, Fact) and value not in known:
                yield name


def test_each_kind_has_a_truth():
    known = [module for name, module in sys.modules.items() if name.startswith("marvel_widgets")]
    assert list(without_truth(known)) == []
    planted = SimpleNamespace(Gossip=kind("x", "{x} is said to leave."), Cycle=Cycle)
    assert list(without_truth([planted])) == ["Gossip"]


OF_CONSTANTS = {"Principle": 1, "Stated": 2}


def texts_that_vary(source):
    """The lines on which a kind with a text is made of something else than a constant."""
    tree = ast.parse(source)
    constants = {
        target.id
        for node in tree.body
        if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(node.value, ast.Constant)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (kind := getattr(node.func, "id", "")) in OF_CONSTANTS:
            first = node.args[0] if len(node.args) == OF_CONSTANTS[kind] else None
            either = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            constant = [
                isinstance(f, ast.Constant) or getattr(f, "id", "") in constants for f in either
            ]
            if not all(constant) or node.keywords:
                yield node.lineno


def test_texts_are_not_made_of_a_drawn_case():
    found = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in PACKAGE.rglob("*.py")
        if any(f"{kind}(" in (source := path.read_text("utf-8")) for kind in OF_CONSTANTS)
        for line in texts_that_vary(source)
    }
    assert found == set()


def test_one_of_two_constants_is_a_constant():
    assert list(texts_that_vary('A = "So."\nStated(A if few else "No.", ())')) == []
    assert list(texts_that_vary('A = "So."\nStated(A if few else other, ())')) == [2]
