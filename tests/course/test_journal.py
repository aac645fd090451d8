"""What was answered is there on the next day: in new kernels, after kills and full disks."""

import builtins
import errno
import os
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path
from unittest.mock import Mock

import pytest

from marvel_widgets import cli
from marvel_widgets._made_for import library_version
from marvel_widgets.assessment import results
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.prediction import Question, Score
from marvel_widgets.course import checks, journal
from marvel_widgets.course.checks import Clock, exercises, question_digest
from marvel_widgets.course.journal import HEADER, NAME, Entry, Journal
from marvel_widgets.course.start_page import StartPage
from marvel_widgets.widgets import ExerciseBox, Guesses, Race
from marvel_widgets.widgets.kit.predict import Predictions
from marvel_widgets.writing import whole
from tests.widgets.secrets import CASES


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


def test_the_minutes_are_handed_in_only_if_that_is_wanted(folder, monkeypatch):
    times = iter([100, 130, 190, 9_000, 9_060])
    monkeypatch.setattr(checks, "CLOCK", Clock(lambda: next(times)))
    check = exercises("03").removable
    check(check.exercise.mistakes[0].answer)  # after half a minute
    check.hint()  # after one more
    check(check.exercise.solution)  # after a pause
    again = exercises("03")
    assert again.removable.attempt.seconds == 90
    again.missing(again.missing.exercise.solution)
    result, _ = results.result_of(again.result(clock=True).string)
    assert {each.name: each.seconds for each in result.answers} == {"removable": 90, "missing": 60}
    told = "Minutes, also handed in: missing 1.0, removable 1.5; in all 2.5."
    assert told in repr(again.result(clock=True))
    assert "Minutes" not in repr(again.result())
    result, _ = results.result_of(again.result().string)
    assert {each.seconds for each in result.answers} == {None}


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


def test_what_is_pressed_between_two_cells_is_kept(folder, monkeypatch):
    """IPython takes its name from the builtins after each cell."""
    monkeypatch.delattr(builtins, "get_ipython")
    monkeypatch.setattr("IPython.get_ipython", lambda: object())
    answered("correct")
    assert len(Journal(folder / NAME).entries) == 1


def test_nothing_is_written_where_no_journal_is_or_no_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "get_ipython", lambda: object(), raising=False)
    answered("correct")
    assert list(tmp_path.iterdir()) == []
    Journal.begin(tmp_path)
    monkeypatch.delattr(builtins, "get_ipython")
    answered("correct")
    assert (tmp_path / NAME).read_text() == HEADER


ODD = '{{"notebook": "03", "name": "removable", "student": "", "draw": {}, "case": "x", "answer": '
ODD += '"7", "verdict": "", "belief": "{}", "hints": 0, "version": "", "at": {}}}'


