"""A unit of each plan: what is written, what it says of minutes and places, and that it runs."""

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import get_args

import nbformat
import pytest
from nbclient import NotebookClient

from marvel_widgets import Dag, FisherZ, cli, essential_graph, pc, read_csv
from marvel_widgets._notebooks import bundled_guides, bundled_notebooks
from marvel_widgets.classroom.editions import CopyError, learners_edition
from marvel_widgets.classroom.quiz import exercises_of
from marvel_widgets.classroom.units import writing
from marvel_widgets.classroom.units.plans import UNITS, Home, Part, Plan
from marvel_widgets.classroom.units.writing import (
    exam_minutes,
    homework,
    section_of,
    unit_notebooks,
    unit_page,
    unit_talk,
)
from marvel_widgets.course.checks import exercises
from marvel_widgets.course.registry import NOTEBOOKS, Place, needs_table
from tests.guide_minutes import core, workload

NAMES = [name for name in UNITS if name != "workshop"]
PC = ("pc", "pc-2")
SLACK = 1.1  # of a room against a learner alone: who listens does not read each word


@pytest.fixture(scope="module")
def units(tmp_path_factory):
    """Each plan's unit, as the command writes it."""
    where = tmp_path_factory.mktemp("units")
    for name in NAMES:
        assert cli.main(["course", name, str(where / name)]) == 0
    return where


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_is_whole(units, name):
    plan, folder = UNITS[name], units / name
    there = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.stem[0] != "."
    }
    numbers = {*plan.notebooks, *(work.notebook for work in plan.home)}
    stems = {path.stem for path in bundled_notebooks().glob("*.ipynb")}
    wanted = {f"students/{stem}.ipynb" for stem in stems if stem.partition("-")[0] in numbers}
    assert len(wanted) == len(numbers)
    wanted |= {"students/homework.ipynb", "teacher/README.md", "teacher/talk-track.md"}
    wanted |= {"teacher/homework-solutions.html", "students/README.md"}
    wanted |= {f"students/{each}" for each in plan.files}
    more = {
        "students/clinic.csv",
        "teacher/slides.html",
        "teacher/votes.ipynb",
        "teacher/cards.html",
    }
    wanted |= more if name in PC else set()
    for number in plan.exam:
        wanted |= {f"teacher/exam-{number}.html", f"teacher/exam-{number}-key.html"}
    assert there == wanted
    for path in (folder / "students").glob("*.ipynb"):
        nbformat.validate(nbformat.read(path, as_version=4))


@pytest.mark.parametrize("name", NAMES)
def test_learners_get_the_learners_edition(units, name):
    for path in (units / name / "students").glob("*-*.ipynb"):
        made = read(path)
        wanted = learners_edition(read(bundled_notebooks() / path.name))
        assert made["cells"] == wanted["cells"]
        assert made["metadata"]["marvel_widgets"]["version"]


# -- minutes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_page_adds_up(units, name):
    page = (units / name / "teacher" / "README.md").read_text(encoding="utf-8")
    said = re.search(r"In class (\d+) minutes, at home (\d+), the exam (\d+)[. ]", page)
    in_class, at_home, exam = map(int, said.groups())
    meetings = re.findall(r"### Meeting \d+: (\d+) minutes\n\n(.*?)\n\n", page, re.DOTALL)
    for minutes, table in meetings:
        assert int(minutes) == sum(map(int, re.findall(r"^\| (\d+) \|", table, re.MULTILINE)))
    assert in_class == sum(int(minutes) for minutes, _ in meetings)
    rows = page.partition("## At home")[2].partition("\n## ")[0]
    assert at_home == sum(map(int, re.findall(r"\| (\d+) \|$", rows, re.MULTILINE)))
    sheets = (units / name / f"teacher/exam-{number}.html" for number in UNITS[name].exam)
    asked = sum(sheet.read_text("utf-8").count("<section>") for sheet in sheets)
    assert exam == exam_minutes(UNITS[name]) == round(5.5 * asked)
    assert str(at_home) in read(units / name / "students/homework.ipynb")["cells"][0]["source"]


def alone(part, notebooks):
    """The minutes of a learner who reads and does alone what a part shows."""
    found = 0
    for number in part.notebooks:
        notebook = notebooks[number][1]
        found += round(5.5 * len(part.asks))
        if not part.shows and part.asks:
            continue
        if not part.shows:
            found += workload(notebook, number, of_core=True).minutes
            continue
        wanted = {section_of(number, notebook, word) for word in part.shows}
        cells, inside = [], False
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown" and cell["source"].startswith("## "):
                heading = cell["source"].splitlines()[0].removeprefix("## ")
                inside = heading in wanted
            cells += [cell] if inside else []
        kept = {"cells": list(core(cells)) or cells}
        found += workload(kept, number).minutes
    return found


