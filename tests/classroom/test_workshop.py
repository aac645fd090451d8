"""The workshop runs whole, keeps its time, and its twin for students tells nothing."""

import json
import re
import shutil

import nbformat
import pytest
from nbclient import NotebookClient

from marvel_widgets import cli, exercises
from marvel_widgets.classroom.editions import CopyError, with_slides
from marvel_widgets.classroom.units import writing
from marvel_widgets.classroom.units.plans import ACTS, CLOSING, DEMO, ROOM, timetable
from marvel_widgets.classroom.workshop.notebooks import (
    presenters_notebook,
    students_notebook,
    with_pictures,
    write_workshop,
)

NAMES = {"workshop.ipynb", "workshop-students.ipynb", "demo.ipynb"}
# What an app says once its question is answered.
VERDICTS = {
    "graph": r"are d-connected",
    "signs": r"are d-connected",
    "boundary": r"Mb\(lung\) =",
    "leave": r"X is not removable",
    "play": r"X to Y|hidden graph|X → Y",
    "race": r"53,248|place 1",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The three notebooks, as the command writes them."""
    where = tmp_path_factory.mktemp("workshop")
    assert cli.main(["course", "workshop", str(where)]) == 0
    return where


def read(folder, name):
    return json.loads((folder / name).read_text(encoding="utf-8"))


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def words(notebook):
    """All that a student can read without running a cell."""
    return json.dumps([[c["source"], c.get("outputs")] for c in notebook["cells"]])


def test_three_notebooks_are_written_signed_and_valid(folder, capsys):
    assert {path.name for path in folder.glob("*.ipynb")} == NAMES
    for name in NAMES:
        notebook = nbformat.read(folder / name, as_version=4)
        nbformat.validate(notebook)
        for cell in code_cells(notebook)[:-1]:
            (output,) = cell.outputs
            assert set(output["data"]) == {"text/plain", "image/svg+xml"}


def test_edited_files_stay(folder, tmp_path, monkeypatch, capsys):
    def made_again(_, where, *__):
        for name in NAMES:
            shutil.copy(folder / name, where)

    monkeypatch.setattr(writing, "write_workshop", made_again)
    mine = shutil.copytree(folder, tmp_path / "mine")
    (mine / "demo.ipynb").write_text("mine")
    assert cli.main(["course", "workshop", str(mine)]) == 0
    assert (mine / "demo.ipynb").read_text() == "mine"
    assert "Kept your edited demo.ipynb" in capsys.readouterr().out


@pytest.mark.night
def test_all_cells_run_and_show_what_stands_in_the_files(folder):
    """One kernel runs the twin for students, then the demonstration.

    The notebook for the room has the cells of the twin, with another setting; it is run in
    tests/browser/test_run_all.py.
    """
    made = [read(folder, name) for name in sorted(NAMES - {"workshop.ipynb"})]
    cells = [cell for notebook in made for cell in code_cells(notebook)]
    for number, cell in enumerate(cells):
        cell["id"] = str(number)
    run = nbformat.from_dict({**made[0], "cells": cells})
    before = [without_views(cell["outputs"]) for cell in cells]
    # The state of each app would be kept and joined at each of its messages.
    NotebookClient(run, timeout=120, kernel_name="python3", store_widget_state=False).execute()
    assert [without_views(cell["outputs"]) for cell in run.cells] == before


def without_views(outputs):
    kinds = ("text/plain", "image/svg+xml")
    return [
        output.get("text") or {kind: output["data"].get(kind) for kind in kinds}
        for output in outputs
    ]


def guides():
    from marvel_widgets._notebooks import bundled_guides

    return bundled_guides()


# -- for the room -----------------------------------------------------------------------------


def apps_of(notebook):
    """Run the cells of a notebook here; return its apps."""
    names, apps = {}, []
    for cell in code_cells(notebook):
        if not cell["id"].endswith(("hand-in", "-strip")):
            *before, last = cell["source"].splitlines()
            exec("\n".join(before), names)
            apps.append(eval(last, names))
    return apps


def test_six_acts_are_large_and_ask_first():
    apps = apps_of(presenters_notebook(guides()))
    shown = [app for app in apps if app.spec.kind not in ("exercise-box", "vote")]
    assert [app.spec.kind for app in shown] == [
        "d-separation-lab", "d-separation-lab", "boundary-lab", "removability-lab", "be-marvel",
        "player", "race",
    ]  # fmt: skip
    assert all(app.settings["big"] for app in apps)
    assert all(
        app.settings["predict"]
        for app in shown
        if app.spec.kind not in ("be-marvel", "player", "race")
    )
    assert not any(app.settings["big"] for app in apps_of(students_notebook()))


def test_the_room_votes_where_the_talk_track_says_so():
    votes = [app for app in apps_of(presenters_notebook(guides())) if app.spec.kind == "vote"]
    asked = [(app.model.check.notebook, app.model.check.name) for app in votes]
    assert asked == [(act.notebook, act.vote) for act in ACTS if act.vote]
    for app in votes:
        app.model.count(" ".join(["9"] * len(app.model.now.counts)))
        app.model.close()
        app.model.again()  # each is asked twice
        assert app.model.turn == 1
    for act in ACTS:
        said = " ".join(words for _, words in act.cues)
        assert ("The vote, each alone" in said) == ("Ask again" in said) == bool(act.vote)
    assert not [c for c in code_cells(students_notebook()) if "Vote(" in c["source"]]


def test_the_game_has_an_end_on_the_slides_too(folder):
    notebook = read(folder, "workshop.ipynb")
    (strip,) = [c for c in code_cells(notebook) if c["id"].endswith("-strip")]
    (output,) = strip["outputs"]
    *_, last = output["data"]["text/plain"].splitlines()
    assert "Done: the essential graph has" in last
    assert "image/svg+xml" in output["data"]


@pytest.mark.parametrize(("acts", "minutes"), [(ACTS, 90), (DEMO, 5)])
def test_each_act_runs_and_keeps_its_time(acts, minutes):
    cells = [{"id": act.key, "cell_type": "code", "source": act.code.strip()} for act in acts]
    apps = apps_of(json.loads(json.dumps({"cells": cells}).replace(ROOM, "")))
    named = [part.how for part in timetable(acts).parts if part.notebooks]
    assert [type(app).__name__ for app in apps] == named
    assert timetable(acts).minutes == minutes
    for act in acts:
        cues = [after for after, _ in act.cues]
        assert cues == sorted(set(cues))
        assert cues[0] == 0
        assert cues[-1] < act.minutes


def test_the_talk_track_is_folded_and_follows_the_timetable():
    notebook = presenters_notebook(guides())
    talks = [c["source"] for c in notebook["cells"] if "talk" in c["metadata"].get("tags", ())]
    assert len(talks) == len(ACTS)
    assert all(t.startswith("<details>") and t.endswith("</details>") for t in talks)
    assert all("What learners often say" in talk for talk in talks)
    told = [int(m) for talk in talks for m in re.findall(r"\*\*Minute (\d+)\.\*\*", talk)]
    assert told == sorted(told)
    assert 3 == told[0] < told[-1] < 90 - CLOSING
    spans = re.findall(r"\(minutes (\d+) to (\d+)\)", words(notebook))
    assert [int(end) - int(begin) for begin, end in spans] == [act.minutes for act in ACTS]


def test_a_guide_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CopyError, match=r"page for the teacher cannot be read: .*01\.md"):
        write_workshop(tmp_path, tmp_path)


# -- for students -----------------------------------------------------------------------------


def test_the_twin_asks_the_same_and_has_no_talk_track():
    ours, theirs = presenters_notebook(guides()), students_notebook()
    for act in ACTS:
        assert json.dumps(act.asked)[1:-1] in words(ours)
        assert json.dumps(act.asked)[1:-1] in words(theirs)
    own = ("-vote", "-ending", "-strip")
    room = [c["id"] for c in code_cells(ours) if not c["id"].endswith(own)]
    assert [c["id"] for c in code_cells(theirs)][:-1] == room
    seen = words(theirs)
    assert "Talk track" not in seen
    assert not [said for act in ACTS for _, said in act.cues if json.dumps(said)[1:-1] in seen]


def told(notebook):
    """Return the acts whose verdict can be read in the notebook, and the exercises solved."""
    shown = {cell["id"].partition("-")[0]: words({"cells": [cell]}) for cell in code_cells(notebook)
             if cell["id"].endswith("-app")}  # fmt: skip
    found = [key for key, seen in shown.items() if re.search(VERDICTS[key], seen)]
    for act in (act for act in ACTS if act.exercise):
        check = getattr(exercises(act.notebook), act.exercise)
        boxes = [c for c in code_cells(notebook) if c["id"] == f"{act.key}-exercise"]
        secrets = [check.exercise.because, *check.exercise.all_hints]
        found += [act.exercise for s in secrets if json.dumps(s)[1:-1] in words({"cells": boxes})]
    return found


def test_nothing_is_told_in_the_twin(folder):
    notebook = read(folder, "workshop-students.ipynb")
    assert told(notebook) == []
    assert "because" not in words(notebook).lower()


def test_a_student_gets_cases_of_their_own(folder, tmp_path, capsys):
    (names := tmp_path / "class.txt").write_text("17\n")
    where = tmp_path / "handed out"
    assert cli.main(["course", "workshop", str(where), "--students", str(names)]) == 0
    (found,) = where.rglob("*.ipynb")
    assert (found.parent.name, found.name) == ("17", "workshop-students.ipynb")
    ours, theirs = (folder / found.name).read_text("utf-8"), found.read_text("utf-8")
    assert 'student=\\"17\\"' in theirs
    assert ours != theirs.replace('student=\\"17\\"', 'student=\\"\\"')


def test_a_file_in_the_way_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(writing, "write_workshop", None)  # it is told before anything is made
    (tmp_path / "file").touch()
    assert cli.main(["course", "workshop", str(tmp_path / "file")]) == 1
    assert "it is a file; choose another directory" in capsys.readouterr().err


# -- slides -----------------------------------------------------------------------------------


def test_slides_are_made_by_nbconvert(folder):
    from nbconvert import SlidesExporter

    notebook = nbformat.read(folder / "workshop.ipynb", as_version=4)
    page, _ = SlidesExporter().from_notebook_node(notebook)
    slides = re.findall(r"<section >|<section>", page)
    assert len(slides) >= 2 * (len(ACTS) + 4)  # nbconvert puts each into a stack of its own
    notes = re.findall(r"<aside[^>]*notes.*?</aside>", page, re.DOTALL)
    assert len(notes) == len(ACTS)
    spoken = ACTS[1].cues[0][1]
    assert spoken in " ".join(notes)
    assert page.count(spoken) == 1


def test_a_copy_of_the_course_with_slides_changes_nothing_else(tmp_path, capsys):
    plain, slides = tmp_path / "plain", tmp_path / "slides"
    assert cli.main(["copy", str(plain), "--edition", "reader"]) == 0
    assert cli.main(["copy", str(slides), "--edition", "reader", "--slides"]) == 0
    for path in plain.glob("*.ipynb"):
        before, after = read(plain, path.name), read(slides, path.name)
        kinds = [c["metadata"].get("slideshow", {}).get("slide_type") for c in after["cells"]]
        assert kinds[0] == "slide"
        assert kinds.count("slide") > 5
        for cell in after["cells"]:
            cell["metadata"].pop("slideshow", None)
        assert after == before


def test_a_cell_of_folded_code_alone_is_left_out_of_the_slides():
    hidden = {"jupyter": {"source_hidden": True}}
    cell = {"cell_type": "code", "metadata": hidden, "source": "assert True", "outputs": []}
    (made,) = with_slides({"cells": [cell]})["cells"]
    assert made["metadata"]["slideshow"] == {"slide_type": "skip"}
    assert "slideshow" not in cell["metadata"]


def test_the_place_of_the_settings_is_in_every_code():
    assert all(act.code.count(ROOM) == 1 for act in (*ACTS, *DEMO))


# -- the link of a site -----------------------------------------------------------------------


def test_with_a_site_the_room_begins_with_its_link():
    notebook = presenters_notebook(guides(), "https://me.example/kit/")
    (text,) = [c for c in notebook["cells"] if c["id"] == "link"]
    assert "(https://me.example/kit/ask.html)" in text["source"]
    cells = [c for c in notebook["cells"] if c["id"].startswith("link")]
    (output,) = with_pictures({"cells": cells})["cells"][1]["outputs"]
    assert output["data"]["image/svg+xml"].startswith("<svg")
    votes = [c["source"] for c in code_cells(notebook) if c["id"].endswith("-vote")]
    assert len(votes) == 2
    assert all('site="https://me.example/kit/", big=True' in source for source in votes)
    assert not [c for c in presenters_notebook(guides())["cells"] if c["id"].startswith("link")]


@pytest.mark.parametrize("address", ["me.example", "ftp://me.example/", "https://a b/", ""])
def test_what_is_no_address_is_named(tmp_path, capsys, address):
    with pytest.raises(SystemExit):
        cli.main(["course", "workshop", str(tmp_path), "--site", address])
    assert f"{address!r} is not the address of a site" in capsys.readouterr().err
