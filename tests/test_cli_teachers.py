"""The commands `report` and `quiz --paper`."""

import csv
import os
import subprocess
import sys
from html import escape

import pytest

from marvel_widgets import cli, exercises


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two students' files, and the current directory above them."""
    monkeypatch.chdir(tmp_path)
    handed_in = tmp_path / "handed in"
    handed_in.mkdir()
    for student in ("1", "2"):
        check = exercises("T", student)
        check.gain(check.gain.exercise.solution if student == "1" else 0)
        (handed_in / f"{student}.txt").write_text(check.result(key="spring").string)
    return handed_in


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_report_writes_a_table_and_prints_a_summary(folder, tmp_path, capsys):
    assert cli.main(["report", "handed in", "--key", "spring"]) == 0
    rows = table(tmp_path / "report.csv")
    assert {row["student"]: row["points"] for row in rows if row["exercise"] == "gain"} == {
        "1": "1.0",
        "2": "0.0",
    }
    assert {row["signature"] for row in rows} == {"valid"}
    told = capsys.readouterr().out
    assert "2 files, 2 students, 2 answers." in told
    assert "The table is in report.csv." in told


def test_a_report_inside_the_folder_is_not_about_itself(folder, capsys):
    output = folder / "report.csv"
    for _ in range(2):
        assert cli.main(["report", str(folder), "--key", "spring", "--output", str(output)]) == 0
    assert {row["file"] for row in table(output)} == {"1.txt", "2.txt"}


def test_another_key_is_seen_and_spreadsheets_know_the_letters(folder, tmp_path):
    assert cli.main(["report", "handed in"]) == 0
    assert {row["signature"] for row in table(tmp_path / "report.csv")} == {"not valid"}
    assert (tmp_path / "report.csv").read_bytes().startswith(b"\xef\xbb\xbffile,student,")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "nowhere"], "nowhere is not a folder."),
        (["report", "handed in", "--output", "no/such/file.csv"], "Cannot write no/such/file.csv"),
        (["report", "handed in", "--output", "handed in"], "Cannot write handed in: it is a fold"),
        (
            ["report", "handed in", "--output", os.devnull],
            f"Cannot write {os.devnull}: it is not a regular",
        ),
        (["report", "handed in", "--students", "no.txt"], "no.txt is not a file"),
        (["report", "handed in", "--canvas", "a", "--moodle", "./a"], "Two of the files have the"),
        (["quiz", "A", "--students", "i", "--paper", "d"], "Form A is the same for all"),
        (["quiz", "A", "--students", "i", "--paper", "d", "--exam", "e"], "Form A is the same"),
        (["quiz", "9" * 3000, "--paper", "a"], "There are no questions '9999"),
        (
            ["quiz", "C", "--paper", "c"],
            "There are no questions 'C': take A, B, or the number of a notebook.\n",
        ),
        (["quiz", "A", "--paper", "no/such/page.html"], "Cannot write no/such/page.html"),
    ],
)
def test_errors_are_reported_in_a_sentence(folder, capsys, arguments, said):
    assert cli.main(arguments) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"marvel-widgets: {said}")
    assert "Traceback" not in told


def test_a_form_is_written_as_a_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["quiz", "A", "--solutions", "--paper", "key.html"]) == 0
    assert capsys.readouterr().out == "1 page to print: key.html.\n"
    page = (tmp_path / "key.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")


def test_an_exam_has_the_cases_of_one_student(tmp_path):
    pages = {}
    for student in ("17", "18"):
        page = tmp_path / f"{student}.html"
        assert cli.main(["quiz", "T", "--student", student, "--paper", str(page)]) == 0
        pages[student] = page.read_text(encoding="utf-8")
        check = exercises("T", student)
        assert f"<h1>MARVEL, notebook T, number {student}</h1>" in pages[student]
        assert escape(check.revealing.exercise.question) in pages[student]
        assert pages[student].count('<p class="line">') == len(check)
    assert pages["17"] != pages["18"]