def too_short(plan, notebooks):
    return [
        (part.what, part.minutes, alone(part, notebooks))
        for part in plan.parts
        if part.minutes * SLACK < alone(part, notebooks)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_minutes_are_honest(name):
    plan = UNITS[name]
    assert too_short(plan, unit_notebooks(name, plan, bundled_notebooks())) == []


# -- places -----------------------------------------------------------------------------------


def dead_places(page, folder):
    """The links of a page that lead to no file or no heading."""
    dead = []
    for link in re.findall(r"\]\(([^)]+)\)", page):
        path, _, place = link.partition("#")
        file = folder / path
        headings = writing.sections(read(file)) if place and file.is_file() else []
        if not file.is_file() or (place and place not in {h.replace(" ", "-") for h in headings}):
            dead.append(link)
    return dead


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_lead_to_cells_that_exist(units, name):
    folder = units / name / "teacher"
    for page in folder.glob("*.md"):
        assert dead_places(page.read_text(encoding="utf-8"), folder) == []


def test_a_section_that_is_not_there_is_named():
    plan = Plan("x", (Part(5, "x", ("03",), "", shows=("The dance",)),))
    learners = unit_notebooks("x", plan, bundled_notebooks())
    with pytest.raises(
        CopyError, match="shows 'The dance' of notebook 03, which has: The question"
    ):
        unit_talk(plan, learners, bundled_guides())
    plan = Plan("x", (Part(5, "x", ("03",), "", asks=("dance",)),))
    with pytest.raises(CopyError, match="asks 'dance' of notebook 03, which has no such exercise"):
        unit_talk(plan, learners, bundled_guides())


def test_a_notebook_that_is_not_there_is_named(tmp_path):
    message = "The plan unit needs notebook 00, which is not in .*; install marvel-widgets again"
    with pytest.raises(CopyError, match=message):
        writing.write_unit("unit", tmp_path, bundled_guides(), tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_each_meeting_and_part_has_its_talk_track(units, name):
    page = (units / name / "teacher" / "talk-track.md").read_text(encoding="utf-8")
    spans = [tuple(map(int, m)) for m in re.findall(r"^### Minutes (\d+) to (\d+)", page, re.M)]
    assert [end - begin for begin, end in spans] == [part.minutes for part in UNITS[name].parts]
    for said in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        begin, end = map(int, re.match(r"Minutes (\d+) to (\d+)", said).groups())
        assert said.count("\n- ") >= 2
        times = list(map(int, re.findall(r"\*\*Minute (\d+)\.\*\*", said)))
        assert all(begin <= time < end for time in times)


# -- needs and gives --------------------------------------------------------------------------


def unmet(notebooks, known):
    """Which notebook needs which other that is neither known nor before it."""
    had, found = set(known), []
    for number in notebooks:
        found += [(number, needed) for needed in NOTEBOOKS[number].needs if needed not in had]
        had.add(number)
    return found


def test_the_core_comes_first_and_each_notebook_after_what_it_needs():
    places = [notebook.place for notebook in NOTEBOOKS.values()]
    assert places == sorted(places, key=get_args(Place).index)
    assert unmet(NOTEBOOKS, ()) == []


@pytest.mark.parametrize("name", NAMES)
def test_what_a_notebook_needs_was_given_before(name):
    plan = UNITS[name]
    assert unmet(plan.notebooks, plan.known) == []
    every = [*plan.notebooks, *(work.notebook for work in plan.home)]
    assert unmet(dict.fromkeys(every), plan.known) == []


# What a notebook's own first cell says of the others, in words.
SAID = {
    "01": "d-separation", "02": "boundar", "03": "removable|Theorem 1", "05": "lemma",
    "06": "a run of|rounds", "07": "essential", "08": "upper bound|the bounds", "09": "the bounds",
    "10": "comparison of", "P1": "skeleton",
}  # fmt: skip


def needed_in_words(first):
    """The notebooks that the first cell of one names: by number, by a range, by an idea."""
    told = re.search(r"You need: (.*?) You will", first, re.DOTALL)[1]
    found = {number for number, words in SAID.items() if re.search(words, told)}
    found |= set(re.findall(r"\b(?:\d\d|P\d)\b", told))
    for begin, end in re.findall(r"(\d\d) to (\d\d)", told):
        found |= {f"{n:02}" for n in range(int(begin), int(end) + 1)}
    return found


def test_the_table_and_the_notebooks_say_the_same():
    for path in bundled_notebooks().glob("*.ipynb"):
        number = path.stem.partition("-")[0]
        module = NOTEBOOKS[number]
        said = needed_in_words("".join(read(path)["cells"][0]["source"]))
        assert {*module.needs, *module.deeper} == said - {number}, number


# -- homework and exam ------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_homework_asks_what_the_plan_says(units, name):
    cells = read(units / name / "students/homework.ipynb")["cells"]
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    asked = re.findall(r"ExerciseBox\(check_(\w+)\.(\w+)\)", "\n".join(code))
    wanted = [(work.notebook, each) for work in UNITS[name].home for each in work.exercises]
    assert asked == wanted
    assert all(getattr(exercises(number), exercise) for number, exercise in wanted)
    in_class = {
        (n, each) for part in UNITS[name].parts for n in part.notebooks for each in part.asks
    }
    assert not in_class & set(wanted)


def test_homework_runs():
    """The boxes show what stands in the file, and the last cell the letters to hand in."""
    plan = Plan("x", (), home=(Home("02", ("split",)), Home("03", ("missing",))))
    notebook = nbformat.from_dict(homework(plan, "17"))
    shown = [cell.outputs[0]["data"] for cell in notebook.cells if cell.get("outputs")]
    NotebookClient(notebook, timeout=120, kernel_name="python3", store_widget_state=False).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    for before, (after,) in zip(shown, outputs[1:-1], strict=True):
        assert {kind: after["data"][kind] for kind in before} == before
    assert outputs[-1][0]["text"].count("Nothing is answered yet") == 2


def run_by_nbval(notebooks):
    """Return what nbval says of notebooks, each cell of which must run, as CI runs copies."""
    command = [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-current-env", "-q", "-rf"]
    command += ["-p", "no:cacheprovider", *map(str, notebooks)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=notebooks[0].parent)
    return run.returncode, run.stdout


def without_outputs(notebook):
    """A notebook as nbval takes it: of a cell that shows a picture it asks when that was run."""
    return {**notebook, "cells": [{**c, "outputs": []} if "outputs" in c else c
                                  for c in notebook["cells"]]}  # fmt: skip


@pytest.mark.night
def test_each_notebook_of_each_unit_runs(units, tmp_path):
    assert cli.main(["course", "workshop", str(units / "workshop")]) == 0
    texts = [json.dumps(without_outputs(read(path))) for path in sorted(units.rglob("*.ipynb"))]
    places = []
    for number, text in enumerate(dict.fromkeys(texts)):  # plans share notebooks
        places.append(tmp_path / f"{number}.ipynb")
        places[-1].write_text(text)
    code, said = run_by_nbval(places)
    assert code == 0, said


def test_homework_tells_nothing(units):
    for name in NAMES:
        text = (units / name / "students/homework.ipynb").read_text(encoding="utf-8")
        for work in UNITS[name].home:
            for each in work.exercises:
                exercise = getattr(exercises(work.notebook), each).exercise
                secrets = [exercise.because, *exercise.all_hints]
                assert not [s for s in secrets if json.dumps(s, ensure_ascii=False)[1:-1] in text]


@pytest.mark.parametrize("name", NAMES)
def test_the_exam_has_cases_of_its_own(units, name):
    for number in UNITS[name].exam:
        sheet = unescape((units / name / f"teacher/exam-{number}.html").read_text("utf-8"))
        key = unescape((units / name / f"teacher/exam-{number}-key.html").read_text("utf-8"))
        drawn = [*exercises_of(number, f"exam-{name}")]
        own = [check for check in drawn if f"{number}/{check.name}" not in UNITS[name].untaught]
        left_out = [check.exercise.question for check in drawn if check not in own]
        assert not [question for question in left_out if question in sheet + key]
        assert f"<h1>Exam: {NOTEBOOKS[number].gives} ({number})</h1>" in sheet
        assert "Write your number on the list, no name." in sheet
        assert all(check.exercise.question in sheet for check in own)
        assert all(check.exercise.because in key for check in own)
        assert not [check for check in own if check.exercise.because in sheet]
        same = [
            a.name for a, b in zip(drawn, exercises_of(number), strict=True) if repr(a) == repr(b)
        ]
        assert len(same) < len(drawn) / 3, same


def test_students_get_their_own_cases_and_no_page_of_the_teacher(tmp_path, capsys):
    (tmp_path / "class.txt").write_text("17\n")
    where = tmp_path / "out"
    command = ["course", "after-fci", str(where), "--students", str(tmp_path / "class.txt")]
    assert cli.main(command) == 0
    assert {path.parent.name for path in where.rglob("*.ipynb")} == {"17"}
    assert list(where.rglob("[!.]*.[mh]*")) == [where / "17/README.md"]
    for path in where.rglob("*.ipynb"):
        assert 'student=\\"17\\"' in path.read_text("utf-8")


def test_the_plans_are_listed(capsys):
    for asked in ([], ["--list"]):
        assert cli.main(["course", *asked]) == 0
        said = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in said] == list(UNITS)
        assert "pc           90 minutes  PC in 90 minutes" in said


def test_a_plan_that_is_not_there_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        cli.main(["course", "fci"])
    assert "invalid choice: 'fci' (choose from" in capsys.readouterr().err


def test_the_page_says_what_is_not_taught():
    plan = UNITS["after-fci"]
    page = unit_page(plan, unit_notebooks("after-fci", plan, bundled_notebooks()))
    assert "teaches no FCI" in page


# -- what PC's unit has besides ---------------------------------------------------------------


def test_the_way_in_stands_first(tmp_path, capsys):
    command = ["course", "PC", str(tmp_path), "--meetings", "2", "--site", "https://x.org/m"]
    assert cli.main(command) == 0
    page = (tmp_path / "teacher/README.md").read_text("utf-8")
    first = "# PC in two meetings of 90 minutes\n\nNothing to install: [P1]"
    assert page.startswith(f"{first}(https://x.org/m/course/P1-the-skeleton.html)")
    assert 'site=\\"https://x.org/m/\\"' in (tmp_path / "teacher/votes.ipynb").read_text("utf-8")
    begin = (tmp_path / "students/README.md").read_text("utf-8")
    assert begin.startswith(first)
    assert '`python -m pip install ".[lab]"`' in begin
    assert cli.main(["course", "unit", str(tmp_path / "u"), "--meetings", "2"]) == 1
    assert "the plan unit has its own meetings; --meetings is for pc" in capsys.readouterr().err


@pytest.mark.parametrize("name", PC)
def test_slides_show_what_the_notebooks_show(units, name):
    page, plan = (units / name / "teacher/slides.html").read_text("utf-8"), UNITS[name]
    assert page.count("<section>") == len(plan.slides) + 1
    track = (units / name / "teacher/talk-track.md").read_text("utf-8")
    told = " ".join(re.findall(r"\(slides.html\): (.*)\.", track))
    assert {*map(int, re.findall(r"\d+", told))} == set(range(2, len(plan.slides) + 2))
    assert unescape(page).count("of 200 right") == 12  # notebook P3's table, by `alpha`
    assert page.count("<svg") == 7  # the run and six cells, of which one has also printed:
    assert "A and B | kept: the empty set" in page


@pytest.mark.filterwarnings("ignore")
def test_the_calls_of_the_handout_run_on_the_table(units, monkeypatch, capsys):
    """The kit's and causal-learn's; the cells of its table come out again, from the first rows."""
    monkeypatch.chdir(units / "pc/students")
    page = unescape((units / "pc/students/handout.html").read_text("utf-8"))
    ours, theirs = re.findall(r"<pre>(from .*?)</pre>", page, re.DOTALL)
    names = {}
    exec(ours, names)
    table = Path("clinic.csv").read_text("utf-8")
    truth = essential_graph(Dag(re.search(r"made it: (.*)", table)[1]))
    assert table.startswith("# simulated: no patient")
    assert names["end"].essential_graph == truth
    cells = re.findall(
        r"(\d+) rows, alpha +(\S+): edges missing (\d), extra (\d); "
        r"arrows missing (\d), wrong (\d); two heads (\d)",
        page,
    )
    assert len(cells) == 9
    for n, alpha, *told in cells:
        exec(ours.replace(":500]", f":{n}]").replace("0.01", alpha), names)
        found, edges = names["end"].essential_graph, names["end"].skeleton
        differ = [truth.skeleton - edges, edges - truth.skeleton, truth.directed - found.directed]
        differ += [found.directed - truth.directed, names["end"].conflicts]
        assert [*map(len, differ)] == [*map(int, told)]
    pytest.importorskip("causallearn")
    capsys.readouterr()
    exec(theirs, names)
    lines = re.findall(r"^\d+\. (\w+) (-->|---) (\w+)", capsys.readouterr().out, re.MULTILINE)
    assert {(a, b) for a, mark, b in lines if mark == "-->"} == truth.directed
    assert len(lines) == 8


def misread(sheet, folder):
    """What a lab sheet in R calls otherwise than the table that is written beside it."""
    (file,) = set(re.findall(r'read\.csv\("(.+?)", comment\.char = "#"\)', sheet))
    if not (folder / file).exists():
        return [file]
    lines = (folder / file).read_text("utf-8").splitlines()
    names, *rows = [line for line in lines if line[0] != "#"]
    names = names.split(",")
    said = re.search(r"for (\w+) and (\w+) \(variables (.) and (.)\)\? Is (\w+) in it", sheet)
    x, y, i, j, middle = said.groups()
    holds = {
        f"is simulated: {len(rows):,} rows": lines[0].startswith("# simulated"),
        "that its second line names": " -> " in lines[1],
        f"the {len(names) * (len(names) - 1) // 2} pairs": True,
        f"sepset[[{i}]][[{j}]]": [names.index(n) + 1 for n in (x, y)] == [int(i), int(j)],
        f"Leave the column {names[4]} out": middle in names,
    }
    return [words for words, true in holds.items() if not (true and words in sheet)]


def test_the_lab_sheet_in_r_reads_the_table_that_is_written(units):
    folder = units / "pc/students"
    sheet = (folder / "lab.R").read_text("utf-8")
    assert misread(sheet, folder) == []
    wrong = ("clinic.csv", "clinics.csv"), ("variables 2 and 4", "variables 2 and 3")
    wrong += ("the column Season", "the column Seasons"), ("the 28 pairs", "the 27 pairs")
    assert all(misread(sheet.replace(*each), folder) for each in wrong)


def test_the_lab_sheet_in_r_counts_what_the_kit_counts(units):
    """Where there is R with pcalg; docs/benchmarks.md says with which it was run."""
    if (
        not shutil.which("Rscript")
        or subprocess.run(["Rscript", "-e", "library(pcalg)"]).returncode
    ):
        pytest.skip("needs R with pcalg")
    folder = units / "pc/students"
    told = subprocess.check_output(["Rscript", "lab.R"], cwd=folder, text=True)
    cells = re.findall(r"^(\d+) (\S+) edges: (\d) arrows: (\d) two heads: (\d)", told, re.MULTILINE)
    assert len(cells) == 9
    table = read_csv(folder / "clinic.csv")
    for n, alpha, *counts in cells:
        test = FisherZ(table.values[: int(n)], float(alpha), names=table.columns)
        end = pc(test, start="complete", variant="stable", conflicts="mark")
        found = end.skeleton, end.essential_graph.directed, end.conflicts
        assert [*map(len, found)] == [*map(int, counts)]


def test_the_votes_are_played(units):
    """A made-up room of thirty: each vote opens, is counted, and is closed by belief."""
    cells = read(units / "pc/teacher/votes.ipynb")["cells"]
    votes = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    assert len(votes) == 2
    for source in votes:
        names = {}
        *lines, call = source.split("\n")
        exec("\n".join(lines), names)
        model = eval(call, names).model
        for told in (False, True):
            cards = len(model.now.ballot.cards)
            model.count(" ".join(["3"] * (cards - 1) + [str(30 - 3 * (cards - 1))]))
            model.close()
            assert model.told == told
            model.again()


@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_those_of_the_library(units, name):
    page = unescape((units / name / "teacher/homework-solutions.html").read_text("utf-8"))
    for work in UNITS[name].home:
        for each in work.exercises:
            exercise = getattr(exercises(work.notebook), each).exercise
            right = f"Right: {exercise.kind.say(exercise.solution)}."
            assert all(words in page for words in (exercise.question, right, exercise.because))


# -- the guide --------------------------------------------------------------------------------


def missing_rows(page):
    """The rows on plans and notebooks that the guide lacks, or has otherwise."""
    rows = list(needs_table(NOTEBOOKS))
    for name in (*NAMES, "workshop"):
        plan = UNITS[name]
        rows.append(f"| `{name}` | {plan.title} | {plan.minutes} | {plan.home_minutes} |")
    return [row for row in rows if row not in page]


def test_the_guide_has_the_plans_and_the_needs():
    page = (bundled_guides().parent / "guide.md").read_text(encoding="utf-8")
    assert missing_rows(page) == []
    assert len(missing_rows(page.replace("| 540 |", "| 530 |"))) == 1
