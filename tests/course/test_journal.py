"""What was answered is there on the next day: in new kernels, after kills and full disks."""

import builtins
import errno
import json
import os
import subprocess
import sys

import pytest

from marvel_widgets import cli
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.results import question_digest
from marvel_widgets.course import journal
from marvel_widgets.course.checks import exercises
from marvel_widgets.course.journal import HEADER, NAME, Entry, Journal
from marvel_widgets.widgets import ExerciseBox, Placement, Race
from marvel_widgets.widgets.kit.predict import Predictions
from marvel_widgets.writing import whole


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a journal, in which a notebook runs."""
    Journal.begin(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "get_ipython", lambda: object(), raising=False)
    monkeypatch.setenv("JPY_SESSION_NAME", "mine/03-removable-variables.ipynb")
    monkeypatch.setattr(journal, "_NO_LEARNER", ())  # this test runs in pytest
    return tmp_path


def answered(verdict, number="03", name="removable"):
    """Answer an exercise in a new kernel; return the check."""
    check = getattr(exercises(number), name)
    value = check.exercise.solution if verdict == "correct" else check.exercise.mistakes[0].answer
    assert check(value).kind == verdict
    return check


def test_the_next_day_has_answers_tries_and_hints(folder):
    check = answered("incorrect")
    check.hint()
    check(check.exercise.solution)
    again = exercises("03")
    assert again.removable.attempt == check.attempt
    assert (check.attempt.tries, check.attempt.hints, check.attempt.verdict) == (2, 1, "correct")
    assert again.result().result.answers == exercises("03").result().result.answers
    assert "1 answered, 1 correct; hints asked for: 1" in repr(again.result())
    assert exercises("03", student="17").removable.attempt.tries == 0
    assert "Answered already" in repr(again.removable(...))


def test_a_box_shows_what_was_answered_and_counts_nothing_anew(folder):
    check = answered("incorrect")
    check.hint()
    before = (folder / NAME).read_bytes()
    for _ in range(2):
        box = ExerciseBox(exercises("03").removable)
        assert box.model.verdict.kind == "incorrect"
        assert box.model.check.attempt == check.attempt
        assert len(box.model.hints) == 1
        assert set(box.control.raw) == set(check.exercise.mistakes[0].answer)
        box.close()
    assert (folder / NAME).read_bytes() == before


def test_an_answer_to_another_case_is_shown_and_not_judged(folder):
    answered("correct")
    text = (folder / NAME).read_text()
    case = question_digest(exercises("03").removable)
    (folder / NAME).write_text(text.replace(case, "oldold"))
    check = exercises("03").removable
    assert check.attempt.tries == 0
    assert "the case has changed since" in check.kept_words
    box = ExerciseBox(check)
    assert box.model.verdict is None
    assert "the case has changed since" in box.verdict.value
    box.close()


def test_an_exam_keeps_answers_alone(folder):
    check = exercises("03", answers=False).removable
    check(["A"])
    kept = json.loads((folder / NAME).read_text().splitlines()[-1])
    assert (kept["verdict"], kept["belief"], kept["hints"]) == ("recorded", "", 0)
    assert exercises("03", answers=False).removable.attempt.answer == check.attempt.answer
    assert exercises("03").removable.attempt.answer == ""  # its case has another digest


def test_nothing_is_written_where_no_journal_is_or_no_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "get_ipython", lambda: object(), raising=False)
    answered("correct")
    assert list(tmp_path.iterdir()) == []
    Journal.begin(tmp_path)
    monkeypatch.delattr(builtins, "get_ipython")
    answered("correct")
    assert (tmp_path / NAME).read_text() == HEADER


@pytest.mark.parametrize(
    "damage",
    [
        '{"notebook": "03", "name": "remov',
        '{"notebook": 3}',
        "[" * 50_000,
        "\0",
        '{"notebook": "03", "name": "removable", "student": "", "draw": 0, "case": "x", '
        '"answer": 7, "verdict": "", "belief": "", "hints": 0, "version": "", "at": true}',
    ],
)
def test_a_torn_or_foreign_line_is_passed_over(folder, damage):
    answered("correct")
    with (folder / NAME).open("a") as file:
        file.write(damage)  # without an end of line
    answered("correct", name="missing")
    assert exercises("03").removable.attempt.verdict == "correct"
    assert exercises("03").missing.attempt.verdict == "correct"
    assert Journal(folder / NAME).unread == 1


def test_an_answer_that_was_changed_by_hand_is_no_trouble(folder):
    check = answered("correct")
    text = (folder / NAME).read_text()
    (folder / NAME).write_text(text.replace(json.dumps(check.attempt.answer), '"(" '))
    box = ExerciseBox(exercises("03").removable)
    assert box.model.verdict is None
    box.close()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_full_or_read_only_disk_is_a_sentence_and_learning_goes_on(folder, monkeypatch, code):
    def refuse(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(whole.os, "write", refuse)
    check = answered("correct")
    assert check.attempt.verdict == "correct"
    assert os.strerror(code) in check.kept_words
    box = ExerciseBox(check)
    assert os.strerror(code) in box.verdict.value.replace("&#x27;", "'")
    box.close()
    monkeypatch.undo()


def test_a_link_in_its_place_is_not_followed(folder):
    (folder / "mine.txt").write_text("mine")
    (folder / NAME).unlink()
    (folder / NAME).symlink_to(folder / "mine.txt")
    check = answered("correct")
    assert (folder / "mine.txt").read_text() == "mine"
    assert check.kept_words


WRITER = """
import sys
from pathlib import Path
from marvel_widgets.course.journal import Entry, Journal
journal = Journal(Path(sys.argv[1]))
for i in range(10_000):
    entry = Entry(notebook="03", name=sys.argv[2], draw=i, answer="x" * 300, verdict="correct")
    journal.write([entry])
    print(i, flush=True)
