"""What a new algorithm still lacks, and the first graph on which it goes wrong: `-k NAME`."""

import re
from dataclasses import replace
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from marvel_widgets import Dag, core, essential_graph, record
from marvel_widgets.core.algorithms import registry
from marvel_widgets.core.algorithms.events import Finished
from marvel_widgets.core.algorithms.pc import PC, PcRun
from marvel_widgets.core.algorithms.registry import DESCRIBED, options_of
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.replay import presentation, pseudocode
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.fold import STORIES
from marvel_widgets.replay.option_words import TITLES, option_words
from marvel_widgets.replay.presentation import PRESENTATIONS, presentation_of
from marvel_widgets.replay.pseudocode import PURPOSES
from marvel_widgets.theory.consistent_dags import all_dags
from tests.slices import one_in

DOCS = (Path(__file__).parents[2] / "docs/core.md").read_text(encoding="utf-8")
DRAWN = 30


def graphs():
    """Yield all DAGs with 1 to 4 variables, the gallery's, and drawn ones of 6 to 8 variables."""
    for p in range(1, 5):
        yield from all_dags("ABCD"[:p])
    yield from (dag for dag in gallery.values() if len(dag) <= 8)
    rng = Random(0)
    for at in range(DRAWN):
        p = 6 + at % 3
        yield Dag.random_erdos_renyi(p, rng, m=rng.randint(p - 1, 2 * p))


def first_fault(algorithm, dags):
    """Return the first graph on which a run goes wrong, and how; empty if none does."""
    for dag in dags:
        given = {name: dag.markov_boundary(name) for name in dag.nodes}
        for boundaries, options in ((None, {}), (given, {}), (None, algorithm.published)):
            try:
                trace = record(algorithm.name, dag, boundaries, **options)
                fault = fault_of(algorithm, trace, dag, options)
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
            if fault:
                return f"first wrong on {dag.to_text()}, {options}: {fault}"
    return ""


def fault_of(algorithm, trace, dag, options):
    truth, found = essential_graph(dag), trace.result.essential_graph
    if not algorithm.is_right(found, truth):
        return f"its {algorithm.finds} is {found}; the truth is {truth}"
    if odd := {type(step.event) for step in trace.steps}.difference(algorithm.events):
        return f"it yields {odd}, which `events` does not name"
    if odd := trace.result.counts.by_purpose.keys() - algorithm.all_purposes(options):
        return f"it asks tests of purpose {odd}, which `purposes` does not name"
    film = Film(trace, dag)
    told = {film.frame(at).explanation.line for at in range(film.last + 1)}
    odd = told.difference(line.number for line in film.pseudocode())
    return f"it is on lines {odd}, which are not there" if odd else ""


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_value_can_be_called_and_told(name):
    value = DESCRIBED[name]
    assert value.function.__name__ == name
    assert name in core.__all__
    assert f"| `{name}` |" in DOCS
    parameters = signature(value.function).parameters
    assert {"test", "boundaries", "budget"} <= parameters.keys()
    # menus read the options off the signature
    assert not any(p.kind is Parameter.VAR_KEYWORD for p in parameters.values())
    assert STORIES.keys() >= set(value.events)
    assert PURPOSES.keys() >= set(value.purposes)
    for option, known in options_of(name).items():
        assert all(TITLES[option] and option_words(option, choice) for choice in known.choices)


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_presentation_tells_all_of_it_in_words_of_its_own(name):
    value, told = DESCRIBED[name], PRESENTATIONS[name]
    assert all((told.title, told.short, told.words, told.lines, told.ends_round))
    numbers = {line.number for line in told.lines}
    assert {told.line_of_purpose[purpose] for purpose in value.all_purposes()} <= numbers
    events = set(value.events) - {Finished}
    assert {told.line_of_event.get(kind, kind.line) for kind in events} <= numbers
    choices = {(option, v) for option, known in options_of(name).items() for v in known.choices}
    assert choices >= told.reworded.keys()
    assert all(numbers >= lines.keys() for lines in told.reworded.values())
    for other in PRESENTATIONS.values():
        same = {told.title, told.short, told.words} & {other.title, other.short, other.words}
        assert other is told or not same - {""}


@pytest.mark.parametrize("name", DESCRIBED)
@one_in(23)
def test_no_graph_goes_wrong(name, every):
    assert first_fault(DESCRIBED[name], islice(graphs(), 0, None, every)) == ""


def test_the_graphs_are_all_small_ones_the_known_hard_ones_and_drawn_ones():
    dags = list(graphs())
    assert sum(len(dag) < 5 for dag in dags) >= 572
    hard = ("lost-co-parent", "stale-co-parents", "printed-orientation-6", "update-set")
    assert all(gallery[name] in dags for name in hard)
    assert {len(dag) for dag in dags[-DRAWN:]} == {6, 7, 8}


@pytest.fixture
def registered(monkeypatch):
    def register(value):
        monkeypatch.setattr(registry, "DESCRIBED", {**DESCRIBED, value.name: value})
        return value

    return register


def test_the_recipe_is_right_on_the_graphs_and_fully_told(registered, monkeypatch):
    """The block of docs/core.md that adds an algorithm."""
    block, names = re.search(r"one block.*?```python\n(.*?)```", DOCS, re.DOTALL)[1], {}
    exec(block, names)
    told = names["PRESENTATION"]
    monkeypatch.setattr(presentation, "PRESENTATIONS", {**PRESENTATIONS, "one_end": told})
    monkeypatch.setitem(pseudocode.ITEMS, "one_end", told.source)
    value = registered(names["ONE_END"])
    assert first_fault(value, islice(graphs(), 0, None, 7)) == ""


def test_an_algorithm_that_is_not_told_is_refused():
    with pytest.raises(TypeError, match="'thinker' has no presentation"):
        presentation_of("thinker")


class Hasty(PcRun):
    """Edges that a single test does not remove stay."""

    def decide_edge(self, x, y, size, near):
        return super().decide_edge(x, y, size, near) if size < 1 else iter(())


class Pondered(Event):
    line = 77


class Nameless(PcRun):
    def events(self):
        yield Pondered()
        yield from super().events()


class Failing(PcRun):
    def events(self):
        yield from super().events()
        raise ArithmeticError("no more")  # noqa: EM101


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (Hasty, r"wrong on A -> B; B -> C, .*: its essential graph is .* the truth"),
        (Nameless, "it yields .*Pondered.*, which `events` does not name"),
        (Failing, "first wrong on .*: ArithmeticError: no more"),
    ],
)
def test_the_first_wrong_graph_is_named(registered, run, words):
    found = first_fault(registered(replace(PC, run=run)), [Dag("A"), Dag("A -> B -> C")])
    assert re.search(words, found), found
