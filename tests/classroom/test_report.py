"""The report: answers judged again, whatever the strings say, and nothing stops it."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import exercises
from marvel_widgets.assessment.results import COURSE
from marvel_widgets.assessment.signing import signed
from marvel_widgets.classroom import reports as reading
from marvel_widgets.classroom import reports as reporting
from marvel_widgets.classroom.reports import (
    COLUMNS,
    ReportRow,
    harmless,
    read_submissions,
    report,
    summary,
    to_csv,
)
from marvel_widgets.course.checks import question_digest

KEY = "spring"
POINTS, UNDERSTOOD = "points_are_gain", "understood"


def answers(student, key=KEY, **given):
    """Return the string of a student; "right" or a belief stands for its answer."""
    check = exercises("T", student)
    for name, answer in given.items():
        one = getattr(check, name)
        mistakes = {m.misconception: m.answer for m in one.exercise.mistakes}
        one(one.exercise.solution if answer == "right" else mistakes.get(answer, answer))
    return check.result(key).string


def content(student="17", rows=(), **changes):
    return {"c": COURSE, "n": "T", "s": student, "v": "0.1.0", "x": list(rows), **changes}


def row_of(name, answer, student="17", verdict="correct", **changes):
    question = question_digest(getattr(exercises("T", student), name))
    fields = {"draw": 0, "question": question, "tries": 1, "hints": 0, **changes}
    return [name, fields["draw"], fields["question"], answer, fields["tries"], fields["hints"],
            verdict]  # fmt: skip


def rows_of(folder, key=KEY):
    return {(row.file, row.exercise): row for row in report(folder, key)}


def one_row(tmp_path, string, exercise="gain", key=KEY):
    (tmp_path / "a.txt").write_text(string, encoding="utf-8")
    return rows_of(tmp_path, key)["a.txt", exercise]


def test_answers_are_reported(tmp_path):
    mine = answers("17", gain="right", revealing=UNDERSTOOD)
    (tmp_path / "17.txt").write_text(f"Hello, mine: {mine}")
    (tmp_path / "18.md").write_text(f"`{answers('18', gain=POINTS)}`")
    rows = rows_of(tmp_path)
    names = [check.name for check in exercises("T")]
    assert [key for key in rows if key[0] == "17.txt"] == [("17.txt", name) for name in names]
    gain = rows["17.txt", "gain"]
    assert (gain.student, gain.notebook, gain.verdict, gain.points) == ("17", "T", "correct", 1.0)
    assert (gain.tries, gain.hints, gain.signature, gain.note) == (1, 0, "valid", "")
    revealing = rows["17.txt", "revealing"]
    assert (revealing.verdict, revealing.misconception) == ("incorrect", UNDERSTOOD)
    assert revealing.answer == '{"A", "B", "C", "D", "E", "F", "G"}'
    assert rows["18.md", "gain"].misconception == POINTS
    assert rows["18.md", "revealing"].verdict == "open"


def test_each_student_is_judged_by_their_own_case(tmp_path):
    cases = {n: exercises("T", str(n)).revealing.exercise for n in range(1, 5)}
    for n, exercise in cases.items():
        string = answers(str(n), revealing=exercise.solution)
        (tmp_path / f"{n}.txt").write_text(string)
    assert len({exercise.solution for exercise in cases.values()}) > 1
    assert all(rows_of(tmp_path)[f"{n}.txt", "revealing"].points == 1.0 for n in cases)


def test_a_verdict_written_by_hand_is_not_believed(tmp_path):
    row = one_row(tmp_path, signed(content(rows=[row_of("gain", "7")]), KEY))
    assert (row.verdict, row.points, row.signature) == ("incorrect", 0.0, "valid")
    assert row.note == "the string says 'correct'"


def test_another_key_and_a_changed_letter_are_noted_and_judged_all_the_same(tmp_path):
    row = one_row(tmp_path, answers("17", key="other", gain="right"))
    assert (row.signature, row.verdict) == ("not valid", "correct")
    assert "made with another key" in row.note


def test_a_string_of_another_student_is_noted(tmp_path):
    string = answers("17", gain="right")
    (tmp_path / "a.txt").write_text(string)
    (tmp_path / "b.txt").write_text(f"see {string} and again {string}")
    rows = report(tmp_path, KEY)
    assert [row.note for row in rows if row.file == "b.txt"] == ["the same string is in a.txt"]


def test_a_second_string_of_one_student_is_noted(tmp_path):
    (tmp_path / "a.txt").write_text(answers("17", gain="right"))
    (tmp_path / "b.txt").write_text(answers("17", gain=POINTS))
    rows = rows_of(tmp_path)
    assert "another string of student '17'" in rows["b.txt", "gain"].note
    assert rows["a.txt", "gain"].note == ""
    line = next(
        x
        for x in summary(report(tmp_path, KEY)).splitlines()
        if x.startswith("T  ") and "gain" in x
    )
    assert line.split()[2:5] == ["1", "1", "0"]  # the better one counts


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ("__import__('os').abort()", "can't be read"),
        ("[" * 3000, "can't be read"),
        ("9" * 4999, "can't be read"),
        ("9" * 5001, "can't be read"),
        ("'many'", "can't be read"),
        ("{", "can't be read"),
        ("\0", "can't be read"),
        ("1e999", "can't be read"),
        ("...", "the string says"),
    ],
)
def test_any_answer_is_reported(tmp_path, answer, note):
    row = one_row(tmp_path, signed(content(rows=[row_of("gain", answer)]), KEY))
    assert note in row.note
    assert row.points == 0.0


@pytest.mark.parametrize(
    ("tries", "answer", "note"),
    [(9, "right", ""), (10, "right", "right after 10 tries"), (30, POINTS, "")],
)
def test_a_right_answer_after_many_tries_is_to_look_at(tmp_path, tries, answer, note):
    exercise = exercises("T", "17").gain.exercise
    wrong = next(m.answer for m in exercise.mistakes if m.misconception == POINTS)
    value = exercise.solution if answer == "right" else wrong
    verdict = exercises("T", "17").gain(value).kind
    row = row_of("gain", exercise.kind.code(value), verdict=verdict, tries=tries)
    assert one_row(tmp_path, signed(content(rows=[row]), KEY)).note == note


def test_strange_contents_are_reported(tmp_path):
    strange = {
        "unknown-notebook": signed(content(n="ZZ"), KEY),
        "unknown-exercise": signed(content(rows=[["dance", 0, "x", "1", 1, 0, "correct"]]), KEY),
        "practice": signed(content(rows=[row_of("gain", "50", draw=3)]), KEY),
        "twice": signed(content(rows=[row_of("gain", "1"), row_of("gain", "50")]), KEY),
        "old": signed(content(v="9.9", rows=[row_of("gain", "50", question="abcdef")]), KEY),
        "cooking": signed(content(c="cooking"), KEY),
        "cut": answers("17", gain="right")[:-5],
        "future": "mwr2.abc.defghijklmnopqrstuvwxyz",
        "empty": "",
    }
    for name, text in strange.items():
        (tmp_path / name).write_text(text)
    rows = report(tmp_path, KEY)
    notes = {name: "; ".join(r.note for r in rows if r.file == name) for name in strange}
    assert "there is no notebook 'ZZ'" in notes["unknown-notebook"]
    assert "no such exercise" in notes["unknown-exercise"]
    assert "a case to practice" in notes["practice"]
    assert "a case to practice" in notes["twice"]
    assert "version 9.9 asked another question" in notes["old"]
    assert "course 'cooking'" in notes["cooking"]
    assert "cut short" in notes["cut"]
    assert "of version 'mwr2.'" in notes["future"]
    assert "there is no result string in it" in notes["empty"]
    assert all(row.points == 0 for row in rows)
    assert summary(rows)
    assert to_csv(rows)


def test_an_id_that_is_no_text_does_not_stop_the_report(tmp_path):
    row = row_of("gain", "50")
    found = one_row(tmp_path, signed(content("\ud800", rows=[row]), KEY), exercise="")
    assert found.note == "the string is damaged; copy it whole"
    to_csv([found]).encode()


def test_a_case_that_cannot_be_drawn_does_not_stop_the_report(tmp_path, monkeypatch):
    def broken(check, *, exam):
        raise ZeroDivisionError

    monkeypatch.setattr(reporting, "question_digest", broken)
    row = one_row(tmp_path, answers("17", gain="right"))
    assert (row.verdict, row.note) == ("", "the case can't be drawn")


def test_one_bad_draw_does_not_stop_the_report(tmp_path, monkeypatch):
    def broken(exercise, raw):
        raise ZeroDivisionError

    monkeypatch.setattr(reporting, "judge", broken)
    row = one_row(tmp_path, answers("17", gain="right"))
    assert (row.verdict, row.note) == ("", "the answer can't be read")


FIELD = st.none() | st.booleans() | st.integers(-5, 10**30) | st.text(max_size=5)
ANSWERS = st.sampled_from(["50", "{'A'}", "[[]]", "{'A': 1}", "...", "set()", "'A B'", "-1", "b''"])
FILLED = st.tuples(
    st.sampled_from(["gain", "revealing", "ninety_minutes", "behind", "x"]),
    st.integers(-1, 2),
    st.sampled_from([question_digest(check) for check in exercises("T", "17")])
    | st.text(max_size=6),
    ANSWERS | st.text(max_size=20),
    st.integers(),
    st.integers(),
    st.sampled_from(["correct", "open", "unread"]),
).map(list)


@given(
    student=st.sampled_from(["17", "", "\ud800"]) | st.text(max_size=5),
    notebook=st.sampled_from(["T", "t", "PRE-POST-C", "", "../x", "__"]),
    rows=st.lists(FILLED | st.lists(FIELD, max_size=8), max_size=4),
    junk=st.text(max_size=30),
)
def test_nothing_in_a_file_stops_the_report(tmp_path_factory, student, notebook, rows, junk):
    folder = tmp_path_factory.mktemp("handed_in")
    string = signed(content(student, rows, n=notebook), KEY)
    (folder / "a").write_text(f"{junk}{string}{junk}mwr1.{junk}", errors="replace")
    found = report(folder, KEY)
    assert found
    assert all(row.points == 0 or row.verdict in ("correct", "close") for row in found)
    assert len(list(csv.reader(io.StringIO(to_csv(found))))) == len(found) + 1
    assert summary(found)


# -- files ---------------------------------------------------------------------------------------


def notebook_with(string, where="output"):
    text = {"output_type": "execute_result", "data": {"text/plain": [string[:30], string[30:]]}}
    cell = {"cell_type": "code", "source": ["check", ".result()"], "outputs": [text]}
    note = {"cell_type": "markdown", "source": f"> {string}"}
    return json.dumps({"cells": [cell if where == "output" else note], "nbformat": 4})


@pytest.mark.parametrize("where", ["output", "text"])
def test_a_notebook_is_read(tmp_path, where):
    string = answers("17", gain="right", behind="right", revealing="right")
    (tmp_path / "17.ipynb").write_text(notebook_with(string, where))
    (found,) = read_submissions(tmp_path)
    assert found.strings == (string,)


def test_what_a_notebook_shows_is_found_in_it(tmp_path):
    check = exercises("T", "17")
    check.gain(50)
    check.revealing("A, B")
    lines = repr(check.result()).splitlines(keepends=True)
    output = {"output_type": "execute_result", "data": {"text/plain": lines}}
    (tmp_path / "17.ipynb").write_text(json.dumps({"cells": [{"outputs": [output]}]}))
    assert read_submissions(tmp_path)[0].strings == (check.result().string,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_texts_of_other_programs_are_read(tmp_path, encoding):
    string = answers("17", gain="right")
    (tmp_path / "é.txt").write_bytes(f"Réponse : {string}".encode(encoding))
    assert read_submissions(tmp_path)[0].strings == (string,)


def test_every_file_has_its_line_but_hidden_ones(tmp_path, monkeypatch):
    (tmp_path / ".ipynb_checkpoints").mkdir()
    (tmp_path / ".ipynb_checkpoints" / "a.ipynb").write_text(answers("17", gain="right"))
    (tmp_path / "group 2").mkdir()
    (tmp_path / "group 2" / "picture.png").write_bytes(b"\x89PNG\0\0")
    (tmp_path / "damaged.ipynb").write_text('{"cells": [' + answers("18", gain="right"))
    (tmp_path / "deep.json").write_text('{"a":' + "[" * 5000)
    (tmp_path / "large.txt").write_text("x" * 100_001)
    monkeypatch.setattr(reading, "_LARGEST", 100_000)
    found = {each.file: each for each in read_submissions(tmp_path)}
    assert set(found) == {"group 2/picture.png", "damaged.ipynb", "deep.json", "large.txt"}
    assert found["group 2/picture.png"].error == "it is no text file"
    assert len(found["damaged.ipynb"].strings) == 1
    assert "no result string" in found["deep.json"].error
    assert found["large.txt"].error == "it has more than 100,000 bytes"


def test_a_file_without_permission_has_its_line(tmp_path, monkeypatch):
    def refuse(self):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.txt").touch()
    monkeypatch.setattr(reading.Path, "read_bytes", refuse)
    assert read_submissions(tmp_path)[0].error == "it can't be read: Permission denied"


def test_no_folder_is_an_error(tmp_path):
    with pytest.raises(NotADirectoryError, match="is not a folder"):
        report(tmp_path / "nowhere")


# -- the table and the summary -------------------------------------------------------------------


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_table_holds_the_rows(tmp_path):
    (tmp_path / "17.txt").write_text(answers("17", gain="right", revealing=UNDERSTOOD))
    rows = report(tmp_path, KEY)
    table = read_csv(to_csv(rows))
    assert [tuple(line) for line in table] == [COLUMNS] * len(rows)
    for line, row in zip(table, rows, strict=True):
        assert line == {column: str(getattr(row, column)) for column in COLUMNS}


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    " =1+1",
    "\t=1+1",
    "\r\n=1+1",
    "＝1+1",
    "=cmd|' /C calc'!A0",
]


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.parametrize("field", ["student", "file", "answer", "note"])
def test_no_cell_is_a_formula(text, field):
    (line,) = read_csv(to_csv([ReportRow(**{"file": "a", field: text})]))
    assert line[field].startswith("'")
    assert len(to_csv([ReportRow(**{"file": "a", field: text})]).splitlines()) == 2


@pytest.mark.parametrize("student", FORMULAS)
def test_no_student_writes_a_formula(tmp_path, student):
    (tmp_path / "a.txt").write_text(signed(content(student=student), KEY))
    for line in read_csv(to_csv(report(tmp_path, KEY))):
        assert not line["student"].lstrip().startswith(("=", "+", "-", "@", "＝"))


@pytest.mark.parametrize(
    "text", [";=1+1", "17;=1+1", "a ; -1", "x|@y", '"=1+1', "a;'=1", "17;\t+1"]
)
@pytest.mark.parametrize("field", ["student", "answer", "note"])
def test_no_cell_is_a_formula_where_lines_are_split_at_semicolons(text, field):
    written = to_csv([ReportRow(**{"file": "a", field: text})])
    for mark in ";|,":
        for cell in written.splitlines()[1].split(mark):  # as if quotes meant nothing
            assert not cell.strip(' "').startswith(("=", "+", "-", "@")), cell


def test_no_note_is_as_long_as_what_a_string_holds(tmp_path):
    long = "x" * 5_000
    for name, changes in {"a": {"c": long}, "b": {"n": long}, "c": {"v": long}}.items():
        string = signed(content(long, rows=[row_of("gain", "50", question=long)], **changes), KEY)
        (tmp_path / name).write_text(string)
        (tmp_path / f"{name}{name}").write_text(string[:-4] + "AAAA")
    assert max(len(row.note) for row in report(tmp_path, KEY)) < 500


def test_other_cells_stay_as_they_are():
    for text in ("17", "{'A', 'B'}", "a=b", ""):
        assert harmless(text) == text


def test_the_summary_counts(tmp_path):
    for n, beliefs in enumerate([(POINTS, UNDERSTOOD), (POINTS, "right"), ("right", "right")]):
        (tmp_path / f"{n}.txt").write_text(answers(str(n), gain=beliefs[0], revealing=beliefs[1]))
    (tmp_path / "note.txt").write_text("sorry")
    told = summary(report(tmp_path, KEY))
    lines = {line.split()[1]: line.split()[2:] for line in told.splitlines() if line[:3] == "T  "}
    assert told.startswith("4 files, 3 students, 6 answers.")
    assert lines["gain"] == ["3", "1", "0", "2", "0", "1.0", "0.0"]
    assert lines["revealing"] == ["3", "2", "0", "1", "0", "1.0", "0.0"]
    assert lines["settings"] == ["3", "0", "0", "0", "3", "-", "-"]
    beliefs = told[told.index("Most frequent") :].splitlines()
    assert beliefs[1].split()[:2] == ["2", "points"]
    assert beliefs[2].split()[:2] == ["1", "a"]
    assert told.endswith("To look at\n  note.txt: there is no result string in it.")


def test_the_summary_has_each_note_of_a_file_once(tmp_path):
    (tmp_path / "a.txt").write_text(answers("17", key="other", gain="right"))
    (tmp_path / "b.txt").write_text(signed(content(student="18", rows=[row_of("gain", "7", "18")])))
    (tmp_path / "c.txt").write_text(answers("19", gain="right")[:-4])
    told = summary(report(tmp_path, KEY))
    assert told[told.index("To look at") :].splitlines()[1:] == [
        "  a.txt: changed after it was made, or made with another key.",
        "  b.txt: changed after it was made, or made with another key.",
        "  b.txt (T gain): the string says 'correct'.",
        "  c.txt: the string is cut short; copy it whole.",
    ]


@pytest.mark.parametrize("better", ["a.txt", "b.txt"])
def test_the_better_of_two_answers_counts_in_the_summary(tmp_path, better):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(answers("17", gain="right" if name == better else POINTS))
    told = summary(report(tmp_path, KEY))
    line = next(line for line in told.splitlines() if line.split()[:2] == ["T", "gain"])
    assert line.split()[2:6] == ["1", "1", "0", "0"]
    assert POINTS not in told


def test_the_summary_of_nothing():
    assert summary([]) == "0 files, 0 students, 0 answers."
