"""Which line was changed? Each run acts like the bug's program, and one line explains a film."""

from dataclasses import replace

import pytest

from marvel_widgets import Dag, essential_graph, exercises, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.course.checks import Check
from marvel_widgets.lessons.challenge import line_exercises
from marvel_widgets.lessons.challenge.calls import TRUSTED, Caller
from marvel_widgets.lessons.challenge.changed_films import OPTIONS, RIGHT, film, parted, run_of
from marvel_widgets.lessons.challenge.changed_runs import (
    AtMostOne,
    FirstRule,
    NeverEmpty,
    NoRules,
    TwoRules,
    UpdateOneSide,
    UpdateWithX,
)
from marvel_widgets.lessons.challenge.changes import LINE_CHANGES
from marvel_widgets.lessons.challenge.hidden import classes, hidden_graphs
from marvel_widgets.lessons.challenge.line_exercises import LINES, changed_run
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.pseudocode import pseudocode
from marvel_widgets.replay.stage_words import after_words
from tests.course.test_every_exercise import RULES
from tests.course.test_facts import check as facts_are_true
from tests.course.test_facts import false_facts
from tests.slices import some_of

SIZES = [4, pytest.param(5, marks=pytest.mark.night)]


def statements(asked):
    return {(frozenset((x, y)), frozenset(given)) for x, y, given in asked}


def of_program(program, dag):
    """The graph that a program of the bug game returns, and what it asks; None without answer."""
    call = Caller(TASKS["any"], program, TRUSTED)(dag, ())
    asked = [(dag.nodes[a.x], dag.nodes[a.y], dag.labels(a.given)) for a in call.asked]
    return None if call.trouble else (call.value, statements(asked))


def of_run(kind, dag):
    """The same of a run of the kit; None at a dead end, or with v-structures that contradict."""
    run = kind(dag, **OPTIONS[kind.algorithm])
    stuck = any(isinstance(event, ev.NoneRemovable) for event in run.events())
    found = run.result()
    rows = record(run_of(kind), dag).ledger()
    asked = statements((row["x"], row["y"], row["given"]) for row in rows)
    return None if stuck or found.dropped else (found.essential_graph, asked)


def differences(kind, program, most):
    """The graphs on which a run and a program differ, and how many were compared.

    The two of PC take the ends of a pair in another order, so of PC only the sizes are compared.
    """
    found, compared = [], 0
    for dag in hidden_graphs("changed lines"):
        if len(dag) > most:
            break
        one, other = of_run(kind, dag), of_program(program, dag)
        if one is not None and other is not None:
            if kind.algorithm == "pc":
                one, other = ((graph, {len(s) for _, s in asked}) for graph, asked in (one, other))
            compared += 1
            found += [dag] if one != other else []
    return found, compared


@pytest.mark.parametrize("most", SIZES)
@pytest.mark.parametrize("change", LINE_CHANGES, ids=lambda c: c.kind.__name__)
def test_a_changed_run_finds_and_asks_what_the_bugs_program_does(change, most):
    different, compared = differences(change.kind, change.program, most)
    assert different == []
    assert compared >= 75


def test_another_change_is_told_apart():
    programs = {change.kind: change.program for change in LINE_CHANGES}
    assert differences(FirstRule, programs[NoRules], 4)[0]
    assert differences(UpdateWithX, programs[UpdateOneSide], 4)[0]
    assert differences(NeverEmpty, programs[AtMostOne], 4)[0]


PURPOSES = {
    "line 1": "boundary-discovery", "line 7": "neighbors", "line 9": "condition-1",
    "line 10": "v-structures", "line 12": "condition-2", "line 15": "boundary-update",
    "line 5": "skeleton",
}  # fmt: skip


@pytest.mark.parametrize("method", RIGHT)
def test_the_run_beside_it_is_right(method):
    for dag in classes():
        found = record(run_of(RIGHT[method]), dag)
        assert found.result.essential_graph == essential_graph(dag)
        own = record(method, dag, **OPTIONS[method])
        assert [(t.x, t.y, t.given, PURPOSES[t.purpose]) for t in found.tests] == [
            (t.x, t.y, t.given, t.purpose) for t in own.tests
        ]


def drawn(name, student):
    return Check("programs", name, LINES[name], student).exercise


