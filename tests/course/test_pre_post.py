"""The two forms: parallel, different, printable; the key agrees with what judges an answer."""

import re
from functools import cache

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Number, Parts, Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.classroom.files import TeacherError
from marvel_widgets.classroom.paper_form import form_html, on_paper
from marvel_widgets.classroom.quiz import exercises_of
from marvel_widgets.classroom.reports import report
from marvel_widgets.course.pre_post import ITEMS, builder_of, size_of
from marvel_widgets.course.registry import LESSONS, lesson_exercises, profile_of
from marvel_widgets.text import capitalized
from tests.course.simulated import Learner, share_right
from tests.page_read import Page

MOST_VARIABLES = 8  # on paper, in two minutes
MOST_WORDS = 130
ANSWERS = 1_500


@cache
def drawn_items(form):
    return tuple(exercises_of(form))


@pytest.fixture(params=range(len(ITEMS)), ids=[item.name for item in ITEMS])
def both(request):
    """The two cases of an item."""
    return [drawn_items(form)[request.param].exercise for form in "AB"]


def test_there_are_ten_items_of_ten_names():
    assert len(ITEMS) == 10
    assert len({item.name for item in ITEMS}) == 10


@pytest.mark.parametrize("item", ITEMS, ids=[item.name for item in ITEMS])
def test_an_item_is_an_exercise_of_its_notebook(item):
    assert item.notebook in LESSONS
    assert builder_of(item) is lesson_exercises(item.notebook)[item.name]


def test_the_items_go_through_the_notebooks():
    notebooks = [item.notebook for item in ITEMS]
    assert notebooks == sorted(notebooks)
    assert len(set(notebooks)) >= 8


def test_the_forms_touch_many_beliefs():
    beliefs = {
        m.misconception for form in "AB" for c in drawn_items(form) for m in c.exercise.mistakes
    }
    assert len(beliefs) >= 15, sorted(beliefs)


def test_two_cases_are_as_large_as_each_other_and_differ(both):
    one, other = both
    assert (one.kind.code(one.solution), one.question, one.dag) != (
        other.kind.code(other.solution),
        other.question,
        other.dag,
    )
    assert size_of(one) == size_of(other)
    assert one.title == other.title
    assert type(one.kind) is type(other.kind)


def test_a_size_counts_variables_edges_and_the_answer(both):
    variables, edges, length = size_of(both[0])
    dag, solution = both[0].dag, both[0].solution
    assert (variables, edges) == ((0, 0) if dag is None else (len(dag.nodes), len(dag.edges)))
    assert length == len(str(solution) if isinstance(solution, int) else solution)


def test_two_cases_show_the_same_beliefs(both):
    one, other = both
    assert profile_of(one) == profile_of(other)


@pytest.mark.parametrize("student", ["17", "18"])
def test_the_forms_of_a_student_show_the_same_beliefs(student):
    for one, other in zip(exercises_of("A", student), exercises_of("B", student), strict=True):
        assert profile_of(one.exercise) == profile_of(other.exercise), one.name


def apart(one, other, share):
    """How far the shares of right answers to two cases lie apart, in simulated classes."""

    def draw(rng):
        return Learner([belief for belief in Belief if rng.random() < share])

    rates = [share_right([case] * ANSWERS, draw, seed=5) for case in (one, other)]
    return abs(rates[0] - rates[1])


@pytest.mark.parametrize("share", [0.05, 0.3])
def test_simulated_learners_find_the_forms_equally_hard(both, share):
    assert apart(*both, share) < 0.03


def test_an_item_fits_on_paper(both):
    for exercise in both:
        assert exercise.dag is None or len(exercise.dag.nodes) <= MOST_VARIABLES
        assert sum(len(sentence.split()) for sentence in exercise.sentences) <= MOST_WORDS


def test_right_and_typical_wrong_answers_get_different_verdicts(both):
    for form, exercise in zip("AB", both, strict=True):
        check = next(c for c in drawn_items(form) if c.exercise.question == exercise.question)
        assert check(exercise.solution)
        for mistake in exercise.mistakes:
            assert check(mistake.answer).misconception == mistake.misconception


def test_a_form_is_the_same_for_all_and_each_time():
    assert form_html("A") == form_html("a")
    assert [c.name for c in exercises("pre-post-A")] == [item.name for item in ITEMS]
    assert repr(exercises("PRE-POST-B").result()).startswith("Nothing is answered")


def test_there_is_no_third_form():
    with pytest.raises(TeacherError, match="There are no questions 'C'"):
        exercises_of("C")


def test_a_student_has_other_cases_of_the_same_size():
    for one, other in zip(drawn_items("A"), exercises_of("A", "17"), strict=True):
        assert size_of(one.exercise) == size_of(other.exercise)
    assert form_html("A") != form_html("A", student="17")
    assert "number 17" in form_html("T", student="17")
    assert "&lt;17&gt;" in form_html("T", student="<17>")


def test_results_of_a_form_are_reported(tmp_path):
    check = exercises("pre-post-A", "17")
    check.boundary(check.boundary.exercise.solution)
    (tmp_path / "17.txt").write_text(check.result().string)
    rows = {row.exercise: row for row in report(tmp_path)}
    assert list(rows) == [item.name for item in ITEMS]
    assert (rows["boundary"].notebook, rows["boundary"].points) == ("PRE-POST-A", 1.0)


@pytest.mark.parametrize("form", "AB")
@pytest.mark.parametrize("key", [False, True])
def test_a_page_is_whole_and_takes_nothing_from_elsewhere(form, key):
    text = form_html(form, key)
    page = Page(text)
    assert page.of("script") == []
    assert not {"src", "href", "xlink:href"} & {
        name for e in page.elements for name in e.attributes
    }
    assert not re.search(r"\son\w+=|javascript:|@import|url\((?!.data:)", text)
    drawn = [c for c in drawn_items(form) if c.exercise.dag is not None]
    assert len(page.of("svg")) == len(drawn)
    assert len(page.of("h2")) == len(ITEMS) + (not key)  # and the words


@pytest.mark.parametrize("form", "AB")
def test_questions_contain_no_solution_and_the_key_contains_all(form):
    words = " ".join(Page(form_html(form)).texts)
    key = " ".join(" ".join(Page(form_html(form, key=True)).texts).split())
    assert ("Words" in words, "Words" in key) == (True, False)
    assert "Right:" not in words
    assert not any(capitalized(belief.words) in words for belief in Belief)
    for check in drawn_items(form):
        exercise = check.exercise
        assert f"Right: {exercise.kind.say(exercise.solution)}." in key
        for mistake in exercise.mistakes:
            belief = capitalized(mistake.misconception.words)
            assert f"{exercise.kind.say(mistake.answer)} {belief}" in key


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Names("AB"), "Names, or none"),
        (Names(["1", "2"]), "Numbers, or none"),
        (Order("AB"), "Names in order"),
        (Pairs("AB"), "Pairs, such as A - B, or none"),
        (Pairs("AB", directed=True), "Pairs, such as A -> B, or none"),
        (Number(0, 20), "A number"),
        (Statements(["x"]), "The numbers of the true ones, or none"),
        (Parts({"a": Number(0, 9), "b": Names("AB")}), "a: A number; b: Names, or none"),
    ],
)
def test_how_an_answer_is_written_on_paper(kind, said):
    assert on_paper(kind) == said
