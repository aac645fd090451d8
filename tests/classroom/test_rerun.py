"""Programs that were handed in: never run unless asked for, then each in a process of its own."""

import json
import os
from itertools import combinations

import pytest

from marvel_widgets import Pdag, challenge, exercises
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.program_answers import function_of, whole_source
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.classroom.program_process import GRAPH, decoded, encoded
from marvel_widgets.classroom.reports import report
from marvel_widgets.classroom.rerun import all_judged_again, judged_again
from marvel_widgets.cli import main
from marvel_widgets.core.algorithms.own import read_graph
from marvel_widgets.lessons.challenge.judge import METHODS
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.written import WRITTEN
from tests.classroom.class_of_programs import BAD, hand_in

NEVER = 99
RIGHT = """def separate(ask, x, y, candidates):
    from itertools import combinations
    sets = [s for n in range(len(candidates) + 1) for s in combinations(sorted(candidates), n)]
    return next((set(s) for s in sets if ask(x, y, s)), None)"""


def every_set(names):
    return [set(s) for n in range(len(names) + 1) for s in combinations(sorted(names), n)]


def neighbors(ask, x, boundary):
    return {y for y in boundary if not any(ask(x, y, s) for s in every_set(boundary - {y}))}


def the_boundary(_ask, _x, boundary):
    return boundary if NEVER else None


def uses_a_file(_ask, _x, boundary):
    return os.sep and boundary


def program(body, head=""):
    return f"{head}\ndef neighbors(ask, x, boundary):\n    {body}\n    return boundary"


@pytest.fixture
def check():
    return exercises("programs", student="17")


# -- the answer of an exercise


def test_a_function_is_an_answer_with_all_that_it_uses(check):
    verdict = check.neighbors(the_boundary)
    assert (verdict.kind, verdict.misconception) == ("incorrect", "M7")
    assert "your answer is {B, C}; right is {C}" in verdict.text
    assert json.loads(verdict.answer).splitlines() == [
        "NEVER = 99",
        "def the_boundary(_ask, _x, boundary):",
        "    return boundary if NEVER else None",
    ]
    assert whole_source(neighbors).splitlines()[:2] == [
        "from itertools import combinations",
        "def every_set(names):",
    ]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("def neighbors(ask, x, boundary): return boundary", "a function itself, not its text"),
        (lambda _: 1, "has no name of its own"),
        (uses_a_file, "it uses os, of type module"),
        (3, "a function itself"),
    ],
)
def test_what_is_no_program_is_not_read(check, answer, said):
    verdict = check.neighbors(answer)
    assert verdict.kind == "unread"
    assert said in verdict.text


@pytest.mark.night
@pytest.mark.parametrize("step", WRITTEN)
def test_the_kits_own_sources_are_what_the_exercise_says(step):
    exercise = getattr(exercises("programs"), step).exercise
    for source in (exercise.solution, *(mistake.answer for mistake in exercise.mistakes)):
        names = {}
        exec(source, names)
        judged = challenge(step)(names[step]) if source != exercise.solution else None
        assert judged is None or not judged.right
    assert exercise.is_right(exercise.solution)
    assert judge(exercise, exercise.solution).kind == "correct"
    wrong = [judge(exercise, mistake.answer) for mistake in exercise.mistakes]
    assert [each.misconception for each in wrong] == [b for b, _ in WRITTEN[step].wrong]
    assert {each.misconception for each in wrong} <= set(MISCONCEPTIONS)
    assert exercise.kind.form.endswith(f"def {TASKS[step].form}:")


def test_each_step_is_an_exercise():
    assert set(WRITTEN) == set(TASKS) - set(METHODS)


@pytest.mark.night
@pytest.mark.parametrize("step", WRITTEN)
def test_the_kits_own_solutions_are_right(step):
    assert judged_again(step, WRITTEN[step].source).right


def test_there_are_hints_and_a_string_to_hand_in(check):
    check.neighbors(the_boundary)
    assert "Each member of the boundary" in check.neighbors.hint().text
    assert check.result().string.startswith("mwr1")


def test_a_text_never_becomes_a_function():
    with pytest.raises(AnswerError, match="only a text is not run here"):
        function_of(RIGHT)


# -- the report


@pytest.fixture
def folder(tmp_path, check):
    check.neighbors(the_boundary)
    (tmp_path / "17.txt").write_text(check.result().string)
    return tmp_path


def line(rows):
    [found] = [row for row in rows if row.exercise == "neighbors"]
    return found


def test_a_report_runs_nothing_unless_it_is_told_to(folder, monkeypatch):
    monkeypatch.setattr("marvel_widgets.classroom.rerun.subprocess.Popen", None)
    row = line(report(folder))
    assert (row.verdict, row.points, row.note) == ("", 0.0, "a program, which was not run")


def test_a_report_runs_programs_when_it_is_told_to(folder):
    row = line(report(folder, run_programs=True))
    assert (row.verdict, row.misconception) == ("incorrect", "M7")
    assert row.note.startswith("Not right. On {A B C}; A -> C; B -> C, at A")


def test_a_changed_string_and_one_of_an_exam_are_run_as_well(tmp_path, check):
    check.neighbors(the_boundary)
    string = check.result("key").string
    (tmp_path / "17.txt").write_text(string)
    row = line(report(tmp_path, exam=True))
    assert row.note.startswith("a program, which was not run / changed after it was made")
    row = line(report(tmp_path, exam=True, run_programs=True))
    assert (row.verdict, row.signature, row.misconception) == ("incorrect", "not valid", "M7")
    assert row.note.startswith("Not right. On {A B C}; A -> C; B -> C, at A")
    assert row.note.endswith("made with another key / answered where verdicts show")


