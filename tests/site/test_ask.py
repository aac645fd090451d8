"""What the pages of the site say of answers, without a browser: what Python says, word for word."""

import random
import re
from itertools import combinations, permutations

import pytest

from marvel_widgets.assessment.plain import from_code
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.site.ask.cases import DRAWS
from marvel_widgets.site.ask.judged import Judged, some_answers
from tests.site.made import the_site
from tests.slices import some_of

EVERY = [(notebook, name) for notebook in LESSONS for name in builders(notebook)]
# Several answers are right, or a belief is read from the whole answer: a page knows some of them.
LIMITED = {
    ("03", "changed"), ("03", "repair"), ("04", "separator"), ("05", "counterexample"),
    ("08", "unasked"), ("09", "families"), ("12", "lines_in_order"),
}  # fmt: skip


def exercise_of(notebook, name, draw=0):
    return Check(notebook, name, builders(notebook)[name], "", draw).exercise


def differing(judged, guesses, seed=11):
    """The answers of which a page says something else than Python."""
    exercise = judged.exercise
    known = [exercise.solution, *(each.answer for each in (*exercise.mistakes, *exercise.slips))]
    more = some_answers(exercise, random.Random(seed), guesses) if judged.rule is not None else ()
    return [v for v in (*known, *more) if judged.says(v) != judge(exercise, v).text]


@some_of(20, 1500, name="guesses")
@pytest.mark.parametrize("notebook", LESSONS)
def test_a_page_says_what_python_says(notebook, guesses):
    for name in builders(notebook):
        for draw in range(DRAWS if guesses > 100 else 1):
            judged = Judged.of(exercise_of(notebook, name, draw))
            assert differing(judged, guesses) == [], (name, draw)
            assert (judged.rule is None) == ((notebook, name) in LIMITED), (name, draw)


@pytest.mark.parametrize(("notebook", "name"), sorted(LIMITED))
def test_where_a_page_knows_less_it_knows_what_is_right(notebook, name):
    for draw in range(DRAWS):
        judged = Judged.of(exercise_of(notebook, name, draw))
        exercise = judged.exercise
        kind, rng = exercise.kind, random.Random(3)
        texts = judged.said.texts
        right = {code for code, place in judged.known.items() if texts[place][0] == "correct"}
        assert judged.complete == (name != "counterexample")
        assert all(exercise.is_right(kind.read(from_code(code))) for code in right)
        for answer in some_answers(exercise, rng, 300 * judged.complete):
            assert exercise.is_right(answer) == (kind.code(answer) in right), answer


def test_every_fewest_repair_is_listed():
    """By trying all sets of arrows of this size, also those that no demand asks for."""
    for draw in range(DRAWS):
        exercise = exercise_of("03", "repair", draw)
        arrows = permutations(exercise.kind.names, 2)
        tried = map(frozenset, combinations(arrows, len(exercise.solution)))
        assert set(filter(exercise.is_right, tried)) == set(exercise.rights())


def test_a_wrong_order_of_errors_is_seen():
    judged = Judged.of(exercise_of("03", "missing"))
    assert judged.rule[0] == "first"
    assert judged.agrees()
    judged.rule[1].reverse()
    assert differing(judged, 100)
    assert not judged.agrees()


def test_the_docs_list_what_a_page_judges_in_part():
    section = the_site().docs["docs/site.md"].partition("## Exercises")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| `(\w+)/(\w+)`", section, re.MULTILINE))
    assert listed == LIMITED
    assert len(LIMITED) <= 10
