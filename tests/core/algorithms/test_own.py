"""A learner's function as an algorithm: its film tells what it asked, line by line."""

import linecache
import signal
import sys
from functools import partial
from itertools import combinations
from time import sleep

import networkx as nx
import pytest

from marvel_widgets import Dag, essential_graph, record
from marvel_widgets.core.algorithms import limits
from marvel_widgets.core.algorithms.own import line_asked_by, read_graph
from marvel_widgets.core.algorithms.own_events import (
    FunctionReturned,
    GraphReturned,
    ProgramStopped,
)
from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.lessons.challenge.changes import RIGHT
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.race.runs import race
from marvel_widgets.lessons.race.words import clock_words, result_lines
from marvel_widgets.replay.film import Film
from tests.by_networkx import separated
from tests.slices import one_in

DAG = Dag("X -> Y <- T; Y -> Z")


def subsets(items):
    names = sorted(items)
    return [set(s) for size in range(len(names) + 1) for s in combinations(names, size)]


def separating_set(ask, x, y, names):
    for given in subsets(set(names) - {x, y}):
        if ask(x, y, given):
            return given
    return None


def method(ask, names):
    sets = {}
    for x, y in combinations(names, 2):
        sets[x, y] = separating_set(ask, x, y, names)
    lines = [pair for pair, found in sets.items() if found is None]
    arrows = set()
    for a, b in combinations(names, 2):
        for c in names:
            joined = {frozenset(pair) for pair in lines}
            if sets[a, b] is not None and {frozenset((a, c)), frozenset((b, c))} <= joined:
                arrows |= set() if c in sets[a, b] else {(a, c), (b, c)}
    return [p for p in lines if p not in arrows and p[::-1] not in arrows], arrows


class Method:
    """A program as some write it: a class that is called."""

    def __call__(self, ask, names):
        return method(ask, names)


def raises(ask, names):
    ask(*names[:2])
    return sorted(names)[9]


def asks_without_end(ask, names):
    while True:
        ask(*names[:2])


def loops(_ask, _names):
    at = 0
    while True:
        at += 1


def says_nothing(ask, names):
    ask(*names[:2])


def test_each_test_belongs_to_the_line_that_asked_it():
    seen = []

    def watched(ask, names):
        def heard(x, y, given=()):
            seen.append((x, y, frozenset(given), ask(x, y, given)))
            return seen[-1][-1]

        return method(heard, names)

    trace = record(watched, DAG)
    first = watched.__code__.co_firstlineno
    rows = trace.ledger()
    told = [(row["x"], row["y"], frozenset(row["given"]), row["independent"]) for row in rows]
    assert [({x, y}, *rest) for x, y, *rest in told] == [({x, y}, *rest) for x, y, *rest in seen]
    assert all(separated(DAG, x, y, given) == answer for x, y, given, answer in told)
    assert {line_asked_by(row["purpose"]) for row in rows} == {first + 2}
    by_purpose = trace.result.counts.by_purpose
    assert sum(by_purpose.values()) == trace.result.counts.performed == len(seen)


def test_the_film_shows_the_functions_that_ran_and_what_they_returned():
    trace = record(method, DAG)
    film = Film(trace, DAG)
    lines = film.pseudocode()
    assert [line.text for line in lines if not line.indent] == [
        "def subsets(items):",
        "def separating_set(ask, x, y, names):",
        "def method(ask, names):",
    ]
    assert all(linecache.getline(__file__, n).strip() == text for n, _, text in lines)
    kinds = [type(step.event) for step in trace.steps]
    assert kinds.count(FunctionReturned) == 6 + 3  # three pairs are never separated: None
    assert kinds[-1] is GraphReturned
    found = [step.event for step in trace.steps if step.event != trace.steps[-1].event]
    assert [(e.arguments, e.value) for e in found if e.name == "separating_set"] == [
        ("X, T, (X, Y, T, Z)", "{}"),
        ("X, Z, (X, Y, T, Z)", "{Y}"),
        ("T, Z, (X, Y, T, Z)", "{Y}"),
    ]
    end = film.frame(film.last)
    assert (
        end.explanation.text == "Done: the program returns 2 directed edges and 1 undirected edge."
    )
    assert end.state.learned_graph(DAG.nodes) == trace.result.essential_graph
    assert {line_asked_by(test.purpose) for test in trace.tests} <= {line.number for line in lines}


@pytest.mark.parametrize("step", ["marvel", "pc"])
@one_in(5)
def test_a_right_program_is_right_as_a_film_too(step, every):
    for dag in classes()[:: every if step == "marvel" else 7 * every]:
        trace = record(RIGHT[step], dag)
        assert trace.result.complete
        assert trace.result.essential_graph == essential_graph(dag)


@pytest.mark.parametrize(
    ("function", "why", "tests"),
    [
        (raises, "IndexError at line", 1),
        (asks_without_end, "it asked more than 20,000 tests", 20_000),
        (loops, "it ran more than 300,000 lines", 0),
        (says_nothing, "what it returned: a graph is needed", 1),
    ],
)
def test_a_run_without_an_answer_ends_with_the_reason(function, why, tests):
    before = sys.gettrace(), signal.getsignal(signal.SIGALRM)
    trace = record(function, DAG)
    end = trace.steps[-1].event
    assert isinstance(end, ProgramStopped)
    assert why in end.why
    assert (len(trace.tests), trace.result.complete) == (tests, False)
    assert Film(trace, DAG).frame(tests + 1).explanation.text.startswith("There is no answer: ")
    assert (sys.gettrace(), signal.getsignal(signal.SIGALRM)) == before
    told = f"your own program came to no answer: in {function.__name__}, "
    with pytest.raises(ValueError, match=told):
        race(DAG, ["pc", function])


