"""An exam tells nothing: not on the page, in no message, in no file, in nothing handed in.

The secrets are read from the same exercises drawn where answers are told; the messages are those
that go to a browser.
"""

import gc
import json
import re
from html import escape
from itertools import chain, combinations
from types import FunctionType, ModuleType

import ipywidgets
import pytest

from marvel_widgets import cli, exercises
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.question import question_text
from marvel_widgets.assessment.results import result_of
from marvel_widgets.assessment.signing import digest, strings_in
from marvel_widgets.classroom.quiz import exercises_of
from marvel_widgets.classroom.reports import NOT_VALID, VALID, report
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.widgets import ExerciseBox
from tests.widgets.page import Page

FORMS = ("pre-post-A", "pre-post-B")
VERDICT_WORDS = ("Correct", "Not right", "Not all", "Close, but", "✓", "✗", "≈")
QUICK = ("00", "T")


@pytest.fixture(autouse=True)
def _closed_widgets():
    yield
    ipywidgets.Widget.close_all()


def secrets_of(exercise):
    """All sentences that a learner sees of an exercise after the question, and only then."""
    told = [exercise.because, *exercise.all_hints, *(slip.words for slip in exercise.slips)]
    for mistake in exercise.mistakes:
        told += [exercise.witness(mistake.answer), mistake.misconception.words]
    asked = question_text(exercise)
    return [each for each in told if len(each) > 12 and each not in asked]


def leaks(text, exercise):
    forms = [text, json.dumps(text)[1:-1]]
    said = [*secrets_of(exercise), *VERDICT_WORDS]
    return [s for s in said if any(s in form or escape(s) in form for form in forms)]


def reachable(root):
    """Yield all objects that can be had from one, but for modules, classes and functions."""
    seen, todo = set(), [root]
    while todo:
        each = todo.pop()
        if id(each) in seen or isinstance(each, ModuleType | type | FunctionType):
            continue
        seen.add(id(each))
        yield each
        todo += gc.get_referents(each)


def transcript(notebook, name, answer, monkeypatch):
    """What a browser has got when an answer was recorded, and all buttons were pressed."""
    with monkeypatch.context() as patch:
        page = Page(patch)
        box = ExerciseBox(getattr(exercises(notebook, "17", answers=False), name))
        box.answer(answer)
        for button in (box.hint_button, box.another_button):
            button.click()
        box.answer(answer)
        told = page.told(box)
        assert not [each for each in reachable(box.model) if isinstance(each, Exercise)]
        ipywidgets.Widget.close_all()
    return told


@pytest.mark.parametrize(
    "notebook",
    [
        *QUICK,
        *(pytest.param(n, marks=pytest.mark.night) for n in (*LESSONS, *FORMS) if n not in QUICK),
    ],
)
def test_a_right_and_a_wrong_answer_look_alike(notebook, monkeypatch):
    for check in exercises(notebook, "17"):
        exercise = check.exercise
        code = exercise.kind.code
        wrong = exercise.mistakes[0].answer
        seen = {}
        for value in (exercise.solution, wrong):
            told = transcript(notebook, check.name, value, monkeypatch)
            assert leaks(told, exercise) == [], check.name
            seen[code(value)] = messages(told, code(value))
        first, second = seen.values()
        assert first == second, check.name


def messages(told, answer):
    """The messages of a transcript without the answer itself, and without the names of widgets."""
    said = escape(f"recorded: {answer}.", quote=False)
    lines = [line for line in told.split("\n") if line.startswith("{")]
    assert any(json.dumps(form)[1:-1] in told for form in (said, escape(said, quote=True)))
    for form in (said, f"recorded: {escape(answer)}."):
        lines = [line.replace(json.dumps(form, ensure_ascii=False)[1:-1], "…") for line in lines]
    return sorted({re.sub(r"IPY_MODEL_\w+|[0-9a-f]{32}", "id", line) for line in lines})


def test_code_gets_no_verdict_either():
    check = exercises("03", "17", answers=False)
    right = exercises("03", "17").removable.exercise.solution
    verdict = check.removable(right)
    assert verdict.kind == "recorded"
    assert not verdict
    assert verdict.points == 0
    assert (verdict.witness, verdict.misconception) == ("", "")
    assert leaks(repr(verdict), exercises("03", "17").removable.exercise) == []
    assert check.removable("nonsense!").kind == "unread"
    assert repr(check.removable.hint()) == "There are no hints in an exam."
    assert check.removable.attempt.hints == 0
    assert "removable: Which may leave? (recorded)" in repr(check)
    with pytest.raises(AttributeError, match="'removable' is part of an exam"):
        _ = check.removable.exercise
    assert not check.removable.another().answers


def test_an_exam_of_a_box_stays_one_in_its_token():
    box = ExerciseBox(exercises("00", "17", answers=False).all_pairs)
    again = ExerciseBox(token=box.token)
    assert not again.model.check.answers
    assert again.hint_button.disabled
    assert again.another_button.disabled


def guessed(string, check):
    """Return the answers to a question about variables that the letters of a string betray."""
    (answered,) = result_of(string)[0].answers
    exercise = check.exercise
    names = exercise.kind.names
    sets = chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))
    asked = question_text(exercise)
    return [
        set(each)
        for each in sets
        if digest(f"{asked}\n{exercise.kind.code(frozenset(each))}") == answered.question
    ]