@pytest.mark.parametrize(
    "damage",
    [
        *(ODD.format(0, "", at) for at in (2**63 - 1, 10**18, 10**400, -1, "NaN")),
        ODD.format(-1, "", 0),
        ODD.format(0, "\\ud800", 0),
        '{"notebook": "03", "name": "remov',
        '{"notebook": 3}',
        "[" * 50_000,
        "\0",
    ],
)
def test_a_torn_or_foreign_line_is_passed_over(folder, damage):
    answered("correct")
    with (folder / NAME).open("a") as file:
        file.write(damage)  # without an end of line
    answered("correct", name="missing")
    assert exercises("03").removable.attempt.verdict == "correct"
    assert exercises("03").missing.attempt.verdict == "correct"
    kept = Journal(folder / NAME)
    assert (len(kept.entries), kept.unread) == (2, 1)
    assert StartPage(kept).lines


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_full_or_read_only_disk_is_a_sentence_and_learning_goes_on(folder, monkeypatch, code):
    def refuse(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(whole.os, "write", refuse)
    check = answered("correct")
    assert check.attempt.verdict == check._journal.entries[-1].verdict == "correct"
    assert os.strerror(code) in check.kept_words
    box = ExerciseBox(check)
    assert os.strerror(code) in box.verdict.value.replace("&#x27;", "'")
    box.close()


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_link_in_its_place_is_not_followed(folder, link):
    (folder / "mine.txt").write_text("mine")
    (folder / NAME).unlink()
    link(folder / NAME, folder / "mine.txt")
    check = answered("correct")
    assert (folder / "mine.txt").read_text() == "mine"
    assert check.kept_words


WRITER = """
import os, random, signal, sys
from pathlib import Path
from marvel_widgets.course.journal import Entry, Journal

path, chance = Path(sys.argv[1]), random.Random(sys.argv[2])
for kill in range(int(sys.argv[3])):
    read, told = os.pipe()
    writer = os.fork()
    if not writer:
        journal = Journal(path)
        for i in range(10**6):
            name = sys.argv[2] + str(kill)
            journal.write([Entry(notebook="03", name=name, draw=i, answer="x" * 300)])
            if i % 2:
                journal.compact()
            os.write(told, b".")
    os.close(told)
    asked = chance.randrange(1, 30)
    for _ in range(asked):
        os.read(read, 1)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    while more := os.read(read, 1000):
        asked += len(more)
    print(kill, asked, flush=True)
    os.close(read)
"""


@pytest.mark.parametrize("kills", [10, pytest.param(50, marks=pytest.mark.night)])
def test_killed_writers_lose_nothing_that_they_had_written(folder, kills):
    """Two kernels at once, which also make the journal smaller, killed in the midst of it."""
    path = folder / NAME
    command = [sys.executable, "-c", WRITER, str(path)]
    runs = {
        name: subprocess.Popen([*command, name, str(kills)], stdout=subprocess.PIPE, text=True)
        for name in ("a", "b")
    }
    told = {name: run.communicate()[0].splitlines() for name, run in runs.items()}
    drawn = {}
    for entry in Journal(path).entries:
        drawn.setdefault(entry.name, []).append(entry.draw)
    for name, lines in told.items():
        assert len(lines) == kills
        for kill, least in map(str.split, lines):
            found = drawn[name + kill]
            assert len(found) >= int(least)
            assert found == list(range(len(found)))
    assert path.read_text().startswith(HEADER)


def test_progress_shows_carries_and_forgets(folder, capsys, tmp_path_factory, monkeypatch):
    answered("incorrect")
    assert cli.main(["progress", "."]) == 0
    shown = capsys.readouterr().out
    belief = Belief[Journal(folder / NAME).entries[-1].belief]
    assert f"- {belief.words} {belief.look_at}" in shown
    assert belief not in shown
    assert "\n03  " in shown
    assert "\nThe core: 1 of " in shown
    assert "\nGo on: 00 " in shown

    with (folder / NAME).open("a") as file:
        file.write("\n\n")  # what the command takes out where it can
    with monkeypatch.context() as full:
        full.setattr(journal, "write", Mock(side_effect=OSError(errno.ENOSPC, "no space")))
        assert cli.main(["progress", "."]) == 0
    assert capsys.readouterr() == (shown, "")

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


def test_a_journal_is_begun_whole_or_not_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "write_bytes", Mock(side_effect=OSError(errno.ENOSPC, "no space")))
    with pytest.raises(OSError, match="no space"):
        Journal.begin(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_copy_has_a_journal_that_stays(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    target = tmp_path / "mine"
    cli.main(["copy", str(target)])
    assert (target / NAME).read_text() == HEADER
    assert (target / ".gitignore").read_text() == f"{NAME}\n"
    entry = Entry(notebook="03", name="removable", answer="{'A'}", verdict="incorrect")
    kept = Journal(target / NAME)
    assert kept.entries == []
    kept.write([entry])
    (target / ".gitignore").write_text("mine\n")
    cli.main(["copy", str(target)])
    assert kept.entries == Journal(target / NAME).entries == [entry]
    assert (target / ".gitignore").read_text() == "mine\n"
    cli.main(["copy", str(tmp_path / "read"), "--edition", "reader"])
    assert not (tmp_path / "read" / NAME).exists()


QUESTION = Question("q1", "Is X removable?", ("yes", "no"), "no")


def kept(folder):
    """Return what each line says of an answer, without when and where."""
    return [(e.kind, e.answer, e.verdict, e.belief) for e in Journal(folder / NAME).entries]


@pytest.mark.parametrize("answers", [True, False])
def test_predictions_and_bets_are_kept_in_an_exam_without_verdicts(folder, answers):
    for guess in ("no", "yes", None):
        predictions = Predictions(on=True, answers=answers)
        predictions.ask(QUESTION)
        predictions.ask_again()  # of the day before
        predictions.skip() if guess is None else predictions.answer(guess)
    race = Race("X -> Y <- T", answers=answers)
    race.model.place("pc")
    predicted = [("prediction", "no"), ("prediction", "yes"), ("prediction", "")]
    found = kept(folder)
    assert [each[:2] for each in found[:3]] == predicted
    assert found[3][:2] == ("bet", "pc")
    assert {entry.notebook for entry in Journal(folder / NAME).entries} == {"03"}
    told = [(verdict, belief) for *_, verdict, belief in found]
    if answers:
        assert told[:3] == [("correct", ""), ("incorrect", ""), ("skipped", "")]
        assert told[3:] == [("incorrect", "")]
    else:
        assert told == [("recorded", "")] * 4
    race.close()


@pytest.mark.parametrize("name", CASES)
def test_an_app_shows_what_was_predicted_until_it_asks_again(folder, name):
    app = asking(CASES[name])
    guess = app.predictions.question.options[0]
    app.predictions.answer(guess)
    before, told = answers_in(folder), app.predictions.message
    app = asking(CASES[name])
    predictions, box = app.predictions, getattr(app, "shown", app).parts["predict"]
    today = f"{date.today():%B} {date.today().day}"
    assert predictions.message == f"Your prediction of {today}. {told}"
    assert "Your prediction is your" not in getattr(app.parts.get("said"), "value", "")
    assert replace(predictions.score, skipped=0) == Score()
    assert predictions.revealed
    assert box.again.layout.display != "none"
    assert answers_in(folder) == before  # not counted anew
    box.again.click()
    assert (predictions.message, predictions.revealed) == ("", False)
    assert (box.options.value, box.options.disabled, box.again.layout.display) == (
        None,
        False,
        "none",
    )
    assert app.kept == (CASES[name].secret,)
    predictions.answer(guess)
    assert predictions.message == told
    assert box.again.layout.display == "none"
    assert len(answers_in(folder)) == len(before) + 1


def answers_in(folder):
    return [entry for entry in Journal(folder / NAME).entries if entry.answer]


def asking(case):
    """Return an app at the question of a case."""
    app = case.make(predict=True)
    case.reach(app)
    return app


def answered_before(question, **options):
    """Return whether an answer is there for a question on the next day."""
    predictions = Predictions(on=True, **options)
    predictions.ask(question)
    return predictions.is_recalled


def test_a_prediction_belongs_to_its_case_and_a_skipped_question_is_asked_again(folder):
    predictions = Predictions(on=True)
    predictions.ask(QUESTION)
    predictions.answer("no")
    assert answered_before(QUESTION)
    assert not answered_before(QUESTION, recalls=False)  # telling questions are chosen anew
    for other in (
        {"answer": "yes"},
        {"because": "Of another graph."},
        {"options": ("no", "yes")},
        {"text": "Is Y removable?"},
    ):
        assert not answered_before(replace(QUESTION, **other))
    text = (folder / NAME).read_text()
    (folder / NAME).write_text(text.replace('"no"', '"perhaps"'))  # changed by hand
    assert not answered_before(QUESTION)
    (folder / NAME).write_text(text)
    predictions = Predictions(on=True)
    predictions.ask(QUESTION)
    predictions.ask_again()
    predictions.skip()
    assert not answered_before(QUESTION)


ASKED = (("How many?", "tests"), ("Which?", ["A", "B"]), ("Which two?", dict.fromkeys("ABC")))


def test_a_form_of_predictions_shows_what_was_predicted_until_it_asks_again(folder):
    form = Guesses(*ASKED)
    form.fields[0].value, form.fields[2].value = "90", ("A", "C")
    words = repr(form.judge(94, "B", ("A", "B")))
    entries = Journal(folder / NAME).entries
    assert [(e.name, e.answer, e.verdict) for e in entries] == [
        ("How many?", "90", "correct"),
        ("Which two?", "A; C", "incorrect"),
    ]
    again = Guesses(*ASKED)
    assert [field.value for field in again.fields] == ["90", "", ("A", "C")]
    assert all(field.disabled for field in again.fields)
    assert "Your predictions of " in again.summary.value
    assert repr(again.judge(94, "B", ("A", "B"))) == words
    assert Journal(folder / NAME).entries == entries  # not counted anew
    again.again.click()
    assert [field.value for field in again.fields] == ["", "", ()]
    assert not any(field.disabled for field in again.fields)
    again.fields[1].value = "B"
    again.judge(94, "B", ("A", "B"))
    assert [e.name for e in Journal(folder / NAME).entries[2:]] == ["Which?"]


def test_predictions_of_another_notebook_or_form_are_not_shown(folder, monkeypatch):
    form = Guesses(*ASKED)
    form.fields[0].value, form.fields[1].value = "90", "A"
    form.judge(94, "B", ("A", "B"))
    text = (folder / NAME).read_text()
    (folder / NAME).write_text(text.replace('"90"', '"many"').replace('"A"', '"Z"'))
    assert not Guesses(*ASKED)._recalled  # changed by hand, or other options since
    (folder / NAME).write_text(text)
    assert Guesses(*ASKED)._recalled
    monkeypatch.setenv("JPY_SESSION_NAME", "mine/04.ipynb")
    assert not Guesses(*ASKED)._recalled


def test_going_back_to_a_state_keeps_nothing_anew(folder):
    race = Race("X -> Y <- T")
    race.model.place("marvel")
    before = (folder / NAME).read_bytes()
    Race.from_token(race.token).close()
    race.close()
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


def imported(folder, place):
    """Import something twice; the second time nothing is new. Return the entries."""
    for _ in range(2):
        assert cli.main(["progress", str(folder), "--import", str(place)]) == 0
        found = Journal(folder / NAME).entries
    assert len({replace(entry, at=0) for entry in found}) == len(found)
    return found


def test_a_result_string_is_taken_back(folder, tmp_path_factory, monkeypatch):
    check = answered("incorrect")
    check.hint()
    answered("correct", name="missing")
    string = exercises("03").result(key="the teacher's").string
    before = {e.name: e for e in Journal(folder / NAME).entries if e.answer}
    mail = tmp_path_factory.mktemp("mail") / "mail.txt"
    mail.write_text(f"Dear teacher,\n> {string[:60]}\n> {string[60:]}\n")
    for place in (string, mail):
        (folder / NAME).write_text(HEADER)
        found = {entry.name: entry for entry in imported(folder, place)}
        assert {name: (e.answer, e.verdict, e.belief, e.case) for name, e in found.items()} == {
            name: (e.answer, e.verdict, e.belief, e.case) for name, e in before.items()
        }
        assert found["removable"].hints == 1
    again = exercises("03")
    assert (again.removable.attempt.verdict, again.removable.attempt.hints) == ("incorrect", 1)
    assert again.missing.attempt.verdict == "correct"


def test_a_forged_verdict_is_judged_anew_and_an_exam_stays_without(folder):
    check = answered("incorrect")
    real = exercises("03").result().result
    forged = replace(real.answers[0], verdict="correct")
    string = results.signed(results._content(replace(real, answers=(forged,))))
    (folder / NAME).write_text(HEADER)
    (entry,) = imported(folder, string)
    assert (entry.verdict, entry.belief) == ("incorrect", check.exercise.mistakes[0].misconception)
    (folder / NAME).write_text(HEADER)
    exam = exercises("03", answers=False)
    exam.removable(["A"])
    string = exam.result().string
    (folder / NAME).write_text(HEADER)
    (entry,) = imported(folder, string)
    assert (entry.verdict, entry.belief) == ("recorded", "")
    assert exercises("03", answers=False).removable.attempt.answer == entry.answer


@pytest.mark.parametrize("text", ["", "{", '{"cells": 3}', "hello", "mwr1.eyJh", '{"cells": [7]}'])
def test_what_has_no_answers_is_a_sentence(folder, tmp_path, capsys, text):
    (tmp_path / "old.txt").write_text(text)
    before = (folder / NAME).read_bytes()
    for place in (tmp_path / "old.txt", tmp_path / "nowhere", tmp_path):
        assert cli.main(["progress", str(folder), "--import", str(place)]) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert (folder / NAME).read_bytes() == before


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system can't change its time zone")
def test_progress_names_the_day_of_the_learner_not_of_greenwich(folder, capsys, monkeypatch):
    evening = Entry(notebook="03", name="removable", answer="{'A'}", verdict="incorrect", at=3600)
    Journal(folder / NAME).write([evening])
    monkeypatch.setenv("TZ", "EST+5")
    time.tzset()
    try:
        assert cli.main(["progress", "."]) == 0
        assert "On December 31: 03 " in capsys.readouterr().out
    finally:
        monkeypatch.undo()
        time.tzset()


def test_progress_alone_makes_the_journal_smaller_and_nothing_is_lost(folder, capsys):
    check = answered("incorrect")
    for _ in range(4):
        check.hint()
    check(check.exercise.solution)
    answered("correct", name="missing").hint()
    with (folder / NAME).open("a") as file:
        file.write('\n{"torn')
    before = exercises("03")
    states = [(each.attempt, each.hints_given) for each in before]
    size = (folder / NAME).stat().st_size
    assert cli.main(["progress", str(folder)]) == 0
    assert (folder / NAME).stat().st_size < size
    assert [(each.attempt, each.hints_given) for each in exercises("03")] == states
    text = (folder / NAME).read_text()
    assert text.startswith(HEADER)
    assert '{"torn' in text
    assert cli.main(["progress", str(folder)]) == 0
    assert (folder / NAME).read_text() == text


def first_cell(folder, name):
    """Run the first cell of a notebook as Jupyter's server does; return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", "from marvel_widgets import exercises"],
        cwd=folder, env={**os.environ, "JPY_SESSION_NAME": name}, capture_output=True, text=True,
        check=True,
    ).stdout  # fmt: skip


def test_a_notebook_of_another_version_says_so_in_its_first_cell(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    target, name = tmp_path / "mine", "03-removable-variables.ipynb"
    cli.main(["copy", str(target)])
    assert first_cell(target, name) == first_cell(target, "elsewhere.ipynb") == ""
    assert first_cell(target, "") == ""
    here = library_version()
    text = (target / name).read_text()
    (target / name).write_text(text.replace(f'"version": "{here}"', '"version": "0.0.1"'))
    said = first_cell(target, f"a/folder/{name}")
    assert said.startswith(f"This notebook was made for marvel_widgets 0.0.1; this is {here}")
    assert said.count("\n") == 1


def test_answers_are_carried_to_another_version_and_another_notebook(folder):
    """The journal knows exercises, not files: 03.new.ipynb has the answers of 03.ipynb."""
    check = answered("incorrect")
    text = (folder / NAME).read_text()
    here = library_version()
    (folder / NAME).write_text(text.replace(f'"version": "{here}"', '"version": "0.0.1"'))
    assert Journal(folder / NAME).entries[0].version == "0.0.1"
    assert exercises("03").removable.attempt == check.attempt
    without_kind = text.replace(', "kind": "exercise"', "")  # as versions before wrote it
    assert without_kind != text
    (folder / NAME).write_text(without_kind.replace('"at": ', '"later": [1], "at": '))
    assert exercises("03").removable.attempt == check.attempt


def test_jupyterlite_begins_a_journal_beside_the_notebooks_of_the_course(folder, monkeypatch):
    monkeypatch.setattr(journal.sys, "platform", "emscripten")
    (folder / NAME).unlink()
    assert Journal.here() is None
    (folder / "03-removable-variables.ipynb").touch()
    assert Journal.here().entries == []
    assert (folder / NAME).read_text() == HEADER
    answered("correct")
    assert len(Journal.here().entries) == 1