"""


def test_killed_writers_lose_nothing_that_they_had_written(folder):
    """Two kernels at once, both killed in the midst of it."""
    path = folder / NAME
    argv = [sys.executable, "-c", WRITER, str(path)]
    writers = [
        subprocess.Popen([*argv, name], stdout=subprocess.PIPE, text=True) for name in ("a", "b")
    ]
    told = {}
    for writer in writers:
        for line in writer.stdout:
            if int(line) > 30:
                break
    for name, writer in zip("ab", writers, strict=True):
        writer.kill()
        rest = writer.stdout.read().split()
        told[name] = int(rest[-1]) if rest else 31
        writer.wait()
        writer.stdout.close()
    entries = Journal(path).entries
    for name, last in told.items():
        draws = [entry.draw for entry in entries if entry.name == name]
        assert draws[: last + 1] == list(range(last + 1))


# -- the command ---------------------------------------------------------------------------------


def test_progress_shows_carries_and_forgets(folder, capsys, tmp_path_factory):
    answered("incorrect")
    assert cli.main(["progress", "."]) == 0
    shown = capsys.readouterr().out
    assert "03          1 of" in shown
    assert "Beliefs that the last answers show:" in shown

    other = tmp_path_factory.mktemp("other")
    carried = other / "carried.jsonl"
    assert cli.main(["progress", ".", "--export", str(carried)]) == 0
    Journal.begin(other)
    for _ in range(2):  # the second adds nothing
        assert cli.main(["progress", str(other), "--import", str(carried)]) == 0
    assert Journal(other / NAME).entries == Journal(folder / NAME).entries
    assert cli.main(["progress", ".", "--forget"]) == 0
    assert (folder / NAME).read_text() == HEADER
    assert cli.main(["progress", str(other / "nowhere")]) == 1
    (other / "mine.txt").write_text("mine")
    assert cli.main(["progress", str(other), "--export", str(other / "mine.txt")]) == 1
    assert (other / "mine.txt").read_text() == "mine"


def test_a_copy_has_a_journal_that_stays(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    target = tmp_path / "mine"
    cli.main(["copy", str(target)])
    assert (target / NAME).read_text() == HEADER
    assert (target / ".gitignore").read_text() == f"{NAME}\n"
    entry = Entry(notebook="03", name="removable", answer="{'A'}", verdict="incorrect")
    Journal(target / NAME).write([entry])
    (target / ".gitignore").write_text("mine\n")
    cli.main(["copy", str(target)])
    assert Journal(target / NAME).entries == [entry]
    assert (target / ".gitignore").read_text() == "mine\n"
    cli.main(["copy", str(tmp_path / "read"), "--edition", "reader"])
    assert not (tmp_path / "read" / NAME).exists()


# -- outside the exercises -----------------------------------------------------------------------

QUESTION = Question("q1", "Is X removable?", ("yes", "no"), "no")


def kept(folder):
    """Return what each line says of an answer, without when and where."""
    return [(e.kind, e.answer, e.verdict, e.belief) for e in Journal(folder / NAME).entries]


@pytest.mark.parametrize("answers", [True, False])
def test_predictions_bets_and_placement_are_kept_in_an_exam_without_verdicts(folder, answers):
    for guess in ("no", "yes", None):
        predictions = Predictions(on=True, answers=answers)
        predictions.ask(QUESTION)
        predictions.skip() if guess is None else predictions.answer(guess)
    race = Race("X -> Y <- T", answers=answers)
    race.model.place("marvel", {"pc": 10**6})
    placement = Placement("removal", answers=answers)
    item = placement.model.test._next
    mistake = placement.model.test.question.exercise.mistakes[0]
    placement.answer(mistake.answer)
    predicted = [("prediction", "no"), ("prediction", "yes"), ("prediction", "")]
    found = kept(folder)
    assert [each[:2] for each in found[:3]] == predicted
    bet = "Bet(winner='marvel', tests={'pc': 1000000})"
    assert found[3][:2] == ("bet", bet)
    assert found[4][0] == "placement"
    assert Journal(folder / NAME).entries[4].name == item.key
    assert {entry.notebook for entry in Journal(folder / NAME).entries} == {"03"}
    told = [(verdict, belief) for *_, verdict, belief in found]
    if answers:
        belief = mistake.misconception
        assert told[:3] == [("correct", ""), ("incorrect", ""), ("skipped", "")]
        assert told[3:] == [("incorrect", ""), ("incorrect", belief)]
    else:
        assert told == [("recorded", "")] * 5
    race.close()
    placement.close()


def test_going_back_to_a_state_keeps_nothing_anew(folder):
    race = Race("X -> Y <- T")
    race.model.place("marvel")
    placement = Placement("removal")
    placement.answer(placement.model.test.question.exercise.solution)
    before = (folder / NAME).read_bytes()
    for app in (race, placement):
        type(app).from_token(app.token).close()
        app.close()
    assert (folder / NAME).read_bytes() == before


@pytest.mark.parametrize("name", ["PYTEST_CURRENT_TEST", "NBGRADER_EXECUTION", "VOILA_REQUEST_URL"])
def test_without_a_learner_nothing_is_read_or_kept(folder, monkeypatch, name):
    answered("correct")
    before = (folder / NAME).read_bytes()
    monkeypatch.undo()  # the list of them
    monkeypatch.chdir(folder)
    monkeypatch.setattr(builtins, "get_ipython", lambda: object(), raising=False)
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    monkeypatch.setenv(name, "1")
    assert exercises("03").removable.attempt.tries == 0
    answered("correct", name="missing")
    assert (folder / NAME).read_bytes() == before
    monkeypatch.delenv(name)
    assert exercises("03").removable.attempt.tries == 1