def test_a_form_takes_no_other_files_place(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.html"
    page.write_text("<!doctype html>\n<title>My page</title>\n")
    assert cli.main(["quiz", "A", "--paper", "page.html"]) == 1
    assert capsys.readouterr().err == (
        "marvel-widgets: page.html is no such file of ours; it stays as it is. "
        "Choose another name.\n"
    )
    assert "My page" in page.read_text()
    for arguments in (["A"], ["03", "--student", "17"], ["B", "--solutions"]):  # a form makes room
        assert cli.main(["quiz", *arguments, "--paper", "form.html"]) == 0
    assert "form B: the key" in (tmp_path / "form.html").read_text(encoding="utf-8")


def test_a_notebooks_number_is_reported_as_its_file_has_it(tmp_path):
    pages = []
    for number in ("3", "03"):
        page = tmp_path / f"{number}.html"
        assert cli.main(["quiz", number, "--student", "17", "--paper", str(page)]) == 0
        pages.append(page.read_text(encoding="utf-8"))
    assert "<h1>MARVEL, notebook 03, number 17</h1>" in pages[0]
    assert pages[0] == pages[1]


@pytest.fixture
def ids(folder, tmp_path):
    """A list with a student who handed nothing in, and without one who did."""
    (tmp_path / "ids.csv").write_text("number,group\n1,a\n3,b\n")


def test_a_report_for_gradebooks(ids, tmp_path, capsys):
    command = ["report", "handed in", "--key", "spring", "--students", "ids.csv", "--moodle",
               "moodle.csv", "--canvas", "canvas.csv"]  # fmt: skip
    for _ in range(2):  # its own files make room
        assert cli.main(command) == 0
    told = capsys.readouterr().out
    assert "Nothing handed in by 1 student: 3." in told
    assert "Not on the list: 1 id: 2." in told
    assert "Also written: moodle.csv and canvas.csv." in told
    moodle = table(tmp_path / "moodle.csv")
    assert [(line["ID number"], line["MARVEL total of 6"]) for line in moodle] == [
        ("1", "1"),
        ("3", "-"),
        ("2", "0"),
    ]
    assert (tmp_path / "canvas.csv").read_text().count("\n") == 5


@pytest.mark.parametrize("name", ["output", "moodle", "canvas"])
def test_no_file_of_others_is_overwritten(folder, tmp_path, capsys, name):
    (tmp_path / "mine").write_text("Student,ID,SIS User ID,SIS Login ID,Section,Exam\n")
    assert cli.main(["report", "handed in", f"--{name}", "mine"]) == 1
    assert f"it stays as it is. Choose another --{name}." in capsys.readouterr().err
    assert (tmp_path / "mine").read_text().endswith("Exam\n")
    assert not (tmp_path / "report.csv").exists()  # nothing is written when not all can be


def test_the_list_in_the_folder_is_nobodys_work(ids, folder, tmp_path):
    (tmp_path / "ids.csv").rename(folder / "ids.csv")
    assert cli.main(["report", "handed in", "--students", "handed in/ids.csv"]) == 0
    assert {row["file"] for row in table(tmp_path / "report.csv")} == {"1.txt", "2.txt"}


def test_a_large_file_of_another_kind_is_not_read_whole(folder, tmp_path):
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.truncate(1 << 33)  # 8 GB that take no room
    assert cli.main(["report", "handed in", "--output", "large.bin"]) == 1


def test_a_sheet_and_a_key_for_each_student(ids, tmp_path, capsys):
    for key in ([], ["--solutions"]):
        command = ["quiz", "3", "--students", "ids.csv", "--paper", "sheets", *key]
        assert cli.main(command) == 0
        assert cli.main(command) == 0
    assert "2 pages to print: sheets.\n" in capsys.readouterr().out
    found = sorted(path.name for path in (tmp_path / "sheets").iterdir())
    assert found == ["03-1-key.html", "03-1.html", "03-3-key.html", "03-3.html"]
    one = (tmp_path / "sheets" / "03-1.html").read_text(encoding="utf-8")
    assert cli.main(["quiz", "03", "--student", "1", "--paper", "one.html"]) == 0
    assert (tmp_path / "one.html").read_text(encoding="utf-8") == one
    (tmp_path / "sheets" / "03-3.html").write_text("mine")
    assert cli.main(["quiz", "3", "--students", "ids.csv", "--paper", "sheets"]) == 1
    assert (tmp_path / "sheets" / "03-3.html").read_text() == "mine"


def test_a_reader_that_leaves_is_no_error(tmp_path):
    copy = ["copy", str(tmp_path / "course"), "--edition", "reader"]
    command = [sys.executable, "-m", "marvel_widgets", *copy]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (cli.CLOSED_PIPE, b"")
