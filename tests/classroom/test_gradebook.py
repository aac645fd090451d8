"""One row a student: points added up, in the columns that Moodle and Canvas read."""

import csv
import io
import random

import pytest

from marvel_widgets import exercises
from marvel_widgets.classroom.reports import (
    ReportRow,
    Totals,
    is_gradebook,
    notebooks_of,
    report,
    to_canvas,
    to_moodle,
    totals,
)

KEY = "spring"


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """What three students handed in for two notebooks, and their points, counted here."""
    folder = tmp_path_factory.mktemp("handed_in")
    rng = random.Random(4)
    expected = {}
    for student in ("17", "18", "19"):
        for notebook in ("T", "03") if student != "19" else ("T",):
            checks = exercises(notebook, student)
            for check in checks:
                kind, answered = check.exercise.kind, rng.random() < 0.7
                answer = check.exercise.solution if rng.random() < 0.5 else kind.random(rng)
                if answered:
                    points = check(answer).points
                    expected[student, notebook] = expected.get((student, notebook), 0) + points
            (folder / f"{student}-{notebook}.txt").write_text(checks.result(KEY).string)
    return report(folder, KEY), expected


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_points_are_those_of_the_verdicts(handed_in):
    rows, expected = handed_in
    every = {each.student: each for each in totals(rows, ["20", "18"])}
    assert list(every) == ["20", "18", "17", "19"]
    assert {(s, n): p for s, e in every.items() for n, p in e.points.items()} == expected
    assert every["20"] == Totals("20", {})
    assert notebooks_of(list(every.values())) == {n: len(exercises(n)) for n in ("03", "T")}


def test_the_table_for_moodle(handed_in):
    rows, expected = handed_in
    lines = table(to_moodle(totals(rows, ["17", "18", "19", "20"])))
    most = {n: len(exercises(n)) for n in ("03", "T")}
    names = [f"MARVEL notebook {n} of {m}" for n, m in most.items()]
    total = f"MARVEL total of {sum(most.values())}"
    assert list(lines[0]) == ["ID number", *names, total, "Remarks"]
    for line in lines[:3]:
        student = line["ID number"]
        grades = {n: expected.get((student, n)) for n in most}
        for name, grade in zip(names, grades.values(), strict=True):
            assert line[name] == "-" if grade is None else float(line[name]) == grade
        assert float(line[total]) == sum(filter(None, grades.values()))
    assert lines[3] == {"ID number": "20", **dict.fromkeys([*names, total], "-"),
                        "Remarks": "nothing handed in"}  # fmt: skip


def test_the_table_for_canvas(handed_in):
    rows, expected = handed_in
    heading, possible, *lines = csv.reader(io.StringIO(to_canvas(totals(rows))))
    assert heading[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert heading[5:] == ["MARVEL notebook 03", "MARVEL notebook T"]
    assert "Points Possible" in possible[0]
    assert possible[5:] == [str(len(exercises(n))) for n in ("03", "T")]
    found = {(line[2], n): line[5 + i] for line in lines for i, n in enumerate(("03", "T"))}
    assert {key: float(value) for key, value in found.items() if value != "-"} == expected
    assert found["19", "03"] == "-"


def test_the_better_of_two_answers_counts_once():
    rows = [
        ReportRow("a", "17", "T", "gain", "incorrect", 0.0, hints=2),
        ReportRow("b", "17", "T", "gain", "correct", 1.0, note="another string"),
        ReportRow("b", "17", "T", "revealing", "open"),
    ]
    (each,) = totals(rows)
    assert (each.points, each.notes) == ({"T": 1.0}, 1)


@pytest.mark.parametrize("write", [to_moodle, to_canvas])
def test_no_id_is_a_formula(write):
    text = write([Totals("=1+1", {"03": 1.0}), Totals("17;=1+1", {"03": 1.0})])
    cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
    assert "'=1+1" in cells
    assert "17;'=1+1" in cells


def test_its_own_tables_are_told_from_those_of_a_platform():
    every = [Totals("17", {"03": 1.0, "T": 2.0})]
    for text in (to_moodle(every), to_canvas(every), to_moodle([]), to_canvas([])):
        assert is_gradebook(text)
    for text in (
        "ID number,MARVEL notebook 03 of 7,Exam\n",
        "First name,ID number\n",
        "Student,ID,SIS User ID,SIS Login ID,Section,MARVEL notebook 03 (1234)\n",
        "Student,ID,SIS User ID,SIS Login ID,Section,Exam\n",
        "",
    ):
        assert not is_gradebook(text)
