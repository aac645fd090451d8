"""The first page of a copy: where a learner is, what is mastered, what comes back and when."""

import builtins
import json
import time
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from marvel_widgets import cli
from marvel_widgets.classroom import start_notebook
from marvel_widgets.classroom.start_notebook import START
from marvel_widgets.course import journal
from marvel_widgets.course.checks import exercises
from marvel_widgets.course.journal import BET, HEADER, NAME, PREDICTION, Entry, Journal
from marvel_widgets.course.recall import FIRST_DRAW, due, held_beliefs
from marvel_widgets.course.registry import items, profile_of
from marvel_widgets.course.start_page import StartPage

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
DAY = 86_400
TODAY = date(2026, 5, 20)
NOON = int(time.mktime((2026, 5, 20, 12, 0, 0, 0, 0, -1)))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    Journal.begin(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "get_ipython", lambda: object(), raising=False)
    monkeypatch.setattr(journal, "_NO_LEARNER", ())
    monkeypatch.setattr(journal, "time", lambda: NOON)
    return tmp_path


def said(folder, *entries, days_ago=0):
    """Write entries of some days ago; return the page of today."""
    then = NOON - days_ago * DAY
    Journal(folder / NAME).write([replace(entry, at=then) for entry in entries])
    return StartPage(Journal(folder / NAME), TODAY)


def entry(notebook, name, verdict, belief="", **more):
    return Entry(
        notebook=notebook, name=name, answer="{'A'}", verdict=verdict, belief=belief, **more
    )


WRONG = entry("01", "blockers", "incorrect", "more_blocks")


CORE = [item for item in items() if item.is_core]
COUNT = len(CORE)


def answered(*wanted, verdict="correct"):
    return [entry(item.notebook, item.name, verdict) for item in wanted]


def of(*notebooks):
    return [item for item in items() if item.notebook in notebooks]


def test_a_new_learner_begins_with_the_first_notebook(folder):
    page = StartPage(Journal(folder / NAME), TODAY)
    assert page.lines == (f"The core: {COUNT} exercises, about 6 hours.",)
    assert page.way_on.startswith("Begin: 00 ")
    assert {(topic.right, topic.wrong) for topic in page.topics} == {(0, 0)}


@pytest.mark.parametrize("kind", [BET, PREDICTION])
def test_who_only_bet_or_predicted_goes_on(folder, kind):
    """Nothing is answered yet, but the notebook was begun, and is not the first one."""
    said(folder, *[entry(n, "Which?", "recorded", kind=kind) for n in ("00", "01")], days_ago=2)
    page = said(folder, entry("02", "Which?", "incorrect", kind=kind), days_ago=1)
    asked = sum(item.notebook == "02" for item in CORE)
    assert page.lines == (
        f"Yesterday: 02 Markov boundaries (begun, {asked} exercises).",
        f"The core: 0 of {COUNT} exercises answered.",
        "Predictions and bets: 0 of 1 right.",
    )
    assert page.way_on.startswith("Go on: 02 ")
    assert repr(page.topics).count("begun") == 3
    page = said(folder, entry("01", "blockers", "correct"))
    assert page.way_on.startswith("Go on: 01 ")


def test_practice_is_no_beginning_and_a_bet_in_the_browser_is_one(folder):
    page = said(folder, entry("02", "boundary", "correct", draw=FIRST_DRAW))
    assert page.way_on.startswith("Begin: 00 ")
    page = said(folder, entry("", "Dag", "recorded", kind=BET))
    assert page.way_on.startswith("Go on: 00 ")


def test_bars_are_the_last_answers_and_the_way_on_is_the_next_open_exercise(folder):
    first, second, third, _ = (item.name for item in CORE if item.notebook == "01")
    page = said(
        folder,
        *answered(*[item for item in CORE if item.notebook == "00"]),
        entry("01", first, "incorrect", "more_blocks"),
        entry("01", first, "correct"),
        entry("01", "openers", "correct"),  # in a fold
        entry("01", second, "incorrect"),
        entry("01", "verdicts", "correct", draw=3),  # practice does not count
        days_ago=1,
    )
    (topic,) = [t for t in page.topics if t.notebook.number == "01"]
    assert (topic.right, topic.wrong, topic.asked, topic.more) == (1, 1, 4, 1)
    assert page.lines[:2] == (
        "Yesterday: 01 Reading independence off a graph (1 of 4 right, 1 to mend, 1 more right).",
        f"The core: 5 of {COUNT} exercises answered, 1 to mend.",
    )
    assert page.next.name == third


