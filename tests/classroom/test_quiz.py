"""Questions for learning platforms, read back as the platforms read them, answered, and compared
with `exercises`.
"""

import itertools
import zipfile

import pytest

from marvel_widgets import cli, exercises
from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.classroom.qti import to_qti
from marvel_widgets.classroom.quiz import QuizQuestion, questions
from marvel_widgets.course.registry import LESSONS
from tests.fuzz.platforms import NS, points, read_qti

HOSTILE = QuizQuestion(
    "00-odd",
    "Title: {a} = b ~ c # d",
    ("What // is {this}?", "A -> B: 50% = x ~ y #1 <b>&amp;</b> \\ back ]]>"),
    None,
    (
        ("=right {1}", True),
        ("~wrong: #2 %50%", False),
        ("A -> B", True),
    ),
    (Principle("Because: {x} ~ = # \\n \x01."),),
)


QUICK = ("00", "01", "02", "T")  # all kinds of questions, quickly drawn


@pytest.fixture(scope="module", params=[QUICK, pytest.param(LESSONS, marks=pytest.mark.night)])
def asked(request):
    """Each question with its exercise."""
    found = []
    for notebook in request.param:
        checks = exercises(notebook, "17")
        by_name, left_out = questions(checks)
        kept = [check for check in checks if check.name not in left_out]
        found += zip(by_name, kept, strict=True)
        kinds = [type(getattr(checks, name).exercise.kind) for name in left_out]
        assert Number not in kinds
    return found


def test_what_can_be_asked_is_asked(asked):
    kinds = {type(check.exercise.kind) for _, check in asked}
    assert kinds == {Number, Statements, Names}
    assert len({question.ident for question, _ in asked}) == len(asked)
    assert all(check.exercise.accepts is None for _, check in asked)


def answer_of(check, choices, right):
    if isinstance(check.exercise.kind, Names):
        return right
    return {n for n, said in enumerate(choices, start=1) if said in right}


def test_canvas_gives_the_points_that_the_exercise_gives(asked):
    items = read_qti(to_qti([question for question, _ in asked], "All"))
    assert len(items) == len(asked)
    for item, (question, check) in zip(items, asked, strict=True):
        assert item.get("ident") == question.ident
        kind = item.find(".//q:fieldentry", NS).text
        text = item.find("q:presentation/q:material/q:mattext", NS).text
        assert text == "\n".join(question.lines)
        if question.number is not None:
            assert kind == "numerical_question"
            for number in (question.number, question.number + 1, question.number - 1):
                assert points(item, {str(number)}) == 100 * bool(check(number))
            continue
        assert kind == "multiple_answers_question"
        labels = item.findall(".//q:response_label", NS)
        said = {label.get("ident"): label.find(".//q:mattext", NS).text for label in labels}
        for count in (0, 1, 2, len(said)):
            for ticked in itertools.islice(itertools.combinations(said, count), 20):
                chosen = {said[ident] for ident in ticked}
                answer = answer_of(check, list(said.values()), chosen)
                assert points(item, set(ticked)) == 100 * bool(check(answer))
        right = {i for i, s in said.items() if (s, True) in question.choices}
        assert points(item, right) == 100


def test_signs_of_xml_are_only_signs():
    (item,) = read_qti(to_qti([HOSTILE], "<All> & more"))
    assert item.find("q:presentation/q:material/q:mattext", NS).text == "\n".join(HOSTILE.lines)
    assert item.get("title") == HOSTILE.title


def test_the_same_questions_give_the_same_files(asked):
    some = [question for question, _ in asked[:5]]
    assert to_qti(some, "A") == to_qti(some, "A")


@pytest.fixture
def at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ids.txt").write_text("17\n18\n")
    return tmp_path


def test_a_bank_of_questions_for_a_class(at, capsys):
    command = ["quiz", "3", "--students", "ids.txt", "--qti", "q.zip"]
    for _ in range(2):  # its own files make room
        assert cli.main(command) == 0
    told = capsys.readouterr().out
    assert "q.zip holds 2 questions.\n" in told
    assert "Only --moodle can ask: at_children, missing, " in told
    names = ["03-removable-17", "03-removable-18"]
    assert [item.get("ident") for item in read_qti((at / "q.zip").read_bytes())] == names


def test_another_file_is_kept(at, capsys):
    with zipfile.ZipFile(at / "mine", "w") as package:
        package.writestr("imsmanifest.xml", "")
    before = (at / "mine").read_bytes()
    assert cli.main(["quiz", "03", "--qti", "mine"]) == 1
    assert "it stays as it is" in capsys.readouterr().err
    assert (at / "mine").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["quiz", "03"], "Say where the questions go"),
        (["quiz", "ZZ", "--qti", "q"], "There are no questions 'ZZ'"),
        (["quiz", "03", "--qti", "."], "Cannot write .: it is a folder."),
        (["quiz", "03", "--qti", "no/such"], "Cannot write no/such"),
        (["quiz", "03", "--qti", "q", "--students", "none"], "none is not a file"),
    ],
)
def test_trouble_is_told_in_a_sentence(at, capsys, arguments, said):
    assert cli.main(arguments) == 1
    assert capsys.readouterr().err.startswith(f"marvel-widgets: {said}")
