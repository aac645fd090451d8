"""The finite-sample lab without a browser."""

import asyncio
import re
import threading

import networkx as nx
import pytest

from marvel_widgets import Dag, gallery
from marvel_widgets.widgets import FiniteSampleLab
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.finite_sample_lab.model import QUICK_TESTS
from marvel_widgets.widgets.kit.cooperative_job import CooperativeJob

FEW = {"n": 20, "seed": 1}  # with the graph of the constructor: several wrong answers


def wrong_numbers(lab):
    truth = lab.model.graph.dag.to_networkx()
    return [
        row["number"]
        for row in lab.model.runs.data.ledger()
        if row["independent"] != nx.is_d_separator(truth, {row["x"]}, {row["y"]}, set(row["given"]))
    ]


def test_the_flag_is_where_networkx_says():
    lab = FiniteSampleLab(**FEW)
    lab.to_flag.click()
    first = wrong_numbers(lab)[0]
    assert lab.model.film.data.frame(lab.model.position).test.number + 1 == first
    assert f"First wrong answer, test {first} of" in lab.text()
    assert "FIRST WRONG ANSWER." in lab.text()
    answer = lab.model.film.data.frame(lab.model.position).test.independent
    data, truth = ("independent", "dependent") if answer else ("dependent", "independent")
    assert f": the data say {data}; in truth {truth}." in lab.said.value
    assert "mw-arc mw-differs" in lab.picture._slots[-1].layers[-1].value
    assert lab.shell.count == f"data {first} tests, 1 wrong; oracle {first}"
    assert "Oracle run" not in lab.tally.value  # the sentence over the picture says it
    lab.model.end()
    assert "After the error" in lab.tally.value
    counted = re.findall(r"mw-number'>(\d+)", lab.tally.value)
    asked = [len(run.tests) for run in (lab.model.runs.data, lab.model.runs.oracle)]
    assert [int(n) for n in counted[:4]] == [*asked, len(wrong_numbers(lab)), 0]
    assert "astray" in {edge.state for edge in lab.picture.views[-1].drawing.edges}
    assert "not so in the truth" in lab.svg()


def test_the_pictures_stay_while_a_run_goes_on_and_are_new_with_a_new_run():
    lab = FiniteSampleLab(**FEW)
    before = lab.picture.views
    lab.model.end()
    assert [*map(id, lab.picture.views)] == [*map(id, before)]
    lab.dials.n.value = 50
    lab.model.end()
    assert {*map(id, lab.picture.views)}.isdisjoint(map(id, before))


def test_the_badges_of_a_run_that_is_shown_openly_leave_arrowheads_free():
    lab = FiniteSampleLab("X -> Y <- T; Y -> Z; X -> Z", n=500, seed=3)
    for view in lab.picture.views:  # arrows come from above at both sides
        assert all(view._nodes[name].data["corner_y"] > 0 for name in "YZ")


def test_dials_run_again_at_once():
    lab = FiniteSampleLab(**FEW)
    lab.dials.n.value = None
    assert lab.model.runs.dials.n is None
    lab.model.end()
    assert "the two runs are the same" in lab.text()
    lab.dials.n.value = 50
    lab.dials.alpha.value = 0.05
    lab.dials.removal_alpha.value = None
    lab.dials.seed.value = 7
    lab.dials.no_removable.value = "stop"
    dials = lab.model.runs.dials
    assert (dials.n, dials.alpha, dials.removal_alpha, dials.seed) == (50, 0.05, None, 7)
    assert dials.no_removable == "stop"
    assert {t.alpha for t in lab.model.runs.data.tests} == {0.05}


def test_a_dial_that_does_not_work_is_reported_and_nothing_is_lost():
    lab = FiniteSampleLab(gallery["asia"], n=50)
    before = lab.model.runs
    assert not lab.model.choose(n=9)
    assert "at least 10" in lab.model.error
    assert lab.model.runs is before
    assert not lab.model.choose(alpha=2)
    assert "alpha must be a level" in lab.model.error
    assert lab.model.choose(n=60)
    assert lab.model.error == ""


