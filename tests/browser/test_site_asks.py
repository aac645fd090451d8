"""Exercises answered in the pages of the site: on a phone, from a file, without a network."""

import random

import pytest

from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.catalog import builders
from marvel_widgets.course.checks import Check
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.site.ask.cases import DRAWS
from marvel_widgets.site.ask.judged import some_answers
from tests.browser import narrow
from tests.browser.asking import answer

PHONE = {"width": 360, "height": 640}
EVERY = [(notebook, name) for notebook in LESSONS for name in builders(notebook)]
# Several answers are right, or a belief is read from the whole answer: a page knows some of them.
LIMITED = {
    ("03", "changed"), ("03", "repair"), ("04", "separator"), ("05", "counterexample"),
    ("08", "families"), ("08", "order_of_names"), ("09", "unasked"), ("E", "ties"),
}  # fmt: skip


@pytest.fixture
def asked(browser, site_folder):
    """A function that opens a question from a file on a phone; no page may note an error."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: line.type == "error" and faults.append(line.text))
    page.goto((site_folder / "ask.html").as_uri())

    def go(notebook, name, draw=0):
        page.evaluate("where => location.hash = where", f"q={notebook}/{name}/{draw}")
        title = Check(notebook, name, builders(notebook)[name], "", draw).exercise.title
        page.get_by_role("heading", name=title, exact=not draw).wait_for()
        return page.locator("[data-asking]")

    yield go
    context.close()
    assert faults == []


def answers_to(exercise, guesses):
    wrong = [mistake.answer for mistake in exercise.mistakes]
    slips = [slip.answer for slip in exercise.slips]
    return [exercise.solution, *wrong, *slips, *some_answers(exercise, random.Random(5), guesses)]


def says_what_python_says(asked, notebook, name, draw, guesses):
    exercise = Check(notebook, name, builders(notebook)[name], "", draw).exercise
    root = asked(notebook, name, draw)
    assert root.page.evaluate(narrow.TOO_WIDE) <= 0
    for n, value in enumerate(answers_to(exercise, guesses)):
        verdict = judge(exercise, value)
        said = answer(root, exercise.kind, value)
        if (notebook, name) in LIMITED and said[1] == "open":
            assert n > len(exercise.mistakes) + len(exercise.slips)
            assert "Python" in said[0]
            continue
        assert said == (verdict.text, verdict.kind, verdict.misconception), (value, draw)


@pytest.mark.parametrize(("notebook", "name"), EVERY[::9])
def test_the_verdict_of_a_page_is_that_of_python(asked, notebook, name):
    says_what_python_says(asked, notebook, name, 0, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("notebook", "name"), EVERY)
def test_so_is_every_other(asked, notebook, name):
    for draw in range(DRAWS):
        says_what_python_says(asked, notebook, name, draw, 10)