def test_the_solution_cannot_be_tried_out_on_the_letters():
    """The letters for the question are a digest; outside an exam it is one of the solution, too."""
    usual, exam = exercises("03", "17"), exercises("03", "17", answers=False)
    usual.removable({"A"})
    exam.removable({"A"})
    assert guessed(usual.result().string, usual.removable) == [usual.removable.exercise.solution]
    assert guessed(exam.result().string, usual.removable) == []


def test_a_right_and_a_wrong_result_differ_in_the_answer_alone():
    solution = exercises("03", "17").removable.exercise.solution
    found = []
    for answer in (solution, {"A"}):
        check = exercises("03", "17", answers=False)
        check.removable(answer)
        submission = check.result()
        (answered,) = result_of(submission.string)[0].answers
        found.append((answered.question, answered.verdict, answered.tries, answered.hints))
        assert "1 answered, no verdict is in what you hand in" in repr(submission)
    assert found[0] == found[1]
    assert found[0][1] == "recorded"


def test_the_report_grades_an_exam(tmp_path):
    for student in ("17", "18"):
        check = exercises("03", student, answers=False)
        usual = exercises("03", student).removable.exercise
        check.removable(usual.solution if student == "17" else usual.mistakes[0].answer)
        (tmp_path / f"{student}.txt").write_text(check.result("spring").string)
    rows = {r.student: r for r in report(tmp_path, "spring", exam=True) if r.answer}
    assert (rows["17"].verdict, rows["17"].points, rows["17"].note) == ("correct", 1, "")
    assert (rows["18"].verdict, rows["18"].points) == ("incorrect", 0)
    assert rows["18"].misconception
    assert {row.signature for row in rows.values()} == {"valid"}


def test_an_answer_given_where_verdicts_show_is_noted(tmp_path):
    check = exercises("03", "17")
    check.removable(check.removable.exercise.solution)
    (tmp_path / "17.txt").write_text(check.result().string)
    notes = {row.note for row in report(tmp_path, exam=True) if row.answer}
    assert notes == {"answered where verdicts show"}
    assert {row.note for row in report(tmp_path)} == {""}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The exam of two students."""
    where = tmp_path_factory.mktemp("exam")
    (where / "class.txt").write_text("17\n18\n")
    arguments = [
        "quiz",
        "03",
        "--exam",
        str(where / "made"),
        "--students",
        str(where / "class.txt"),
    ]
    assert cli.main([*arguments, "--key", "spring"]) == 0
    return where / "made"


def test_nothing_is_told_in_the_file(folder):
    for student in ("17", "18"):
        text = (folder / student / "exam-03.ipynb").read_text(encoding="utf-8")
        for check in exercises("03", student):
            assert leaks(text, check.exercise) == []
            assert text.count(json.dumps(check.exercise.question)[1:-1]) >= 1
        notebook = json.loads(text)
        assert {str(cell["metadata"]) for cell in notebook["cells"]} == {"{}"}


def test_the_cells_run_and_what_they_show_is_graded(folder, tmp_path):
    notebook = json.loads((folder / "17" / "exam-03.ipynb").read_text(encoding="utf-8"))
    names = {}
    code = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    exec(code[0], names)
    for cell, check in zip(code[1:-1], exercises("03", "17"), strict=True):
        box = eval(cell, names)
        box.answer(check.exercise.solution)
    (string,) = strings_in(repr(eval(code[-1], names)))
    (tmp_path / "17.txt").write_text(string)
    rows = report(tmp_path, "spring", exam=True)
    assert [row.verdict for row in rows] == ["correct"] * len(exercises("03"))
    assert {row.note for row in rows} == {""}
    assert {row.signature for row in report(tmp_path, "autumn", exam=True)} == {NOT_VALID}


def test_each_copy_signs_for_its_own_student_alone(folder, tmp_path):
    text = (folder / "17" / "exam-03.ipynb").read_text(encoding="utf-8")
    assert "spring" not in text
    (own,) = re.findall(r'check\.result\(key=\\"([\w-]+)\\"\)', text)
    assert own not in (folder / "18" / "exam-03.ipynb").read_text(encoding="utf-8")
    for student, signature in (("17", VALID), ("18", NOT_VALID)):
        check = exercises_of("03", student, answers=False)
        check.removable({"A"})
        (tmp_path / "mine.txt").write_text(check.result(key=own).string)
        assert {row.signature for row in report(tmp_path, "spring", exam=True)} == {signature}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["quiz", "Z", "--exam", "x"],
            "There are no questions 'Z': take A, B, or the number of a notebook.",
        ),
        (["quiz", "03", "--exam", "x", "--students", "no.txt"], "no.txt is not a file"),
    ],
)
def test_bad_input_is_told_in_a_sentence(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_form_is_an_exam_too(tmp_path, capsys):
    assert cli.main(["quiz", "b", "--exam", str(tmp_path)]) == 0
    text = (tmp_path / "exam-B.ipynb").read_text(encoding="utf-8")
    assert "# Exam: 10 questions" in text