def test_a_long_run_waits_for_the_button(monkeypatch):
    lab = FiniteSampleLab(**FEW)
    monkeypatch.setattr("marvel_widgets.widgets.finite_sample_lab.model.QUICK_TESTS", 3)
    lab.dials.seed.value = 9
    assert QUICK_TESTS > 3
    assert lab.model.runs.dials.seed == 1
    assert "click Run" in lab.dials.wait.value
    lab.dials.run.click()
    assert lab.model.runs.dials.seed == 9
    assert "click Run" not in lab.dials.wait.value


def test_dead_ends_are_seen_and_named():
    lab = FiniteSampleLab(gallery["asia"], n=100, removal_alpha=None, seed=5)
    assert not lab.to_dead_end.disabled
    lab.to_dead_end.click()
    assert "DEAD END." in lab.text()
    assert "removes" in lab.after.value
    assert '"stop": 3 variables removed' not in lab.text()
    marks = dict(map(tuple, lab.transport.seek.marks))
    assert marks[lab.model.position] == "data run: dead end"
    lab.model.end()
    assert '"stop": 3 variables removed' in lab.text()
    lab.model.begin()
    lab.dials.no_removable.value = "stop"
    lab.to_dead_end.click()
    assert 'policy "stop" ends the run here' in lab.text()


def test_a_prediction_comes_before_the_truth():
    lab = FiniteSampleLab(**FEW, predict=True)
    secrets = ("First wrong", "differs from the essential", "Oracle run", "consequence")
    lab.model.end()
    assert lab.tally.value == lab.shell.count == ""
    shown = (
        lab.text()
        + lab.svg()
        + lab.summary.value
        + lab.after.value
        + lab.said.value
        + lab.tally.value
    )
    assert not any(secret in shown for secret in secrets)
    assert lab.to_flag.disabled
    assert lab.model.position == lab.model.film.flag  # no way past what is asked
    assert lab.transport.step.disabled
    assert "wrong in the true graph" not in lab.text()
    assert all("wrong" not in text for _, text in lab.transport.seek.marks)
    lab.predictions.answer("no")
    assert "FIRST WRONG ANSWER." in lab.text()
    assert "wrong answers" in lab.tally.value
    lab.transport.step.click()
    assert lab.model.position == lab.model.film.flag
    assert lab.predictions.question.text.startswith("Which edge of the true graph")
    assert "differs from the essential" not in lab.said.value + lab.text()
    lab.predictions.answer("none")
    assert "Not right. The answer is: more than one." in lab.predictions.message
    assert "differs from the essential" in lab.predictions.message
    lab.transport.step.click()
    assert lab.model.position > lab.model.film.flag


def test_nothing_is_told_before_its_step():
    lab = FiniteSampleLab(gallery["asia"], n=100, removal_alpha=None, seed=5)
    runs, film = lab.model.runs, lab.model.film

    def shown():
        marks = " ".join(words for _, words in lab.transport.seek.marks)
        return lab.text() + lab.summary.value + lab.after.value + marks

    lab.model.seek(film.flag - 1)
    for word in ("First wrong", "first wrong", "differs from", "F1", "later answer", "dead end"):
        assert word not in shown(), word
    assert "No answer is wrong so far" in shown()
    lab.model.seek(film.flag)
    assert f"First wrong answer, test {runs.first_wrong.test.number + 1}" in shown()
    lab.model.seek(film.data.last - 1)
    for word in ("differs from", "F1", "later answer"):
        assert word not in shown(), word
    lab.model.seek(film.data.last)
    for word in ("differs from", "F1", "later answer"):
        assert word in shown(), word


def test_jumps_go_to_the_end_where_there_is_nothing_to_go_to():
    lab = FiniteSampleLab(n=None)
    assert not lab.to_flag.disabled  # that it is off would tell that all answers are right
    lab.to_flag.click()
    assert lab.model.position == lab.model.film.data.last
    assert "All 14 answers" in lab.summary.value
    lab.model.begin()
    lab.to_dead_end.click()
    assert lab.model.position == lab.model.film.data.last


def test_the_dials_say_their_names_and_their_steps_with_units():
    lab = FiniteSampleLab(**FEW)
    dials = (lab.dials.n, lab.dials.alpha, lab.dials.removal_alpha)
    assert len({dial.label for dial in dials}) == 3
    assert [dial.texts[dial.at] for dial in dials] == [
        "20 samples", "level 2/p² = 0.125", "level 0.7",
    ]  # fmt: skip
    lab.dials.n.at = lab.dials.n.texts.index("1,000 samples")
    assert lab.model.runs.dials.n == 1000
    assert "1,000 samples" in lab.text()