def number_of(exercise):
    return exercise.reasons[0].number


def told(kind, dag):
    """A film by other means: the events and the tests of its recorded run."""
    trace = record(run_of(kind), dag)
    return trace.steps, [(t.x, t.y, t.given, t.independent, t.purpose) for t in trace.tests]


@some_of(6, 25)
@pytest.mark.parametrize("name", LINES)
def test_of_the_lines_offered_one_explains_the_film(name, count):
    numbers = set()
    for student in range(count):
        exercise = drawn(name, str(student))
        mine = LINE_CHANGES[number_of(exercise)]
        shown = told(mine.kind, exercise.dag)
        same = {
            f"line {each.line}"
            for each in LINE_CHANGES
            if each.method == mine.method and told(each.kind, exercise.dag) == shown
        }
        offered = exercise.kind.parts["line"].options
        assert same & set(offered) == {exercise.solution["line"]}
        right = told(RIGHT[mine.method], exercise.dag)
        assert right != shown
        numbers.add(number_of(exercise))
    assert len(numbers) >= min(count / 2, {"line_of_marvel": 6, "line_of_pc": 4}[name])


def test_lines_whose_films_coincide_are_not_offered_together(monkeypatch):
    exercise = drawn("line_of_marvel", "1")
    change, dag = LINE_CHANGES[number_of(exercise)], exercise.dag
    twin = change._replace(line=99)
    monkeypatch.setattr(line_exercises, "LINE_CHANGES", (*LINE_CHANGES, twin))
    assert "line 99" in line_exercises._offered(change, dag)  # not known to explain it yet
    monkeypatch.setattr(
        "marvel_widgets.lessons.challenge.changed_films.LINE_CHANGES", (*LINE_CHANGES, twin)
    )
    assert "line 99" not in line_exercises._offered(change, dag)


@pytest.mark.parametrize("name", LINES)
def test_the_step_is_the_first_that_differs(name):
    for student in range(10):
        exercise = drawn(name, str(student))
        change, step = LINE_CHANGES[number_of(exercise)], exercise.solution["step"]
        rows = [row.split(". ", 1)[1] for row in exercise.question.split("\n") if row[0].isdigit()]
        right = film(RIGHT[change.method], exercise.dag)
        assert tuple(rows) == film(change.kind, exercise.dag)
        assert rows[: step - 1] == list(right[: step - 1])
        assert rows[step - 1] != right[step - 1]
    assert parted(right, right) == 0


@pytest.mark.parametrize("name", LINES)
def test_they_keep_the_rules_of_all_exercises(name):
    cases = [Check("programs", name, LINES[name], student) for student in ("", "1", "2")]
    for rule in RULES:
        rule(cases)


@pytest.mark.parametrize("name", LINES)
def test_what_is_said_of_answers_is_true(name):
    facts_are_true(LINES[name], range(3))
    exercise = drawn(name, "")
    other = next(
        n for n, c in enumerate(LINE_CHANGES) if c.line != LINE_CHANGES[number_of(exercise)].line
    )
    false = replace(exercise, reasons=(replace(exercise.reasons[0], number=other),))
    assert list(false_facts(false, ""))


def test_they_are_found_under_programs():
    check = exercises("programs", student="7")
    assert check.line_of_pc(check.line_of_pc.exercise.solution)
    assert "1 answered, 1 correct" in repr(check.result())


def test_its_film_has_the_right_lines_and_no_name_of_the_bug():
    exercise = drawn("line_of_marvel", "3")
    trace = record(changed_run(exercise), exercise.dag)
    shown = Film(trace, exercise.dag)
    assert shown.pseudocode() == pseudocode("marvel", OPTIONS["marvel"])
    words = LINE_CHANGES[number_of(exercise)].words
    assert not any(words in shown.frame(at).explanation.text for at in range(shown.last + 1))
    assert shown.frame(shown.last).state.finished
    assert after_words(shown, shown.frame(shown.last)) == f"{len(trace.tests)} tests."


def test_two_rules_and_three_differ_on_a_graph_that_needs_the_third():
    dag = Dag("A -> B; A -> C; A -> D; B -> C; D -> C")
    assert film(TwoRules, dag) != film(RIGHT["marvel"], dag)
    assert film(FirstRule, Dag("A -> B")) == film(TwoRules, Dag("A -> B"))