def test_programs_are_judged_at_once_and_told_in_order():
    wrong, bad = program("pass"), "def neighbors(ask x"
    told = all_judged_again([("neighbors", repr(each)) for each in (wrong, bad, wrong)])
    assert [each.verdict for each in told] == ["incorrect"] * 3
    assert told[0] == told[2]
    assert told[0].belief == "M7"
    assert "SyntaxError" in told[1].text
    assert all_judged_again([("neighbors", "][")])[0].text.startswith("it can't be run: ")
    assert all_judged_again([]) == []


@pytest.mark.night
def test_a_class_of_thirty_is_judged_again(tmp_path):
    does = hand_in(tmp_path, 30)
    rows = {row.student: row for row in report(tmp_path, run_programs=True) if row.answer}
    said = {what: rows[student].note for student, what in does.items() if what in BAD}
    assert {s: row.verdict == "correct" for s, row in rows.items()} == {
        student: what == "is right" for student, what in does.items()
    }
    assert "it did not come back" in said["is endless"]
    assert "it did not come back" in said["loops in C"]
    assert "IndexError" in said["raises"]
    assert "AttributeError" in said["peeks"]


def test_the_command_says_what_it_does_and_refuses_where_there_are_no_limits(
    folder, tmp_path, monkeypatch, capsys
):
    made = ["report", str(folder), "--output", str(tmp_path / "r.csv")]
    assert main([*made, "--run-programs"]) == 0
    assert "Not right." in (tmp_path / "r.csv").read_text("utf-8")
    monkeypatch.setattr("marvel_widgets.classroom.commands.report.can_limit", lambda: False)
    assert main([*made, "--run-programs"]) != 0
    assert "can't limit a program" in capsys.readouterr().err


# -- hostile programs


HOSTILE = {
    "deletes": (program("os.remove(VICTIM)", "import os"), "no right to os.remove"),
    "writes": (program("open(VICTIM, 'w')"), "no right to open"),
    "empties": (program("os.truncate(VICTIM, 0)", "import os"), "no right to os.truncate"),
    "opens a socket": (program("_socket.socket()", "import _socket"), "no right to socket."),
    "forks": (program("[os.fork() for _ in range(99)]", "import os"), "no right to os.fork"),
    "calls C": (program("ctypes.CDLL(None)", "import ctypes"), "no right to import"),
    "starts": (program("subprocess.run(['true'])", "import subprocess"), "no right to"),
    "changes its guard": (
        program("m = sys.modules['__main__']; m.QUIET = {'open'}; open(VICTIM, 'w')", "import sys"),
        "no right to open",
    ),
    "leaves": (program("os._exit(0)", "import os"), "its process ended without an answer"),
    "raises": (program("[][9]"), "IndexError: list index out of range"),
    "fills the memory": (program("[0] * 10**11"), "MemoryError"),
    "is no Python": ("def neighbors(ask x", "SyntaxError"),
    "is empty": ("", "KeyError"),
    # on a lock: from Python 3.13 on, the guard hears of a program that sleeps, and refuses it
    "waits": (
        program("from threading import Lock; it = Lock(); it.acquire(); it.acquire()"),
        "it did not come back",
    ),
    "never ends": (program("while True: pass"), "it did not come back"),
    "never ends in C": (program("sum(range(10**12))"), "it did not come back"),
    "prints": (program("while True: print('x' * 999)"), "it did not come back"),
    "peeks": (program("ask.__closure__[0].cell_contents.dag"), "AttributeError"),
}


@pytest.mark.night
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_gets_a_sentence_and_does_nothing(name, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("whole")
    source, said = HOSTILE[name]
    judged = judged_again("neighbors", source.replace("VICTIM", repr(str(victim))))
    assert said in judged.text
    assert not judged.right
    assert victim.read_text() == "whole"


def test_a_process_has_no_environment_and_a_home_of_its_own(monkeypatch):
    monkeypatch.setenv("TOKEN_OF_THE_TEACHER", "secret")
    body = "raise ValueError(sorted(os.environ), os.path.basename(os.getcwd()))"
    said = judged_again("neighbors", program(body, "import os")).text
    assert "secret" not in said
    assert "TOKEN" not in said
    assert "tmp" in said


def test_what_a_program_writes_itself_is_only_its_answer():
    body = """[os.write(n, b'{"value": {"s": []}}\\n' * 99) for n in (1, 3)]"""
    assert "right is {B}" in judged_again("neighbors", program(body, "import os")).text


def test_a_program_that_starts_again_and_again_is_given_up():
    text = judged_again("neighbors", program("import os; os._exit(len(boundary) > 6)")).text
    assert "its process ended without an answer" in text


def test_values_come_through_the_pipe_as_they_are():
    for value in ({"A", "B"}, [1, "x", None, True], {"A": {"B"}}, {frozenset("AB")}, ("A", {"B"})):
        assert decoded(json.loads(json.dumps(encoded(value)))) == value
    assert decoded(encoded(object())) != {}
    graph = Pdag("A -> B; B - C; D")
    sent = decoded(json.loads(json.dumps(encoded(graph))))
    assert all(getattr(sent, part) == getattr(graph, part) for part in GRAPH)
    assert read_graph(sent, graph.nodes) == graph