@pytest.mark.parametrize("beside", [(), ("04", "09"), ("P1", "12"), ("E", "T"), "deeper"])
@pytest.mark.parametrize("done", [0, 1, 5, 10])
def test_the_way_on_is_the_first_open_step_of_the_core_whatever_else_is_done(folder, done, beside):
    """After 0, 1, 5 and all notebooks, with more answered or not, and in another kernel."""
    numbers = list(dict.fromkeys(item.notebook for item in CORE))
    core = [item for item in CORE if item.notebook in numbers[:done]]
    more = of(*beside) if beside != "deeper" else [i for i in of(*numbers[:done]) if i.deeper]
    said(folder, *answered(*core), days_ago=1)
    page = said(folder, *answered(*more))
    if done < 10 and core:
        assert page.way_on.startswith(f"Go on: {numbers[done]} ")
        assert page.next == CORE[len(core)]
        assert f"The core: {len(core)} of {COUNT} exercises answered." in page.lines
    elif core:
        assert (page.next, page.way_on) == (None, "")
        assert f"The core is done: all {COUNT} exercises are right." in page.lines
    shown = {t.notebook.number: t.words for t in page.topics}
    assert not {"E", "T"} & set(shown)
    assert {" of " in words for n, words in shown.items() if n not in numbers} == {False}
    assert [n for n in numbers if "right" in shown[n]] == numbers[:done]


def test_what_is_needed_first_comes_first(folder):
    """Who did 00, 01 and 03 is led to 02, and not to 04 nor on in 03."""
    some = [item for item in CORE if item.notebook in ("00", "01")]
    page = said(folder, *answered(*some, *of("03")[:2]))
    assert page.way_on.startswith("Go on: 02 ")
    page = said(folder, *answered(*of("02")[:1]), days_ago=1)  # begun
    assert page.way_on.startswith("Go on: 03 ")  # where we were last


def test_what_is_to_mend_comes_when_nothing_is_open_and_is_not_forgotten(folder):
    page = said(folder, *answered(*CORE), *answered(CORE[7], CORE[4], verdict="incorrect"))
    assert page.next == CORE[4]
    assert page.way_on.startswith(f"Mend: {CORE[4].notebook} ")
    assert f"The core: all {COUNT} exercises are answered, 2 to mend." in page.lines


def test_who_takes_the_door_of_pc_is_led_through_pc(folder):
    page = said(folder, *answered(of("P1")[0]))
    assert (page.next, page.lines[1][:8]) == (of("P1")[1], "PC: 1 of")
    assert said(folder, *answered(CORE[0])).way_on.startswith("Go on: 00 ")


# -- what comes back -----------------------------------------------------------------------------


def test_a_belief_comes_back_after_one_day_and_after_three_in_other_questions(folder):
    start = Journal(folder / NAME)
    start.write([replace(WRONG, at=NOON)])
    asked, days = [], []
    for day in range(9):
        log = Journal(folder / NAME)
        for belief, check in due(log, TODAY + timedelta(days=day)):
            assert belief == "more_blocks"
            assert belief in profile_of(check.exercise)
            asked.append((check.name, check.draw))
            days.append(day)
            done = entry(check.notebook, check.name, "correct", draw=check.draw)
            log.write([replace(done, at=NOON + day * DAY)])
    assert days == [1, 4]
    assert "blockers" not in {name for name, _ in asked}
    assert len(set(asked)) == 2
    assert {draw >= FIRST_DRAW for _, draw in asked} == {True}
    assert held_beliefs(Journal(folder / NAME).entries) == {}


def test_a_right_answer_on_the_same_day_does_not_count_and_a_wrong_one_begins_again(folder):
    said(folder, WRONG, entry("01", "blockers", "correct"), days_ago=2)
    log = Journal(folder / NAME)
    assert held_beliefs(log.entries)["more_blocks"].passed == 0
    (check,) = [check for _, check in due(log, TODAY)]
    wrong = entry(check.notebook, check.name, "incorrect", "more_blocks", draw=check.draw)
    log.write([replace(wrong, at=NOON)])
    assert due(Journal(folder / NAME), TODAY) == []
    (again,) = [check for _, check in due(Journal(folder / NAME), TODAY + timedelta(days=1))]
    assert (again.name, again.draw) != (check.name, check.draw)


def test_where_no_other_exercise_is_known_another_case_comes(folder):
    belief = "one_test_each"  # only `all_pairs` can show it
    page = said(folder, entry("00", "all_pairs", "incorrect", belief), days_ago=1)
    (check,) = page.recall
    assert (check.name, check.draw >= FIRST_DRAW) == ("all_pairs", True)


def test_at_most_two_questions_come_the_oldest_first_and_never_the_same_exercise(folder):
    page = said(folder, WRONG, days_ago=1)
    page = said(folder, entry("03", "at_children", "incorrect", "only_sinks"), days_ago=3)
    page = said(folder, entry("02", "split", "incorrect", "give_all"), days_ago=2)
    assert page.recall[0].notebook == "03"
    assert len({(check.notebook, check.name) for check in page.recall}) == 2
    assert page.lines[-1] == "Recall for two minutes: 2 questions below."