def test_without_answers_the_truth_shows_nowhere():
    lab = FiniteSampleLab(**FEW, answers=False)
    for position in (0, lab.model.film.flag, lab.model.film.last):
        lab.model.seek(position)
        shown = lab.text() + lab.svg() + lab.summary.value + lab.after.value
        shown += lab.said.value + lab.tally.value
        assert not re.search(r"wrong|true graph|[Oo]racle|false (in)?dep|F1", shown)
        assert all("wrong" not in text for _, text in lab.transport.seek.marks)


def test_a_job_gives_way_and_is_cancelled_without_a_trace():
    threads, job, heard, taken = threading.active_count(), CooperativeJob(), [], []
    job.slice = 0.0

    async def drive():
        job.start(range(1_000), taken.append)
        while job.done < 100:
            heard.append("a click")
            await asyncio.sleep(0)
        job.start([1], taken.clear)  # one at a time
        job.cancel()
        await asyncio.sleep(0)
        return [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]

    assert asyncio.run(drive()) == []
    assert len(heard) > 100
    assert (job.running, job.outcome, threading.active_count()) == (False, "cancelled", threads)
    assert job.done == len(taken) < 1_000


def test_a_job_that_fails_can_be_begun_again():
    job = CooperativeJob()

    def broken():
        yield 1
        raise RuntimeError

    with pytest.raises(RuntimeError):
        job.start(broken(), lambda _: None)
    assert not job.running
    job.start([1, 2], lambda _: None)
    assert (job.done, job.outcome) == (2, "finished")


def test_a_graph_that_takes_no_run_comes_back_from_a_token_with_the_reason():
    lab = FiniteSampleLab("A -> B")
    lab.model.choose(n=50, seed=4)
    lab.model.seek(lab.model.film.last)
    assert lab.model.graph.load_text("A")
    assert "two variables or more" in lab.model.error
    again = FiniteSampleLab.from_token(lab.token)
    assert again.model.graph.dag == lab.model.graph.dag
    assert again.model.error == lab.model.error
    assert (again.model.runs.dials, again.token) == (lab.model.runs.dials, lab.token)


def test_tokens_bring_everything_back():
    lab = FiniteSampleLab(gallery["asia"], n=70, removal_alpha=None, seed=3)
    lab.model.seek(33)
    again = FiniteSampleLab.from_token(lab.token)
    assert (again.text(), again.svg(), again.token) == (lab.text(), lab.svg(), lab.token)
    with pytest.raises(ValueError, match="token"):
        FiniteSampleLab(token="mwa1.nonsense")


def test_an_edit_of_the_graph_runs_again_and_trouble_keeps_the_old_run():
    graph = GraphModel("A -> B -> C")
    lab = FiniteSampleLab(graph, n=50)
    assert graph.remove_edge("A", "B")
    assert lab.model.runs.dag == graph.dag
    assert graph.load(Dag([], nodes=["A"]))
    assert "two variables" in lab.model.error
    assert lab.model.runs.dag != graph.dag
    assert lab.text()


def test_hidden_and_locked_parts():
    lab = FiniteSampleLab(**FEW, hide="replay", lock="dials")
    assert lab.model.view == "Your table"
    assert lab.switch.layout.display == "none"  # there is one view
    assert lab.dials.n.disabled  # it is in the foot, and a dial
    with pytest.raises(ValueError, match="lock= names"):
        FiniteSampleLab(lock="everything")


def test_names_are_text_never_markup():
    lab = FiniteSampleLab(Dag([("<b>x</b>", "y"), ("y", "z")]), n=30)
    assert "<b>x</b>" not in lab.said.value + lab.summary.value


def test_a_graph_without_variables_is_refused_and_the_runs_stay():
    lab = FiniteSampleLab("X -> Y")
    before = lab.model.loaded
    for name in ("X", "Y"):
        assert lab.model.graph.remove_variable(name)
    assert "two variables or more" in lab.model.error
    assert lab.model.loaded == before