def test_a_busy_machine_stops_no_program(monkeypatch):
    def sleeps(ask, names):
        sleep(0.2)  # another program has the processor
        return [], []

    def works(ask, names):
        foreign["endless"]()

    foreign = {}
    exec("def endless():\n    while True:\n        pass", foreign)  # lines that none counts
    monkeypatch.setattr(limits, "PATIENCE", 0.1)
    assert record(sleeps, DAG).result.complete
    ends = [record(works, DAG).steps[-1].event]
    monkeypatch.setattr(limits, "WAITING", 0.1)
    ends.append(record(sleeps, DAG).steps[-1].event)
    assert {end.why.partition(":")[0] for end in ends} == {"it did not come back"}


def test_a_generator_gives_no_steps_on_any_python():
    def pairs(names):
        yield from combinations(names, 2)

    def first(names):
        return next(pairs(names))

    def method(ask, names):
        return ([first(names)] if all(ask(x, y) or True for x, y in pairs(names)) else []), []

    found = [step.event for step in record(method, DAG).steps]
    assert [getattr(event, "name", None) for event in found] == ["first", None]


def test_a_run_that_has_no_program_says_so():
    again = record("own", DAG).steps[-1].event
    assert again.why.endswith("a recorded run keeps the source of a program, not the program")


def test_an_own_program_races():
    run = race(DAG, ["marvel", "pc", method])
    assert [racer.right for racer in run.racers] == [True, True, False]  # no Meek: Y - Z is left
    assert run.racer("own").total == len(record(method, DAG).tests)
    assert clock_words(run).endswith(
        "Your own program starts from nothing: all it asks is counted."
    )
    with pytest.raises(ValueError, match="each named once"):
        race(DAG, [method, method])
    with pytest.raises(BudgetExceededError):
        record(method, DAG, budget=3)
    assert not race(DAG, ["pc", method], budget=5).racer("own").complete


def test_two_own_programs_race_under_their_names():
    def pc(ask, names):
        return RIGHT["pc"](ask, names)

    run = race(DAG, ["pc", pc, method])
    assert [racer.name for racer in run.racers] == ["pc", "pc (yours)", "method"]
    assert [racer.right for racer in run.racers] == [True, True, False]
    totals = {
        name: len(record(f, DAG).tests) for name, f in (("pc (yours)", pc), ("method", method))
    }
    assert {name: run.racer(name).total for name in totals} == totals
    words = " ".join([clock_words(run), *result_lines(run)])
    assert "Your own programs start from nothing: all they ask is counted." in words
    assert "PC and pc (yours) give the right answer. Wrong: method." in words
    order = sorted([("PC", run.racer("pc").total), *totals.items()], key=lambda each: each[1])
    assert f"Fewest performed tests: 1. {order[0][0]}, {order[0][1]}" in words
    assert [standing.place for standing in run.standing(run.last)].count(None) == 0


def test_no_menu_or_sweep_takes_up_an_own_program():
    assert "own" not in DESCRIBED


@pytest.mark.parametrize("made", [len, partial(method), Method(), Method().__call__])
def test_a_program_of_another_type_is_told_to_be_called_by_a_function(made):
    """Their lines can't be counted, but those of a function around them can."""
    with pytest.raises(TypeError, match=r"write a function with def; .* such a function may call"):
        record(made, DAG)
    if made is not len:

        def around(ask, names):
            return made(ask, names)

        assert record(around, DAG).result.complete


def test_a_graph_is_read_in_the_order_of_the_names():
    names = ("C", "A", "B")
    for value in ("A -> B; B - C", ([("C", "B")], [("A", "B")])):
        graph = read_graph(value, names)
        assert graph.nodes == names
        assert (graph.directed, graph.undirected) == (
            frozenset({("A", "B")}),
            frozenset({frozenset("BC")}),
        )
    for graph in (Dag("A -> C"), nx.DiGraph([("A", "C")])):
        assert read_graph(graph, names) == essential_graph(Dag("A -> C", nodes=names))
    with pytest.raises(ValueError, match="is not read as a graph"):
        read_graph("A -> rain", names)


def test_the_cells_of_a_film_come_in_the_order_of_their_names_whatever_they_are_called():
    names = {}
    cells = {
        "z": "def first(ask, x, y):\n    return ask(x, y)",
        "a": "def method(ask, names):\n    first(ask, *names[:2])\n    return [], []",
    }
    for file, source in cells.items():
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        exec(compile(source, file, "exec"), names)
    trace = record(names["method"], DAG)
    assert [number for number, _, _ in trace.result.options["source"]] == [1, 2, 3, 4, 5]
    assert trace.result.options["source"][0][2] == "def first(ask, x, y):"
    assert [row["purpose"] for row in trace.ledger()] == ["line 2"]