def test_an_exam_shows_no_belief_and_nothing_comes_back(folder):
    check = exercises("03", answers=False).removable
    check(["A"])
    page = StartPage(Journal(folder / NAME), TODAY + timedelta(days=9))
    assert page.recall == []


def test_answers_in_the_kernel_are_on_the_page_of_the_next_day(folder):
    check = exercises("01").blockers
    mistake = check.exercise.mistakes[0]
    check(mistake.answer)
    tomorrow = StartPage(today=TODAY + timedelta(days=1))
    assert [mistake.misconception in profile_of(c.exercise) for c in tomorrow.recall] == [True]
    check = tomorrow.recall[0]
    assert check(check.exercise.solution)
    assert Journal(folder / NAME).entries[-1].draw == check.draw


# -- the notebook --------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    target = tmp_path / "mine"
    assert cli.main(["copy", str(target)]) == 0
    return target


def shown(target, cell=1):
    notebook = json.loads((target / START).read_text())
    return [output.get("data", output) for output in notebook["cells"][cell]["outputs"]]


def test_the_page_is_first_and_shows_the_present_before_it_is_run(copy):
    names = sorted(path.name for path in copy.glob("*.ipynb"))
    assert names[0] == START
    assert "Begin: 00 " in shown(copy)[0]["text/html"]
    assert shown(copy, 3)[0]["text"] == "Nothing to recall today.\n"
    assert " <span>3 exercises, 33 minutes" in shown(copy, 5)[0]["text/html"]
    assert not list(copy.glob("[ET]-*"))
    now = int(time.time())
    Journal(copy / NAME).write([replace(WRONG, at=now - 2 * DAY)])
    cli.main(["copy", str(copy)])
    html = shown(copy)[0]["text/html"]
    assert 'href="00-ninety-one-questions.ipynb"' in html
    assert "0 of 4 right, 1 to mend" in html
    assert "image/svg+xml" in shown(copy, 3)[0]
    assert "<script" not in html


def test_the_way_on_leads_to_the_cell_that_asks(copy):
    begun = entry("00", "all_pairs", "correct"), entry("01", "blockers", "incorrect")
    Journal(copy / NAME).write(begun)
    page = StartPage(Journal(copy / NAME))
    assert f"01-reading-independence.ipynb#cell-id={page.cell_of_next}" in page._repr_html_()
    cells = json.loads((copy / "01-reading-independence.ipynb").read_text())["cells"]
    (cell,) = [cell for cell in cells if cell["id"] == page.cell_of_next]
    assert f"check.{page.next.name}" in "".join(cell["source"])


def test_a_page_that_was_run_is_written_again_and_an_edited_one_is_kept(copy):
    path = copy / START
    notebook = json.loads(path.read_text())
    notebook["cells"][1]["outputs"] = []
    path.write_text(json.dumps(notebook))
    cli.main(["copy", str(copy)])
    assert shown(copy)
    notebook["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "My notes."})
    for mine in (json.dumps(notebook), "no notebook", '{"cells": 1}'):
        path.write_text(mine)
        assert cli.main(["copy", str(copy)]) == 0
        assert path.read_text() == mine


def test_a_link_in_its_place_is_not_followed(copy, capsys):
    (copy / "mine.txt").write_text("mine")
    (copy / START).unlink()
    (copy / START).symlink_to(copy / "mine.txt")
    assert cli.main(["copy", str(copy)]) == 1
    assert "it is a link" in capsys.readouterr().err
    assert (copy / "mine.txt").read_text() == "mine"


def test_lab_opens_it_for_those_who_have_begun(copy):
    assert not start_notebook.has_begun(copy)
    Journal(copy / NAME).write([WRONG])
    assert start_notebook.has_begun(copy)
    (copy / NAME).write_text(HEADER)
    assert not start_notebook.has_begun(copy)


def test_the_cells_of_the_page_run(copy, monkeypatch):
    monkeypatch.chdir(copy)
    monkeypatch.setattr(builtins, "get_ipython", lambda: object(), raising=False)
    monkeypatch.setattr(journal, "_NO_LEARNER", ())
    Journal(copy / NAME).write([replace(WRONG, at=int(time.time()) - 2 * DAY)])
    boxes, names = [], {"display": lambda box: boxes.append(box)}
    for cell in json.loads((copy / START).read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert [box.model.check.draw >= FIRST_DRAW for box in boxes] == [True]
    assert "recall: has the belief behind" in boxes[0].parts["question"].value
    assert "does not count" not in boxes[0].parts["question"].value
    boxes[0].close()
