"""Every sentence is confirmed by someone who only reads it and looks at the true graph.

A sentence that no pattern of `tests/replay/claims.py` reads, or that its check refutes,
fails.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from marvel_widgets import Dag, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.events import events_of
from marvel_widgets.replay.explanations import explain, explain_test
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.fold import initial_state
from marvel_widgets.replay.pseudocode import ITEMS, line_of
from marvel_widgets.replay.wording import Reason, RunContext
from tests.replay import films
from tests.replay.claims import World, is_confirmed
from tests.replay.films import film_of
from tests.slices import one_in


def told(film: Film, every: int = 1) -> Iterator[tuple[World, Frame]]:
    orientation = film.context.orientation
    for position in range(0, film.last + 1, every):
        frame = film.frame(position)
        yield World(film.dag, frame.before, orientation), frame


def refuted(film: Film, every: int = 1) -> list[str]:
    texts = ((world, frame.explanation.text) for world, frame in told(film, every))
    return [text for world, text in texts if not is_confirmed(world, text)]


@pytest.mark.parametrize("options", films.OPTIONS, ids=str)
@one_in(6)
def test_sentences_for_the_gallery(options, every):
    for name, dag in films.dealt_out(films.gallery_dags(most=12), options, every):
        assert refuted(film_of(dag, **options)) == [], name


@one_in(83)
def test_sentences_for_the_real_networks_of_the_gallery(every):
    dealt_with = 0
    for name, dag in films.gallery_dags(most=40):
        if len(dag) > 12:
            assert refuted(film_of(dag), every) == [], name
            dealt_with += 1
    assert dealt_with


@pytest.mark.parametrize("options", films.OPTIONS, ids=str)
@one_in(5)
def test_sentences_for_random_dags(options, every):
    rare, larger = films.rare(), films.larger(most=9)
    for dag in (dag for some in (rare, larger) for dag in films.dealt_out(some, options, every)):
        assert refuted(film_of(dag, **options)) == []


@one_in(29)
def test_sentences_for_small_dags(every):
    for dag in islice(films.small(), 0, None, every):
        names = [f"V{i}" for i in range(len(dag))]
        assert refuted(film_of(films.renamed(dag, names))) == []


def test_sentences_with_given_boundaries():
    for dag in films.larger(most=9)[:10]:
        given = {x: dag.markov_boundary(x) for x in dag.nodes}
        assert refuted(Film(record("marvel", dag, given), dag)) == []


def test_a_witness_at_hand_is_not_looked_for_again():
    dag = Dag("A -> B")
    test = record("marvel", dag).tests[0]
    explanation = explain_test(
        test, initial_state(2), RunContext(dag.nodes, dag), Reason("because", None)
    )
    assert explanation.text == "Are A and B independent given nothing? No: because."


BY_THE_ANSWERS = "by the test's answers"
# Events whose sentence is a claim about the graph, and that then says whose claim it is.
CLAIMING = {
    "NeighborDecided",
    "PairDecided",
    "VStructureDecided",
    "BoundaryPairTested",
    "ConditionTwoDecided",
}


@cache
def noisy_films() -> list[tuple[Film, list[Frame]]]:
    found = []
    for no_removable in ("smallest-boundary", "stop"):
        for orientation in ("recorded", "printed"):
            options = {"no_removable": no_removable, "orientation": orientation}
            found += [with_frames(Film(t)) for t in films.noisy_traces(20, **options)]
    return found


def with_frames(film: Film) -> tuple[Film, list[Frame]]:
    return film, [film.frame(at) for at in range(film.last + 1)]


def test_without_the_truth_a_claim_names_its_source():
    kinds = Counter()
    for _, frames in noisy_films():
        for frame in frames:
            text, kind = frame.explanation.text, type(frame.event).__name__
            if kind in CLAIMING and "nothing changes" not in text:
                assert BY_THE_ANSWERS in text
                kinds[kind] += 1
            elif kind == "TripleDecided":
                assert (BY_THE_ANSWERS in text) == (frame.event.separating_set is not None)
            elif kind == "ConditionOneDecided":
                vacuous = "there is no pair to test" in text
                assert vacuous or BY_THE_ANSWERS in text
            elif frame.test is not None:
                assert text.endswith((" Yes, says the test.", " No, says the test."))
            assert "essential graph has" not in text
    assert set(kinds) == CLAIMING


def test_sentences_of_noise_are_right_about_the_screen():
    seen = Counter()
    for film, frames in noisy_films():
        for frame in frames:
            event, before, text = frame.event, frame.before, frame.explanation.text
            if isinstance(event, ev.BoundaryPairTested):
                met = bool(before.boundaries[event.y] >> event.z & 1)
                changes = before.boundaries != frame.state.boundaries
                assert ("leave each other" in text) == changes
                assert ("nothing changes" in text) == (not met)
                seen["apart"] += not met
            elif isinstance(event, ev.VStructuresCollected):
                assert text.startswith("No variable") == (not before.remaining)
                assert ("dropped" in text) == bool(event.dropped)
                seen["dropped"] += bool(event.dropped)
                seen["stopped"] += bool(before.remaining)
            elif isinstance(event, ev.NoneRemovable):
                assert f"None of the {before.remaining.bit_count()} remaining" in text
                assert ("the run stops here" in text) == (event.chosen is None)
                seen["none"] += 1
            elif isinstance(event, ev.Finished):
                graph = frame.state.learned_graph(film.trace.names)
                assert f"{len(graph.directed)} directed" in text
    assert all(seen[what] for what in ("apart", "stopped", "none"))


HOSTILE = ["Drive quality", 'say "hi"', "<b>&amp;", "it's", "a → b", "x;y", "Größe", "{x}", "R1"]


@cache
def all_films() -> list[tuple[Film, list[Frame]]]:
    """Return many films with all their frames."""
    found = [film_of(dag) for dag in (Dag(""), Dag("A"), *films.rare())]
    for options in films.OPTIONS:
        dags = films.dealt_out(films.larger(most=9)[:9], options, 3)
        found += [film_of(dag, **options) for dag in dags]
    found += [film_of(dag) for _, dag in films.gallery_dags(most=7)]
    return [*map(with_frames, [*found, *films.others()]), *noisy_films()[1::3]]


def test_names_appear_literally():
    for dag in films.larger(most=9)[:10]:
        odd = HOSTILE[: len(dag)]
        film, strange = film_of(dag), film_of(films.renamed(dag, odd))
        for position in range(film.last + 1):
            text = film.frame(position).explanation.text
            expected = re.sub(r"\bV(\d)\b", lambda m, odd=odd: odd[int(m[1])], text)
            assert strange.frame(position).explanation.text == expected


def test_numbers_as_names():
    dag = Dag([(10, 30), (20, 30)])
    texts = [frame.explanation.text for _, frame in told(film_of(dag))]
    why = "the path 10 → 30 ← 20 is open (collider 30 is given)"
    assert f"Are 10 and 20 independent given {{30}}? No: {why}." in texts


def test_sentences_are_well_formed():
    for _, frames in all_films():
        for text in (frame.explanation.text for frame in frames):
            assert re.fullmatch(r"\S[^\n]*[.?]", text), text
            assert not re.search(r" [ .,)]|\.\.|None (?!of the)|\( |\{,|, \}|'\{|\[|;\.", text), (
                text
            )
            assert "frozenset" not in text
            assert not re.search(r"\b(and|the|of|is|with)[.,;?]", text), text
            assert not re.search(r"\b(simply|obviously|just|clearly|trivial)", text, re.I), text
            assert text.count("(") == text.count(")")
            assert text.count("{") == text.count("}")


NOUNS = (
    "variable|CI test|test|member|boundary|boundaries|edge|v-structure|other|neighbor|co-parent"
    "|given boundary|given boundaries|directed edge|undirected edge|remaining variable"
)


def test_one_is_singular_and_all_else_plural():
    found = Counter()
    for _, frames in all_films():
        for text in (frame.explanation.text for frame in frames):
            for number, noun, plural in re.findall(rf"([\d,]*\d) ({NOUNS})(s?)\b", text):
                is_plural = bool(plural) or noun.endswith("ies")
                assert is_plural == (number != "1"), text
                found[noun] += 1
            assert not re.search(r"\b1 variable remain\b|\d+ variables remains", text), text
            assert not re.search(r"neighbors \{[^,}]*\}|co-parents \{[^,}]*\}", text), text
    assert len(found) > 6


def test_each_names_its_line_and_item():
    for film, frames in all_films():
        numbers = {line.number for line in film.pseudocode()}
        for frame in frames:
            explanation = frame.explanation
            assert explanation.line in numbers
            assert explanation.item in ITEMS.values()
            assert explanation.status in ("performed", "reused", "no test")
            words = str(explanation)
            assert words.startswith(
                f"Line {explanation.line}, {explanation.item.name} ({explanation.item.place})"
            )
            assert explanation.status in words
            assert words.endswith(explanation.text)
            if frame.event is not None:
                assert explanation.line == line_of(frame.event, film.context.algorithm)


def test_status_of_each_decision():
    for film, frames in all_films():
        if film.context.algorithm != "marvel":  # elsewhere several decisions share tests
            continue
        at = done = 0
        for event, tests in film.trace.steps:
            at = film.next(at, "decision")
            frame = frames[at]
            assert frame.event == event
            reused = getattr(event, "reused", False)
            expected = "performed" if tests > done else "reused" if reused else "no test"
            assert frame.explanation.status == expected, frame.explanation.text
            done = tests


def test_tests_are_always_performed():
    film = film_of(films.larger()[0])
    for _, frame in told(film):
        if frame.test is not None:
            assert frame.explanation.status == "performed"


def test_every_event_type_occurs_or_is_explained():
    """All event types have a sentence; those that no run showed are explained by hand."""
    shown = {type(step.event) for film, _ in all_films() for step in film.trace.steps}
    context = RunContext(("A", "B", "C"))
    by_hand = [ev.BoundariesGiven(((1,), (0,), ()))]
    for event in by_hand:
        text = explain(event, initial_state(3), context).text
        assert text == "The run starts from 3 given boundaries; the largest has 1 member."
    # the rivals' own are shown in test_rivals.py
    marvels = set(events_of(ev.__name__))
    missing = marvels - shown - {type(event) for event in by_hand}
    assert {kind.__name__ for kind in missing} <= {"SeparatingSetRenewed"}
