"""Every exercise as Moodle asks it, read back, answered, and compared with `exercises`."""

import random
from xml.etree import ElementTree as ET

import pytest

from marvel_widgets import cli, exercises
from marvel_widgets.assessment.answers import Choice, Number, Parts, Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.variable_answers import Order, Pairs
from marvel_widgets.classroom.moodle_xml import NONE, moodle_quiz
from marvel_widgets.course.registry import LESSONS
from tests.fuzz.platforms import moodles_mark, read_moodle

QUICK = ("00", "03", "05", "09")  # all kinds of questions, quickly drawn


@pytest.fixture(
    scope="module", params=[QUICK, pytest.param(tuple(LESSONS), marks=pytest.mark.night)]
)
def asked(request):
    """Each question as Moodle reads it, with its exercise."""
    checks = [check for notebook in request.param for check in exercises(notebook, "17")]
    read = read_moodle(moodle_quiz(checks, "MARVEL"))
    return list(zip(read, checks, strict=True))


def words(kind, value):
    """What a learner ticks, chooses or types for a value, in gaps."""
    if isinstance(kind, Parts):
        return [one for key, part in kind.parts.items() for one in words(part, value[key])]
    if isinstance(kind, Order):
        return [{name} for name in value]
    if isinstance(kind, Number | Choice):
        return [{str(value)}]
    if isinstance(kind, Statements):
        return [{kind.sentences[n - 1] for n in value} or {NONE}]
    if isinstance(kind, Pairs):
        return [{kind.say(frozenset({pair})) for pair in value} or {NONE}]
    return [set(value) or {NONE}]


def mark(question, kind, value):
    """The mark of a value: of a set the part of each gap; where one of few is chosen, that one."""
    if [gap.kind for gap in question.gaps] == ["MULTICHOICE"] and not isinstance(kind, Choice):
        return moodles_mark(question.gaps[0], {kind.say(value)})
    given = words(kind, value)
    marks = [moodles_mark(gap, each) for gap, each in zip(question.gaps, given, strict=True)]
    return sum(marks) / len(marks)


def test_every_exercise_is_asked(asked):
    assert len({question.name for question, _ in asked}) == len(asked)
    kinds = {gap.kind for question, _ in asked for gap in question.gaps}
    assert kinds == {"NUMERICAL", "MULTICHOICE", "MULTIRESPONSE"}
    for question, check in asked:
        assert question.name.startswith(f"{check.notebook}-{check.name}-17 ")
        assert len(question.hints) == 3


def test_the_whole_mark_is_for_a_right_answer_and_less_for_a_wrong_one(asked):
    for question, check in asked:
        exercise, rng = check.exercise, random.Random(1)
        assert mark(question, exercise.kind, exercise.solution) == pytest.approx(100, abs=1e-3)
        wrong = [mistake.answer for mistake in exercise.mistakes]
        chosen = len(question.gaps) == 1 and question.gaps[0].kind == "MULTICHOICE"
        wrong += [] if chosen else [exercise.kind.random(rng) for _ in range(20)]
        for value in wrong:
            got = mark(question, exercise.kind, value)
            assert (got > 99.9) == exercise.is_right(value), (question.name, value)


def test_all_ticked_gives_nothing(asked):
    for question, _ in asked:
        for gap in question.gaps:
            if gap.kind == "MULTIRESPONSE":
                assert moodles_mark(gap, gap.shares) == 0


def test_a_wrong_answer_says_what_shows_it_and_the_belief(asked):
    beliefs = 0
    for question, check in asked:
        exercise = check.exercise
        for gap in question.gaps:
            for said, share in gap.shares.items():
                told = gap.feedback[said]
                orders = isinstance(exercise.kind, Order) and exercise.accepts is None
                choices = gap.kind == "MULTICHOICE" and len(question.gaps) > 1
                if share <= 0 and not orders and not choices:
                    heads = ("Not right.", "Not all of them.", "Close, but not right.")
                    assert told.startswith(heads), (said, told)
                beliefs += any(each.words in told for each in Belief)
        named = question.why + "".join(t for gap in question.gaps for t in gap.feedback.values())
        for mistake in exercise.mistakes:
            assert mistake.misconception.words in named.replace("&#x27;", "'"), question
    assert beliefs


def test_the_picture_goes_along_and_is_described(asked):
    for question, check in asked:
        drawn = check.exercise.drawing
        assert set(question.files) == ({"graph.svg", "reason.svg"} if drawn else set())
        for svg in question.files.values():
            assert ET.fromstring(svg).tag.endswith("svg")
        if drawn:
            assert drawn.description[:40] in question.text


def test_a_bank_of_questions_for_a_class(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("17\n18\n")
    command = ["quiz", "3", "--students", "ids.txt", "--moodle", "q.xml"]
    for _ in range(2):  # its own file makes room
        assert cli.main(command) == 0
    assert "q.xml holds 12 questions.\n" in capsys.readouterr().out
    text = (tmp_path / "q.xml").read_text("utf-8")
    assert len(read_moodle(text)) == 12
    (tmp_path / "q.xml").write_text("<quiz/>")
    assert cli.main(command) == 1
    assert "it stays as it is" in capsys.readouterr().err
    assert (tmp_path / "q.xml").read_text() == "<quiz/>"
